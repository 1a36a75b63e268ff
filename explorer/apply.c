/* A call by summary (SGEN 5.2). The callee's cases are a relation between entry and exit; at a call site
 *   - the case the witness falls into is found, following the caller's pointers only as far as that case does;
 *   - all cases that need no more of the caller's memory than is known by then, and that agree in what they free and in how
 *     many answers they take from stubs, are applied together: what they return and write is merged under their entry
 *     conditions, so k calls with m cases do not multiply;
 *   - error and exit cases among them become outcomes of the caller; contexts outside the group are left to a fork, which
 *     comes here again with a witness of its own.
 * Each case has an exact entry condition, so a partial summary is applied like a complete one as far as its cases go. What they
 * leave over (a path that was cut, an object too small, a local that leaks) is executed inline, with the negation of the
 * cases assumed: there it may be decided, or meet the bound again, and then the caller's summary says where. */
#include "explorer/apply.h"

#include <stdlib.h>
#include <string.h>

/* ---- does a case hold ---- */

static bool is_usable(const sum_case *c) { return c->outcome != SUM_CUT; }

/* The bytes the case needs must be there; input objects of the caller grow. *cond is what has to hold where the caller's sizes
 * are symbolic; false: the case cannot hold in this memory. */
static bool fits(ex_application *a, const sum_case *c, term *cond) {
  ex_unit *u = a->u;
  *cond = term_bool(u->tc, true);
  for (uint32_t i = 0; i < c->nneeds; i++) {
    const ex_spot *sp = &a->spots[c->needs[i].obj];
    const ex_obj *o = ex_find_obj(u, a->s, sp->obj);
    int64_t lo = sp->off + c->needs[i].lo, hi = sp->off + c->needs[i].hi;
    a->why = EX_TOO_SMALL;
    if (!o || !o->alive) return false;
    if (o->growable) {
      ex_need_extent(u, a->s, sp->obj, lo, hi);
    } else if (lo >= hi) {
      continue;
    } else if (lo < 0) {
      return false;
    } else if (o->size.t) {
      *cond = term_and(u->tc, *cond, term_bin(u->tc, T_ULE, term_const(u->tc, 64, (uint64_t)hi), o->size.t));
    } else if ((uint64_t)hi > o->size.c) {
      return false;
    }
  }
  for (uint32_t i = 0; i < c->nwrites; i++) {
    const ex_spot *sp = &a->spots[c->writes[i].obj];
    const ex_obj *o = sp->known ? ex_find_obj(u, a->s, sp->obj) : NULL;
    a->why = EX_TOO_SMALL;
    if (o && o->read_only) return false;
  }
  for (uint32_t i = 0; i < c->nfrees; i++) { /* the callee took it for something that can be freed */
    const ex_spot *sp = &a->spots[c->frees[i]];
    const ex_obj *o = sp->known ? ex_find_obj(u, a->s, sp->obj) : NULL;
    a->why = EX_TOO_SMALL;
    if (!o || sp->off || (o->kind != SHAPE_HEAP && o->kind != SHAPE_INPUT)) return false;
  }
  return true;
}

/* Parameters of the unit that are declared not to be NULL are not, where they are followed: the condition under which the
 * callee's NULL dereference at test is a real one. */
