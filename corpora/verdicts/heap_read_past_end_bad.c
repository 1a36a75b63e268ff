// verdict: error out of bounds line 13
// Reading at a computed place of a zeroed block.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned char *b = calloc(4, 3);
  if (b == NULL)
    return 0;
  int row = __VERIFIER_nondet_int(), col = __VERIFIER_nondet_int();
  int r = 0;
  if (row >= 0 && row < 4 && col >= 0 && col <= 3)
    r = b[row * 3 + col];
  free(b);
  return r;
}
