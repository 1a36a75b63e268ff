// Fixed-point arithmetic, float bit fiddling: fast inverse root, half floats, ulp steps, integer square root.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef int32_t q16;
static q16 to_q(double d) { return (q16)lround(d * 65536); }
static double from_q(q16 q) { return q / 65536.0; }
static q16 mulq(q16 a, q16 b) { return (q16)((int64_t)a * b / 65536); }
static q16 divq(q16 a, q16 b) { return (q16)((int64_t)a * 65536 / b); }

static float bits_to_f(uint32_t u) {
  float f;
  memcpy(&f, &u, 4);
  return f;
}
static uint32_t f_to_bits(float f) {
  uint32_t u;
  memcpy(&u, &f, 4);
  return u;
}

static float rsqrt(float x) {
  float y = bits_to_f(0x5f3759dfu - (f_to_bits(x) >> 1));
  for (int i = 0; i < 3; i++)
    y = y * (1.5f - 0.5f * x * y * y);
  return y;
}

static float half(uint16_t h) {
  int e = h >> 10 & 31, m = h & 1023;
  float v = e == 0 ? ldexpf((float)m, -24) : e == 31 ? (m ? NAN : INFINITY) : ldexpf((float)(m | 1024), e - 25);
  return h & 0x8000 ? -v : v;
}

static int ulps(float a, float b) { return (int)(f_to_bits(b) - f_to_bits(a)); }

static uint32_t isqrt(uint64_t n) {
  uint64_t r = 0;
  for (uint64_t bit = 1ULL << 62; bit; bit >>= 2) {
    if (n >= r + bit) {
      n -= r + bit;
      r = (r >> 1) + bit;
    } else {
      r >>= 1;
    }
  }
  return (uint32_t)r;
}

int main(void) {
  printf("%.5f %.5f\n", from_q(mulq(to_q(3.25), to_q(-1.5))), from_q(divq(to_q(10), to_q(3))));
  printf("%.5f %.5f\n", rsqrt(4), rsqrt(0.01f));
  printf("%g %g %g %g %g\n", half(0x3c00), half(0xc000), half(1), half(0x7c00), half(0x3555));
  printf("%08x %08x %08x\n", f_to_bits(1.0f), f_to_bits(-0.0f), f_to_bits(INFINITY));
  printf("%d %d\n", ulps(1.0f, nextafterf(1.0f, 2)), ulps(0.1f, 0.1f + 1e-7f));
  printf("%u %u %u\n", isqrt(0), isqrt(1000000), isqrt(~0ULL));
  float s = 0, c = 0;
  for (int i = 0; i < 10000; i++) {
    float y = 0.1f - c, t = s + y;
    c = (t - s) - y;
    s = t;
  }
  printf("%.4f\n", s);
  return 0;
}
