// verdict: error assertion failed line 13
// Overlapping moves, fills and comparison of small blocks.
#include <assert.h>
#include <string.h>
extern unsigned nondet_uint(void);

int main(void) {
  char b[8] = "abcdef";
  unsigned k = nondet_uint() & 1;
  memmove(b + k, b, 4);
  assert(b[k] == 'a' && b[k + 3] == 'd');
  memset(b, 'x', k + 1);
  assert(memcmp(b, "xb", 2) == 0);
  return 0;
}
