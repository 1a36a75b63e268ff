// verdict: error assertion failed line 15
// A missing break adds twice.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int cost = 0;
  switch (x) {
  case 1: cost += 5; break;
  case 2: cost += 10;
  case 7: cost += 20; break;
  default: cost = 1;
  }
  assert(cost != 30);
  return 0;
}
