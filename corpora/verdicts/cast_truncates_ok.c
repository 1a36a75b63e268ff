// verdict: ok
// A cast to a narrow type keeps small values only.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 255)
    return 0;
  unsigned char c = (unsigned char)x;
  assert(c == x);
  return 0;
}
