/* From the solution of the points-to analysis to memory cells. Locations of an object whose accesses overlap (a union, a
 * word read as bytes) become one cell, so that later "same memory" is "same cell". Equal points-to sets and equal cell
 * sets are stored once and named by a number: programs have few different ones. */
#include "slicer/impl.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void number_ptsets(slice_program *sp) {
  pt_graph *g = sp->g;
  slice_pool_init(&sp->ptsets);
  sp->ptset_of = slice_alloc(g->nnodes, sizeof *sp->ptset_of);
  uint32_t *final = slice_grow(NULL, g->pool.n,
                               sizeof *final); /* set of the solver -> the same without merged locations */
  memset(final, 0xff, g->pool.n * sizeof *final);
  slice_set s = {0};
  for (uint32_t n = 0; n < g->nnodes; n++) {
    uint32_t set = g->pts[pt_find(g, n)];
    if (final[set] == FE_NONE) {
      s.n = 0;
      for (slice_iter it = {0}; slice_set_next(&g->pool.sets[set], &it);)
        slice_set_add(&s, pt_loc_find(g, it.x));
      final[set] = slice_pool_id(&sp->ptsets, &s);
    }
    sp->ptset_of[n] = final[set];
    if (g->rep[n] == n) sp->stats.targets += slice_set_count(&sp->ptsets.sets[final[set]]);
    slice_set_free(&g->succ[n]);
  }
  slice_set_free(&s);
  slice_pool_free(&g->pool);
  free(final);
}

/* ---- cells ---- */

static bool inside(const pt_obj *o, int64_t off) {
  return pt_one_cell(o) || o->size == 0 || (off >= 0 && (uint64_t)off < o->size);
}

/* Largest scalar access at each location. */
static uint32_t *access_sizes(slice_program *sp) {
  uint32_t *of_set = slice_alloc(sp->ptsets.n, sizeof *of_set),
           *of_loc = slice_alloc(sp->g->nlocs, sizeof *of_loc);
  for (uint32_t i = 0; i < sp->p->nfuncs; i++) {
    const fe_func *f = &sp->p->funcs[i];
    for (uint32_t k = 0; f->has_body && k < f->ninsns; k++) {
      const fe_insn *in = &f->insns[k];
      if (in->op != FE_LOAD && in->op != FE_STORE) continue;
      uint32_t s = slice_ptset(sp, i, in->a), size = fe_ty_size(in->ty);
      if (size > of_set[s]) of_set[s] = size;
    }
  }
  for (uint32_t s = 0; s < sp->ptsets.n; s++)
    for (slice_iter it = {0}; of_set[s] && slice_set_next(&sp->ptsets.sets[s], &it);)
      if (of_set[s] > of_loc[it.x]) of_loc[it.x] = of_set[s];
  free(of_set);
  return of_loc;
}

static uint32_t new_cell(slice_program *sp, slice_cell c) {
  SLICE_ROOM(sp->cells, sp->ncells, sp->capcells);
  sp->cells[sp->ncells] = c;
  return sp->ncells++;
}

static void cells_of_object(slice_program *sp, uint32_t obj, const uint32_t *size) {
  const pt_graph *g = sp->g;
  const pt_obj *o = &g->objs[obj];
  sp->blob_of[obj] = new_cell(sp, (slice_cell){obj, 0, 0, true});
  uint32_t current = FE_NONE;
  int64_t end = 0;
  const pt_range *window = NULL; /* folded range whose elements must all be one cell */
  for (uint32_t i = 0; i < o->nlocs; i++) {
    uint32_t l = o->locs[i];
    int64_t off = g->locs[l].off;
    if (pt_one_cell(o)) {
      sp->cell_of_loc[l] = sp->blob_of[obj];
      continue;
    }
    if (size[l] == 0 || !inside(o, off)) continue;
    const pt_range *r = pt_range_at(o, off);
    if (current != FE_NONE && (off < end || (r && r == window))) {
      slice_cell *c = &sp->cells[current];
      if (off + size[l] > end) end = off + size[l];
      c->size = (uint32_t)(end - c->off);
    } else {
      current = new_cell(sp, (slice_cell){obj, off, size[l], r != NULL});
      end = off + size[l];
    }
    sp->cells[current].folded |= r != NULL;
    sp->cell_of_loc[l] = current;
    if (!r || off + size[l] <= r->base + (int64_t)r->m) continue;
    /* the access reaches into the next element: everything of the range so far, and to come, joins it */
    window = r;
    uint32_t first = current;
    for (uint32_t j = 0; j < i; j++)
      if (pt_range_at(o, g->locs[o->locs[j]].off) == r && sp->cell_of_loc[o->locs[j]] < first)
        first = sp->cell_of_loc[o->locs[j]];
    for (uint32_t j = 0; j <= i; j++)
      if (sp->cell_of_loc[o->locs[j]] != FE_NONE && sp->cell_of_loc[o->locs[j]] > first)
        sp->cell_of_loc[o->locs[j]] = first;
    sp->cells[first].size = (uint32_t)(end - sp->cells[first].off);
    sp->cells[first].folded = true;
    current = first;
    sp->ncells = first + 1;
  }
}

