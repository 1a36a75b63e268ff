// verdict: error assertion failed line 30
// Resources taken and given back along goto-based error paths.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int held;

static int take(void) {
  if (__VERIFIER_nondet_int() == 0)
    return 0;
  held++;
  return 1;
}

static int work(void) {
  int r = -1;
  if (!take())
    goto none;
  if (!take())
    goto none;
  r = 0;
  held--;
  held--;
none:
  return r;
}

int main(void) {
  work();
  assert(held == 0);
  return 0;
}
