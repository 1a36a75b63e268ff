// SGEN Fig. 10: left, then right, then found, needs the three-node shape of Fig. 12 and nothing else (1_L0, 2_L0, 3_L0 are *L,
// *L->left, *L->left->right).
// RUN: summ run --max-loop 3 --json --replay --probe 100 %R/corpora/seeds/find.c
// JSON: functions[name=Find].status == "partial"
// JSON: totals.diverged == 0
// JSON: totals.wrong == 0
// RUN: summ show Find --json | python3 %S/inputs/cases.py TFTTFFTTF
// OUT: TFTTFFTTF returned
// OUT:  shape: *L, *L->left, *L->left->right
// OUT:  when: L != 0 && y != L->data && y < L->data && L->left != 0 && y != L->left->data && L->left->data <= y && L->left->right != 0 && y == L->left->right->data
// RUN: summ show Find --json
// JSON: bounds[0].bound == "loop bound"
// JSON: bounds[0].line == 23
