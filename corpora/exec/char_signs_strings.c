// Signed and unsigned char data: high bytes, comparison, tables indexed by bytes, building and searching.
#include <stdio.h>
#include <string.h>

static int distance(const unsigned char *a, const unsigned char *b, size_t n) {
  int d = 0;
  for (size_t i = 0; i < n; i++)
    d += a[i] > b[i] ? a[i] - b[i] : b[i] - a[i];
  return d;
}

// Boyer-Moore-Horspool.
static long search(const char *hay, size_t n, const char *pat, size_t m) {
  size_t skip[256];
  for (int i = 0; i < 256; i++)
    skip[i] = m;
  for (size_t i = 0; i + 1 < m; i++)
    skip[(unsigned char)pat[i]] = m - 1 - i;
  for (size_t at = 0; at + m <= n; at += skip[(unsigned char)hay[at + m - 1]])
    if (memcmp(hay + at, pat, m) == 0)
      return (long)at;
  return -1;
}

static int kmp_count(const char *s, const char *p) {
  int n = (int)strlen(p), fail[32], count = 0;
  fail[0] = -1;
  for (int i = 1, k = -1; i <= n; i++) {
    while (k >= 0 && p[k] != p[i - 1])
      k = fail[k];
    fail[i] = ++k;
    if (i == 1)
      fail[i] = k = 0;
  }
  for (int k = 0; *s; s++) {
    while (k >= 0 && (k == n || p[k] != *s))
      k = fail[k];
    if (++k == n)
      count++;
  }
  return count;
}

int main(void) {
  const char *hi = "\x80\xff\x7f";
  printf("%d %d %d\n", hi[0], (unsigned char)hi[1], hi[2]);
  printf("%d %d\n", hi[0] < hi[2], (unsigned char)hi[0] < (unsigned char)hi[2]);
  printf("%d\n", distance((const unsigned char *)"\x00\xff\x10", (const unsigned char *)"\xff\x00\x11", 3));
  const char text[] = "here is a simple example of searching";
  printf("%ld %ld %ld\n", search(text, sizeof text - 1, "example", 7), search(text, sizeof text - 1, "h", 1),
         search(text, sizeof text - 1, "absent", 6));
  printf("%d %d %d\n", kmp_count("aaaaa", "aa"), kmp_count("abababab", "aba"), kmp_count("xyz", "q"));
  int hist[256] = {0};
  for (const char *p = text; *p; p++)
    hist[(unsigned char)*p]++;
  printf("%d %d\n", hist['e'], hist[' ']);
  signed char sc = -128;
  printf("%d %d\n", -sc, (signed char)-sc);
  return 0;
}
