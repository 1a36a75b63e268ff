// Printing floating-point numbers in all formats with flags, widths and precisions.
#include <float.h>
#include <math.h>
#include <stdio.h>

int main(void) {
  double v[] = {0.0, -0.0, 1.0, -1.5, 3.14159265358979, 1e-5, 123456789.0, 1e100, 5e-324, 0.1, 2.5, 999999.5};
  for (unsigned i = 0; i < sizeof v / sizeof *v; i++) {
    printf("%f|%e|%g|%a\n", v[i], v[i], v[i], v[i]);
    printf("%.0f|%.3f|%.10f|%.2e|%.0e\n", v[i], v[i], v[i], v[i], v[i]);
    printf("%10.2f|%-12.4g|%+.3e|% g|%#.0f|%#g|%012.3f\n", v[i] > 1e50 ? 1.0 : v[i], v[i], v[i], v[i],
           v[i] > 1e50 ? 2.0 : v[i], v[i], v[i] > 1e50 ? 3.0 : v[i]);
    printf("%G|%E|%F|%A\n", v[i], v[i], v[i], v[i]);
  }
  printf("%.17g %.17g\n", DBL_MAX, DBL_MIN);
  printf("%.9g %.9g\n", FLT_MAX, FLT_MIN);
  printf("%f %F %g %E %5.1f|\n", INFINITY, -INFINITY, (double)INFINITY, INFINITY, -INFINITY);
  printf("%f %F %10f|\n", (double)NAN, (double)NAN, (double)NAN);
  printf("%*.*f|%-*.*e|\n", 12, 3, 2.0 / 3, 14, 2, 2.0 / 3);
  printf("%.20f\n%.30g\n%.25e\n", 0.1, 0.1, 1.0 / 3);
  printf("%.3a %.0a %a\n", 1.999, 1.5, 0x1.8p-1030);
  printf("%Lf %.20Lg %Le %La\n", 1.5L, 0.1L, 1e4000L, 1.0L);
  return 0;
}
