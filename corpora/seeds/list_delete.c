// entry: delete
//
// SGEN Fig. 17, completed: delete the nodes with data d from a linked list. It starts at the second node and
// never looks at the first one: the fault the paper's authors saw in the generated shape.
// The paper: for a path that passes one node and deletes the next, the shape has three nodes, and there are
// constraints on the data of the last two only.
// summ must find: in every case the first node's data is unconstrained; root == NULL is a null dereference
// (latent). Loop unbounded: partial by the loop bound.

#include <stdlib.h>

typedef struct node {
  int data;
  struct node *next;
} node;

void delete(node *root, int d) {
  node *prev;
  node *curr;
  prev = root;
  while (prev->next != NULL) {
    curr = prev->next;
    if (curr->data == d) {
      prev->next = curr->next;
      free(curr);
    } else {
      prev = curr;
    }
  }
}
