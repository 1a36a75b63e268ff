/* The record of a translation unit's interfaces as bytes. Reading trusts nothing: every count is checked against what
 * is left, every index against its table, so that a damaged cache entry is only a cache miss. */
#include "frontend/arena.h"
#include "frontend/iface.h"

#include <string.h>

enum { RECORD_VERSION = 1 };

void fe_buf_bytes(fe_buf *b, const void *data, size_t n) {
  if (b->n + n > b->cap) {
    b->cap = (b->n + n) * 2 + 256;
    b->p = fe_xrealloc(b->p, b->cap);
  }
  if (n) memcpy(b->p + b->n, data, n);
  b->n += n;
}

void fe_buf_num(fe_buf *b, uint64_t v) {
  uint8_t tmp[10];
  size_t n = 0;
  do tmp[n++] = (uint8_t)((v & 127) | (v > 127 ? 128 : 0));
  while (v >>= 7);
  fe_buf_bytes(b, tmp, n);
}

void fe_buf_str(fe_buf *b, const char *s) {
  size_t n = strlen(s);
  fe_buf_num(b, n);
  fe_buf_bytes(b, s, n);
}

static void write_type(fe_buf *b, const fe_rtype *r) {
  const fe_ctype *t = &r->t;
  fe_buf_num(b, t->kind);
  fe_buf_num(b, (uint64_t)t->is_signed | (uint64_t)t->is_const << 1);
  fe_buf_str(b, t->name);
  fe_buf_str(b, r->tag);
  fe_buf_num(b, t->size);
  fe_buf_num(b, t->align);
  fe_buf_num(b, t->to == FE_NONE ? 0 : (uint64_t)t->to + 1);
  fe_buf_num(b, t->count);
  fe_buf_num(b, t->nfields);
  for (uint32_t i = 0; i < t->nfields; i++) {
    fe_buf_str(b, t->fields[i].name);
    fe_buf_num(b, t->fields[i].type);
    fe_buf_num(b, t->fields[i].bit_offset);
    fe_buf_num(b, t->fields[i].bit_width);
  }
  fe_buf_num(b, t->nenumerators);
  for (uint32_t i = 0; i < t->nenumerators; i++) {
    fe_buf_str(b, t->enumerators[i].name);
    fe_buf_num(b, (uint64_t)t->enumerators[i].value);
  }
}

static void write_param(fe_buf *b, const fe_rparam *p) {
  fe_buf_str(b, p->name);
  fe_buf_num(b, p->type);
  fe_buf_num(b, p->bound);
  fe_buf_num(b, p->nonnull);
}

void fe_record_write(fe_buf *b, const fe_record *r) {
  fe_buf_num(b, RECORD_VERSION);
  fe_buf_num(b, r->ntypes);
  for (uint32_t i = 0; i < r->ntypes; i++) write_type(b, &r->types[i]);
  fe_buf_num(b, r->nfuncs);
  for (uint32_t i = 0; i < r->nfuncs; i++) {
    const fe_rfunc *f = &r->funcs[i];
    fe_buf_str(b, f->linkage);
    fe_buf_num(b, (uint64_t)f->is_definition | (uint64_t)f->prototyped << 1);
    fe_buf_num(b, f->begin_line);
    fe_buf_num(b, f->begin_col);
    fe_buf_num(b, f->end_line);
    fe_buf_num(b, f->end_col);
    write_param(b, &f->result);
    fe_buf_num(b, f->nparams);
    for (uint32_t k = 0; k < f->nparams; k++) write_param(b, &f->params[k]);
  }
  fe_buf_num(b, r->nglobals);
  for (uint32_t i = 0; i < r->nglobals; i++) {
    fe_buf_str(b, r->globals[i].linkage);
    fe_buf_num(b, r->globals[i].is_definition);
    fe_buf_num(b, r->globals[i].type);
  }
}

/* ---- reading ---- */

typedef struct reader {
  const uint8_t *p, *end;
  fe_arena *arena;
  uint32_t ntypes;
  bool bad;
} reader;

static uint64_t num(reader *r) {
  uint64_t v = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    if (r->p == r->end) break;
    uint8_t c = *r->p++;
    v |= (uint64_t)(c & 127) << shift;
    if (c < 128) return v;
  }
  r->bad = true;
  return 0;
}

