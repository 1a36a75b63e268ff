// Arrays of arrays of structs, three dimensions, partial initialisers, row pointers, index arithmetic.
#include <stdio.h>

struct cell {
  unsigned char kind;
  short w[2];
};

static struct cell cube[2][3][4] = {{{{1, {2, 3}}}, [2][1] = {9, {-9}}}, {[0 ... 2] = {[3] = {5, {6, 7}}}}};
static int tri[4][4];

static int sum_cells(struct cell (*p)[3][4], int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 3; j++)
      for (int k = 0; k < 4; k++)
        s = (s * 3 & 0xffff) + p[i][j][k].kind + p[i][j][k].w[0] - p[i][j][k].w[1];
  return s & 0xffffff;
}

static void pascal(void) {
  for (int i = 0; i < 4; i++)
    for (int j = 0; j <= i; j++)
      tri[i][j] = j == 0 || j == i ? 1 : tri[i - 1][j - 1] + tri[i - 1][j];
}

static int spiral(int n, int out[n * n]) {
  int m[n][n], k = 0;
  for (int i = 0; i < n * n; i++)
    m[i / n][i % n] = i;
  for (int lo = 0, hi = n - 1; lo <= hi; lo++, hi--) {
    for (int j = lo; j <= hi; j++)
      out[k++] = m[lo][j];
    for (int i = lo + 1; i <= hi; i++)
      out[k++] = m[i][hi];
    for (int j = hi - 1; j >= lo && lo < hi; j--)
      out[k++] = m[hi][j];
    for (int i = hi - 1; i > lo; i--)
      out[k++] = m[i][lo];
  }
  return k;
}

int main(void) {
  printf("%zu %d %d %d %d\n", sizeof cube, cube[0][0][0].w[1], cube[0][2][1].w[0], cube[1][1][3].kind, cube[1][2][2].kind);
  cube[1][0][1] = cube[0][0][0];
  struct cell *flat = &cube[1][0][0];
  flat[1].w[0]++;
  printf("%d %d\n", cube[1][0][1].w[0], sum_cells(cube, 2) > 0);
  pascal();
  for (int i = 0; i < 4; i++)
    printf("%d%d%d%d ", tri[i][0], tri[i][1], tri[i][2], tri[i][3]);
  int out[16];
  printf("\n%d:", spiral(4, out));
  for (int i = 0; i < 16; i++)
    printf(" %d", out[i]);
  printf("\n%td %td\n", &cube[1][2][3] - &cube[1][0][0], (char *)&cube[1] - (char *)&cube[0]);
  return 0;
}
