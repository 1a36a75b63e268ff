// entry: pick
// A structure in memory class by value and returned; arrays inside it.
struct big {
  int v[6];
  int n;
};

static struct big push(struct big b, int v) {
  if (b.n < 6 && v != 0)
    b.v[b.n++] = v;
  return b;
}

static int top(const struct big *b) { return b->n ? b->v[b->n - 1] : -1; }

int pick(int a, int b, int c) {
  struct big s = {{0}, 0};
  s = push(s, a);
  s = push(s, b);
  s = push(s, c);
  if (s.n == 0)
    return 0;
  if (top(&s) == a && s.n > 1)
    return 1;
  return 2;
}
