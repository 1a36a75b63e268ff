// Own generators (LCG, Mersenne-like, xoshiro) with shuffling, sampling and a Monte Carlo estimate.
#include <stdint.h>
#include <stdio.h>

static uint32_t mt[624];
static int idx = 624;

static void seed(uint32_t s) {
  mt[0] = s;
  for (uint32_t i = 1; i < 624; i++)
    mt[i] = 1812433253u * (mt[i - 1] ^ (mt[i - 1] >> 30)) + i;
  idx = 624;
}

static uint32_t next(void) {
  if (idx == 624) {
    for (int i = 0; i < 624; i++) {
      uint32_t y = (mt[i] & 0x80000000u) | (mt[(i + 1) % 624] & 0x7fffffffu);
      mt[i] = mt[(i + 397) % 624] ^ (y >> 1) ^ (y & 1 ? 0x9908b0dfu : 0);
    }
    idx = 0;
  }
  uint32_t y = mt[idx++];
  y ^= y >> 11;
  y ^= y << 7 & 0x9d2c5680u;
  y ^= y << 15 & 0xefc60000u;
  return y ^ y >> 18;
}

static uint64_t st[4] = {1, 2, 3, 4};
static uint64_t rotl(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }
static uint64_t xoshiro(void) {
  uint64_t r = rotl(st[1] * 5, 7) * 9, t = st[1] << 17;
  st[2] ^= st[0];
  st[3] ^= st[1];
  st[1] ^= st[2];
  st[0] ^= st[3];
  st[2] ^= t;
  st[3] = rotl(st[3], 45);
  return r;
}

int main(void) {
  seed(5489);
  uint32_t v = 0;
  for (int i = 0; i < 1000; i++)
    v = next();
  printf("%u\n", v);
  for (int i = 0; i < 5; i++)
    printf("%llu ", (unsigned long long)xoshiro());
  putchar('\n');
  int deck[20];
  for (int i = 0; i < 20; i++)
    deck[i] = i;
  for (int i = 19; i > 0; i--) {
    int j = (int)(next() % (unsigned)(i + 1)), t = deck[i];
    deck[i] = deck[j];
    deck[j] = t;
  }
  for (int i = 0; i < 20; i++)
    printf("%d ", deck[i]);
  int in = 0;
  for (int i = 0; i < 5000; i++) {
    double x = next() / 4294967296.0, y = (double)(xoshiro() >> 11) * 0x1p-53;
    in += x * x + y * y < 1;
  }
  printf("\n%.4f\n", 4.0 * in / 5000);
  return 0;
}
