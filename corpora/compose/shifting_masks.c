// entry: field_ops
// Bit-field helpers on a word: extract and insert with positions from the caller.
static unsigned get(unsigned w, unsigned pos, unsigned len) { return (w >> pos) & ((1u << len) - 1u); }

static unsigned set(unsigned w, unsigned pos, unsigned len, unsigned v) {
  unsigned mask = ((1u << len) - 1u) << pos;
  if (v >= 1u << len)
    return w;
  return (w & ~mask) | v << pos;
}

int field_ops(unsigned w, unsigned v) {
  unsigned x = set(w, 4, 3, v);
  if (x == w)
    return get(w, 4, 3) == v ? 1 : 0;
  if (get(x, 4, 3) != v)
    return 99;
  if (get(x, 0, 4) == get(w, 0, 4))
    return 2;
  return 98;
}
