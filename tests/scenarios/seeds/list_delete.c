// SGEN Fig. 17: no case looks at the data of the first node, which is the fault the paper's authors saw.
// RUN: summ run --max-loop 3 --json --replay --probe 200 %R/corpora/seeds/list_delete.c
// JSON: functions[name=delete].errors == 1
// JSON: totals.diverged == 0
// JSON: totals.wrong == 0
// RUN: summ show delete
// CHECK: d == root->next->data
// CHECK-NOT: root->data
// RUN: summ show delete --json | python3 %S/inputs/cases.py TFTTF
// OUT: TFTTF returned
// OUT:  shape: *root, *root->next, *root->next->next
// OUT:  when: root != 0 && root->next != 0 && d != root->next->data && root->next->next != 0 && d == root->next->next->data && root->next->next->next == 0
