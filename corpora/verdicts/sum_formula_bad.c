// verdict: error assertion failed line 12
// The sum of the first n numbers.
#include <assert.h>
extern unsigned nondet_uint(void);
extern void __ESBMC_assume(_Bool);

int main(void) {
  unsigned n = nondet_uint(), s = 0;
  __ESBMC_assume(n <= 8);
  for (unsigned i = 0; i < n; i++)
    s += i;
  assert(2 * s == n * (n + 1));
  return 0;
}
