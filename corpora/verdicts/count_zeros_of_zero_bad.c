// verdict: error bad shift line 5
// How many zeros 0 has in front is undefined.
int __VERIFIER_nondet_int(void);
int main(void) {
  return __builtin_clz((unsigned)__VERIFIER_nondet_int()) > 40;
}
