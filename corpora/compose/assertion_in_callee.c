// entry: guarded_sqrt
// A callee with an assertion as its precondition; one caller path violates it.
#include <assert.h>

static int isqrt(int n) {
  assert(n >= 0);
  int r = 0;
  while (r < 4 && (r + 1) * (r + 1) <= n)
    r++;
  return r;
}

int guarded_sqrt(int n) {
  if (n > 24 || n < -5)
    return -1;
  if (isqrt(n + 1) == 0)
    return 0;
  if (isqrt(n + 2) > 3)
    return 2;
  return 1;
}
