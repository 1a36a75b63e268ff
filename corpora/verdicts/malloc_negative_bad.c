// verdict: error null dereference line 9
// A negative size is a huge one: there is no such block.
#include <stdlib.h>
extern int nondet_int(void);
int main(void) {
  int n = nondet_int();
  if (n > 10) return 0;
  char *p = malloc(n);
  if (n != 0) *p = 1;
  return 0;
}
