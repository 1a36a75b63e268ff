// verdict: error assertion failed line 12
// Recursive factorial of a small number.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 0 && n <= 6);
  assert(fact(n) < 720);
  return 0;
}
