#include "inventory.h"

#include <stdio.h>

int main(int argc, char **argv) {
  item *shelf = NULL, *cellar = NULL;
  int failed = 0;
  for (int i = 1; i < argc; i++) {
    order o;
    if (!read_order(argv[i], &o) || apply(&shelf, &cellar, &o) != DONE) {
      printf("cannot do %s\n", argv[i]);
      failed = 1;
    }
  }
  shelf = drop_empty(shelf);
  for (item *it = shelf; it; it = it->next)
    printf("%d: %d\n", it->code, it->count);
  return failed;
}
