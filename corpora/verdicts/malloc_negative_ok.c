// verdict: ok
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
extern int nondet_int(void);
int main(void) {
  int n = nondet_int();
  if (n > 10) return 0;
  char *p = malloc(n);
  if (n < 0) assert(!p);
  if (n > 0) *p = 1;
  assert(!calloc(SIZE_MAX / 2, 4));
  return 0;
}
