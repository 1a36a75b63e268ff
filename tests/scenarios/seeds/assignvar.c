// SGEN Fig. 13: the variable the argument points to gets v; the second write goes to the callee's own new object.
// RUN: summ run --json --replay --probe 100 %R/corpora/seeds/assignvar.c
// JSON: functions[name=assignVar].status == "complete"
// JSON: functions[name=caller].status == "complete"
// JSON: functions[name=caller].cases == 1
// JSON: totals.wrong == 0
// RUN: summ show assignVar
// CHECK: \*x = v$
// CHECK: = v \+ 1$
// CHECK: allocates malloc#1, 4 bytes
// RUN: summ show caller
// CHECK: returns +4$
