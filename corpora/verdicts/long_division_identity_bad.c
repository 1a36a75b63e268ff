// verdict: error assertion failed line 11
// Quotient and remainder give the number back; the sign of the remainder follows the dividend.
#include <assert.h>
extern signed char nondet_schar(void);

int main(void) {
  int a = nondet_schar(), b = nondet_schar();
  if (b == 0)
    return 0;
  assert(a / b * b + a % b == a);
  assert(a % b >= 0);
  return 0;
}
