// entry: pipeline
// Three levels of callees; only the middle one is called directly.
static int low(int x) {
  if (x < 0)
    return -1;
  if (x % 2)
    return 1;
  return 0;
}

static int mid(int x) {
  int a = low(x), b = low(x - 3);
  if (a < 0)
    return 0;
  if (b < 0)
    return 1;
  return a + b + 1;
}

int pipeline(int x) {
  if (x > 1000 || x < -1000)
    return -1;
  int m = mid(x);
  if (m == 0)
    return 10;
  if (m == 1)
    return 20;
  return m == 2 ? 30 : 40;
}
