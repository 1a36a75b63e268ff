// strtol, strtoul, strtoll, strtod, atoi, atof: bases, prefixes, end pointers, range errors.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static void tol(const char *s, int base) {
  char *end;
  errno = 0;
  long v = strtol(s, &end, base);
  printf("%ld rest[%s] %d\n", v, end, errno == ERANGE);
}

static void tod(const char *s) {
  char *end;
  errno = 0;
  double v = strtod(s, &end);
  printf("%.17g rest[%s] %d\n", v, end, errno == ERANGE);
}

int main(void) {
  tol("123", 10);
  tol("  -42xyz", 10);
  tol("0x1F", 16);
  tol("0x1F", 0);
  tol("0755", 0);
  tol("0b", 0);
  tol("zz", 36);
  tol("12", 2);
  tol("", 10);
  tol("-", 10);
  tol("0x", 16);
  tol("9223372036854775807", 10);
  tol("9223372036854775808", 10);
  tol("-99999999999999999999", 10);
  printf("%lu %lu\n", strtoul("4294967296", NULL, 10), strtoul("-1", NULL, 10));
  printf("%lld %llu\n", strtoll("-8000000000", NULL, 10), strtoull("ffffffffffffffff", NULL, 16));
  tod("3.25");
  tod(" -1e3abc");
  tod(".5.5");
  tod("1e");
  tod("0x1.8p3");
  tod("inf");
  tod("nan");
  tod("1e400");
  tod("-1e400");
  tod("4.9e-324");
  tod("123456789012345678901234567890");
  tod("0.1");
  tod("x");
  printf("%d %d %ld %g %.9g\n", atoi("77abc"), atoi("abc"), atol("-5000000000"), atof("2.5e2"), strtof("0.1", NULL));
  printf("%d %ld %lld\n", abs(-5), labs(-6L), llabs(-7LL));
  div_t d = div(-17, 5);
  ldiv_t l = ldiv(17L, -5L);
  printf("%d %d %ld %ld\n", d.quot, d.rem, l.quot, l.rem);
  return 0;
}
