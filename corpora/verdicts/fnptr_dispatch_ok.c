// verdict: ok
// Handlers in a table, chosen by the input.
#include <assert.h>
extern unsigned nondet_uint(void);

static int inc(int x) { return x + 1; }
static int dec(int x) { return x - 1; }
static int dbl(int x) { return x * 2; }

static int (*const handler[3])(int) = {inc, dec, dbl};

int main(void) {
  int x = 3;
  for (int i = 0; i < 3; i++)
    x = handler[nondet_uint() % 3](x);
  assert(x >= 0 && x <= 24);
  return 0;
}
