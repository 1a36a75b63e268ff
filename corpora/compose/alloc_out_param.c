// entry: two_blocks
// Allocation through an out-parameter, freed by another callee.
#include <stdlib.h>

static int get(int **out, int v) {
  int *p = malloc(sizeof *p);
  if (p == NULL)
    return 0;
  *p = v;
  *out = p;
  return 1;
}

static void put(int **p) {
  free(*p);
  *p = NULL;
}

int two_blocks(int a, int b) {
  int *x = NULL, *y = NULL, r = -1;
  if (get(&x, a) && get(&y, b))
    r = *x < *y;
  put(&x);
  put(&y);
  if (x != y)
    return 99;
  return r;
}
