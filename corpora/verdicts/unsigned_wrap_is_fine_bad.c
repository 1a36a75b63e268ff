// verdict: error assertion failed line 10
// options: --check overflow,assert
// Unsigned arithmetic wraps by definition and is no error even with the overflow check on.
#include <assert.h>
extern unsigned nondet_uint(void);

int main(void) {
  unsigned x = nondet_uint();
  unsigned y = x + 1u;
  assert(y > x);
  return 0;
}
