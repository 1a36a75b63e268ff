// _BitInt beyond 128 bits: sums, products, shifts by constants and by variables, all comparisons, overflow builtins,
// and the 129 bits in which a builtin of mixed signs computes.
// compilers differ: only clang has it
#include <stdio.h>

typedef unsigned _BitInt(256) u256;
typedef _BitInt(200) s200;
typedef unsigned _BitInt(129) u129;

static void show(const char *name, u256 v) {
  printf("%s", name);
  for (int i = 3; i >= 0; i--) printf(" %016llx", (unsigned long long)(v >> (64 * i)));
  printf("\n");
}

static u256 factorial(int n) {
  u256 r = 1;
  for (int i = 2; i <= n; i++) r *= (u256)i;
  return r;
}

static int relations(s200 a, s200 b) {
  return (a < b) | (a <= b) << 1 | (a > b) << 2 | (a >= b) << 3 | (a == b) << 4 | (a != b) << 5;
}
static int unsigned_relations(u129 a, u129 b) {
  return (a < b) | (a <= b) << 1 | (a > b) << 2 | (a >= b) << 3 | (a == b) << 4 | (a != b) << 5;
}

int main(void) {
  show("57!", factorial(57));
  u256 x = factorial(30);
  for (int k = 0; k < 256; k += 51) {
    show("<<", x << k);
    show(">>", (x << 140) >> k);
    show(">>s", (u256)(((s200)x * -3) >> (k % 200)));
  }
  s200 big = ((s200)1 << 198) + 12345, v[] = {5, -7, big, -big, 0};
  for (int i = 0; i < 5; i++) {
    for (int j = 0; j < 5; j++) {
      s200 r;
      u129 u;
      printf("%d %d %d", relations(v[i], v[j]), unsigned_relations((u129)v[i], (u129)v[j]),
             __builtin_add_overflow(v[i], v[j], &r));
      show("", (u256)r);
      printf("%d", __builtin_sub_overflow(v[i], v[j], &r));
      show("", (u256)r);
      printf("%d", __builtin_mul_overflow((u129)v[i], (u129)v[j], &u));
      show("", u);
    }
  }
  unsigned __int128 h = 4;
  printf("%d", __builtin_mul_overflow((unsigned char)h, -16, &h));
  show("", h);
  return 0;
}
