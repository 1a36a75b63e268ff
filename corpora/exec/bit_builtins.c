// bswap, popcount, clz, ctz, ffs, parity, clrsb, rotates by idiom, and bit tricks.
#include <stdint.h>
#include <stdio.h>

static uint32_t rotl32(uint32_t x, unsigned k) { return (x << (k & 31)) | (x >> (-k & 31)); }
static uint64_t rotr64(uint64_t x, unsigned k) { return (x >> (k & 63)) | (x << (-k & 63)); }
static uint8_t rotl8(uint8_t x, unsigned k) { return (uint8_t)((x << (k & 7)) | (x >> (-k & 7))); }

static unsigned reverse(unsigned v) {
  v = ((v >> 1) & 0x55555555u) | ((v & 0x55555555u) << 1);
  v = ((v >> 2) & 0x33333333u) | ((v & 0x33333333u) << 2);
  v = ((v >> 4) & 0x0f0f0f0fu) | ((v & 0x0f0f0f0fu) << 4);
  return __builtin_bswap32(v);
}

int main(void) {
  uint64_t v[] = {1, 0x80, 0xf0f0, 0x80000000u, 0x123456789abcdef0ULL, ~0ULL};
  for (int i = 0; i < 6; i++) {
    unsigned lo = (unsigned)v[i];
    printf("%d %d %d ", __builtin_popcountll(v[i]), __builtin_clzll(v[i]), __builtin_ctzll(v[i]));
    printf("%d %d %d ", __builtin_ffsll((long long)v[i]), __builtin_parityll(v[i]), __builtin_clrsbll((long long)v[i]));
    printf("%d %d %d\n", __builtin_popcount(lo), lo ? __builtin_clz(lo) : -1, __builtin_ffs((int)lo));
    printf("%x %x %llx\n", __builtin_bswap16((uint16_t)lo), __builtin_bswap32(lo),
           (unsigned long long)__builtin_bswap64(v[i]));
    printf("%x %llx %x %x\n", rotl32(lo, 5), (unsigned long long)rotr64(v[i], 12), rotl8((uint8_t)lo, 3), reverse(lo));
  }
  printf("%d %d %d\n", __builtin_ffs(0), __builtin_popcount(0), __builtin_parity(7));
  printf("%x %x\n", rotl32(0x80000001u, 0), rotl32(0x80000001u, 32));
  int n = 0;
  for (unsigned x = 0xdeadbeef; x; x &= x - 1)
    n++;
  printf("%d %d\n", n, 12 & -12);
  printf("%d\n", __builtin_expect(n == 24, 1) ? 1 : 0);
  printf("%d\n", __builtin_constant_p(3 + 4));
  return 0;
}
