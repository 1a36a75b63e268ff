// verdict: ok
// A list of up to three nodes built from inputs; the bad version reads one node too far.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
  int v;
  struct node *next;
};

int main(void) {
  struct node *head = NULL;
  int n = 0;
  while (n < 3 && __VERIFIER_nondet_int() != 0) {
    struct node *p = malloc(sizeof *p);
    if (p == NULL)
      break;
    p->v = n + 1;
    p->next = head;
    head = p;
    n++;
  }
  int sum = 0;
  for (struct node *p = head; p != NULL; p = p->next)
    sum += p->v;
  assert(sum == n * (n + 1) / 2);
  while (head != NULL) {
    struct node *next = head->next;
    free(head);
    head = next;
  }
  return sum;
}
