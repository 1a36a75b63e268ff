// verdict: error assertion failed line 19
// Tables of pointers whose last entries are the same.
#include <assert.h>
extern unsigned nondet_uint(void);

static int inc(int x) { return x + 1; }
static int dec(int x) { return x - 1; }
static int dbl(int x) { return x * 2; }

static int (*const handler[5])(int) = {inc, dec, dbl, dbl, dbl};
static int one = 1, two = 2, three = 3;
static int *const value[6] = {&one, &two, &three, &three, &three, &three};

int main(void) {
  unsigned i = nondet_uint() % 5, k = nondet_uint() % 6;
  int x = handler[i](3);
  assert(x == 4 || x == 2 || x == 6);
  *value[k] += x;
  assert(three != 9);
  return 0;
}
