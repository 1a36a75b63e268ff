// Pointer to integer casts and back, tagged pointers, offsets, differences and comparison.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct rec {
  char c;
  int i;
  double d;
  short s[3];
};

static void *tag(void *p, unsigned t) { return (void *)((uintptr_t)p | t); }
static void *untag(void *p) { return (void *)((uintptr_t)p & ~(uintptr_t)7); }
static unsigned tag_of(void *p) { return (unsigned)((uintptr_t)p & 7); }

int main(void) {
  long cells[4] = {10, 20, 30, 40};
  void *t = tag(&cells[2], 5);
  printf("%u %ld\n", tag_of(t), *(long *)untag(t));
  uintptr_t u = (uintptr_t)cells;
  printf("%ld %ld\n", *(long *)(u + 8), *(long *)(u + 3 * sizeof(long)));
  printf("%td %td\n", &cells[3] - &cells[1], (char *)&cells[3] - (char *)&cells[1]);
  printf("%d %d\n", &cells[0] < &cells[1], (void *)cells == (void *)&cells[0]);
  struct rec r = {'a', 5, 2.5, {1, 2, 3}};
  printf("%zu %zu %zu\n", offsetof(struct rec, i), offsetof(struct rec, d), offsetof(struct rec, s[1]));
  char *base = (char *)&r;
  printf("%d %g %d\n", *(int *)(base + offsetof(struct rec, i)), *(double *)(base + offsetof(struct rec, d)),
         *(short *)(base + offsetof(struct rec, s[2])));
  int *ip = &r.i;
  struct rec *back = (struct rec *)((char *)ip - offsetof(struct rec, i));
  printf("%c %d\n", back->c, back == &r);
  printf("%d %d\n", (int)(intptr_t)(void *)(intptr_t)-12, (uintptr_t)NULL == 0);
  printf("%d\n", ((uintptr_t)&cells[1] ^ (uintptr_t)&cells[1]) == 0);
  uint32_t lo = (uint32_t)u;
  uint32_t hi = (uint32_t)(u >> 32);
  long *again = (long *)(((uintptr_t)hi << 32) | lo);
  printf("%ld\n", again[1]);
  return 0;
}
