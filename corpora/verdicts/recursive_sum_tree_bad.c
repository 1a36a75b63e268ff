// verdict: error assertion failed line 21
// A recursive sum over a tree in an array, with inputs at the leaves.
#include <assert.h>
extern unsigned char read_byte(void);

static int value[7];

static int sum(int i) {
  if (i >= 7)
    return 0;
  return value[i] + sum(2 * i + 1) + sum(2 * i + 2);
}

int main(void) {
  int total = 0;
  for (int i = 3; i < 7; i++) {
    value[i] = read_byte();
    total += value[i];
  }
  value[0] = 1;
  assert(sum(0) == total + 1 && sum(1) <= 500);
  return 0;
}
