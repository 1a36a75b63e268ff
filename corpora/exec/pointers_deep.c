// Pointers to pointers, arrays of pointers, pointers to arrays, const in all places, argv-like tables.
#include <stdio.h>

static void set(int **pp, int *to) { *pp = to; }
static void deep(int ***ppp, int v) { ***ppp = v; }

static int count(const char *const *list) {
  int n = 0;
  for (; *list; list++)
    for (const char *s = *list; *s; s++)
      n += *s == 'a';
  return n;
}

struct list {
  int v;
  struct list *next;
};

// Removes without a special case for the head.
static void drop(struct list **at, int v) {
  while (*at)
    if ((*at)->v == v)
      *at = (*at)->next;
    else
      at = &(*at)->next;
}

static int sum3(int (*p)[3], int rows) {
  int s = 0;
  for (int (*end)[3] = p + rows; p < end; p++)
    for (int *q = *p; q < *p + 3; q++)
      s += *q;
  return s;
}

int main(void) {
  int x = 1, y = 2, *p = &x, **pp = &p, ***ppp = &pp;
  set(pp, &y);
  deep(ppp, 50);
  printf("%d %d %d %d\n", x, y, *p, ***ppp);
  const char *words[] = {"banana", "apple", "cherry", NULL};
  printf("%d\n", count(words));
  struct list n[5] = {{3, n + 1}, {1, n + 2}, {3, n + 3}, {2, n + 4}, {3, NULL}};
  struct list *head = n;
  drop(&head, 3);
  for (struct list *l = head; l; l = l->next)
    printf("%d ", l->v);
  int m[4][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {10, 11, 12}};
  printf("\n%d %d\n", sum3(m, 4), sum3(m + 1, 2));
  int *rows[4] = {m[3], m[2], m[1], m[0]};
  printf("%d %d %d\n", rows[0][1], *rows[3], (*(rows + 1))[2]);
  int *const fixed = &x;
  *fixed += 10;
  const int *ro = &x;
  printf("%d %td\n", *ro, &m[3][1] - &m[0][0]);
  char buf[4] = "abc", *s = buf;
  *s++ = 'X';
  (*s)++;
  ++*s;
  *++s = 'Z';
  puts(buf);
  void *v = &m[1];
  printf("%d\n", ((int *)v)[1] + (*(int (*)[3])v)[2]);
  return 0;
}
