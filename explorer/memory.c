/* Memory of a state: objects of bytes, each byte a number, a piece of a term, or still unset (an input not looked at yet,
 * an uninitialised local, the image of a global). Terms are stored whole and cut only when an access asks for less. */
#include "explorer/internal.h"

#include <stdlib.h>
#include <string.h>

static int64_t chunk_of(int64_t offset) { return offset >> 6; }
static unsigned in_chunk(int64_t offset) { return (unsigned)(offset & (EX_CHUNK - 1)); }
_Static_assert(EX_CHUNK == 64, "chunk_of shifts by 6");

/* ---- the object table ---- */

ex_obj *ex_obj_at(const ex_state *s, uint32_t id) {
  uint32_t page = id / EX_PAGE;
  return page < s->npages && s->pages[page] ? s->pages[page]->obj[id % EX_PAGE] : NULL;
}

static void chunk_unref(ex_chunk *c) {
  if (--c->refs == 0) free(c);
}

static void obj_unref(ex_obj *o) {
  if (!o || --o->refs) return;
  for (uint32_t i = 0; i < o->nchunks; i++) chunk_unref(o->chunks[i]);
  free(o->index);
  free(o->chunks);
  free(o);
}

static void page_unref(ex_page *p) {
  if (!p || --p->refs) return;
  for (int i = 0; i < EX_PAGE; i++) obj_unref(p->obj[i]);
  free(p);
}

void ex_mem_release(ex_state *s) {
  for (uint32_t i = 0; i < s->npages; i++) page_unref(s->pages[i]);
  free(s->pages);
  s->pages = NULL;
  s->npages = 0;
}

static ex_page *page_own(ex_state *s, uint32_t page) {
  if (page >= s->npages) {
    s->pages = ex_xrealloc(s->pages, (page + 1) * sizeof *s->pages);
    while (s->npages <= page) s->pages[s->npages++] = NULL;
  }
  ex_page *p = s->pages[page];
  if (p && p->refs == 1) return p;
  ex_page *n = ex_xrealloc(NULL, sizeof *n);
  s->copied += sizeof *n;
  if (p) {
    *n = *p;
    for (int i = 0; i < EX_PAGE; i++)
      if (n->obj[i]) n->obj[i]->refs++;
    p->refs--;
  } else {
    memset(n, 0, sizeof *n);
  }
  n->refs = 1;
  return s->pages[page] = n;
}

ex_obj *ex_obj_own(ex_state *s, uint32_t id) {
  s->changes++;
  ex_page *p = page_own(s, id / EX_PAGE);
  ex_obj *o = p->obj[id % EX_PAGE];
  assert(o);
  if (o->refs == 1) return o;
  ex_obj *n = ex_xrealloc(NULL, sizeof *n);
  *n = *o;
  n->refs = 1;
  n->cap = o->nchunks;
  n->index = ex_xrealloc(NULL, n->cap * sizeof *n->index);
  n->chunks = ex_xrealloc(NULL, n->cap * sizeof *n->chunks);
  s->copied += sizeof *n + n->cap * (sizeof *n->index + sizeof *n->chunks);
  for (uint32_t i = 0; i < n->nchunks; i++) {
    n->index[i] = o->index[i];
    n->chunks[i] = o->chunks[i];
    n->chunks[i]->refs++;
  }
  o->refs--;
  return p->obj[id % EX_PAGE] = n;
}

ex_obj *ex_obj_add(ex_state *s, uint32_t id, shape_obj_kind kind, ex_fill fill, ex_val size) {
  s->changes++;
  ex_page *p = page_own(s, id / EX_PAGE);
  obj_unref(p->obj[id % EX_PAGE]);
  ex_obj *o = ex_xrealloc(NULL, sizeof *o);
  memset(o, 0, sizeof *o);
  o->refs = 1;
  o->id = id;
  o->kind = (uint8_t)kind;
  o->fill = (uint8_t)fill;
  o->alive = true;
  o->size = size;
  o->ctype = FE_NONE;
  o->global = FE_NONE;
  return p->obj[id % EX_PAGE] = o;
}

/* ---- chunks ---- */

static uint32_t chunk_find(const ex_obj *o, int64_t number, bool *found) {
  uint32_t lo = 0, hi = o->nchunks;
  if (hi && o->index[hi - 1] < number) lo = hi; /* appending is the common case */
  while (lo < hi) {
    uint32_t mid = (lo + hi) / 2;
    if (o->index[mid] < number)
      lo = mid + 1;
    else
      hi = mid;
  }
  *found = lo < o->nchunks && o->index[lo] == number;
  return lo;
}

