// Complex arithmetic and functions in float, double and long double: products and quotients call into the runtime, each
// type has its own way through calls.
#include <complex.h>
#include <stdio.h>

static float complex half(float complex z, int n) { return n ? half(z / 2, n - 1) : z; }
static long double complex power(long double complex z, int n) { return n ? z * power(z, n - 1) : 1; }
static double complex poly(double complex z, const double complex *c, int n) {
  double complex s = 0;
  while (n--) s = s * z + c[n];
  return s;
}

int main(void) {
  float complex f = 1.5f + 2.5f * I;
  double complex d = 0.5 - 1.25 * I, c[] = {1, I, 2 - I};
  long double complex l = 2 + 3.0L * I;
  f = f * f / (2 - 1.0f * I);
  printf("%g %g\n", crealf(f), cimagf(f));
  f = half(f, 3);
  printf("%g %g %g\n", crealf(f), cimagf(f), cabsf(f));
  d = poly(d, c, 3) / d;
  printf("%.12g %.12g %.12g\n", creal(d), cimag(d), carg(d));
  l = power(l, 5) / (1 + I);
  printf("%Lg %Lg %.10Lg\n", creall(l), cimagl(l), cabsl(l));
  f = csqrtf(f);
  d = cexp(d);
  l = conjl(l);
  printf("%.5g %.5g %.10g %.10g %Lg %Lg\n", crealf(f), cimagf(f), creal(d), cimag(d), creall(l), cimagl(l));
  d = cpow(d, 2 + I);
  l = clogl(l);
  f = cpowf(f, 2.0f);
  printf("%.10g %.10g %.10Lg %.10Lg %.5g %.5g\n", creal(d), cimag(d), creall(l), cimagl(l), crealf(f), cimagf(f));
  double complex inf = (1.0 / 0.0) * (1 + I), nan = inf - inf;
  printf("%d %d %d\n", creal(inf / 2) > 1e300, creal(nan) != creal(nan), creal(1 / inf) == 0);
  printf("%d %d\n", d == d, (long double)l == creall(l));
  return 0;
}
