// entry: longest
// A callee that returns one of its pointer arguments or NULL.
#include <stddef.h>

struct item {
  int weight;
  int tag;
};

static struct item *heavier(struct item *a, struct item *b) {
  if (a->weight == b->weight)
    return NULL;
  return a->weight > b->weight ? a : b;
}

int longest(int w1, int w2, int w3) {
  struct item a = {w1, 1}, b = {w2, 2}, c = {w3, 3};
  struct item *m = heavier(&a, &b);
  if (m == NULL)
    return 0;
  m = heavier(m, &c);
  if (m == NULL)
    return -1;
  m->tag += 10;
  return c.tag > 10 ? 3 : a.tag > 10 ? 1 : 2;
}
