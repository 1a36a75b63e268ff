// verdict: error use after free line 21
// A pointer into a block that realloc may have moved.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *a = malloc(2 * sizeof *a);
  if (a == NULL)
    return 0;
  a[0] = __VERIFIER_nondet_int();
  a[1] = 7;
  int *first = a;
  if (a[0] > 0) {
    int *b = realloc(a, 100 * sizeof *b);
    if (b == NULL) {
      free(a);
      return 0;
    }
    a = b;
  }
  int r = *first;
  free(a);
  return r == 1;
}
