// verdict: ok
// Two pointers into the same array may be equal.
#include <assert.h>
extern unsigned nondet_uint(void);

int main(void) {
  int a[3] = {0, 0, 0};
  unsigned i = nondet_uint() % 3, j = nondet_uint() % 3;
  if (i == j)
    return 0;
  int *p = &a[i], *q = &a[j];
  *p = 1;
  *q = 2;
  assert(*p == 1);
  return 0;
}
