// verdict: ok
// A ring buffer under four nondeterministic operations.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#define CAP 2

static int slot[CAP], head, count;

static int put(int v) {
  if (count == CAP)
    return 0;
  slot[(head + count) % CAP] = v;
  count++;
  return 1;
}

static int get(int *v) {
  if (count == 0)
    return 0;
  *v = slot[head];
  head = (head + 1) % CAP;
  count--;
  return 1;
}

int main(void) {
  int v = 0;
  for (int i = 0; i < 4; i++) {
    if (__VERIFIER_nondet_int() > 0)
      put(i);
    else
      get(&v);
    assert(count >= 0 && count <= CAP);
  }
  return v;
}
