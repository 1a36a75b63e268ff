/* Alias sets per program point for pointers that are kept in memory (CAUT 3.1: the PSA along the statements). Registers are in
 * SSA form, so the whole-program sets are per program point for them already; what a load yields is not: it has the
 * targets its cell has anywhere. Here a body's places (places.c) carry a set of targets each through the control flow: a
 * store to the place replaces it, a store that may be to it adds to it, a call or block copy that may change it makes it
 * what the whole-program analysis says. Loads take the set of their place, and steps and merges of what they loaded
 * follow. The result is never larger than the whole-program set, and is that set wherever something is not known. */
#include "slicer/impl.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_STATE = 1 << 18 }; /* places times blocks; above it a body keeps the whole-program sets */
#define ANY UINT32_MAX        /* contents of a place: as the whole-program analysis says */

typedef struct refine {
  slice_program *sp;
  uint32_t func;
  const fe_func *f;
  slice_places places;
  slice_cfg cfg;
  uint32_t *set; /* [reg]: points-to set so far */
  uint32_t *rows, *cur;
  bool *reached; /* [block] */
  bool changed;
} refine;

static uint32_t whole(const refine *w, fe_reg r) { return slice_ptset(w->sp, w->func, r); }

static void widen(refine *w, fe_reg r, uint32_t set) {
  uint32_t now = slice_pool_union(&w->sp->ptsets, w->set[r], set);
  if (now == w->set[r]) return;
  w->set[r] = now;
  w->changed = true;
}

/* A set moved by a step; the whole-program set where a location of it is not known to that. */
static uint32_t stepped(const refine *w, const fe_insn *in) {
  uint32_t from = w->set[in->a], all = whole(w, in->dst);
  if (from == whole(w, in->a)) return all;
  slice_base step = slice_step(w->f, in);
  slice_set out = {0};
  bool known = true;
  for (slice_iter it = {0}; known && slice_set_next(&w->sp->ptsets.sets[from], &it);) {
    uint32_t l = slice_existing(w->sp->g, it.x, step.off);
    known = l != FE_NONE && slice_set_has(&w->sp->ptsets.sets[all], l);
    if (known) slice_set_add(&out, l);
  }
  uint32_t to = known ? slice_pool_id(&w->sp->ptsets, &out) : all;
  slice_set_free(&out);
  return to;
}

static uint32_t union_of(refine *w, uint32_t a, uint32_t b) {
  return a == ANY || b == ANY ? ANY : slice_pool_union(&w->sp->ptsets, a, b);
}

static void write_places(refine *w, uint32_t i, uint32_t value) {
  slice_span s = w->places.hit[i];
  for (uint32_t k = 0; k < s.n; k++) {
    slice_hit h = w->places.list[s.first + k];
    w->cur[h.place] = h.must ? value : union_of(w, w->cur[h.place], value);
  }
}

static void load(refine *w, uint32_t i, const fe_insn *in) {
  uint32_t place = w->places.of_load[i], all = whole(w, in->dst);
  uint32_t now = place == FE_NONE ? ANY : w->cur[place];
  /* nothing stored there yet as far as is known: it is uninitialised, or filled in a way not seen here */
  widen(w, in->dst, now == ANY || now == 0 ? all : now);
}

static uint32_t results(const fe_func *f, const fe_insn *in) {
  if (in->op == FE_CALL || in->op == FE_ASM) return f->calls[in->aux].nres;
  return in->op >= FE_SADD_OVF && in->op <= FE_UMUL_OVF ? 2 : 1;
}

static void instruction(refine *w, uint32_t i) {
  const fe_insn *in = &w->f->insns[i];
  switch ((fe_op)in->op) {
  case FE_LOAD: load(w, i, in); break;
  case FE_STORE: write_places(w, i, fe_ty_size(in->ty) == 8 ? w->set[in->b] : ANY); break;
  case FE_MOV: widen(w, in->dst, w->set[in->a]); break;
  case FE_PTRADD: widen(w, in->dst, stepped(w, in)); break;
  case FE_SELECT:
    widen(w, in->dst, w->set[in->b]);
    widen(w, in->dst, w->set[in->c]);
    break;
  default:
    if (in->op != FE_CALL || !(w->sp->opt.leave_out & SLICE_PART_AIMING)) write_places(w, i, ANY);
    if (in->dst == FE_NONE) break;
    for (uint32_t k = 0; k < results(w->f, in); k++) widen(w, in->dst + k, whole(w, in->dst + k));
  }
}

