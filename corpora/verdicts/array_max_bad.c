// verdict: error assertion failed line 18
// The maximum of four inputs is at least each of them; the bad version starts from zero.
#include <assert.h>
extern int nondet_int(void);

int main(void) {
  int a[4];
  for (int i = 0; i < 4; i++)
    a[i] = nondet_int();
  int max = 0;
  for (int i = 0; i < 4; i++)
    if (a[i] > max)
      max = a[i];
  int hit = 0;
  for (int i = 0; i < 4; i++)
    if (a[i] == max)
      hit = 1;
  assert(hit);
  return 0;
}
