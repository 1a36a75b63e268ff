// LA Fig. 4: three tests, one per feasible path; the fourth (three rising values out of two) is infeasible.
// RUN: summ run --json --replay --probe 200 %R/corpora/seeds/max3als.c
// JSON: functions[name=max3Als].cases == 3
// JSON: functions[name=max3Als].status == "complete"
// JSON: totals.diverged == 0
// JSON: totals.wrong == 0
// RUN: summ show max3Als --json | python3 %S/inputs/cases.py TT
// OUT:
