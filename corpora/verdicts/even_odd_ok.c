// verdict: ok
// Mutual recursion with a wrong base case in the bad version.
#include <assert.h>
extern unsigned nondet_uint(void);
extern void __VERIFIER_assume(int);

static int odd(unsigned n);
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }

int main(void) {
  unsigned n = nondet_uint();
  __VERIFIER_assume(n <= 7);
  assert(even(n) == (n % 2 == 0));
  return 0;
}
