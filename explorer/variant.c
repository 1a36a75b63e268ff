/* Re-analysis (SGEN 5.2.2). A summary holds for distinct input objects. Where a caller lets two of them be one, the callee is
 * explored once more as a unit of its own, with that alias pattern assumed; the cases found become a further variant of its
 * summary. A variant is a property of the callee and the pattern, not of the caller that asked first. */
#include "explorer/internal.h"

#include <stdlib.h>
#include <string.h>

/* ---- from one space to another ---- */

static uint32_t import_obj(shape_space *to, const shape_space *from, uint32_t id) {
  shape_obj o = *shape_obj_get(from, id);
  if (o.kind == SHAPE_INPUT) o.via = ex_import_atom(to, from, o.via);
  return shape_obj_intern(to, &o);
}

uint32_t ex_import_atom(shape_space *to, const shape_space *from, uint32_t id) {
  shape_atom a = *shape_atom_get(from, id);
  if (a.kind == SHAPE_CELL || a.kind == SHAPE_SIZE) a.obj = import_obj(to, from, a.obj);
  return shape_atom_intern(to, &a);
}

typedef struct importer {
  sum_summary *to;
  const sum_summary *from;
  term_subst *subst;
} importer;

static term import_leaf(void *self, uint32_t atom, unsigned width) {
  importer *im = self;
  return term_atom(im->to->tc, width, ex_import_atom(im->to->space, im->from->space, atom));
}

static term import_addr(void *self, uint32_t obj, int64_t offset) {
  importer *im = self;
  return term_addr(im->to->tc, import_obj(im->to->space, im->from->space, obj), offset);
}

static void *array(importer *im, uint32_t n, size_t size) { return sum_alloc_bytes(im->to, (n + 1) * size); }

static term *import_terms(importer *im, const term *t, uint32_t n) {
  term *r = array(im, n, sizeof *r);
  for (uint32_t i = 0; i < n; i++) r[i] = term_subst_apply(im->subst, t[i]);
  return r;
}

static int by_atom(const void *a, const void *b) {
  uint32_t x = ((const sum_value *)a)->atom, y = ((const sum_value *)b)->atom;
  return (x > y) - (x < y);
}

static void import_witness(importer *im, const sum_case *c, sum_case *r) {
  r->witness = array(im, c->nwitness, sizeof *r->witness);
  for (uint32_t i = 0; i < c->nwitness; i++) {
    sum_value v = c->witness[i];
    uint32_t obj;
    int64_t off;
    if (shape_atom_get(im->from->space, v.atom)->width == 64 && term_addr_split(v.lo, &obj, &off) && obj &&
        obj <= shape_obj_count(im->from->space))
      v.lo = term_addr_value(import_obj(im->to->space, im->from->space, obj), off);
    v.atom = ex_import_atom(im->to->space, im->from->space, v.atom);
    r->witness[i] = v;
  }
  qsort(r->witness, c->nwitness, sizeof *r->witness, by_atom);
}

