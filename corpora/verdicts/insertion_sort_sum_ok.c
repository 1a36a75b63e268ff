// verdict: ok
// Insertion sort keeps the sum of its three elements and sorts; the bad version loses an element.
#include <assert.h>
extern short nondet_short(void);

int main(void) {
  int a[3], before = 0, after = 0;
  for (int i = 0; i < 3; i++) {
    a[i] = nondet_short();
    before += a[i];
  }
  for (int i = 1; i < 3; i++) {
    int v = a[i], j = i;
    while (j > 0 && a[j - 1] > v) {
      a[j] = a[j - 1];
      j--;
    }
    a[j] = v;
  }
  for (int i = 0; i < 3; i++)
    after += a[i];
  assert(before == after);
  assert(a[0] <= a[1] && a[1] <= a[2]);
  return 0;
}
