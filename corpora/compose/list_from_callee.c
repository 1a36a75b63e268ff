// entry: build_and_count
// A callee returns a list it allocated; the caller walks and frees it.
#include <stdlib.h>

struct n {
  int v;
  struct n *next;
};

static struct n *build(int k) {
  struct n *l = NULL;
  for (int i = 0; i < 2 && i < k; i++) {
    struct n *c = malloc(sizeof *c);
    if (c == NULL)
      return l;
    c->v = k - i;
    c->next = l;
    l = c;
  }
  return l;
}

static void drop(struct n *l) {
  while (l != NULL) {
    struct n *next = l->next;
    free(l);
    l = next;
  }
}

int build_and_count(int k) {
  struct n *l = build(k);
  if (l == NULL)
    return 0;
  int r = l->next == NULL ? 1 : l->v == 4 ? 3 : 2;
  drop(l);
  return r;
}
