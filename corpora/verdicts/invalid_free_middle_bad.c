// verdict: error invalid free line 16
// free of a pointer that was moved forward.
#include <stdlib.h>
extern char nondet_char(void);

int main(void) {
  char *s = malloc(4);
  if (s == NULL)
    return 0;
  for (int i = 0; i < 3; i++)
    s[i] = nondet_char();
  s[3] = 0;
  char *p = s;
  while (*p == ' ')
    p++;
  free(p);
  return 0;
}
