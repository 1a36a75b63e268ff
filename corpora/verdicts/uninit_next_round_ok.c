// verdict: ok
// A local of a loop's body is set in each round before it is read.
int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), count = 0;
  for (int i = 0; i < 3; i++) {
    int limit;
    if (i == 0)
      limit = n;
    else
      limit = i;
    if (limit > 7) count++;
  }
  return count;
}
