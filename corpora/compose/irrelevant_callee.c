// entry: with_log
// A callee with many branches that feeds no decision, next to one that does.
static unsigned log_sum;

static void note(unsigned v) {
  for (int i = 0; i < 6; i++) {
    if (v & 1u)
      log_sum += v;
    else if (v & 2u)
      log_sum ^= v;
    v >>= 1;
  }
}

static int gate(int v) { return v > 5 && v < 9; }

int with_log(int v) {
  note((unsigned)v);
  if (gate(v))
    return 1;
  note((unsigned)v + 1u);
  return 0;
}
