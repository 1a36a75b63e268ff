// __int128: arithmetic, shifts, comparison, conversion, printing by hand, passing and returning.
#include <stdio.h>

typedef __int128 i128;
typedef unsigned __int128 u128;

static void print_u(u128 v) {
  char buf[48];
  int n = 47;
  buf[n] = 0;
  do {
    buf[--n] = (char)('0' + (int)(v % 10));
    v /= 10;
  } while (v != 0);
  printf("%s", buf + n);
}

static void print_i(i128 v) {
  if (v < 0) {
    putchar('-');
    print_u(-(u128)v);
  } else {
    print_u((u128)v);
  }
  putchar('\n');
}

static i128 mul(i128 a, i128 b) { return a * b; }

static u128 mulmod(u128 a, u128 b, u128 m) {
  u128 r = 0;
  a %= m;
  while (b != 0) {
    if (b & 1)
      r = (r + a) % m;
    a = (a + a) % m;
    b >>= 1;
  }
  return r;
}

int main(void) {
  i128 f = 1;
  for (int i = 1; i <= 33; i++)
    f *= i;
  print_i(f);
  print_i(mul(-123456789012345678LL, 987654321098765432LL));
  u128 all = ~(u128)0;
  print_u(all);
  putchar('\n');
  print_u(all >> 65);
  putchar('\n');
  print_i((i128)1 << 100);
  print_i(-((i128)1 << 90) >> 45);
  print_i(f / 1000000007);
  print_i(-f % 1000000007);
  printf("%d %d %d\n", (i128)-1 < 0, (u128)-1 > 0, f == mul(f, 1));
  printf("%lld %llu\n", (long long)f, (unsigned long long)(all >> 3));
  printf("%.6e %.6e\n", (double)f, (double)-f);
  print_i((i128)1e30);
  print_u(mulmod(all - 5, all - 7, ((u128)1 << 120) - 3));
  putchar('\n');
  i128 arr[3] = {1, -2, 3};
  i128 s = 0;
  for (int i = 0; i < 3; i++)
    s += arr[i] * ((i128)1 << (40 * i)) / 2;
  print_i(s);
  return (int)(f % 113);
}
