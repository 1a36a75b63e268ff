// verdict: ok
// options: --check overflow
// Unsigned arithmetic wraps by definition and is no error even with the overflow check on.
#include <assert.h>
extern unsigned nondet_uint(void);

int main(void) {
  unsigned x = nondet_uint();
  unsigned y = x + 1u;
  assert(y - 1u == x);
  return 0;
}
