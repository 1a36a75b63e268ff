/* No decision sees what share returns, and it changes nothing; yet its error is its caller's too, for the inputs that lead to it.
RUN: summ run %s --store %t/s --replay --probe 50 --json
JSON: functions[name=outer].errors == 1
JSON: functions[name=constant].errors == 1
JSON: functions[name=safe].errors == 0
JSON: totals.diverged == 0
JSON: totals.wrong == 0
RUN: summ show safe --store %t/s
CHECK: returns +more\(a\) \+ 2
*/
static int share(int a, int n) {
  if (a == n) return 1;
  return a == -2147483647 - 1 ? 0 : a / n;
}
static int more(int a) { return a > 3 ? a : 7; }

int outer(int a, int n) { return share(a, n) + 1; }
int constant(int a) { return share(a, 0) + 1; }
int safe(int a) { return more(a) + 2; }
