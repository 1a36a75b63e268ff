// float and double arithmetic: rounding, overflow to infinity, NaN comparisons, conversion to and from ints.
#include <math.h>
#include <stdio.h>

static float sumf(const float *a, int n) {
  float s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}

int main(void) {
  float a[5] = {0.1f, 0.2f, 0.3f, 1e8f, -1e8f};
  printf("%.9g %.9g\n", sumf(a, 3), sumf(a, 5));
  double d = 1.0;
  int n = 0;
  while (1.0 + d != 1.0) {
    d /= 2;
    n++;
  }
  printf("%d %.17g\n", n, d);
  float f = 16777216.0f;
  printf("%.1f %.1f\n", f + 1.0f, f + 2.0f);
  volatile double zero = 0.0;
  double nan = NAN, inf = INFINITY;
  printf("%d %d %d %d %d\n", nan == nan, nan < 1, nan > 1, nan != nan, !(nan <= 1));
  printf("%d %d %d\n", inf > 1e308, -inf < inf, inf - 1 == inf);
  printf("%d %d\n", isnan(inf - inf) != 0, signbit(-zero) != 0);
  printf("%d %d %d %d\n", (int)2.99, (int)-2.99, (int)1e9f, (short)-32768.5);
  printf("%u %llu %lld\n", (unsigned)4e9, (unsigned long long)1.8e19, (long long)-9.2e18);
  printf("%.17g %.17g %.9g\n", (double)0xffffffffffffffffULL, (double)-0x7fffffffffffffffLL, (float)16777217);
  printf("%.9g %.17g\n", (float)0.1, (double)0.1f);
  double x = 2.0;
  for (int i = 0; i < 6; i++)
    x = 0.5 * (x + 2.0 / x);
  printf("%.15g %.15g\n", x, x * x - 2.0);
  float g = 1.0f;
  g += 0.1;
  g *= 3;
  g -= 1e-8;
  printf("%.9g\n", g);
  x = 10;
  x++;
  --x;
  x = -x;
  printf("%g %d %g\n", x, !x, fmod(x, 3));
  return 0;
}
