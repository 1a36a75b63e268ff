// verdict: error uninitialised read line 7
// The exit status is a variable that nobody set.
int __VERIFIER_nondet_int(void);
int main(void) {
  int x;
  if (__VERIFIER_nondet_int()) x = 1;
  return x;
}
