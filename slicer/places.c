/* Places of one body: memory named by a base register that has one value per activation, plus a constant offset. Two
 * accesses from the same base are told apart by their offsets alone, whatever the points-to sets say (the objects may be
 * heap memory whose fields the whole-program analysis folded), and a store to a place overwrites it. What a write does to a
 * place it does not share the base with is still decided by the cells both may touch. */
#include "slicer/impl.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_PLACES = 400 }; /* loads beyond these are left to the classes of cells */

/* ---- bases ---- */

typedef struct cycle {
  const fe_func *f;
  uint32_t *index, *low, *stack, nstack, next, *call, ncall, *at;
  bool *on, *in;
} cycle;

static void enter(cycle *c, uint32_t b) {
  c->index[b] = c->low[b] = ++c->next;
  c->stack[c->nstack++] = b;
  c->on[b] = true;
  c->at[b] = 0;
  c->call[c->ncall++] = b;
}

static void leave(cycle *c, uint32_t b, bool self) {
  if (c->low[b] != c->index[b]) return;
  bool several = c->stack[c->nstack - 1] != b;
  uint32_t u;
  do {
    u = c->stack[--c->nstack];
    c->on[u] = false;
    c->in[u] = several || self;
  } while (u != b);
}

/* Which blocks may run more than once in an activation: those on a cycle of the graph (Tarjan). */
static bool *blocks_in_cycles(const fe_func *f) {
  uint32_t n = f->nblocks, e0;
  bool *self = slice_alloc(n, 1);
  cycle c = {.f = f,
             .index = slice_alloc(n, 4),
             .low = slice_alloc(n, 4),
             .stack = slice_alloc(n, 4),
             .call = slice_alloc(n, 4),
             .at = slice_alloc(n, 4),
             .on = slice_alloc(n, 1),
             .in = slice_alloc(n, 1)};
  if (n) enter(&c, 0);
  while (c.ncall) {
    uint32_t b = c.call[c.ncall - 1], ne = slice_out_edges(f, &f->blocks[b], &e0);
    if (c.at[b] < ne) {
      uint32_t t = f->edges[e0 + c.at[b]++].block;
      self[b] |= t == b;
      if (!c.index[t])
        enter(&c, t);
      else if (c.on[t] && c.index[t] < c.low[b])
        c.low[b] = c.index[t];
      continue;
    }
    c.ncall--;
    if (c.ncall && c.low[b] < c.low[c.call[c.ncall - 1]]) c.low[c.call[c.ncall - 1]] = c.low[b];
    leave(&c, b, self[b]);
  }
  void *parts[] = {c.index, c.low, c.stack, c.call, c.at, c.on, self};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) free(parts[i]);
  return c.in;
}

slice_base slice_step(const fe_func *f, const fe_insn *in) {
  slice_base s = {FE_NONE, in->op == FE_PTRADD ? in->imm : 0, true};
  if (in->op != FE_PTRADD || in->b == FE_NONE) return s;
  const fe_const *k = in->b < f->nconsts ? &f->consts[in->b] : NULL;
  if (k && k->kind == FE_C_INT && k->ty.bits <= 64) {
    int64_t v = (int64_t)(k->val.lo << (64 - k->ty.bits)) >> (64 - k->ty.bits);
    s.off += v * (int32_t)in->aux;
  } else {
    s.exact = false;
  }
  return s;
}

slice_base *slice_bases(const fe_func *f) {
  slice_base *of = slice_grow(NULL, f->nregs ? f->nregs : 1, sizeof *of);
  bool *loops = blocks_in_cycles(f);
  for (uint32_t r = 0; r < f->nregs; r++)
    of[r] = (slice_base){r < f->nconsts + f->nparams ? r : FE_NONE, 0, true};
  for (uint32_t r = 0; r < f->nconsts; r++) {
    const fe_const *c = &f->consts[r];
    of[r] = c->kind == FE_C_GLOBAL ? (slice_base){f->nregs + c->index, c->addend, true}
                                   : (slice_base){FE_NONE, 0, true};
  }
  for (uint32_t b = 0; b < f->nblocks; b++) { /* merged values and results of blocks that run once */
    uint32_t e0, ne = slice_out_edges(f, &f->blocks[b], &e0);
    for (uint32_t e = 0; e < ne; e++)
      for (uint32_t m = 0; m < f->edges[e0 + e].nmoves; m++) {
        fe_reg d = f->moves[f->edges[e0 + e].move0 + m].dst;
        of[d].root = loops[f->edges[e0 + e].block] ? FE_NONE : d;
      }
    for (uint32_t i = 0; i < f->blocks[b].count; i++) {
      const fe_insn *in = &f->insns[f->blocks[b].first + i];
      if (in->dst != FE_NONE && !loops[b]) of[in->dst].root = in->dst;
    }
  }
  /* steps from a base are that base, also inside loops; definitions need not be in order, so until nothing changes */
  for (bool again = true; again;) {
    again = false;
    for (uint32_t i = 0; i < f->ninsns; i++) {
      const fe_insn *in = &f->insns[i];
      if ((in->op != FE_PTRADD && in->op != FE_MOV) || f->reg_ty[in->dst].kind != FE_PTR) continue;
      slice_base now = of[in->a], step = slice_step(f, in);
      if (now.root == FE_NONE) continue;
      now.off += step.off;
      now.exact &= step.exact;
      again |= now.root != of[in->dst].root || now.off != of[in->dst].off || now.exact != of[in->dst].exact;
      of[in->dst] = now;
    }
  }
  free(loops);
  return of;
}

