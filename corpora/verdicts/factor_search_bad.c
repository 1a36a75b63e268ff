// verdict: error assertion failed line 11
// Finding a factorisation: 1073 = 29 * 37.
// witness: 29 37
#include <assert.h>
extern unsigned char read_byte(void);

int main(void) {
  unsigned a = read_byte(), b = read_byte();
  if (a < 2 || b < 2 || a > 60 || b > 60)
    return 0;
  assert(a * b != 1073);
  return 0;
}
