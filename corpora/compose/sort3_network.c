// entry: median
// A sorting network through pointers; every comparison is in the callee.
static int order(int *a, int *b) {
  if (*a <= *b)
    return 0;
  int t = *a;
  *a = *b;
  *b = t;
  return 1;
}

int median(int a, int b, int c) {
  int swaps = order(&a, &b);
  swaps += order(&b, &c);
  swaps += order(&a, &b);
  if (a > b || b > c)
    return 99;
  if (swaps == 0)
    return 0;
  return swaps == 3 ? 3 : 1;
}
