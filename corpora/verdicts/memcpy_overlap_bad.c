// verdict: error bad call line 8
// Shifting by memcpy: the blocks overlap as soon as more is moved than the distance.
#include <string.h>
extern unsigned char nondet_uchar(void);
int main(void) {
  char a[16] = "0123456789";
  unsigned n = nondet_uchar() % 8;
  memcpy(a + 4, a, n);
  return 0;
}
