// entry: list_has
// Recursive search in an input list, cut by an explicit limit.
#include <stddef.h>

struct n {
  int v;
  struct n *next;
};

static const struct n *find(const struct n *l, int v, int limit) {
  if (l == NULL || limit == 0)
    return NULL;
  if (l->v == v)
    return l;
  return find(l->next, v, limit - 1);
}

int list_has(const struct n *l, int v) {
  const struct n *hit = find(l, v, 3);
  if (hit == NULL)
    return 0;
  if (hit == l)
    return 1;
  return hit->next == NULL ? 2 : 3;
}
