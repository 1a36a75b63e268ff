// verdict: ok
// An index that is right for one member array is wrong for the other; the structure itself is large enough.
extern unsigned nondet_uint(void);

struct table {
  int small[4];
  int large[8];
};

static struct table t;

int main(void) {
  unsigned i = nondet_uint();
  if (i >= 8)
    return 0;
  t.large[i] = 1;
  struct table *p = &t;
  return p->large[i] == 1;
}
