// entry: wide_class
// Callees over 64-bit and 128-bit integers and narrow results.
static unsigned long high(unsigned long a, unsigned long b) { return (unsigned long)(((unsigned __int128)a * b) >> 64); }

static signed char narrow(long v) { return (signed char)v; }

int wide_class(unsigned long a, long v) {
  if (high(a, 16) > 3)
    return 2;
  signed char c = narrow(v);
  if (c < 0)
    return v > 0 ? 4 : 5;
  return c == v;
}
