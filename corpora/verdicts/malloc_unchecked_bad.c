// verdict: error null dereference line 8
// options: --alloc-fails
// malloc may fail: its answer must be tested before use.
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  *p = 5;
  int r = *p;
  free(p);
  return r;
}
