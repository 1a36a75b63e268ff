// entry: parity_walk
// Mutual recursion; the caller decides on its answer and on a global trace.
static int trace;
static int down_even(int n);

static int down_odd(int n) {
  trace++;
  if (n <= 0)
    return 0;
  return down_even(n - 1);
}

static int down_even(int n) {
  if (n <= 0)
    return 1;
  return down_odd(n - 1);
}

int parity_walk(int n) {
  if (n > 6)
    return -1;
  trace = 0;
  int e = down_even(n);
  if (trace > 2)
    return 2 + e;
  return e;
}
