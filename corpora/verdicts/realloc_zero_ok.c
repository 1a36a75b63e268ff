// verdict: ok
#include <assert.h>
#include <stdlib.h>
extern unsigned char nondet_uchar(void);
int main(void) {
  int *p = realloc(0, 2 * sizeof *p);
  p[1] = 7;
  unsigned n = nondet_uchar();
  int *q = realloc(p, n * sizeof *p);
  if (n == 0) assert(!q);
  if (n > 1) assert(q[1] == 7), q[n - 1] = 3;
  free(q);
  return 0;
}
