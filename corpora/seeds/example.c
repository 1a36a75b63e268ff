// entry: Example
//
// SGEN Fig. 6: two pointers to pointers. Lines are numbered as in the figure.
// The paper: the path <1,2,3,4,6,8,9,10,11> needs *x and *y to be the same non-null location (the shape of
// Fig. 7(f)) and v == 10. Two paths are infeasible: <...,4,6,7> asks q == NULL after p == q and p != NULL,
// and <...,3,4,5> writes through q although q is NULL.
// summ must find: the branch at 6 is never true. p == q == NULL ends in a null dereference at 5 (an error
// outcome, no returning path). The returning paths are three: p == q != NULL with v == 10 and with
// v != 10, and p != q. With p != q each of p and q may also be NULL (but not both): null dereference at 12
// or 13, which is latent: it depends on what the caller passes.

#include <stddef.h>

void Example(int **x, int **y, int v) {
  int *p, *q, *r, z;
  p = *x;              // 1
  q = *y;              // 2
  if (p == q) {        // 3
    if (p == NULL)     // 4
      *q = v;          // 5
    else if (q == NULL) // 6
      *p = v;          // 7
    else {
      r = &z;          // 8
      *r = 10;         // 9
      if (z == v)      // 10
        *q = v;        // 11
    }
  } else {
    *p = v;            // 12
    *q = v;            // 13
  }
}
