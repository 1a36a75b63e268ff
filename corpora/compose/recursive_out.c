// entry: digits_of
// Recursion with an out-parameter that collects.
static void collect(unsigned n, int *count, int *zeros) {
  ++*count;
  if (n % 10 == 0)
    ++*zeros;
  if (n >= 10)
    collect(n / 10, count, zeros);
}

int digits_of(unsigned n) {
  int count = 0, zeros = 0;
  if (n > 999)
    return -1;
  collect(n, &count, &zeros);
  if (count == 3 && zeros == 2)
    return 100;
  if (zeros == 0)
    return count;
  return 0;
}
