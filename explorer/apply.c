/* A call by summary (SGEN 5.2). The callee's cases are a relation between entry and exit; at a call site
 *   - the case the witness falls into is found, following the caller's pointers only as far as that case does;
 *   - all cases that need no more of the caller's memory than is known by then, and that free the same objects, are applied
 *     together: what they return and write is merged under their entry conditions, so k calls with m cases do not multiply;
 *   - error and exit cases among them become outcomes of the caller; contexts outside the group are left to a fork, which
 *     comes here again with a witness of its own.
 * A context the summary does not cover (aliased objects, an object too small, a deeper structure than the bounds allowed) is
 * not consistent: the callee is executed inline instead. */
#include "explorer/internal.h"

#include <stdlib.h>
#include <string.h>

typedef struct spot { /* where an object of the callee lies in the caller */
  bool known;
  uint32_t obj;
  int64_t off;
} spot;

typedef struct application {
  ex_unit *u;
  ex_state *s;
  const sum_summary *sum;
  const fe_insn *in;
  const fe_call *c;
  uint32_t callee;
  const ex_val *args;
  spot *spots; /* per callee object */
  term *atoms; /* per callee atom: its value in the caller, 0 not asked yet */
  term_subst *subst;
  uint32_t missing;          /* a translation failed: this callee object has no spot yet */
  bool hopeless;             /* a translation failed for good */
  uint32_t clash_q, clash_p; /* two input objects of the callee that are one here, 0: none */
  int64_t clash_offset;
  uint32_t *heap,
      nheap; /* callee objects that will be new allocations here; made when the application is certain */
  ex_go go;
} application;

/* ---- translation ---- */

static term param_term(application *a, uint32_t index, unsigned width) {
  if (index >= a->c->nargs || a->c->arg_ty[index].bits != width) {
    a->hopeless = true;
    return term_const(a->u->tc, width, 0);
  }
  return ex_term(a->u, ex_known(a->u, a->s, a->args[index]), width);
}

static term atom_term(void *self, uint32_t atom, unsigned width) {
  application *a = self;
  if (a->atoms[atom]) return a->atoms[atom];
  const shape_atom *sa = shape_atom_get(a->sum->space, atom);
  term t = term_const(a->u->tc, width, 0);
  switch (sa->kind) {
  case SHAPE_PARAM: t = param_term(a, sa->index, width); break;
  case SHAPE_CELL: {
    const spot *sp = &a->spots[sa->obj];
    if (!sp->known) {
      a->missing = sa->obj;
      return t;
    }
    const ex_obj *o = ex_find_obj(a->u, a->s, sp->obj);
    if (!o || !o->alive) {
      a->hopeless = true;
      return t;
    }
    t = ex_term(a->u, ex_known(a->u, a->s, ex_mem_read(a->u, a->s, sp->obj, sp->off + sa->offset, width / 8)),
                width);
    break;
  }
  case SHAPE_STUB:
    if (strcmp(sa->symbol, "uninit") == 0) {
      t = ex_uninit(a->u, a->s, width);
      break;
    }
    a->hopeless = true; /* how many answers were asked for depends on the case */
    return t;
  default: a->hopeless = true; return t;
  }
  return a->atoms[atom] = t;
}

static term addr_term(void *self, uint32_t obj, int64_t offset) {
  application *a = self;
  const spot *sp = &a->spots[obj];
  if (!sp->known) {
    a->missing = obj;
    return term_const(a->u->tc, 64, 0);
  }
  return term_addr(a->u->tc, sp->obj, sp->off + offset);
}

static void fresh_subst(application *a) {
  if (a->subst) term_subst_free(a->subst);
  a->subst = term_subst_new(a->u->tc, a->sum->tc, &(term_subst_fns){a, atom_term, addr_term});
}

/* 0 when something is missing. */
static term translate(application *a, term t) {
  a->missing = 0;
  if (term_has_call(a->sum->tc, t)) a->hopeless = true;
  term r = a->hopeless ? 0 : term_subst_apply(a->subst, t);
  if (!a->missing && !a->hopeless) return r;
  fresh_subst(a); /* the memo holds values made with the dummy */
  return 0;
}

/* ---- finding the caller's objects ---- */

static uint32_t depth_of(const shape_space *space, const shape_obj *o) {
  uint32_t n = 0;
  for (const shape_atom *via;
       o->kind == SHAPE_INPUT && (via = shape_atom_get(space, o->via))->kind == SHAPE_CELL; n++)
    o = shape_obj_get(space, via->obj);
  return n;
}

