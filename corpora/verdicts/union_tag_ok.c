// verdict: ok
// A tagged union whose reader trusts the tag.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

struct val {
  int tag;
  union {
    int i;
    unsigned char c[4];
  } u;
};

static int get(const struct val *v) { return v->tag == 0 ? v->u.i : v->u.c[0]; }

int main(void) {
  struct val v = {0, {0}};
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 1000)
    return 0;
  v.u.i = x;
  v.tag = x < 200;
  assert(get(&v) == x);
  return 0;
}