void slice_build_cells(slice_program *sp) {
  pt_graph *g = sp->g;
  number_ptsets(sp);
  uint32_t *size = access_sizes(sp);
  sp->cell_of_loc = slice_grow(NULL, g->nlocs ? g->nlocs : 1, sizeof *sp->cell_of_loc);
  memset(sp->cell_of_loc, 0xff, g->nlocs * sizeof *sp->cell_of_loc);
  sp->blob_of = slice_grow(NULL, g->nobjs ? g->nobjs : 1, sizeof *sp->blob_of);
  memset(sp->blob_of, 0xff, g->nobjs * sizeof *sp->blob_of);
  sp->first_cell = slice_alloc(g->nobjs + 1, sizeof *sp->first_cell);
  slice_pool_init(&sp->csets);
  for (uint32_t o = 0; o < g->nobjs; o++) {
    sp->first_cell[o] = sp->ncells;
    if (g->objs[o].kind != PT_TEMP && g->objs[o].kind != PT_FUNC && g->objs[o].kind != PT_UNKFN)
      cells_of_object(sp, o, size);
  }
  sp->first_cell[g->nobjs] = sp->ncells;
  for (uint32_t i = 0; i < sp->ncells; i++) {
    const pt_obj *o = &g->objs[sp->cells[i].obj];
    if (o->escaped || o->kind == PT_UNKNOWN) slice_set_add(&sp->escaped, i);
  }
  free(size);
}

