/* Functions without a body. Their answers are inputs of the unit (one atom for each answer), and so is what they may have
 * written: every object that can be reached from an argument that is no pointer to const holds unknown bytes from then on.
 * They are taken to leave alone what no argument leads to, globals included. */
#include "explorer/internal.h"

#include <string.h>

static bool points_to_const(const ex_unit *u, const fe_func *callee, uint32_t arg) {
  if (!callee || !callee->iface) return false;
  for (uint32_t i = 0; i < callee->iface->nparams; i++) {
    const fe_param *p = &callee->iface->params[i];
    if (p->npieces != 1 || p->pieces[0].index != arg || p->ctype == FE_NONE) continue;
    const fe_ctype *t = ex_type(u, p->ctype);
    return t->kind == FE_T_PTR && (ex_type(u, t->to)->is_const || ex_type(u, t->to)->kind == FE_T_FUNC);
  }
  return false;
}

/* libc functions that write to files only. */
static bool writes_nothing(const char *name) {
  static const char *const names[] = {"fclose", "fflush", "fprintf",  "fputc",   "fputs", "fwrite",
                                      "perror", "printf", "putc",     "putchar", "puts",  "srand",
                                      "syslog", "ungetc", "vfprintf", "vprintf"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(names[i], name)) return true;
  return false;
}

/* Inputs by the conventions of other tools, and ours: these touch nothing else. */
static bool invented(const char *name) {
  return !strncmp(name, "__VERIFIER_", 11) || !strncmp(name, "nondet", 6) || !strncmp(name, "summ_any_", 9);
}

/* Also where it is not declared, and taken to give an int. */
static bool gives_bool(const char *name) {
  static const char *const names[] = {"__VERIFIER_nondet_bool", "__VERIFIER_nondet__Bool", "nondet_bool",
                                      "nondet__Bool"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(names[i], name)) return true;
  return false;
}

uint32_t ex_plain_pointer(const ex_unit *u, term t) {
  const term_node *n = term_get(u->tc, t);
  if (n->op == T_ADD && term_is_const(u->tc, n->b)) n = term_get(u->tc, n->a);
  return n->op == T_ATOM ? n->aux : 0;
}

static void forget(ex_unit *u, ex_state *s, uint32_t id, uint32_t func, uint32_t nth, uint32_t answer) {
  const ex_obj *o = ex_find_obj(u, s, id);
  if (!o || !o->alive || o->read_only) return;
  ex_mem_forget(u, s, id, func, nth);
  ex_obj_own(s, id)->stub_count = answer;
}

void ex_leave_to_stub(ex_unit *u, ex_state *s, ex_val arg, uint32_t func, uint32_t nth, uint32_t answer) {
  uint32_t id, atom;
  int64_t off;
  if (arg.t && (atom = ex_plain_pointer(u, arg.t))) {
    if (!ex_bound(s, atom, &id, &off)) {
      ex_left *l = ex_arena_alloc(u->arena, sizeof *l);
      *l = (ex_left){s->left, atom, func, answer, nth};
      s->left = l;
      return;
    }
  } else if (arg.t) {
    ex_val rest;
    if (ex_resolve(u, s, arg, &id, &rest) == EX_FORKED || !id) return;
  } else if (!term_addr_split(arg.c, &id, &off)) {
    return;
  }
  forget(u, s, id, func, nth, answer);
}

void ex_record_stub(ex_unit *u, const char *name) {
  sum_summary *sum = u->sum;
  for (uint32_t i = 0; i < sum->nstubs; i++)
    if (!strcmp(sum->stubs[i], name)) return;
  const char **n = sum_alloc_bytes(sum, (sum->nstubs + 1) * sizeof *n);
  if (sum->nstubs) memcpy(n, sum->stubs, sum->nstubs * sizeof *n);
  n[sum->nstubs++] = sum_strdup(sum, name);
  sum->stubs = n;
}

/* ---- what it may have written ---- */

