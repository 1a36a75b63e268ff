// Classes of floats, the x87's invalid encodings (exponent set, first bit of the fraction not) included.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static void extended(uint16_t exponent, uint64_t fraction) {
  long double x = 0;
  memcpy(&x, &fraction, 8);
  memcpy((char *)&x + 8, &exponent, 2);
  printf("%04x %016lx: %d%d%d%d%d%d\n", exponent, fraction, __builtin_isnan(x) != 0, __builtin_issignaling(x) != 0,
         __builtin_isinf(x) != 0, __builtin_isfinite(x) != 0, __builtin_isnormal(x) != 0,
         __builtin_issubnormal(x) != 0);
}

static void twice(uint64_t bits) {
  double x;
  memcpy(&x, &bits, 8);
  printf("%016lx: %d%d%d%d%d%d\n", bits, __builtin_isnan(x) != 0, __builtin_issignaling(x) != 0,
         __builtin_isinf(x) != 0, __builtin_isfinite(x) != 0, __builtin_isnormal(x) != 0,
         __builtin_issubnormal(x) != 0);
}

int main(void) {
  static const uint16_t exponents[] = {0, 1, 0x3fff, 0x7fff, 0x8000, 0xffff};
  static const uint64_t fractions[] = {0, 1, 0x3fffffffffffffff, 0x4000000000000000, 0x8000000000000000, 0x8000000000000001,
                                       0xc000000000000000};
  for (int i = 0; i < 6; i++)
    for (int k = 0; k < 7; k++) extended(exponents[i], fractions[k]);
  twice(0), twice(1), twice(0x7ff0000000000000), twice(0x7ff0000000000001), twice(0x7ff8000000000000), twice(0xfff0000000000000);
  return 0;
}
