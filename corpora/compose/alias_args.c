// entry: both_ways
// Two pointer arguments that the caller makes equal in one call and different in another.
static int bump(int *a, int *b) {
  *a += 1;
  *b += 1;
  return *a - *b;
}

int both_ways(int x, int y) {
  if (x < -1000 || x > 1000 || y < -1000 || y > 1000)
    return -1;
  int d = bump(&x, &y);
  int e = bump(&x, &x);
  if (d == 0)
    return 1;
  if (x > 10)
    return e + 2;
  return 3;
}
