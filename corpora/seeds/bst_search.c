// entry: BST_search
//
// CAUT section 2.1 and Fig. 3: search in a binary tree, left side first, whatever the order of the keys.
// The paper: two levels of recursion are enough for partial execution to cover every branch.
// summ must find: the first recursive call reaches the decision left_s != NULL, the second one only the
// exit state. With --cover branches: all 6 own branches covered after two levels. The own paths are four:
// empty tree, key at the root, found on the left, and not found on the left (then the right side answers).

#include <stddef.h>

struct BST {
  int key;
  struct BST *left;
  struct BST *right;
};

struct BST *BST_search(struct BST *root, int key) {
  struct BST *left_s = NULL;
  if (root == NULL)
    return NULL;
  else if (root->key == key)
    return root;
  left_s = BST_search(root->left, key);
  if (left_s != NULL)
    return left_s;
  else
    return BST_search(root->right, key);
}
