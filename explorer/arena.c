/* A bump allocator that is freed once, for everything an exploration makes and never frees on its own. */
#include "explorer/internal.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

typedef struct block {
  struct block *next;
  size_t used, cap;
  _Alignas(16) unsigned char data[];
} block;
struct ex_arena {
  block *first;
};

void *ex_xrealloc(void *p, size_t n) {
  void *q = realloc(p, n ? n : 1);
  if (!q) {
    fprintf(stderr, "summ: out of memory (%zu bytes)\n", n);
    abort();
  }
  return q;
}

ex_arena *ex_arena_new(void) {
  ex_arena *a = ex_xrealloc(NULL, sizeof *a);
  a->first = NULL;
  return a;
}

void *ex_arena_alloc(ex_arena *a, size_t n) {
  n = (n + 15) & ~(size_t)15;
  if (!a->first || a->first->used + n > a->first->cap) {
    size_t cap = n > 65536 ? n : 65536;
    block *b = ex_xrealloc(NULL, sizeof *b + cap);
    *b = (block){a->first, 0, cap};
    a->first = b;
  }
  void *p = a->first->data + a->first->used;
  a->first->used += n;
  return memset(p, 0, n);
}

char *ex_arena_printf(ex_arena *a, const char *fmt, ...) {
  va_list ap, copy;
  va_start(ap, fmt);
  va_copy(copy, ap);
  int n = vsnprintf(NULL, 0, fmt, copy);
  va_end(copy);
  char *s = ex_arena_alloc(a, (size_t)n + 1);
  vsnprintf(s, (size_t)n + 1, fmt, ap);
  va_end(ap);
  return s;
}

void ex_arena_free(ex_arena *a) {
  for (block *b = a->first, *next; b; b = next) {
    next = b->next;
    free(b);
  }
  free(a);
}