static ex_chunk *chunk_own(ex_obj *o, int64_t number) {
  bool found;
  uint32_t i = chunk_find(o, number, &found);
  if (!found) {
    if (o->nchunks == o->cap) {
      o->cap = o->cap ? 2 * o->cap : 2;
      o->index = ex_xrealloc(o->index, o->cap * sizeof *o->index);
      o->chunks = ex_xrealloc(o->chunks, o->cap * sizeof *o->chunks);
    }
    memmove(o->index + i + 1, o->index + i, (o->nchunks - i) * sizeof *o->index);
    memmove(o->chunks + i + 1, o->chunks + i, (o->nchunks - i) * sizeof *o->chunks);
    o->nchunks++;
    o->index[i] = number;
    o->chunks[i] = ex_xrealloc(NULL, sizeof *o->chunks[i]);
    memset(o->chunks[i], 0, sizeof *o->chunks[i]);
    o->chunks[i]->refs = 1;
  } else if (o->chunks[i]->refs > 1) {
    ex_chunk *n = ex_xrealloc(NULL, sizeof *n);
    *n = *o->chunks[i];
    n->refs = 1;
    o->chunks[i]->refs--;
    o->chunks[i] = n;
  }
  return o->chunks[i];
}

ex_cell ex_mem_cell(const ex_obj *o, int64_t offset) {
  bool found;
  uint32_t i = chunk_find(o, chunk_of(offset), &found);
  return found ? o->chunks[i]->cell[in_chunk(offset)] : (ex_cell){0};
}

void ex_mem_mark(ex_state *s, uint32_t id, int64_t offset) {
  ex_chunk *c = chunk_own(ex_obj_own(s, id), chunk_of(offset));
  c->cell[in_chunk(offset)].dirty = true;
}

static void put_cell(ex_obj *o, int64_t offset, ex_cell c) {
  chunk_own(o, chunk_of(offset))->cell[in_chunk(offset)] = c;
}

/* ---- unset bytes ---- */

/* Gives the unset bytes of [offset, offset+n) their value, so that a read finds every byte set. */
static void fill(ex_unit *u, ex_state *s, uint32_t id, int64_t offset, unsigned n) {
  ex_obj *o = ex_obj_own(s, id);
  for (unsigned i = 0; i < n;) {
    if (ex_mem_cell(o, offset + i).state != EX_UNSET) {
      i++;
      continue;
    }
    unsigned run = 1;
    while (i + run < n && ex_mem_cell(o, offset + i + run).state == EX_UNSET) run++;
    int64_t at = offset + i;
    i += run;
    if (o->fill == EX_FILL_ZERO) {
      for (unsigned k = 0; k < run; k++) put_cell(o, at + k, (ex_cell){.state = EX_BYTE});
    } else if (o->fill == EX_FILL_IMAGE) {
      ex_image_fill(u, o, at, run, put_cell);
    } else {
      /* one atom for the whole run when it is a possible scalar, else one a byte */
      int64_t cell = at;
      unsigned bytes = run;
      term t;
      if (o->fill == EX_FILL_INPUT || o->fill == EX_FILL_STUB) {
        uint32_t atom = o->fill == EX_FILL_INPUT ? ex_cell_atom(u, o, &cell, &bytes)
                                                 : ex_stub_cell(u, o, &cell, &bytes);
        t = term_atom(u->tc, 8 * bytes, atom);
        if (id == u->argv && bytes == 8) { /* NULL behind the last argument */
          term argc = term_zext(u->tc, 64, term_atom(u->tc, 32, u->param_atom[0]));
          term before = term_bin(u->tc, T_ULT, term_const(u->tc, 64, (uint64_t)(cell / 8)), argc);
          ex_assume(u, s, term_not(u->tc, term_eq(u->tc, t, term_const(u->tc, 64, 0))));
          t = term_ite(u->tc, before, t, term_const(u->tc, 64, 0));
        }
      } else {
        t = ex_uninit(u, s, 8 * bytes);
      }
      for (unsigned k = 0; k < bytes; k++)
        put_cell(o, cell + k, (ex_cell){.t = t, .k = (uint8_t)k, .state = EX_TERM});
      i = (unsigned)(cell + bytes - offset);
    }
  }
}

/* ---- access ---- */

static term cell_term(ex_unit *u, ex_cell c) {
  return c.state == EX_BYTE ? term_const(u->tc, 8, c.byte) : term_extract(u->tc, 8u * c.k, 8, c.t);
}

