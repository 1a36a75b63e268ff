// A function by its name, and what is said when that is not enough or nearly right.
// RUN: sed 's/OTHER/int two(int n) { return helper(n) - 1; }/' %s > a.c; sed 's/OTHER/int three(int n) { return helper(n) * 2; }/; s/one/four/' %s > b.c; summ run a.c b.c
// CHECK: 6 functions: 6 explored
// RUN: summ show helper
// EXIT: 2
// ERR: summ: 2 functions are called 'helper'; say which one:
// ERR:   a.c:helper (c:a.c@F@helper)
// ERR:   b.c:helper (c:b.c@F@helper)
// RUN: summ show b.c:helper
// CHECK: ^int helper\(int n\)
// RUN: summ why c:b.c@F@helper
// CHECK: helper is current
// RUN: summ show hleper
// EXIT: 2
// ERR: summ: no function 'hleper' in the store (near: 'helper'); see summ list
// RUN: summ list --callers-of a.c:helper
// CHECK: one
// CHECK: two
// CHECK-NOT: three
// RUN: summ list --file b.c --callees-of three
// CHECK: helper
// CHECK-NOT: four
static int helper(int n) { return n > 3 ? n : 3; }
int one(int n) { return helper(n) + 1; }
OTHER