/* Object q lies offset bytes behind object p. The pointer with the longer way is the one that is bound to the other. */
static void note_clash(application *a, uint32_t q, uint32_t p, int64_t offset) {
  const shape_space *space = a->sum->space;
  const shape_obj *oq = shape_obj_get(space, q), *op = shape_obj_get(space, p);
  if (oq->kind != SHAPE_INPUT || op->kind != SHAPE_INPUT) return;
  uint32_t dq = depth_of(space, oq), dp = depth_of(space, op);
  bool swap = dq < dp || (dq == dp && q < p);
  a->clash_q = swap ? op->via : oq->via;
  a->clash_p = swap ? oq->via : op->via;
  a->clash_offset = swap ? -offset : offset;
}

static bool place(application *a, uint32_t obj, uint32_t caller_obj, int64_t off) {
  /* distinct objects of the callee must be distinct here */
  for (uint32_t i = 1; i <= shape_obj_count(a->sum->space); i++) {
    if (!a->spots[i].known || a->spots[i].obj != caller_obj || i == obj) continue;
    note_clash(a, obj, i, off - a->spots[i].off);
    return false;
  }
  a->spots[obj] = (spot){true, caller_obj, off};
  return true;
}

typedef enum found { FOUND, NOT_THIS_CASE, GIVE_UP, ENDED, AGAIN /* with another witness */ } found;

static found find_global(application *a, uint32_t obj, const shape_obj *so) {
  ex_unit *u = a->u;
  if (so->kind == SHAPE_FUNC) {
    for (uint32_t i = 0; i < u->p->nfuncs; i++)
      if (u->p->funcs[i].usr && !strcmp(u->p->funcs[i].usr, so->symbol))
        return place(a, obj, ex_func_object(u, i), 0) ? FOUND : GIVE_UP;
    return GIVE_UP;
  }
  for (uint32_t i = 0; i < u->p->nglobals; i++) {
    const fe_global *g = &u->p->globals[i];
    if (strcmp(g->usr ? g->usr : g->name, so->symbol)) continue;
    uint32_t id = ex_global_id(u, i);
    return ex_find_obj(u, a->s, id) && place(a, obj, id, 0) ? FOUND : GIVE_UP;
  }
  return GIVE_UP;
}

static found find_object(application *a, uint32_t obj) {
  ex_unit *u = a->u;
  const shape_obj *so = shape_obj_get(a->sum->space, obj);
  if (so->kind == SHAPE_GLOBAL || so->kind == SHAPE_FUNC) return find_global(a, obj, so);
  if (so->kind == SHAPE_HEAP) { /* what the callee allocates is new here */
    char name[300];
    snprintf(name, sizeof name, "%s in %s", so->name, a->sum->name);
    const fe_func *fn = &u->p->funcs[a->s->top->func];
    shape_obj ho = {.kind = SHAPE_HEAP,
                    .symbol = fn->usr ? fn->usr : fn->name,
                    .site = a->s->top->insn,
                    .seq = a->s->nallocs + a->nheap + 1,
                    .name = name,
                    .type = so->type};
    a->heap[a->nheap++] = obj;
    return place(a, obj, shape_obj_intern(u->space, &ho), 0) ? FOUND : GIVE_UP;
  }
  if (so->kind != SHAPE_INPUT) return GIVE_UP;
  const shape_atom *via = shape_atom_get(a->sum->space, so->via);
  if (via->kind == SHAPE_CELL && !a->spots[via->obj].known) {
    found f = find_object(a, via->obj);
    if (f != FOUND) return f;
  }
  a->missing = 0;
  term t = atom_term(a, so->via, 64);
  if (a->hopeless || a->missing) return GIVE_UP;
  if (term_eval(u->tc, t, a->s->model->m) == 0) return NOT_THIS_CASE;
  uint32_t caller_obj;
  ex_val off;
  if (ex_resolve(u, a->s, ex_from_term(u, t), &caller_obj, &off) == EX_FORKED) return ENDED;
  if (!caller_obj || off.t) return GIVE_UP;
  const ex_obj *o = ex_find_obj(u, a->s, caller_obj);
  if (!o || !o->alive || o->size.t) return GIVE_UP;
  return place(a, obj, caller_obj, (int64_t)off.c) ? FOUND : GIVE_UP;
}

