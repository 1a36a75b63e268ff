// verdict: error out of bounds line 10
// strlen needs a terminator inside the array.
#include <string.h>
extern char nondet_char(void);

int main(void) {
  char s[4];
  for (int i = 0; i < 4; i++)
    s[i] = nondet_char();
  return strlen(s) == 2;
}
