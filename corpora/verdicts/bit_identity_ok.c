// verdict: ok
#include <assert.h>
extern unsigned nondet_uint(void);
int main(void) {
  unsigned a = nondet_uint(), b = nondet_uint(), c = nondet_uint();
  assert((a ^ b) == (a | b) - (a & b));
  assert(((a & ~b) | (a ^ b)) == (a ^ b));
  assert((((~a & b) | ~(a | b)) & c) == (~a & c));
  return 0;
}
