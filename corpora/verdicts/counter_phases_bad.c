// verdict: error assertion failed line 19
// A static counter that changes behaviour on the third call.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int step(int x) {
  static int calls;
  calls++;
  if (calls == 3)
    return x == 12 ? -1 : x;
  return 1;
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x <= 0)
    return 0;
  for (int i = 0; i < 3; i++)
    assert(step(x) > 0);
  return 0;
}
