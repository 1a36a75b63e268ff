// verdict: error assertion failed line 13
// Adding a tenth several times is not the same as multiplying: concrete floating-point arithmetic.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 0 && n <= 8);
  double s = 0;
  for (int i = 0; i < n; i++)
    s += 0.1;
  assert(s == n * 0.1 || n < 2);
  return 0;
}
