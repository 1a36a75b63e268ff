// verdict: error assertion failed line 10
// Adding one to a large double changes nothing.
#include <assert.h>
extern double nondet_double(void);

int main(void) {
  double x = nondet_double();
  if (!(x > 0 && x < 1e300))
    return 0;
  assert(x + 1.0 > x);
  return 0;
}
