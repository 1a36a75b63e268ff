// Stores that are not there, not stores, damaged, or made by a newer version: exit code 4, and they stay as they are.
// RUN: summ show f
// EXIT: 4
// OUT:
// CHECK-ERR: ^summ: .*\.summ
// DISK: unchanged
// RUN: summ list --store nowhere
// EXIT: 4
// CHECK-ERR: ^summ: .*nowhere
// DISK: unchanged
// RUN: echo text > file; summ list --store file
// EXIT: 4
// CHECK-ERR: ^summ: .*file
// RUN: summ run %s --store file
// EXIT: 4
// CHECK-ERR: ^summ: .*file
// DISK: unchanged
// RUN: mkdir damaged && head -c 20000 /dev/urandom > damaged/data.mdb; summ list --store damaged
// EXIT: 4
// CHECK-ERR: ^summ: .*damaged
// RUN: summ run %s --store damaged
// EXIT: 4
// CHECK-ERR: ^summ: .*damaged
int f(int n) { return n > 3; }
