// entry: make_pair
// Two levels of allocation with clean-up in the callee; the caller sees either all or nothing.
#include <stdlib.h>

struct pair {
  int *a, *b;
};

static void drop(struct pair *p) {
  if (p == NULL)
    return;
  free(p->a);
  free(p->b);
  free(p);
}

static struct pair *make(int x, int y) {
  struct pair *p = calloc(1, sizeof *p);
  if (p == NULL)
    return NULL;
  p->a = malloc(sizeof *p->a);
  p->b = malloc(sizeof *p->b);
  if (p->a == NULL || p->b == NULL) {
    drop(p);
    return NULL;
  }
  *p->a = x;
  *p->b = y;
  return p;
}

int make_pair(int x, int y) {
  struct pair *p = make(x, y);
  if (p == NULL)
    return -1;
  int r = *p->a == *p->b ? 0 : *p->a < *p->b ? 1 : 2;
  drop(p);
  return r;
}
