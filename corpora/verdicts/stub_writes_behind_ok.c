// verdict: ok
#include <assert.h>
extern void unknown(const int *p, int *q);
extern int nondet_int(void);
int main(void) {
  int x = 1, y = 2, z = 3, *q = nondet_int() ? &y : &z;
  unknown(&x, q);
  assert(x == 1);
  assert(q == &y ? z == 3 : y == 2);
  return 0;
}
