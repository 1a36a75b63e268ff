// entry: apply_op
// A function pointer chosen by the caller, called by a callee.
typedef int (*op)(int, int);

static int add(int a, int b) { return (int)((unsigned)a + (unsigned)b); }
static int less(int a, int b) { return a < b ? 1 : 0; }
static int pick(int a, int b) { return a == 3 ? b : a; }

static int run(op f, int a, int b) {
  if (a == b)
    return f(a, 0);
  return f(a, b);
}

int apply_op(int which, int a, int b) {
  op f = which == 0 ? add : which == 1 ? less : pick;
  int r = run(f, a, b);
  if (r == 0)
    return 0;
  if (r == 1)
    return 1;
  return 2;
}
