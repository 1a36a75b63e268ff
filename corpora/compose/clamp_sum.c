// entry: budget
// Pure callees with several return points; the caller decides on the sum of two results.
static int clamp(int v, int lo, int hi) {
  if (v < lo)
    return lo;
  if (v > hi)
    return hi;
  return v;
}

int budget(int a, int b) {
  int s = clamp(a, 0, 10) + clamp(b, -5, 5);
  if (s > 12)
    return 2;
  if (s == 0)
    return 1;
  return 0;
}
