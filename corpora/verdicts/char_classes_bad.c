// verdict: error assertion failed line 12
// ctype functions on an input character.
#include <assert.h>
#include <ctype.h>
extern unsigned char read_byte(void);

int main(void) {
  int c = read_byte();
  if (c > 127)
    return 0;
  if (isalnum(c))
    assert(isdigit(c) || isupper(c));
  assert(tolower(c) == c || isupper(c));
  return 0;
}
