// entry: permute
// Callees read and write at input indices of the caller's array.
static void put(int *a, int i, int v) {
  if (i >= 0 && i < 4)
    a[i] = v;
}

static int get(const int *a, int i) {
  if (i < 0 || i >= 4)
    return -1;
  return a[i];
}

int permute(int i, int j, int k) {
  int a[4] = {10, 20, 30, 40};
  put(a, i, 5);
  put(a, j, 20);
  int v = get(a, k);
  if (v == 5)
    return 1;
  if (v == 20)
    return 2;
  if (v < 0)
    return 3;
  return 0;
}
