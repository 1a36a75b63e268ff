// qsort and bsearch with callbacks on ints, strings and structs; stability by a second key.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct item {
  char name[8];
  int rank;
};

static int calls;

static int by_int(const void *a, const void *b) {
  calls++;
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}
static int by_int_down(const void *a, const void *b) { return by_int(b, a); }
static int by_str(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }
static int by_item(const void *a, const void *b) {
  const struct item *x = a, *y = b;
  if (x->rank != y->rank)
    return x->rank < y->rank ? -1 : 1;
  return strcmp(x->name, y->name);
}

int main(void) {
  int v[20];
  unsigned seed = 12345;
  for (int i = 0; i < 20; i++) {
    seed = seed * 1103515245u + 12345u;
    v[i] = (int)(seed >> 16) % 100 - 50;
  }
  qsort(v, 20, sizeof *v, by_int);
  for (int i = 0; i < 20; i++)
    printf("%d ", v[i]);
  int key = v[7];
  int *hit = bsearch(&key, v, 20, sizeof *v, by_int);
  key = 1000;
  printf("\n%d %d %d\n", hit != NULL && *hit == v[7], bsearch(&key, v, 20, sizeof *v, by_int) == NULL, calls > 20);
  qsort(v + 5, 10, sizeof *v, by_int_down);
  for (int i = 0; i < 20; i++)
    printf("%d ", v[i]);
  putchar('\n');
  const char *w[] = {"pear", "apple", "fig", "banana", "apple pie", ""};
  qsort(w, 6, sizeof *w, by_str);
  for (int i = 0; i < 6; i++)
    printf("[%s]", w[i]);
  putchar('\n');
  struct item it[] = {{"c", 2}, {"a", 2}, {"z", 1}, {"b", 2}, {"y", 0}};
  qsort(it, 5, sizeof *it, by_item);
  for (int i = 0; i < 5; i++)
    printf("%s%d ", it[i].name, it[i].rank);
  struct item want = {"b", 2};
  struct item *f = bsearch(&want, it, 5, sizeof *it, by_item);
  printf("%td\n", f - it);
  qsort(v, 0, sizeof *v, by_int);
  return 0;
}
