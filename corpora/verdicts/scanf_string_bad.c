// verdict: error out of bounds line 6
// Nothing limits what is typed.
#include <stdio.h>
int main(void) {
  char name[8];
  scanf("%s", name);
  return 0;
}
