// verdict: error assertion failed line 11
// The magnitude of the most negative int does not fit: computed with wrap-around, so no undefined overflow.
#include <assert.h>
#include <limits.h>
extern int nondet_int(void);

static int magnitude(int x) { return x < 0 ? (int)(0u - (unsigned)x) : x; }

int main(void) {
  int x = nondet_int();
  assert(magnitude(x) >= 0);
  return 0;
}
