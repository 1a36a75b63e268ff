// Two-dimensional variable length arrays as locals and parameters: matrix product, transpose, pointers to rows.
#include <stdio.h>
#include <stdlib.h>

static void mul(int n, int m, int k, int a[n][m], int b[m][k], int c[n][k]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < k; j++) {
      c[i][j] = 0;
      for (int x = 0; x < m; x++)
        c[i][j] += a[i][x] * b[x][j];
    }
}

static void show(int n, int m, int (*a)[m]) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      printf(" %d", a[i][j]);
    putchar('\n');
  }
}

static long corner(int n, int m) {
  short t[n][m][2];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      t[i][j][0] = (short)(i * 10 + j);
      t[i][j][1] = (short)-t[i][j][0];
    }
  return (long)sizeof t + t[n - 1][m - 1][1] + (long)sizeof t[0];
}

int main(void) {
  int n = 2, m = 3, k = 4;
  int a[n][m], b[m][k], c[n][k];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i][j] = i + j;
  for (int i = 0; i < m; i++)
    for (int j = 0; j < k; j++)
      b[i][j] = i * j - 1;
  mul(n, m, k, a, b, c);
  show(n, k, c);
  printf("%ld %ld\n", corner(2, 3), corner(5, 1));
  int (*heap)[m] = malloc(sizeof(int[n][m]));
  if (heap == NULL)
    return 1;
  for (int i = 0; i < n * m; i++)
    heap[i / m][i % m] = i;
  show(n, m, heap);
  printf("%zu %zu\n", sizeof *heap, sizeof(*heap) / sizeof((*heap)[0]));
  int *last = heap[n - 1];
  printf("%d\n", last[m - 1]);
  free(heap);
  return 0;
}
