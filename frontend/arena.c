/* Memory of a program: a bump allocator freed at once, with a table of interned strings; and the hash map the build
 * uses. A map entry belongs to the current generation or counts as empty, so that clearing a map between functions is
 * free even after a very large one. */
#include "frontend/arena.h"

#include <assert.h>
#include <stdarg.h>
#include <string.h>

#define CHUNK ((size_t)1 << 18)

typedef struct chunk {
  struct chunk *next;
  size_t used, size;
  max_align_t data[];
} chunk;

struct fe_arena {
  chunk *chunks;
  fe_map strings; /* hash → index in list, probed by hash + 1 on a clash */
  FE_VEC(const char *) list;
};

void *fe_grow(void *p, size_t size) {
  void *q = realloc(p, size ? size : 1);
  if (!q) {
    fputs("summ: out of memory\n", stderr);
    abort();
  }
  return q;
}

fe_arena *fe_arena_new(void) {
  fe_arena *a = fe_grow(NULL, sizeof *a);
  memset(a, 0, sizeof *a);
  return a;
}

void fe_arena_free(fe_arena *a) {
  if (!a) return;
  for (chunk *c = a->chunks, *next; c; c = next) {
    next = c->next;
    free(c);
  }
  fe_map_free(&a->strings);
  free(a->list.p);
  free(a);
}

void *fe_alloc(fe_arena *a, size_t size) {
  size = (size + 15) & ~(size_t)15;
  chunk *c = a->chunks;
  if (!c || c->size - c->used < size) {
    size_t room = size > CHUNK / 4 ? size : CHUNK;
    c = fe_grow(NULL, sizeof *c + room);
    c->used = 0;
    c->size = room;
    if (room == size && a->chunks) { /* a chunk of its own: keep filling the current one */
      c->next = a->chunks->next;
      a->chunks->next = c;
    } else {
      c->next = a->chunks;
      a->chunks = c;
    }
  }
  void *p = (char *)c->data + c->used;
  c->used += size;
  return memset(p, 0, size);
}

void *fe_copy(fe_arena *a, const void *from, size_t size) {
  return size ? memcpy(fe_alloc(a, size), from, size) : NULL;
}

const char *fe_intern(fe_arena *a, const char *s, size_t len) {
  uint64_t h = fe_hash(s, len, 0);
  for (uint32_t i; (i = fe_map_get(&a->strings, h)) != FE_NONE; h++)
    if (strlen(a->list.p[i]) == len && !memcmp(a->list.p[i], s, len)) return a->list.p[i];
  char *copy = fe_alloc(a, len + 1);
  memcpy(copy, s, len);
  fe_map_put(&a->strings, h, a->list.n);
  FE_PUSH(a->list, copy);
  return copy;
}

const char *fe_interned(const fe_arena *a, const char *s, size_t len) {
  uint64_t h = fe_hash(s, len, 0);
  for (uint32_t i; (i = fe_map_get(&a->strings, h)) != FE_NONE; h++)
    if (strlen(a->list.p[i]) == len && !memcmp(a->list.p[i], s, len)) return a->list.p[i];
  return NULL;
}

const char *fe_intern_str(fe_arena *a, const char *s) { return fe_intern(a, s, strlen(s)); }

const char *fe_format(fe_arena *a, const char *format, ...) {
  va_list ap;
  va_start(ap, format);
  int n = vsnprintf(NULL, 0, format, ap);
  va_end(ap);
  assert(n >= 0);
  char *s = fe_alloc(a, (size_t)n + 1);
  va_start(ap, format);
  vsnprintf(s, (size_t)n + 1, format, ap);
  va_end(ap);
  return s;
}

/* ---- hash map ---- */

static uint64_t mix(uint64_t x) {
  x ^= x >> 33;
  x *= 0xff51afd7ed558ccdULL;
  x ^= x >> 29;
  x *= 0xc4ceb9fe1a85ec53ULL;
  return x ^ x >> 32;
}

uint64_t fe_hash(const void *data, size_t len, uint64_t seed) {
  const unsigned char *p = data;
  uint64_t h = seed ^ len;
  for (; len >= 8; p += 8, len -= 8) {
    uint64_t w;
    memcpy(&w, p, 8);
    h = mix(h ^ w);
  }
  uint64_t w = 0;
  memcpy(&w, p, len);
  return mix(h ^ w ^ 0x9e3779b97f4a7c15ULL);
}

static fe_map_entry *slot(const fe_map *m, uint64_t key) {
  uint32_t i = (uint32_t)mix(key) & (m->cap - 1);
  while (m->e[i].gen == m->gen && m->e[i].key != key) i = (i + 1) & (m->cap - 1);
  return &m->e[i];
}

uint32_t fe_map_get(const fe_map *m, uint64_t key) {
  if (!m->cap) return FE_NONE;
  const fe_map_entry *e = slot(m, key);
  return e->gen == m->gen ? e->val : FE_NONE;
}

void fe_map_put(fe_map *m, uint64_t key, uint32_t val) {
  if ((m->n + 1) * 2 > m->cap) {
    fe_map old = *m;
    m->cap = old.cap ? old.cap * 2 : 32;
    m->e = fe_grow(NULL, m->cap * sizeof *m->e);
    memset(m->e, 0, m->cap * sizeof *m->e);
    m->gen = 1;
    for (uint32_t i = 0; i < old.cap; i++)
      if (old.e[i].gen == old.gen) *slot(m, old.e[i].key) = (fe_map_entry){old.e[i].key, 1, old.e[i].val};
    free(old.e);
  }
  fe_map_entry *e = slot(m, key);
  if (e->gen != m->gen) m->n++;
  *e = (fe_map_entry){key, m->gen, val};
}

void fe_map_clear(fe_map *m) {
  m->n = 0;
  if (++m->gen == 0 && m->cap) { /* wrapped: old entries would come alive */
    memset(m->e, 0, m->cap * sizeof *m->e);
    m->gen = 1;
  }
}

void fe_map_free(fe_map *m) {
  free(m->e);
  *m = (fe_map){0};
}
