// When the effort is spent, Z3 is not asked any more, but the paths found so far are followed to their ends: each is a test.
// RUN: (echo 'int chain(unsigned x) {'; for i in $(seq 1 400); do echo "if (x * $((2 * i + 1))u + $((i * 77))u > $((4000000000 - i * 1000))u) return $i;"; done; echo 'return -1; }') > chain.c
// RUN: python3 %S/inputs/limited.py 60 1000 summ run chain.c -j1 --json --replay --max-total-effort 2000000
// JSON: functions[name=chain].status == "partial"
// JSON: functions[name=chain].cases >= 5
// JSON: totals.diverged == 0
// RUN: summ show chain
// CHECK: ^cut: solver gave up at 
// CHECK: ^case 2: returned
