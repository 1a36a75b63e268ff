// What a volatile object outside of the unit gives is an input of its own at each read: a register of a device, a flag that a signal
// handler sets. Locals stay memory. Reads of a callee are counted on from the caller's.
#include <signal.h>

extern volatile unsigned port;
volatile int regs[4];
volatile sig_atomic_t stop;
struct device {
  unsigned status, data;
};

static int changes(void) { return port != port; }

unsigned receive(volatile struct device *d) {
  if (!(d->status & 4)) return 0;
  return d->data;
}

static int same(volatile int *p) { return *p == *p; }

int own(void) {
  volatile int x = 3;
  return same(&x);
}

int two_calls(void) {
  if (changes()) return 1;
  if (port == 7) return 2;
  return 0;
}

int at(int i) {
  if (i < 0 || i > 3) return -1;
  return regs[i] < regs[i];
}

int wait_for(void) {
  int n = 0;
  while (!stop) n++;
  return n;
}

void acknowledge(volatile struct device *d) { d->status |= 1; }

int main(void) {
  regs[2] = 5;
  if (regs[2] != 5) return 1;
  return 0;
}

// RUN: summ run %s --store %t/s --replay --probe 50 -j1
// CHECK: two_calls +complete +3
// CHECK: wait_for +partial
// CHECK: main +complete +2
// CHECK: witnesses replayed, 0 of them not as predicted
// CHECK: random inputs played, 0 of them not as summarised
// RUN: summ show receive --store %t/s
// CHECK: d->status#1 & 4\) != 0
// CHECK: returns +d->data#2
// RUN: summ show own --store %t/s
// CHECK: complete: 1 case
// CHECK: returns +1
// RUN: summ show two_calls --store %t/s
// CHECK: port#2 == port#1
// CHECK: port#3 == 7
// RUN: summ show acknowledge --store %t/s
// CHECK: effect +d->status = d->status#1 \| 1
// RUN: summ run %s --store %t/m --volatile memory --replay --json -j1
// JSON: functions[name=two_calls].cases == 2
// JSON: functions[name=main].cases == 1
// JSON: totals.diverged == 0
// RUN: summ run %s --store %t/e --entry main --json -j1
// JSON: functions[name=main].cases == 1
