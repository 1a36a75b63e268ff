// The scenario runner itself: a wrong scenario fails and shows why.
// RUN: python3 %R/tests/scenarios/run.py "$SUMM" %S/inputs/wrong_output.c
// EXIT: 1
// CHECK: wrong_output.c:1: RUN: printf
// CHECK: ^ one$
// CHECK: ^-three$
// CHECK: ^\+two$
// RUN: python3 %R/tests/scenarios/run.py "$SUMM" %S/inputs/wrong_json.c
// EXIT: 1
// CHECK: ^line 6: JSON: list\[\*\].n > 1$
// CHECK: \.list\[0\]\.n is 1$
// CHECK: ^line 7: JSON: list\[name=c\].n == 1$
// CHECK-NOT: line [2-5]:
// RUN: python3 %R/tests/scenarios/run.py "$SUMM" %S/inputs/known_fail.c
// EXIT: 0
// RUN: python3 %R/tests/scenarios/run.py "$SUMM" %S/inputs/fixed.c
// EXIT: 1
// CHECK: it passes now
// RUN: cp %S/inputs/wrong_output.c copy.c && python3 %R/tests/scenarios/run.py "$SUMM" copy.c --update; python3 %R/tests/scenarios/run.py "$SUMM" copy.c && cat copy.c
// CHECK: ^// RUN: printf 'one\\ntwo\\n'\n// OUT: one\n// OUT: two\n
