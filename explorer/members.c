/* Which cases of a summary can be said at a call, and which of them go together. Cases of one class leave the same objects alive
 * and as many answers of stubs behind, so they are applied at once: what they return and write is merged under their entry
 * conditions, and k calls with m cases each do not make m^k paths. Where the slicer sees that the results become addresses,
 * only cases with the same results are one class: there a choice among values costs more with every use than a path for
 * each of them. */
#include "explorer/apply.h"

#include <stdlib.h>
#include <string.h>

/* ---- one case ---- */

static bool objects_known(const ex_application *a, const sum_case *c) {
  for (uint32_t i = 0; i < c->nneeds; i++)
    if (!a->spots[c->needs[i].obj].known) return false;
  return true;
}

/* Members of one class leave the same objects alive, and the same number of answers and allocations behind. */
static bool agree(const ex_application *a, const sum_case *x, const sum_case *y) {
  if (x->nfrees != y->nfrees || (x->nfrees && memcmp(x->frees, y->frees, x->nfrees * sizeof *x->frees)))
    return false;
  if (!sum_same_stub_use(x, y)) return false;
  if (a->u->e->opt.checks & EX_CHECK(SUM_LEAK)) {
    if (x->nallocs != y->nallocs) return false;
    for (uint32_t i = 0; i < x->nallocs; i++)
      if (x->allocs[i].obj != y->allocs[i].obj) return false;
  }
  return true;
}

/* Translates one term for a member: globals and new heap objects may still be found; input objects may not. */
static term member_term(ex_application *a, term t) {
  term r;
  while (!(r = ex_translate(a, t))) {
    if (a->hopeless) return 0;
    uint8_t kind = shape_obj_get(a->sum->space, a->missing)->kind;
    if (kind == SHAPE_INPUT || kind == SHAPE_LOCAL || ex_find_object(a, a->missing) != EX_FOUND) return 0;
  }
  return r;
}

/* A pointer the case handed to a stub: NULL, to the start of an object, or one that the caller has not followed either. */
static bool pointer_fits(ex_application *a, uint32_t obj) {
  ex_unit *u = a->u;
  if (!a->spots[obj].known) {
    if (shape_obj_get(a->sum->space, obj)->kind != SHAPE_INPUT) return ex_find_object(a, obj) == EX_FOUND;
    term t = ex_pointer_here(a, obj);
    if (!t) return false;
    ex_val v = ex_known(u, a->s, ex_from_term(u, t));
    if (v.t) return ex_plain_pointer(u, v.t) != 0;
    if (!v.c) return true;
    if (ex_find_object(a, obj) != EX_FOUND) return false;
  }
  return a->spots[obj].off == 0;
}

static bool is_clobbered(const ex_application *a, const sum_case *c, uint32_t caller_obj) {
  for (uint32_t i = 0; i < c->nclobbers; i++) {
    const ex_spot *sp = &a->spots[c->clobbers[i].obj];
    if (sp->known && sp->obj == caller_obj) return true;
  }
  return false;
}

/* A stub may write to all that can be reached from what it is given. Here that may be more than the case knows of: objects
 * behind pointers that the callee did not follow and the caller did. */
static bool reaches_more(ex_application *a, const sum_case *c) {
  ex_unit *u = a->u;
  ex_reach r = {.u = u};
  for (uint32_t i = 0; i < c->nclobbers; i++) {
    const ex_spot *sp = &a->spots[c->clobbers[i].obj];
    if (sp->known) ex_reach_value(&r, a->s, ex_num(term_addr_value(sp->obj, 0)));
  }
  ex_reach_close(&r, a->s);
  bool more = false;
  for (uint32_t i = 0; i < r.n && !more; i++) {
    const ex_obj *o = ex_find_obj(u, a->s, r.obj[i]);
    more = o && o->alive && !o->read_only && !is_clobbered(a, c, r.obj[i]);
  }
  ex_reach_free(&r);
  return more;
}

/* What the case read as volatile must be memory that others see here too; of two objects that are one here nobody knows in which
 * order they were read. */
static bool reads_fit(ex_application *a, const sum_case *c) {
  for (uint32_t i = 0; i < c->nanswers; i++) {
    uint32_t obj = c->answers[i].obj;
    if (!obj) continue;
    const ex_spot *sp = &a->spots[obj];
    bool fits = (sp->known || (shape_obj_get(a->sum->space, obj)->kind != SHAPE_INPUT &&
                               ex_find_object(a, obj) == EX_FOUND)) &&
                ex_is_outside(a->u, ex_find_obj(a->u, a->s, sp->obj));
    for (uint32_t k = 0; fits && k < i; k++)
      fits = !c->answers[k].obj || a->spots[c->answers[k].obj].obj != sp->obj;
    if (fits) continue;
    a->why = EX_STUBBED;
    return false;
  }
  return true;
}

