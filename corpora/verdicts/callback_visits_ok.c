// verdict: ok
// A callback that accumulates through a context pointer.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

struct ctx {
  int count, limit;
};

static void each(const int *a, int n, void (*f)(int, struct ctx *), struct ctx *c) {
  for (int i = 0; i < n; i++)
    f(a[i], c);
}

static void count_big(int v, struct ctx *c) {
  if (v > c->limit)
    c->count++;
}

int main(void) {
  int a[3];
  for (int i = 0; i < 3; i++)
    a[i] = __VERIFIER_nondet_int();
  struct ctx c = {0, 10};
  each(a, 3, count_big, &c);
  assert(c.count == (a[0] > 10) + (a[1] > 10) + (a[2] > 10));
  return 0;
}
