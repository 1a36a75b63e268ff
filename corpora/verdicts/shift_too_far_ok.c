// verdict: ok
// A shift distance that may be the width of the type.
extern unsigned nondet_uint(void);

int main(void) {
  unsigned n = nondet_uint();
  if (n >= 32)
    return 0;
  unsigned mask = 1u << n;
  return mask == 16u;
}
