/* Which functions may fail to return, and so which calls: those that can reach exit, abort, longjmp or a trap, directly or
 * through a call, a part of their body from which no return can be reached, a recursion that no path avoids, or a loop that may stay for ever. A loop stays
 * when nothing that its exits hang on changes in it: `while (x) {}`, `while (*p);`, `for (;;) { if (a && b) break; n++; }`. Of a
 * loop that may change something its exits hang on it is assumed, as C allows (6.8.5p6), that it ends some time.
 *
 * What an exit hangs on: the condition of the branch, what that is computed from, the memory that loads of it read, and where paths
 * join inside the loop also the conditions that choose the path. It is followed backwards until something is found that
 * changes from one round to the next: a value carried around the loop, memory that the loop may write, a volatile object,
 * the result of a call that reads such or has an effect. Loops are the strongly connected components of the control
 * flow; those inside a loop are what is left of it without its first block. */
#include "slicer/impl.h"

#include <stdlib.h>
#include <string.h>

static bool function_dies(const slice_program *sp, uint32_t func) {
  const fe_func *f = &sp->p->funcs[func];
  const libc_model *m = f->has_body || f->unsupported ? NULL : libc_find(f->name);
  return f->noreturn || (m && m->noreturn);
}

bool slice_call_dies(const slice_program *sp, uint32_t func, const fe_insn *in) {
  if (in->op == FE_TRAP) return true;
  if (in->op != FE_CALL) return false;
  if (sp->p->funcs[func].calls[in->aux].noreturn) return true;
  uint32_t site = sp->g->site_of[func] + in->aux, n = sp->target0[site + 1] - sp->target0[site];
  if (n == 0 || sp->g->sites[site].unknown) return false;
  for (uint32_t k = 0; k < n; k++)
    if (!function_dies(sp, sp->targets[sp->target0[site] + k])) return false;
  return true;
}

/* Does the body itself, calls taken as returning unless they never do, have an end other than return? What the compiler
 * or __builtin_unreachable say is never reached does not count: reaching it is an error. */
static bool body_may_die(const slice_program *sp, uint32_t func) {
  const fe_func *f = &sp->p->funcs[func];
  bool *reached = slice_alloc(f->nblocks, 1), *returns = slice_alloc(f->nblocks, 1),
       *stops = slice_alloc(f->nblocks, 1);
  uint32_t *stack = slice_alloc(f->nblocks + 1, sizeof *stack), n = 0, e0;
  bool dies = false;
  for (uint32_t b = 0; b < f->nblocks; b++) {
    const fe_block *bl = &f->blocks[b];
    for (uint32_t i = 0; i < bl->count; i++) stops[b] |= slice_call_dies(sp, func, &f->insns[bl->first + i]);
    uint8_t last = f->insns[bl->first + bl->count - 1].op;
    returns[b] = (last == FE_RET || last == FE_UNREACHABLE) && !stops[b];
  }
  reached[0] = true;
  stack[n++] = 0;
  while (n) {
    uint32_t b = stack[--n];
    uint32_t ne = stops[b] ? 0 : slice_out_edges(f, &f->blocks[b], &e0);
    for (uint32_t e = 0; e < ne; e++)
      if (!reached[f->edges[e0 + e].block]) {
        reached[f->edges[e0 + e].block] = true;
        stack[n++] = f->edges[e0 + e].block;
      }
  }
  for (bool again = true; again;) {
    again = false;
    for (uint32_t b = f->nblocks; b-- > 0;) {
      uint32_t ne = returns[b] || stops[b] ? 0 : slice_out_edges(f, &f->blocks[b], &e0);
      for (uint32_t e = 0; e < ne; e++)
        if (returns[f->edges[e0 + e].block]) again = returns[b] = true;
    }
  }
  for (uint32_t b = 0; b < f->nblocks; b++) dies |= reached[b] && !returns[b];
  free(reached);
  free(returns);
  free(stops);
  free(stack);
  return dies;
}

