// entry: table_at
// A callee that indexes an array of its caller: too small for one call site.
static int at(const int *a, int i) { return a[i]; }

int table_at(int i) {
  int small[2] = {1, 2}, large[5] = {1, 2, 3, 4, 5};
  if (i < 0 || i > 4)
    return -1;
  int x = at(large, i);
  if (x < 3)
    return at(small, i) == x ? 1 : 2;
  if (i == 4)
    return at(small, i - 3) == 2 ? 3 : 4;
  return 0;
}
