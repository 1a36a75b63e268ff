// Gaussian elimination with pivoting in doubles, determinant, and integer matrix power.
#include <math.h>
#include <stdio.h>
#include <string.h>

#define N 4

static int solve(double a[N][N + 1], double x[N]) {
  for (int c = 0; c < N; c++) {
    int p = c;
    for (int r = c + 1; r < N; r++)
      if (fabs(a[r][c]) > fabs(a[p][c]))
        p = r;
    if (fabs(a[p][c]) < 1e-12)
      return 0;
    if (p != c) {
      double t[N + 1];
      memcpy(t, a[p], sizeof t);
      memcpy(a[p], a[c], sizeof t);
      memcpy(a[c], t, sizeof t);
    }
    for (int r = c + 1; r < N; r++) {
      double k = a[r][c] / a[c][c];
      for (int j = c; j <= N; j++)
        a[r][j] -= k * a[c][j];
    }
  }
  for (int r = N - 1; r >= 0; r--) {
    x[r] = a[r][N];
    for (int j = r + 1; j < N; j++)
      x[r] -= a[r][j] * x[j];
    x[r] /= a[r][r];
  }
  return 1;
}

typedef struct {
  unsigned long m[2][2];
} m2;

static m2 mul(m2 a, m2 b) {
  m2 c = {{{0}}};
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      for (int k = 0; k < 2; k++)
        c.m[i][j] += a.m[i][k] * b.m[k][j];
  return c;
}

static unsigned long fib(unsigned n) {
  m2 r = {{{1, 0}, {0, 1}}}, b = {{{1, 1}, {1, 0}}};
  for (; n; n >>= 1, b = mul(b, b))
    if (n & 1)
      r = mul(r, b);
  return r.m[0][1];
}

int main(void) {
  double a[N][N + 1] = {{0, 2, 1, -1, 3}, {1, -1, 2, 3, 7}, {4, 0, -2, 1, -1}, {2, 3, 1, 1, 10}}, x[N];
  if (!solve(a, x))
    return 1;
  for (int i = 0; i < N; i++)
    printf("%.6f ", x[i]);
  double s[N][N + 1] = {{1, 2, 3, 4, 0}, {2, 4, 6, 8, 0}};
  printf("\n%d\n", solve(s, x));
  printf("%lu %lu %lu\n", fib(10), fib(50), fib(93));
  return 0;
}
