// entry: prepend_two
// A callee links nodes of the caller; the caller follows the links it made.
#include <stddef.h>

struct n {
  int v;
  struct n *next;
};

static struct n *cons(struct n *cell, int v, struct n *tail) {
  cell->v = v;
  cell->next = tail;
  return cell;
}

static int second(const struct n *l) { return l != NULL && l->next != NULL ? l->next->v : -1; }

int prepend_two(int a, int b, int one) {
  struct n c[2];
  struct n *l = cons(&c[0], a, NULL);
  if (one == 0)
    l = cons(&c[1], b, l);
  int s = second(l);
  if (s < 0)
    return -1;
  if (s == b)
    return 2;
  return 1;
}
