// verdict: error assertion failed line 17
/* Half a million turns that no input decides: they are simply executed. */
#include <assert.h>

#define N 200000

static unsigned char composite[N];

int main(void) {
  int primes = 0;
  for (int i = 2; i < N; i++) {
    if (composite[i]) continue;
    primes++;
    for (int j = 2 * i; j < N; j += i)
      composite[j] = 1;
  }
  assert(primes == 17983);
  return 0;
}
