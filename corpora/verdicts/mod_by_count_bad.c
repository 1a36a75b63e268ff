// verdict: error division by zero line 15
// A remainder by a count that may be zero: the average of the positive inputs.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int count = 0;
  unsigned sum = 0;
  for (int i = 0; i < 3; i++) {
    int v = __VERIFIER_nondet_int();
    if (v > 0) {
      sum += (unsigned)v;
      count++;
    }
  }
  return (int)(sum % (unsigned)count);
}
