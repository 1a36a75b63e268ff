// verdict: ok
// A block freed under one condition and used under another.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *p = malloc(sizeof *p);
  if (p == NULL)
    return 0;
  *p = 3;
  int done = __VERIFIER_nondet_int();
  int r = 0;
  if (done > 10)
    free(p);
  if (done <= 10)
    r = *p;
  if (done <= 10)
    free(p);
  return r;
}
