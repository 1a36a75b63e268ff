// entry: ratio_class
// A callee that divides: an error for one input, a decision for others.
static int ratio(int a, int b) { return a / b; }

int ratio_class(int a, int b) {
  if (a < 0 || a > 1000 || b < -10 || b > 10)
    return -1;
  int r = ratio(a, b);
  if (r > 100)
    return 2;
  if (r < 0)
    return 1;
  return 0;
}
