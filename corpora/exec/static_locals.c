// Static locals, scoping and shadowing, extern declarations inside functions, static in nested blocks.
#include <stdio.h>

static int level = 1;

static int counter(void) {
  static int n = 100;
  return n++;
}

static int *slot(int i) {
  static int slots[4] = {1, 2, 3};
  return &slots[i];
}

static unsigned rng(void) {
  static unsigned s = 1;
  s ^= s << 13;
  s ^= s >> 17;
  s ^= s << 5;
  return s;
}

static int nested(int k) {
  int total = 0;
  for (int i = 0; i < k; i++) {
    static int hits;
    hits += i;
    total += hits;
    {
      static int hits = 1000;
      hits--;
      total += hits;
    }
  }
  return total;
}

static int fact(int n) {
  static int depth, deepest;
  depth++;
  if (depth > deepest)
    deepest = depth;
  int r = n <= 1 ? deepest : n * fact(n - 1);
  depth--;
  return r;
}

int main(void) {
  for (int i = 0; i < 3; i++)
    printf("%d ", counter());
  *slot(3) = 9;
  *slot(0) += *slot(3);
  printf("%d %d %d\n", *slot(0), *slot(1), *slot(3));
  for (int i = 0; i < 3; i++)
    printf("%u ", rng() % 1000);
  printf("%d ", nested(3));
  printf("%d\n", nested(2));
  printf("%d ", fact(4));
  printf("%d\n", fact(2));
  int level = 2;
  {
    int level = 3;
    printf("%d ", level);
    {
      extern int level_hidden(void);
      printf("%d ", level_hidden());
    }
  }
  printf("%d\n", level);
  return 0;
}

int level_hidden(void) { return level; }
