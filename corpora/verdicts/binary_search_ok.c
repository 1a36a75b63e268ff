// verdict: ok
// Binary search over a fixed table finds every key that is in it.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static const int table[7] = {-9, -4, 0, 3, 8, 15, 40};

static int search(int key) {
  int lo = 0, hi = 6;
  while (lo <= hi) {
    int mid = lo + (hi - lo) / 2;
    if (table[mid] == key)
      return mid;
    if (table[mid] < key)
      lo = mid + 1;
    else
      hi = mid - 1;
  }
  return -1;
}

int main(void) {
  int i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i >= 0 && i < 7);
  assert(search(table[i]) == i);
  return 0;
}
