// While one process writes, another one that wants to write says who holds the store, or waits for it; readers read. The holder
// here is flock(1) with the text that a run would leave.
// REQUIRES: command -v flock
// RUN: summ run %s
// RUN: (flock 9; echo "process 77 on somewhere since then" >&9; touch held; n=0; while [ ! -e let_go ] && [ $n -lt 300 ]; do sleep 0.1; n=$((n + 1)); done) 9> .summ/writer > /dev/null 2>&1 & while [ ! -e held ]; do sleep 0.1; done; summ run %s
// EXIT: 4
// OUT:
// ERR: summ: the store .summ is being written by process 77 on somewhere since then: try again when it has ended, or let --wait wait for it
// RUN: summ list
// CHECK: max2
// RUN: summ gc
// EXIT: 4
// CHECK-ERR: process 77 on somewhere
// RUN: (sleep 1; touch let_go) > /dev/null 2>&1 & summ run %s --wait
// CHECK: 1 function: 0 explored, 1 current
// CHECK-ERR: process 77 on somewhere since then: waiting for it to end
int max2(int a, int b) { return a > b ? a : b; }