ex_val ex_mem_read(ex_unit *u, ex_state *s, uint32_t id, int64_t offset, unsigned n) {
  assert(n >= 1 && n <= 16);
  ex_cell c[16];
  const ex_obj *o = ex_obj_at(s, id);
  for (unsigned i = 0; i < n; i++) {
    c[i] = ex_mem_cell(o, offset + i);
    if (c[i].state == EX_UNSET) {
      fill(u, s, id, offset, n);
      o = ex_obj_at(s, id);
      c[i] = ex_mem_cell(o, offset + i);
    }
  }
  bool numbers = true, whole = c[0].state == EX_TERM;
  for (unsigned i = 0; i < n; i++) {
    numbers &= c[i].state == EX_BYTE;
    whole &= c[i].state == EX_TERM && c[i].t == c[0].t && c[i].k == c[0].k + i;
  }
  if (numbers && n <= 8) {
    uint64_t v = 0;
    for (unsigned i = 0; i < n; i++) v |= (uint64_t)c[i].byte << (8 * i);
    return ex_num(v);
  }
  if (whole) return ex_from_term(u, term_extract(u->tc, 8u * c[0].k, 8 * n, c[0].t));
  /* maximal runs of one term are cut once each */
  term t = 0;
  for (unsigned i = 0; i < n;) {
    unsigned run = 1;
    term piece;
    if (c[i].state == EX_TERM) {
      while (i + run < n && c[i + run].state == EX_TERM && c[i + run].t == c[i].t &&
             c[i + run].k == c[i].k + run)
        run++;
      piece = term_extract(u->tc, 8u * c[i].k, 8 * run, c[i].t);
    } else {
      piece = cell_term(u, c[i]);
    }
    t = t ? term_concat(u->tc, piece, t) : piece;
    i += run;
  }
  return ex_from_term(u, t);
}

void ex_mem_write(ex_unit *u, ex_state *s, uint32_t id, int64_t offset, unsigned n, ex_val v, bool dirty) {
  ex_obj *o = ex_obj_own(s, id);
  o->dirty |= dirty;
  if (v.t && term_is_const(u->tc, v.t)) {
    term_u128 k = term_const_value(u->tc, v.t);
    for (unsigned i = 0; i < n; i++)
      put_cell(o, offset + i, (ex_cell){.byte = (uint8_t)(k >> (8 * i)), .state = EX_BYTE, .dirty = dirty});
    return;
  }
  for (unsigned i = 0; i < n; i++)
    put_cell(
        o, offset + i,
        v.t ? (ex_cell){.t = v.t, .k = (uint8_t)i, .state = EX_TERM, .dirty = dirty}
            : (ex_cell){.byte = (uint8_t)(i < 8 ? v.c >> (8 * i) : 0), .state = EX_BYTE, .dirty = dirty});
}

void ex_mem_copy(ex_unit *u, ex_state *s, uint32_t dst, int64_t doff, uint32_t src, int64_t soff,
                 uint64_t n) {
  if (!n || (dst == src && doff == soff)) return;
  ex_cell *tmp = ex_xrealloc(NULL, n * sizeof *tmp);
  const ex_obj *from = ex_obj_at(s, src);
  for (uint64_t i = 0; i < n; i++) {
    tmp[i] = ex_mem_cell(from, soff + (int64_t)i);
    /* an unset byte of the source gets its value now: the copy must stay equal to it */
    if (tmp[i].state == EX_UNSET) {
      fill(u, s, src, soff + (int64_t)i, n - i < 8 ? (unsigned)(n - i) : 8);
      from = ex_obj_at(s, src);
      tmp[i] = ex_mem_cell(from, soff + (int64_t)i);
    }
  }
  ex_obj *to = ex_obj_own(s, dst);
  to->dirty = true;
  for (uint64_t i = 0; i < n; i++) {
    tmp[i].dirty = true;
    put_cell(to, doff + (int64_t)i, tmp[i]);
  }
  free(tmp);
}

void ex_mem_set(ex_unit *u, ex_state *s, uint32_t id, int64_t offset, ex_val byte, uint64_t n) {
  (void)u;
  ex_obj *o = ex_obj_own(s, id);
  o->dirty |= n > 0;
  ex_cell c = byte.t ? (ex_cell){.t = byte.t, .state = EX_TERM, .dirty = true}
                     : (ex_cell){.byte = (uint8_t)byte.c, .state = EX_BYTE, .dirty = true};
  for (uint64_t i = 0; i < n; i++) put_cell(o, offset + (int64_t)i, c);
}

void ex_mem_forget(ex_unit *u, ex_state *s, uint32_t id, uint32_t func, uint32_t arg) {
  ex_obj *o = ex_obj_own(s, id);
  for (uint32_t i = 0; i < o->nchunks; i++) chunk_unref(o->chunks[i]);
  o->nchunks = 0;
  o->fill = EX_FILL_STUB;
  o->dirty = true;
  o->stub = func;
  o->stub_arg = arg;
  o->stub_count = 1;
  for (const ex_count *c = s->answers; c; c = c->next)
    if (c->func == func) {
      o->stub_count = c->count;
      break;
    }
  (void)u;
}
