// verdict: error assertion failed line 15
// options: --max-cases 2000
// witness: 1234
#include <assert.h>

int nondet_int(void);

/* The votes can be counted in many more ways than anybody will look at. */
int main(void) {
  int code = nondet_int(), yes = 0, in_a_row = 0;
  if (code < 0 || code > 2000) return 0;
  if (code >= 1000) {
    /* the error hangs on the very first input */
    int rest = code - 1000;
    assert(rest != 234);
    return rest;
  }
  for (int i = 0; i < 24; i++) {
    int vote = nondet_int();
    if (vote > i) {
      yes++;
      in_a_row++;
    } else {
      in_a_row = 0;
    }
  }
  return yes >= in_a_row ? 0 : 1;
}
