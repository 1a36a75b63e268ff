// verdict: error uninitialised read line 10
// A local of a loop's body does not keep its value from one round to the next. (Code without optimisation keeps it.)
int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), count = 0;
  for (int i = 0; i < 3; i++) {
    int limit;
    if (i == 0)
      limit = n;
    if (limit > 7) count++;
  }
  return count;
}
