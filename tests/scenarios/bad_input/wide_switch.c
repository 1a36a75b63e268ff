// A switch with 10,000 cases: one path each, none of them asked from Z3.
// RUN: (echo 'int wide(int x) { switch (x) {'; for i in $(seq 0 9999); do echo "case $((i * 7)): return $((i % 13));"; done; echo '} return -1; }') > wide.c
// RUN: python3 %S/inputs/limited.py 60 1000 summ run --json --stats --probe 50 wide.c
// JSON: functions[name=wide].cases == 10001
// JSON: functions[name=wide].status == "complete"
// JSON: totals.wrong == 0
