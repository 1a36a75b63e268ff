// entry: maybe_release
// A callee that frees under a condition; the caller must not touch the block afterwards.
#include <stdlib.h>

static int release_if(int *p, int c) {
  if (c > 3) {
    free(p);
    return 1;
  }
  return 0;
}

int maybe_release(int c, int v) {
  int *p = malloc(sizeof *p);
  if (p == NULL)
    return -1;
  *p = v;
  if (release_if(p, c))
    return 1;
  int r = *p > 0 ? 2 : 3;
  free(p);
  return r;
}
