// verdict: error assertion failed line 6
#include <assert.h>
extern unsigned nondet_uint(void);
int main(void) {
  unsigned a = nondet_uint(), b = nondet_uint();
  assert((a ^ b) == (a | b) - (a & ~b));
  return 0;
}
