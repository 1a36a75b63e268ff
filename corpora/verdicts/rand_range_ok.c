// verdict: ok
#include <assert.h>
#include <stdlib.h>
#include <time.h>
int main(void) {
  srand((unsigned)time(NULL));
  int a = rand() % 10;
  assert(a >= 0 && a < 10);
  return 100 / (a + 1);
}
