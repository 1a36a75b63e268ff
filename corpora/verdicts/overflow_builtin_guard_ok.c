// verdict: ok
// An offset computed with an overflow check.
extern unsigned nondet_uint(void);

static char buf[16];

int main(void) {
  unsigned base = nondet_uint(), len = nondet_uint(), end;
  if (__builtin_add_overflow(base, len, &end) || end > 16)
    return 0;
  if (len == 0)
    return 0;
  return buf[base];
}
