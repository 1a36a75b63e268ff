// Usual arithmetic conversions: promotion of narrow types, signed against unsigned, conditional operand types.
#include <stdint.h>
#include <stdio.h>

static const char *yes(int c) { return c ? "yes" : "no"; }

int main(void) {
  unsigned char a = 200, b = 100;
  signed char c = -1;
  unsigned short us = 65535;
  short s = -1;
  int i = -1;
  unsigned u = 1;
  long l = -1;
  unsigned long ul = 1;
  printf("%d %d %d\n", a + b, (unsigned char)(a + b), a - b * 3);
  printf("%s %s %s %s\n", yes(i < (int)u), yes((unsigned)i < u), yes(l < u), yes((unsigned long)l < ul));
  printf("%s %s %s\n", yes(c == s), yes((unsigned char)c == us), yes(us == (unsigned short)s));
  printf("%d %d\n", ~a, (unsigned char)~a);
  printf("%d %d %d\n", a << 4, a >> 3, c >> 1);
  printf("%u %ld\n", u - 2, (long)(u - 2));
  printf("%ld %ld\n", (long)i, (long)(unsigned)i);
  printf("%zu %zu %zu\n", sizeof(a + b), sizeof(1 ? u : l), sizeof('a' + 1.0f));
  printf("%g\n", 1 ? 5 : 2.5);
  printf("%d\n", (1 ? (signed char)-3 : 3u) > 0);
  printf("%d %d\n", -7 / 2, (int)(-7u / 2 & 0xffff));
  printf("%d %d\n", !5 + !0, -(-5));
  a += 100;
  b -= 101;
  us *= 2;
  c = (signed char)(c * 130);
  printf("%d %d %d %d\n", a, b, us, c);
  uint64_t big = 1u << 31;
  printf("%llu %llu\n", (unsigned long long)(big << 1), (unsigned long long)((1u << 31) << 1));
  int64_t m = INT32_MAX;
  printf("%lld\n", (long long)(m + 1));
  char plain = (char)0xf0;
  printf("%d %d\n", plain, plain == 0xf0);
  float f = 16777217;
  printf("%s %s\n", yes(f == 16777217), yes((double)f == 16777216.0));
  printf("%d\n", (int)(3.999f + 0.0001f));
  return 0;
}
