// Summaries of library functions are shared by all stores: what one run had to explore the next one takes over, and it is what it
// would have explored.
// RUN: summ run %s --base b --json
// JSON: functions[name=isalnum].action == "explored"
// JSON: functions[name=isalpha].action == "explored"
// RUN: summ run %s --base b --store other --json
// JSON: functions[name=isalnum].action == "adopted"
// JSON: functions[name=isalpha].action == "adopted"
// JSON: functions[name=f].action == "explored"
// JSON: totals.explored == 2
// RUN: summ list --json > a.json; summ list --json --store other | cmp - a.json && echo equal
// CHECK: equal
// RUN: summ check --store other
// CHECK: entries, all fine
// RUN: summ check --store b
// CHECK: entries, all fine
// RUN: summ list --store b
// CHECK: isalpha
// CHECK-NOT: base\.c
//
// Made with other options, or defined by the program: explored.
// RUN: echo 'int toupper(int); int f(int n) { return toupper(n) == 65; }' > t.c; summ run t.c --base b --store c --json
// JSON: functions[name=toupper].action == "explored"
// RUN: summ run t.c --base b --store d --json
// JSON: functions[name=toupper].action == "adopted"
// RUN: summ run t.c --base b --store e --max-loop 2 --json
// JSON: functions[name=toupper].action == "explored"
// RUN: (cat t.c; echo 'int toupper(int n) { return n - 1; }') > own.c; summ run own.c --base b --store f --json
// JSON: functions[name=toupper].action == "explored"
// RUN: summ run t.c --base none --store g --json
// JSON: functions[name=toupper].action == "explored"
//
// A damaged one is no reason to fail, and begun anew; so is one that cannot be had.
// RUN: head -c 30000 /dev/urandom > b/data.mdb; summ run t.c --base b --store h --json
// JSON: functions[name=toupper].action == "explored"
// RUN: summ run t.c --base b --store i --json
// JSON: functions[name=toupper].action == "adopted"
// RUN: summ run t.c --base /dev/null/b --store j --json
// JSON: functions[name=toupper].action == "explored"
//
// Where it is when nothing is said:
// RUN: export XDG_CACHE_HOME=$PWD/cache; summ run t.c --store k >/dev/null; summ run t.c --store l --json; ls cache/summ/data.mdb >&2
// JSON: functions[name=toupper].action == "adopted"
int isalnum(int);
int f(int n) { return isalnum(n) ? 3 : 4; }
int g(int n) { return n > 3; }
