/* Sparse sets of small integers: sorted arrays of 64-bit chunks. Points-to sets, edges and cell sets are made of them.
 * A zeroed slice_set is the empty set. All functions are total; out of memory is fatal. */
#ifndef SLICER_SET_H
#define SLICER_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct slice_chunk {
  uint32_t word; /* bits stand for elements 64 * word … 64 * word + 63; never empty */
  uint64_t bits;
} slice_chunk;

typedef struct slice_set {
  uint32_t n, cap; /* chunks */
  slice_chunk *v;
} slice_set;

bool slice_set_add(slice_set *s, uint32_t x); /* true when it was not there */
bool slice_set_has(const slice_set *s, uint32_t x);
bool slice_set_or(slice_set *dst, const slice_set *src); /* true when dst grew */
void slice_set_minus(slice_set *out, const slice_set *a,
                     const slice_set *b); /* out = a - b; out is overwritten */
void slice_set_and(slice_set *dst, const slice_set *src);
void slice_set_copy(slice_set *dst, const slice_set *src); /* dst is overwritten */
bool slice_set_equal(const slice_set *a, const slice_set *b);
bool slice_set_meets(const slice_set *a, const slice_set *b);
uint64_t slice_set_hash(const slice_set *s);
uint32_t slice_set_count(const slice_set *s);
void slice_set_free(slice_set *s); /* leaves the empty set */

/* Walking: for (slice_iter it = {0}; slice_set_next(s, &it);) use(it.x); the set must not change meanwhile. */
typedef struct slice_iter {
  uint32_t i, x;
  uint64_t rest;
  bool open;
} slice_iter;
static inline bool slice_set_next(const slice_set *s, slice_iter *it) {
  while (it->rest == 0) {
    if (it->open) it->i++;
    if (it->i >= s->n) return false;
    it->rest = s->v[it->i].bits;
    it->open = true;
  }
  it->x = s->v[it->i].word * 64 + (uint32_t)__builtin_ctzll(it->rest);
  it->rest &= it->rest - 1;
  return true;
}

/* Sets by number: each different set is stored once, so equal numbers mean equal sets; number 0 is the empty set. Unions are
 * remembered. The sets themselves may be read (pool->sets[i]) but not changed. */
typedef struct slice_pool {
  slice_set *sets;
  uint32_t n, cap;
  uint32_t *hash, hash_size;
  struct slice_union *cache;
} slice_pool;
void slice_pool_init(slice_pool *p);
uint32_t slice_pool_id(slice_pool *p, const slice_set *s);
uint32_t slice_pool_union(slice_pool *p, uint32_t a, uint32_t b);
uint32_t slice_pool_one(slice_pool *p, uint32_t x); /* { x } */
void slice_pool_free(slice_pool *p);

/* Allocation for the whole library: never NULL. */
void *slice_alloc(size_t n, size_t size); /* zeroed */
void *slice_grow(void *p, size_t n, size_t size);

/* Room for one more element of a growing array v of n elements with capacity cap. */
#define SLICE_ROOM(v, n, cap)                    \
  do {                                           \
    if ((n) == (cap)) {                          \
      (cap) = (cap) ? 2 * (cap) : 8;             \
      (v) = slice_grow((v), (cap), sizeof *(v)); \
    }                                            \
  } while (0)

#endif
