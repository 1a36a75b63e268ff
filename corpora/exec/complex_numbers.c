// _Complex: arithmetic, parts, passing and returning float, double and long double complex, comparison.
#include <complex.h>
#include <stdio.h>

static double complex square(double complex z) { return z * z; }
static float complex turn(float complex z) { return z * I; }
static long double complex add3(long double complex a, double complex b, float complex c) { return a + b + c; }

static int escape(double complex c) {
  double complex z = 0;
  for (int i = 0; i < 50; i++) {
    z = z * z + c;
    if (creal(z) * creal(z) + cimag(z) * cimag(z) > 4)
      return i;
  }
  return 50;
}

int main(void) {
  double complex a = 1 + 2 * I, b = 3 - I;
  printf("%g %g\n", creal(a + b), cimag(a + b));
  printf("%g %g\n", creal(a * b), cimag(a * b));
  printf("%g %g\n", creal(a / b), cimag(a / b));
  printf("%g %g\n", creal(-a), cimag(conj(a)));
  printf("%g %g\n", creal(square(a)), cimag(square(a)));
  float complex f = turn(2.5f + 1.0f * I);
  printf("%g %g\n", crealf(f), cimagf(f));
  long double complex l = add3(1, 2 * I, 3.0f + 4.0f * I);
  printf("%Lg %Lg\n", creall(l), cimagl(l));
  printf("%d %d %d\n", a == a, a == b, a != conj(a));
  __real__ a = 10;
  __imag__ a += 0.5;
  printf("%g %g\n", creal(a), cimag(a));
  double complex arr[3] = {1, I, 1 + I};
  double complex s = 0;
  for (int i = 0; i < 3; i++)
    s += arr[i] * (i + 1);
  printf("%g %g %zu\n", creal(s), cimag(s), sizeof arr);
  for (int y = -4; y <= 4; y += 2) {
    for (int x = -8; x <= 4; x++)
      putchar(escape(x / 4.0 + y / 4.0 * I) == 50 ? '#' : '.');
    putchar('\n');
  }
  _Complex int ci = 3 + 4i;
  printf("%d %d\n", __real__ ci, __imag__ ci);
  return 0;
}
