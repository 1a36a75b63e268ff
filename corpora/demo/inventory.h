/* A small stock-keeping program: a list of items, orders that change it, and a reader for orders. One of its functions
 * follows a pointer that can be NULL; summ shows which one, and for which input. */
#ifndef INVENTORY_H
#define INVENTORY_H

#include <stddef.h>

typedef struct item {
  int code;
  int count;
  struct item *next;
} item;

enum verdict { DONE, NOT_ENOUGH, BAD_ORDER };

typedef struct order {
  char verb; /* 'p' put, 't' take, 'm' move to another shelf */
  int code;
  int amount;
} order;

/* inventory.c */
item *find(item *shelf, int code);
int stock(item *shelf, int code);
item *put(item *shelf, int code, int amount);
enum verdict take(item *shelf, int code, int amount);
item *drop_empty(item *shelf);

/* orders.c */
int read_order(const char *text, order *o);
enum verdict apply(item **shelf, item **other, const order *o);

#endif