/* The bytes the case needs must be there; input objects of the caller grow. */
static bool fits(application *a, const sum_case *c) {
  for (uint32_t i = 0; i < c->nneeds; i++) {
    const spot *sp = &a->spots[c->needs[i].obj];
    const ex_obj *o = ex_find_obj(a->u, a->s, sp->obj);
    int64_t lo = sp->off + c->needs[i].lo, hi = sp->off + c->needs[i].hi;
    if (!o || !o->alive) return false;
    if (o->growable)
      ex_need_extent(a->u, a->s, sp->obj, lo, hi);
    else if (lo < 0 || (uint64_t)hi > o->size.c)
      return false;
  }
  for (uint32_t i = 0; i < c->nwrites; i++) {
    const spot *sp = &a->spots[c->writes[i].obj];
    const ex_obj *o = sp->known ? ex_find_obj(a->u, a->s, sp->obj) : NULL;
    if (o && o->read_only) return false;
  }
  for (uint32_t i = 0; i < c->nfrees; i++) { /* the callee took it for something that can be freed */
    const spot *sp = &a->spots[c->frees[i]];
    const ex_obj *o = sp->known ? ex_find_obj(a->u, a->s, sp->obj) : NULL;
    if (!o || sp->off || (o->kind != SHAPE_HEAP && o->kind != SHAPE_INPUT)) return false;
  }
  return true;
}

/* Parameters of the unit that are declared not to be NULL are not, where they are followed: the condition under which the
 * callee's NULL dereference at test is a real one. */
static term declared(application *a, term test) {
  ex_unit *u = a->u;
  uint32_t n;
  const uint32_t *atoms = term_atoms(u->tc, test, &n);
  term all = term_bool(u->tc, true);
  uint32_t *copy = ex_arena_alloc(u->arena, (n + 1) * sizeof *copy);
  if (n) memcpy(copy, atoms, n * sizeof *copy);
  for (uint32_t i = 0; i < n; i++)
    if (shape_atom_get(u->space, copy[i])->width == 64 && ex_declared_nonnull(u, copy[i]))
      all =
          term_and(u->tc, all,
                   term_not(u->tc, term_eq(u->tc, term_atom(u->tc, 64, copy[i]), term_const(u->tc, 64, 0))));
  return all;
}

/* Does the witness fall into this case? Finds the objects the case follows on the way. */
static found try_case(application *a, const sum_case *c) {
  term t = 0;
  for (uint32_t i = 0; i < c->nconstraint; i++) {
    while (!(t = translate(a, c->constraint[i]))) {
      if (a->hopeless) return GIVE_UP;
      found f = find_object(a, a->missing);
      if (f != FOUND) return f;
    }
    if (ex_mentions_uninit(a->u, t))
      return GIVE_UP; /* the callee may not have looked at it: an error, or none */
    if (!term_eval(a->u->tc, t, a->s->model->m)) return NOT_THIS_CASE;
  }
  for (uint32_t i = 0; i < c->nneeds; i++) {
    if (a->spots[c->needs[i].obj].known) continue;
    found f = find_object(a, c->needs[i].obj);
    if (f != FOUND) return f;
  }
  if (c->outcome == SUM_NULL_DEREF && t) {
    term real = declared(a, t);
    if (!term_eval(a->u->tc, real, a->s->model->m)) return ex_assume(a->u, a->s, real) ? AGAIN : ENDED;
  }
  return fits(a, c) ? FOUND : GIVE_UP;
}

/* ---- the group ---- */

typedef struct member {
  const sum_case *c;
  term guard;
  term *ret, *values, *sizes;
} member;

static bool objects_known(const application *a, const sum_case *c) {
  for (uint32_t i = 0; i < c->nneeds; i++)
    if (!a->spots[c->needs[i].obj].known) return false;
  return true;
}

static bool same_frees(const sum_case *a, const sum_case *b) {
  return a->nfrees == b->nfrees && (!a->nfrees || !memcmp(a->frees, b->frees, a->nfrees * sizeof *a->frees));
}

/* Translates one term for the group: globals and new heap objects may still be found; input objects may not. */
static term group_term(application *a, term t) {
  term r;
  while (!(r = translate(a, t))) {
    if (a->hopeless) return 0;
    const shape_obj *so = shape_obj_get(a->sum->space, a->missing);
    if (so->kind == SHAPE_INPUT || so->kind == SHAPE_LOCAL || find_object(a, a->missing) != FOUND) return 0;
  }
  return r;
}

