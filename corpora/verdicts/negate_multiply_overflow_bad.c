// verdict: error signed overflow line 12
// options: --check overflow
// The product of two bounded numbers, with a bound too loose in the bad version.
// witness: 49999 49999
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  __VERIFIER_assume(a > -50000 && a < 50000);
  __VERIFIER_assume(b > -50000 && b < 50000);
  return a * b == 77;
}
