// verdict: error assertion failed line 8
// Sum of two numbers from their exclusive or and their and.
#include <assert.h>
extern unsigned nondet_uint(void);

int main(void) {
  unsigned x = nondet_uint(), y = nondet_uint();
  assert((x | y) + (x ^ y) == x + y);
  return 0;
}
