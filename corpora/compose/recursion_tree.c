// entry: tree_shape
// Recursion over a pointer structure with a depth limit.
#include <stddef.h>

struct t {
  int key;
  struct t *left, *right;
};

static int count(const struct t *n, int depth) {
  if (n == NULL || depth == 0)
    return 0;
  return 1 + count(n->left, depth - 1) + count(n->right, depth - 1);
}

int tree_shape(const struct t *n) {
  int c = count(n, 2);
  if (c == 0)
    return 0;
  if (c == 3)
    return 3;
  return 1;
}
