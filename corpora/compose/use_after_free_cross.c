// entry: careless
// The same with a mistake: for one input the block is used after the callee freed it.
#include <stdlib.h>

static void release_if(int *p, int c) {
  if (c > 3)
    free(p);
}

int careless(int c) {
  int *p = malloc(sizeof *p);
  if (p == NULL)
    return -1;
  *p = 1;
  release_if(p, c);
  if (c < 10) {
    int r = *p;
    if (c <= 3)
      free(p);
    return r;
  }
  return 0;
}
