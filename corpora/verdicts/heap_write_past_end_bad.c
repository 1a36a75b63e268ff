// verdict: error out of bounds line 14
// A loop writes one element past a heap block whose size is an input.
#include <stdlib.h>
extern unsigned nondet_uint(void);

int main(void) {
  unsigned n = nondet_uint();
  if (n < 1 || n > 5)
    return 0;
  int *a = malloc(n * sizeof *a);
  if (a == NULL)
    return 0;
  for (unsigned i = 0; i <= n; i++)
    a[i] = (int)i;
  int last = a[n - 1];
  free(a);
  return last;
}
