// entry: order_pair
// Out-parameters: a callee that swaps through pointers, a caller that decides on the result.
static void swap(int *a, int *b) {
  int t = *a;
  *a = *b;
  *b = t;
}

int order_pair(int a, int b) {
  if (a > b)
    swap(&a, &b);
  if (a == b)
    return 0;
  if (a < 0)
    return b < 0 ? -2 : -1;
  return 1;
}
