// SGEN Fig. 6: the two infeasible paths are found infeasible; each feasible one has its shape, also where x and y are one.
// RUN: summ run --json --replay --probe 300 %R/corpora/seeds/example.c
// JSON: functions[name=Example].status == "complete"
// JSON: totals.diverged == 0
// JSON: totals.wrong == 0
// RUN: summ show Example --json
// JSON: len(infeasible) == 1
// JSON: infeasible[0].line == 21
// JSON: infeasible[0].edge == "true"
// RUN: summ show Example --json | python3 %S/inputs/cases.py TFFT
// OUT: TFFT returned
// OUT:  shape: *x, *y, **y
// OUT:  when: x != 0 && y != 0 && y != x && *x == *y && *x != 0 && v == 10
// OUT: TFFT returned
// OUT:  shape: *x, **x
// OUT:  when: x != 0 && y != 0 && y == x && *x != 0 && v == 10
// RUN: summ show Example --json | python3 %S/inputs/cases.py TT | grep -v ' '
// EXIT: 1
// RUN: summ show Example --json | python3 %S/inputs/cases.py TT | grep dereference
// OUT: TT null dereference
// OUT: TT null dereference
