// entry: dispatch
// A constant table of handlers that change a state structure.
struct st {
  int acc;
  int err;
};

static void h_add(struct st *s, int v) { s->acc += v; }
static void h_neg(struct st *s, int v) {
  (void)v;
  s->acc = -s->acc;
}
static void h_set(struct st *s, int v) {
  if (v == 0)
    s->err = 1;
  else
    s->acc = v;
}

static void (*const table[3])(struct st *, int) = {h_add, h_neg, h_set};

int dispatch(unsigned a, unsigned b, int v) {
  struct st s = {10, 0};
  if (a > 2 || b > 2 || v < -100 || v > 100)
    return -1;
  table[a](&s, v);
  table[b](&s, v);
  if (s.err)
    return 3;
  return s.acc > 0;
}
