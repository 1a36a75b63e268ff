// verdict: error uninitialised read line 13
// malloc does not clear the block, calloc does.
#include <stdlib.h>
extern unsigned nondet_uint(void);

int main(void) {
  unsigned char *seen = malloc(4);
  if (seen == NULL)
    return 0;
  unsigned i = nondet_uint() & 3;
  seen[2] = 1;
  int r = 0;
  if (seen[i])
    r = 1;
  free(seen);
  return r;
}
