// entry: three_calls
// A callee with state in a static local.
static int next(int step) {
  static int at;
  if (step < 0)
    at = 0;
  else
    at = (at + step) & 7;
  return at;
}

int three_calls(int a, int b) {
  if (a < 0 || a > 7 || b < -1 || b > 7)
    return -1;
  next(-1);
  next(a);
  int r = next(b);
  if (r == 0)
    return 0;
  if (r > 4)
    return 2;
  return 1;
}
