/* The forward slice of one body (CAUT 3.2, Tables 1 and 2), for 64 call sites at a time: what CAUT keeps as one active set
 * per call is here a mask of calls per register and per class of memory. A call adds itself to its results and to the
 * classes its callee may write; a statement that refers to something active makes what it defines active; one that
 * overwrites a single cell with something inactive takes it out again; both sides of branches are joined and loops run to
 * a fixed point. A decision is reached by the mask of its condition, and by the calls that may not return before it.
 * Registers need no flow: each is defined once. */
#include "slicer/impl.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_STATE = 1 << 22 }; /* words of per-block state; above it memory is kept once for the whole body */
static const uint64_t default_effort = UINT64_C(3000000000);

typedef struct hit { /* a decision or a check and the calls of the current batch that reach it */
  uint32_t insn;
  uint8_t kind; /* slice_check_kind, or HIT_DECISION */
  uint64_t data, cut;
} hit;
enum { HIT_DECISION = 255 };

struct slice_flow {
  const slice_program *sp;
  uint32_t func;
  const fe_func *f;
  slice_cfg cfg;
  slice_classes k;
  slice_places places;
  uint32_t *block_of; /* [insn] of terminators: its block */
  uint32_t width;     /* words per state row: classes, places, then the calls that may have ended the run */
  bool flat;          /* one row for all blocks */
  uint64_t *rows, *cur;
  uint64_t *reg;           /* [reg] */
  uint64_t *ctl, *decides; /* [block] */
  uint64_t exits;
  uint32_t *site_insn, nsites, first; /* sites of the body; first of the batch */
  uint32_t *site_of_insn;
  hit *hits;
  uint32_t nhits, caphits, *hit0; /* [insn] first hit */
  bool changed;
  uint64_t work, limit;
};

static void raise(slice_flow *w, uint64_t *x, uint64_t v) {
  if (v & ~*x) {
    *x |= v;
    w->changed = true;
  }
}

static uint64_t reg(const slice_flow *w, fe_reg r) {
  return r == FE_NONE || r < w->f->nconsts ? 0 : w->reg[r];
}

static bool has(const slice_flow *w, slice_part p) { return !(w->sp->opt.leave_out & p); }

static uint64_t read_classes(slice_flow *w, slice_span s) {
  uint64_t t = 0;
  if (s.n > 1 && !has(w, SLICE_PART_ALIASES)) s.n = 1;
  w->work += s.n;
  for (uint32_t i = 0; i < s.n; i++) t |= w->cur[w->k.list[s.first + i]];
  return t;
}

static void write_classes(slice_flow *w, slice_span s, uint64_t v) {
  w->work += s.n;
  for (uint32_t i = 0; i < s.n; i++) w->cur[w->k.list[s.first + i]] |= v;
}

/* What an instruction that writes memory does to the places. In a flat state nothing is overwritten for good. */
static void write_places(slice_flow *w, uint32_t i, uint64_t v) {
  slice_span s = w->places.hit[i];
  uint64_t *at = w->cur + w->k.n;
  w->work += s.n;
  for (uint32_t k = 0; k < s.n; k++) {
    slice_hit h = w->places.list[s.first + k];
    if ((h.must || !has(w, SLICE_PART_WEAK)) && !w->flat)
      at[h.place] = v;
    else
      at[h.place] |= v;
  }
}

static uint64_t read_memory(slice_flow *w, uint32_t i) {
  uint32_t place = w->places.of_load[i];
  return place == FE_NONE ? read_classes(w, w->k.mem[i]) : w->cur[w->k.n + place];
}

static uint64_t bit_of_site(const slice_flow *w, uint32_t insn) {
  uint32_t s = w->site_of_insn[insn];
  return s >= w->first && s - w->first < 64 ? UINT64_C(1) << (s - w->first) : 0;
}

static void check(slice_flow *w, uint32_t insn, slice_check_kind kind, uint64_t data) {
  for (uint32_t h = w->hit0[insn]; h < w->nhits && w->hits[h].insn == insn; h++)
    if (w->hits[h].kind == kind) {
      w->hits[h].data |= data;
      w->hits[h].cut |= w->cur[w->width - 1];
    }
}

