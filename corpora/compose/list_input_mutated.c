// entry: drop_head
// A callee that unlinks from an input list through a pointer to the head pointer.
#include <stddef.h>

struct n {
  int v;
  struct n *next;
};

static int pop(struct n **head, int *out) {
  struct n *h = *head;
  if (h == NULL)
    return 0;
  *out = h->v;
  *head = h->next;
  return 1;
}

int drop_head(struct n **head) {
  int a = 0, b = 0;
  if (!pop(head, &a))
    return 0;
  if (!pop(head, &b))
    return 1;
  if (a == b)
    return 3;
  return 2;
}
