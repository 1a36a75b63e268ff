/* SGEN Figs. 2, 4, 8 and 9, one function per transfer function and clause: what is infeasible is shown infeasible, what is
 * feasible has the shape the figure gives it. TOP is an input nobody looked at, NOT-NULL one that was tested, a location one that
 * was followed or is the address of a variable.

RUN: summ run --json --replay --probe 100 %s
JSON: totals.diverged == 0
JSON: totals.wrong == 0
JSON: functions[*].status == "complete"
JSON: totals.findings == 0

Fig. 2, x == NULL: TOP and NULL allow it, NOT-NULL and a location do not.
RUN: summ show eq_null --json | python3 %S/inputs/cases.py
OUT: F returned
OUT:  shape:
OUT:  when: x != 0
OUT: TT returned
OUT:  shape:
OUT:  when: x == 0
RUN: summ show eq_null_location --json | python3 %S/inputs/cases.py
OUT:  null dereference
OUT:  shape:
OUT:  when: x == 0
OUT: F returned
OUT:  shape: *x
OUT:  when: x != 0

Fig. 2, x <> NULL: TOP is materialised, NOT-NULL and a location stay, NULL is a contradiction.
RUN: summ show ne_null --json | python3 %S/inputs/cases.py
OUT: F returned
OUT:  shape:
OUT:  when: x == 0
OUT: TF returned
OUT:  shape: *x
OUT:  when: x != 0

Fig. 2, x == l: TOP meets the location; NULL and another location do not.
RUN: summ show eq_location --json | python3 %S/inputs/cases.py
OUT: F returned
OUT:  shape:
OUT:  when: x != &other
OUT: TF returned
OUT:  shape:
OUT:  when: x == &other

Fig. 2, x == y: the collections are joined, both have the one location afterwards, and the one NULL.
RUN: summ show eq_both --json | python3 %S/inputs/cases.py
OUT: F returned
OUT:  shape:
OUT:  when: x != y
OUT: T null dereference
OUT:  shape:
OUT:  when: x == y && x == 0
OUT: TFF returned
OUT:  shape: *x
OUT:  when: x == y && x != 0 && *x != 3
OUT: TFTF returned
OUT:  shape: *x
OUT:  when: x == y && x != 0 && *x == 3

Fig. 2, x <> y is deferred: joined later, it is a contradiction; equal to NULL one after the other as well.
RUN: summ show ne_deferred --json
JSON: len(infeasible) == 2

Fig. 4, x = NULL, x = &a, x = y: the value is known, the input stays TOP.
RUN: summ show assign_null --json | python3 %S/inputs/cases.py
OUT: T returned
OUT:  shape:
OUT:  when:
RUN: summ show assign_address --json | python3 %S/inputs/cases.py
OUT: TT returned
OUT:  shape:
OUT:  when:
RUN: summ show assign_copy --json | python3 %S/inputs/cases.py
OUT: T returned
OUT:  shape:
OUT:  when:

Fig. 4, x = *y: TOP is materialised and names what x points to; NULL ends the path.
RUN: summ show assign_load --json | python3 %S/inputs/cases.py
OUT:  null dereference
OUT:  shape:
OUT:  when: y == 0
OUT: F returned
OUT:  shape: *y
OUT:  when: y != 0 && *y != 0
OUT: T returned
OUT:  shape: *y
OUT:  when: y != 0 && *y == 0

Fig. 4, *x = y: a strong update; the second x is the same variable, and what it held before is not looked at.
RUN: summ show assign_store --json | python3 %S/inputs/cases.py
OUT:  null dereference
OUT:  shape:
OUT:  when: x == 0
OUT: T returned
OUT:  shape: *x
OUT:  when: x != 0

Fig. 8: a struct copy carries the fields along, also those that hold pointers and were never looked at.
RUN: summ show copy_struct --json | python3 %S/inputs/cases.py
OUT:  null dereference
OUT:  shape:
OUT:  when: from == 0
OUT: T returned
OUT:  shape: *from
OUT:  when: from != 0

Fig. 9, y = x->f and x->f = y: two steps from TOP, 1_x0 and 2_x0.
RUN: summ show field_load --json | python3 %S/inputs/cases.py F
OUT: F returned
OUT:  shape: *x, *x->next
OUT:  when: x != 0 && x->next != 0 && x->next->value != 7
RUN: summ show field_store --json | python3 %S/inputs/cases.py T
OUT: T returned
OUT:  shape: *x
OUT:  when: x != 0

Fig. 9, malloc: a new location each time, different from all others. free: what was freed is not followed again.
RUN: summ show allocate --json | python3 %S/inputs/cases.py
OUT: FFF returned
OUT:  shape:
OUT:  when:
RUN: summ show release --json | python3 %S/inputs/cases.py F
OUT: F null dereference
OUT:  shape:
OUT:  when: x == 0 && again == 0
OUT: F use after free
OUT:  shape: *x
OUT:  when: x != 0 && again == 0
*/
#include <stdlib.h>

struct cell {
  int value;
  struct cell *next;
};
int other;

int eq_null(int *x) {
  if (x == NULL) {
    if (x == NULL) return 1;
    return 2;
  }
  return 0;
}

int eq_null_location(int *x) {
  *x = 1;
  if (x == NULL) return 1;
  return 0;
}

int ne_null(int *x) {
  if (x != NULL) {
    *x = 1;
    if (x == NULL) return 2;
    return 1;
  }
  return 0;
}

int eq_location(int *x) {
  if (x == &other) {
    if (x == NULL) return 2;
    return 1;
  }
  return 0;
}

int eq_both(int *x, int *y) {
  if (x == y) {
    *x = *x + 0;
    if (x == NULL) return 3;
    if (*y == 3) {
      if (*x != 3) return 2;
      return 1;
    }
    return 4;
  }
  return 0;
}

int ne_deferred(int *x, int *y, int *z) {
  if (x != y) {
    if (x == z && y == z) return 2;
    if (x == NULL && y == NULL) return 3;
    return 1;
  }
  return 0;
}

int assign_null(int *x) {
  x = NULL;
  if (x == NULL) return 1;
  return 0;
}

int assign_address(int *x) {
  int a = 5;
  x = &a;
  if (x != NULL) {
    if (*x == 5) return 1;
    return 2;
  }
  return 0;
}

int assign_copy(int *x, int *y) {
  x = y;
  if (x == y) return 1;
  return 0;
}

int assign_load(int *x, int **y) {
  x = *y;
  if (x == NULL) return 1;
  return 0;
}

int assign_store(int **x, int *y) {
  *x = y;
  if (*x == y) return 1;
  return 0;
}

int copy_struct(struct cell *from) {
  struct cell copy = *from;
  if (copy.next == from->next) return copy.value;
  return -1;
}

int field_load(struct cell *x) {
  struct cell *y = x->next;
  if (y->value == 7) return 1;
  return 0;
}

int field_store(struct cell *x, struct cell *y) {
  x->next = y;
  if (x->next == y) return 1;
  return 0;
}

int allocate(int *x) {
  int *p = malloc(4), *q = p;
  p = malloc(4);
  if (p == q) return 1;
  if (p == x) return 2;
  if (q == NULL) return 3;
  free(p);
  free(q);
  return 0;
}

int release(int *x, int again) {
  free(x);
  if (again) return 1;
  return *x;
}
