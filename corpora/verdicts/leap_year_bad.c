// verdict: error assertion failed line 16
// Days of a year against a second formula.
// witness: 1900
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int leap(int y) {
  return y % 4 == 0;
}

int main(void) {
  int y = __VERIFIER_nondet_int();
  __VERIFIER_assume(y >= 1896 && y <= 1904);
  int days = leap(y) ? 366 : 365;
  assert(days == 365 || y == 1896 || y == 1904);
  return 0;
}
