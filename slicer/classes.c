/* The cells one body cannot tell apart are one class: two cells that belong to exactly the same of the sets its
 * instructions and calls touch. Found by partition refinement. Cells that neither the body nor a callee reads share the
 * last class. A body then works on some dozen classes instead of tens of thousands of cells. */
#include "slicer/impl.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct build {
  const slice_program *sp;
  uint32_t func;
  const fe_func *f;
  uint32_t *ids, nids, capids; /* cell sets in use, ascending */
  slice_span *spans;           /* [index in ids] */
  uint32_t *cls;               /* [cell] */
  uint32_t ncls, nlist, caplist;
} build;

static int by_number(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

static void use(build *b, uint32_t id) {
  if (id == 0) return;
  SLICE_ROOM(b->ids, b->nids, b->capids);
  b->ids[b->nids++] = id;
}

static uint32_t index_of(const build *b, uint32_t id) {
  uint32_t lo = 0, hi = b->nids;
  while (lo < hi) {
    uint32_t mid = (lo + hi) / 2;
    if (b->ids[mid] < id)
      lo = mid + 1;
    else
      hi = mid;
  }
  assert(lo < b->nids && b->ids[lo] == id);
  return lo;
}

static bool reads_a(uint8_t op) { return op == FE_LOAD; }

static const slice_effect *effect_of(const build *b, uint32_t call) {
  return &b->sp->effects[b->sp->g->site_of[b->func] + call];
}

/* All sets in use, and the union of those that are read. */
static void gather(build *b, slice_set *read) {
  const slice_program *sp = b->sp;
  for (uint32_t i = 0; i < b->f->ninsns; i++) {
    const fe_insn *in = &b->f->insns[i];
    uint32_t at = sp->insn0[b->func] + i;
    use(b, sp->mem_set[at]);
    use(b, sp->mem_set2[at]);
    if (reads_a(in->op)) slice_set_or(read, &sp->csets.sets[sp->mem_set[at]]);
    slice_set_or(read, &sp->csets.sets[sp->mem_set2[at]]);
    if (in->op == FE_CALL || in->op == FE_ASM) {
      const slice_effect *e = effect_of(b, in->aux);
      for (uint32_t k = 0; k < e->nmod + e->nref; k++) {
        use(b, sp->touches[e->first + k].cells);
        if (k >= e->nmod) slice_set_or(read, &sp->csets.sets[sp->touches[e->first + k].cells]);
      }
    }
  }
  if (b->nids) qsort(b->ids, b->nids, sizeof *b->ids, by_number);
  uint32_t n = 0;
  for (uint32_t i = 0; i < b->nids; i++)
    if (i == 0 || b->ids[i] != b->ids[i - 1]) b->ids[n++] = b->ids[i];
  b->nids = n;
}

/* Splits every class that a set cuts. Class 0 holds the cells in no set so far. */
static void refine(build *b, const slice_set *s, uint32_t **into, uint32_t **size, uint32_t *cap) {
  uint32_t before = b->ncls;
  for (slice_iter it = {0}; slice_set_next(s, &it);)
    (*into)[b->cls[it.x]]++; /* how many of the class are in the set */
  for (slice_iter it = {0}; slice_set_next(s, &it);) {
    uint32_t c = b->cls[it.x];
    if (c >= before) continue;
    if (c != 0 && (*into)[c] == (*size)[c]) /* wholly inside: stays */
      continue;
    if ((*into)[c] != 0 && (*into)[c] < FE_NONE / 2) { /* first of its class: make the new one */
      if (b->ncls + 1 > *cap) {
        *cap *= 2;
        *into = slice_grow(*into, *cap, sizeof **into);
        *size = slice_grow(*size, *cap, sizeof **size);
      }
      (*size)[b->ncls] = 0;
      (*into)[b->ncls] = 0;
      (*into)[c] = FE_NONE - b->ncls; /* remembers the new class */
      b->ncls++;
    }
    uint32_t to = FE_NONE - (*into)[c];
    b->cls[it.x] = to;
    (*size)[to]++;
    if (c != 0) (*size)[c]--;
  }
  for (uint32_t c = 0; c < b->ncls; c++) (*into)[c] = 0;
}

static void partition(build *b, const slice_set *read) {
  uint32_t cap = 256, *into = slice_alloc(cap, sizeof *into), *size = slice_alloc(cap, sizeof *size);
  slice_set part = {0};
  b->cls = slice_alloc(b->sp->ncells, sizeof *b->cls);
  b->ncls = 1;
  for (uint32_t i = 0; i < b->nids; i++) {
    slice_set_copy(&part, &b->sp->csets.sets[b->ids[i]]);
    slice_set_and(&part, read);
    refine(b, &part, &into, &size, &cap);
  }
  slice_set_free(&part);
  free(into);
  free(size);
}

/* Numbers the classes that are left and lists those of every set. */
static void list_classes(build *b, slice_classes *k, const slice_set *read) {
  const slice_program *sp = b->sp;
  uint32_t *number = slice_grow(NULL, b->ncls, sizeof *number),
           *stamp = slice_alloc(b->ncls + 1, sizeof *stamp);
  memset(number, 0xff, b->ncls * sizeof *number);
  bool rec = sp->scc_rec[sp->scc_of[b->func]];
  k->outlives = slice_alloc(b->ncls + 1, 1);
  k->member = slice_alloc(b->ncls + 1, sizeof *k->member);
  for (slice_iter it = {0}; slice_set_next(read, &it);) {
    uint32_t c = b->cls[it.x];
    if (number[c] == FE_NONE) {
      k->member[k->n] = it.x;
      number[c] = k->n++;
    }
    const pt_obj *o = &sp->g->objs[sp->cells[it.x].obj];
    bool local = (o->kind == PT_ALLOCA || o->kind == PT_BYVAL) && o->a == b->func && !rec;
    k->outlives[number[c]] |= !local;
  }
  k->outlives[k->n] = true;
  k->member[k->n] = FE_NONE;
  k->n++;
  b->spans = slice_alloc(b->nids, sizeof *b->spans);
  slice_set rest = {0};
  for (uint32_t i = 0; i < b->nids; i++) {
    const slice_set *s = &sp->csets.sets[b->ids[i]];
    b->spans[i].first = b->nlist;
    for (slice_iter it = {0}; slice_set_next(s, &it);) {
      uint32_t c = b->cls[it.x];
      if (c == 0 || stamp[c] == i + 1) continue;
      stamp[c] = i + 1;
      SLICE_ROOM(k->list, b->nlist, b->caplist);
      k->list[b->nlist++] = number[c];
    }
    slice_set_minus(&rest, s, read);
    bool unread = false; /* own variables nobody reads do not matter at all */
    for (slice_iter it = {0}; !unread && slice_set_next(&rest, &it);) {
      const pt_obj *o = &sp->g->objs[sp->cells[it.x].obj];
      unread = !((o->kind == PT_ALLOCA || o->kind == PT_BYVAL) && o->a == b->func && !rec);
    }
    if (unread) {
      SLICE_ROOM(k->list, b->nlist, b->caplist);
      k->list[b->nlist++] = k->n - 1;
    }
    b->spans[i].n = b->nlist - b->spans[i].first;
  }
  slice_set_free(&rest);
  free(number);
  free(stamp);
}

static slice_span span_of(const build *b, uint32_t id) {
  return id ? b->spans[index_of(b, id)] : (slice_span){0, 0};
}

/* The classes of several touches as one span, without those that are places. */
static slice_span join(build *b, slice_classes *k, const slice_touch *v, uint32_t n, const slice_places *skip,
                       uint32_t *stamp, uint32_t mark) {
  slice_span out = {b->nlist, 0};
  for (uint32_t i = 0; i < n; i++) {
    if (skip && slice_place_of(skip, &v[i]) != FE_NONE) continue;
    slice_span s = span_of(b, v[i].cells);
    for (uint32_t j = 0; j < s.n; j++) {
      uint32_t c = k->list[s.first + j];
      if (stamp[c] == mark) continue;
      stamp[c] = mark;
      SLICE_ROOM(k->list, b->nlist, b->caplist);
      k->list[b->nlist++] = c;
      out.n++;
    }
  }
  return out;
}

static bool is_strong(const build *b, uint32_t insn) {
  const slice_program *sp = b->sp;
  const fe_insn *in = &b->f->insns[insn];
  if (in->op != FE_STORE) return false;
  const slice_set *pts = &sp->ptsets.sets[slice_ptset(sp, b->func, in->a)],
                  *s = &sp->csets.sets[sp->mem_set[sp->insn0[b->func] + insn]];
  if (slice_set_count(pts) != 1 || slice_set_count(s) != 1) return false;
  slice_iter it = {0}, loc = {0};
  slice_set_next(s, &it);
  slice_set_next(pts, &loc);
  const slice_cell *c = &sp->cells[it.x];
  return slice_single(sp, it.x, b->func) && c->size == fe_ty_size(in->ty) && sp->g->locs[loc.x].off == c->off;
}

static void allocate(slice_classes *k, const fe_func *f) {
  *k = (slice_classes){0};
  k->mem = slice_alloc(f->ninsns, sizeof *k->mem);
  k->mem2 = slice_alloc(f->ninsns, sizeof *k->mem2);
  k->mod = slice_alloc(f->ncalls, sizeof *k->mod);
  k->ref = slice_alloc(f->ncalls, sizeof *k->ref);
  k->strong = slice_alloc(f->ninsns, 1);
}

void slice_classes_build(slice_classes *k, const slice_program *sp, uint32_t func,
                         const slice_places *places) {
  const fe_func *f = &sp->p->funcs[func];
  build b = {.sp = sp, .func = func, .f = f};
  slice_set read = {0};
  allocate(k, f);
  gather(&b, &read);
  partition(&b, &read);
  list_classes(&b, k, &read);
  uint32_t *stamp = slice_alloc(k->n + 1, sizeof *stamp), mark = 0;
  for (uint32_t i = 0; i < f->ninsns; i++) {
    uint32_t at = sp->insn0[func] + i;
    k->mem[i] = span_of(&b, sp->mem_set[at]);
    k->mem2[i] = span_of(&b, sp->mem_set2[at]);
    k->strong[i] = k->mem[i].n == 1 && is_strong(&b, i);
    if (f->insns[i].op == FE_CALL || f->insns[i].op == FE_ASM) {
      uint32_t call = f->insns[i].aux;
      const slice_effect *e = effect_of(&b, call);
      const slice_touch *v = sp->touches + e->first;
      k->mod[call] = e->nmod ? join(&b, k, v, e->nmod, NULL, stamp, ++mark) : (slice_span){0, 0};
      k->ref[call] = e->nref ? join(&b, k, v + e->nmod, e->nref, places, stamp, ++mark) : (slice_span){0, 0};
    }
  }
  slice_set_free(&read);
  free(stamp);
  free(b.ids);
  free(b.spans);
  free(b.cls);
}

/* ---- the naive slicer ---- */

/* Stack objects used only as the address of loads and stores, steps included. */
static uint32_t *private_objects(const fe_func *f) {
  uint32_t *root = slice_grow(NULL, f->nregs ? f->nregs : 1, sizeof *root);
  memset(root, 0xff, f->nregs * sizeof *root);
  for (int pass = 0; pass < 2; pass++) { /* roots, then what leaks them (blocks need not be in order) */
    for (uint32_t i = 0; i < f->ninsns; i++) {
      const fe_insn *in = &f->insns[i];
      if (in->op == FE_ALLOCA)
        root[in->dst] = in->dst;
      else if ((in->op == FE_PTRADD || in->op == FE_MOV) && root[in->a] != FE_NONE)
        root[in->dst] = root[in->a];
    }
  }
  bool *leaks = slice_alloc(f->nregs, 1);
  for (uint32_t i = 0; i < f->ninsns; i++) {
    const fe_insn *in = &f->insns[i];
    bool address_only = in->op == FE_LOAD || in->op == FE_STORE || in->op == FE_PTRADD || in->op == FE_MOV;
    fe_reg regs[] = {address_only ? FE_NONE : in->a, in->op == FE_RET ? FE_NONE : in->b, in->c};
    if (in->op == FE_ALLOCA || in->op == FE_CBR || in->op == FE_SWITCH) continue;
    for (int k = 0; k < 3; k++)
      if (regs[k] != FE_NONE && regs[k] < f->nregs && root[regs[k]] != FE_NONE) leaks[root[regs[k]]] = true;
  }
  for (uint32_t i = 0; i < f->nmoves; i++)
    if (root[f->moves[i].src] != FE_NONE) leaks[root[f->moves[i].src]] = true;
  for (uint32_t i = 0; i < f->nlists; i++)
    if (root[f->lists[i]] != FE_NONE) leaks[root[f->lists[i]]] = true;
  for (uint32_t c = 0; c < f->ncalls; c++)
    for (uint32_t j = 0; j < f->calls[c].nargs; j++)
      if (root[f->calls[c].args[j]] != FE_NONE) leaks[root[f->calls[c].args[j]]] = true;
  for (uint32_t r = 0; r < f->nregs; r++)
    if (root[r] != FE_NONE && leaks[root[r]]) root[r] = FE_NONE;
  free(leaks);
  return root;
}

void slice_classes_naive(slice_classes *k, const slice_program *sp, uint32_t func) {
  const fe_func *f = &sp->p->funcs[func];
  allocate(k, f);
  uint32_t *root = private_objects(f), nlist = 0, caplist = 0;
  uint32_t *number = slice_alloc(f->nregs, sizeof *number);
  SLICE_ROOM(k->list, nlist, caplist);
  k->list[nlist++] = 0; /* class 0: all memory that escapes */
  k->n = 1;
  for (uint32_t r = 0; r < f->nregs; r++)
    if (root[r] == r) {
      number[r] = k->n++;
      SLICE_ROOM(k->list, nlist, caplist);
      k->list[nlist++] = number[r];
    }
  k->outlives = slice_alloc(k->n + 1, 1);
  k->member = slice_grow(NULL, k->n + 1, sizeof *k->member);
  memset(k->member, 0xff, (k->n + 1) * sizeof *k->member);
  k->outlives[0] = k->outlives[k->n] = true;
  for (uint32_t i = 0; i < f->ninsns; i++) {
    const fe_insn *in = &f->insns[i];
    bool memory = in->op == FE_LOAD || in->op == FE_STORE;
    bool block = in->op == FE_MEMCPY || in->op == FE_MEMMOVE || in->op == FE_MEMSET || in->op == FE_VASTART ||
                 in->op == FE_VACOPY;
    if (memory && root[in->a] != FE_NONE)
      k->mem[i] = (slice_span){number[root[in->a]], 1};
    else if (memory || block)
      k->mem[i] = k->mem2[i] = (slice_span){0, 1};
    if (in->op == FE_CALL || in->op == FE_ASM) k->mod[in->aux] = k->ref[in->aux] = (slice_span){0, 1};
  }
  k->n++;
  free(root);
  free(number);
}

void slice_classes_free(slice_classes *k) {
  free(k->list);
  free(k->mem);
  free(k->mem2);
  free(k->mod);
  free(k->ref);
  free(k->strong);
  free(k->outlives);
  free(k->member);
}
