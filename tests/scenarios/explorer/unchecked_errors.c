// What a program does after undefined behaviour is unknown: where its kind is not searched for, the answer is not complete.
// RUN: summ run --entry main --check none,assert --json %s
// JSON: functions[name=main].status == "partial"
// JSON: functions[name=main].bounds[0].bound == "error of a kind not searched for"
// JSON: totals.findings == 0
// RUN: summ run --entry main --json %s
// EXIT: 1
// JSON: functions[name=main].status == "complete"
// JSON: totals.findings == 1
int nondet_int(void);
int main(void) {
  int a[2] = {0, 0}, at = nondet_int();
  if (at < 0) at = 0;
  return a[at];
}
