// Loop-heavy classics: prime sieve, eight queens by backtracking, Conway's life on a torus.
#include <stdio.h>
#include <string.h>

static int sieve(int n) {
  char composite[n + 1];
  memset(composite, 0, sizeof composite);
  int count = 0;
  for (int i = 2; i <= n; i++) {
    if (composite[i])
      continue;
    count++;
    for (long j = (long)i * i; j <= n; j += i)
      composite[j] = 1;
  }
  return count;
}

static int queens(int n, int row, unsigned cols, unsigned d1, unsigned d2) {
  if (row == n)
    return 1;
  int total = 0;
  for (int c = 0; c < n; c++) {
    unsigned bc = 1u << c, b1 = 1u << (row + c), b2 = 1u << (row - c + n);
    if (!(cols & bc) && !(d1 & b1) && !(d2 & b2))
      total += queens(n, row + 1, cols | bc, d1 | b1, d2 | b2);
  }
  return total;
}

#define W 12
#define H 8
typedef char grid[H][W];

static void step(grid g) {
  grid next;
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++) {
      int n = 0;
      for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
          if (dx || dy)
            n += g[(y + dy + H) % H][(x + dx + W) % W];
      next[y][x] = n == 3 || (n == 2 && g[y][x]);
    }
  memcpy(g, next, sizeof next);
}

int main(void) {
  printf("%d %d %d\n", sieve(10), sieve(1000), sieve(20000));
  for (int n = 1; n <= 6; n++)
    printf("%d ", queens(n, 0, 0, 0, 0));
  putchar('\n');
  grid g = {{0}};
  g[0][1] = g[1][2] = g[2][0] = g[2][1] = g[2][2] = 1;
  for (int i = 0; i < 20; i++)
    step(g);
  for (int y = 0; y < H; y++) {
    for (int x = 0; x < W; x++)
      putchar(g[y][x] ? '#' : '.');
    putchar('\n');
  }
  return 0;
}
