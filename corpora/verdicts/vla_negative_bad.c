// verdict: error out of bounds line 7
// The number of elements is negative on one path.
int __VERIFIER_nondet_int(void);
int main(void) {
  int n = 4;
  if (__VERIFIER_nondet_int() == 9) n -= 5;
  char room[n];
  room[0] = 1;
  return 0;
}
