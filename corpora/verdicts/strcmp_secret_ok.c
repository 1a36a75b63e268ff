// verdict: ok
// The input equals a fixed word: the comparison must be solved, not guessed.
#include <string.h>
extern char nondet_char(void);
extern void reach_error(void);

int main(void) {
  char in[4];
  for (int i = 0; i < 4; i++)
    in[i] = nondet_char();
  in[3] = 0;
  if (strcmp(in, "keys") == 0)
    reach_error();
  return 0;
}
