#include "inventory.h"

#include <stdlib.h>

/* The item with that code, or NULL. */
item *find(item *shelf, int code) {
  while (shelf && shelf->code != code)
    shelf = shelf->next;
  return shelf;
}

int stock(item *shelf, int code) {
  item *it = find(shelf, code);
  return it ? it->count : 0;
}

/* Adds to an item, or puts a new one in front. Returns the shelf. */
item *put(item *shelf, int code, int amount) {
  item *it = find(shelf, code);
  if (it) {
    it->count += amount;
    return shelf;
  }
  it = malloc(sizeof *it);
  if (!it)
    return shelf;
  it->code = code;
  it->count = amount;
  it->next = shelf;
  return it;
}

/* Takes from an item. The bug: an unknown code gives no item. */
enum verdict take(item *shelf, int code, int amount) {
  item *it = find(shelf, code);
  if (amount <= 0)
    return BAD_ORDER;
  if (it->count < amount)
    return NOT_ENOUGH;
  it->count -= amount;
  return DONE;
}

/* Frees the items that ran out. Returns the shelf. */
item *drop_empty(item *shelf) {
  item **link = &shelf;
  while (*link) {
    item *it = *link;
    if (it->count == 0) {
      *link = it->next;
      free(it);
    } else {
      link = &it->next;
    }
  }
  return shelf;
}
