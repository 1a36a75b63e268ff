// entry: two_reads
// Error codes in a global, set by callees and cleared by the caller.
static int last_error;

static int checked_div(int a, int b) {
  if (b == 0) {
    last_error = 1;
    return 0;
  }
  return a / b;
}

static int checked_sub(int a, int b) {
  int r;
  if (__builtin_sub_overflow(a, b, &r)) {
    last_error = 2;
    return 0;
  }
  return r;
}

int two_reads(int a, int b) {
  if (a < 0)
    return -1;
  last_error = 0;
  int d = checked_div(a, b);
  if (last_error)
    return 10;
  int s = checked_sub(d, -2147483647);
  if (last_error)
    return 20;
  return s > 0;
}
