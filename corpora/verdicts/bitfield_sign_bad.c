// verdict: error assertion failed line 18
// A signed bit-field of three bits holds -4..3.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

struct s {
  int pad : 5;
  signed int v : 3;
  int rest;
};

int main(void) {
  struct s s = {1, 0, 7};
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 7)
    return 0;
  s.v = x;
  assert(s.v == x);
  assert(s.pad == 1 && s.rest == 7);
  return 0;
}
