// verdict: ok
// Pointers into one array: order and distance.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static long a[8];

int main(void) {
  int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
  __VERIFIER_assume(i >= 0 && i < 8 && j >= 0 && j < 8);
  long *p = &a[i], *q = &a[j];
  assert((p < q) == (i < j));
  assert(q - p == j - i);
  return 0;
}
