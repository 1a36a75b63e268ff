/* The caller's side of a summary (SGEN 5.2.1): each object of the callee gets a spot in the caller's memory, each input atom
 * the value the caller has there. Pointers are followed only as far as a case asks. A summary takes its input objects for
 * distinct; where two of them meet in one object of the caller and touch the same bytes, that is a clash. */
#include "explorer/apply.h"

#include <stdlib.h>
#include <string.h>

/* ---- values ---- */

bool ex_is_copy(const ex_application *a, uint32_t obj) {
  const shape_obj *so = shape_obj_get(a->sum->space, obj);
  if (so->kind != SHAPE_INPUT) return false;
  const shape_atom *via = shape_atom_get(a->sum->space, so->via);
  const fe_func *fn = &a->u->p->funcs[a->callee];
  return via->kind == SHAPE_PARAM && via->index < fn->nparams && fn->param_byval[via->index];
}

static term fail(ex_application *a, ex_decline why, unsigned width) {
  a->hopeless = true;
  a->why = why;
  return term_const(a->u->tc, width, 0);
}

static term param_term(ex_application *a, uint32_t index, unsigned width) {
  if (index >= a->c->nargs || a->c->arg_ty[index].bits != width) return fail(a, EX_SIGNATURE, width);
  return ex_term(a->u, ex_known(a->u, a->s, a->args[index]), width);
}

static term cell_term(ex_application *a, const shape_atom *sa, unsigned width) {
  const ex_spot *sp = &a->spots[sa->obj];
  if (!sp->known) {
    a->missing = sa->obj;
    return term_const(a->u->tc, width, 0);
  }
  const ex_obj *o = ex_find_obj(a->u, a->s, sp->obj);
  if (!o || !o->alive) return fail(a, EX_NO_OBJECT, width);
  return ex_term(
      a->u, ex_known(a->u, a->s, ex_mem_read(a->u, a->s, sp->obj, sp->off + sa->offset, width / 8)), width);
}

static term atom_term(void *self, uint32_t atom, unsigned width);

uint32_t ex_callback_here(ex_application *a, uint32_t via) {
  const term_node *n = term_get(a->u->tc, atom_term(a, via, 64));
  if (a->missing || a->hopeless) return 0;
  if (n->op == T_ATOM) return n->aux;
  fail(a, EX_STUBBED, 64);
  return 0;
}

/* The pointer a callback of the callee was called through. */
static uint32_t via_of(const sum_summary *sum, const char *symbol) {
  for (uint32_t i = 0; i < sum->ncases; i++)
    for (uint32_t k = 0; k < sum->cases[i].nanswers; k++)
      if (sum->cases[i].answers[k].via && !strcmp(sum->cases[i].answers[k].symbol, symbol))
        return sum->cases[i].answers[k].via;
  return 0;
}

/* Answer k of a stub in the callee is answer base + k here, base being how many the caller has had. A callback is called after
 * the pointer it comes through here. */
static term stub_term(ex_application *a, const shape_atom *sa, unsigned width) {
  ex_unit *u = a->u;
  if (!strcmp(sa->symbol, "uninit")) return ex_uninit(u, a->s, width);
  shape_atom mine = *sa;
  char name[400], symbol[300];
  uint32_t via = via_of(a->sum, sa->symbol), func = ex_stub_by_symbol(u, sa->symbol);
  if (via) {
    uint32_t here = ex_callback_here(a, via);
    if (!here) return term_const(u->tc, width, 0);
    ex_callback_symbol(u, here, symbol, sizeof symbol);
    mine.symbol = symbol;
  } else if (func == FE_NONE && strcmp(sa->symbol, "asm")) {
    return fail(a, EX_STUBBED, width);
  }
  mine.index += ex_stub_answers(a->s, func);
  const char *rest = strchr(sa->name, '#');
  while (rest && (*rest == '#' || (*rest >= '0' && *rest <= '9'))) rest++;
  snprintf(name, sizeof name, "%s#%u%s", mine.symbol, mine.index, rest ? rest : "");
  mine.name = name;
  return term_atom(u->tc, width, shape_atom_intern(u->space, &mine));
}

