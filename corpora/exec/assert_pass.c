// assert with conditions that hold, side-effect free, in nested calls; NDEBUG copy by macro.
#include <assert.h>
#include <stdio.h>

struct stack {
  int v[8];
  int n;
};

static void push(struct stack *s, int x) {
  assert(s != NULL && s->n < 8);
  s->v[s->n++] = x;
}

static int pop(struct stack *s) {
  assert(s->n > 0);
  return s->v[--s->n];
}

static int isqrt(int n) {
  assert(n >= 0);
  int r = 0;
  while ((r + 1) * (r + 1) <= n)
    r++;
  assert(r * r <= n && n < (r + 1) * (r + 1));
  return r;
}

int main(void) {
  struct stack s = {.n = 0};
  for (int i = 0; i < 8; i++)
    push(&s, i * i);
  int t = 0;
  while (s.n)
    t = t * 2 + pop(&s);
  printf("%d\n", t);
  for (int i = 0; i < 30; i += 7)
    printf("%d ", isqrt(i));
  assert(t > 0 && "a message");
  static_assert(sizeof(struct stack) == 36, "layout");
  puts("");
  return 0;
}
