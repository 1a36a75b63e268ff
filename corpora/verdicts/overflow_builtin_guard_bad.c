// verdict: error out of bounds line 15
// An offset computed with an overflow check.
// witness: 4294967295 3
extern unsigned nondet_uint(void);

static char buf[16];

int main(void) {
  unsigned base = nondet_uint(), len = nondet_uint(), end;
  (void)__builtin_add_overflow(base, len, &end);
  if (end > 16)
    return 0;
  if (len == 0)
    return 0;
  return buf[base];
}
