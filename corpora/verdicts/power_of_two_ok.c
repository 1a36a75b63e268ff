// verdict: ok
// The usual test for a power of two says yes to zero.
#include <assert.h>
extern unsigned nondet_uint(void);

int main(void) {
  unsigned x = nondet_uint();
  if (x > 64)
    return 0;
  if (x == 0)
    return 0;
  int is = (x & (x - 1)) == 0;
  int seen = 0;
  for (unsigned p = 1; p <= 64; p *= 2)
    if (x == p)
      seen = 1;
  assert(is == seen);
  return 0;
}