static void call(slice_flow *w, uint32_t i, const fe_insn *in, uint64_t ctl) {
  const fe_call *c = &w->f->calls[in->aux];
  const slice_effect *e = &w->sp->effects[w->sp->g->site_of[w->func] + in->aux];
  uint64_t t = read_classes(w, w->k.ref[in->aux]) | (c->indirect ? reg(w, c->target) : 0);
  uint64_t address = c->indirect ? reg(w, c->target) : 0, size = 0;
  slice_span seen = w->places.read[i];
  for (uint32_t k = 0; k < seen.n; k++) t |= w->cur[w->k.n + w->places.reads[seen.first + k]];
  for (uint32_t a = 0; a < c->nargs; a++) {
    t |= reg(w, c->args[a]);
    if (c->arg_ty[a].kind == FE_PTR)
      address |= reg(w, c->args[a]);
    else
      size |= reg(w, c->args[a]);
  }
  check(w, i, SLICE_ADDRESS, address);
  check(w, i, SLICE_ALLOC_SIZE, size);
  if (!has(w, SLICE_PART_PASSING)) t = 0;
  uint64_t own = bit_of_site(w, i);
  for (uint32_t r = 0; r < c->nres && in->dst != FE_NONE; r++)
    raise(w, &w->reg[in->dst + r], t | (has(w, SLICE_PART_RESULTS) ? own : 0));
  uint64_t written = t | ctl | (has(w, SLICE_PART_WRITES) ? own : 0);
  write_classes(w, w->k.mod[in->aux], written);
  slice_span s = w->places.hit[i]; /* may change them, never must: WEAK is about stores */
  for (uint32_t k = 0; k < s.n; k++) w->cur[w->k.n + w->places.list[s.first + k].place] |= written;
  if (e->may_not_return && has(w, SLICE_PART_NOT_RETURNING)) w->cur[w->width - 1] |= t | own | ctl;
}

static void instruction(slice_flow *w, uint32_t i, uint64_t ctl) {
  const fe_insn *in = &w->f->insns[i];
  uint64_t a = reg(w, in->a), t;
  switch ((fe_op)in->op) {
  case FE_LOAD:
    check(w, i, SLICE_ADDRESS, a);
    raise(w, &w->reg[in->dst], a | read_memory(w, i));
    break;
  case FE_STORE:
    check(w, i, SLICE_ADDRESS, a);
    t = a | reg(w, in->b) | ctl;
    if ((w->k.strong[i] || !has(w, SLICE_PART_WEAK)) && !w->flat)
      for (uint32_t c = 0; c < w->k.mem[i].n; c++) w->cur[w->k.list[w->k.mem[i].first + c]] = t;
    else
      write_classes(w, w->k.mem[i], t);
    write_places(w, i, t);
    break;
  case FE_MEMCPY:
  case FE_MEMMOVE:
  case FE_VACOPY:
    if (!has(w, SLICE_PART_BLOCKS)) break;
    t = a | reg(w, in->b);
    check(w, i, SLICE_ADDRESS, t);
    if (in->op != FE_VACOPY) {
      check(w, i, SLICE_ALLOC_SIZE, reg(w, in->c));
      t |= reg(w, in->c);
    }
    t |= read_classes(w, w->k.mem2[i]) | ctl;
    write_classes(w, w->k.mem[i], t);
    write_places(w, i, t);
    break;
  case FE_MEMSET:
    check(w, i, SLICE_ADDRESS, a);
    check(w, i, SLICE_ALLOC_SIZE, reg(w, in->c));
    t = a | reg(w, in->b) | reg(w, in->c) | ctl;
    write_classes(w, w->k.mem[i], t);
    write_places(w, i, t);
    break;
  case FE_VASTART:
    write_classes(w, w->k.mem[i], a | ctl);
    write_places(w, i, a | ctl);
    break;
  case FE_CALL:
  case FE_ASM: call(w, i, in, ctl); break;
  case FE_ALLOCA:
    check(w, i, SLICE_ALLOC_SIZE, a);
    raise(w, &w->reg[in->dst], a);
    break;
  case FE_UDIV:
  case FE_SDIV:
  case FE_UREM:
  case FE_SREM:
  case FE_SHL:
  case FE_LSHR:
  case FE_ASHR:
    check(w, i, SLICE_DIVISOR, reg(w, in->b));
    raise(w, &w->reg[in->dst], a | reg(w, in->b));
    break;
  case FE_NONDET:
  case FE_STACKSAVE:
  case FE_STACKRESTORE:
  case FE_BEGIN:
  case FE_END:
  case FE_VAEND:
  case FE_TRAP:
  case FE_UNREACHABLE:
  case FE_BR: break;
  case FE_CBR:
  case FE_SWITCH:
  case FE_IBR: {
    uint32_t b = w->block_of[i];
    raise(w, &w->decides[b], a);
    for (uint32_t h = w->hit0[i]; h < w->nhits && w->hits[h].insn == i; h++) {
      w->hits[h].data |= a;
      w->hits[h].cut |= w->cur[w->width - 1];
    }
    break;
  }
  case FE_RET:
    for (uint32_t k = 0; k < in->b; k++) w->exits |= reg(w, w->f->lists[in->aux + k]);
    for (uint32_t c = 0; c < w->k.n; c++)
      if (w->k.outlives[c]) w->exits |= w->cur[c];
    w->exits |= w->cur[w->width - 1] | ctl;
    break;
  default: /* register to register */
    if (in->dst == FE_NONE) break;
    t = a | reg(w, in->b) | reg(w, in->c);
    raise(w, &w->reg[in->dst], t);
    if (in->op >= FE_SADD_OVF && in->op <= FE_UMUL_OVF) raise(w, &w->reg[in->dst + 1], t);
    break;
  }
}

