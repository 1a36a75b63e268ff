// verdict: ok
// strlen needs a terminator inside the array.
#include <string.h>
extern char nondet_char(void);

int main(void) {
  char s[4];
  for (int i = 0; i < 3; i++)
    s[i] = nondet_char();
  s[3] = 0;
  return strlen(s) == 2;
}
