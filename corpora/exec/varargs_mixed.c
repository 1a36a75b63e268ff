// Variable arguments: doubles, structs by value in registers and memory, long double, all mixed and overflowing.
#include <stdarg.h>
#include <stdio.h>

struct small { int a, b; };
struct twod { double x, y; };
struct mixed { long l; double d; };
struct large { long v[4]; };

static double meand(int n, ...) {
  va_list ap;
  va_start(ap, n);
  double s = 0;
  for (int i = 0; i < n; i++)
    s += va_arg(ap, double);
  va_end(ap);
  return n ? s / n : 0;
}

static void take(const char *what, ...) {
  va_list ap;
  va_start(ap, what);
  for (; *what; what++) {
    switch (*what) {
    case 'i': printf("%d ", va_arg(ap, int)); break;
    case 'd': printf("%g ", va_arg(ap, double)); break;
    case 'D': printf("%Lg ", va_arg(ap, long double)); break;
    case 's': {
      struct small s = va_arg(ap, struct small);
      printf("{%d %d} ", s.a, s.b);
      break;
    }
    case 't': {
      struct twod s = va_arg(ap, struct twod);
      printf("{%g %g} ", s.x, s.y);
      break;
    }
    case 'm': {
      struct mixed s = va_arg(ap, struct mixed);
      printf("{%ld %g} ", s.l, s.d);
      break;
    }
    case 'L': {
      struct large s = va_arg(ap, struct large);
      printf("{%ld..%ld} ", s.v[0], s.v[3]);
      break;
    }
    }
  }
  putchar('\n');
  va_end(ap);
}

int main(void) {
  struct small s = {1, -2};
  struct twod t = {1.5, -2.5};
  struct mixed m = {1L << 35, 0.125};
  struct large l = {{9, 8, 7, 6}};
  printf("%g %g\n", meand(3, 1.0, 2.0, 4.5), meand(11, 1., 2., 3., 4., 5., 6., 7., 8., 9., 10., 11.));
  take("idDstmL", 5, 2.25, 3.5L, s, t, m, l);
  take("mmmmmm", m, m, m, m, m, m);
  take("tttttit", t, t, t, t, t, 3, t);
  take("LiLdDi", l, 1, l, 0.5, 0.25L, 2);
  take("sssssssd", s, s, s, s, s, s, s, 9.0);
  take("iDiDid", 1, 1.0L, 2, 2.0L, 3, 3.0);
  float f = 1.75f;
  char c = -3;
  take("di", f, c);
  return 0;
}
