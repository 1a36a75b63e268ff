// verdict: ok
// A three-bit counter wraps from seven to zero.
#include <assert.h>
extern unsigned nondet_uint(void);

struct state {
  unsigned count : 3;
  unsigned flag : 1;
};

int main(void) {
  struct state s = {0, 1};
  s.count = nondet_uint() & 7u;
  unsigned before = s.count;
  s.count++;
  assert(s.count == ((before + 1) & 7u));
  assert(s.flag == 1);
  return 0;
}
