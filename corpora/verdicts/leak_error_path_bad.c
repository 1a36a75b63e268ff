// verdict: error leak line 7
// options: --check leak
// The early return forgets the first block.
#include <stdlib.h>
extern int nondet_int(void);
int main(void) {
  char *a = malloc(4), *b;
  if (nondet_int()) {
    b = malloc(8);
    free(b);
    if (nondet_int() == 7)
      return 1;
  }
  free(a);
  return 0;
}
