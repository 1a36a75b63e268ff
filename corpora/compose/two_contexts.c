// entry: limits
// One callee called with a constant context and with an unknown one.
static int within(int v, int lo, int hi) {
  if (lo > hi)
    return -1;
  if (v < lo)
    return 0;
  if (v > hi)
    return 2;
  return 1;
}

int limits(int v, int lo, int hi) {
  if (within(v, 0, 100) != 1)
    return -1;
  int w = within(v, lo, hi);
  if (w < 0)
    return 3;
  if (w == 1 && within(lo, 10, 20) == 1)
    return 1;
  return 0;
}
