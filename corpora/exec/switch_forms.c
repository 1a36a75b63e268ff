// switch: dense, sparse, with fall-through, ranges, default in the middle, 64-bit, negative, char, nested.
#include <stdio.h>

static int dense(int x) {
  switch (x) {
  case 0: return 10;
  case 1: return 11;
  case 2: return 12;
  case 3: return 13;
  case 4: return 14;
  case 5: return 15;
  case 6: return 16;
  default: return -1;
  }
}

static int sparse(int x) {
  switch (x) {
  case -1000000: return 1;
  case -3: return 2;
  case 0: return 3;
  case 77: return 4;
  case 2147483647: return 5;
  }
  return 0;
}

static int through(int x) {
  int r = 0;
  switch (x) {
  case 3: r += 1; /* fall through */
  default: r += 10; /* fall through */
  case 1: r += 100; break;
  case 2: r += 1000; /* fall through */
  case 4: r += 10000;
  }
  return r;
}

static int range(unsigned char c) {
  switch (c) {
  case '0' ... '9': return 1;
  case 'a' ... 'z': return 2;
  case 'A' ... 'Z': return 3;
  case 200 ... 255: return 4;
  default: return 0;
  }
}

static int wide(unsigned long long v) {
  switch (v) {
  case 0x100000000ULL: return 1;
  case 0xffffffffffffffffULL: return 2;
  case 5: return 3;
  default: return 4;
  }
}

static int inner(int a, int b) {
  switch (a) {
  case 1:
    switch (b) {
    case 1: return 11;
    case 2: break;
    default: return 19;
    }
    return 12;
  case 2:
    while (1) {
      switch (b--) {
      case 0: goto out;
      default: continue;
      }
    }
  out:
    return 20 + b;
  }
  return 0;
}

int main(void) {
  for (int i = -1; i < 8; i++)
    printf("%d ", dense(i));
  printf("\n%d %d %d %d %d %d\n", sparse(-1000000), sparse(-3), sparse(0), sparse(77), sparse(2147483647), sparse(1));
  for (int i = 0; i < 6; i++)
    printf("%d ", through(i));
  printf("\n%d %d %d %d %d\n", range('5'), range('q'), range('Q'), range(250), range(' '));
  printf("%d %d %d %d\n", wide(1ULL << 32), wide(~0ULL), wide(5), wide(0));
  printf("%d %d %d %d\n", inner(1, 1), inner(1, 2), inner(1, 3), inner(2, 3));
  return 0;
}
