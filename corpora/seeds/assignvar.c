// entry: caller
//
// SGEN Fig. 13 with a caller: the callee writes through its parameter, then overwrites the parameter itself.
// The paper: after assignVar(p, 4) the variable p points to holds 4, not 5; the second write goes to the
// callee's own new object. Virtual parameters keep the two apart (Fig. 14). Entry constraint: true; exit
// constraint: 1_v_x0 == v0.
// summ must find: assignVar returns in one case, where malloc succeeds, with the effect *x = v and one leaked int;
// where malloc fails it ends in a null dereference at 3 (at 1 for x == NULL, which is latent). caller: the
// decision at A is never true, so one returning case, and the return value is 4.

#include <stdlib.h>

void assignVar(int *x, int v) {
  *x = v;                          // 1
  x = (int *)malloc(sizeof(int));  // 2
  *x = v + 1;                      // 3
}

int caller(void) {
  int n = 0;
  int *p = &n;
  assignVar(p, 4);
  if (n != 4)  // A
    return -1;
  return n;
}
