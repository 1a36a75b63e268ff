// goto: forward, backward, out of nested loops, into a block, and as a state machine with cleanup labels.
#include <stdio.h>

static int find2(const int m[3][4], int want, int *row, int *col) {
  int i, j;
  for (i = 0; i < 3; i++)
    for (j = 0; j < 4; j++)
      if (m[i][j] == want)
        goto found;
  return 0;
found:
  *row = i;
  *col = j;
  return 1;
}

static int collatz(unsigned n) {
  int steps = 0;
again:
  if (n == 1)
    goto done;
  steps++;
  if (n & 1) {
    n = 3 * n + 1;
    goto again;
  }
  n /= 2;
  goto again;
done:
  return steps;
}

static int cleanup(int fail_at) {
  int log = 0;
  if (fail_at == 1)
    goto fail1;
  log += 1;
  if (fail_at == 2)
    goto fail2;
  log += 10;
  if (fail_at == 3)
    goto fail3;
  return log;
fail3:
  log += 100;
fail2:
  log += 1000;
fail1:
  log += 10000;
  return -log;
}

static int into(int x) {
  int r = 0;
  if (x > 5)
    goto middle;
  for (x = 0; x < 10; x++) {
    r += x;
  middle:
    r += 100;
  }
  return r;
}

int main(void) {
  int m[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
  int r = -1, c = -1;
  printf("%d", find2(m, 7, &r, &c));
  printf(" %d %d\n", r, c);
  printf("%d\n", find2(m, 13, &r, &c));
  printf("%d %d %d\n", collatz(1), collatz(27), collatz(97));
  for (int i = 0; i < 4; i++)
    printf("%d ", cleanup(i));
  printf("\n%d %d\n", into(0), into(7));
  return 0;
}
