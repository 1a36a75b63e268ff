// LA Fig. 1 from the source file to the store and back in a later process: four paths, four witnesses.
// RUN: summ run --json %R/corpora/seeds/max3.c
// JSON: functions[name=max3].cases == 4
// JSON: functions[name=max3].status == "complete"
// JSON: functions[name=max3].action == "explored"
// JSON: functions[name=max3].errors == 0
// JSON: totals.functions == 1
// RUN: summ show max3 --json
// JSON: name == "max3"
// JSON: signature == "int max3(int a[3])"
// JSON: status == "complete"
// JSON: branches == 4
// JSON: covered == 4
// JSON: len(cases) == 4
// JSON: cases[*].outcome == "returned"
// JSON: len(cases[*].decisions) == 2
// JSON: len(cases[*].constraint) >= 2
// JSON: len(cases[*].returns) == 1
// JSON: cases[*].witness.a ~ "a"
// RUN: summ show max3
// CHECK: ^int max3\(int a\[3\]\)  .*corpora/seeds/max3.c:8$
// CHECK: ^complete: 4 cases, 4 of 4 branches covered$
// CHECK: ^case 1: returned$
// CHECK: path +10: max < a\[1\] is (true|false)$
// CHECK: 12: max < a\[2\] is (true|false)$
// CHECK: ^case 4: returned$
// RUN: summ show max3 --dot | head -1
// OUT: digraph "max3" {
// RUN: summ list --json
// JSON: len(functions) == 1
// JSON: functions[0].name == "max3"
// RUN: summ list
// CHECK: ^max3 +complete +4 +0 +4/4 +.*max3.c:8$
// RUN: summ run --json %R/corpora/seeds/max3.c
// JSON: functions[name=max3].action == "current"
// JSON: totals.explored == 0
// JSON: functions[name=max3].cases == 4
