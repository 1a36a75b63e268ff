// entry: dll_insert
//
// SGEN 6.3 (DLL): insertion into a sorted doubly linked list.
// The paper (Table 1(a)): ten paths of 7 to 93 statements, 1 to 29 nodes, 3 to 62 dereferences; the time per
// path grows linearly with the number of dereferences.
// summ must find: own paths of growing length (the k-th passes k nodes; it ends at the end of the list or
// before a node with a greater key), cost per path linear in the dereferences. In front of the head: one
// case. An input list whose back links do not match is allowed: the code reads only forward.

#include <stdlib.h>

struct dnode {
  int key;
  struct dnode *prev;
  struct dnode *next;
};

// Inserts item into the list at *head, keeping keys in rising order.
void dll_insert(struct dnode **head, struct dnode *item) {
  struct dnode *at = *head;
  struct dnode *before = NULL;
  while (at != NULL && at->key < item->key) {
    before = at;
    at = at->next;
  }
  item->prev = before;
  item->next = at;
  if (before == NULL)
    *head = item;
  else
    before->next = item;
  if (at != NULL)
    at->prev = item;
}