static bool make_member(application *a, const sum_case *c, member *m) {
  ex_unit *u = a->u;
  *m = (member){.c = c, .guard = term_bool(u->tc, true)};
  for (uint32_t i = 0; i < c->nconstraint; i++) {
    term t = group_term(a, c->constraint[i]);
    if (!t || ex_mentions_uninit(u, t)) return false;
    m->guard = term_and(u->tc, m->guard, t);
    if (i + 1 == c->nconstraint && c->outcome == SUM_NULL_DEREF)
      m->guard = term_and(u->tc, m->guard, declared(a, t));
    if (term_is_const(u->tc, m->guard) && !term_const_value(u->tc, m->guard))
      return true; /* cannot be: no need for the rest */
  }
  m->ret = ex_arena_alloc(u->arena, (c->nret + 1) * sizeof *m->ret);
  m->values = ex_arena_alloc(u->arena, (c->nwrites + 1) * sizeof *m->values);
  m->sizes = ex_arena_alloc(u->arena, (c->nallocs + 1) * sizeof *m->sizes);
  for (uint32_t i = 0; i < c->nallocs; i++) {
    if (!a->spots[c->allocs[i].obj].known && find_object(a, c->allocs[i].obj) != FOUND) return false;
    if (!(m->sizes[i] = group_term(a, c->allocs[i].size))) return false;
  }
  for (uint32_t i = 0; i < c->nret; i++)
    if (!(m->ret[i] = group_term(a, c->ret[i]))) return false;
  for (uint32_t i = 0; i < c->nwrites; i++) {
    uint32_t obj = c->writes[i].obj;
    if (!a->spots[obj].known &&
        (shape_obj_get(a->sum->space, obj)->kind == SHAPE_INPUT || find_object(a, obj) != FOUND))
      return false;
    if (!(m->values[i] = group_term(a, c->writes[i].value))) return false;
  }
  return true;
}

/* ---- application ---- */

static bool allocates(const member *ms, uint32_t n, uint32_t obj) {
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t k = 0; k < ms[i].c->nallocs; k++)
      if (ms[i].c->allocs[k].obj == obj) return true;
  return false;
}

/* What no member leaves allocated was freed by the callee, or belongs to a case outside the group. */
static void allocate(application *a, const member *ms, uint32_t n) {
  for (uint32_t i = 0; i < a->nheap; i++) {
    ex_obj *o = ex_obj_add(a->s, a->spots[a->heap[i]].obj, SHAPE_HEAP, EX_FILL_UNINIT, ex_num(0));
    o->on_heap = true;
    o->alive = allocates(ms, n, a->heap[i]);
  }
  a->s->nallocs += a->nheap;
}

static void write_guarded(application *a, const member *m, bool alone) {
  ex_unit *u = a->u;
  for (uint32_t i = 0; i < m->c->nallocs; i++) {
    ex_obj *o = ex_obj_own(a->s, a->spots[m->c->allocs[i].obj].obj);
    if (m->c->allocs[i].zeroed) o->fill = EX_FILL_ZERO;
    o->size = o->size.c || o->size.t
                  ? ex_from_term(u, term_ite(u->tc, m->guard, m->sizes[i], ex_term(u, o->size, 64)))
                  : ex_from_term(u, m->sizes[i]);
  }
  for (uint32_t i = 0; i < m->c->nwrites; i++) {
    const sum_write *w = &m->c->writes[i];
    const spot *sp = &a->spots[w->obj];
    term v = m->values[i];
    if (!alone)
      v = term_ite(u->tc, m->guard, v,
                   ex_term(u, ex_mem_read(u, a->s, sp->obj, sp->off + w->offset, w->bytes), 8 * w->bytes));
    ex_mem_write(u, a->s, sp->obj, sp->off + w->offset, w->bytes, ex_from_term(u, v), true);
  }
}

static bool ends_program(const sum_case *c) { return c->outcome != SUM_RETURNED; }

/* Errors and exits of the callee, as outcomes of the caller; false: nothing is left of the state. */
static bool other_outcomes(application *a, const member *ms, uint32_t n) {
  ex_unit *u = a->u;
  for (uint32_t i = 0; i < n; i++) {
    const sum_case *c = ms[i].c;
    if (!ends_program(c)) continue;
    u->inner_stack = c;
    bool left = ex_end_if(u, a->s, ms[i].guard, (sum_outcome)c->outcome, c->detail);
    u->inner_stack = NULL;
    if (!left) return false;
  }
  return true;
}

