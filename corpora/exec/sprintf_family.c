// sprintf, snprintf and building strings: number formatting, joins, tables, dates without a clock.
#include <stdio.h>
#include <string.h>

static char *commas(long v, char *out) {
  char tmp[32];
  int n = sprintf(tmp, "%ld", v < 0 ? -v : v), o = 0;
  if (v < 0)
    out[o++] = '-';
  for (int i = 0; i < n; i++) {
    if (i && (n - i) % 3 == 0)
      out[o++] = ',';
    out[o++] = tmp[i];
  }
  out[o] = 0;
  return out;
}

static void hexdump(const unsigned char *p, size_t n, char *out) {
  for (size_t i = 0; i < n; i++)
    out += sprintf(out, i ? ":%02X" : "%02X", p[i]);
}

static int join(char *out, size_t size, const char *const *w, const char *sep) {
  size_t len = 0;
  out[0] = 0;
  for (int i = 0; w[i]; i++)
    len += (size_t)snprintf(len < size ? out + len : NULL, len < size ? size - len : 0, "%s%s", i ? sep : "", w[i]);
  return (int)len;
}

int main(void) {
  char b[64];
  printf("%s %s %s\n", commas(0, b), commas(1234567, b + 20), commas(-999, b + 40));
  hexdump((const unsigned char *)"\x00\x7f\xff", 3, b);
  puts(b);
  const char *w[] = {"alpha", "beta", "gamma", NULL};
  printf("%d %s\n", join(b, sizeof b, w, ", "), b);
  printf("%d %s\n", join(b, 10, w, "-"), b);
  int n = sprintf(b, "%04d-%02d-%02dT%02d:%02d:%06.3f", 2009, 2, 3, 4, 5, 6.789);
  printf("%d %s\n", n, b);
  n = snprintf(b, 5, "%d", 1234567);
  printf("%d %s\n", n, b);
  n = snprintf(b, 1, "abc");
  printf("%d [%s]\n", n, b);
  sprintf(b, "%s|%-6s|%6s|%c%%", "", "ab", "cd", 'e');
  puts(b);
  for (int i = 1; i <= 4; i++) {
    sprintf(b, "%*s%-*d|", i, "", 6 - i, i * i);
    fputs(b, stdout);
  }
  putchar('\n');
  memset(b, 'x', sizeof b);
  sprintf(b + 3, "%g", 0.1);
  printf("%.7s\n", b);
  return 0;
}
