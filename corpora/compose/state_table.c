// entry: accepts
// A table-driven automaton: the transition is a callee with a two-dimensional constant table.
enum { START, SIGN, NUM, BAD };
static const unsigned char delta[4][3] = {{SIGN, NUM, BAD}, {BAD, NUM, BAD}, {BAD, NUM, BAD}, {BAD, BAD, BAD}};

static int class_of(char c) {
  if (c == '-' || c == '+')
    return 0;
  if (c >= '0' && c <= '9')
    return 1;
  return 2;
}

static int next(int state, char c) { return delta[state][class_of(c)]; }

int accepts(const char s[3]) {
  int st = START;
  for (int i = 0; i < 3 && s[i] != 0; i++)
    st = next(st, s[i]);
  if (st == NUM)
    return 1;
  if (st == BAD)
    return -1;
  return 0;
}
