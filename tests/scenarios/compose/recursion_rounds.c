// A unit that calls itself, too much to be executed three deep within these bounds: its own cases answer the calls of itself
// instead, a round for each depth. Nothing is missing then but what lies deeper, and that is said.
// RUN: summ run %s --max-depth 3 --max-cases 400 --no-summaries --json
// JSON: functions[name=sum].cases < 52
// RUN: summ show sum
// CHECK: cut: case bound
// RUN: summ run %s --max-depth 3 --max-cases 400 --json
// JSON: functions[name=sum].status == "partial"
// JSON: functions[name=sum].cases == 52
// RUN: summ show sum
// CHECK: cut: recursion bound
// CHECK-NOT: case bound
// Only as deep as branches ask for:
// RUN: summ run %s --max-depth 3 --cover branches --json
// JSON: functions[name=sum].status == "covered"
// JSON: functions[name=sum].cases <= 3

struct node {
  int v;
  struct node *l, *r;
};

int sum(struct node *t) {
  if (!t) return 0;
  int s = sum(t->l) + sum(t->r);
  if (t->v > 5) return s + 1;
  return s;
}
