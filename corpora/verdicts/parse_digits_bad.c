// verdict: error assertion failed line 14
// A three-digit number from characters; the bad version forgets to check one end of the range.
#include <assert.h>
extern char nondet_char(void);

int main(void) {
  int v = 0;
  for (int i = 0; i < 3; i++) {
    char c = nondet_char();
    if (c > '9')
      return 0;
    v = v * 10 + (c - '0');
  }
  assert(v >= 0 && v <= 999);
  return 0;
}
