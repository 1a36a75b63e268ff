/* Units that cannot be explored to the end: time and memory stay bounded, and the summary says what was cut and where.
TIMEOUT: 300

RUN: python3 %S/inputs/limited.py 100 1500 summ run -j1 --json --max-total-effort 3000000 %s
JSON: totals.functions == 20
JSON: functions[name=no_input].status == "complete"
JSON: functions[name=no_input].cases == 0
JSON: functions[name=no_input_by_assumption].cases == 0
JSON: functions[name=forever].status == "partial"
JSON: functions[name=collatz].status == "partial"
JSON: functions[name=spin].status == "partial"
JSON: functions[name=deeper].status == "partial"
JSON: functions[name=both_ways].status == "partial"
JSON: functions[name=upwards].status == "partial"
JSON: functions[name=and_back].status == "partial"
JSON: functions[name=get].status == "partial"
JSON: functions[name=put].status == "partial"
JSON: functions[name=of_local].status == "partial"
JSON: functions[name=clear].status == "partial"
JSON: functions[name=copy].status == "partial"
JSON: functions[name=grow].status == "partial"
JSON: functions[name=factor].status == "partial"
JSON: functions[name=products].status == "partial"

RUN: summ show no_input
CHECK: ^assumes: the precondition allows no input$
RUN: summ show forever
CHECK: ^cut: step bound at .*hopeless.c:50 
RUN: summ show spin
CHECK: ^cut: step bound at .*hopeless.c:63 
RUN: summ show collatz
CHECK: ^cut: (loop bound|solver gave up) at .*hopeless.c:5[67] 
RUN: summ show deeper
CHECK: ^cut: (recursion|step) bound at .*hopeless.c:68 
RUN: summ show both_ways
CHECK: ^cut: recursion bound at 
RUN: summ show get
CHECK: ^cut: index pinned at .*hopeless.c:86 
RUN: summ show clear
CHECK: ^cut: step bound at .*hopeless.c:97 
RUN: summ show factor
CHECK: ^cut: solver gave up at .*hopeless.c:
*/
#include <string.h>

int no_input_precond(int x) { return x > 3 && x < 2; }
int no_input(int x) { return x ? 1 : 0; }

int forever(int x) {
  for (;;) x++;
  return x;
}

void __VERIFIER_assume(int);
int collatz(unsigned x) {
  while (x != 1)
    x = x & 1 ? 3 * x + 1 : x / 2;
  return 1;
}

volatile int flag;
int spin(int x) {
  while (x) flag = 1;
  return 0;
}

int counter;
int deeper(int n) { counter++; return deeper(n + 1) + 1; }

int and_back(int n);
int upwards(int n) { return n > 3 ? upwards(n + 1) : and_back(n); }
int and_back(int n) { return upwards(n) + 1; }

int both_ways(int n) {
  counter++;
  if (n > 3) return both_ways(n - 1) + both_ways(n - 2);
  return both_ways(n + 1);
}

int no_input_by_assumption(int x) {
  __VERIFIER_assume(x > 3 && x < 2);
  return x;
}

int a[1 << 28];
int get(unsigned i) { return a[i]; }
void put(unsigned i, int v) {
  a[i] = v;
  if (a[i / 2]) a[0] = 1;
}
int of_local(unsigned i) {
  int b[1 << 28];
  b[i] = 1;
  return b[5];
}
static char big[1 << 30];
int clear(int i) { memset(big, i, sizeof big); return big[i & 0xfffffff]; }
int copy(int *p) {
  int b[1 << 20];
  memcpy(b, p, sizeof b);
  return b[77] == 3;
}

unsigned grow(unsigned x, unsigned y) {
  for (int i = 0; i < 150000; i++) x = (x ^ y) * 31 + (x >> 3);
  if (x == 77) return 1;
  return x;
}
unsigned doubling(unsigned x) {
  for (int i = 0; i < 200; i++) x = x * x + x;
  return x > 5 ? x : 0;
}

int products(unsigned long x, unsigned long y) { /* as gates: gigabytes */
  for (int i = 0; i < 40; i++) {
    x = x * x + y;
    y = y * x;
  }
  if (x % (y | 1) == 7) return 1;
  return 2;
}
int factor(unsigned long x, unsigned long y) {
  if (x > 1 && y > 1 && x < 0x100000000 && y < 0x100000000)
    if (x * y == 0x6b7a3c9f1d5e2b03) return 1;
  return 0;
}
int mixed(unsigned long h) {
  for (int i = 0; i < 6; i++) {
    h ^= h >> 33;
    h *= 0xff51afd7ed558ccd;
  }
  return h == 0x123456789abcdef ? 1 : 0;
}
