/* Sparse sets as sorted chunk arrays: union is a merge, which is what the solver does most, and the arrays stay small
 * and contiguous because elements that are created together get neighbouring numbers. */
#include "slicer/set.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *slice_alloc(size_t n, size_t size) {
  void *p = calloc(n ? n : 1, size ? size : 1);
  if (!p) {
    fprintf(stderr, "summ: out of memory in the slicer\n");
    abort();
  }
  return p;
}

void *slice_grow(void *old, size_t n, size_t size) {
  void *p = realloc(old, n * size);
  if (!p) {
    fprintf(stderr, "summ: out of memory in the slicer\n");
    abort();
  }
  return p;
}

/* First chunk with word >= w. */
static uint32_t lower(const slice_set *s, uint32_t w) {
  if (s->n && s->v[s->n - 1].word < w) return s->n;
  uint32_t lo = 0, hi = s->n;
  while (lo < hi) {
    uint32_t mid = (lo + hi) / 2;
    if (s->v[mid].word < w)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo;
}

bool slice_set_add(slice_set *s, uint32_t x) {
  uint32_t w = x / 64, i = lower(s, w);
  uint64_t bit = UINT64_C(1) << (x % 64);
  if (i < s->n && s->v[i].word == w) {
    if (s->v[i].bits & bit) return false;
    s->v[i].bits |= bit;
    return true;
  }
  if (s->n == s->cap) {
    s->cap = s->cap ? 2 * s->cap : 2;
    s->v = slice_grow(s->v, s->cap, sizeof *s->v);
  }
  memmove(s->v + i + 1, s->v + i, (s->n - i) * sizeof *s->v);
  s->v[i] = (slice_chunk){w, bit};
  s->n++;
  return true;
}

bool slice_set_has(const slice_set *s, uint32_t x) {
  uint32_t i = lower(s, x / 64);
  return i < s->n && s->v[i].word == x / 64 && (s->v[i].bits >> (x % 64) & 1);
}

bool slice_set_or(slice_set *dst, const slice_set *src) {
  if (src->n == 0 || dst == src) return false;
  uint32_t i = 0, missing = 0;
  bool grew = false;
  for (uint32_t j = 0; j < src->n; j++) {
    while (i < dst->n && dst->v[i].word < src->v[j].word) i++;
    if (i == dst->n || dst->v[i].word != src->v[j].word) {
      missing++;
    } else if (src->v[j].bits & ~dst->v[i].bits) {
      dst->v[i].bits |= src->v[j].bits;
      grew = true;
    }
  }
  if (!missing) return grew;
  uint32_t total = dst->n + missing;
  if (total > dst->cap) {
    dst->cap = total > 2 * dst->cap ? total : 2 * dst->cap;
    dst->v = slice_grow(dst->v, dst->cap, sizeof *dst->v);
  }
  uint32_t a = dst->n, b = src->n, out = total; /* merge from the back, in place */
  while (b > 0) {
    if (a > 0 && dst->v[a - 1].word > src->v[b - 1].word) {
      dst->v[--out] = dst->v[--a];
    } else if (a > 0 && dst->v[a - 1].word == src->v[b - 1].word) {
      dst->v[--out] = dst->v[--a];
      b--;
    } else {
      dst->v[--out] = src->v[--b];
    }
  }
  assert(out == a);
  dst->n = total;
  return true;
}

void slice_set_minus(slice_set *out, const slice_set *a, const slice_set *b) {
  assert(out != a && out != b);
  if (out->cap < a->n) {
    out->cap = a->n;
    out->v = slice_grow(out->v, out->cap, sizeof *out->v);
  }
  uint32_t j = 0, n = 0;
  for (uint32_t i = 0; i < a->n; i++) {
    while (j < b->n && b->v[j].word < a->v[i].word) j++;
    uint64_t bits = a->v[i].bits;
    if (j < b->n && b->v[j].word == a->v[i].word) bits &= ~b->v[j].bits;
    if (bits) out->v[n++] = (slice_chunk){a->v[i].word, bits};
  }
  out->n = n;
}

void slice_set_and(slice_set *dst, const slice_set *src) {
  uint32_t j = 0, n = 0;
  for (uint32_t i = 0; i < dst->n; i++) {
    while (j < src->n && src->v[j].word < dst->v[i].word) j++;
    if (j < src->n && src->v[j].word == dst->v[i].word && (dst->v[i].bits & src->v[j].bits)) {
      dst->v[n] = dst->v[i];
      dst->v[n++].bits &= src->v[j].bits;
    }
  }
  dst->n = n;
}

void slice_set_copy(slice_set *dst, const slice_set *src) {
  dst->n = 0;
  slice_set_or(dst, src);
}

bool slice_set_equal(const slice_set *a, const slice_set *b) {
  if (a->n != b->n) return false;
  for (uint32_t i = 0; i < a->n; i++)
    if (a->v[i].word != b->v[i].word || a->v[i].bits != b->v[i].bits) return false;
  return true;
}

bool slice_set_meets(const slice_set *a, const slice_set *b) {
  for (uint32_t i = 0, j = 0; i < a->n && j < b->n;) {
    if (a->v[i].word < b->v[j].word)
      i++;
    else if (a->v[i].word > b->v[j].word)
      j++;
    else if (a->v[i].bits & b->v[j].bits)
      return true;
    else
      i++, j++;
  }
  return false;
}

uint64_t slice_set_hash(const slice_set *s) {
  uint64_t h = UINT64_C(0x9e3779b97f4a7c15) * (s->n + 1);
  for (uint32_t i = 0; i < s->n; i++) {
    h = (h ^ s->v[i].word) * UINT64_C(0xff51afd7ed558ccd);
    h = (h ^ (h >> 33) ^ s->v[i].bits) * UINT64_C(0xc4ceb9fe1a85ec53);
    h ^= h >> 29;
  }
  return h;
}

uint32_t slice_set_count(const slice_set *s) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < s->n; i++) n += (uint32_t)__builtin_popcountll(s->v[i].bits);
  return n;
}

