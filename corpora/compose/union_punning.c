// entry: byte_order
// A callee that stores bytes, the caller reads a word.
static void store(unsigned char *p, unsigned v, int big) {
  for (int i = 0; i < 4; i++)
    p[i] = (unsigned char)(v >> (8 * (big ? 3 - i : i)));
}

int byte_order(unsigned v, int big) {
  union {
    unsigned u;
    unsigned char b[4];
  } w;
  store(w.b, v, big != 0);
  if (w.u == v)
    return 1;
  if (w.b[0] == 0)
    return 2;
  return 0;
}
