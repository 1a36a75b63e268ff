/* No decision of the unit sees what rest returns, but one of a callee does: it is executed then, not left as a call, and the
 * witness of each case takes the way predicted.
RUN: summ run %s --store %t/s --replay --probe 50 --json
JSON: functions[name=unit].status == "complete"
JSON: functions[name=unit].cases == 2
JSON: totals.diverged == 0
JSON: totals.wrong == 0
RUN: summ show unit --store %t/s
CHECK: a % b == 41
CHECK: kept = malloc#1
RUN: summ show plain --store %t/s
CHECK: returns +rest\(a, b\) \+ 1
*/
#include <stdlib.h>

int *kept;
static int rest(int a, int b) { return b == 0 || b == -1 ? 0 : a % b; }
static void keep(int x) { /* its cases differ in shape: they cannot be one relation */
  if (x == 41) kept = malloc(4);
}

int unit(int a, int b) {
  keep(rest(a, b));
  return 0;
}
int plain(int a, int b) { return rest(a, b) + 1; }
