// entry: variadic
// A variadic callee.
#include <stdarg.h>

static int first_over(int limit, int n, ...) {
  va_list ap;
  va_start(ap, n);
  int r = -1;
  for (int i = 0; i < n; i++) {
    int v = va_arg(ap, int);
    if (v > limit) {
      r = i;
      break;
    }
  }
  va_end(ap);
  return r;
}

int variadic(int a, int b, int limit) {
  int i = first_over(limit, 3, a, b, 50);
  if (i < 0)
    return 0;
  if (i == 2)
    return 2;
  return 1;
}
