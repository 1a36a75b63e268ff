// verdict: ok
// __VERIFIER_nondet_bool gives 0 or 1.
void reach_error(void);
int __VERIFIER_nondet_bool();
int main(void) {
  int b = __VERIFIER_nondet_bool();
  if (b > 1 || b < 0) reach_error();
  return 0;
}
