// verdict: ok
// strncpy of exactly the buffer's size leaves no terminator.
#include <string.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  const char *src = __VERIFIER_nondet_int() ? "longer" : "no";
  char buf[5];
  strncpy(buf, src, sizeof buf);
  buf[4] = 0;
  int n = 0;
  while (buf[n] != 0)
    n++;
  return n;
}
