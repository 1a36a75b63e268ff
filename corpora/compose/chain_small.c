// entry: total_class
// Three callees with four outcomes each, summed: 64 combinations, three own paths.
static int f(int x) { return x < 0 ? 0 : x < 10 ? 1 : x < 100 ? 2 : 3; }
static int g(int x) { return x == 0 ? 0 : x == 7 ? 3 : x % 2 ? 1 : 2; }
static int h(int x) {
  if (x > 1000)
    return 3;
  if (x > 500)
    return 2;
  return x > 0;
}

int total_class(int a, int b, int c) {
  int s = f(a) + g(b) + h(c);
  if (s == 9)
    return 2;
  if (s == 0)
    return 0;
  return 1;
}