/* ---- loops that stay ---- */

enum { MAX_EFFORT = 20000000 }; /* edges; above it a body counts as one with a loop that may stay */

typedef struct loops {
  slice_program *sp;
  uint32_t func;
  const fe_func *f;
  slice_cfg cfg;
  uint32_t *def;   /* [reg]: instruction that defines it, FE_NONE */
  uint32_t *block; /* [insn] */
  uint32_t *from;  /* [edge]: the block it leaves */
  uint32_t *into0; /* [reg]: moves into it are into[into0[reg] … into0[reg + 1]) */
  struct into {
    uint32_t from, src;
  } *into;
  uint32_t *region, regions;          /* [block]: the loop being looked at that it is in */
  uint32_t *index, *low, *stack, *at; /* [block]: Tarjan */
  uint32_t *path, npath;              /* blocks */
  uint32_t *seen, *seen_block, seens; /* [reg], [block]: number of the search that reached it */
  uint32_t *work, nwork;              /* registers */
  uint64_t effort;
} loops;

static void see(loops *w, fe_reg r) {
  if (r == FE_NONE || r < w->f->nconsts + w->f->nparams || w->seen[r] == w->seens) return;
  w->seen[r] = w->seens;
  w->work[w->nwork++] = r;
}

static bool in(const loops *w, uint32_t b, uint32_t region) { return w->region[b] == region; }

/* Everything that may be written in the loop. */
static slice_set written(const loops *w, const uint32_t *blocks, uint32_t n) {
  const slice_program *sp = w->sp;
  slice_set s = {0};
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t k = 0; k < w->f->blocks[blocks[i]].count; k++) {
      uint32_t at = w->f->blocks[blocks[i]].first + k;
      const fe_insn *ins = &w->f->insns[at];
      if (slice_write_length(w->f, ins))
        slice_set_or(&s, &sp->csets.sets[sp->mem_set[sp->insn0[w->func] + at]]);
      if (ins->op != FE_CALL && ins->op != FE_ASM) continue;
      const slice_effect *e = &sp->effects[sp->g->site_of[w->func] + ins->aux];
      for (uint32_t t = 0; t < e->nmod; t++)
        slice_set_or(&s, &sp->csets.sets[sp->touches[e->first + t].cells]);
    }
  return s;
}

/* Does the call give the same every time, given the same arguments? */
static bool steady_call(const loops *w, const fe_insn *ins, const slice_set *mod) {
  const slice_effect *e = &w->sp->effects[w->sp->g->site_of[w->func] + ins->aux];
  if (ins->op == FE_ASM || e->nmod || e->reason) return false;
  for (uint32_t t = 0; t < e->nref; t++)
    if (slice_set_meets(mod, &w->sp->csets.sets[w->sp->touches[e->first + t].cells])) return false;
  return true;
}

static const fe_insn *last(const loops *w, uint32_t b) {
  return &w->f->insns[w->f->blocks[b].first + w->f->blocks[b].count - 1];
}

static void see_block(loops *w, uint32_t b, uint32_t region) {
  if (w->seen_block[b] == w->seens || !in(w, b, region)) return;
  w->seen_block[b] = w->seens;
  w->path[w->npath++] = b;
}

/* The conditions that choose whether the blocks seen run, as far as they are in the loop. */
static void see_control(loops *w, uint32_t region) {
  while (w->npath) {
    uint32_t b = w->path[--w->npath];
    for (uint32_t i = w->cfg.ctl0[b]; i < w->cfg.ctl0[b + 1]; i++) {
      see_block(w, w->cfg.ctl[i], region);
      if (in(w, w->cfg.ctl[i], region)) see(w, last(w, w->cfg.ctl[i])->a);
    }
  }
}

