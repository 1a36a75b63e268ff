// verdict: ok
// Sifting in a binary heap of five inputs puts the greatest at the root.
#include <assert.h>
extern char nondet_char(void);

static void sift(int *a, int i, int n) {
  while (2 * i + 1 < n) {
    int c = 2 * i + 1;
    if (c + 1 < n && a[c + 1] > a[c])
      c++;
    if (a[i] >= a[c])
      return;
    int t = a[i];
    a[i] = a[c];
    a[c] = t;
    i = c;
  }
}

int main(void) {
  int a[5];
  for (int i = 0; i < 5; i++)
    a[i] = nondet_char();
  int x = a[0], y = a[2], z = a[4];
  sift(a, 1, 5);
  sift(a, 0, 5);
  assert(a[0] >= x && a[0] >= y && a[0] >= z);
  return 0;
}
