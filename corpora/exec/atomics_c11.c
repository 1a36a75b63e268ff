// C11 _Atomic objects: operators, stdatomic functions, flags, exchange, compare and swap, atomic structs.
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>

struct pair {
  int a, b;
};

static _Atomic int counter = 5;
static atomic_ulong total;
static _Atomic(struct pair) shared;
static atomic_flag flag = ATOMIC_FLAG_INIT;
static _Atomic(int *) where;
static _Atomic double weight;
static atomic_bool ready;

int main(void) {
  counter++;
  counter += 10;
  counter *= 2;
  counter ^= 1;
  printf("%d\n", counter);
  printf("%d\n", counter--);
  printf("%d\n", atomic_fetch_sub(&counter, 3));
  printf("%d\n", atomic_exchange(&counter, 100));
  int expected = 99;
  bool done = atomic_compare_exchange_strong(&counter, &expected, 1);
  printf("%d %d %d\n", done, expected, atomic_load(&counter));
  done = atomic_compare_exchange_strong(&counter, &expected, 1);
  printf("%d %d\n", done, counter);
  for (unsigned i = 0; i < 10; i++)
    atomic_fetch_add_explicit(&total, i, memory_order_relaxed);
  atomic_fetch_or(&total, 64u);
  atomic_fetch_and(&total, ~1ul);
  printf("%lu\n", atomic_load_explicit(&total, memory_order_acquire));
  struct pair p = {3, 4};
  atomic_store(&shared, p);
  struct pair q = atomic_load(&shared);
  printf("%d %d\n", q.a, q.b);
  bool first = atomic_flag_test_and_set(&flag);
  bool second = atomic_flag_test_and_set(&flag);
  atomic_flag_clear(&flag);
  printf("%d %d %d\n", first, second, atomic_flag_test_and_set(&flag));
  int arr[3] = {1, 2, 3};
  atomic_init(&where, arr);
  where++;
  printf("%d\n", *where);
  weight = 1.5;
  weight = weight + 2;
  printf("%g\n", weight);
  ready = true;
  atomic_thread_fence(memory_order_seq_cst);
  printf("%d %d\n", ready, atomic_is_lock_free(&counter));
  return 0;
}
