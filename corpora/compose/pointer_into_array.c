// entry: scan
// A callee returns a pointer into the caller's array; the caller measures the distance.
static const int *find(const int *from, const int *end, int v) {
  while (from < end && *from != v)
    from++;
  return from;
}

int scan(const int a[4], int v) {
  const int *p = find(a, a + 4, v);
  if (p == a + 4)
    return -1;
  const int *q = find(p + 1, a + 4, v);
  if (q == a + 4)
    return 1;
  return (int)(q - p) > 1 ? 3 : 2;
}
