// verdict: ok
// Two different short keys with the same hash; the good version's mapping is one to one.
#include <assert.h>
extern unsigned char read_byte(void);

static unsigned hash(unsigned a, unsigned b) { return a * 256 + b; }

int main(void) {
  unsigned a = read_byte(), b = read_byte(), c = read_byte(), d = read_byte();
  if (a == c && b == d)
    return 0;
  assert(hash(a, b) != hash(c, d));
  return 0;
}
