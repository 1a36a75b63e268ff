// entry: depth_class
// Direct recursion with a bounded depth that the caller classifies.
static int halvings(unsigned n) {
  if (n <= 1)
    return 0;
  return 1 + halvings(n / 2);
}

int depth_class(unsigned n) {
  if (n > 40)
    return -1;
  int h = halvings(n);
  if (h == 0)
    return 0;
  if (h < 3)
    return 1;
  return 2;
}
