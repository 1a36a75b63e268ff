// verdict: ok
// Conversion to int cuts toward zero.
#include <assert.h>
extern float nondet_float(void);

int main(void) {
  float f = nondet_float();
  if (!(f >= 0.0f && f < 100.0f))
    return 0;
  int i = (int)f;
  assert(i >= 0 && i < 100 && (float)i <= f);
  return 0;
}
