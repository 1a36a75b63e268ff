// verdict: ok
// A divisor that is a difference of inputs.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  if (y < 0 || y > 9 || x < 0)
    return 0;
  if (y == 7)
    return 0;
  return 100 / (y - 7) + x % 3;
}
