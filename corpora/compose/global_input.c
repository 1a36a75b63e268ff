// entry: tick
// A global that is an input: read, changed by a callee, read again.
int clock_value;
static int wraps;

static int advance(int by) {
  if (by < 0 || by > 100)
    return 0;
  unsigned next = (unsigned)clock_value + (unsigned)by;
  clock_value = (int)(next & 0xff);
  if (next > 0xff)
    wraps++;
  return 1;
}

int tick(int by) {
  int before = clock_value;
  wraps = 0;
  if (!advance(by))
    return -1;
  if (wraps)
    return 2;
  if (clock_value == before)
    return 0;
  return 1;
}
