// verdict: error out of bounds line 13
// strcpy of a name chosen by the input into a fixed buffer.
#include <string.h>
extern int __VERIFIER_nondet_int(void);

static const char *const names[4] = {"ab", "abc", "abcd", "a"};

int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i >= 4)
    return 0;
  char buf[4];
  strcpy(buf, names[i]);
  return buf[0] == 'a' && buf[1] == 0;
}