/* r is set where edges come in. It changes when one comes from outside and another from inside: it is carried around. */
static bool steady_join(loops *w, fe_reg r, uint32_t region) {
  bool inside = false, outside = false;
  for (uint32_t i = w->into0[r]; i < w->into0[r + 1]; i++)
    if (in(w, w->into[i].from, region))
      inside |= w->into[i].src != r;
    else
      outside = true;
  if (!inside) return true;
  if (outside || w->cfg.ctl_all) return false;
  for (uint32_t i = w->into0[r]; i < w->into0[r + 1]; i++) {
    uint32_t b = w->into[i].from;
    see(w, w->into[i].src);
    if (w->cfg.nedges[b] > 1) see(w, last(w, b)->a);
    see_block(w, b, region);
  }
  see_control(w, region);
  return true;
}

/* Is r, computed in the loop, the same in every round, if what it is computed from is? That is added to the work. */
static bool steady(loops *w, fe_reg r, uint32_t region, const slice_set *mod) {
  if (w->into0[r] < w->into0[r + 1]) return steady_join(w, r, region);
  uint32_t d = w->def[r];
  if (d == FE_NONE || !in(w, w->block[d], region)) return true;
  const fe_insn *ins = &w->f->insns[d];
  switch ((fe_op)ins->op) {
  case FE_LOAD:
    if (ins->flags & (FE_F_VOLATILE | FE_F_ATOMIC) ||
        slice_set_meets(mod, &w->sp->csets.sets[w->sp->mem_set[w->sp->insn0[w->func] + d]]))
      return false;
    break;
  case FE_CALL:
  case FE_ASM:
    if (!steady_call(w, ins, mod)) return false;
    for (uint32_t i = 0; i < w->f->calls[ins->aux].nargs; i++) see(w, w->f->calls[ins->aux].args[i]);
    if (w->f->calls[ins->aux].indirect) see(w, w->f->calls[ins->aux].target);
    return true;
  case FE_NONDET:
  case FE_ALLOCA:
  case FE_STACKSAVE: return false;
  default: break;
  }
  see(w, ins->a);
  see(w, ins->b);
  see(w, ins->c);
  return true;
}

/* Can nothing in the loop turn one of its exits? One without exits is not meant: see body_may_die. */
static bool stays(loops *w, const uint32_t *blocks, uint32_t n, uint32_t region) {
  bool exits = false, may_change = false;
  slice_set mod = {0};
  w->seens++;
  w->nwork = w->npath = 0;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t b = blocks[i];
    bool leaves = false;
    for (uint32_t e = 0; e < w->cfg.nedges[b]; e++)
      leaves |= !in(w, w->f->edges[w->cfg.edge0[b] + e].block, region);
    if (!leaves) continue;
    exits = true;
    see(w, last(w, b)->a);
  }
  if (exits) mod = written(w, blocks, n);
  while (w->nwork && !may_change) may_change = !steady(w, w->work[--w->nwork], region, &mod);
  slice_set_free(&mod);
  return exits && !may_change;
}

static bool any_stays(loops *w, const uint32_t *blocks, uint32_t n, uint32_t region);

/* A strongly connected component of more than a block, or a block that follows itself. */
static bool component(loops *w, const uint32_t *blocks, uint32_t n, uint32_t around) {
  uint32_t region = ++w->regions;
  for (uint32_t i = 0; i < n; i++) w->region[blocks[i]] = region;
  bool found = stays(w, blocks, n, region);
  found |= w->effort > MAX_EFFORT;
  if (!found && n > 1) {
    uint32_t first = blocks[0];
    for (uint32_t i = 1; i < n; i++)
      if (blocks[i] < first) first = blocks[i]; /* clang puts a loop's head before its body */
    uint32_t *rest = slice_alloc(n, sizeof *rest), nrest = 0;
    for (uint32_t i = 0; i < n; i++)
      if (blocks[i] != first) rest[nrest++] = blocks[i];
    w->region[first] = around;
    uint32_t inner = ++w->regions;
    for (uint32_t i = 0; i < nrest; i++) w->region[rest[i]] = inner;
    found = any_stays(w, rest, nrest, inner);
    free(rest);
  }
  for (uint32_t i = 0; i < n; i++) w->region[blocks[i]] = around;
  return found;
}

