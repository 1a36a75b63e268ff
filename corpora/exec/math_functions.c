// math.h: exact functions printed in full, others to nine digits; classification and rounding.
#include <math.h>
#include <stdio.h>

int main(void) {
  double v[] = {-2.5, -1.5, -0.5, 0.0, 0.5, 1.5, 2.5, 2.4999, 1e10, -7.75};
  for (int i = 0; i < 10; i++) {
    double x = v[i];
    printf("%g %g %g %g %g %g\n", floor(x), ceil(x), trunc(x), round(x), rint(x), fabs(x));
    printf("%.9g %.9g %ld %ld\n", sqrt(fabs(x)), cbrt(x), lround(x), lrint(x));
    if (x > -10 && x < 10)
      printf("%.9g %.9g %.9g %.9g\n", sin(x), cos(x), exp(x), atan(x));
    if (x > 0)
      printf("%.9g %.9g %.9g %.9g\n", log(x), log2(x), log10(x), pow(x, 1.5));
  }
  printf("%g %g %g\n", fmod(7.5, 2), fmod(-7.5, 2), remainder(7.5, 2));
  printf("%g %g %g %g\n", fmax(1, 2), fmin(1, 2), fmax(NAN, 3), copysign(3, -0.0));
  int e;
  double m = frexp(40, &e), ip;
  printf("%g %d %g\n", m, e, ldexp(0.75, 5));
  double fp = modf(-3.25, &ip);
  printf("%g %g %g\n", fp, ip, hypot(3, 4));
  printf("%g %g %g\n", pow(2, 10), pow(-2, 3), pow(0, 0));
  printf("%d %d %d %d\n", isnan(NAN) != 0, isinf(-INFINITY) != 0, isfinite(1.0) != 0, signbit(-1.0) != 0);
  printf("%d %d %d\n", fpclassify(0.0) == FP_ZERO, fpclassify(1e-310) == FP_SUBNORMAL, fpclassify(1.0) == FP_NORMAL);
  printf("%.9g %.9g %.9g\n", atan2(-1, -1), tan(0.5), asin(0.5) + acos(0.25));
  printf("%.9g %.9g %.9g\n", sinh(1), cosh(1), tanh(1));
  printf("%g %g %.9g\n", fma(2, 3, 4), nextafter(1, 2) > 1 ? 1.0 : 0.0, expm1(1e-5));
  printf("%.6g %.6g %g\n", sqrtf(2.0f), powf(2.0f, 0.5f), floorf(-1.5f));
  printf("%.9g %.9g\n", log1p(1e-5), exp2(3.5));
  return 0;
}