/* The location at an offset of an object, FE_NONE when nobody computed it. */
static uint32_t location_at(const pt_graph *g, uint32_t obj, int64_t want) {
  const pt_obj *o = &g->objs[obj];
  if (pt_one_cell(o)) want = 0;
  const pt_range *r = pt_one_cell(o) ? NULL : pt_range_at(o, want);
  if (r) {
    int64_t d = (want - r->base) % (int64_t)r->m;
    want = r->base + (d < 0 ? d + (int64_t)r->m : d);
  }
  uint32_t lo = 0, hi = o->nlocs;
  while (lo < hi) {
    uint32_t mid = (lo + hi) / 2;
    if (g->locs[o->locs[mid]].off < want)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo < o->nlocs && g->locs[o->locs[lo]].off == want ? o->locs[lo] : FE_NONE;
}

uint32_t slice_existing(const pt_graph *g, uint32_t loc, int64_t off) {
  if (off == 0 || pt_one_cell(&g->objs[g->locs[loc].obj])) return loc;
  return location_at(g, g->locs[loc].obj, g->locs[loc].off + off);
}

static bool leads_to(const slice_program *sp, uint32_t ptset, const slice_target *t) {
  const pt_graph *g = sp->g;
  const slice_set *s = &sp->ptsets.sets[ptset];
  uint32_t obj = t->is_func ? g->fobj[t->index] : g->gobj[t->index], l = location_at(g, obj, t->off);
  if (slice_set_has(s, g->u) && g->objs[obj].escaped) return true;
  return l != FE_NONE && slice_set_has(s, pt_loc_find(sp->g, l));
}

bool slice_value_may_lead(const slice_program *sp, uint32_t func, fe_reg r, const slice_target *t) {
  return leads_to(sp, sp->ptset_of[pt_reg(sp->g, func, r)], t);
}

bool slice_variable_may_lead(const slice_program *sp, uint32_t global, uint64_t off, const slice_target *t) {
  uint32_t l = location_at(sp->g, sp->g->gobj[global], (int64_t)off);
  return l == FE_NONE || leads_to(sp, sp->ptset_of[sp->g->locs[pt_loc_find(sp->g, l)].node], t);
}

static void add_cells(slice_program *sp, slice_set *out, uint32_t loc, int64_t off, uint64_t len) {
  const pt_graph *g = sp->g;
  uint32_t obj = g->locs[loc].obj;
  const pt_obj *o = &g->objs[obj];
  if (sp->blob_of[obj] == FE_NONE) return;
  if (len == SLICE_SCALAR) {
    uint32_t l = slice_existing(g, loc, off);
    if (l != FE_NONE && sp->cell_of_loc[l] != FE_NONE)
      slice_set_add(out, sp->cell_of_loc[l]);
    else if (inside(o, g->locs[loc].off + off))
      slice_set_add(out, sp->blob_of[obj]);
    return;
  }
  int64_t from = g->locs[loc].off + off;
  bool all = o->nranges != 0 || pt_one_cell(o) || len > INT32_MAX;
  bool upward = !o->nranges && !pt_one_cell(o); /* unknown length, but from here on */
  for (uint32_t c = sp->first_cell[obj]; c < sp->first_cell[obj + 1]; c++) {
    const slice_cell *x = &sp->cells[c];
    bool below = upward && x->size && x->off + x->size <= from;
    bool above = !all && x->size && x->off >= from + (int64_t)len;
    if (!below && !above) slice_set_add(out, c);
  }
}

uint32_t slice_cells_of(slice_program *sp, uint32_t ptset, int64_t off, uint64_t len) {
  if (2 * (sp->nmemo + 1) > sp->memo_size) {
    uint32_t old = sp->memo_size;
    slice_memo *was = sp->memo;
    sp->memo_size = old ? 2 * old : 4096;
    sp->memo = slice_alloc(sp->memo_size, sizeof *sp->memo);
    for (uint32_t i = 0; i < sp->memo_size; i++) sp->memo[i].cells = FE_NONE;
    sp->nmemo = 0;
    for (uint32_t i = 0; i < old; i++)
      if (was[i].cells != FE_NONE) {
        uint64_t k = (was[i].pts * UINT64_C(0x9e3779b97f4a7c15)) ^ ((uint64_t)was[i].off * 0x9e3779b1u) ^
                     was[i].len;
        uint32_t h = (uint32_t)((k ^ (k >> 29)) & (sp->memo_size - 1));
        while (sp->memo[h].cells != FE_NONE) h = (h + 1) & (sp->memo_size - 1);
        sp->memo[h] = was[i];
        sp->nmemo++;
      }
    free(was);
  }
  uint64_t k = (ptset * UINT64_C(0x9e3779b97f4a7c15)) ^ ((uint64_t)off * 0x9e3779b1u) ^ len;
  uint32_t h = (uint32_t)((k ^ (k >> 29)) & (sp->memo_size - 1));
  for (; sp->memo[h].cells != FE_NONE; h = (h + 1) & (sp->memo_size - 1))
    if (sp->memo[h].pts == ptset && sp->memo[h].off == off && sp->memo[h].len == len)
      return sp->memo[h].cells;
  slice_set out = {0};
  for (slice_iter it = {0}; slice_set_next(&sp->ptsets.sets[ptset], &it);)
    add_cells(sp, &out, it.x, off, len);
  if (slice_set_has(&sp->ptsets.sets[ptset], sp->g->u)) slice_set_or(&out, &sp->escaped);
  uint32_t id = slice_pool_id(&sp->csets, &out);
  slice_set_free(&out);
  sp->memo[h] = (slice_memo){ptset, id, off, len};
  sp->nmemo++;
  return id;
}

bool slice_single(const slice_program *sp, uint32_t cell, uint32_t func) {
  const slice_cell *c = &sp->cells[cell];
  const pt_obj *o = &sp->g->objs[c->obj];
  if (c->folded || c->size == 0) return false;
  if (o->kind == PT_GLOBAL) return !sp->p->globals[o->a].is_thread_local;
  if (o->kind == PT_BYVAL) return o->a == func && !sp->scc_rec[sp->scc_of[func]];
  if (o->kind != PT_ALLOCA || o->a != func || sp->scc_rec[sp->scc_of[func]]) return false;
  const fe_func *f = &sp->p->funcs[func]; /* made once per call: in the entry block */
  return o->b < f->blocks[0].first + f->blocks[0].count && o->b >= f->blocks[0].first;
}
