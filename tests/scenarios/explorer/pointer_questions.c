// What a program asks about its pointers in the conventions of other tools is answered from what the path knows of its memory.
// RUN: summ run %s --entry main --json --alloc-fails --check all
// EXIT: 1
// JSON: functions[name=main].status == "complete"
// JSON: findings[0].stack[0].line == 34
// JSON: totals.findings == 1
#include <assert.h>
#include <stdlib.h>

_Bool __CPROVER_r_ok(const void *, size_t);
_Bool __CPROVER_w_ok(const void *, size_t);
_Bool __CPROVER_same_object(const void *, const void *);
size_t __CPROVER_OBJECT_SIZE(const void *);
long __CPROVER_POINTER_OFFSET(const void *);
_Bool __ESBMC_r_ok(const void *, size_t);
size_t nondet_size(void);

int main(void) {
  size_t n = nondet_size();
  if (n < 4 || n > 100) return 0;
  char *p = malloc(n), here[8];
  assert(__CPROVER_r_ok(p, n) == (p != 0));
  if (!p) return 0;
  assert(__CPROVER_w_ok(p + 1, n - 1) && !__CPROVER_r_ok(p + 1, n) && !__CPROVER_r_ok(p - 1, 1));
  assert(__CPROVER_OBJECT_SIZE(p + 2) == n && __CPROVER_POINTER_OFFSET(p + 2) == 2);
  assert(__CPROVER_same_object(p, p + 3) && !__CPROVER_same_object(p, here));
  assert(__ESBMC_r_ok(here + 3, 5) && !__ESBMC_r_ok(here + 3, 6));
  assert(__CPROVER_r_ok("abc", 4) && !__CPROVER_w_ok("abc", 1));
  char *old = p;
  free(p);
  assert(!__CPROVER_r_ok(old, 1));
  size_t m = nondet_size();
  assert(m > 8 || __CPROVER_w_ok(here, m));
  assert(__CPROVER_w_ok(here, m) || m > 9);
  return 0;
}
