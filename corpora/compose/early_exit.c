// entry: checked
// A callee that may end the program.
#include <stdlib.h>

static int must_be_small(int v) {
  if (v > 100)
    exit(3);
  if (v < -100)
    abort();
  return v / 10;
}

int checked(int a) {
  int r = must_be_small(a);
  if (r > 5)
    return 1;
  if (r == 0)
    return 0;
  return -1;
}