static sum_case import_case(importer *im, const sum_case *c, uint32_t variant) {
  sum_summary *to = im->to;
  sum_case r = *c;
  const shape_space *from = im->from->space;
  r.variant = variant;
  r.decisions = array(im, c->ndecisions, sizeof *r.decisions);
  if (c->ndecisions) memcpy(r.decisions, c->decisions, c->ndecisions * sizeof *r.decisions);
  r.constraint = import_terms(im, c->constraint, c->nconstraint);
  r.ret = import_terms(im, c->ret, c->nret);
  r.needs = array(im, c->nneeds, sizeof *r.needs);
  for (uint32_t i = 0; i < c->nneeds; i++)
    r.needs[i] = (sum_need){import_obj(to->space, from, c->needs[i].obj), c->needs[i].lo, c->needs[i].hi};
  r.stack = array(im, c->nstack, sizeof *r.stack);
  for (uint32_t i = 0; i < c->nstack; i++)
    r.stack[i] = (sum_place){sum_strdup(to, c->stack[i].usr), c->stack[i].insn};
  r.detail = sum_strdup(to, c->detail);
  r.writes = array(im, c->nwrites, sizeof *r.writes);
  for (uint32_t i = 0; i < c->nwrites; i++) {
    r.writes[i] = c->writes[i];
    r.writes[i].obj = import_obj(to->space, from, c->writes[i].obj);
    r.writes[i].value = term_subst_apply(im->subst, c->writes[i].value);
  }
  r.allocs = array(im, c->nallocs, sizeof *r.allocs);
  for (uint32_t i = 0; i < c->nallocs; i++)
    r.allocs[i] = (sum_alloc){import_obj(to->space, from, c->allocs[i].obj),
                              term_subst_apply(im->subst, c->allocs[i].size), c->allocs[i].zeroed};
  r.frees = array(im, c->nfrees, sizeof *r.frees);
  for (uint32_t i = 0; i < c->nfrees; i++) r.frees[i] = import_obj(to->space, from, c->frees[i]);
  import_witness(im, c, &r);
  return r;
}

/* ---- adding a variant ---- */

static sum_summary *copy_of(const sum_summary *s) {
  size_t len;
  const char *err;
  uint8_t *bytes = sum_encode(s, &len);
  sum_summary *r = sum_decode(bytes, len, &err);
  free(bytes);
  return r;
}

static void add_stubs(sum_summary *to, const sum_summary *from) {
  for (uint32_t i = 0; i < from->nstubs; i++) {
    bool known = false;
    for (uint32_t k = 0; k < to->nstubs; k++) known |= !strcmp(to->stubs[k], from->stubs[i]);
    if (known) continue;
    const char **n = sum_alloc_bytes(to, (to->nstubs + 1) * sizeof *n);
    if (to->nstubs) memcpy(n, to->stubs, to->nstubs * sizeof *n);
    n[to->nstubs++] = sum_strdup(to, from->stubs[i]);
    to->stubs = n;
  }
}

static void add_variant(sum_summary *to, const sum_summary *fresh, const sum_alias *aliases, uint32_t n) {
  importer im = {.to = to, .from = fresh};
  im.subst = term_subst_new(to->tc, fresh->tc, &(term_subst_fns){&im, import_leaf, import_addr});
  sum_variant *vs = sum_alloc_bytes(to, (to->nvariants + 1) * sizeof *vs);
  memcpy(vs, to->variants, to->nvariants * sizeof *vs);
  sum_variant *v = &vs[to->nvariants];
  v->complete = fresh->status == SUM_COMPLETE;
  v->naliases = n;
  v->aliases = array(&im, n, sizeof *v->aliases);
  memcpy(v->aliases, aliases, n * sizeof *aliases);
  if (v->complete) {
    sum_case *cases = array(&im, to->ncases + fresh->ncases, sizeof *cases);
    if (to->ncases) memcpy(cases, to->cases, to->ncases * sizeof *cases);
    for (uint32_t i = 0; i < fresh->ncases; i++)
      cases[to->ncases + i] = import_case(&im, &fresh->cases[i], to->nvariants);
    to->cases = cases;
    to->ncases += fresh->ncases;
    add_stubs(to, fresh);
  }
  to->variants = vs;
  to->nvariants++;
  term_subst_free(im.subst);
}

sum_summary *ex_reanalyse(ex_engine *e, uint32_t func, const sum_summary *old, const sum_alias *aliases,
                          uint32_t n) {
  assert(!e->extending[func]);
  sum_summary *r = copy_of(old);
  if (!r) return NULL;
  e->extending[func] = 1;
  e->stats.reanalyses++;
  sum_summary *fresh = ex_explore_aliased(e, func, old->space, aliases, n);
  e->extending[func] = 0;
  add_variant(r, fresh, aliases, n);
  sum_free(fresh);
  sum_summary *stored = copy_of(r); /* what is applied is always the stored form */
  sum_free(r);
  return stored;
}
