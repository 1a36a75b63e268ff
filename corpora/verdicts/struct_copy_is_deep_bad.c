// verdict: error assertion failed line 21
// Assigning a structure copies it; a pointer member is shared.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

struct box {
  int v[3];
  int *shared;
};

int main(void) {
  int cell = 1;
  struct box a = {{1, 2, 3}, &cell};
  struct box b = a;
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 2)
    return 0;
  b.v[i] = 100;
  *b.shared = 50;
  assert(a.v[i] != 100);
  assert(*a.shared == 1);
  return 0;
}
