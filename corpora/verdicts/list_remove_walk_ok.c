// verdict: ok
// Removing nodes while walking the list: the link must be read before the node is freed.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
  int v;
  struct node *next;
};

static struct node *cons(int v, struct node *next) {
  struct node *p = malloc(sizeof *p);
  if (p == NULL)
    exit(0);
  p->v = v;
  p->next = next;
  return p;
}

int main(void) {
  struct node *l = cons(1, cons(2, NULL));
  int kill = __VERIFIER_nondet_int();
  struct node **at = &l;
  while (*at != NULL) {
    struct node *p = *at;
    if (p->v == kill) {
      *at = p->next;
      free(p);
    } else {
      at = &p->next;
    }
  }
  return l == NULL;
}
