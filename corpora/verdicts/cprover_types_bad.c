// verdict: error assertion failed line 6
// Types another tool predefines.
__CPROVER_bool nondet_bool(void);
int main(void) {
  __CPROVER_size_t n = sizeof(__CPROVER_size_t); __CPROVER_bool b = nondet_bool();
  __CPROVER_assert(n == 8 && b, "either");
  return 0;
}
