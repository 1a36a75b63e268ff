// verdict: ok
// A variable that one of three branches forgets to set decides a branch.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int kind;
  if (x < 0)
    kind = 1;
  else if (x > 100)
    kind = 2;
  else
    kind = 3;
  if (kind == 2)
    return 1;
  return 0;
}
