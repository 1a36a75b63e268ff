// entry: Find
//
// SGEN Fig. 10 (after Korel): look up y in a binary search tree. Lines are numbered as in the figure.
// The paper: the path <1,2,3,4,7,8,3,4,7,9,3,4,5,6,3> (left, then right, then found) needs a tree of three
// nodes: L, L->left and L->left->right (1_L0, 2_L0, 3_L0), with y < 1_L0.data, y > 2_L0.data and
// y == 3_L0.data; the other links are free (Figs. 11 and 12).
// summ must find: that case with that shape and constraint; unbounded loop, so the summary is partial by the
// loop bound, and each case's shape is one root-to-node path of the tree.

#include <stddef.h>

struct Node {
  int data;
  struct Node *left;
  struct Node *right;
};
typedef struct Node *NodePointer;

void Find(NodePointer L, int y, NodePointer q) {
  NodePointer p;
  p = L;                   // 1
  q = NULL;                // 2
  while (p != NULL) {      // 3
    if (y == p->data) {    // 4
      q = p;               // 5
      p = NULL;            // 6
    } else {
      if (y < p->data)     // 7
        p = p->left;       // 8
      else
        p = p->right;      // 9
    }
  }
}
