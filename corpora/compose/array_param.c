// entry: peak
// An array parameter summed and searched by callees with constant bounds.
static int index_of_max(const int *a, int n) {
  int m = 0;
  for (int i = 1; i < n; i++)
    if (a[i] > a[m])
      m = i;
  return m;
}

int peak(const int a[3]) {
  int m = index_of_max(a, 3);
  if (m == 1)
    return 1;
  if (a[m] < 0)
    return -1;
  return 0;
}
