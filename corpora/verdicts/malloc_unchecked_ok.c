// verdict: ok
// malloc may fail: its answer must be tested before use.
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  if (p == NULL)
    return 1;
  *p = 5;
  int r = *p;
  free(p);
  return r;
}
