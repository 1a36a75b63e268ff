// verdict: ok
// Room for n bytes where n ints were meant.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n <= 0 || n > 4)
    return 0;
  int *a = malloc((size_t)n * sizeof(int));
  if (a == NULL)
    return 0;
  a[0] = n;
  int r = a[0];
  free(a);
  return r == 3;
}