static bool follows_itself(const loops *w, uint32_t b) {
  for (uint32_t e = 0; e < w->cfg.nedges[b]; e++)
    if (w->f->edges[w->cfg.edge0[b] + e].block == b) return true;
  return false;
}

/* Tarjan's components of the blocks of a region. */
static bool any_stays(loops *w, const uint32_t *blocks, uint32_t n, uint32_t region) {
  uint32_t next = 0, nstack = 0, nfound = 0;
  uint32_t *found = slice_alloc(n, sizeof *found), *size = slice_alloc(n, sizeof *size), nsize = 0;
  for (uint32_t i = 0; i < n; i++) w->index[blocks[i]] = 0;
  for (uint32_t i = 0; i < n; i++) {
    if (w->index[blocks[i]]) continue;
    w->npath = 0;
    w->path[w->npath++] = blocks[i];
    w->index[blocks[i]] = w->low[blocks[i]] = ++next;
    w->at[blocks[i]] = 0;
    w->stack[nstack++] = blocks[i];
    while (w->npath) {
      uint32_t b = w->path[w->npath - 1];
      if (w->at[b] < w->cfg.nedges[b]) {
        uint32_t t = w->f->edges[w->cfg.edge0[b] + w->at[b]++].block;
        w->effort++;
        if (!in(w, t, region)) continue;
        if (!w->index[t]) {
          w->path[w->npath++] = t;
          w->index[t] = w->low[t] = ++next;
          w->at[t] = 0;
          w->stack[nstack++] = t;
        } else if (w->index[t] <
                   w->low[b]) { /* the index of what is in a component already is beyond all others */
          w->low[b] = w->index[t];
        }
        continue;
      }
      w->npath--;
      if (w->npath && w->low[b] < w->low[w->path[w->npath - 1]]) w->low[w->path[w->npath - 1]] = w->low[b];
      if (w->low[b] != w->index[b]) continue;
      uint32_t first = nfound, c;
      do {
        c = found[nfound++] = w->stack[--nstack];
        w->index[c] = w->low[c] = UINT32_MAX;
      } while (c != b);
      size[nsize++] = nfound - first;
    }
  }
  bool stay = false;
  for (uint32_t k = 0, first = 0; k < nsize && !stay; first += size[k++])
    if (size[k] > 1 || follows_itself(w, found[first])) stay = component(w, found + first, size[k], region);
  free(found);
  free(size);
  return stay;
}

static void index_moves(loops *w) {
  const fe_func *f = w->f;
  w->into0 = slice_alloc(f->nregs + 2, sizeof *w->into0);
  for (int phase = 0; phase < 2; phase++) { /* count, then fill backwards */
    for (uint32_t i = 0; i < w->cfg.norder; i++)
      for (uint32_t e = 0; e < w->cfg.nedges[w->cfg.order[i]]; e++) {
        const fe_edge *ed = &f->edges[w->cfg.edge0[w->cfg.order[i]] + e];
        for (uint32_t m = 0; m < ed->nmoves; m++) {
          fe_move mv = f->moves[ed->move0 + m];
          if (phase == 0)
            w->into0[mv.dst]++;
          else
            w->into[--w->into0[mv.dst]] = (struct into){w->cfg.order[i], mv.src};
        }
      }
    if (phase == 1) break;
    for (uint32_t r = 0; r <= f->nregs; r++) w->into0[r + 1] += w->into0[r];
    w->into = slice_alloc(w->into0[f->nregs],
                          sizeof *w->into); /* cases that lead to one block share their moves */
  }
}

