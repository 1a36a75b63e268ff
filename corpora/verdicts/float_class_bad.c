// verdict: error assertion failed line 8
// Infinity is no NaN, and differs from nothing but itself minus itself.
#include <assert.h>
#include <math.h>
extern double nondet_double(void);
int main(void) {
  double x = nondet_double();
  if (!isnan(x)) assert(x - x == 0);
  return 0;
}
