// entry: inner_outer
// A pointer to a structure and a pointer to one of its fields.
struct rec {
  int id;
  int val;
};

static int touch(struct rec *r, int *f) {
  r->val = 1;
  *f = 5;
  if (r->val == 5)
    return 1;
  return 0;
}

int inner_outer(int id, int other) {
  struct rec r = {id, 0};
  int a = touch(&r, &other);
  int b = touch(&r, &r.val);
  int c = touch(&r, &r.id);
  if (a + c != 0)
    return -1;
  if (r.id == 5 && b)
    return other;
  return 7;
}
