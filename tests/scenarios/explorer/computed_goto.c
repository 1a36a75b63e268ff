// A label whose address is taken twice is one way out, tables of labels lead to them, and what is no label is an error.
// RUN: summ run %s --replay --probe 20 --json
// JSON: functions[name=table].cases == 4
// JSON: functions[name=offsets].cases == 4
// JSON: functions[name=anywhere].cases == 3
// JSON: totals.diverged == 0
// JSON: totals.wrong == 0
// RUN: summ show anywhere
// CHECK: bad call
int table(unsigned i) {
  static void *const to[] = {&&one, &&two, &&one, &&three};
  if (i > 3) return -1;
  goto *to[i];
one:
  return 1;
two:
  return 2;
three:
  return 3;
}

int offsets(unsigned i) {
  static const int off[] = {&&a - &&a, &&b - &&a, &&c - &&a};
  goto *(&&a + off[i]);
a:
  return 1;
b:
  return 2;
c:
  return 3;
}

int anywhere(int first, long distance) {
  void *to = first ? &&one : &&two;
  goto *((char *)to + distance);
one:
  return 1;
two:
  return 2;
}