/* Read k of an object in the callee is read base + k here. What lies in the caller's own memory nobody else changes. */
static term volatile_term(ex_application *a, const shape_atom *sa, unsigned width) {
  const ex_spot *sp = &a->spots[sa->obj];
  if (!sp->known) {
    a->missing = sa->obj;
    return term_const(a->u->tc, width, 0);
  }
  const ex_obj *o = ex_find_obj(a->u, a->s, sp->obj);
  if (!o || !o->alive || !ex_is_outside(a->u, o)) return fail(a, EX_STUBBED, width);
  uint32_t base = ex_volatile_reads(a->s, sp->obj);
  term t = ex_volatile_atom(a->u, o, sp->off + sa->offset, width / 8, base + sa->index);
  return ex_term(a->u, ex_known(a->u, a->s, ex_from_term(a->u, t)), width);
}

static term fail_term(ex_application *a, const shape_atom *sa, unsigned width) {
  shape_atom mine = *sa;
  char name[64];
  mine.index += a->s->nallocs;
  snprintf(name, sizeof name, "allocation#%u fails", mine.index);
  mine.name = name;
  return term_atom(a->u->tc, width, shape_atom_intern(a->u->space, &mine));
}

static term atom_term(void *self, uint32_t atom, unsigned width) {
  ex_application *a = self;
  if (a->atoms[atom]) return a->atoms[atom];
  shape_atom sa = *shape_atom_get(a->sum->space, atom);
  term t;
  switch (sa.kind) {
  case SHAPE_PARAM: t = param_term(a, sa.index, width); break;
  case SHAPE_CELL: t = cell_term(a, &sa, width); break;
  case SHAPE_STUB: t = stub_term(a, &sa, width); break;
  case SHAPE_FAIL: t = fail_term(a, &sa, width); break;
  case SHAPE_VOLATILE: t = volatile_term(a, &sa, width); break;
  default: t = fail(a, EX_NO_OBJECT, width);
  }
  if (!a->hopeless && !a->missing) a->atoms[atom] = t;
  return t;
}

term ex_pointer_here(ex_application *a, uint32_t obj) {
  a->missing = 0, a->hopeless = false;
  term t = atom_term(a, shape_obj_get(a->sum->space, obj)->via, 64);
  return a->missing || a->hopeless ? 0 : t;
}

static term addr_term(void *self, uint32_t obj, int64_t offset) {
  ex_application *a = self;
  const ex_spot *sp = &a->spots[obj];
  if (ex_is_copy(a, obj)) return fail(a, EX_NO_OBJECT, 64);
  if (!sp->known) {
    a->missing = obj;
    return term_const(a->u->tc, 64, 0);
  }
  return term_addr(a->u->tc, sp->obj, sp->off + offset);
}

/* ---- calls kept as terms ---- */

/* The result of a pure callee from its own summary: the values its cases return, selected by their conditions. */
typedef struct expansion {
  ex_unit *u;
  const sum_summary *sum;
  const term *args;
  uint32_t nargs, depth;
  bool failed;
} expansion;

enum { MAX_EXPANSION = 8 }; /* calls within calls */

static term argument(void *self, uint32_t atom, unsigned width) {
  expansion *x = self;
  const shape_atom *a = shape_atom_get(x->sum->space, atom);
  if (a->kind == SHAPE_PARAM && a->index < x->nargs && term_get(x->u->tc, x->args[a->index])->width == width)
    return x->args[a->index];
  x->failed = true;
  return term_const(x->u->tc, width, 0);
}

static term no_address(void *self, uint32_t obj, int64_t offset) {
  (void)obj, (void)offset;
  ((expansion *)self)->failed = true;
  return term_const(((expansion *)self)->u->tc, 64, 0);
}

static term expand(ex_unit *u, const char *name, uint32_t piece, const term *args, uint32_t n,
                   uint32_t depth);

