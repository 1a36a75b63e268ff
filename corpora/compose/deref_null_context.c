// entry: chain_deref
// A callee that follows two links; the caller guards one of them only.
#include <stddef.h>

struct n {
  int v;
  struct n *next;
};

static int second(const struct n *p) { return p->next->v; }

int chain_deref(const struct n *p) {
  if (p == NULL)
    return -1;
  int v = second(p);
  if (v > 0)
    return 1;
  return 0;
}
