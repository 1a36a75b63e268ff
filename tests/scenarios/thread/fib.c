// CAUT section 2.1: the four cases n < 0, n == 0, n == 1, n > 1; the recursive calls reach no decision.
// RUN: summ run --json %R/corpora/seeds/fib.c
// JSON: functions[name=fib].cases == 4
// JSON: functions[name=fib].status == "complete"
// RUN: summ show fib --json
// JSON: len(cases) == 4
// JSON: cases[*].outcome == "returned"
// RUN: summ show fib --json | python3 -c 'import json, sys; print(sorted(min(max(c["witness"]["n"], -1), 2) for c in json.load(sys.stdin)["cases"]))'
// OUT: [-1, 0, 1, 2]
