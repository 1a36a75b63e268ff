// verdict: ok
#include <assert.h>
#include <math.h>
extern double nondet_double(void);
int main(void) {
  double x = nondet_double();
  if (isfinite(x)) assert(x - x == 0);
  assert(isnan(x) + (isinf(x) != 0) + (isfinite(x) != 0) == 1);
  if (fpclassify(x) == FP_ZERO) assert(x == 0);
  return 0;
}
