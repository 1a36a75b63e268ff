// verdict: error null dereference line 12
// A module whose use before init is an error, driven by two nondeterministic steps.
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);

static int storage[2];
static int *data;

static void init(void) { data = storage; }

static int use(int i) {
  return data[i & 1];
}

int main(void) {
  for (int step = 0; step < 2; step++) {
    int c = __VERIFIER_nondet_int();
    if (c == 1)
      init();
    else if (c == 2)
      use(step);
  }
  return 0;
}
