// verdict: error out of bounds line 10
// A negative int compared with an unsigned size is huge, so the guard works; without the conversion it does not.
extern int __VERIFIER_nondet_int(void);

static int cell[16];

int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < (int)(sizeof cell / sizeof *cell))
    return cell[i];
  return 0;
}
