// verdict: error assertion failed line 18
// Swapping by exclusive or fails when both are the same object.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static void swap(int *a, int *b) {
  *a ^= *b;
  *b ^= *a;
  *a ^= *b;
}

int main(void) {
  int v[3] = {5, 6, 7};
  int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
  __VERIFIER_assume(i >= 0 && i < 3 && j >= 0 && j < 3);
  swap(&v[i], &v[j]);
  assert(v[0] + v[1] + v[2] == 18);
  return 0;
}
