// Large objects: a 64 KB struct on the stack copied by value, a big zeroed global, deep recursion.
#include <stdio.h>
#include <string.h>

struct page {
  int id;
  unsigned char data[65536];
};

static long grid[300][300];
static const int lookup[1000] = {[999] = 7, [500 ... 509] = 3};

static unsigned sum(struct page p) {
  unsigned s = (unsigned)p.id;
  for (int i = 0; i < 65536; i += 257)
    s = s * 31 + p.data[i];
  p.id = -1;
  return s;
}

static struct page make(int id) {
  struct page p;
  p.id = id;
  memset(p.data, id, sizeof p.data);
  p.data[257] = 9;
  return p;
}

static int depth(int n, int *deepest) {
  volatile char pad[64];
  pad[n & 63] = (char)n;
  if (n > *deepest)
    *deepest = n;
  return n == 5000 ? pad[n & 63] : depth(n + 1, deepest) + (n % 1000 == 0);
}

int main(void) {
  struct page a = make(3), b;
  b = a;
  b.data[0] = 200;
  printf("%u %u %d\n", sum(a), sum(b), a.id);
  for (int i = 0; i < 300; i++)
    for (int j = 0; j < 300; j += 7)
      grid[i][j] = (long)i * j;
  long t = 0;
  for (int i = 0; i < 300; i++)
    t += grid[i][i];
  printf("%ld\n", t);
  int s = 0;
  for (int i = 0; i < 1000; i++)
    s += lookup[i];
  int deepest = 0;
  printf("%d %d", s, depth(0, &deepest));
  printf(" %d\n", deepest);
  return 0;
}
