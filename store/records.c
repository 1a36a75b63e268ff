/* See records.h. Decoders return false on anything unexpected; the bytes have passed their checksum, so that means a value
 * of another version or a bug, and is reported as damage all the same. */
#include "store/records.h"

#include <stdlib.h>
#include <string.h>

/* The head is 16 bytes so that what follows stays aligned. */
typedef union head {
  record r;
  max_align_t align;
  char room[16];
} head;

void *record_new(size_t size, mem_arena **arena) {
  *arena = mem_arena_new();
  head *h = mem_alloc(*arena, sizeof *h + size);
  h->r.arena = *arena;
  return h + 1;
}

void record_free(void *p) {
  if (p) mem_arena_free(((head *)p - 1)->r.arena);
}

const char *record_text(mem_arena *a, mp_reader *r) {
  size_t n;
  const char *p = mp_get_str(r, &n);
  if (!n) return "";
  return memcpy(mem_alloc(a, n + 1), p, n);
}

const char **record_texts(mem_arena *a, mp_reader *r, uint32_t *n) {
  *n = (uint32_t)mp_get_array(r);
  const char **items = mem_alloc(a, *n * sizeof *items);
  for (uint32_t i = 0; i < *n; i++) items[i] = record_text(a, r);
  return items;
}

static void write_texts(mp_writer *w, const char *const *items, uint32_t n) {
  mp_array(w, n);
  for (uint32_t i = 0; i < n; i++) mp_str(w, items[i]);
}

static uint32_t u32(mp_reader *r) { return (uint32_t)mp_get_uint(r, UINT32_MAX); }

/* ---- functions: what display needs ---- */

void function_encode(mp_writer *w, const store_function *f) {
  mp_array(w, 7);
  mp_str(w, f->usr), mp_str(w, f->name), mp_str(w, f->signature), mp_str(w, f->file), mp_uint(w, f->line);
  write_texts(w, f->params, f->nparams);
  mp_array(w, f->nplaces);
  for (uint32_t i = 0; i < f->nplaces; i++) {
    const store_place *p = &f->places[i];
    bool edges = p->kind == STORE_SWITCH;
    mp_array(w, edges ? 6 : 5);
    mp_uint(w, p->insn), mp_uint(w, p->kind), mp_uint(w, p->line), mp_uint(w, p->col), mp_str(w, p->text);
    if (edges) write_texts(w, p->edges, p->nedges);
  }
}

bool function_decode(mem_arena *a, const uint8_t *data, size_t len, store_function *f) {
  mp_reader r = mp_read(data, len);
  mp_expect_array(&r, 7);
  f->usr = record_text(a, &r), f->name = record_text(a, &r), f->signature = record_text(a, &r);
  f->file = record_text(a, &r), f->line = u32(&r);
  f->params = record_texts(a, &r, &f->nparams);
  f->nplaces = (uint32_t)mp_get_array(&r);
  f->places = mem_alloc(a, f->nplaces * sizeof *f->places);
  for (uint32_t i = 0; i < f->nplaces && !r.failed; i++) {
    store_place *p = &f->places[i];
    size_t n = mp_get_array(&r);
    p->insn = u32(&r), p->kind = (uint8_t)mp_get_uint(&r, STORE_CALL), p->line = u32(&r), p->col = u32(&r);
    p->text = record_text(a, &r);
    if (p->kind == STORE_SWITCH) p->edges = record_texts(a, &r, &p->nedges);
    if (n != (p->kind == STORE_SWITCH ? 6 : 5)) return false;
  }
  return mp_done(&r);
}

/* ---- names: what lists need ---- */

void brief_encode(mp_writer *w, const store_function *f) {
  mp_array(w, 11);
  mp_str(w, f->usr), mp_str(w, f->name), mp_str(w, f->file), mp_uint(w, f->line), mp_uint(w, f->status);
  mp_uint(w, f->ncases), mp_uint(w, f->nerrors), mp_uint(w, f->ncut), mp_uint(w, f->nbranches),
      mp_uint(w, f->ncovered);
  mp_bin(w, f->summary, 32);
}

