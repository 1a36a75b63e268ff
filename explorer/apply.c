/* A call by summary (SGEN 5.2). The callee's cases are a relation between entry and exit; at a call site
 *   - the case the witness falls into is found, following the caller's pointers only as far as that case does;
 *   - that case and all of its class (members.c) are applied together, error and exit cases become outcomes of the caller;
 *   - every other class that can be said by now is a fork, which will apply it without looking at anything again;
 *   - what lies outside of all these is one more fork, which comes here again with a witness of its own, and perhaps follows more
 *     of the caller's pointers.
 * Cases have exact entry conditions and exclude each other. So a partial summary is applied like a complete one as far as its
 * cases go, and a state inside some case does not have to remember that it is outside of the others. What the cases leave
 * over (a path that was cut, an object too small, a local that leaks) is cut where the callee was; a context that comes
 * there by itself is executed inline (SGEN 5.2.2). */
#include "explorer/apply.h"

#include <stdlib.h>
#include <string.h>

/* ---- does a case hold ---- */

bool ex_is_usable(const sum_case *c) { return c->outcome != SUM_CUT; }

/* The bytes the case needs must be there; input objects of the caller grow. *cond is what has to hold where the caller's sizes
 * are symbolic; false: the case cannot hold in this memory. */
bool ex_case_fits(ex_application *a, const sum_case *c, term *cond) {
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
term ex_declared(ex_application *a, term test) {
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
    term real = ex_declared(a, t);
    if (!term_eval(tc, real,
                   a->s->model->m)) /* this case cannot be; others that do not follow the pointer can */
      return ex_assume(a->u, a->s, term_or(tc, real, term_not(tc, all))) ? EX_AGAIN : EX_ENDED;
  }
  term cond;
  if (!ex_case_fits(a, c, &cond)) return EX_GIVE_UP;
  return term_eval(tc, cond, a->s->model->m) ? EX_FOUND : EX_NOT_THIS_CASE;
}

/* ---- forks for the rest of the context ---- */

/* Is the unit calling itself, and the summary what the round before made of it? */
static bool is_own(const ex_application *a) { return a->sum == a->u->own.sum; }

/* The path condition without what kept s outside of other cases of this summary: being inside one says that already. Not so for
 * cases of the same callee without the pattern that this summary is for. */
static void come_inside(ex_unit *u, ex_state *s, const sum_summary *sum) {
  if (!s->left_out) return;
  size_t depth = ex_pc_depth(s->pc), base = s->rest - 1, n = 0;
  term *kept = ex_xrealloc(NULL, (depth - base + 1) * sizeof *kept);
  ex_pc *pc = s->pc;
  for (; ex_pc_depth(pc) > base; pc = ex_pc_parent(pc)) {
    bool dropped = false;
    for (const ex_left_out *l = s->left_out; l && !dropped; l = l->next)
      dropped = l->sum == sum && l->outside == ex_pc_term(pc);
    if (!dropped) kept[n++] = ex_pc_term(pc);
  }
  ex_pc *old = s->pc;
  s->pc = pc ? ex_pc_ref(pc) : NULL;
  while (n) ex_add_constraint(u, s, kept[--n]);
  ex_pc_unref(u->solver, old);
  free(kept);
}

static void forget_rest(ex_state *s) {
  s->rest = 0;
  s->left_out = NULL;
}

/* Is what a bounded summary leaves over of a context, whose other parts it answers, to be cut here as it was there? In search of
 * branches summaries end early, and what they did not look at is worth a look. */
static bool inherits_bounds(const ex_application *a) {
  const ex_options *opt = &a->u->e->opt;
  if (is_own(a)) return a->u->own.rest_cut;
  return a->sum->nbounds && !opt->whole_program && !opt->cover_branches;
}

/* The kind of bound it is then. */
static sum_bound_kind inherited_kind(ex_application *a) {
  if (!is_own(a)) return SUM_B_CALLEE;
  a->u->own.met = true;
  return SUM_B_RECURSION;
}

/* Queues the part of s that lies outside of all members. false: there is none. */
static bool fork_outside(ex_application *a, const ex_members *ms) {
  ex_unit *u = a->u;
  ex_state *s = a->s;
  term outside = term_not(u->tc, ms->any);
  if (ms->only_cut && inherits_bounds(a)) {
    ex_sat r = is_own(a) ? ex_solve(u->solver, s->pc, outside, s->model->m, NULL)
                         : ex_solve_quickly(u->solver, s->pc, outside, s->model->m, NULL);
    if (r != EX_UNSAT) ex_note_bound(u, s, inherited_kind(a));
    return r != EX_UNSAT;
  }
  uint32_t rest = s->rest;
  if (!rest) s->rest = 1 + (uint32_t)ex_pc_depth(s->pc);
  ex_state *f = ex_fork(u, s, outside);
  s->rest = rest;
  if (!f) return !u->last_unsat;
  f->left_out = ex_leave_out(a, ms, outside);
  return true;
}