static term inner_call(void *self, unsigned width, const char *name, uint32_t piece, const term *args,
                       uint32_t n) {
  expansion *x = self;
  term *copy = ex_arena_alloc(x->u->arena, (n + 1) * sizeof *copy); /* making terms may move the caller's */
  if (n) memcpy(copy, args, n * sizeof *copy);
  term t = expand(x->u, name, piece, copy, n, x->depth + 1);
  if (t && term_get(x->u->tc, t)->width == width) return t;
  x->failed = true;
  return 0;
}

static bool is_function_of_values(const sum_summary *s) {
  bool fine = s && s->status == SUM_COMPLETE && s->nvariants && s->variants[0].complete && s->ncases;
  for (uint32_t i = 0; fine && i < s->ncases; i++) {
    const sum_case *c = &s->cases[i];
    fine = c->outcome == SUM_RETURNED && !c->nwrites && !c->nallocs && !c->nfrees && !c->nanswers &&
           !c->nneeds;
  }
  return fine;
}

/* FE_NONE also when there are several: a call term has no more than the name. */
static uint32_t body_called(const fe_program *p, const char *name) {
  uint32_t all[8], found = FE_NONE;
  size_t n = fe_find_func(p, name, all, 8);
  for (size_t i = 0; i < n && i < 8; i++) {
    if (!p->funcs[all[i]].has_body) continue;
    if (found != FE_NONE || n > 8) return FE_NONE;
    found = all[i];
  }
  return found;
}

/* 0: it cannot be said without the call. */
static term expand(ex_unit *u, const char *name, uint32_t piece, const term *args, uint32_t n,
                   uint32_t depth) {
  const ex_provider *p = &u->e->provider;
  uint32_t func = body_called(u->p, name);
  const sum_summary *sum = func == FE_NONE || depth > MAX_EXPANSION ? NULL : p->get(p->self, func);
  if (!is_function_of_values(sum)) return 0;
  expansion x = {u, sum, args, n, depth, false};
  term_subst *sub = term_subst_new(u->tc, sum->tc, &(term_subst_fns){&x, argument, no_address, inner_call});
  term value = 0;
  for (uint32_t i = sum->ncases; i-- > 0 && !x.failed;) {
    const sum_case *c = &sum->cases[i];
    if (piece >= c->nret) x.failed = true;
    if (x.failed) break;
    term ret = term_subst_apply(sub, c->ret[piece]), all = term_bool(u->tc, true);
    for (uint32_t k = 0; k < c->nconstraint; k++)
      all = term_and(u->tc, all, term_subst_apply(sub, c->constraint[k]));
    value = value ? term_ite(u->tc, all, ret, value) : ret;
  }
  term_subst_free(sub);
  if (x.failed) return 0;
  ex_used(u, func, false);
  return value;
}

static term call_term(void *self, unsigned width, const char *name, uint32_t piece, const term *args,
                      uint32_t n) {
  ex_application *a = self;
  if (a->keep_calls || a->missing || a->hopeless) return 0;
  expansion x = {.u = a->u};
  term t = inner_call(&x, width, name, piece, args, n);
  if (!t) fail(a, EX_CALL_TERM, width);
  return t;
}

static void fresh_subst(ex_application *a) {
  if (a->subst) term_subst_free(a->subst);
  a->subst = term_subst_new(a->u->tc, a->sum->tc, &(term_subst_fns){a, atom_term, addr_term, call_term});
}

term ex_translate(ex_application *a, term t) {
  a->missing = 0;
  a->hopeless = false;
  term r = term_subst_apply(a->subst, t);
  if (!a->missing && !a->hopeless) return r;
  fresh_subst(a); /* the memo holds values made with the dummy */
  return 0;
}

/* ---- objects ---- */

static uint32_t depth_of(const shape_space *space, const shape_obj *o) {
  uint32_t n = 0;
  for (const shape_atom *via;
       o->kind == SHAPE_INPUT && shape_atom_in_object(via = shape_atom_get(space, o->via)); n++)
    o = shape_obj_get(space, via->obj);
  return n;
}

