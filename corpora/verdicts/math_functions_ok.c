// verdict: ok
// Functions of math.h on numbers give what libm gives.
#include <math.h>
void reach_error(void);
static void check(int ok) {
  if (!ok) reach_error();
}
int main(void) {
  int e;
  check(frexp(8.0, &e) == 0.5 && e == 4);
  check(frexpf(-0.75f, &e) == -0.75f && e == 0);
  check(ldexp(0.5, 4) == 8.0);
  check(remainder(5.0, 3.0) == -1.0 && remainder(7.5, 5.0) == -2.5 && remainder(12.5, 5.0) == 2.5);
  check(fmod(-5.0, 3.0) == -2.0);
  check(pow(2.0, 10.0) == 1024.0 && exp(0.0) == 1.0 && log2(8.0) == 3.0);
  check(nearbyint(2.5) == 2.0 && roundl(2.5L) == 3.0L && lrintl(-1.5L) == -2);
  check(isnan(nan("")) && copysign(3.0, -0.0) == -3.0 && fdimf(1.0f, 2.0f) == 0.0f);
  return 0;
}
