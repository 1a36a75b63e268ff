/* Private to frontend/: growing arrays and hash maps for the time of a build. Memory that outlives it comes from
 * fe_alloc (module.h). */
#ifndef FRONTEND_ARENA_H
#define FRONTEND_ARENA_H

#include "frontend/module.h"

#include <stdlib.h>

fe_arena *fe_arena_new(void);
void fe_arena_free(fe_arena *a);
const char *fe_interned(const fe_arena *a, const char *s, size_t len); /* NULL when never interned */
void *fe_copy(fe_arena *a, const void *from, size_t size);             /* NULL for size 0 */
void *fe_grow(void *p, size_t size); /* realloc that never fails: out of memory ends the program */

/* A growing array: FE_VEC(int) v = {0}; FE_PUSH(v, 3); v.p[0]; v.n; free(v.p). */
#define FE_VEC(T)    \
  struct {           \
    T *p;            \
    uint32_t n, cap; \
  }
#define FE_RESERVE(v, more)                            \
  do {                                                 \
    if ((v).n + (more) > (v).cap) {                    \
      (v).cap = ((v).n + (uint32_t)(more)) * 2 + 8;    \
      (v).p = fe_grow((v).p, (v).cap * sizeof *(v).p); \
    }                                                  \
  } while (0)
#define FE_PUSH(v, x)     \
  do {                    \
    FE_RESERVE(v, 1);     \
    (v).p[(v).n++] = (x); \
  } while (0)

/* A map from 64-bit keys (pointers, hashes) to 32-bit values. {0} is empty; clearing costs nothing. */
typedef struct fe_map_entry {
  uint64_t key;
  uint32_t gen, val;
} fe_map_entry;
typedef struct fe_map {
  fe_map_entry *e;
  uint32_t cap, n, gen;
} fe_map;

uint32_t fe_map_get(const fe_map *m, uint64_t key); /* FE_NONE when absent */
void fe_map_put(fe_map *m, uint64_t key, uint32_t val);
void fe_map_clear(fe_map *m);
void fe_map_free(fe_map *m);
#define FE_KEY(ptr) ((uint64_t)(uintptr_t)(ptr))

uint64_t fe_hash(const void *data, size_t len, uint64_t seed);

#endif
