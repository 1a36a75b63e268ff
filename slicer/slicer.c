/* The library's front: builds the whole-program part once and hands out slices of single functions, computed when first
 * asked for. Two threads that ask for the same function at once both compute it; the first result is kept. */
#include "slicer/impl.h"

#include <stdlib.h>
#include <time.h>

static uint64_t now_usec(void) { /* of this thread: other work on the machine is not the slicer's cost */
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

slice_program *slice_new(const fe_program *p, const slice_options *opt) {
  slice_program *sp = slice_alloc(1, sizeof *sp);
  sp->p = p;
  if (opt) sp->opt = *opt;
  pthread_mutex_init(&sp->lock, NULL);
  uint64_t t0 = now_usec();
  sp->g = pt_build(p);
  sp->stats.nodes = sp->g->nnodes;
  sp->stats.constraints = sp->g->ncons;
  sp->stats.objects = sp->g->nobjs;
  uint64_t t1 = now_usec();
  slice_build_callgraph(sp);
  slice_build_cells(sp);
  slice_build_modref(sp);
  slice_build_ends(sp);
  sp->stats.cells = sp->ncells;
  sp->stats.usec_pointsto = t1 - t0;
  sp->stats.usec_modref = now_usec() - t1;
  sp->results = slice_alloc(p->nfuncs, sizeof *sp->results);
  return sp;
}

void slice_free(slice_program *sp) {
  if (!sp) return;
  for (uint32_t i = 0; i < sp->p->nfuncs; i++) {
    slice_result *r = atomic_load(&sp->results[i]);
    if (r) slice_result_free(r);
    free(sp->sums[i].access);
  }
  slice_pool_free(&sp->ptsets);
  slice_pool_free(&sp->csets);
  for (uint32_t i = 0; i < sp->nreasons; i++) free(sp->reasons[i]);
  slice_set_free(&sp->escaped);
  pt_free(sp->g);
  void *parts[] = {sp->ptset_of,       sp->cells,    sp->cell_of_loc, sp->blob_of, sp->first_cell,
                   sp->memo,           sp->targets,  sp->target0,     sp->scc_of,  sp->scc_first,
                   sp->scc_funcs,      sp->scc_rec,  sp->not_return,  sp->sums,    sp->effects,
                   sp->mem_set,        sp->mem_set2, sp->insn0,       sp->touches, sp->reasons,
                   (void *)sp->results};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) free(parts[i]);
  pthread_mutex_destroy(&sp->lock);
  free(sp);
}

uint32_t slice_nsccs(const slice_program *sp) { return sp->nsccs; }

slice_scc slice_scc_at(const slice_program *sp, uint32_t i) {
  return (slice_scc){sp->scc_first[i + 1] - sp->scc_first[i], sp->scc_funcs + sp->scc_first[i],
                     sp->scc_rec[i]};
}

uint32_t slice_scc_of(const slice_program *sp, uint32_t func) { return sp->scc_of[func]; }

const uint32_t *slice_targets(const slice_program *sp, uint32_t func, uint32_t call, uint32_t *n,
                              bool *complete) {
  uint32_t site = sp->g->site_of[func] + call;
  *n = sp->target0[site + 1] - sp->target0[site];
  *complete = *n > 0 && !sp->g->sites[site].unknown;
  return sp->targets + sp->target0[site];
}

bool slice_may_not_return(const slice_program *sp, uint32_t func) { return sp->not_return[func]; }

size_t slice_may_write(const slice_program *sp, uint32_t func, uint32_t call, slice_piece *out, size_t cap) {
  const slice_effect *e = &sp->effects[sp->g->site_of[func] + call];
  slice_set mod = {0};
  size_t n = 0;
  for (uint32_t i = 0; i < e->nmod; i++) slice_set_or(&mod, &sp->csets.sets[sp->touches[e->first + i].cells]);
  for (slice_iter it = {0}; slice_set_next(&mod, &it);) {
    const slice_cell *c = &sp->cells[it.x];
    const pt_obj *o = &sp->g->objs[c->obj];
    if (o->kind != PT_GLOBAL || o->is_const || !c->size) continue;
    slice_piece p = {o->a, (uint64_t)c->off, c->size, 0, 0};
    const pt_range *r = pt_range_at(o, c->off);
    if (r) {
      p.step = r->m;
      p.end = r->hi < 0 || (uint64_t)r->hi > o->size ? o->size : (uint64_t)r->hi;
    }
    if (n++ < cap) out[n - 1] = p;
  }
  slice_set_free(&mod);
  return n;
}

const slice_result *slice_func(slice_program *sp, uint32_t func) {
  slice_result *r = atomic_load(&sp->results[func]), *none = NULL;
  if (r) return r;
  uint64_t t0 = now_usec();
  r = slice_compute(sp, func, NULL, NULL);
  if (!atomic_compare_exchange_strong(&sp->results[func], &none, r)) {
    slice_result_free(r);
    return none;
  }
  pthread_mutex_lock(&sp->lock);
  sp->stats.usec_slices += now_usec() - t0;
  pthread_mutex_unlock(&sp->lock);
  return r;
}

const slice_site *slice_site_at(const slice_result *r, uint32_t insn) {
  uint32_t lo = 0, hi = r->nsites;
  while (lo < hi) {
    uint32_t mid = (lo + hi) / 2;
    if (r->sites[mid].insn < insn)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo < r->nsites && r->sites[lo].insn == insn ? &r->sites[lo] : NULL;
}

const char *slice_verdict_name(slice_verdict v) {
  static const char *const names[] = {"nothing", "exit only", "error check", "decision"};
  return names[v];
}

const char *slice_check_name(slice_check_kind k) {
  static const char *const names[] = {"address", "divisor", "assertion", "allocation size"};
  return names[k];
}

slice_stats slice_get_stats(const slice_program *sp) { return sp->stats; }
