// verdict: ok
// A negative char extends its sign when it becomes an unsigned int.
#include <assert.h>
extern char nondet_char(void);

int main(void) {
  char c = nondet_char();
  unsigned u = (unsigned char)c;
  assert(u <= 255);
  return 0;
}
