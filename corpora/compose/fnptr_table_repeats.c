// entry: entry
// The last entries of a table of functions are one: all indices from there on lead to it.
static int inc(int v) { return v + 1; }
static int half(int v) { return v / 2; }
static int neg(int v) {
  if (v < -1) return -v;
  return v;
}

static int (*const table[4])(int) = {inc, half, neg, neg};

static int choose(int i, int v) { return table[i & 3](v); }

int entry(int i, int v) {
  int r = choose(i, v);
  if (r == 5) return 2;
  return choose(3, v) > 7;
}