slice_touch slice_touch_at(const slice_base *of, fe_reg r, int64_t off, uint64_t len, uint32_t cells) {
  slice_touch t = {cells, FE_NONE, INT64_MIN, INT64_MAX, false};
  if (r == FE_NONE || of[r].root == FE_NONE) return t;
  t.root = of[r].root;
  if (!of[r].exact || of[r].off > INT32_MAX || of[r].off < INT32_MIN || off > INT32_MAX || off < INT32_MIN)
    return t;
  t.lo = of[r].off + off;
  if (len != SLICE_ANY && len <= INT32_MAX) {
    t.hi = t.lo + (int64_t)len;
    t.whole = true;
  }
  return t;
}

/* ---- places ---- */

typedef struct build {
  const slice_program *sp;
  const fe_func *f;
  uint32_t func;
  slice_places *out;
  uint32_t cap, nlist, caplist, nreads, capreads;
  uint32_t *csets, ncsets; /* the different cell sets of the places */
  uint32_t *cset_of;       /* [place]: index in csets */
  struct row {
    uint32_t cells;
    uint8_t *meets; /* [index in csets] */
  } *rows;          /* by cell set of a write: open addressing */
  uint32_t nrows, rows_size;
} build;

static uint32_t place_at(build *b, const slice_touch *t) {
  if (t->root == FE_NONE || !t->whole || t->hi - t->lo > 16 || t->cells == 0) return FE_NONE;
  uint32_t size = (uint32_t)(t->hi - t->lo);
  slice_places *k = b->out;
  for (uint32_t i = k->n; i-- > 0;) /* the last ones are the likely ones */
    if (k->v[i].root == t->root && k->v[i].off == t->lo && k->v[i].size == size && k->v[i].cells == t->cells)
      return i;
  if (k->n == MAX_PLACES) return FE_NONE;
  SLICE_ROOM(k->v, k->n, b->cap);
  k->v[k->n] = (slice_place){t->root, t->cells, t->lo, size};
  return k->n++;
}

static void gather(build *b, const slice_base *of) {
  const slice_program *sp = b->sp;
  for (uint32_t i = 0; i < b->f->ninsns; i++) {
    const fe_insn *in = &b->f->insns[i];
    if (in->op == FE_LOAD) {
      slice_touch t = slice_touch_at(of, in->a, 0, fe_ty_size(in->ty), sp->mem_set[sp->insn0[b->func] + i]);
      b->out->of_load[i] = place_at(b, &t);
    } else if (in->op == FE_CALL || in->op == FE_ASM) {
      const slice_effect *e = &sp->effects[sp->g->site_of[b->func] + in->aux];
      b->out->read[i].first = b->nreads;
      for (uint32_t k = 0; k < e->nref; k++) {
        uint32_t place = place_at(b, &sp->touches[e->first + e->nmod + k]);
        if (place == FE_NONE) continue;
        SLICE_ROOM(b->out->reads, b->nreads, b->capreads);
        b->out->reads[b->nreads++] = place;
      }
      b->out->read[i].n = b->nreads - b->out->read[i].first;
    }
  }
}

uint32_t slice_place_of(const slice_places *k, const slice_touch *t) {
  if (t->root == FE_NONE || !t->whole) return FE_NONE;
  for (uint32_t i = 0; i < k->n; i++)
    if (k->v[i].root == t->root && k->v[i].off == t->lo && k->v[i].off + k->v[i].size == t->hi &&
        k->v[i].cells == t->cells)
      return i;
  return FE_NONE;
}

