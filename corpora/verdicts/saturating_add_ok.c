// verdict: ok
// Saturating addition of bytes never gets smaller than its operands.
#include <assert.h>
extern unsigned char read_byte(void);

static unsigned char sat(unsigned char a, unsigned char b) {
  unsigned char r;
  if (__builtin_add_overflow(a, b, &r))
    r = 255;
  return r;
}

int main(void) {
  unsigned char a = read_byte(), b = read_byte();
  assert(sat(a, b) >= a && sat(a, b) >= b);
  return 0;
}
