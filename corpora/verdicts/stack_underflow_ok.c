// verdict: ok
// Push and pop in nondeterministic order.
extern int __VERIFIER_nondet_int(void);

struct stack {
  int v[4];
  int n;
};

static int pop(struct stack *s) {
  if (s->n == 0)
    return -1;
  return s->v[--s->n];
}

int main(void) {
  struct stack s = {{0}, 0};
  for (int i = 0; i < 3; i++) {
    if (__VERIFIER_nondet_int() > 5)
      s.v[s.n++] = i;
    else
      pop(&s);
  }
  return s.n;
}
