// verdict: error assertion failed line 22
// A variadic sum with the count given apart.
#include <assert.h>
#include <stdarg.h>
extern int __VERIFIER_nondet_int(void);

static int sum(int n, ...) {
  va_list ap;
  va_start(ap, n);
  int s = 0;
  for (int i = 0; i < n; i++)
    s += va_arg(ap, int);
  va_end(ap);
  return s;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 3)
    return 0;
  int s = sum(n, 1, 10, 100);
  assert(s != 11);
  return 0;
}
