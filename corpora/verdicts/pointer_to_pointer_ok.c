// verdict: ok
// Redirecting through a pointer to a pointer.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a = 1, b = 2, *p = &a, **pp = &p;
  int c = __VERIFIER_nondet_int();
  if (c > 0)
    *pp = &b;
  **pp = 9;
  assert((c > 0 ? b : a) == 9 && a + b == (c > 0 ? 10 : 11));
  return 0;
}
