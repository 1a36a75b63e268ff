/* _BitInt wider than 128 bits: division and remainder of both signs, conversion from and to floats, bit counting, switch. */
#include <stdio.h>

typedef unsigned _BitInt(256) u256;
typedef _BitInt(256) i256;
typedef unsigned _BitInt(200) u200;
typedef _BitInt(193) i193;
typedef unsigned _BitInt(1024) u1024;

static void print(const char *what, u1024 x) {
  char text[320];
  int n = 0;
  do {
    text[n++] = (char)('0' + (int)(x % 10));
    x /= 10;
  } while (x);
  printf("%s ", what);
  while (n) putchar(text[--n]);
  putchar('\n');
}

static void print_signed(const char *what, i256 x) {
  if (x < 0) printf("-");
  print(what, x < 0 ? (u1024) - (u256)x : (u1024)(u256)x);
}

static unsigned next(void) {
  static unsigned seed = 12345;
  return seed = seed * 1103515245 + 12345;
}

static u256 some(int limbs) {
  u256 x = 0;
  for (int i = 0; i < limbs; i++) x = x << 32 | next();
  return x;
}

static const char *kind(u256 x) {
  switch (x) {
  case 0: return "zero";
  case (u256)1 << 200: return "two to the 200";
  case ~(u256)0: return "all ones";
  default: return "other";
  }
}

int main(void) {
  for (int i = 1; i <= 8; i++)
    for (int k = 1; k <= 8; k += 3) {
      u256 a = some(i), b = some(k) | 1;
      u256 q = a / b, r = a % b;
      print("q", q);
      print("r", r);
      if (q * b + r != a || r >= b) puts("wrong");
      i256 sa = (i256)a, sb = -(i256)(b >> 1);
      print_signed("sq", sa / sb);
      print_signed("sr", sa % sb);
      print_signed("nr", -(sa >> 1) % sb);
    }
  u1024 big = 1;
  for (int i = 1; i <= 150; i++) big *= i;
  print("150!", big);
  for (int i = 150; i > 100; i--) big /= i;
  print("100!", big);

  u200 narrow = (u200)-1;
  print("2^200-1", narrow);
  print("/3", narrow / 3);
  print("%1000", narrow % 1000);
  i193 low = -((i193)1 << 191);
  print_signed("low", (i256)(low / 7));
  print_signed("rest", (i256)(low % 7));

  double values[] = {0.0, 1.0, 0.99, 1e10, 1.5e40, 3.25e70, 123456789.75};
  for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
    print("from double", (u256)values[i]);
    print_signed("from negative", (i256)-values[i]);
    print("from long double", (u256)((long double)values[i] * 3.0L));
    print("from float", (u200)(float)(i < 5 ? values[i] / 1e10 : 7.5));
  }
  for (int i = 0; i < 16; i++) {
    u256 x = some(8) >> (i * 16);
    printf("%a %a %La\n", (double)x, (float)(x >> 140), (long double)x);
    printf("%a %a %La\n", (double)(i256)x, (float)((i256)x >> 140), (long double)-(i256)(x >> 1));
  }
  u256 tie = ((u256)1 << 200) + ((u256)1 << 147), above = tie + 1, odd = tie + ((u256)1 << 148);
  printf("%a %a %a %La\n", (double)tie, (double)above, (double)odd, (long double)tie);
  printf("%a\n", (float)~(u256)0);

  for (int i = 0; i < 256; i += 51) {
    u256 x = (u256)5 << i;
    u200 y = (u200)x;
    printf("%d %d %d", __builtin_popcountg(x), __builtin_ctzg(x, -1), __builtin_clzg(x, -1));
    printf(" %d %d %d\n", __builtin_popcountg(y), __builtin_ctzg(y, -1), __builtin_clzg(y, -1));
  }
  printf("%s %s %s %s\n", kind(0), kind((u256)1 << 200), kind(~(u256)0), kind(3));
  return 0;
}
