// __builtin_add/sub/mul_overflow on all widths and mixed types, and saturating helpers built on them.
#include <limits.h>
#include <stdio.h>

static int sat_add(int a, int b) {
  int r;
  if (__builtin_add_overflow(a, b, &r))
    return a > 0 ? INT_MAX : INT_MIN;
  return r;
}

static unsigned long sat_mul(unsigned long a, unsigned long b) {
  unsigned long r;
  return __builtin_mul_overflow(a, b, &r) ? ULONG_MAX : r;
}

int main(void) {
  printf("%d %d %d\n", sat_add(INT_MAX, 1), sat_add(INT_MIN, -1), sat_add(5, -7));
  printf("%lu %lu\n", sat_mul(1UL << 32, 1UL << 31), sat_mul(1UL << 32, 1UL << 32));
  signed char c;
  unsigned char uc;
  short s;
  long l;
  long long ll;
  __int128 w;
  int o;
  o = __builtin_add_overflow(100, 27, &c);
  printf("%d %d\n", o, c);
  o = __builtin_add_overflow(100, 28, &c);
  printf("%d %d\n", o, c);
  o = __builtin_sub_overflow(3u, 5u, &uc);
  printf("%d %u\n", o, uc);
  o = __builtin_mul_overflow(-300, 200, &s);
  printf("%d %d\n", o, s);
  o = __builtin_mul_overflow(LONG_MIN, -1L, &l);
  printf("%d %ld\n", o, l);
  o = __builtin_sub_overflow(0, LLONG_MIN, &ll);
  printf("%d %lld\n", o, ll);
  o = __builtin_mul_overflow(LLONG_MAX, LLONG_MAX, &w);
  printf("%d %llx\n", o, (unsigned long long)(w >> 64));
  o = __builtin_add_overflow(-1, 1u, &ll);
  printf("%d %lld\n", o, ll);
  unsigned u;
  o = __builtin_add_overflow(-1, 0u, &u);
  printf("%d %u\n", o, u);
  int v, f = __builtin_sadd_overflow(INT_MAX, 1, &v);
  printf("%d %d\n", f, v);
  printf("%d\n", __builtin_umul_overflow(65536u, 65536u, &u));
  return 0;
}
