// entry: config_ok
// Pointers inside structures inside structures, followed by callees; inputs materialise on demand.
#include <stddef.h>

struct limits {
  int lo, hi;
};
struct conf {
  struct limits *lim;
  int dflt;
};

static int within(const struct limits *l, int v) { return l->lo <= v && v <= l->hi; }

static int effective(const struct conf *c, int v) {
  if (c->lim == NULL)
    return c->dflt;
  return within(c->lim, v) ? v : c->dflt;
}

int config_ok(const struct conf *c, int v) {
  if (c == NULL)
    return -1;
  int e = effective(c, v);
  if (e == v)
    return 1;
  if (e < 0)
    return 2;
  return 0;
}
