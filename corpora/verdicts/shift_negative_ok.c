// verdict: ok
// A shift distance computed as a difference, negative when the order is wrong.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int from = __VERIFIER_nondet_int(), to = __VERIFIER_nondet_int();
  __VERIFIER_assume(from >= 0 && from < 16 && to >= 0 && to < 16);
  if (to < from)
    return 0;
  unsigned field = 0xffffu >> (to - from);
  return field & 1;
}
