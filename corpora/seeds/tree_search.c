// entry: tree_search
//
// A recursive tree search over a complete tree with concrete links and unknown keys, depth -DDEPTH=…,
// 4 by default; the counterpart of tree_links.c.
// summ must find, with --no-summaries (everything inlined): the search forks at each node on key equality and
// direction; complete. With summaries the own paths of tree_search are 2: found and not found.

#include <stddef.h>

#ifndef DEPTH
#define DEPTH 4
#endif
#define NODES ((1 << DEPTH) - 1)

struct tnode {
  int key;
  struct tnode *left;
  struct tnode *right;
};

static struct tnode *lookup(struct tnode *t, int key) {
  if (t == NULL)
    return NULL;
  if (t->key == key)
    return t;
  if (key < t->key)
    return lookup(t->left, key);
  return lookup(t->right, key);
}

int tree_search(const int keys[NODES], int key) {
  struct tnode node[NODES];
  for (int i = 0; i < NODES; i++) {
    node[i].key = keys[i];
    node[i].left = 2 * i + 1 < NODES ? &node[2 * i + 1] : NULL;
    node[i].right = 2 * i + 2 < NODES ? &node[2 * i + 2] : NULL;
  }
  if (lookup(node, key) != NULL)
    return 1;
  return 0;
}
