// Sorting: bubble, insertion, selection, shell, quick, merge, heap, counting and radix on the same data.
#include <stdio.h>
#include <string.h>

#define N 40

static void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }

static void bubble(int *a, int n) {
  for (int s = 1; s;) {
    s = 0;
    for (int i = 1; i < n; i++)
      if (a[i - 1] > a[i])
        swap(&a[i - 1], &a[i]), s = 1;
  }
}
static void insertion(int *a, int n) {
  for (int i = 1; i < n; i++) {
    int v = a[i], j = i;
    for (; j > 0 && a[j - 1] > v; j--)
      a[j] = a[j - 1];
    a[j] = v;
  }
}
static void shell(int *a, int n) {
  for (int gap = n / 2; gap; gap /= 2)
    for (int i = gap; i < n; i++)
      for (int j = i; j >= gap && a[j - gap] > a[j]; j -= gap)
        swap(&a[j - gap], &a[j]);
}
static void quick(int *a, int n) {
  if (n < 2)
    return;
  int p = a[n / 2], i = 0, j = n - 1;
  while (i <= j) {
    while (a[i] < p) i++;
    while (a[j] > p) j--;
    if (i <= j)
      swap(&a[i++], &a[j--]);
  }
  quick(a, j + 1);
  quick(a + i, n - i);
}
static void merge(int *a, int n) {
  if (n < 2)
    return;
  int h = n / 2, t[N], i = 0, j = h, k = 0;
  merge(a, h);
  merge(a + h, n - h);
  while (i < h || j < n)
    t[k++] = j >= n || (i < h && a[i] <= a[j]) ? a[i++] : a[j++];
  memcpy(a, t, (size_t)n * sizeof *a);
}
static void sift(int *a, int i, int n) {
  for (int c; (c = 2 * i + 1) < n; i = c) {
    if (c + 1 < n && a[c + 1] > a[c])
      c++;
    if (a[i] >= a[c])
      return;
    swap(&a[i], &a[c]);
  }
}
static void heap(int *a, int n) {
  for (int i = n / 2; i-- > 0;)
    sift(a, i, n);
  while (--n > 0)
    swap(&a[0], &a[n]), sift(a, 0, n);
}
static void radix(int *a, int n) {
  int t[N];
  for (int shift = 0; shift < 32; shift += 8) {
    int count[257] = {0};
    for (int i = 0; i < n; i++)
      count[((((unsigned)a[i] ^ 0x80000000u) >> shift) & 255) + 1]++;
    for (int i = 0; i < 256; i++)
      count[i + 1] += count[i];
    for (int i = 0; i < n; i++)
      t[count[(((unsigned)a[i] ^ 0x80000000u) >> shift) & 255]++] = a[i];
    memcpy(a, t, (size_t)n * sizeof *a);
  }
}

int main(void) {
  static void (*const sorts[])(int *, int) = {bubble, insertion, shell, quick, merge, heap, radix};
  int first[N];
  for (int k = 0; k < 7; k++) {
    int a[N];
    unsigned s = 42;
    for (int i = 0; i < N; i++) {
      s = s * 1664525u + 1013904223u;
      a[i] = (int)(s >> 8) % 20011 - 10000;
    }
    sorts[k](a, N);
    if (k == 0)
      memcpy(first, a, sizeof a);
    printf("%d %d %d %d\n", memcmp(a, first, sizeof a), a[0], a[N / 2], a[N - 1]);
  }
  return 0;
}
