// Base64 both ways, and a Huffman code built with index links and read back bit by bit.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static void encode(const uint8_t *p, size_t n, char *out) {
  for (; n >= 3; n -= 3, p += 3) {
    uint32_t v = (uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2];
    for (int i = 18; i >= 0; i -= 6)
      *out++ = digits[v >> i & 63];
  }
  if (n) {
    uint32_t v = (uint32_t)p[0] << 16 | (n > 1 ? (uint32_t)p[1] << 8 : 0);
    *out++ = digits[v >> 18];
    *out++ = digits[v >> 12 & 63];
    *out++ = n > 1 ? digits[v >> 6 & 63] : '=';
    *out++ = '=';
  }
  *out = 0;
}

static int decode(const char *s, uint8_t *out) {
  uint32_t v = 0;
  int bits = 0, n = 0;
  for (; *s && *s != '='; s++) {
    v = v << 6 | (uint32_t)(strchr(digits, *s) - digits);
    if ((bits += 6) >= 8)
      out[n++] = (uint8_t)(v >> (bits -= 8));
  }
  return n;
}

struct sym { int weight, kid[2], parent; };

int main(void) {
  const char *in[] = {"", "f", "fo", "foo", "foobar", "\xff\xfe\xfd\xfc"};
  for (int i = 0; i < 6; i++) {
    char b[16];
    uint8_t back[16] = {0};
    encode((const uint8_t *)in[i], strlen(in[i]), b);
    int n = decode(b, back);
    printf("[%s] %d %d\n", b, n, memcmp(back, in[i], (size_t)n));
  }
  const char *text = "abracadabra alakazam";
  struct sym t[64];
  int n = 0, leaf[128];
  memset(leaf, -1, sizeof leaf);
  for (const char *p = text; *p; p++) {
    if (leaf[(int)*p] < 0) {
      leaf[(int)*p] = n;
      t[n++] = (struct sym){0, {-1, *p}, -1};
    }
    t[leaf[(int)*p]].weight++;
  }
  int root = 0;
  while (1) {
    int a = -1, b = -1;
    for (int i = 0; i < n; i++)
      if (t[i].parent < 0) {
        if (a < 0 || t[i].weight < t[a].weight)
          b = a, a = i;
        else if (b < 0 || t[i].weight < t[b].weight)
          b = i;
      }
    if (b < 0) {
      root = a;
      break;
    }
    t[n] = (struct sym){t[a].weight + t[b].weight, {a, b}, -1};
    t[a].parent = t[b].parent = n++;
  }
  char bits[256];
  int nb = 0;
  for (const char *p = text; *p; p++) {
    char rev[32];
    int k = 0;
    for (int i = leaf[(int)*p]; i != root; i = t[i].parent)
      rev[k++] = t[t[i].parent].kid[1] == i ? '1' : '0';
    while (k)
      bits[nb++] = rev[--k];
  }
  printf("%d ", nb);
  for (int i = 0, at = root; i < nb; i++) {
    at = t[at].kid[bits[i] - '0'];
    if (t[at].kid[0] < 0)
      putchar(t[at].kid[1]), at = root;
  }
  putchar('\n');
  return 0;
}
