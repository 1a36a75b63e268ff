// verdict: error out of bounds line 11
// A two by three matrix read with the indices the wrong way round.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int m[2][3] = {{1, 2, 3}, {4, 5, 6}};

int main(void) {
  int r = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
  __VERIFIER_assume(r >= 0 && r < 2 && c >= 0 && c < 3);
  return m[c][r] == 5;
}