/* Stubs the case asked must be stubs here too, and what it left to them must be reachable by name. */
bool ex_stubs_fit(ex_application *a, const sum_case *c) {
  if (!reads_fit(a, c)) return false;
  for (uint32_t i = 0; i < c->nanswers; i++) {
    a->missing = 0, a->hopeless = false;
    if (c->answers[i].via && !ex_callback_here(a, c->answers[i].via)) return false;
  }
  for (uint32_t i = 0; i < c->nclobbers; i++)
    if (!pointer_fits(a, c->clobbers[i].obj)) {
      a->why = EX_STUBBED;
      return false;
    }
  if (!c->nclobbers || !reaches_more(a, c)) return true;
  a->why = EX_STUBBED;
  return false;
}

static bool is_false(const ex_unit *u, term t) {
  return term_is_const(u->tc, t) && !term_const_value(u->tc, t);
}

/* The member for a case; its guard is constant false when the case cannot be. false: it cannot be said here. */
static bool make_member(ex_application *a, const sum_case *c, ex_member *m) {
  ex_unit *u = a->u;
  *m = (ex_member){.c = c};
  if (!ex_case_fits(a, c, &m->guard)) return false;
  for (uint32_t i = 0; i < c->nconstraint; i++) {
    term t = member_term(a, c->constraint[i]);
    if (!t || ex_mentions_uninit(u, t)) return false;
    m->guard = term_and(u->tc, m->guard, t);
    if (i + 1 == c->nconstraint && c->outcome == SUM_NULL_DEREF)
      m->guard = term_and(u->tc, m->guard, ex_declared(a, t));
    if (is_false(u, m->guard)) return true;
  }
  if (!ex_stubs_fit(a, c)) return false;
  m->ret = ex_arena_alloc(u->arena, (c->nret + 1) * sizeof *m->ret);
  m->values = ex_arena_alloc(u->arena, (c->nwrites + 1) * sizeof *m->values);
  m->sizes = ex_arena_alloc(u->arena, (c->nallocs + 1) * sizeof *m->sizes);
  for (uint32_t i = 0; i < c->nallocs; i++) {
    if (ex_find_object(a, c->allocs[i].obj) != EX_FOUND) return false;
    if (!(m->sizes[i] = member_term(a, c->allocs[i].size))) return false;
  }
  for (uint32_t i = 0; i < c->nret; i++)
    if (!(m->ret[i] = member_term(a, c->ret[i]))) return false;
  for (uint32_t i = 0; i < c->nwrites; i++) {
    uint32_t obj = c->writes[i].obj;
    if (!a->spots[obj].known &&
        (shape_obj_get(a->sum->space, obj)->kind == SHAPE_INPUT || ex_find_object(a, obj) != EX_FOUND))
      return false;
    if (!(m->values[i] = member_term(a, c->writes[i].value))) return false;
  }
  return true;
}

/* ---- classes ---- */

/* Would merged results of this call end up as addresses or sizes? There a choice among many values costs more with every use
 * than a path of its own for each of them (the slicer's checks tell). */
static bool feeds_addresses(const ex_application *a) {
  const ex_unit *u = a->u;
  uint32_t func = a->s->top->func;
  if (u->e->opt.no_slice || !u->e->slices) return false;
  ex_consult(u, EX_FACT_SLICE, func);
  const slice_site *site = slice_site_at(slice_func(u->e->slices, func), a->s->top->insn);
  for (uint32_t i = 0; site && i < site->nchecks; i++)
    if (site->checks[i].kind == SLICE_ADDRESS || site->checks[i].kind == SLICE_ALLOC_SIZE) return true;
  return false;
}

static bool same_terms(const term *x, const term *y, uint32_t n) {
  return !n || !memcmp(x, y, n * sizeof *x);
}

/* Do the members leave the same behind, down to the values? */
static bool same_effect(const ex_member *x, const ex_member *y) {
  const sum_case *c = x->c, *d = y->c;
  if (c->outcome != d->outcome || c->nret != d->nret || c->nwrites != d->nwrites || c->nallocs != d->nallocs)
    return false;
  for (uint32_t i = 0; i < c->nwrites; i++)
    if (c->writes[i].obj != d->writes[i].obj || c->writes[i].offset != d->writes[i].offset ||
        c->writes[i].bytes != d->writes[i].bytes)
      return false;
  for (uint32_t i = 0; i < c->nallocs; i++)
    if (c->allocs[i].obj != d->allocs[i].obj || c->allocs[i].zeroed != d->allocs[i].zeroed) return false;
  return same_terms(x->ret, y->ret, c->nret) && same_terms(x->values, y->values, c->nwrites) &&
         same_terms(x->sizes, y->sizes, c->nallocs);
}

static bool goes_with(const ex_application *a, const ex_member *x, const ex_member *y, bool apart) {
  return !a->u->e->opt.no_partial && agree(a, x->c, y->c) && (!apart || same_effect(x, y));
}

static bool returns(const ex_member *m) { return m->c->outcome == SUM_RETURNED; }