/* Whether block b runs at all depends on these calls. */
static uint64_t control(slice_flow *w, uint32_t b) {
  uint64_t t = 0;
  if (w->cfg.ctl_all) {
    for (uint32_t i = 0; i < w->cfg.norder; i++) t |= w->decides[w->cfg.order[i]];
    return t;
  }
  for (uint32_t i = w->cfg.ctl0[b]; i < w->cfg.ctl0[b + 1]; i++)
    t |= w->decides[w->cfg.ctl[i]] | w->ctl[w->cfg.ctl[i]];
  return t;
}

static void block(slice_flow *w, uint32_t b, slice_watch *watch, void *self) {
  const fe_func *f = w->f;
  size_t bytes = w->width * sizeof *w->cur;
  if (!w->flat) memcpy(w->cur, w->rows + (size_t)b * w->width, bytes);
  if (has(w, SLICE_PART_CONTROL)) raise(w, &w->ctl[b], control(w, b));
  w->work += w->width + f->blocks[b].count;
  for (uint32_t i = 0; i < f->blocks[b].count; i++) {
    uint32_t at = f->blocks[b].first + i;
    if (watch) watch(self, w->first, at, w->reg, w->cur);
    instruction(w, at, w->ctl[b]);
  }
  for (uint32_t e = 0; e < w->cfg.nedges[b]; e++) {
    const fe_edge *ed = &f->edges[w->cfg.edge0[b] + e];
    for (uint32_t m = 0; m < ed->nmoves; m++) {
      fe_move mv = f->moves[ed->move0 + m];
      raise(w, &w->reg[mv.dst],
            reg(w, mv.src) | w->ctl[b] | (has(w, SLICE_PART_CONTROL) ? w->decides[b] : 0));
    }
    uint64_t *to = w->rows + (size_t)ed->block * w->width;
    for (uint32_t c = 0; !w->flat && c < w->width; c++) raise(w, &to[c], w->cur[c]);
    w->work += w->width;
  }
}

/* One batch to its fixed point; false when the effort is spent. */
static bool run(slice_flow *w, slice_watch *watch, void *self) {
  size_t nrows = w->flat ? 1 : w->f->nblocks;
  memset(w->rows, 0, nrows * w->width * sizeof *w->rows);
  memset(w->reg, 0, w->f->nregs * sizeof *w->reg);
  memset(w->ctl, 0, w->f->nblocks * sizeof *w->ctl);
  memset(w->decides, 0, w->f->nblocks * sizeof *w->decides);
  w->exits = 0;
  for (uint32_t h = 0; h < w->nhits; h++) w->hits[h].data = w->hits[h].cut = 0;
  if (w->flat) w->cur = w->rows;
  uint64_t *flat_was = w->flat ? slice_alloc(w->width, sizeof *flat_was) : NULL;
  do {
    w->changed = false;
    for (uint32_t i = 0; i < w->cfg.norder; i++) block(w, w->cfg.order[i], NULL, NULL);
    if (w->flat) {
      w->changed |= memcmp(flat_was, w->rows, w->width * sizeof *w->rows) != 0;
      memcpy(flat_was, w->rows, w->width * sizeof *w->rows);
    }
  } while (w->changed && w->work <= w->limit && has(w, SLICE_PART_ROUNDS));
  free(flat_was);
  for (uint32_t i = 0; watch && i < w->cfg.norder; i++) block(w, w->cfg.order[i], watch, self);
  return !w->changed || !has(w, SLICE_PART_ROUNDS);
}

/* ---- set-up and results ---- */

