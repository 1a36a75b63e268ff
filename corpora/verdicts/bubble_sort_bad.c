// verdict: error assertion failed line 24
// Bubble sort of four inputs gives a sorted array; the bad version stops one pass early.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#define N 4

static void sort(int *a) {
  for (int pass = 0; pass < N - 2; pass++)
    for (int i = 0; i + 1 < N - pass; i++)
      if (a[i] > a[i + 1]) {
        int t = a[i];
        a[i] = a[i + 1];
        a[i + 1] = t;
      }
}

int main(void) {
  int a[N];
  for (int i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  sort(a);
  for (int i = 0; i + 1 < N; i++)
    assert(a[i] <= a[i + 1]);
  return 0;
}
