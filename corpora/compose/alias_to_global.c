// entry: entry
// An input pointer in a global may lead back to the global; a callee compares pointers, so that it matters.
struct node {
  int value;
  struct node *next;
};
struct node first;

static int same(const int *p, const int *q) { return p == q; }

static int step(struct node *n) {
  struct node *next = n->next;
  if (!next) return 0;
  next->value = 3;
  if (same(&n->value, &next->value)) return 1;
  return 2;
}

int entry(int v) {
  first.value = 5;
  int r = step(&first);
  if (first.value == 3) return r;
  if (r > v) return 10;
  return 11;
}
