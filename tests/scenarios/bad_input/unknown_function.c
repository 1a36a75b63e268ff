// A name that no function has: near names, exit code 2, nothing on disk.
// RUN: summ run %s --function maximun
// EXIT: 2
// OUT:
// ERR: summ: no function 'maximun' in these files (near: 'maximum'); summ list shows what a run has found
// DISK: unchanged
// RUN: summ run %s --entry mian
// EXIT: 2
// ERR: summ: no function 'mian' in these files (near: 'main'); summ list shows what a run has found
// DISK: unchanged
// RUN: summ run %s --function maximum --json
// JSON: len(functions) == 1
// RUN: summ show maximun
// EXIT: 2
// OUT:
// ERR: summ: no function 'maximun' in the store (near: 'maximum'); see summ list
// DISK: unchanged
// RUN: summ show
// EXIT: 2
// ERR: summ: which function? usage: summ show NAME; see summ list
int maximum(int a, int b) { return a > b ? a : b; }
int main(void) { return maximum(1, 2) == 3; }
