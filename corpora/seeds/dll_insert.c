// entry: dll_insert
//
// SGEN 6.3 (DLL): insertion into a sorted doubly linked list.
// The paper (Table 1(a)): ten paths of 7 to 93 statements, 1 to 29 nodes, 3 to 62 dereferences; the time per
// path grows linearly with the number of dereferences.
// summ must find: own paths of growing length (the k-th group passes k nodes and ends at the end of the list or
// before a node whose key is not smaller), cost per path linear in the dereferences; k = 0 is insertion at the
// front, the only one that writes *head. A NULL head or item is a latent null dereference. The back links of the
// input list are never read, so no case constrains them.

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
