// verdict: error assertion failed line 12
// Two linear equations: unique over bounded ints, not unique modulo 2^32.
// witness: 2147483655 2147483651
#include <assert.h>
extern unsigned nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
  unsigned x = nondet_uint(), y = nondet_uint();
  __VERIFIER_assume(x + y == 10);
  __VERIFIER_assume(x - y == 4);
  assert(x == 7 && y == 3);
  return 0;
}
