// entry: session
// A global written by one callee and read by another.
static int level;

static void raise(int by) {
  if (by > 0)
    level += by > 3 ? 3 : by;
}

static int is_high(void) { return level > 4; }

int session(int a, int b) {
  level = 0;
  raise(a);
  raise(b);
  if (is_high())
    return 2;
  if (level == 0)
    return 0;
  return 1;
}