bool brief_decode(mem_arena *a, const uint8_t *data, size_t len, store_brief *b) {
  mp_reader r = mp_read(data, len);
  mp_expect_array(&r, 11);
  b->usr = record_text(a, &r), b->name = record_text(a, &r), b->file = record_text(a, &r);
  b->line = u32(&r), b->status = (uint8_t)mp_get_uint(&r, SUM_COVERED), b->ncases = u32(&r),
  b->nerrors = u32(&r);
  b->ncut = u32(&r), b->nbranches = u32(&r), b->ncovered = u32(&r);
  mp_get_hash(&r, b->summary);
  return mp_done(&r);
}

/* ---- traces ---- */

/* Bytes of the hash that are stored. A fact is compared for one unit at a time, so half a hash is enough. */
static size_t hash_bytes(uint8_t kind) {
  return kind == STORE_DEP_HIDDEN                               ? 0
         : kind == STORE_DEP_NO_BODY || kind > STORE_DEP_HIDDEN ? STORE_FACT_BYTES
                                                                : 32;
}

void deps_encode(mp_writer *w, const store_dep *deps, uint32_t n) {
  mp_array(w, n);
  for (uint32_t i = 0; i < n; i++) {
    const store_dep *d = &deps[i];
    bool viewed = d->viewer && *d->viewer;
    mp_array(w, viewed ? 4 : 3);
    mp_uint(w, d->kind), mp_str(w, d->usr);
    mp_bin(w, d->hash, hash_bytes(d->kind));
    if (viewed) mp_str(w, d->viewer);
  }
}

static bool dep_decode(mem_arena *a, mp_reader *r, store_dep *d) {
  size_t n, items = mp_get_array(r);
  d->kind = (uint8_t)mp_get_uint(r, STORE_DEP_KINDS - 1), d->usr = record_text(a, r);
  const uint8_t *hash = mp_get_bin(r, &n);
  if (n != hash_bytes(d->kind)) return false;
  if (n) memcpy(d->hash, hash, n);
  d->viewer = items == 4 ? record_text(a, r) : "";
  return items == 3 || items == 4;
}

bool deps_decode(mem_arena *a, mp_reader *r, store_dep **deps, uint32_t *n) {
  *n = (uint32_t)mp_get_array(r);
  *deps = mem_alloc(a, *n * sizeof **deps);
  for (uint32_t i = 0; i < *n && !r->failed; i++)
    if (!dep_decode(a, r, &(*deps)[i])) return false;
  return true;
}

/* ---- states: what currency needs ---- */

void state_encode(mp_writer *w, const store_function *f) {
  mp_array(w, 8);
  mp_str(w, f->usr), mp_bin(w, f->body, 32), mp_bin(w, f->options, 32), mp_str(w, f->engine),
      mp_bin(w, f->summary, 32), mp_bin(w, f->relation, 32);
  deps_encode(w, f->deps, f->ndeps);
  write_texts(w, f->callees, f->ncallees);
}

bool state_decode(mem_arena *a, const uint8_t *data, size_t len, state *s) {
  mp_reader r = mp_read(data, len);
  mp_expect_array(&r, 8);
  s->usr = record_text(a, &r);
  mp_get_hash(&r, s->body), mp_get_hash(&r, s->options);
  s->engine = record_text(a, &r);
  mp_get_hash(&r, s->summary), mp_get_hash(&r, s->relation);
  if (!deps_decode(a, &r, &s->deps, &s->ndeps)) return false;
  s->callees = record_texts(a, &r, &s->ncallees);
  return mp_done(&r);
}

/* ---- variants ---- */

void variant_encode(mp_writer *w, const store_variant *v) {
  mp_array(w, 7);
  mp_str(w, v->usr), mp_str(w, v->pattern);
  mp_bin(w, v->body, 32), mp_bin(w, v->options, 32), mp_str(w, v->engine), mp_bin(w, v->summary, 32);
  deps_encode(w, v->deps, v->ndeps);
}

bool variant_decode(mem_arena *a, const uint8_t *data, size_t len, store_variant *v) {
  mp_reader r = mp_read(data, len);
  mp_expect_array(&r, 7);
  v->usr = record_text(a, &r), v->pattern = record_text(a, &r);
  mp_get_hash(&r, v->body), mp_get_hash(&r, v->options);
  v->engine = record_text(a, &r);
  mp_get_hash(&r, v->summary);
  if (!deps_decode(a, &r, &v->deps, &v->ndeps)) return false;
  return mp_done(&r);
}
