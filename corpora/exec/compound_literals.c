// Compound literals: scalars, arrays, structs, addresses, in loops, at file scope, as arguments.
#include <stdio.h>

struct pt {
  int x, y;
};

static int *file_scope = (int[]){10, 20, 30};
static const struct pt *origin = &(const struct pt){.y = -1};

static int dot(const struct pt *a, struct pt b) { return a->x * b.x + a->y * b.y; }

static int total(const int *v) {
  int s = 0;
  while (*v >= 0)
    s += *v++;
  return s;
}

int main(void) {
  printf("%d %d\n", file_scope[1], origin->y);
  printf("%d\n", dot(&(struct pt){2, 3}, (struct pt){.y = 4, .x = 5}));
  printf("%d\n", total((int[]){1, 2, 3, 4, -1}));
  int *p = &(int){7};
  (*p)++;
  printf("%d\n", *p);
  for (int i = 0; i < 3; i++) {
    int *q = (int[3]){[1] = i};
    q[0] += i * 10;
    printf("%d %d %d|", q[0], q[1], q[2]);
  }
  putchar('\n');
  struct pt a = {1, 2};
  a = (struct pt){a.y, a.x};
  printf("%d %d\n", a.x, a.y);
  struct pt *list[] = {&(struct pt){1, 1}, &(struct pt){2, 2}, NULL};
  for (struct pt **l = list; *l; l++)
    printf("%d ", (*l)->x + (*l)->y);
  printf("%zu\n", sizeof(int[]){1, 2, 3});
  printf("%s\n", (char[]){'h', 'i', 0});
  return 0;
}
