// verdict: ok
// options: --check overflow
// The product of two bounded numbers, with a bound too loose in the bad version.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  __VERIFIER_assume(a > -46000 && a < 46000);
  __VERIFIER_assume(b > -46000 && b < 46000);
  return a * b == 77;
}
