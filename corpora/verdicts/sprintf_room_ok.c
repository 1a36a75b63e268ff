// verdict: ok
#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  char b[16];
  assert(sprintf(b, "%-4d|%03x|%.2s", -42, 10, "abc") == 11);
  assert(!strcmp(b, "-42 |00a|ab"));
  assert(snprintf(b, 4, "%s", "hello") == 5 && !strcmp(b, "hel"));
  return 0;
}
