// verdict: error use after free line 16
// A global keeps the address of a local whose block has ended.
extern int __VERIFIER_nondet_int(void);

static int dflt = 4;
static int *current = &dflt;

static void enter(int v) {
  int level = v;
  if (v > 5)
    current = &level;
}

int main(void) {
  enter(__VERIFIER_nondet_int());
  return *current == 9;
}
