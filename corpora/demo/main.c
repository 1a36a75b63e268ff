#include "inventory.h"

/* One order on a shelf with two items. */
int main(int argc, char **argv) {
  item *shelf = put(put(NULL, 1, 5), 2, 8), *cellar = NULL;
  order o;
  if (argc != 2 || !read_order(argv[1], &o))
    return 2;
  if (apply(&shelf, &cellar, &o) != DONE)
    return 1;
  shelf = drop_empty(shelf);
  return 0;
}