static bool loops_may_stay(slice_program *sp, uint32_t func) {
  const fe_func *f = &sp->p->funcs[func];
  bool back = false;
  loops w = {.sp = sp, .func = func, .f = f};
  slice_cfg_build(&w.cfg, f);
  for (uint32_t i = 0; i < w.cfg.norder; i++) /* most bodies have none: an edge back, or to itself */
    for (uint32_t e = 0; e < w.cfg.nedges[w.cfg.order[i]]; e++)
      back |= f->edges[w.cfg.edge0[w.cfg.order[i]] + e].block <= w.cfg.order[i];
  bool stay = false;
  if (back) {
    w.def = slice_grow(NULL, f->nregs + 1, sizeof *w.def);
    memset(w.def, 0xff, (f->nregs + 1) * sizeof *w.def);
    w.block = slice_alloc(f->ninsns, sizeof *w.block);
    w.seen = slice_alloc(f->nregs, sizeof *w.seen);
    w.work = slice_alloc(f->nregs, sizeof *w.work);
    uint32_t **per_block[] = {&w.region, &w.index, &w.low, &w.stack, &w.at, &w.path, &w.seen_block};
    for (size_t i = 0; i < sizeof per_block / sizeof *per_block; i++)
      *per_block[i] = slice_alloc(f->nblocks, sizeof **per_block[i]);
    for (uint32_t b = 0; b < f->nblocks; b++)
      for (uint32_t i = f->blocks[b].first; i < f->blocks[b].first + f->blocks[b].count; i++) {
        const fe_insn *ins = &f->insns[i];
        uint32_t n = ins->dst == FE_NONE                                ? 0
                     : ins->op == FE_CALL || ins->op == FE_ASM          ? f->calls[ins->aux].nres
                     : ins->op >= FE_SADD_OVF && ins->op <= FE_UMUL_OVF ? 2
                                                                        : 1;
        w.block[i] = b;
        for (uint32_t k = 0; k < n; k++) w.def[ins->dst + k] = i;
      }
    index_moves(&w);
    for (uint32_t b = 0; b < f->nblocks; b++) w.region[b] = FE_NONE;
    w.regions = 0;
    for (uint32_t i = 0; i < w.cfg.norder; i++) w.region[w.cfg.order[i]] = 0;
    stay = any_stays(&w, w.cfg.order, w.cfg.norder, 0);
    for (size_t i = 0; i < sizeof per_block / sizeof *per_block; i++) free(*per_block[i]);
    void *parts[] = {w.def, w.block, w.seen, w.work, w.into0, w.into};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) free(parts[i]);
  }
  slice_cfg_free(&w.cfg);
  return stay;
}

/* ---- recursion without a way out ---- */

/* Is there a path to a return on which every call within the component is of a function that has such a path itself? */
static bool has_way_out(const slice_program *sp, uint32_t func, uint32_t component, const bool *out) {
  const fe_func *f = &sp->p->funcs[func];
  if (!f->has_body) return true;
  bool *reached = slice_alloc(f->nblocks, 1), found = false;
  uint32_t *stack = slice_alloc(f->nblocks + 1, sizeof *stack), n = 0, e0;
  reached[0] = true;
  stack[n++] = 0;
  while (n && !found) {
    const fe_block *b = &f->blocks[stack[--n]];
    bool stops = false;
    for (uint32_t i = b->first; i < b->first + b->count && !stops; i++) {
      if (f->insns[i].op != FE_CALL) continue;
      uint32_t site = sp->g->site_of[func] + f->insns[i].aux;
      uint32_t first = sp->target0[site], last = sp->target0[site + 1];
      stops = first < last && !sp->g->sites[site].unknown;
      for (uint32_t t = first; t < last; t++)
        stops &= sp->scc_of[sp->targets[t]] == component && !out[sp->targets[t]];
    }
    if (stops) continue;
    uint8_t last = f->insns[b->first + b->count - 1].op;
    found = last == FE_RET || last == FE_UNREACHABLE;
    for (uint32_t e = 0, ne = slice_out_edges(f, b, &e0); e < ne; e++)
      if (!reached[f->edges[e0 + e].block]) {
        reached[f->edges[e0 + e].block] = true;
        stack[n++] = f->edges[e0 + e].block;
      }
  }
  free(reached), free(stack);
  return found;
}

