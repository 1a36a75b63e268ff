// verdict: error assertion failed line 35
// Reversing a list in place keeps its length and turns its order.
#include <assert.h>
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

struct node {
  int v;
  struct node *next;
};

static struct node *reverse(struct node *l) {
  struct node *done = NULL;
  while (l != NULL && l->next != NULL) {
    struct node *next = l->next;
    l->next = done;
    done = l;
    l = next;
  }
  return done;
}

int main(void) {
  struct node pool[4];
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 1 && n <= 4);
  for (int i = 0; i < n; i++) {
    pool[i].v = i;
    pool[i].next = i + 1 < n ? &pool[i + 1] : NULL;
  }
  int k = 0;
  for (struct node *p = reverse(pool); p != NULL; p = p->next)
    k++;
  assert(k == n);
  return 0;
}