static void block(refine *w, uint32_t b) {
  const fe_func *f = w->f;
  uint32_t n = w->places.n;
  if (n) memcpy(w->cur, w->rows + (size_t)b * n, n * sizeof *w->cur);
  for (uint32_t i = 0; i < f->blocks[b].count; i++) instruction(w, f->blocks[b].first + i);
  for (uint32_t e = 0; e < w->cfg.nedges[b]; e++) {
    const fe_edge *ed = &f->edges[w->cfg.edge0[b] + e];
    for (uint32_t m = 0; m < ed->nmoves; m++)
      widen(w, f->moves[ed->move0 + m].dst, w->set[f->moves[ed->move0 + m].src]);
    uint32_t *to = w->rows + (size_t)ed->block * n;
    for (uint32_t k = 0; k < n; k++) {
      uint32_t now = w->reached[ed->block] ? union_of(w, to[k], w->cur[k]) : w->cur[k];
      w->changed |= now != to[k];
      to[k] = now;
    }
    w->changed |= !w->reached[ed->block];
    w->reached[ed->block] = true;
  }
}

/* What places hold when the body is entered: its own variables nothing, all else anything. */
static void entry(refine *w) {
  for (uint32_t k = 0; k < w->places.n; k++) {
    uint32_t root = w->places.v[k].root;
    bool own = root < w->f->nregs;
    bool variable = false;
    for (uint32_t i = 0; own && i < w->f->blocks[0].count; i++) {
      const fe_insn *in = &w->f->insns[w->f->blocks[0].first + i];
      variable |= in->op == FE_ALLOCA && in->dst == root;
    }
    w->rows[k] = variable ? 0 : ANY;
  }
  w->reached[0] = true;
}

/* Is there a load of a pointer from a place at all? */
static bool worth_it(const refine *w) {
  for (uint32_t i = 0; i < w->f->ninsns; i++)
    if (w->f->insns[i].op == FE_LOAD && fe_ty_size(w->f->insns[i].ty) == 8 &&
        w->places.of_load[i] != FE_NONE && whole(w, w->f->insns[i].dst) != 0)
      return true;
  return false;
}

bool slice_refine(slice_program *sp, uint32_t func) {
  const fe_func *f = &sp->p->funcs[func];
  refine w = {.sp = sp, .func = func, .f = f};
  slice_places_build(&w.places, sp, func);
  bool better = false;
  if (worth_it(&w) && (uint64_t)w.places.n * f->nblocks <= MAX_STATE) {
    slice_cfg_build(&w.cfg, f);
    w.set = slice_alloc(f->nregs, sizeof *w.set);
    w.rows = slice_alloc((size_t)f->nblocks * w.places.n, sizeof *w.rows);
    w.cur = slice_alloc(w.places.n, sizeof *w.cur);
    w.reached = slice_alloc(f->nblocks, 1);
    for (uint32_t r = 0; r < f->nconsts + f->nparams; r++) w.set[r] = whole(&w, r);
    entry(&w);
    do {
      w.changed = false;
      for (uint32_t i = 0; i < w.cfg.norder; i++) block(&w, w.cfg.order[i]);
    } while (w.changed);
    for (uint32_t r = f->nconsts + f->nparams; r < f->nregs; r++) {
      uint32_t *now = &sp->ptset_of[pt_reg(sp->g, func, r)];
      if (w.set[r] == 0 || w.set[r] == *now)
        continue; /* never defined on a path that is taken, or nothing new */
      *now = w.set[r];
      better = true;
    }
    slice_cfg_free(&w.cfg);
    void *parts[] = {w.set, w.rows, w.cur, w.reached};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) free(parts[i]);
  }
  slice_places_free(&w.places);
  return better;
}
