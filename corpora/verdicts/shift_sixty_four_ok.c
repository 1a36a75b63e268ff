// verdict: ok
// A 64-bit rotate that forgets the distance zero.
extern unsigned long nondet_ulong(void);
extern unsigned nondet_uint(void);

static unsigned long rotate(unsigned long x, unsigned k) {
  return (x << k) | (x >> ((64 - k) & 63));
}

int main(void) {
  unsigned k = nondet_uint() & 63;
  return rotate(nondet_ulong(), k) == 1;
}
