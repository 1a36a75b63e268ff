// verdict: error invalid free line 15
// free of an object that may be on the stack.
#include <stdlib.h>
extern unsigned nondet_uint(void);

int main(void) {
  char small[8];
  unsigned n = nondet_uint();
  if (n > 16)
    return 0;
  char *p = n <= 8 ? small : malloc(n);
  if (p == NULL)
    return 0;
  if (n > 4)
    free(p);
  return 0;
}