static uint32_t num32(reader *r) {
  uint64_t v = num(r);
  if (v > UINT32_MAX) r->bad = true;
  return r->bad ? 0 : (uint32_t)v;
}

/* A count of things that take at least one byte each. */
static uint32_t count(reader *r) {
  uint64_t v = num(r);
  if (v > (uint64_t)(r->end - r->p)) r->bad = true;
  return r->bad ? 0 : (uint32_t)v;
}

static uint32_t type_index(reader *r) {
  uint32_t v = num32(r);
  if (v >= r->ntypes) r->bad = true;
  return r->bad ? 0 : v;
}

static const char *str(reader *r) {
  uint32_t n = count(r);
  const char *s = fe_intern(r->arena, (const char *)r->p, n);
  r->p += n;
  return s;
}

static void read_type(reader *r, fe_rtype *out) {
  fe_ctype *t = &out->t;
  t->kind = (uint8_t)num(r);
  uint64_t flags = num(r);
  t->is_signed = flags & 1;
  t->is_const = flags >> 1 & 1;
  t->name = str(r);
  out->tag = str(r);
  t->size = num(r);
  t->align = num32(r);
  uint64_t to = num(r);
  if (to > r->ntypes) r->bad = true;
  t->to = to ? (uint32_t)to - 1 : FE_NONE;
  t->count = num(r);
  t->nfields = count(r);
  t->fields = fe_alloc(r->arena, t->nfields * sizeof *t->fields);
  for (uint32_t i = 0; i < t->nfields && !r->bad; i++) {
    t->fields[i].name = str(r);
    t->fields[i].type = type_index(r);
    t->fields[i].bit_offset = num(r);
    t->fields[i].bit_width = num32(r);
  }
  t->nenumerators = count(r);
  t->enumerators = fe_alloc(r->arena, t->nenumerators * sizeof *t->enumerators);
  for (uint32_t i = 0; i < t->nenumerators && !r->bad; i++) {
    t->enumerators[i].name = str(r);
    t->enumerators[i].value = (int64_t)num(r);
  }
}

static void read_param(reader *r, fe_rparam *p) {
  p->name = str(r);
  p->type = type_index(r);
  p->bound = num(r);
  p->nonnull = num(r) != 0;
}

static void read_func(reader *r, fe_rfunc *f) {
  f->linkage = str(r);
  uint64_t flags = num(r);
  f->is_definition = flags & 1;
  f->prototyped = flags >> 1 & 1;
  f->begin_line = num32(r);
  f->begin_col = num32(r);
  f->end_line = num32(r);
  f->end_col = num32(r);
  read_param(r, &f->result);
  f->nparams = count(r);
  f->params = fe_alloc(r->arena, f->nparams * sizeof *f->params);
  for (uint32_t k = 0; k < f->nparams && !r->bad; k++) read_param(r, &f->params[k]);
}

bool fe_record_parse(fe_record *out, const uint8_t *data, size_t len) {
  *out = (fe_record){.arena = fe_arena_new()};
  reader r = {.p = data, .end = data + len, .arena = out->arena};
  if (num(&r) != RECORD_VERSION) r.bad = true;
  out->ntypes = r.ntypes = count(&r);
  out->types = fe_alloc(r.arena, out->ntypes * sizeof *out->types);
  for (uint32_t i = 0; i < out->ntypes && !r.bad; i++) read_type(&r, &out->types[i]);
  out->nfuncs = count(&r);
  out->funcs = fe_alloc(r.arena, out->nfuncs * sizeof *out->funcs);
  for (uint32_t i = 0; i < out->nfuncs && !r.bad; i++) read_func(&r, &out->funcs[i]);
  out->nglobals = count(&r);
  out->globals = fe_alloc(r.arena, out->nglobals * sizeof *out->globals);
  for (uint32_t i = 0; i < out->nglobals && !r.bad; i++) {
    out->globals[i].linkage = str(&r);
    out->globals[i].is_definition = num(&r) != 0;
    out->globals[i].type = type_index(&r);
  }
  if (r.bad || r.p != r.end) {
    fe_record_free(out);
    return false;
  }
  return true;
}

void fe_record_free(fe_record *r) {
  if (r->arena) fe_arena_free(r->arena);
  *r = (fe_record){0};
}
