// entry: pick_and_write
// A callee returns one of three objects by guards; the caller writes through it and reads all three.
static int *pick(int *a, int *b, int *c, int k) {
  if (k < 0)
    return a;
  if (k > 10)
    return b;
  return c;
}

int pick_and_write(int k, int v) {
  int a = 1, b = 2, c = 3;
  *pick(&a, &b, &c, k) = v;
  *pick(&c, &a, &b, k) += 1;
  if (a == v)
    return 1;
  if (b == v)
    return 2;
  if (c == v + 0)
    return 3;
  return 0;
}
