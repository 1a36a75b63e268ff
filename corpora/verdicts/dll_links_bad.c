// verdict: error assertion failed line 22
// A doubly linked list of three nodes in which one is unlinked.
#include <assert.h>
#include <stddef.h>
extern unsigned nondet_uint(void);

struct d {
  struct d *prev, *next;
};

int main(void) {
  struct d n[3] = {{NULL, &n[1]}, {&n[0], &n[2]}, {&n[1], NULL}};
  unsigned k = nondet_uint();
  if (k > 2)
    return 0;
  struct d *x = &n[k];
  if (x->prev)
    x->prev->next = x->next;
  if (x->next)
    x->next->prev = &n[0];
  struct d *first = k == 0 ? &n[1] : &n[0];
  assert(first->prev == NULL);
  assert(first->next == (k == 2 ? &n[1] : &n[2]));
  return 0;
}
