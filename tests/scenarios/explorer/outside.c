// What comes from outside while the unit runs, and each witness plays: unnamed arguments of the unit itself, what a function
// without a body returns in two registers and writes through its first argument, or two pointers away.
// RUN: summ run %s --replay --probe 10 --json --function sum --function mixed --function both --function behind
// JSON: functions[name=sum].status == "partial"
// JSON: functions[name=sum].errors == 0
// JSON: functions[name=mixed].cases == 2
// JSON: functions[name=both].cases == 2
// JSON: functions[name=behind].cases == 1
// JSON: totals.diverged == 0
// JSON: totals.wrong == 0
// RUN: summ show mixed
// CHECK: 1.5 < va_double#1
// CHECK: va_int#1
#include <stdarg.h>

int sum(int n, ...) {
  va_list ap;
  int s = 0;
  va_start(ap, n);
  for (int i = 0; i < n; i++) s = s * 3 + va_arg(ap, int);
  va_end(ap);
  return s;
}

int mixed(const char *name, ...) {
  va_list ap;
  va_start(ap, name);
  int i = va_arg(ap, int), r = 0;
  if (va_arg(ap, double) > 1.5) r = i == 7 ? 1 : 2;
  va_end(ap);
  return r;
}

struct pair {
  long a, b;
};
extern struct pair ask(long *where);
int both(void) {
  long x;
  struct pair p = ask(&x);
  if (p.b == x) return 0;
  return p.b > x;
}

struct box {
  int *p;
};
extern void unknown(struct box *b);
int behind(void) {
  int x = 1;
  struct box b = {&x};
  unknown(&b);
  return x == 1;
}