static bool returned(application *a, const member *ms, uint32_t n) {
  ex_unit *u = a->u;
  uint32_t alive = 0;
  ex_val vals[8];
  term ret[8] = {0};
  for (uint32_t i = 0; i < n; i++)
    if (!ends_program(ms[i].c)) alive++;
  if (!alive) return false;
  const sum_case *first = NULL;
  for (uint32_t i = n; i-- > 0;) {
    if (ends_program(ms[i].c)) continue;
    for (uint32_t k = 0; k < ms[i].c->nret && k < 8; k++)
      ret[k] = ret[k] ? term_ite(u->tc, ms[i].guard, ms[i].ret[k], ret[k]) : ms[i].ret[k];
    first = ms[i].c;
  }
  for (uint32_t i = 0; i < n; i++)
    if (!ends_program(ms[i].c)) write_guarded(a, &ms[i], alive == 1);
  for (uint32_t i = 0; i < first->nfrees; i++) {
    ex_obj *o = ex_obj_own(a->s, a->spots[first->frees[i]].obj);
    o->alive = false;
    o->dirty = true;
  }
  for (uint32_t k = 0; k < first->nret && k < 8; k++) vals[k] = ex_from_term(u, ret[k]);
  ex_call_done(u, a->s, a->in, vals, first->nret);
  return true;
}

static bool apply_group(application *a, const sum_case *chosen) {
  ex_unit *u = a->u;
  member *ms = ex_xrealloc(NULL, (a->sum->ncases + 1) * sizeof *ms);
  uint32_t n = 0;
  term any = term_bool(u->tc, false);
  bool ok = true;
  for (uint32_t i = 0; ok && i < a->sum->ncases; i++) {
    const sum_case *c = &a->sum->cases[i];
    bool is_chosen = c == chosen;
    if (u->e->opt.no_partial && !is_chosen) continue;
    if (c->variant != chosen->variant || (!is_chosen && (!objects_known(a, c) || !fits(a, c)))) continue;
    if (!is_chosen && !ends_program(c) && !same_frees(c, chosen)) continue;
    if (!make_member(a, c, &ms[n])) {
      ok = !is_chosen && !a->hopeless;
      continue;
    }
    if (term_is_const(u->tc, ms[n].guard) && !term_const_value(u->tc, ms[n].guard)) continue;
    any = term_or(u->tc, any, ms[n].guard);
    n++;
  }
  if (ok) {
    u->e->stats.calls_summarised++;
    ex_used(u, a->callee, false);
    ex_choose(u, a->s, any); /* the witness is inside; the fork comes back for the rest */
    allocate(a, ms, n);
    a->go = other_outcomes(a, ms, n) && returned(a, ms, n) ? EX_GO : EX_FORKED;
  }
  free(ms);
  return ok;
}

/* ---- variants ---- */

enum { MAX_VARIANTS = 6 };

static void application_open(application *a) {
  size_t nobj = shape_obj_count(a->sum->space) + 1, natom = shape_atom_count(a->sum->space) + 1;
  a->spots = ex_xrealloc(NULL, nobj * sizeof *a->spots);
  a->atoms = ex_xrealloc(NULL, natom * sizeof *a->atoms);
  memset(a->atoms, 0, natom * sizeof *a->atoms);
  memset(a->spots, 0, nobj * sizeof *a->spots);
  a->heap = ex_xrealloc(NULL, nobj * sizeof *a->heap);
  a->nheap = 0;
  a->subst = NULL;
  a->clash_q = 0;
  fresh_subst(a);
}

static void application_close(application *a) {
  term_subst_free(a->subst);
  free(a->spots), free(a->atoms), free(a->heap);
}

/* Is the variant's alias pattern the context's? Looks only at what is known already. */
static bool matches(application *a, const sum_variant *v) {
  term_ctx *tc = a->u->tc;
  for (uint32_t i = 0; i < v->naliases; i++) {
    a->missing = 0;
    term q = atom_term(a, v->aliases[i].q, 64), p = atom_term(a, v->aliases[i].p, 64);
    if (a->missing || a->hopeless) return false;
    term same = term_eq(tc, q, term_bin(tc, T_ADD, p, term_const(tc, 64, (uint64_t)v->aliases[i].offset)));
    if (!term_is_const(tc, same) || !term_const_value(tc, same)) return false;
  }
  return true;
}

