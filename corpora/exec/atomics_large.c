// _Atomic objects that no instruction can hold: assignment, exchange, compare and exchange, lock-freedom, a long double.
#include <stdatomic.h>
#include <stdio.h>

struct record {
  long key;
  int value[4];
  char tag[3], kind;
};

static _Atomic struct record shared;
static _Atomic long double sum;
static _Atomic __int128 wide;

static void show(const char *what, struct record r) {
  printf("%s: %ld %d %d %.2s %d\n", what, r.key, r.value[0], r.value[3], r.tag, r.kind);
}

int main(void) {
  struct record first = {1, {2, 3, 4, 5}, "ab", 6}, second = {7, {8, 9, 10, 11}, "cd", 12};
  shared = first;
  struct record was = atomic_exchange(&shared, second);
  show("was", was);
  show("is", shared);
  int same = atomic_compare_exchange_strong(&shared, &was, first);
  printf("%d\n", same);
  show("found", was);
  same = atomic_compare_exchange_strong(&shared, &was, first);
  printf("%d\n", same);
  show("now", atomic_load(&shared));
  sum = 1.25L;
  sum += 2;
  sum *= 3;
  printf("%Lg\n", sum);
  wide = 1;
  wide <<= 100;
  wide -= 1;
  printf("%llx %llx\n", (unsigned long long)(wide >> 64), (unsigned long long)wide);
  printf("%d\n", atomic_is_lock_free(&shared));
  return 0;
}
