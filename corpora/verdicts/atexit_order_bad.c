// verdict: error assertion failed line 6
// The handler registered first runs last.
#include <assert.h>
#include <stdlib.h>
static int n;
static void first(void) { assert(n == 0); }
static void second(void) { n++; }
int main(void) {
  atexit(first);
  atexit(second);
  return 0;
}
