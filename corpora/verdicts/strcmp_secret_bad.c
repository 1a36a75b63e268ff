// verdict: error assertion failed line 14
// The input equals a fixed word: the comparison must be solved, not guessed.
// witness: 107 101 121 0
#include <string.h>
extern char nondet_char(void);
extern void reach_error(void);

int main(void) {
  char in[4];
  for (int i = 0; i < 4; i++)
    in[i] = nondet_char();
  in[3] = 0;
  if (strcmp(in, "key") == 0)
    reach_error();
  return 0;
}
