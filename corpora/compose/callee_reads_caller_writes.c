// entry: interplay
// The caller changes an object between two calls of the same callee.
struct box {
  int lo, hi;
};

static int span(const struct box *b) {
  if (b->hi < b->lo)
    return -1;
  return b->hi - b->lo > 10;
}

int interplay(int lo, int hi) {
  if (lo < -100 || lo > 100 || hi < -100 || hi > 100)
    return -5;
  struct box b = {lo, hi};
  int first = span(&b);
  if (first < 0) {
    b.lo = hi;
    b.hi = lo;
  }
  int second = span(&b);
  if (second < 0)
    return 99;
  if (first != second)
    return second ? 2 : 3;
  return second;
}
