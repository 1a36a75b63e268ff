// Packed bit-fields that straddle bytes and words, seen through bytes; union with the raw representation.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct __attribute__((packed)) pk {
  uint8_t tag : 3;
  uint32_t wide : 27;
  int16_t s : 11;
  uint64_t big : 45;
  uint8_t end : 2;
};

union view {
  struct {
    uint32_t lo : 5;
    uint32_t mid : 22;
    uint32_t hi : 5;
  } f;
  uint32_t raw;
};

static void dump(const void *p, size_t n) {
  const unsigned char *b = p;
  for (size_t i = 0; i < n; i++)
    printf("%02x", b[i]);
  putchar('\n');
}

int main(void) {
  struct pk v;
  memset(&v, 0, sizeof v);
  v.tag = 5;
  v.wide = 0x5a5a5a5;
  v.s = -777;
  v.big = 0x123456789abULL;
  v.end = 2;
  dump(&v, sizeof v);
  printf("%u %u %d %llu %u\n", v.tag, (unsigned)v.wide, v.s, (unsigned long long)v.big, v.end);
  v.big += 0x10000000000ULL;
  v.wide ^= 0x7ffffff;
  v.s /= 7;
  dump(&v, sizeof v);
  struct pk a[3];
  memset(a, 0xff, sizeof a);
  a[1].s = 1;
  a[1].big = 0;
  dump(a, sizeof a);
  printf("%d %d %d %zu\n", a[0].s, a[1].s, a[2].s, sizeof a);
  union view u = {.raw = 0xdeadbeef};
  printf("%u %u %u\n", u.f.lo, u.f.mid, u.f.hi);
  u.f.mid = 1;
  printf("%08x\n", u.raw);
  return 0;
}
