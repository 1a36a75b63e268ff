// entry: bst_delete
//
// SGEN 6.3 (BST): deletion from a binary search tree.
// The paper (Table 1(c)): ten paths of 10 to 93 statements, 2 to 18 nodes, 3 to 53 dereferences; time linear
// in the dereferences.
// summ must find: not found after k steps; leaf, one child, two children after k steps, the successor m steps
// down to the left; the deleted node comes back as the return value and is not freed.

#include <stddef.h>

struct tree {
  int key;
  struct tree *left;
  struct tree *right;
};

// Takes the node with the key out of the tree at *root and returns it, or NULL.
struct tree *bst_delete(struct tree **root, int key) {
  struct tree **link = root;
  while (*link != NULL && (*link)->key != key) {
    if (key < (*link)->key)
      link = &(*link)->left;
    else
      link = &(*link)->right;
  }
  struct tree *gone = *link;
  if (gone == NULL)
    return NULL;
  if (gone->left == NULL) {
    *link = gone->right;
  } else if (gone->right == NULL) {
    *link = gone->left;
  } else {
    struct tree **succ = &gone->right;
    while ((*succ)->left != NULL)
      succ = &(*succ)->left;
    struct tree *up = *succ;
    *succ = up->right;
    up->left = gone->left;
    up->right = gone->right;
    *link = up;
  }
  gone->left = NULL;
  gone->right = NULL;
  return gone;
}
