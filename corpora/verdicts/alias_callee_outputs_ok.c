// verdict: ok
// A callee with two outputs, called with the same object twice.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static void min_max(int a, int b, int *lo, int *hi) {
  *lo = a < b ? a : b;
  *hi = a < b ? b : a;
}

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), x = 0, y = 0;
  min_max(a, b, &x, &y);
  assert(x <= a && x <= b);
  return 0;
}
