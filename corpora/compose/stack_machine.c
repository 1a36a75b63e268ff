// entry: run_three
// A tiny stack machine with push and pop as callees that can fail.
struct vm {
  int st[3];
  int n;
  int bad;
};

static void push(struct vm *m, int v) {
  if (m->n == 3)
    m->bad = 1;
  else
    m->st[m->n++] = v;
}

static int pop(struct vm *m) {
  if (m->n == 0) {
    m->bad = 2;
    return 0;
  }
  return m->st[--m->n];
}

static void step(struct vm *m, int op) {
  if (op > 0) {
    push(m, op);
  } else if (op == 0) {
    int a = pop(m);
    push(m, a);
    push(m, a);
  } else {
    int a = pop(m), b = pop(m);
    push(m, a < b ? a : b);
  }
}

int run_three(int a, int b, int c) {
  struct vm m = {{0}, 0, 0};
  step(&m, a);
  step(&m, b);
  step(&m, c);
  if (m.bad)
    return -m.bad;
  if (m.n == 1)
    return 1;
  return m.st[m.n - 1] > 5 ? 3 : 2;
}
