// verdict: ok
// partial: Z3 gives up on the sum of two doubles
// The average of two bounded doubles lies between them; it may round to the lower one.
#include <assert.h>
extern double __VERIFIER_nondet_double(void);

int main(void) {
  double a = __VERIFIER_nondet_double(), b = __VERIFIER_nondet_double();
  if (!(a >= 0 && a <= b && b <= 100))
    return 0;
  double m = (a + b) / 2;
  assert(m >= a && m <= b);
  return 0;
}
