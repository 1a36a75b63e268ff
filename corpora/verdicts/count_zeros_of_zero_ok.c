// verdict: ok
// 0 is left out.
int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned x = (unsigned)__VERIFIER_nondet_int();
  return x ? __builtin_clz(x) > 40 : 32;
}