static void add_hit(slice_flow *w, uint32_t insn, uint8_t kind) {
  SLICE_ROOM(w->hits, w->nhits, w->caphits);
  w->hits[w->nhits++] = (hit){insn, kind, 0, 0};
}

/* Does this edge lead straight to a call that never returns (a failed assertion)? */
static bool edge_fails(const slice_flow *w, uint32_t edge) {
  const fe_func *f = w->f;
  uint32_t b = f->edges[edge].block;
  for (uint32_t i = 0; i < f->blocks[b].count; i++)
    if (slice_call_dies(w->sp, w->func, &f->insns[f->blocks[b].first + i])) return true;
  return f->insns[f->blocks[b].first + f->blocks[b].count - 1].op == FE_UNREACHABLE;
}

static void call_hits(slice_flow *w, uint32_t i) {
  const fe_func *f = w->f;
  const fe_insn *in = &f->insns[i];
  const fe_call *c = &f->calls[in->aux];
  bool pointers = c->indirect;
  for (uint32_t a = 0; a < c->nargs; a++) pointers |= c->arg_ty[a].kind == FE_PTR;
  if (pointers) add_hit(w, i, SLICE_ADDRESS);
  const fe_func *t = c->indirect || in->op == FE_ASM ? NULL : &w->sp->p->funcs[c->func];
  const libc_model *m = t && !t->has_body && !t->unsupported ? libc_find(t->name) : NULL;
  if (m && m->sizes) add_hit(w, i, SLICE_ALLOC_SIZE);
}

static void find_hits(slice_flow *w) {
  const fe_func *f = w->f;
  for (uint32_t i = 0; i < f->ninsns; i++) {
    const fe_insn *in = &f->insns[i];
    w->hit0[i] = w->nhits;
    switch ((fe_op)in->op) {
    case FE_LOAD:
    case FE_STORE: add_hit(w, i, SLICE_ADDRESS); break;
    case FE_MEMCPY:
    case FE_MEMMOVE:
    case FE_MEMSET:
      add_hit(w, i, SLICE_ADDRESS);
      add_hit(w, i, SLICE_ALLOC_SIZE);
      break;
    case FE_UDIV:
    case FE_SDIV:
    case FE_UREM:
    case FE_SREM:
    case FE_SHL:
    case FE_LSHR:
    case FE_ASHR: add_hit(w, i, SLICE_DIVISOR); break;
    case FE_ALLOCA:
      if (in->a != FE_NONE) add_hit(w, i, SLICE_ALLOC_SIZE);
      break;
    case FE_CALL:
    case FE_ASM: call_hits(w, i); break;
    default:
      if (fe_is_decision(f, in)) {
        add_hit(w, i, HIT_DECISION);
        if (in->op == FE_CBR && (edge_fails(w, in->aux) || edge_fails(w, in->aux + 1)))
          add_hit(w, i, SLICE_ASSERTION);
      }
    }
  }
}

static void prepare(slice_flow *w) {
  const fe_func *f = w->f;
  slice_cfg_build(&w->cfg, f);
  if (w->sp->opt.naive) {
    slice_places_none(&w->places, f);
    slice_classes_naive(&w->k, w->sp, w->func);
  } else {
    slice_places_build(&w->places, w->sp, w->func);
    slice_classes_build(&w->k, w->sp, w->func, &w->places);
  }
  w->width = w->k.n + w->places.n + 1;
  w->flat = (uint64_t)w->width * f->nblocks > MAX_STATE;
  w->rows = slice_alloc((w->flat ? 1 : (size_t)f->nblocks) * w->width, sizeof *w->rows);
  w->cur = w->flat ? w->rows : slice_alloc(w->width, sizeof *w->cur);
  w->reg = slice_alloc(f->nregs, sizeof *w->reg);
  w->ctl = slice_alloc(f->nblocks, sizeof *w->ctl);
  w->decides = slice_alloc(f->nblocks, sizeof *w->decides);
  w->block_of = slice_alloc(f->ninsns, sizeof *w->block_of);
  w->site_of_insn = slice_grow(NULL, f->ninsns ? f->ninsns : 1, sizeof *w->site_of_insn);
  w->site_insn = slice_alloc(f->ncalls, sizeof *w->site_insn);
  w->hit0 = slice_alloc(f->ninsns, sizeof *w->hit0);
  for (uint32_t b = 0; b < f->nblocks; b++) w->block_of[f->blocks[b].first + f->blocks[b].count - 1] = b;
  for (uint32_t i = 0; i < f->ninsns; i++) {
    w->site_of_insn[i] = FE_NONE;
    if (f->insns[i].op == FE_CALL || f->insns[i].op == FE_ASM) {
      w->site_of_insn[i] = w->nsites;
      w->site_insn[w->nsites++] = i;
    }
  }
  find_hits(w);
}

