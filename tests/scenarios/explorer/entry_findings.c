// A whole program that is too large for one pass: its functions are summarised too. That one of them can fail by itself is no
// finding, as long as no path from the entry point leads there.
// RUN: summ run --entry main --max-cases 5 --json %s
// JSON: functions[name=main].status == "partial"
// JSON: functions[name=fail].errors == 1
// JSON: totals.findings == 0
// RUN: summ run --entry main --max-cases 5 %s
// CHECK: 0 findings
void reach_error(void);
int nondet_int(void);
void fail(void) { reach_error(); }
int main(void) {
  int many = 0;
  for (int i = 0; i < 6; i++)
    if (nondet_int() > i) many++;
  if (many > 6) fail();
  return many;
}
