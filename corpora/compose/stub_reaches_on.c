// entry: entry overwritten
// A function without a body is given an object, by a callee that does not look at the pointer in it; the caller has followed it.
struct node {
  int value;
  struct node *next;
};

void touch(int *value);

static int ask(int *value, int how) {
  if (value && how > 3) touch(value);
  return how + 1;
}

static int cut_and_ask(struct node *n, int how) {
  n->next = 0;
  if (how > 3) touch(&n->value);
  return how;
}

int entry(struct node *n, int how) {
  struct node *next = n->next;
  if (!next) return 0;
  next->value = 7;
  int r = ask(&n->value, how);
  return next->value == 7 ? r : -1;
}

int overwritten(struct node *n, int how) {
  struct node *next = n->next;
  if (!next) return 1;
  next->value = 7;
  cut_and_ask(n, how);
  return next->value == 7 ? 2 : 3;
}
