// verdict: ok
// A product of neighbours is even; a square is zero or one modulo four.
#include <assert.h>
extern unsigned short nondet_ushort(void);

int main(void) {
  unsigned x = nondet_ushort();
  assert(x * (x + 1) % 2 == 0);
  assert(x * x % 4 <= 1);
  return 0;
}
