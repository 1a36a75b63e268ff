// entry: follow
// Multiple indirection a[b[i]] split over two callees.
static int link(const int *b, int i) { return b[i & 3] & 3; }

static int hops(const int *b, int from, int to) {
  int at = from & 3;
  for (int n = 0; n < 3; n++) {
    if (at == to)
      return n;
    at = link(b, at);
  }
  return -1;
}

int follow(const int b[4], int from) {
  int h = hops(b, from, 2);
  if (h < 0)
    return 0;
  if (h == 2)
    return 2;
  return 1;
}
