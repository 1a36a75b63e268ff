// verdict: error null dereference line 15
// A pointer chosen among two objects and NULL.
#include <stddef.h>
extern int choose(void);

int main(void) {
  int a = 1, b = 2;
  int *p = NULL;
  switch (choose()) {
  case 0: p = &a; break;
  case 1: p = &b; break;
  case 2: break;
  default: return 0;
  }
  return *p;
}