typedef struct given { /* the arguments it may write through */
  ex_val p[64];
  uint32_t arg[64], n;
} given;

/* A pointer that is one of several is settled first, before anything is changed, because that forks. */
static ex_go find_given(ex_unit *u, ex_state *s, const fe_call *c, const fe_func *callee, const ex_val *args,
                        given *g) {
  for (uint32_t i = 0; i < c->nargs && g->n < 64; i++) {
    if (c->arg_ty[i].kind != FE_PTR || points_to_const(u, callee, i)) continue;
    ex_val p = args[i];
    if (p.t && !ex_plain_pointer(u, p.t)) {
      uint32_t obj;
      ex_val off;
      if (ex_resolve(u, s, p, &obj, &off) == EX_FORKED) return EX_FORKED;
      p = ex_num(obj ? term_addr_value(obj, 0) : 0);
    }
    g->p[g->n] = p;
    g->arg[g->n++] = i;
  }
  return EX_GO;
}

static void leave(ex_unit *u, ex_state *s, const given *g, uint32_t func) {
  uint32_t answer = ex_stub_answers(s, func);
  ex_reach r = {.u = u};
  for (uint32_t i = 0; i < g->n; i++) ex_reach_value(&r, s, g->p[i]);
  uint32_t direct = r.n;
  r.open = false;
  ex_reach_close(&r, s);
  for (uint32_t i = 0; i < g->n; i++) ex_leave_to_stub(u, s, g->p[i], func, g->arg[i], answer);
  for (uint32_t i = direct; i < r.n && i - direct < EX_MOST_BEHIND; i++)
    forget(u, s, r.obj[i], func, EX_BEHIND + i - direct, answer);
  if (r.n - direct > EX_MOST_BEHIND) ex_note_bound(u, s, SUM_B_MEMORY);
  if (r.open)
    ex_assumed(u, "functions without a body write nothing behind pointers the path has not followed");
  ex_reach_free(&r);
}

ex_go ex_stub(ex_unit *u, ex_state *s, const fe_insn *in, const fe_call *c, uint32_t func, const char *name,
              const ex_val *args) {
  const fe_func *callee = func == FE_NONE ? NULL : &u->p->funcs[func];
  given g = {.n = 0};
  bool ends = c->noreturn || (callee && callee->noreturn);
  if (c->nres > EX_WRITTEN) { /* a vector with more elements than names for them */
    ex_cut(u, s, SUM_B_UNSUPPORTED);
    return EX_FORKED;
  }
  if (!ends && !writes_nothing(name) && find_given(u, s, c, callee, args, &g) == EX_FORKED) return EX_FORKED;
  u->e->stats.calls_stubbed++;
  s->nstubbed += !invented(name);
  ex_record_stub(u, name);
  if (ends) {
    ex_finish(u, s, SUM_EXITED, 0, name, NULL, NULL, 0);
    return EX_FORKED;
  }
  uint32_t key = func == FE_NONE ? EX_ANON_STUB : func;
  uint32_t ctype = callee && callee->iface ? callee->iface->result.ctype : FE_NONE;
  uint32_t n = c->nres;
  ex_val few[EX_FEW], *vals = EX_ROOM(u->arena, few, n);
  for (uint32_t i = 0; i < n; i++)
    vals[i] = (ex_val){0,
                       term_atom(u->tc, c->res_ty[i].bits,
                                 ex_stub_atom(u, s, key, name, i, c->res_ty[i], n == 1 ? ctype : FE_NONE))};
  if (n && gives_bool(name) && c->res_ty[0].kind == FE_INT &&
      !ex_assume(u, s, term_bin(u->tc, T_ULE, vals[0].t, term_const(u->tc, c->res_ty[0].bits, 1))))
    return EX_FORKED;
  if (!n) ex_stub_count(u, s, key);
  leave(u, s, &g, key);
  ex_give_result(u, s, in, c, vals, n);
  return EX_GO;
}
