// UTF-8 decoding and encoding with validation, counting and wide output.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static int decode(const char **s) {
  const unsigned char *p = (const unsigned char *)*s;
  int n = p[0] < 0x80 ? 0 : p[0] >= 0xc2 && p[0] < 0xe0 ? 1 : (p[0] & 0xf0) == 0xe0 ? 2 : p[0] >= 0xf0 && p[0] < 0xf5 ? 3 : -1;
  static const uint32_t least[] = {0, 0x80, 0x800, 0x10000};
  if (n < 0) {
    ++*s;
    return -1;
  }
  uint32_t c = n == 0 ? p[0] : p[0] & (0x3f >> n);
  for (int i = 1; i <= n; i++) {
    if ((p[i] & 0xc0) != 0x80) {
      *s += i;
      return -1;
    }
    c = c << 6 | (p[i] & 0x3f);
  }
  *s += n + 1;
  if (c < least[n] || c > 0x10ffff || (c >= 0xd800 && c < 0xe000))
    return -1;
  return (int)c;
}

static int encode(uint32_t c, char *out) {
  if (c < 0x80)
    return out[0] = (char)c, 1;
  int n = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
  for (int i = n; i > 0; i--, c >>= 6)
    out[i] = (char)(0x80 | (c & 0x3f));
  out[0] = (char)((0xf00u >> n & 0xf0u) | c);
  return n + 1;
}

int main(void) {
  const char *s = "a\xc3\xa9\xe4\xb8\xad\xf0\x9f\x98\x80z";
  int n = 0;
  while (*s) {
    int c = decode(&s);
    char b[5] = {0};
    int k = encode((uint32_t)c, b);
    printf("U+%04X %d %02x\n", (unsigned)c, k, (unsigned char)b[0]);
    n++;
  }
  printf("%d\n", n);
  const char *bad[] = {"\xff", "\xc3", "\xc0\x80", "\xe0\x80\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\x80"};
  for (int i = 0; i < 7; i++) {
    const char *p = bad[i];
    printf("%d ", decode(&p));
  }
  putchar('\n');
  return 0;
}
