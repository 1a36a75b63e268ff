// verdict: ok
// Counting bits of a byte by clearing the lowest bit and by shifting.
#include <assert.h>
extern unsigned char read_byte(void);

int main(void) {
  unsigned x = read_byte();
  int a = 0, b = 0;
  for (unsigned v = x; v != 0; v &= v - 1)
    a++;
  for (int i = 0; i < 8; i++)
    b += (x >> i) & 1;
  assert(a == b);
  return 0;
}
