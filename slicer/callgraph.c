/* Call graph and its strongly connected components (Tarjan), in the order the work plan wants: callees first. */
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

void slice_build_callgraph(slice_program *sp) {
  collect_targets(sp);
  components(sp);
}
