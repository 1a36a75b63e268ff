// What the slicer cannot know: a "may reach" with the reason, and an end in any case.
// RUN: summ slice through_pointer %s
// CHECK: \(\*pointer\) may reach a decision \(calls through a pointer that leads to no known function\)
// RUN: summ slice without_body %s
// CHECK: elsewhere may reach a decision \(elsewhere has no body here: it may write any memory it can reach\)
// RUN: summ slice assembly %s
// CHECK: asm may reach a decision \(inline assembly may write any memory it can reach\)
// RUN: summ slice around %s
// CHECK: \(\*pointer\) may reach a decision \(calls through a pointer that may also lead outside the program\)
// RUN: summ slice jumps %s
// EXIT: 3
// CHECK-ERR: 'jumps' could not be read: _setjmp
// RUN: summ slice calls_jumps %s
// CHECK: jumps may reach a decision \(the body of jumps could not be read: it may write anything\)
// RUN: summ slice thrower %s
// CHECK: raise_it reaches a decision, by not returning
// RUN: summ slice endless %s
// CHECK: forever reaches a decision, by not returning
// RUN: summ slice last %s
// CHECK: raise_it reaches only the exit
#include <setjmp.h>
static int g;
int through_pointer(void (*f)(int *), int *p) { f(p); if (*p) return 1; return 0; }
void elsewhere(int *p);
int without_body(int x) { elsewhere(&x); if (x) return 1; return 0; }
int assembly(int *p) { __asm__ volatile("nop" : : "r"(p) : "memory"); if (*p) return 1; return 0; }
static int (*bounce)(int);
int around(int n) { bounce = around; if (n && bounce(n - 1)) return g; return 1; }
static jmp_buf env;
int jumps(int x) { if (setjmp(env)) return 1; return x; }
int calls_jumps(int x) { jumps(x); if (g) return 1; return 0; }
static void raise_it(int x) { if (x > 3) longjmp(env, 1); }
int thrower(int x, int y) { raise_it(x); if (y) return 1; return 2; }
static void forever(int x) { if (x) for (;;) g++; }
int endless(int x, int y) { forever(x); if (y) return 1; return 2; }
int last(int x, int y) { if (y) return 2; raise_it(x); return 1; }
