// An edit that leaves what a callee does as it was stops there: its callers are not explored again, wherever its statements now
// stand and whatever it decides on the way.
// RUN: sed 's/EDIT//' %s > a.c; summ run a.c
// CHECK: 3 functions: 3 explored, 0 current
//
// A statement more, before the place where it can fail:
// RUN: sed 's/EDIT/volatile int extra = 3; extra++;/' %s > a.c; summ run a.c --json
// JSON: totals.explored == 1
// JSON: functions[name=first].because == "its body changed"
// JSON: functions[name=caller].action == "current"
// RUN: summ show caller
// CHECK: null dereference at a.c:\d+, called at a.c:\d+: n is NULL
// RUN: summ diff
// OUT: from run 1 to run 2: functions changed 0, new 0, gone 0
//
// A decision that changes nothing:
// RUN: sed 's/EDIT/{ volatile int extra = 3; if (extra > 4) extra = 1; }/' %s > a.c; summ run a.c --json
// JSON: totals.explored == 1
// JSON: functions[name=first].because == "its body changed"
// RUN: summ run a.c --store clean; summ list --json --store clean > clean.json; summ list --json | cmp - clean.json && echo equal
// CHECK: equal
// RUN: summ check
// CHECK: entries, all fine
//
// One that changes something:
// RUN: sed 's/EDIT/if (n->key == 5) return 6;/' %s > a.c; summ why above a.c
// CHECK: above is current
// CHECK: first is itself stale \(its body changed\): if its summary changes, so may this one
// RUN: summ run a.c --json
// JSON: totals.explored == 3
// RUN: summ diff
// CHECK: ^above$
// CHECK: changed +for .*n->key = 5
// CHECK: before +returns
// CHECK: ^caller$
// CHECK: changed +for .*n->key = 5
// CHECK: ^first$
// CHECK: changed +for .*n->key = 5
// RUN: summ run a.c --store clean2; summ list --json --store clean2 > clean.json; summ list --json | cmp - clean.json && echo equal
// CHECK: equal
struct node {
  int key;
  struct node *next;
};
int first(struct node *n) {
  EDIT
  n = n->next;
  return n ? n->key : -1;
}
int caller(struct node *n) { return first(n) > 3 ? 1 : 0; }
int above(struct node *n) { return caller(n) ? 7 : 8; }
