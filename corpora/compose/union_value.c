// entry: eval_pair
// Tagged unions evaluated by a callee.
struct v {
  int tag;
  union {
    int i;
    unsigned char b[4];
  } u;
};

static int eval(const struct v *x) {
  switch (x->tag) {
  case 0:
    return x->u.i;
  case 1:
    return x->u.b[0] + x->u.b[3];
  default:
    return -1;
  }
}

int eval_pair(int t1, int t2, int raw) {
  struct v a = {t1, {raw}}, b = {t2, {raw}};
  int x = eval(&a), y = eval(&b);
  if (x == y)
    return 0;
  if (x < y)
    return 1;
  return 2;
}
