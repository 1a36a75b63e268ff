// The table of a function and its verdicts: names of the source, line and column, alias sets per program point.
// RUN: summ slice unit %s
// CHECK: place +statement +ref +def +alias set +active set +affected
// CHECK: table.c:\d+:\d+ +set\(p\); +.*\*p=\{a\}
// CHECK: table.c:\d+:\d+ +set\(p\); // again.*\*p=\{b\}
// CHECK: table.c:\d+:\d+ +if \(b\) +b .*@\d+
// CHECK: table.c:\d+:\d+: set reaches only the exit
// CHECK: table.c:\d+:\d+: set reaches a decision
// CHECK: ^    decision \d+:\d+ +if \(b\)
// CHECK: reaches an error check\n +divisor +\d+:\d+
// CHECK: unit: 4 calls, 1 reach a decision
// RUN: summ slice unit %s --json
// JSON: function == "unit"
// JSON: len(calls) == 4
// JSON: calls[1].verdict == "exit only"
// JSON: calls[2].verdict == "decision"
// JSON: calls[2].decisions[0].text == "if (b)"
// JSON: calls[3].verdict == "error check"
// JSON: calls[3].checks[0].kind == "divisor"
// RUN: summ slice --all %s --json
// JSON: [function=unit].calls == 4
// JSON: [function=unit].decision == 1
// RUN: summ slice --all %s
// CHECK: function +calls +decision +error check +exit only +nothing
// CHECK: unit +4 +1 +1 +1 +1
// RUN: summ slice --all --no-slice %s
// CHECK: unit +4 +4 +0 +0 +0
// RUN: summ slice unti %s
// EXIT: 2
// ERR: summ: no function 'unti' in these files (near: 'unit'); summ slice --all shows what there is
static void set(int *p) { *p = 7; }
static int half(int x) { return x / 2; }
static void keep(int **pp) { (void)pp; }
int unit(int x) {
  int a = 0, b = 0, *p = &a;
  keep(&p);
  set(p);
  p = &b;
  set(p); // again
  if (b)
    return 1;
  return a / half(x);
}
