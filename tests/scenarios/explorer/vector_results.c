// Results of many scalars: a vector is returned element by element, from a function with a body, from its summary, and
// from one without a body.
// RUN: summ run %s --replay
// CHECK: ^decide +complete +3
// CHECK: 0 of them not as predicted
// RUN: summ run --no-summaries -f decide %s
// CHECK: ^decide +complete +3
// RUN: summ show decide
// CHECK: ask#1.12 == 7
typedef int wide __attribute__((vector_size(64)));
typedef char bytes __attribute__((vector_size(16)));

bytes ask(void);

wide times(wide a, wide b) {
  if (a[9] > 5) return a * b;
  return a - b;
}

int decide(int x) {
  wide a = {1, 2};
  a[9] = x;
  a = times(a, a + 1);
  if (a[1] == 6) return 1;
  if (ask()[12] == 7) return 2;
  return 3;
}
