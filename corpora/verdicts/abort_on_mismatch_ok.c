// verdict: ok
// A consistency check that calls abort.
#include <stdlib.h>
extern unsigned char read_byte(void);

int main(void) {
  unsigned a = read_byte(), b = read_byte(), sum = read_byte();
  if (((a + b) & 0xff) != sum)
    return 0;
  if (a > sum && a + b < 256)
    abort();
  return 0;
}
