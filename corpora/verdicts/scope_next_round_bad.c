// verdict: error use after free line 9
// A pointer kept from the round before leads to an object that is gone. (Native code with sanitizers cannot see it: the next object has the same address.)
int __VERIFIER_nondet_int(void);
int main(void) {
  int sum = 0, *last = 0;
  for (int i = 0; i < 3; i++) {
    int x = i;
    if (last && __VERIFIER_nondet_int() == 42)
      sum += *last;
    last = &x;
  }
  return sum;
}
