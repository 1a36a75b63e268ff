// Rotations as builtins where the compiler has them, bit reversal, and the hints that must change nothing.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#if defined(__has_builtin) && __has_builtin(__builtin_rotateleft32) && __has_builtin(__builtin_bitreverse32)
#define ROTL32(x, k) __builtin_rotateleft32(x, k)
#define ROTR64(x, k) __builtin_rotateright64(x, k)
#define ROTL8(x, k) __builtin_rotateleft8(x, k)
#define REV32(x) __builtin_bitreverse32(x)
#else
#define ROTL32(x, k) ((uint32_t)((x) << ((k) & 31) | (x) >> (-(k) & 31)))
#define ROTR64(x, k) ((uint64_t)((x) >> ((k) & 63) | (x) << (-(k) & 63)))
#define ROTL8(x, k) ((uint8_t)((x) << ((k) & 7) | (x) >> (-(k) & 7)))
static uint32_t rev32(uint32_t x) {
  uint32_t r = 0;
  for (int i = 0; i < 32; i++)
    r |= (x >> i & 1) << (31 - i);
  return r;
}
#define REV32(x) rev32(x)
#endif

static int sum(const int *p, int n) {
  const int *q = __builtin_assume_aligned(p, 4);
  int s = 0;
  for (int i = 0; i < n; i++) {
    __builtin_prefetch(q + i);
    s += q[i];
  }
  return s;
}

static int kind(unsigned x) {
  switch (x & 3u) {
  case 0: return 5;
  case 1: return 6;
  case 2: return 7;
  case 3: return 8;
  }
  __builtin_unreachable();
}

int main(void) {
  uint32_t a = 0x80000001u;
  uint64_t b = 0x0123456789abcdefull;
  uint8_t c = 0x96;
  for (unsigned k = 0; k < 40; k += 13)
    printf("%08x %016llx %02x\n", ROTL32(a, k), (unsigned long long)ROTR64(b, k), ROTL8(c, k));
  printf("%08x %08x\n", REV32(0x1u), REV32(0x12345678u));
  int v[5] = {1, 2, 3, 4, 5};
  printf("%d %d %d\n", sum(v, 5), kind(7), kind(8));
  printf("%d %d\n", __builtin_isnan(__builtin_nan("")) != 0, __builtin_huge_val() > 1e308);
  printf("%zu %zu\n", __builtin_object_size(v, 0), __builtin_strlen("builtin"));
  printf("%g %g %g\n", __builtin_fabs(-2.5), __builtin_sqrt(16), __builtin_copysign(1.0, -3.0));
  printf("%d\n", __builtin_abs(-7) + __builtin_memcmp("a", "a", 1));
  char d[4];
  __builtin_memcpy(d, "xyz", 4);
  printf("%s %d\n", d, (int)__builtin_expect_with_probability(v[0], 1, 0.9));
  return 0;
}
