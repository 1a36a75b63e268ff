// verdict: error assertion failed line 25
// Reversing a string in place twice gives the string back.
#include <assert.h>
#include <string.h>
extern char nondet_char(void);

static void reverse(char *s) {
  size_t n = strlen(s);
  for (size_t i = 0; i < n; i++) {
    char t = s[i];
    s[i] = s[n - 1 - i];
    s[n - 1 - i] = t;
  }
}

int main(void) {
  char s[4], first;
  for (int i = 0; i < 3; i++)
    s[i] = nondet_char();
  s[3] = 0;
  if (s[0] == 0 || s[1] == 0)
    return 0;
  first = s[0];
  reverse(s);
  assert(s[strlen(s) - 1] == first);
  return 0;
}