static term declared(ex_application *a, term test) {
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
static ex_found try_case(ex_application *a, const sum_case *c) {
  term_ctx *tc = a->u->tc;
  term t = 0, all = term_bool(tc, true);
  for (uint32_t i = 0; i < c->nconstraint; i++) {
    while (!(t = ex_translate(a, c->constraint[i]))) {
      if (a->hopeless) return EX_GIVE_UP;
      ex_found f = ex_find_object(a, a->missing);
      if (f != EX_FOUND) return f;
    }
    if (ex_mentions_uninit(a->u, t)) { /* the callee may not have looked at it: an error, or none */
      a->why = EX_UNINIT_USED;
      return EX_GIVE_UP;
    }
    if (!term_eval(tc, t, a->s->model->m)) return EX_NOT_THIS_CASE;
    all = term_and(tc, all, t);
  }
  for (uint32_t i = 0; i < c->nneeds; i++) {
    ex_found f = ex_find_object(a, c->needs[i].obj);
    if (f != EX_FOUND) return f;
  }
  if (c->outcome == SUM_NULL_DEREF && t) {
    term real = declared(a, t);
    if (!term_eval(tc, real,
                   a->s->model->m)) /* this case cannot be; others that do not follow the pointer can */
      return ex_assume(a->u, a->s, term_or(tc, real, term_not(tc, all))) ? EX_AGAIN : EX_ENDED;
  }
  term cond;
  if (!fits(a, c, &cond)) return EX_GIVE_UP;
  return term_eval(tc, cond, a->s->model->m) ? EX_FOUND : EX_NOT_THIS_CASE;
}

/* ---- the group ---- */

static bool objects_known(const ex_application *a, const sum_case *c) {
  for (uint32_t i = 0; i < c->nneeds; i++)
    if (!a->spots[c->needs[i].obj].known) return false;
  return true;
}

/* Members of one group leave the same objects alive, and the same number of answers and allocations behind. */
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

/* Translates one term for the group: globals and new heap objects may still be found; input objects may not. */
static term group_term(ex_application *a, term t) {
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

/* Stubs the case asked must be stubs here too, and what it left to them must be reachable by name. */
static bool stubs_fit(ex_application *a, const sum_case *c) {
  for (uint32_t i = 0; i < c->nanswers; i++) {
    a->missing = 0, a->hopeless = false;
    if (c->answers[i].via && !ex_callback_here(a, c->answers[i].via)) return false;
  }
  for (uint32_t i = 0; i < c->nclobbers; i++)
    if (!pointer_fits(a, c->clobbers[i].obj)) {
      a->why = EX_STUBBED;
      return false;
    }
  return true;
}

static bool is_false(const ex_unit *u, term t) {
  return term_is_const(u->tc, t) && !term_const_value(u->tc, t);
}

/* The member for a case; its guard is constant false when the case cannot be. false: it cannot be said here. */
static bool make_member(ex_application *a, const sum_case *c, ex_member *m) {
  ex_unit *u = a->u;
  *m = (ex_member){.c = c};
  if (!fits(a, c, &m->guard)) return false;
  for (uint32_t i = 0; i < c->nconstraint; i++) {
    term t = group_term(a, c->constraint[i]);
    if (!t || ex_mentions_uninit(u, t)) return false;
    m->guard = term_and(u->tc, m->guard, t);
    if (i + 1 == c->nconstraint && c->outcome == SUM_NULL_DEREF)
      m->guard = term_and(u->tc, m->guard, declared(a, t));
    if (is_false(u, m->guard)) return true;
  }
  if (!stubs_fit(a, c)) return false;
  m->ret = ex_arena_alloc(u->arena, (c->nret + 1) * sizeof *m->ret);
  m->values = ex_arena_alloc(u->arena, (c->nwrites + 1) * sizeof *m->values);
  m->sizes = ex_arena_alloc(u->arena, (c->nallocs + 1) * sizeof *m->sizes);
  for (uint32_t i = 0; i < c->nallocs; i++) {
    if (ex_find_object(a, c->allocs[i].obj) != EX_FOUND) return false;
    if (!(m->sizes[i] = group_term(a, c->allocs[i].size))) return false;
  }
  for (uint32_t i = 0; i < c->nret; i++)
    if (!(m->ret[i] = group_term(a, c->ret[i]))) return false;
  for (uint32_t i = 0; i < c->nwrites; i++) {
    uint32_t obj = c->writes[i].obj;
    if (!a->spots[obj].known &&
        (shape_obj_get(a->sum->space, obj)->kind == SHAPE_INPUT || ex_find_object(a, obj) != EX_FOUND))
      return false;
    if (!(m->values[i] = group_term(a, c->writes[i].value))) return false;
  }
  return true;
}

typedef struct group {
  ex_member *ms;
  uint32_t n;
  term any; /* some member holds */
  bool
      all; /* every case of the summary is a member, or cannot be: with a complete summary, one of them holds */
} group;

/* All cases that can be applied together with chosen (NULL: in any way at all, for their conditions only). false: chosen
 * itself cannot be. */
static bool collect(ex_application *a, const sum_case *chosen, group *g) {
  ex_unit *u = a->u;
  *g = (group){ex_xrealloc(NULL, (a->sum->ncases + 1) * sizeof *g->ms), 0, term_bool(u->tc, false), true};
  for (uint32_t i = 0; i < a->sum->ncases; i++) {
    const sum_case *c = &a->sum->cases[i];
    bool is_chosen = c == chosen, in = is_usable(c) && (is_chosen || objects_known(a, c));
    if (u->e->opt.no_partial && chosen) in &= is_chosen;
    if (in && chosen && !is_chosen && c->outcome == SUM_RETURNED && chosen->outcome == SUM_RETURNED)
      in = agree(a, c, chosen);
    if (in && !make_member(a, c, &g->ms[g->n])) {
      if (is_chosen) return false;
      in = false;
    }
    g->all &= in;
    if (!in || is_false(u, g->ms[g->n].guard)) continue;
    g->all &= c->outcome != SUM_NULL_DEREF; /* the guard was narrowed by declarations */
    g->any = term_or(u->tc, g->any, g->ms[g->n].guard);
    g->n++;
  }
  return true;
}

/* Returning members that do not agree with the first returning one leave the group (none was chosen among them). */
static void settle(ex_application *a, group *g) {
  const sum_case *first = NULL;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < g->n; i++) {
    const sum_case *c = g->ms[i].c;
    if (c->outcome == SUM_RETURNED && !first) first = c;
    if (c->outcome == SUM_RETURNED && !agree(a, c, first)) continue;
    g->ms[kept++] = g->ms[i];
  }
  if (kept == g->n) return;
  g->n = kept;
  g->all = false;
  g->any = term_bool(a->u->tc, false);
  for (uint32_t i = 0; i < g->n; i++) g->any = term_or(a->u->tc, g->any, g->ms[i].guard);
}

/* A bound that the callee's conditions do not show (inline assembly, a body that could not be lowered) is the caller's too. */
static void inherit_bounds(const ex_application *a) {
  for (uint32_t i = 0; i < a->sum->nbounds; i++) {
    const sum_bound *b = &a->sum->bounds[i];
    if (b->kind == SUM_B_UNSUPPORTED)
      ex_note_bound_at(a->u, a->s, b->place.usr, b->place.insn, SUM_B_UNSUPPORTED);
  }
}

/* The path condition before anything was left out at this call; forks keep it. */
static void note_rest(ex_state *s) {
  if (!s->rest) s->rest = 1 + (uint32_t)ex_pc_depth(s->pc);
}

static bool apply_group(ex_application *a, const sum_case *chosen, ex_go *go) {
  ex_unit *u = a->u;
  group g;
  bool ok = collect(a, chosen, &g);
  if (ok) {
    settle(a, &g);
    u->e->stats.calls_summarised++;
    ex_used(u, a->callee, false);
    inherit_bounds(a);
    /* the witness is inside; the fork comes back for the rest */
    note_rest(a->s);
    if (!g.all || !a->sum->variants[0].complete) ex_choose(u, a->s, g.any);
    a->s->rest = 0;
    *go = ex_apply_members(a, g.ms, g.n);
  }
  free(g.ms);
  return ok;
}

/* The state goes on outside of every case that can be said here; those inside come back as a fork. */
static void leave_out(ex_application *a) {
  group g;
  note_rest(a->s);
  collect(a, NULL, &g);
  if (!is_false(a->u, g.any) && !term_eval(a->u->tc, g.any, a->s->model->m)) ex_choose(a->u, a->s, g.any);
  free(g.ms);
  if (ex_pc_depth(a->s->pc) < a->s->rest)
    a->s->rest = 0;
  else
    a->s->nsymbolic++; /* to be in the rest is a decision: recursion that goes on there is counted */
}

/* ---- one summary ---- */

typedef enum verdict { APPLIED, ENDED, OUTSIDE, CLASHED } verdict;

static verdict try_summary(ex_application *a, ex_go *go) {
  for (uint32_t i = 0; i < a->sum->ncases; i++) {
    const sum_case *c = &a->sum->cases[i];
    if (!is_usable(c)) continue;
    ex_found f = try_case(a, c);
    if (f == EX_NOT_THIS_CASE) {
      a->why = EX_NO_CASE; /* whatever was looked at on the way */
      continue;
    }
    if (f == EX_ENDED || f == EX_AGAIN) {
      *go = f == EX_AGAIN ? EX_GO : EX_FORKED;
      return ENDED;
    }
    if (f == EX_FOUND && apply_group(a, c, go)) return APPLIED;
    return a->clash.q ? CLASHED : OUTSIDE;
  }
  return OUTSIDE;
}

static bool signature_fits(const ex_unit *u, const fe_call *c, uint32_t callee) {
  const fe_func *fn = &u->p->funcs[callee];
  ex_consult(u, EX_FACT_SIGNATURE, callee);
  if (c->nargs < fn->nparams || (c->nargs > fn->nparams && !fn->variadic)) return false;
  for (uint32_t i = 0; i < fn->nparams; i++)
    if (c->byval[i] != fn->param_byval[i] || c->arg_ty[i].bits != fn->param_ty[i].bits) return false;
  for (uint32_t k = 0; fn->variadic && k < fn->ninsns; k++)
    if (fn->insns[k].op == FE_VASTART) return false; /* the summary knows nothing of the unnamed arguments */
  return true;
}

/* Does the slicer say that no decision of the unit sees this call? */
static bool unseen(const ex_unit *u, const ex_state *s) {
  if (u->no_calls || u->e->opt.no_slice || u->e->opt.whole_program || s->top->caller || !u->e->slices)
    return false;
  ex_consult(u, EX_FACT_SLICE, s->top->func);
  const slice_site *site = slice_site_at(slice_func(u->e->slices, s->top->func), s->top->insn);
  return site && site->verdict <= SLICE_EXIT_ONLY && !site->by_data;
}

bool ex_apply(ex_unit *u, ex_state *s, const fe_insn *in, const fe_call *c, uint32_t callee,
              const ex_val *args, ex_go *go) {
  const ex_provider *provider = &u->e->provider;
  const sum_summary *sum = provider->get ? provider->get(provider->self, callee) : NULL;
  bool none = !sum || sum->status == SUM_FAILED || !sum->nvariants || !sum->ncases;
  if (none || !signature_fits(u, c, callee)) {
    u->e->stats.declined[none ? EX_NO_SUMMARY : EX_SIGNATURE]++;
    return false;
  }
  for (;;) {
    ex_application a = {.u = u, .s = s, .sum = sum, .in = in, .c = c, .callee = callee, .args = args};
    a.keep_calls = unseen(u, s);
    ex_application_open(&a);
    verdict v = try_summary(&a, go);
    ex_decline why = a.why;
    sum = v == CLASHED ? ex_variant(&a) : NULL;
    if (!sum && (v == OUTSIDE || v == CLASHED)) leave_out(&a);
    ex_application_close(&a);
    if (v == APPLIED || v == ENDED) return true;
    if (sum) continue;
    u->e->stats.declined[why]++;
    return false;
  }
}
