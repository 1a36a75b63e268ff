// verdict: ok
#include <assert.h>
#include <stdlib.h>
extern int nondet_int(void);
static int n;
static void first(void) { assert(n == 1); }
static void second(void) { n++; }
int main(void) {
  atexit(first);
  atexit(second);
  if (nondet_int()) exit(3);
  return 0;
}
