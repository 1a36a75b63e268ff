// SGEN 5.2.2 over several runs: the summary for distinct objects does not fit a caller that passes one object twice, the callee is
// analysed again for that, and a second caller, in a later process, finds the result and explores nothing.
// RUN: summ run --stats -f first %s
// CHECK: re-analyses +1
// RUN: summ show alias_foo
// CHECK: where z == x
// RUN: summ show --json alias_foo
// JSON: variants[0].aliases == "z == x"
// RUN: summ show first
// CHECK: returns +1
// RUN: summ run --stats -f second %s
// CHECK: calls answered by summaries +1
// CHECK: calls executed +0
// CHECK: re-analyses +0
// RUN: summ run --stats -f distinct %s
// CHECK: calls executed +0
// CHECK: re-analyses +0
// The order in which callers ask, and how many work at a time, leave no trace in the contents.
// RUN: summ run -j1 --store one -f second %s; summ run -j1 --store one %s
// RUN: summ run -j4 --store four %s; summ show --store four alias_foo > b; summ show --store one alias_foo > c; cmp b c
// RUN: summ check --store four
// CHECK: all fine
int alias_foo(int *x, int *y, int *z) {
  *x = 1;
  *z = 2;
  if (*x == 1) return 10 + *y;
  return 20;
}
int first(int a, int b) {
  int r = alias_foo(&a, &b, &a);
  if (r == 20) return 1;
  return 0;
}
int second(int a, int b) {
  int r = alias_foo(&b, &a, &b);
  if (r == 20) return 2;
  return b;
}
int distinct(int a, int b, int c) {
  int r = alias_foo(&a, &b, &c);
  if (r > 15) return a;
  return c;
}
