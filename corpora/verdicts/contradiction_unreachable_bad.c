// verdict: error assertion failed line 13
// An error behind assumptions that contradict each other is not reachable.
// witness: 14
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x > 10);
  __VERIFIER_assume(x < 20);
  if (x % 7 == 0)
    reach_error();
  return 0;
}
