// entry: count_matching
// A callback with a context pointer, called in a bounded loop.
struct ctx {
  int lo, hits;
};

static void visit(int v, void *arg) {
  struct ctx *c = arg;
  if (v >= c->lo)
    c->hits++;
}

static void each(const int *a, int n, void (*f)(int, void *), void *arg) {
  for (int i = 0; i < n; i++)
    f(a[i], arg);
}

int count_matching(int a, int b, int c, int lo) {
  int v[3] = {a, b, c};
  struct ctx ctx = {lo, 0};
  each(v, 3, visit, &ctx);
  if (ctx.hits == 3)
    return 1;
  if (ctx.hits == 0)
    return 2;
  return 0;
}
