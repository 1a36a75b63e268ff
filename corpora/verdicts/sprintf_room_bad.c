// verdict: error out of bounds line 8
// Four digits and the terminator do not fit.
#include <stdio.h>
extern int nondet_int(void);
int main(void) {
  char b[4];
  int n = nondet_int();
  if (n >= 0 && n < 10000) sprintf(b, "%d", n);
  return 0;
}
