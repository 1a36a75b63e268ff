// entry: tree_links
//
// The recursive search of tree_search.c with unknown links: each node's left and right link is an input, any
// later node or none, so every node is a symbolic pointer into one of several objects (LA's late aliases and
// SGEN's shapes together). NODES by -DNODES=…, 4 by default.
// Reference: another engine needs 105 s for the 51 paths of such a search.
// summ must find: complete; own paths 2 with summaries (found, not found). The links lead forward only, so
// the recursion ends within NODES steps.

#include <stddef.h>

#ifndef NODES
#define NODES 4
#endif

struct lnode {
  int key;
  struct lnode *left;
  struct lnode *right;
};

static struct lnode *lookup(struct lnode *t, int key) {
  if (t == NULL)
    return NULL;
  if (t->key == key)
    return t;
  if (key < t->key)
    return lookup(t->left, key);
  return lookup(t->right, key);
}

int tree_links_precond(const int keys[NODES], const int left[NODES], const int right[NODES], int key) {
  (void)keys;
  (void)key;
  for (int i = 0; i < NODES; i++)
    if (left[i] <= i || left[i] > NODES || right[i] <= i || right[i] > NODES)
      return 0;
  return 1;
}

// Index NODES stands for no child.
int tree_links(const int keys[NODES], const int left[NODES], const int right[NODES], int key) {
  struct lnode node[NODES];
  struct lnode *at[NODES + 1];
  for (int i = 0; i < NODES; i++) {
    at[i] = &node[i];
    node[i].key = keys[i];
  }
  at[NODES] = NULL;
  for (int i = 0; i < NODES; i++) {
    node[i].left = at[left[i]];
    node[i].right = at[right[i]];
  }
  if (lookup(node, key) != NULL)
    return 1;
  return 0;
}
