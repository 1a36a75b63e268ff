// Variable arguments that the ABI aligns: over-aligned structs, 16-byte vectors in registers and in memory, __int128,
// long double, complex, each between arguments of other classes.
#include <stdarg.h>
#include <stdio.h>

typedef struct {
  long a, b, c;
} plain;
typedef struct __attribute__((aligned(16))) {
  long a, b, c, d;
} sixteen;
typedef struct __attribute__((aligned(32))) {
  double a, b, c, d;
} thirtytwo;
typedef struct {
  char c[3];
} odd;
typedef int v4 __attribute__((vector_size(16)));
typedef float v2 __attribute__((vector_size(8)));

// Each round reads one argument of every kind; the kinds rotate so that each meets every offset.
static void show(int rounds, ...) {
  va_list ap, again;
  va_start(ap, rounds);
  va_copy(again, ap);
  for (int r = 0; r < rounds; r++) {
    int i = va_arg(ap, int);
    sixteen s = va_arg(ap, sixteen);
    odd o = va_arg(ap, odd);
    thirtytwo t = va_arg(ap, thirtytwo);
    v4 v = va_arg(ap, v4);
    long double x = va_arg(ap, long double);
    plain p = va_arg(ap, plain);
    __int128 w = va_arg(ap, __int128);
    v2 f = va_arg(ap, v2);
    _Complex double z = va_arg(ap, _Complex double);
    printf("%d: %ld %ld %d%d%d %g %g [%d %d %d %d] %Lg %ld %ld %lld %g %g %g %g\n", i, s.a, s.d, o.c[0], o.c[1],
           o.c[2], t.a, t.d, v[0], v[1], v[2], v[3], x, p.a, p.c, (long long)(w >> 64), f[0], f[1], __real__ z,
           __imag__ z);
  }
  int first = va_arg(again, int);
  sixteen s = va_arg(again, sixteen);
  printf("again %d %ld\n", first, s.b);
  va_end(again);
  va_end(ap);
}

static int vectors(const char *kinds, ...) {
  va_list ap;
  int sum = 0;
  va_start(ap, kinds);
  for (; *kinds; kinds++) {
    if (*kinds == 'v') {
      v4 v = va_arg(ap, v4);
      sum = sum * 3 + v[0] + v[3];
    } else {
      sum = sum * 3 + (int)va_arg(ap, double);
    }
  }
  va_end(ap);
  return sum;
}

int main(void) {
  sixteen s = {1, 2, 3, 4};
  thirtytwo t = {1.5, 2.5, 3.5, 4.5};
  odd o = {{7, 8, 9}};
  plain p = {10, 20, 30};
  v4 v = {-1, -2, -3, -4}, w = {5, 6, 7, 8};
  v2 f = {0.25f, 0.75f};
  __int128 wide = (__int128)77 << 64;
  _Complex double z = 3.0 + 4.0i;
  show(3, 1, s, o, t, v, 1.25L, p, wide, f, z, 2, s, o, t, w, 2.25L, p, wide, f, z, 3, s, o, t, v, 3.25L, p, wide, f, z);
  printf("%d\n", vectors("vdvdvdvdvdvv", v, 1.0, w, 2.0, v, 3.0, w, 4.0, v, 5.0, w, v));
  return 0;
}
