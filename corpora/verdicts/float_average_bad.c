// verdict: error assertion failed line 12
// The average of two bounded doubles lies between them; it may round to the lower one.
// witness: 0 4.9406564584124654e-324
#include <assert.h>
extern double __VERIFIER_nondet_double(void);

int main(void) {
  double a = __VERIFIER_nondet_double(), b = __VERIFIER_nondet_double();
  if (!(a >= 0 && a <= b && b <= 100))
    return 0;
  double m = (a + b) / 2;
  assert(a < m || a == b || m == b);
  return 0;
}
