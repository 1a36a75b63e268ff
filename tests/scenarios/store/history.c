// The store over two runs: what is explored again after an edit, why, and what changed in behaviour.
// RUN: sed 's/LIMIT/0/' %s > a.c; summ run a.c
// CHECK: 3 functions: 3 explored, 0 current
// RUN: summ why pick
// CHECK: pick is current
// RUN: printf '// moved down\n\n' | cat - a.c > b.c; mv b.c a.c; summ run a.c
// CHECK: 3 functions: 0 explored, 3 current
// RUN: summ show low
// CHECK: a.c:39
// RUN: sed 's/LIMIT/3/' %s > a.c; summ why low a.c
// OUT: low is stale: its body changed
// RUN: summ run a.c
// CHECK: 3 functions: 2 explored, 1 current
// RUN: summ diff
// CHECK: ^low$
// CHECK: changed +for n = 0
// CHECK: before +returns n
// CHECK: now +returns 7
// CHECK: functions changed 2, new 0, gone 0
// RUN: summ diff 1 2
// OUT: from run 1 to run 2: functions changed 0, new 0, gone 0
// RUN: summ diff --json
// JSON: functions[name=low].differences[0].change == "changed"
// RUN: summ log --json
// JSON: len(runs) == 3
// JSON: runs[2].totals.explored == 2
// RUN: summ list --callers-of low --json
// JSON: len(functions) == 1
// JSON: functions[0].name == "pick"
// RUN: summ list --callees-of pick
// CHECK: low
// CHECK-NOT: lonely
// RUN: summ show --callers low
// CHECK: pick
// RUN: summ check
// CHECK: entries, all fine
int low(int n) {
  if (n < LIMIT) return 7;
  return n;
}
int pick(int n) {
  if (low(n) > 10) return 1;
  return 0;
}
int lonely(int a) { return a > 3 ? a : -a; }
// RUN: summ gc --keep 1
// CHECK: dropped
// RUN: summ check
// CHECK: entries, all fine
// RUN: summ diff
// EXIT: 2
// ERR: summ: there are no two finished runs to compare yet; see summ log
// RUN: summ diff 1 x
// EXIT: 2
// CHECK-ERR: 'x' is no number of a run
// RUN: summ stats --json
// JSON: functions.entries == 3