void slice_set_free(slice_set *s) {
  free(s->v);
  *s = (slice_set){0};
}

/* ---- sets by number ---- */

typedef struct slice_union {
  uint32_t a, b, to;
} slice_union;
enum { CACHE = 1 << 16 };

void slice_pool_init(slice_pool *p) {
  *p = (slice_pool){0};
  p->cache = slice_alloc(CACHE, sizeof *p->cache);
  uint32_t empty = slice_pool_id(p, &(slice_set){0});
  assert(empty == 0);
  (void)empty;
}

static void rehash(slice_pool *p) {
  p->hash_size = p->hash_size ? 2 * p->hash_size : 1024;
  p->hash = slice_grow(p->hash, p->hash_size, sizeof *p->hash);
  memset(p->hash, 0xff, p->hash_size * sizeof *p->hash);
  for (uint32_t i = 0; i < p->n; i++) {
    uint32_t h = (uint32_t)slice_set_hash(&p->sets[i]) & (p->hash_size - 1);
    while (p->hash[h] != UINT32_MAX) h = (h + 1) & (p->hash_size - 1);
    p->hash[h] = i;
  }
}

uint32_t slice_pool_id(slice_pool *p, const slice_set *s) {
  if (2 * (p->n + 1) > p->hash_size) rehash(p);
  uint32_t h = (uint32_t)slice_set_hash(s) & (p->hash_size - 1);
  for (; p->hash[h] != UINT32_MAX; h = (h + 1) & (p->hash_size - 1))
    if (slice_set_equal(&p->sets[p->hash[h]], s)) return p->hash[h];
  SLICE_ROOM(p->sets, p->n, p->cap);
  p->sets[p->n] = (slice_set){0};
  slice_set_copy(&p->sets[p->n], s);
  p->hash[h] = p->n;
  return p->n++;
}

uint32_t slice_pool_union(slice_pool *p, uint32_t a, uint32_t b) {
  if (a == b || b == 0) return a;
  if (a == 0) return b;
  if (a > b) {
    uint32_t t = a;
    a = b;
    b = t;
  }
  slice_union *c = &p->cache[((a * UINT32_C(0x9e3779b1)) ^ (b * UINT32_C(0x85ebca6b))) >> 16];
  if (c->a == a && c->b == b) return c->to;
  slice_set s = {0};
  slice_set_copy(&s, &p->sets[a]);
  uint32_t to = a;
  if (slice_set_or(&s, &p->sets[b])) to = slice_pool_id(p, &s);
  slice_set_free(&s);
  *c = (slice_union){a, b, to};
  return to;
}

uint32_t slice_pool_one(slice_pool *p, uint32_t x) {
  slice_chunk c = {x / 64, UINT64_C(1) << (x % 64)};
  return slice_pool_id(p, &(slice_set){1, 1, &c});
}

void slice_pool_free(slice_pool *p) {
  for (uint32_t i = 0; i < p->n; i++) slice_set_free(&p->sets[i]);
  free(p->sets);
  free(p->hash);
  free(p->cache);
  *p = (slice_pool){0};
}
