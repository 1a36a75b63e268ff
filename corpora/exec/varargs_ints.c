// Variable arguments: integers of all widths, pointers, more than six, va_copy, passing va_list on.
#include <stdarg.h>
#include <stdio.h>

static long sum(int n, ...) {
  va_list ap;
  va_start(ap, n);
  long s = 0;
  for (int i = 0; i < n; i++)
    s = s * 3 + va_arg(ap, int);
  va_end(ap);
  return s;
}

static void typed(const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  for (; *fmt; fmt++)
    switch (*fmt) {
    case 'c': printf("c%c ", va_arg(ap, int)); break;
    case 'i': printf("i%d ", va_arg(ap, int)); break;
    case 'l': printf("l%ld ", va_arg(ap, long)); break;
    case 'u': printf("u%llu ", va_arg(ap, unsigned long long)); break;
    case 's': printf("s%s ", va_arg(ap, const char *)); break;
    case 'p': printf("p%d ", *va_arg(ap, int *)); break;
    }
  putchar('\n');
  va_end(ap);
}

static int max_of(int n, va_list ap) {
  int m = va_arg(ap, int);
  while (--n > 0) {
    int v = va_arg(ap, int);
    if (v > m)
      m = v;
  }
  return m;
}

static int spread(int n, ...) {
  va_list ap, copy;
  va_start(ap, n);
  va_copy(copy, ap);
  int hi = max_of(n, ap);
  int lo = 1 << 30;
  for (int i = 0; i < n; i++) {
    int v = va_arg(copy, int);
    if (v < lo)
      lo = v;
  }
  va_end(copy);
  va_end(ap);
  return hi - lo;
}

int main(void) {
  int x = 77;
  printf("%ld %ld %ld\n", sum(0), sum(3, 1, 2, 3), sum(9, 1, 2, 3, 4, 5, 6, 7, 8, -9));
  typed("cilusp", 'q', -5, 1L << 40, ~0ULL, "text", &x);
  typed("iiiiiiiilll", 1, 2, 3, 4, 5, 6, 7, 8, 9L, -10L, 11L);
  printf("%d %d\n", spread(5, 3, 9, -4, 8, 0), spread(1, 6));
  printf("%d\n", spread(12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 100));
  return 0;
}
