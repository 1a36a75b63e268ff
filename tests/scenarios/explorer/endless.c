// A loop that comes back to where it was never ends: that is known after a few rounds, whatever the bounds, and is no reason
// to be partial. A list that leads into itself is such a loop for whoever looks for its end.
// RUN: summ run -f last -f toggle -f until --max-objects 3 %s
// CHECK: toggle +complete +2
// CHECK: until +complete +2
// RUN: summ show last
// CHECK: never ends at .*endless.c:26
// CHECK: l->next == l
// RUN: summ show toggle
// CHECK: never ends
// CHECK: n > 5
// RUN: summ run --entry main --json %s
// JSON: functions[name=main].status == "complete"
// EXIT: 0
// RUN: summ run --replay --store again -f last -f toggle --max-objects 3 %s
// CHECK: 0 of them not as predicted
struct list {
  struct list *next;
};
int same(const struct list *a, const struct list *b) {
  return a == b;
}
int last(struct list *l) {
  if (same(l, 0)) return 0;
  int n = 1;
  while (l->next != 0) l = l->next;
  return n;
}
int toggle(int n) {
  int i = 0, steps = 0;
  while (n > 5) i = !i, steps ^= i;
  return i + steps;
}
int until(int n) {
  for (;;)
    if (n == 3) return 1;
}
int nondet_int(void);
int main(void) {
  int x = nondet_int();
  if (x == 7)
    for (;;) {
    }
  return 0;
}
