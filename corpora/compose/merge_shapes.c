// entry: node_or_null
// A callee whose cases end in different shapes: NULL, an input object, a fresh object.
#include <stdlib.h>

struct n {
  int v;
};

static struct n *get(struct n *have, int mode) {
  if (mode == 0)
    return NULL;
  if (mode == 1)
    return have;
  struct n *fresh = malloc(sizeof *fresh);
  if (fresh != NULL)
    fresh->v = 42;
  return fresh;
}

int node_or_null(int mode, int v) {
  struct n mine = {v};
  struct n *p = get(&mine, mode);
  if (p == NULL)
    return 0;
  if (p->v == 42)
    return 1;
  return 2;
}
