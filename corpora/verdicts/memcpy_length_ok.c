// verdict: ok
// A copy whose length is an input byte.
#include <string.h>
extern unsigned char read_byte(void);

int main(void) {
  unsigned char packet[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  unsigned char out[6];
  unsigned n = read_byte();
  if (n > sizeof out)
    return 0;
  memcpy(out, packet, n);
  return n > 2 && out[2] == 3;
}
