/* The caller's state after a call by summary: memory, liveness, allocations, answers of stubs and the result, each merged over
 * the members of the relation under their entry conditions. */
#include "explorer/apply.h"

#include <string.h>

static bool ends_program(const ex_member *m) { return m->c->outcome != SUM_RETURNED; }

/* ---- allocation and stubs ---- */

/* Every object some member leaves allocated; where it does not hold, nobody has the address. */
static void allocate(ex_application *a, const ex_member *ms, uint32_t n) {
  ex_unit *u = a->u;
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t k = 0; k < ms[i].c->nallocs; k++) {
      const sum_alloc *al = &ms[i].c->allocs[k];
      uint32_t id = a->spots[al->obj].obj;
      ex_obj *o = ex_obj_at(a->s, id);
      if (o) {
        o = ex_obj_own(a->s, id);
        o->size = ex_from_term(u, term_ite(u->tc, ms[i].guard, ms[i].sizes[k], ex_term(u, o->size, 64)));
      } else {
        o = ex_obj_add(a->s, id, SHAPE_HEAP, al->zeroed ? EX_FILL_ZERO : EX_FILL_UNINIT,
                       ex_from_term(u, ms[i].sizes[k]));
        o->on_heap = true;
      }
    }
}

/* Heap objects of the callee that nobody left alive: their addresses, if they are anywhere, are dangling. Those behind the
 * last one these cases tried for are other cases'. */
static void bury(ex_application *a, uint32_t ntries) {
  for (uint32_t i = 0; i < a->nplaced; i++) {
    uint32_t id = a->spots[a->placed[i]].obj;
    const shape_obj *o = shape_obj_get(a->sum->space, a->placed[i]);
    if (o->kind != SHAPE_HEAP || o->seq > ntries || ex_obj_at(a->s, id)) continue;
    ex_obj_add(a->s, id, SHAPE_HEAP, EX_FILL_UNINIT, ex_num(0))->alive = false;
  }
}

/* What the case left to stubs, before its own writes. The answers are counted afterwards: their numbers start from here. */
static void clobber(ex_application *a, const sum_case *c) {
  ex_unit *u = a->u;
  for (uint32_t i = 0; i < c->nclobbers; i++) {
    const sum_clobber *k = &c->clobbers[i];
    const ex_spot *sp = &a->spots[k->obj];
    uint32_t func = ex_stub_by_symbol(u, k->symbol), answer = ex_stub_answers(a->s, func) + k->answer;
    ex_val pointer = ex_num(sp->known ? term_addr_value(sp->obj, 0) : 0);
    if (!sp->known) pointer = ex_known(u, a->s, ex_from_term(u, ex_pointer_here(a, k->obj)));
    ex_leave_to_stub(u, a->s, pointer, func, k->arg, answer);
  }
}

static void count_answers(ex_application *a, const sum_case *c) {
  ex_unit *u = a->u;
  for (uint32_t i = 0; i < c->nanswers; i++) {
    const sum_answers *n = &c->answers[i];
    uint32_t via = 0;
    char symbol[300];
    if (n->obj) {
      ex_volatile_advance(u, a->s, a->spots[n->obj].obj, n->count);
      continue;
    }
    if (n->via) {
      a->missing = 0, a->hopeless = false; /* of a case that did not become a member */
      via = ex_callback_here(a, n->via);
      assert(via);
      ex_callback_symbol(u, via, symbol, sizeof symbol);
    }
    ex_record_stub(u, n->via ? symbol : n->symbol);
    ex_stub_advance(u, a->s, ex_stub_by_symbol(u, n->symbol), via, n->count);
  }
  a->s->nallocs += c->ntries;
}

/* ---- memory ---- */

static void write_guarded(ex_application *a, const ex_member *m, bool alone) {
  ex_unit *u = a->u;
  for (uint32_t i = 0; i < m->c->nwrites; i++) {
    const sum_write *w = &m->c->writes[i];
    const ex_spot *sp = &a->spots[w->obj];
    term v = m->values[i];
    if (!alone)
      v = term_ite(u->tc, m->guard, v,
                   ex_term(u, ex_mem_read(u, a->s, sp->obj, sp->off + w->offset, w->bytes), 8 * w->bytes));
    ex_mem_write(u, a->s, sp->obj, sp->off + w->offset, w->bytes, ex_from_term(u, v), true);
  }
}

static void free_objects(ex_application *a, const sum_case *c) {
  for (uint32_t i = 0; i < c->nfrees; i++) {
    ex_obj *o = ex_obj_own(a->s, a->spots[c->frees[i]].obj);
    o->alive = false;
    o->dirty = true;
  }
}

/* ---- the ends ---- */

/* A member that does not return, as an outcome of the caller; false: nothing is left of the state. */
static bool end_member(ex_application *a, const ex_member *m) {
  ex_unit *u = a->u;
  bool left;
  ex_state *f = ex_split(u, a->s, m->guard, &left), *s = a->s;
  if (!f) return left;
  static const fe_ty status = {FE_INT, 32};
  ex_val ret = m->c->nret ? ex_from_term(u, m->ret[0]) : ex_num(0);
  a->s = f;
  if (m->c->outcome == SUM_EXITED) {
    allocate(a, m, 1);
    clobber(a, m->c);
    write_guarded(a, m, true);
    free_objects(a, m->c);
  }
  count_answers(a, m->c);
  u->inner_stack = m->c;
  ex_finish(u, f, (sum_outcome)m->c->outcome, 0, m->c->detail, &ret, &status, m->c->nret ? 1 : 0);
  u->inner_stack = NULL;
  a->s = s;
  ex_state_free(u, f);
  return left;
}

static void end_call(ex_application *a, const ex_member *ms, uint32_t n) {
  ex_unit *u = a->u;
  uint32_t nret = ms[0].c->nret;
  term some[EX_FEW] = {0}, *ret = EX_ROOM(u->arena, some, nret);
  ex_val few[EX_FEW], *vals = EX_ROOM(u->arena, few, nret);
  for (uint32_t i = n; i-- > 0;)
    for (uint32_t k = 0; k < nret; k++)
      ret[k] = ret[k] ? term_ite(u->tc, ms[i].guard, ms[i].ret[k], ret[k]) : ms[i].ret[k];
  allocate(a, ms, n);
  bury(a, ms[0].c->ntries);
  clobber(a, ms[0].c); /* the members agree in it */
  for (uint32_t i = 0; i < n; i++) write_guarded(a, &ms[i], n == 1);
  free_objects(a, ms[0].c);
  count_answers(a, ms[0].c);
  for (uint32_t k = 0; k < nret; k++) vals[k] = ex_from_term(u, ret[k]);
  ex_call_done(u, a->s, a->in, vals, nret);
}

ex_go ex_apply_members(ex_application *a, const ex_member *ms, uint32_t n) {
  ex_member *returning = ex_arena_alloc(a->u->arena, (n + 1) * sizeof *returning);
  uint32_t nreturning = 0;
  for (uint32_t i = 0; i < n; i++) {
    if (!ends_program(&ms[i]))
      returning[nreturning++] = ms[i];
    else if (!end_member(a, &ms[i]))
      return EX_FORKED;
  }
  if (!nreturning) return EX_FORKED;
  end_call(a, returning, nreturning);
  return EX_GO;
}