/* Queues every class but the first. false: none of them is possible. */
static bool fork_classes(ex_application *a, const ex_members *ms, uint32_t first) {
  ex_unit *u = a->u;
  bool some = false;
  const ex_pick *shared = NULL;
  for (uint32_t i = ms->nclasses; i-- > first;) {
    const ex_class *c = &ms->classes[i];
    ex_state *f = ex_fork(u, a->s, c->any);
    some |= f || !u->last_unsat;
    if (!f) continue;
    forget_rest(f);
    f->pick = shared = ex_pick_new(a, c, shared);
  }
  return some;
}

/* A bound that the callee's conditions do not show (inline assembly, a body that could not be lowered) is the caller's too. */
static void inherit_bounds(const ex_application *a) {
  for (uint32_t i = 0; i < a->sum->nbounds; i++) {
    const sum_bound *b = &a->sum->bounds[i];
    if (b->kind == SUM_B_UNSUPPORTED)
      ex_note_bound_at(a->u, a->s, b->place.usr, b->place.insn, SUM_B_UNSUPPORTED);
  }
}

static void account(ex_application *a) {
  a->u->e->stats.calls_summarised++;
  if (!is_own(a)) ex_used(a->u, a->callee, false);
  inherit_bounds(a);
}

/* The witness is inside of chosen. false: it cannot be said here. */
static bool apply_case(ex_application *a, const sum_case *chosen, ex_go *go) {
  ex_unit *u = a->u;
  ex_members ms;
  if (!ex_members_find(a, chosen, &ms)) return false;
  account(a);
  bool others = a->s->left_out != NULL;
  if (!ms.all) others |= fork_outside(a, &ms);
  come_inside(u, a->s, a->sum);
  others |= fork_classes(a, &ms, 1);
  forget_rest(a->s);
  if (others) ex_add_constraint(u, a->s, ms.classes[0].any);
  *go = ex_apply_members(a, ms.classes[0].ms, ms.classes[0].n);
  ex_members_free(&ms);
  return true;
}

/* A fork that was told what to apply. */
static ex_go apply_pick(ex_unit *u, ex_state *s, const fe_insn *in, const fe_call *c, const ex_val *args) {
  const ex_pick *pick = s->pick;
  ex_application a = {
      .u = u, .s = s, .sum = pick->sum, .in = in, .c = c, .callee = pick->callee, .args = args};
  s->pick = NULL;
  ex_application_open(&a);
  ex_pick_restore(&a, pick);
  account(&a);
  ex_go go = ex_apply_members(&a, pick->ms, pick->n);
  ex_application_close(&a);
  return go;
}

/* The state goes on outside of every case that can be said here; those inside are forks. */
static void leave_out(ex_application *a) {
  ex_unit *u = a->u;
  ex_state *s = a->s;
  ex_members ms;
  ex_members_find(a, NULL, &ms);
  if (!s->rest) s->rest = 1 + (uint32_t)ex_pc_depth(s->pc);
  if (ms.nclasses && !term_eval(u->tc, ms.any, s->model->m)) {
    ex_state *inside = ex_state_fork(u, s);
    come_inside(u, inside, a->sum);
    a->s = inside;
    bool some = fork_classes(a, &ms, 0);
    a->s = s;
    ex_state_free(u, inside);
    if (some) ex_add_constraint(u, s, term_not(u->tc, ms.any));
  }
  if (ex_pc_depth(s->pc) < s->rest)
    s->rest = 0;
  else
    s->nsymbolic++; /* to be in the rest is a decision: recursion that goes on there is counted */
  ex_members_free(&ms);
}

/* ---- one summary ---- */

typedef enum verdict { APPLIED, ENDED, OUTSIDE, CLASHED } verdict;

static verdict try_summary(ex_application *a, ex_go *go) {
  for (uint32_t i = 0; i < a->sum->ncases; i++) {
    const sum_case *c = &a->sum->cases[i];
    if (!ex_is_usable(c)) continue;
    ex_found f = try_case(a, c);
    if (f == EX_NOT_THIS_CASE) {
      a->why = EX_NO_CASE; /* whatever was looked at on the way */
      continue;
    }
    if (f == EX_ENDED || f == EX_AGAIN) {
      *go = f == EX_AGAIN ? EX_GO : EX_FORKED;
      return ENDED;
    }
    if (f == EX_FOUND && apply_case(a, c, go)) return APPLIED;
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
  if (s->pick) {
    *go = apply_pick(u, s, in, c, args);
    return true;
  }
  const ex_provider *provider = &u->e->provider;
  const sum_summary *sum = callee == u->func && u->own.sum ? u->own.sum
                           : provider->get                 ? provider->get(provider->self, callee)
                                                           : NULL;
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
    if (v == OUTSIDE && why == EX_NO_CASE && s->left_out && inherits_bounds(&a)) {
      leave_out(&a); /* the witness lies in no case, but others may */
      ex_cut(u, s, inherited_kind(&a));
      *go = EX_FORKED;
      v = ENDED;
    }
    sum = v == CLASHED ? ex_variant(&a) : NULL;
    if (!sum && (v == OUTSIDE || v == CLASHED)) leave_out(&a);
    ex_application_close(&a);
    if (v == APPLIED || v == ENDED) return true;
    if (sum) continue;
    u->e->stats.declined[why]++;
    return false;
  }
}
