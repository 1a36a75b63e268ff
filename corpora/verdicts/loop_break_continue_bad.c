// verdict: error assertion failed line 16
// Break and continue in a loop over flags.
#include <assert.h>
extern unsigned nondet_uint(void);

int main(void) {
  unsigned flags = nondet_uint() & 31u;
  int seen = 0;
  for (int i = 0; i < 5; i++) {
    if ((flags >> i & 1) == 0)
      continue;
    if (i == 3)
      break;
    seen++;
  }
  assert(seen <= 3 && seen != 3);
  return 0;
}
