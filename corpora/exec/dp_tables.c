// Dynamic programming: longest common subsequence, edit distance, knapsack, coin change, matrix chain.
#include <limits.h>
#include <stdio.h>
#include <string.h>

static int min3(int a, int b, int c) { return a < b ? (a < c ? a : c) : (b < c ? b : c); }

static int lcs(const char *a, const char *b, char *out) {
  int n = (int)strlen(a), m = (int)strlen(b);
  int t[20][20] = {{0}};
  for (int i = n - 1; i >= 0; i--)
    for (int j = m - 1; j >= 0; j--)
      t[i][j] = a[i] == b[j] ? 1 + t[i + 1][j + 1] : t[i + 1][j] > t[i][j + 1] ? t[i + 1][j] : t[i][j + 1];
  for (int i = 0, j = 0; i < n && j < m;)
    if (a[i] == b[j])
      *out++ = a[i], i++, j++;
    else if (t[i + 1][j] >= t[i][j + 1])
      i++;
    else
      j++;
  *out = 0;
  return t[0][0];
}

static int edit(const char *a, const char *b) {
  int n = (int)strlen(a), m = (int)strlen(b), row[m + 1];
  for (int j = 0; j <= m; j++)
    row[j] = j;
  for (int i = 1; i <= n; i++) {
    int diag = row[0];
    row[0] = i;
    for (int j = 1; j <= m; j++) {
      int up = row[j];
      row[j] = min3(up + 1, row[j - 1] + 1, diag + (a[i - 1] != b[j - 1]));
      diag = up;
    }
  }
  return row[m];
}

static int knapsack(const int (*it)[2], int n, int cap) {
  int best[101] = {0};
  for (int i = 0; i < n; i++)
    for (int w = cap; w >= it[i][0]; w--)
      if (best[w - it[i][0]] + it[i][1] > best[w])
        best[w] = best[w - it[i][0]] + it[i][1];
  return best[cap];
}

static long ways(const int *coin, int n, int sum) {
  long w[sum + 1];
  memset(w, 0, sizeof w);
  w[0] = 1;
  for (int i = 0; i < n; i++)
    for (int s = coin[i]; s <= sum; s++)
      w[s] += w[s - coin[i]];
  return w[sum];
}

static int chain(const int *d, int i, int j, int memo[8][8]) {
  if (i == j)
    return 0;
  if (memo[i][j])
    return memo[i][j];
  int best = INT_MAX;
  for (int k = i; k < j; k++) {
    int c = chain(d, i, k, memo) + chain(d, k + 1, j, memo) + d[i - 1] * d[k] * d[j];
    if (c < best)
      best = c;
  }
  return memo[i][j] = best;
}

int main(void) {
  char s[20];
  printf("%d", lcs("AGGTABQX", "GXTXAYBX", s));
  printf(" %s\n", s);
  printf("%d %d %d\n", edit("kitten", "sitting"), edit("", "abc"), edit("flaw", "lawn"));
  const int items[][2] = {{12, 24}, {7, 13}, {11, 23}, {8, 15}, {9, 16}};
  printf("%d\n", knapsack(items, 5, 26));
  printf("%ld\n", ways((int[]){1, 5, 10, 25, 50}, 5, 100));
  int memo[8][8] = {{0}};
  printf("%d\n", chain((int[]){30, 35, 15, 5, 10, 20, 25}, 1, 6, memo));
  return 0;
}
