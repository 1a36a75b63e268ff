// Function pointers: tables, parameters, returned from functions, in structs, compared, through typedefs.
#include <stdio.h>

typedef int (*binop)(int, int);

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }

static const struct {
  char sym;
  binop f;
} ops[] = {{'+', add}, {'-', sub}, {'*', mul}};

static binop find(char sym) {
  for (unsigned i = 0; i < sizeof ops / sizeof *ops; i++)
    if (ops[i].sym == sym)
      return ops[i].f;
  return NULL;
}

static int fold(binop f, const int *a, int n, int init) {
  for (int i = 0; i < n; i++)
    init = f(init, a[i]);
  return init;
}

static int (*pick(int which))(int, int) { return which ? &mul : &add; }

struct shape {
  const struct vtable *vt;
  int a, b;
};
struct vtable {
  int (*area)(const struct shape *);
  void (*grow)(struct shape *, int);
};
static int rect_area(const struct shape *s) { return s->a * s->b; }
static int tri_area(const struct shape *s) { return s->a * s->b / 2; }
static void grow_both(struct shape *s, int k) { s->a += k, s->b += k; }
static void grow_one(struct shape *s, int k) { s->a += k; }
static const struct vtable rect = {rect_area, grow_both}, tri = {tri_area, grow_one};

static double half(double x) { return x / 2; }
static void apply(void (*f)(void), int n) {
  while (n-- > 0)
    f();
}
static int ticks;
static void tick(void) { ticks++; }

int main(void) {
  int a[] = {1, 2, 3, 4};
  printf("%d %d %d\n", fold(find('+'), a, 4, 0), fold(find('-'), a, 4, 0), fold(find('*'), a, 4, 1));
  printf("%d %d\n", find('/') == NULL, find('+') == add);
  printf("%d %d\n", pick(0)(3, 4), (*pick(1))(3, 4));
  struct shape s[2] = {{&rect, 3, 4}, {&tri, 3, 4}};
  for (int i = 0; i < 2; i++) {
    s[i].vt->grow(&s[i], 1);
    printf("%d\n", s[i].vt->area(&s[i]));
  }
  double (*h)(double) = half;
  printf("%g\n", h(5));
  apply(tick, 5);
  void (*v)(void) = (void (*)(void))add;
  printf("%d %d\n", ticks, ((binop)v)(20, 22));
  return 0;
}
