// entry: tagged
// A callee that hides a tag in the low bits of a pointer.
#include <stdint.h>

static void *tag(void *p, unsigned t) { return (void *)((uintptr_t)p | (t & 3u)); }
static unsigned tag_of(const void *p) { return (unsigned)((uintptr_t)p & 3u); }
static int *clean(void *p) { return (int *)((uintptr_t)p & ~(uintptr_t)3); }

int tagged(unsigned t, int v) {
  _Alignas(8) int cell = v;
  void *p = tag(&cell, t);
  if (tag_of(p) == 2)
    return 2;
  if (*clean(p) > 5)
    return 1;
  return 0;
}
