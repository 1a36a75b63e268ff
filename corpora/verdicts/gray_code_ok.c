// verdict: ok
// Gray code of a byte and back.
#include <assert.h>
extern unsigned char read_byte(void);

static unsigned decode(unsigned g) {
  for (unsigned k = 1; k < 8; k *= 2)
    g ^= g >> k;
  return g;
}

int main(void) {
  unsigned x = read_byte();
  assert(decode(x ^ (x >> 1)) == x);
  return 0;
}
