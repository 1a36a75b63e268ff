// verdict: error assertion failed line 14
// Clamping with nested conditional expressions.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int clamp(int v, int lo, int hi) {
  return v < lo ? lo : v > hi ? lo : v;
}

int main(void) {
  int v = __VERIFIER_nondet_int();
  int c = clamp(v, -5, 20);
  assert(c >= -5 && c <= 20);
  assert(v <= 20 || c == 20);
  return 0;
}
