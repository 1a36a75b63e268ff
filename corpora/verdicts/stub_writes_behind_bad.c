// verdict: error assertion failed line 11
// The function nobody knows gets a pointer to a pointer: it may write what both lead to.
#include <assert.h>
struct box {
  int *p;
};
extern void unknown(struct box *b);
int main(void) {
  int x = 1; struct box b = {&x};
  unknown(&b);
  assert(x == 1);
  return 0;
}