static void release(slice_flow *w) {
  slice_cfg_free(&w->cfg);
  slice_classes_free(&w->k);
  slice_places_free(&w->places);
  if (!w->flat) free(w->cur);
  void *parts[] = {w->rows,         w->reg,       w->ctl,  w->decides, w->block_of,
                   w->site_of_insn, w->site_insn, w->hits, w->hit0};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) free(parts[i]);
}

/* Result of one site from the masks of its batch. */
static void conclude(slice_flow *w, slice_site *s, uint64_t bit) {
  uint32_t nd = 0, nc = 0;
  for (uint32_t h = 0; h < w->nhits; h++)
    if ((w->hits[h].data | w->hits[h].cut) & bit) w->hits[h].kind == HIT_DECISION ? nd++ : nc++;
  uint32_t *d = slice_alloc(nd, sizeof *d);
  slice_check *c = slice_alloc(nc, sizeof *c);
  s->decisions = d;
  s->checks = c;
  for (uint32_t h = 0; h < w->nhits; h++) {
    const hit *x = &w->hits[h];
    if (!((x->data | x->cut) & bit)) continue;
    if (x->kind == HIT_DECISION) {
      d[s->ndecisions++] = x->insn;
      s->by_data |= (x->data & bit) != 0;
    } else {
      c[s->nchecks++] = (slice_check){x->insn, x->kind};
    }
  }
  const slice_effect *e = &w->sp->effects[w->sp->g->site_of[w->func] + s->call];
  s->may_not_return = e->may_not_return;
  s->reaches_exit = (w->exits & bit) != 0 || e->may_not_return;
  s->verdict = s->ndecisions     ? SLICE_DECISION
               : s->nchecks      ? SLICE_ERROR_CHECK
               : s->reaches_exit ? SLICE_EXIT_ONLY
                                 : SLICE_NOTHING;
  s->reason = s->verdict >= SLICE_ERROR_CHECK ? e->reason : NULL;
}

/* Every decision, without looking: --no-slice, and bodies too large to slice. */
static void assume(slice_flow *w, slice_site *s, const char *reason) {
  free((void *)s->decisions);
  free((void *)s->checks);
  s->ndecisions = s->nchecks = 0;
  for (uint32_t h = 0; h < w->nhits; h++) {
    w->hits[h].data = 1;
    w->hits[h].cut = 0;
  }
  w->exits = 1;
  conclude(w, s, 1);
  s->verdict = SLICE_DECISION;
  s->reason = reason;
}

slice_result *slice_compute(const slice_program *sp, uint32_t func, slice_watch *watch, void *self) {
  const fe_func *f = &sp->p->funcs[func];
  slice_result *r = slice_alloc(1, sizeof *r);
  r->func = func;
  if (!f->has_body || f->ncalls == 0) return r;
  slice_flow w = {.sp = sp, .func = func, .f = f};
  w.limit = sp->opt.effort ? sp->opt.effort : default_effort;
  prepare(&w);
  slice_site *sites = slice_alloc(w.nsites, sizeof *sites);
  r->sites = sites;
  r->nsites = w.nsites;
  for (uint32_t i = 0; i < w.nsites; i++) {
    sites[i].insn = w.site_insn[i];
    sites[i].call = f->insns[w.site_insn[i]].aux;
  }
  for (w.first = 0; !sp->opt.all && w.first < w.nsites && !r->gave_up; w.first += 64) {
    r->gave_up = !run(&w, watch, self);
    for (uint32_t i = w.first; i < w.nsites && i < w.first + 64; i++)
      conclude(&w, &sites[i], UINT64_C(1) << (i - w.first));
  }
  for (uint32_t i = 0; i < w.nsites; i++) {
    if (sp->opt.all || r->gave_up)
      assume(&w, &sites[i],
             sp->opt.all ? NULL : "the function is too large to slice within the effort limit");
    r->nrelevant += sites[i].verdict == SLICE_DECISION;
  }
  release(&w);
  return r;
}

void slice_result_free(slice_result *r) {
  for (uint32_t i = 0; i < r->nsites; i++) {
    free((void *)r->sites[i].decisions);
    free((void *)r->sites[i].checks);
  }
  free((void *)r->sites);
  free(r);
}