/* out: per function of the component, false. */
static bool recurses_for_ever(const slice_program *sp, uint32_t component, bool *out) {
  uint32_t first = sp->scc_first[component], end = sp->scc_first[component + 1], left = end - first;
  for (bool again = true; again && left;) {
    again = false;
    for (uint32_t k = first; k < end; k++) {
      uint32_t f = sp->scc_funcs[k];
      if (out[f] || !has_way_out(sp, f, component, out)) continue;
      out[f] = again = true;
      left--;
    }
  }
  return left > 0;
}

/* ---- functions and calls ---- */

static void functions(slice_program *sp) {
  const fe_program *p = sp->p;
  sp->not_return = slice_alloc(p->nfuncs, 1);
  for (uint32_t i = 0; i < p->nfuncs; i++)
    sp->not_return[i] = p->funcs[i].has_body ? body_may_die(sp, i) || loops_may_stay(sp, i)
                                             : function_dies(sp, i) || p->funcs[i].unsupported ||
                                                   libc_may_end(p->funcs[i].name);
  bool *out = slice_alloc(p->nfuncs + 1, sizeof *out);
  for (uint32_t s = 0; s < sp->nsccs; s++)
    if (recurses_for_ever(sp, s, out)) sp->not_return[sp->scc_funcs[sp->scc_first[s]]] = true;
  free(out);
  for (bool again = true; again;) { /* the outside may call back what escaped; usually one round */
    again = false;
    for (uint32_t s = 0; s < sp->nsccs; s++) {
      bool dies = false;
      for (uint32_t k = sp->scc_first[s]; k < sp->scc_first[s + 1]; k++) {
        uint32_t f = sp->scc_funcs[k];
        dies |= sp->not_return[f];
        for (uint32_t t = sp->target0[sp->g->site_of[f]]; t < sp->target0[sp->g->site_of[f + 1]]; t++)
          dies |= sp->not_return[sp->targets[t]];
        for (uint32_t c = sp->g->site_of[f]; c < sp->g->site_of[f + 1]; c++)
          dies |= sp->ext_not_return && sp->g->sites[c].escaped;
      }
      for (uint32_t k = sp->scc_first[s]; k < sp->scc_first[s + 1]; k++)
        sp->not_return[sp->scc_funcs[k]] |= dies;
    }
    for (uint32_t i = 0; i < p->nfuncs && !sp->ext_not_return; i++)
      if (sp->g->objs[sp->g->fobj[i]].escaped && p->funcs[i].has_body && sp->not_return[i])
        sp->ext_not_return = again = true;
  }
}

static bool site_may_die(const slice_program *sp, uint32_t func, const fe_insn *in) {
  const fe_call *c = &sp->p->funcs[func].calls[in->aux];
  uint32_t site = sp->g->site_of[func] + in->aux, nt = sp->target0[site + 1] - sp->target0[site];
  if (c->noreturn || in->op == FE_ASM) return true;
  for (uint32_t k = 0; k < nt; k++)
    if (sp->not_return[sp->targets[sp->target0[site] + k]]) return true;
  return sp->ext_not_return && (nt == 0 || sp->g->sites[site].escaped);
}

void slice_build_ends(slice_program *sp) {
  functions(sp);
  for (uint32_t func = 0; func < sp->p->nfuncs; func++) {
    const fe_func *f = &sp->p->funcs[func];
    for (uint32_t i = 0; f->has_body && i < f->ninsns; i++)
      if (f->insns[i].op == FE_CALL || f->insns[i].op == FE_ASM)
        sp->effects[sp->g->site_of[func] + f->insns[i].aux].may_not_return = site_may_die(sp, func,
                                                                                          &f->insns[i]);
  }
}
