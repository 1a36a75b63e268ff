// entry: gcd_class
// Euclid by recursion over small inputs.
static int gcd(int a, int b) { return b == 0 ? a : gcd(b, a % b); }

int gcd_class(int a, int b) {
  if (a < 1 || a > 8 || b < 1 || b > 8)
    return -1;
  int g = gcd(a, b);
  if (g == 1)
    return 1;
  if (g == a || g == b)
    return 2;
  return 3;
}
