// 64-bit arithmetic at its limits: division, remainder, multiplication high parts, shifts, conversions.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

static uint64_t mulhi(uint64_t a, uint64_t b) {
  uint64_t al = (uint32_t)a, ah = a >> 32, bl = (uint32_t)b, bh = b >> 32;
  uint64_t m1 = ah * bl + (al * bl >> 32), m2 = al * bh + (uint32_t)m1;
  return ah * bh + (m1 >> 32) + (m2 >> 32);
}

static int64_t floordiv(int64_t a, int64_t b) {
  int64_t q = a / b;
  return q - (a % b != 0 && (a < 0) != (b < 0));
}

static uint64_t powmod(uint64_t b, uint64_t e, uint64_t m) {
  uint64_t r = 1 % m;
  for (b %= m; e; e >>= 1) {
    if (e & 1)
      r = (uint64_t)((unsigned __int128)r * b % m);
    b = (uint64_t)((unsigned __int128)b * b % m);
  }
  return r;
}

int main(void) {
  uint64_t a = 0xfedcba9876543210ULL, b = 0x123456789ULL;
  printf("%llu %llu %llu\n", (unsigned long long)(a / b), (unsigned long long)(a % b), (unsigned long long)(a * b));
  printf("%llx %llx\n", (unsigned long long)mulhi(a, b), (unsigned long long)(((unsigned __int128)a * b) >> 64));
  printf("%lld %lld %lld %lld\n", (long long)floordiv(7, 2), (long long)floordiv(-7, 2), (long long)floordiv(7, -2),
         (long long)floordiv(-8, 2));
  printf("%lld %lld\n", LLONG_MIN / 3, LLONG_MIN % 10);
  printf("%d %d\n", (int)(LLONG_MIN >> 40), (int)((uint64_t)LLONG_MIN >> 40));
  printf("%llu %llu\n", (unsigned long long)powmod(3, 1000000007, 998244353),
         (unsigned long long)powmod(2, ~0ULL, 0xffffffffffffffc5ULL));
  printf("%lld %llu\n", (long long)(int64_t)(int32_t)0x80000000u, (unsigned long long)(uint32_t)-1);
  int64_t s = 0;
  for (int64_t i = -5000000000LL; i < 5000000000LL; i += 999999937LL)
    s ^= i % 1000003 * (i % 65537);
  printf("%lld\n", (long long)s);
  uint32_t hi = 0xdeadbeefu, lo = 0x01234567u;
  uint64_t j = (uint64_t)hi << 32 | lo;
  printf("%llx %x %x\n", (unsigned long long)j, (uint32_t)(j >> 32), (uint32_t)j);
  printf("%d %d %d\n", (int8_t)(j >> 24), (int16_t)j, (uint8_t)(j >> 56));
  printf("%d %d\n", a > b, (int64_t)a > (int64_t)b);
  return 0;
}
