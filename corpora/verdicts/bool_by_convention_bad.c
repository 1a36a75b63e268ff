// verdict: error assertion failed line 6
// Both are possible.
void reach_error(void);
int __VERIFIER_nondet_bool();
int main(void) {
  if (__VERIFIER_nondet_bool() == 1) reach_error();
  return 0;
}