/* Memory the caller hands over for a result or a copy is never looked for by following a pointer, so no pattern binds it. */
static bool is_handed_over(const ex_application *a, const shape_obj *o) {
  const shape_atom *via = shape_atom_get(a->sum->space, o->via);
  const fe_func *fn = &a->u->p->funcs[a->callee];
  const fe_iface *iface = fn->iface;
  if (via->kind != SHAPE_PARAM) return false;
  if (iface && iface->result.abi == FE_ABI_SRET && iface->result.npieces &&
      iface->result.pieces[0].index == via->index)
    return true;
  return via->index < fn->nparams && fn->param_byval[via->index];
}

/* Object q lies offset bytes behind object p. The pointer with the longer way is the one that is bound to the other. */
static void note_clash(ex_application *a, uint32_t q, uint32_t p, int64_t offset) {
  const shape_space *space = a->sum->space;
  const shape_obj *oq = shape_obj_get(space, q), *op = shape_obj_get(space, p);
  a->why = EX_ALIASED;
  if (oq->kind != SHAPE_INPUT || op->kind != SHAPE_INPUT || is_handed_over(a, oq) || is_handed_over(a, op))
    return;
  uint32_t dq = depth_of(space, oq), dp = depth_of(space, op);
  bool swap = dq < dp || (dq == dp && q < p);
  a->clash.q = swap ? op->via : oq->via;
  a->clash.p = swap ? oq->via : op->via;
  a->clash.offset = swap ? -offset : offset;
}

/* The bytes [*lo, *hi) that some case touches; false: perhaps all of it, or its lifetime matters. */
static bool touched(const ex_application *a, uint32_t obj, int64_t *lo, int64_t *hi) {
  *lo = 0, *hi = 0;
  bool any = false;
  if (shape_obj_get(a->sum->space, obj)->kind != SHAPE_INPUT) return false;
  for (uint32_t i = 0; i < a->sum->ncases; i++) {
    const sum_case *c = &a->sum->cases[i];
    for (uint32_t k = 0; k < c->nfrees; k++)
      if (c->frees[k] == obj) return false;
    for (uint32_t k = 0; k < c->nclobbers; k++)
      if (c->clobbers[k].obj == obj) return false;
    for (uint32_t k = 0; k < c->nneeds; k++) {
      if (c->needs[k].obj != obj) continue;
      if (!any || c->needs[k].lo < *lo) *lo = c->needs[k].lo;
      if (!any || c->needs[k].hi > *hi) *hi = c->needs[k].hi;
      any = true;
    }
  }
  return any;
}

static bool apart(const ex_application *a, uint32_t x, int64_t xoff, uint32_t y, int64_t yoff) {
  int64_t xlo, xhi, ylo, yhi;
  if (ex_is_copy(a, x) || ex_is_copy(a, y)) return true;
  ex_consult(a->u, EX_FACT_ADDRESSES, a->callee);
  if (ex_sees_addresses(a->u->e->facts, a->callee)) return false;
  if (!touched(a, x, &xlo, &xhi) || !touched(a, y, &ylo, &yhi)) return false;
  return xoff + xhi <= yoff + ylo || yoff + yhi <= xoff + xlo;
}

static bool place(ex_application *a, uint32_t obj, uint32_t caller_obj, int64_t off) {
  for (uint32_t i = 0; i < a->nplaced; i++) {
    const ex_spot *sp = &a->spots[a->placed[i]];
    if (sp->obj != caller_obj || apart(a, obj, off, a->placed[i], sp->off)) continue;
    note_clash(a, obj, a->placed[i], off - sp->off);
    return false;
  }
  a->placed[a->nplaced++] = obj;
  a->spots[obj] = (ex_spot){true, caller_obj, off};
  return true;
}

