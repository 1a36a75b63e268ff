// verdict: error signed overflow line 12
// options: --check overflow
// The middle of two non-negative indices: the plain sum overflows.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int lo = __VERIFIER_nondet_int();
  int hi = __VERIFIER_nondet_int();
  __VERIFIER_assume(0 <= lo && lo <= hi);
  int mid = (lo + hi) / 2;
  assert(lo <= mid && mid <= hi);
  return 0;
}