/* One variant's cases. true: applied, or the state ended; false with a->clash_q: the context aliases what it takes for distinct. */
static bool try_variant(application *a, uint32_t variant) {
  a->clash_q = 0;
  while (a->nheap) a->spots[a->heap[--a->nheap]].known = false;
  fresh_subst(a);
  for (uint32_t i = 0; i < a->sum->ncases; i++) {
    const sum_case *c = &a->sum->cases[i];
    if (c->variant != variant) continue;
    switch (try_case(a, c)) {
    case FOUND: return apply_group(a, c);
    case ENDED: a->go = EX_FORKED; return true;
    case AGAIN: a->go = EX_GO; return true;
    case GIVE_UP: return false;
    case NOT_THIS_CASE: break;
    }
  }
  return false;
}

static bool same_pattern(const sum_variant *v, const sum_alias *aliases, uint32_t n) {
  return v->naliases == n && (!n || !memcmp(v->aliases, aliases, n * sizeof *aliases));
}

static int by_pointer(const void *pa, const void *pb) {
  const sum_alias *a = pa, *b = pb;
  return a->q != b->q ? (a->q < b->q ? -1 : 1) : (a->p > b->p) - (a->p < b->p);
}

/* The summary with a variant for what variant v met; NULL when that is there already or not allowed. */
static sum_summary *extend(application *a, uint32_t v) {
  ex_engine *e = a->u->e;
  const sum_summary *sum = a->sum;
  if (!e->provider.extended || e->extending[a->callee] || sum->nvariants >= MAX_VARIANTS) return NULL;
  uint32_t n = sum->variants[v].naliases + 1;
  sum_alias *pattern = ex_arena_alloc(a->u->arena, n * sizeof *pattern);
  if (n > 1) memcpy(pattern, sum->variants[v].aliases, (n - 1) * sizeof *pattern);
  pattern[n - 1].q = a->clash_q;
  pattern[n - 1].p = a->clash_p;
  pattern[n - 1].offset = a->clash_offset;
  qsort(pattern, n, sizeof *pattern, by_pointer);
  for (uint32_t i = 0; i < sum->nvariants; i++)
    if (same_pattern(&sum->variants[i], pattern, n)) return NULL;
  return ex_reanalyse(e, a->callee, sum, pattern, n);
}

bool ex_apply(ex_unit *u, ex_state *s, const fe_insn *in, const fe_call *c, uint32_t callee,
              const ex_val *args, ex_go *go) {
  const ex_provider *provider = &u->e->provider;
  const sum_summary *sum = provider->get ? provider->get(provider->self, callee) : NULL;
  if (!sum || sum->status != SUM_COMPLETE || !sum->nvariants || !sum->variants[0].complete) return false;
  if (u->p->funcs[callee].variadic) return false; /* the summary knows nothing of the unnamed arguments */
  for (uint32_t i = 0; i < c->nargs; i++)
    if (c->byval[i]) return false;
  sum_summary *made = NULL;
  bool done = false;
  for (bool again = true; again && !sum->nstubs;) {
    application a = {
        .u = u, .s = s, .sum = sum, .in = in, .c = c, .callee = callee, .args = args, .go = EX_GO};
    application_open(&a);
    uint32_t clashed = FE_NONE, q = 0, p = 0;
    int64_t offset = 0;
    for (uint32_t v = 0; v < sum->nvariants && !done; v++) {
      if (!sum->variants[v].complete || !matches(&a, &sum->variants[v])) continue;
      done = try_variant(&a, v);
      if (done && v) ex_used(u, callee, true); /* it was made from the body */
      if (done || !a.clash_q) break;
      clashed = v, q = a.clash_q, p = a.clash_p, offset = a.clash_offset;
      a.hopeless = false;
    }
    sum_summary *more = NULL;
    if (!done && clashed != FE_NONE) {
      a.clash_q = q, a.clash_p = p, a.clash_offset = offset;
      more = extend(&a, clashed);
    }
    *go = a.go;
    application_close(&a);
    again = more != NULL;
    if (!more) break;
    if (made) sum_free(made);
    sum = made = more;
  }
  if (made) provider->extended(provider->self, callee, made);
  return done;
}
