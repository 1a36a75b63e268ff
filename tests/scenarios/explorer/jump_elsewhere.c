// longjmp is not the end of the program: the machine cannot follow it, and says so.
// RUN: summ run %s --entry main --json
// JSON: functions[name=main].status == "partial"
// RUN: summ show main --json
// JSON: bounds[0].bound == "unsupported construct"
#include <setjmp.h>

extern jmp_buf back;
int nondet_int(void);

int main(void) {
  if (nondet_int() > 3) longjmp(back, 1);
  return 0;
}
