// Global initialisers with relocations: addresses, offsets, function pointers, nested designators, self reference.
#include <stdio.h>

struct node {
  int v;
  struct node *next;
  const char *name;
};

extern struct node n1, n2, n3;
struct node n1 = {1, &n2, "one"}, n2 = {2, &n3, "two"}, n3 = {3, &n1, "three"};

static int arr[10] = {[2] = 5, 6, [8] = 9, [0] = 1};
static int *mid = &arr[3];
static int *end = arr + 10;
static int *const back = &arr[9] - 1;
static char text[] = "relocated";
static char *tail = text + 2;
static const char *words[] = {"zero", "one" + 1, &"two"[2]};
static int matrix[3][4] = {{1}, {0, 2}, [2] = {[3] = 7}};
static int (*row)[4] = &matrix[1];

static int f(int x) { return x + 1; }
static int g(int x) { return x * 2; }
static int (*const table[3])(int) = {[0] = f, [2] = g};

struct outer {
  struct {
    int a, b[3];
  } in[2];
  union {
    float fl;
    unsigned u;
  } un;
  struct outer *self;
};
static struct outer o = {.in[1].b[2] = 42, .in[0] = {.a = -1}, .un.u = 0x3f800000u, .self = &o};
static long addr_diff = (char *)&arr[7] - (char *)&arr[2];
static double zero_init[4];
static const double table_d[] = {1.0 / 3, -0.0, 1e-310, 0x1p-3};

int main(void) {
  struct node *p = &n1;
  for (int i = 0; i < 5; i++, p = p->next)
    printf("%s%d ", p->name, p->v);
  printf("\n%d %td %d %s\n", *mid, end - mid, *back, tail);
  for (int i = 0; i < 10; i++)
    printf("%d ", arr[i]);
  printf("\n%s %s %s\n", words[0], words[1], words[2]);
  printf("%d %d %d\n", (*row)[1], matrix[0][0], matrix[2][3]);
  printf("%d %d %d\n", table[0](5), table[1] == NULL, table[2](5));
  printf("%d %d %g %d\n", o.in[1].b[2], o.in[0].a, o.un.fl, o.self->self->in[1].a);
  printf("%ld %g\n", addr_diff, zero_init[3]);
  printf("%.17g %g %g %g\n", table_d[0], table_d[1], table_d[2], table_d[3]);
  *mid = 100;
  text[2] = 'L';
  printf("%d %s\n", arr[3], tail);
  return 0;
}
