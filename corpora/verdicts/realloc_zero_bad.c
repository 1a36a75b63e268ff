// verdict: error double free line 9
// realloc to nothing frees the block.
#include <stdlib.h>
int main(void) {
  int *p = malloc(8);
  if (!p) return 1;
  int *q = realloc(p, 0);
  if (q) return 2;
  free(p);
  return 0;
}
