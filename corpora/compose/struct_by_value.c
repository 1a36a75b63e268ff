// entry: route
// Small structures passed and returned by value.
struct pt {
  int x, y;
};

static struct pt add(struct pt a, struct pt b) {
  a.x = (int)((unsigned)a.x + (unsigned)b.x);
  a.y = (int)((unsigned)a.y + (unsigned)b.y);
  return a;
}

static struct pt mirror(struct pt p) {
  if (p.x < 0)
    return (struct pt){p.y, p.x};
  return p;
}

int route(struct pt p, int dx) {
  struct pt q = add(p, (struct pt){dx, 1});
  q = mirror(q);
  if (q.x == 7)
    return 1;
  if (q.y < q.x)
    return 2;
  return 0;
}