static ex_found find_symbol(ex_application *a, uint32_t obj, const shape_obj *so) {
  ex_unit *u = a->u;
  a->why = EX_NO_OBJECT;
  if (so->kind == SHAPE_FUNC) {
    uint32_t func = ex_func_by_usr(u->e->facts, so->symbol);
    return func != FE_NONE && place(a, obj, ex_func_object(u, func), 0) ? EX_FOUND : EX_GIVE_UP;
  }
  uint32_t global = ex_global_by_usr(u->e->facts, so->symbol);
  if (global == FE_NONE) return EX_GIVE_UP;
  uint32_t id = ex_global_id(u, global);
  return ex_find_obj(u, a->s, id) && place(a, obj, id, 0) ? EX_FOUND : EX_GIVE_UP;
}

/* What the callee allocates is new here: the same site, counted on from the caller's allocations, as if executed. */
static ex_found find_heap(ex_application *a, uint32_t obj, const shape_obj *so) {
  shape_obj ho = *so;
  char name[300];
  ho.seq += a->s->nallocs;
  ho.size = 0;
  const char *mark = strchr(so->name, '#');
  snprintf(name, sizeof name, "%.*s#%u", (int)(mark ? mark - so->name : (long)strlen(so->name)), so->name,
           ho.seq);
  ho.name = name;
  return place(a, obj, shape_obj_intern(a->u->space, &ho), 0) ? EX_FOUND : EX_GIVE_UP;
}

ex_found ex_find_object(ex_application *a, uint32_t obj) {
  ex_unit *u = a->u;
  if (a->spots[obj].known) return EX_FOUND;
  shape_obj so = *shape_obj_get(a->sum->space, obj);
  if (so.kind == SHAPE_GLOBAL || so.kind == SHAPE_FUNC) return find_symbol(a, obj, &so);
  if (so.kind == SHAPE_HEAP) return find_heap(a, obj, &so);
  a->why = EX_NO_OBJECT;
  if (so.kind != SHAPE_INPUT) return EX_GIVE_UP;
  shape_atom via = *shape_atom_get(a->sum->space, so.via);
  if (shape_atom_in_object(&via)) {
    ex_found f = ex_find_object(a, via.obj);
    if (f != EX_FOUND) return f;
  }
  a->missing = 0;
  a->hopeless = false;
  term t = atom_term(a, so.via, 64);
  if (a->hopeless || a->missing) return EX_GIVE_UP;
  if (term_eval(u->tc, t, a->s->model->m) == 0) return EX_NOT_THIS_CASE;
  /* a pointer that is declared not to be NULL is one only where it is followed, and not every case follows it */
  if (term_get(u->tc, t)->op == T_ATOM && ex_declared_nonnull(u, term_get(u->tc, t)->aux))
    ex_choose(u, a->s, term_eq(u->tc, t, term_const(u->tc, 64, 0)));
  uint32_t caller_obj;
  ex_val off;
  if (ex_resolve(u, a->s, ex_from_term(u, t), &caller_obj, &off) == EX_FORKED) return EX_ENDED;
  a->why = off.t ? EX_OFFSET : EX_NO_OBJECT;
  if (!caller_obj || off.t) return EX_GIVE_UP;
  const ex_obj *o = ex_find_obj(u, a->s, caller_obj);
  if (!o || !o->alive) return EX_GIVE_UP;
  return place(a, obj, caller_obj, (int64_t)off.c) ? EX_FOUND : EX_GIVE_UP;
}

/* ---- opening and closing ---- */

void ex_application_open(ex_application *a) {
  size_t nobj = shape_obj_count(a->sum->space) + 1, natom = shape_atom_count(a->sum->space) + 1;
  a->spots = ex_xrealloc(NULL, nobj * sizeof *a->spots);
  a->placed = ex_xrealloc(NULL, nobj * sizeof *a->placed);
  a->atoms = ex_xrealloc(NULL, natom * sizeof *a->atoms);
  memset(a->atoms, 0, natom * sizeof *a->atoms);
  memset(a->spots, 0, nobj * sizeof *a->spots);
  a->nplaced = 0;
  a->subst = NULL;
  a->clash = (sum_alias){0};
  a->why = EX_NO_CASE;
  fresh_subst(a);
}

void ex_application_close(ex_application *a) {
  term_subst_free(a->subst);
  free(a->spots), free(a->placed), free(a->atoms);
}
