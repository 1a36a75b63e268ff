/* Call graph and its strongly connected components (Tarjan), in the order the work plan wants: callees first. On the way,
 * which functions may fail to return: those that can reach exit, abort, longjmp or a trap, directly or through a call,
 * or a part of their body from which no return can be reached. */
#include "slicer/impl.h"

#include <stdlib.h>
#include <string.h>

static void collect_targets(slice_program *sp) {
  pt_graph *g = sp->g;
  uint32_t n = 0;
  for (uint32_t s = 0; s < g->nsites; s++) n += slice_set_count(&g->sites[s].bound);
  sp->targets = slice_alloc(n, sizeof *sp->targets);
  sp->target0 = slice_alloc(g->nsites + 1, sizeof *sp->target0);
  n = 0;
  for (uint32_t s = 0; s < g->nsites; s++) {
    sp->target0[s] = n;
    for (slice_iter it = {0}; slice_set_next(&g->sites[s].bound, &it);) sp->targets[n++] = it.x;
    const fe_func *f = &sp->p->funcs[g->sites[s].func];
    if (g->sites[s].insn != FE_NONE && f->calls[g->sites[s].call].indirect) {
      sp->stats.indirect_calls++;
      sp->stats.unresolved_calls += g->sites[s].bound.n == 0;
    }
  }
  sp->target0[g->nsites] = n;
}

typedef struct walk {
  slice_program *sp;
  uint32_t *index, *low, *stack, nstack, next, nfuncs_out;
  struct step {
    uint32_t func, at;
  } *call;
  uint32_t ncall;
} walk;

static void push(walk *w, uint32_t f) {
  w->index[f] = w->low[f] = ++w->next;
  w->stack[w->nstack++] = f;
  w->call[w->ncall++] = (struct step){f, w->sp->target0[w->sp->g->site_of[f]]};
}

static int by_number(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

static void close_component(walk *w, uint32_t v) {
  slice_program *sp = w->sp;
  uint32_t first = w->nfuncs_out, u;
  sp->scc_first[sp->nsccs] = first;
  do {
    u = w->stack[--w->nstack];
    sp->scc_of[u] = sp->nsccs;
    sp->scc_funcs[w->nfuncs_out++] = u;
  } while (u != v);
  qsort(sp->scc_funcs + first, w->nfuncs_out - first, sizeof *sp->scc_funcs, by_number);
  sp->nsccs++;
}

static void components(slice_program *sp) {
  uint32_t n = sp->p->nfuncs;
  sp->scc_of = slice_grow(NULL, n ? n : 1, sizeof *sp->scc_of);
  memset(sp->scc_of, 0xff, n * sizeof *sp->scc_of);
  sp->scc_first = slice_alloc(n + 1, sizeof *sp->scc_first);
  sp->scc_funcs = slice_alloc(n, sizeof *sp->scc_funcs);
  walk w = {sp,
            slice_alloc(n, 4),
            slice_alloc(n, 4),
            slice_alloc(n, 4),
            0,
            0,
            0,
            slice_alloc(n, sizeof(struct step)),
            0};
  for (uint32_t r = 0; r < n; r++) {
    if (w.index[r]) continue;
    push(&w, r);
    while (w.ncall) {
      struct step *s = &w.call[w.ncall - 1];
      uint32_t v = s->func;
      if (s->at < sp->target0[sp->g->site_of[v + 1]]) {
        uint32_t t = sp->targets[s->at++];
        if (!w.index[t])
          push(&w, t);
        else if (sp->scc_of[t] == FE_NONE && w.index[t] < w.low[v])
          w.low[v] = w.index[t];
        continue;
      }
      w.ncall--;
      if (w.ncall && w.low[v] < w.low[w.call[w.ncall - 1].func]) w.low[w.call[w.ncall - 1].func] = w.low[v];
      if (w.low[v] == w.index[v]) close_component(&w, v);
    }
  }
  sp->scc_first[sp->nsccs] = w.nfuncs_out;
  free(w.index);
  free(w.low);
  free(w.stack);
  free(w.call);
  sp->scc_rec = slice_alloc(sp->nsccs, 1);
  for (uint32_t v = 0; v < n; v++)
    for (uint32_t k = sp->target0[sp->g->site_of[v]]; k < sp->target0[sp->g->site_of[v + 1]]; k++)
      if (sp->scc_of[sp->targets[k]] == sp->scc_of[v]) sp->scc_rec[sp->scc_of[v]] = true;
}

/* ---- not returning ---- */

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

/* Does the body itself, calls taken as returning unless they never do, have an end other than return? */
static bool body_may_die(const slice_program *sp, uint32_t func) {
  const fe_func *f = &sp->p->funcs[func];
  bool *reached = slice_alloc(f->nblocks, 1), *returns = slice_alloc(f->nblocks, 1),
       *stops = slice_alloc(f->nblocks, 1);
  uint32_t *stack = slice_alloc(f->nblocks + 1, sizeof *stack), n = 0, e0;
  bool dies = false;
  for (uint32_t b = 0; b < f->nblocks; b++) {
    const fe_block *bl = &f->blocks[b];
    for (uint32_t i = 0; i < bl->count; i++) stops[b] |= slice_call_dies(sp, func, &f->insns[bl->first + i]);
    returns[b] = f->insns[bl->first + bl->count - 1].op == FE_RET && !stops[b];
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

static void find_not_returning(slice_program *sp) {
  const fe_program *p = sp->p;
  sp->not_return = slice_alloc(p->nfuncs, 1);
  for (uint32_t i = 0; i < p->nfuncs; i++)
    sp->not_return[i] = p->funcs[i].has_body ? body_may_die(sp, i)
                                             : function_dies(sp, i) || p->funcs[i].unsupported;
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

void slice_build_callgraph(slice_program *sp) {
  collect_targets(sp);
  components(sp);
  find_not_returning(sp);
}
