// entry: make_and_use
// A callee allocates, the caller tests for NULL and frees.
#include <stdlib.h>

struct obj {
  int kind;
  int size;
};

static struct obj *make(int kind) {
  if (kind < 0)
    return NULL;
  struct obj *o = malloc(sizeof *o);
  if (o == NULL)
    return NULL;
  o->kind = kind;
  o->size = kind > 9 ? 100 : kind * 10;
  return o;
}

int make_and_use(int kind) {
  struct obj *o = make(kind);
  if (o == NULL)
    return -1;
  int r = 0;
  if (o->size == 100)
    r = 2;
  else if (o->size > 50)
    r = 1;
  free(o);
  return r;
}
