// entry: list_kind
// A list walk with a limit in a callee; the caller classifies the answer.
#include <stddef.h>

struct n {
  int v;
  struct n *next;
};

static int length(const struct n *l, int limit) {
  int k = 0;
  while (l != NULL && k < limit) {
    k++;
    l = l->next;
  }
  return k;
}

int list_kind(const struct n *l) {
  int k = length(l, 3);
  if (k == 0)
    return 0;
  if (k == 3)
    return 2;
  return 1;
}
