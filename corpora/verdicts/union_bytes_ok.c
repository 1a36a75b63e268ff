// verdict: ok
// The bytes of an integer seen through a union of unsigned or signed characters.
#include <assert.h>
extern unsigned nondet_uint(void);

union word {
  unsigned u;
  unsigned char b[4];
};

int main(void) {
  union word w;
  w.u = nondet_uint();
  unsigned back = 0;
  for (int i = 3; i >= 0; i--)
    back = back << 8 | (unsigned)w.b[i];
  assert(back == w.u);
  return 0;
}
