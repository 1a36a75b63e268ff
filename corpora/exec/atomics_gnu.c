// GNU __atomic and __sync builtins on several widths.
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

static int32_t w32 = 10;
static int64_t w64 = 1LL << 40;
static uint8_t w8 = 250;
static uint16_t w16;

int main(void) {
  printf("%d ", __atomic_fetch_add(&w32, 5, __ATOMIC_SEQ_CST));
  printf("%d\n", __atomic_add_fetch(&w32, 5, __ATOMIC_RELAXED));
  printf("%lld ", (long long)__atomic_fetch_sub(&w64, 1, __ATOMIC_ACQ_REL));
  printf("%lld\n", (long long)w64);
  printf("%d ", __atomic_fetch_add(&w8, 10, __ATOMIC_SEQ_CST));
  printf("%d\n", w8);
  __atomic_store_n(&w16, 0xff0f, __ATOMIC_RELEASE);
  printf("%x ", __atomic_fetch_xor(&w16, 0xffff, __ATOMIC_SEQ_CST));
  printf("%x\n", w16);
  printf("%x\n", __atomic_nand_fetch(&w16, 0x30, __ATOMIC_SEQ_CST));
  int32_t exp = 3, seen;
  bool ok = __atomic_compare_exchange_n(&w32, &exp, 77, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
  printf("%d ", ok);
  printf("%d\n", exp);
  int32_t want = 88;
  ok = __atomic_compare_exchange(&w32, &exp, &want, true, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  __atomic_load(&w32, &seen, __ATOMIC_ACQUIRE);
  printf("%d ", ok);
  printf("%d\n", seen);
  want = 1;
  __atomic_exchange(&w32, &want, &seen, __ATOMIC_SEQ_CST);
  printf("%d ", seen);
  printf("%d\n", w32);
  printf("%d ", __sync_fetch_and_add(&w32, 9));
  printf("%d\n", __sync_add_and_fetch(&w32, 1));
  printf("%d ", __sync_bool_compare_and_swap(&w32, 11, 12));
  printf("%d\n", __sync_val_compare_and_swap(&w32, 5, 6));
  printf("%d\n", __sync_lock_test_and_set(&w32, 0));
  __sync_lock_release(&w32);
  __sync_synchronize();
  char lock = 0;
  printf("%d ", __atomic_test_and_set(&lock, __ATOMIC_SEQ_CST));
  printf("%d\n", __atomic_test_and_set(&lock, __ATOMIC_SEQ_CST));
  __atomic_clear(&lock, __ATOMIC_SEQ_CST);
  printf("%d ", lock);
  printf("%d\n", __atomic_always_lock_free(4, 0));
  return 0;
}
