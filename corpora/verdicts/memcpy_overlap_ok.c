// verdict: ok
#include <assert.h>
#include <string.h>
extern unsigned char nondet_uchar(void);
int main(void) {
  char a[16] = "0123456789";
  unsigned n = nondet_uchar() % 5;
  memcpy(a + 4, a, n);
  assert(a[4] == (n ? '0' : '4'));
  memmove(a + 1, a, 8);
  assert(a[1] == '0');
  return 0;
}
