// verdict: ok
// The conventions of a bounded model checker: assume and assert with a text.
extern int nondet_int(void);
extern void __CPROVER_assume(_Bool);
extern void __CPROVER_assert(_Bool, const char *);

int main(void) {
  int a = nondet_int(), b = nondet_int();
  __CPROVER_assume(a >= 0 && a < 100 && b >= 0 && b < 100);
  int d = a > b ? a - b : b - a;
  __CPROVER_assert(d < 100, "distance");
  return 0;
}
