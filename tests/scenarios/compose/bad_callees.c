// Callees that cannot be applied: a definition with another signature than the declaration, recursion through a function pointer, a
// model with an error, a function that is not there. The caller falls back to execution or a stub, says so, and goes on.
// RUN: grep -v '^//' %s > all.c; awk -v RS='---\n' 'NR>1{print > ("part" NR-1 ".c")}' all.c; summ run part1.c part2.c
// CHECK: use +complete +2
// RUN: summ show use
// CHECK: v > 10
// RUN: summ run --store rec part3.c
// CHECK: walk +partial
// CHECK: outer +partial
// RUN: summ show --store rec outer
// CHECK: cut: callee partial at part3.c:5
// CHECK: returns +1
// RUN: echo 'int mystery(int v) { return v + ; }' > bad.c; summ run --store bad --model bad.c part4.c
// EXIT: 3
// CHECK-ERR: bad.c:1:33: error: expected expression
// CHECK: ask +complete +2
// RUN: summ show --store bad ask
// CHECK: stubs: mystery
// RUN: echo 'int mystery(int v) { return v < 0 ? 0 : v; }' > good.c; summ run --store good --model good.c part4.c
// RUN: summ show --store good ask
// CHECK-NOT: stubs
// CHECK: v = 4
#if 0
---
int scale(long v);
int use(int v) { if (scale(v) > 10) return 1; return 0; }
---
int scale(int v, int w) { if (v > w) return v; return w; }
---
typedef int (*step)(int);
int walk(int n);
static step next = walk;
int walk(int n) { if (n <= 0) return 0; return next(n - 1) + 1; }
int outer(int n) { if (walk(n) == 2) return 1; return 0; }
---
int mystery(int v);
int ask(int v) { if (mystery(v) > 3) return 1; return 0; }
---
#endif