static void index_csets(build *b) {
  b->csets = slice_alloc(b->out->n, sizeof *b->csets);
  b->cset_of = slice_alloc(b->out->n, sizeof *b->cset_of);
  for (uint32_t i = 0; i < b->out->n; i++) {
    uint32_t c = 0;
    while (c < b->ncsets && b->csets[c] != b->out->v[i].cells) c++;
    if (c == b->ncsets) b->csets[b->ncsets++] = b->out->v[i].cells;
    b->cset_of[i] = c;
  }
}

static uint8_t *row_of(build *b, uint32_t cells) {
  if (2 * (b->nrows + 1) > b->rows_size) {
    struct row *was = b->rows;
    uint32_t n = b->rows_size;
    b->rows_size = n ? 2 * n : 64;
    b->rows = slice_alloc(b->rows_size, sizeof *b->rows);
    for (uint32_t i = 0; i < n; i++) {
      if (!was[i].meets) continue;
      uint32_t h = was[i].cells * UINT32_C(0x9e3779b1) & (b->rows_size - 1);
      while (b->rows[h].meets) h = (h + 1) & (b->rows_size - 1);
      b->rows[h] = was[i];
    }
    free(was);
  }
  uint32_t h = cells * UINT32_C(0x9e3779b1) & (b->rows_size - 1);
  for (; b->rows[h].meets; h = (h + 1) & (b->rows_size - 1))
    if (b->rows[h].cells == cells) return b->rows[h].meets;
  b->rows[h] = (struct row){cells, slice_alloc(b->ncsets, 1)};
  b->nrows++;
  for (uint32_t c = 0; c < b->ncsets; c++)
    b->rows[h].meets[c] = slice_set_meets(&b->sp->csets.sets[cells], &b->sp->csets.sets[b->csets[c]]);
  return b->rows[h].meets;
}

/* What a write does to each place; a call does at most maybe. */
static void hit_places(build *b, const slice_touch *w, bool certain) {
  slice_places *k = b->out;
  if (w->cells == 0 || k->n == 0) return;
  const uint8_t *meets = row_of(b, w->cells);
  for (uint32_t i = 0; i < k->n; i++) {
    const slice_place *p = &k->v[i];
    bool same = w->root == p->root, must = false;
    if (!meets[b->cset_of[i]]) continue;
    if (same && (w->hi <= p->off || w->lo >= p->off + p->size)) continue;
    if (same && certain) must = w->whole && w->lo <= p->off && w->hi >= p->off + p->size;
    if (!same && b->sp->opt.leave_out & SLICE_PART_ALIASES) continue;
    SLICE_ROOM(k->list, b->nlist, b->caplist);
    k->list[b->nlist++] = (slice_hit){i, must};
  }
}

static void relate(build *b, const slice_base *of) {
  const slice_program *sp = b->sp;
  for (uint32_t i = 0; i < b->f->ninsns; i++) {
    const fe_insn *in = &b->f->insns[i];
    b->out->hit[i].first = b->nlist;
    if (in->op == FE_CALL || in->op == FE_ASM) {
      const slice_effect *e = &sp->effects[sp->g->site_of[b->func] + in->aux];
      for (uint32_t k = 0; k < e->nmod; k++) hit_places(b, &sp->touches[e->first + k], false);
    } else if (in->op != FE_LOAD) {
      uint64_t len = slice_write_length(b->f, in);
      if (len) {
        slice_touch t = slice_touch_at(of, in->a, 0, len, sp->mem_set[sp->insn0[b->func] + i]);
        hit_places(b, &t, true);
      }
    }
    b->out->hit[i].n = b->nlist - b->out->hit[i].first;
  }
}

void slice_places_none(slice_places *k, const fe_func *f) {
  *k = (slice_places){.of_load = slice_grow(NULL, f->ninsns ? f->ninsns : 1, sizeof *k->of_load),
                      .hit = slice_alloc(f->ninsns, sizeof *k->hit),
                      .read = slice_alloc(f->ninsns, sizeof *k->read)};
  memset(k->of_load, 0xff, f->ninsns * sizeof *k->of_load);
}

void slice_places_build(slice_places *k, const slice_program *sp, uint32_t func) {
  const fe_func *f = &sp->p->funcs[func];
  build b = {.sp = sp, .f = f, .func = func, .out = k};
  slice_places_none(k, f);
  slice_base *of = slice_bases(f);
  gather(&b, of);
  index_csets(&b);
  relate(&b, of);
  for (uint32_t i = 0; i < b.rows_size; i++) free(b.rows[i].meets);
  free(b.rows);
  free(b.csets);
  free(b.cset_of);
  free(of);
}

void slice_places_free(slice_places *k) {
  free(k->v);
  free(k->of_load);
  free(k->hit);
  free(k->read);
  free(k->list);
  free(k->reads);
}
