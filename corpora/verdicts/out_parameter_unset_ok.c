// verdict: ok
// A callee that leaves its output unset on failure, and a caller that does not look at the result.
extern int __VERIFIER_nondet_int(void);

static int half(int x, int *out) {
  if (x % 2 != 0)
    return 0;
  *out = x / 2;
  return 1;
}

int main(void) {
  int h;
  if (!half(__VERIFIER_nondet_int(), &h))
    return 0;
  if (h > 3)
    return 1;
  return 0;
}
