// verdict: error assertion failed line 27
// A structure passed by value is the callee's own copy.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

struct pt {
  int x, y;
};

static int shift(struct pt p, int d) {
  p.x += d;
  return p.x;
}
static int shift_at(struct pt *p, int d) {
  p->x += d;
  return p->x;
}

int main(void) {
  struct pt p = {1, 2};
  int d = __VERIFIER_nondet_int();
  if (d < -100 || d > 100)
    return 0;
  int r = shift(p, d);
  assert(p.x == 1 && r == 1 + d);
  shift_at(&p, d);
  assert(p.x == 1);
  return shift_at(&p, 1);
}