/* The first class is leader's, with everything that does not return; the others follow in the order of their first cases. */
static void sort_into_classes(ex_application *a, ex_members *ms, const ex_member *all, uint32_t n,
                              const ex_member *leader) {
  bool apart = leader && feeds_addresses(a);
  uint32_t *class = ex_xrealloc(NULL, (n + 1) * sizeof *class);
  const ex_member **first = ex_xrealloc(NULL, (n + 1) * sizeof *first);
  first[0] = leader;
  ms->nclasses = n > 0;
  for (uint32_t i = 0; i < n; i++) {
    class[i] = 0;
    if (!returns(&all[i])) continue;
    while (class[i] < ms->nclasses && !goes_with(a, &all[i], first[class[i]], apart) && &all[i] != leader)
      class[i]++;
    if (class[i] == ms->nclasses) first[ms->nclasses++] = &all[i];
  }
  ms->classes = ex_xrealloc(NULL, (ms->nclasses + 1) * sizeof *ms->classes);
  for (uint32_t k = 0; k < ms->nclasses; k++) {
    ex_class *c = &ms->classes[k];
    *c = (ex_class){.ms = ex_arena_alloc(a->u->arena, (n + 1) * sizeof *c->ms),
                    .any = term_bool(a->u->tc, false)};
    for (uint32_t i = 0; i < n; i++) {
      if (class[i] != k) continue;
      c->any = term_or(a->u->tc, c->any, all[i].guard);
      c->ms[c->n++] = all[i];
    }
  }
  free(class), free(first);
}

static bool was_left_out(const ex_state *s, const sum_case *c) {
  for (const ex_left_out *l = s->left_out; l; l = l->next)
    for (uint32_t i = 0; i < l->n; i++)
      if (l->cases[i] == c) return true;
  return false;
}

bool ex_members_find(ex_application *a, const sum_case *chosen, ex_members *ms) {
  ex_unit *u = a->u;
  const sum_summary *sum = a->sum;
  *ms = (ex_members){.any = term_bool(u->tc, false), .all = sum->variants[0].complete, .only_cut = true};
  ex_member *all = ex_xrealloc(NULL, (sum->ncases + 1) * sizeof *all);
  uint32_t n = 0, leader = UINT32_MAX;
  for (uint32_t i = 0; i < sum->ncases; i++) {
    const sum_case *c = &sum->cases[i];
    bool in = ex_is_usable(c) && (c == chosen || objects_known(a, c));
    if (in && !make_member(a, c, &all[n])) {
      if (c == chosen) {
        free(all);
        return false;
      }
      in = false;
    }
    ms->all &= in;
    ms->only_cut &= in || !ex_is_usable(c);
    if (!in || is_false(u, all[n].guard)) continue;
    if (c->outcome == SUM_NULL_DEREF)
      ms->all = ms->only_cut = false; /* the guard was narrowed by declarations */
    ms->any = term_or(u->tc, ms->any, all[n].guard);
    if (was_left_out(a->s, c)) continue;
    if (returns(&all[n]) && (c == chosen || leader == UINT32_MAX)) leader = n;
    n++;
  }
  sort_into_classes(a, ms, all, n, leader == UINT32_MAX ? NULL : &all[leader]);
  free(all);
  return true;
}

void ex_members_free(ex_members *ms) { free(ms->classes); }

const ex_left_out *ex_leave_out(const ex_application *a, const ex_members *ms, term outside) {
  ex_unit *u = a->u;
  uint32_t n = 0;
  for (uint32_t k = 0; k < ms->nclasses; k++) n += ms->classes[k].n;
  ex_left_out *l = ex_arena_alloc(u->arena, sizeof *l);
  const sum_case **cases = ex_arena_alloc(u->arena, (n + 1) * sizeof *cases);
  *l = (ex_left_out){a->s->left_out, a->sum, outside, cases, 0};
  for (uint32_t k = 0; k < ms->nclasses; k++)
    for (uint32_t i = 0; i < ms->classes[k].n; i++) cases[l->n++] = ms->classes[k].ms[i].c;
  return l;
}

/* ---- for later ---- */

const ex_pick *ex_pick_new(const ex_application *a, const ex_class *c, const ex_pick *like) {
  ex_pick *p = ex_arena_alloc(a->u->arena, sizeof *p);
  *p = (ex_pick){.sum = a->sum, .callee = a->callee, .ms = c->ms, .n = c->n, .nplaced = a->nplaced};
  if (like) {
    p->spots = like->spots, p->placed = like->placed;
    return p;
  }
  size_t nspots = (shape_obj_count(a->sum->space) + 1) * sizeof *p->spots;
  p->spots = memcpy(ex_arena_alloc(a->u->arena, nspots), a->spots, nspots);
  p->placed = ex_arena_alloc(a->u->arena, (a->nplaced + 1) * sizeof *p->placed);
  if (a->nplaced) memcpy(p->placed, a->placed, a->nplaced * sizeof *p->placed);
  return p;
}

void ex_pick_restore(ex_application *a, const ex_pick *p) {
  memcpy(a->spots, p->spots, (shape_obj_count(a->sum->space) + 1) * sizeof *a->spots);
  if (p->nplaced) memcpy(a->placed, p->placed, p->nplaced * sizeof *a->placed);
  a->nplaced = p->nplaced;
  for (uint32_t i = 0; i < p->n; i++)
    ex_stubs_fit(a, p->ms[i].c); /* what stubs are asked through, as it was before the call */
}
