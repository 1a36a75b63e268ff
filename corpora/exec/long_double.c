// long double: x87 arithmetic, passing, returning, arrays, conversion, comparison and printing.
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

struct pair {
  long double re;
  int n;
};

static long double power(long double b, int e) {
  long double r = 1;
  for (int i = 0; i < e; i++)
    r *= b;
  return r;
}

static struct pair make(long double v, int n) {
  struct pair p = {v, n};
  return p;
}

static long double total(int n, ...) {
  va_list ap;
  va_start(ap, n);
  long double s = 0;
  for (int i = 0; i < n; i++)
    s += va_arg(ap, long double);
  va_end(ap);
  return s;
}

int main(void) {
  long double third = 1.0L / 3;
  printf("%.21Lg %.17g\n", third, (double)third);
  printf("%.20Lg\n", power(1.0000001L, 1000));
  printf("%.18Lg\n", total(3, 0.1L, 0.2L, 0.3L));
  struct pair p = make(-2.5L, 7);
  printf("%Lg %d %zu\n", p.re, p.n, sizeof(struct pair));
  long double a[3] = {1, 2, 4};
  a[1] += a[2] / 8;
  a[0] = -a[1];
  printf("%Lf %Lf %Lf\n", a[0], a[1], a[2]);
  printf("%d %d %d\n", third > (double)third, third == 1.0L / 3.0L, a[0] < 0);
  printf("%lld %llu %d\n", (long long)9007199254740993.0L, (unsigned long long)18446744073709551615.0L, (int)-7.9L);
  printf("%.20Lg %.20Lg\n", (long double)18446744073709551615ULL, (long double)-5);
  printf("%.18Lg %.18Lg\n", sqrtl(2.0L), fabsl(-third));
  printf("%Lg\n", strtold("1.25e10", NULL));
  long double big = 1e300L;
  big *= big;
  printf("%Lg %d\n", big, isinf(big) != 0);
  return 0;
}
