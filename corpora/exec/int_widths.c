// Integer types of every width: conversions, wrap-around, promotion, division and shifts.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

static void narrow(long long v) {
  printf("%d %d %d %d\n", (signed char)v, (short)v, (int)v, (int)(unsigned char)v);
  printf("%u %u %lu\n", (unsigned)(unsigned short)v, (unsigned)v, (unsigned long)v);
}

int main(void) {
  narrow(-1);
  narrow(0x123456789abcdefLL);
  narrow(LLONG_MIN);
  printf("%d %d %d\n", CHAR_MIN, SHRT_MIN, INT_MIN);
  printf("%ld %lld %llu\n", LONG_MIN, LLONG_MAX, ULLONG_MAX);

  unsigned char uc = 250;
  uc += 10;
  signed char sc = 100;
  sc = (signed char)(sc + 100);
  unsigned short us = 65535;
  us++;
  unsigned u = 0;
  u--;
  printf("%d %d %d %u\n", uc, sc, us, u);

  for (int a = -7; a <= 7; a += 7)
    for (int b = -3; b <= 3; b += 6)
      printf("%d/%d=%d %d%%%d=%d\n", a, b, a / b, a, b, a % b);

  printf("%d %u %d\n", -16 >> 2, 0xf0000000u >> 28, 1 << 30);
  printf("%ld %lu\n", -1L >> 63, ~0UL >> 1);
  printf("%d %d\n", -1 < 1u, -1L < 1u);
  printf("%d\n", (int8_t)0x80 == -128 && (uint8_t)-1 == 255);
  printf("%zu %zu %zu %zu %zu\n", sizeof(char), sizeof(short), sizeof(int), sizeof(long), sizeof(long long));
  int_fast16_t f = -5;
  intmax_t m = INTMAX_MIN;
  printf("%jd %jd\n", (intmax_t)f, m);
  return 0;
}
