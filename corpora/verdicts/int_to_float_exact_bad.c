// verdict: error assertion failed line 12
// Ints up to 2^24 are exact as float, larger ones are rounded.
// witness: 16777217
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i >= 0 && i <= 33554432);
  float f = (float)i;
  assert((int)f == i);
  return 0;
}
