// entry: bounded
// An entry with a precondition over several parameters, in the NAME_precond convention.
int bounded_precond(int a, int b) { return a >= 0 && a <= 20 && b > 0 && b <= 20; }

static int quotient_class(int a, int b) {
  int q = a / b;
  if (q == 0)
    return 0;
  return q > 3 ? 2 : 1;
}

int bounded(int a, int b) {
  int c = quotient_class(a, b);
  if (c == 0)
    return a == 0 ? 10 : 11;
  if (c == 2 && a % b == 0)
    return 12;
  return 13;
}
