// verdict: error assertion failed line 12
// Redirecting through a pointer to a pointer.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a = 1, b = 2, *p = &a, **pp = &p;
  int c = __VERIFIER_nondet_int();
  if (c > 0)
    *pp = &b;
  **pp = 9;
  assert(a == 9);
  return 0;
}
