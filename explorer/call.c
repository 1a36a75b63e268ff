/* Calls, in the order of the table in DESIGN ("What happens at a call"): built-in, skipped because the slicer shows that
 * only the exit state sees it, by summary, inline, stub. */
#include "explorer/internal.h"
#include "explorer/models.h"

#include <stdlib.h>
#include <string.h>

void ex_give_result(ex_unit *u, ex_state *s, const fe_insn *in, const fe_call *c, const ex_val *vals,
                    uint32_t n) {
  ex_frame *f = ex_frame_own(s);
  for (uint32_t i = 0; i < c->nres; i++) {
    ex_val v = i < n ? vals[i] : ex_num(0);
    /* caller and callee may disagree about the width (no prototype) */
    if (v.t && term_get(u->tc, v.t)->width != c->res_ty[i].bits) {
      unsigned w = term_get(u->tc, v.t)->width;
      v = ex_from_term(u, w > c->res_ty[i].bits ? term_extract(u->tc, 0, c->res_ty[i].bits, v.t)
                                                : term_zext(u->tc, c->res_ty[i].bits, v.t));
    } else if (!v.t && c->res_ty[i].bits > 64) {
      v = (ex_val){0, term_const(u->tc, c->res_ty[i].bits, v.c)};
    }
    ex_set(u, f, in->dst + i, v);
  }
  f->insn++;
}

void ex_call_done(ex_unit *u, ex_state *s, const fe_insn *in, const ex_val *vals, uint32_t n) {
  ex_give_result(u, s, in, &u->p->funcs[s->top->func].calls[in->aux], vals, n);
}

ex_go ex_return(ex_unit *u, ex_state *s, const ex_val *vals, uint32_t n) {
  const fe_func *fn = &u->p->funcs[s->top->func];
  if (!s->top->caller) {
    if (u->e->opt.whole_program && ex_run_handler(u, s)) return EX_GO;
    if (u->e->opt.whole_program && n && vals[0].t && ex_depends_on_uninit(u, s, vals[0].t) &&
        !ex_guard(u, s, term_bool(u->tc, true), SUM_UNINIT, "the result depends on an uninitialised value"))
      return EX_FORKED;
    if (!ex_leaks(u, s, vals, n)) ex_finish(u, s, SUM_RETURNED, 0, "", vals, fn->ret_ty, n);
    return EX_FORKED;
  }
  ex_role role = s->top->role;
  ex_frame_pop(u, s);
  const fe_insn *in = &u->p->funcs[s->top->func].insns[s->top->insn];
  ex_val zero = ex_num(0);
  if (role == EX_THREAD)
    ex_call_done(u, s, in, &zero, 1);
  else if (role == EX_CALLED)
    ex_call_done(u, s, in, vals, n);
  return EX_GO;
}

void ex_used(const ex_unit *u, uint32_t callee, bool executed) {
  if (u->e->provider.used) u->e->provider.used(u->e->provider.self, callee, executed);
}

/* ---- entering a body ---- */

/* Activations of the function between which a symbolic decision was taken; recursion on numbers alone ends by itself. */
static bool too_deep(ex_unit *u, const ex_state *s, uint32_t func) {
  uint32_t n = 0, bound = func == u->func && u->own.none ? 0 : u->e->opt.recursion_bound;
  uint64_t last = s->nsymbolic;
  for (const ex_frame *f = s->top; f; f = f->caller) {
    if (f->func != func) continue;
    n += f->born != last;
    last = f->born;
  }
  if (n && func == u->func) ex_meet_own(u);
  return n > bound || s->top->depth > 2000;
}

ex_val ex_fit(ex_unit *u, ex_val v, unsigned from, unsigned to) {
  if (from == to) return v;
  if (!v.t && to <= 64) return ex_num(to < 64 ? v.c & (((uint64_t)1 << to) - 1) : v.c);
  term t = ex_term(u, v, from);
  return ex_from_term(u, to < from ? term_extract(u->tc, 0, to, t) : term_zext(u->tc, to, t));
}

static ex_go inline_call(ex_unit *u, ex_state *s, const fe_call *c, uint32_t func, ex_val *args) {
  const fe_func *fn = &u->p->funcs[func];
  if (too_deep(u, s, func)) {
    ex_cut(u, s, SUM_B_RECURSION);
    return EX_FORKED;
  }
  /* copies of structs passed in memory are made before the frame changes: following their address may fork */
  uint32_t src[64];
  int64_t soff[64];
  for (uint32_t i = 0; i < c->nargs && i < 64; i++)
    if (c->byval[i] && ex_access(u, s, args[i], c->byval[i], false, &src[i], &soff[i]) == EX_FORKED)
      return EX_FORKED;
  u->e->stats.calls_inlined++;
  ex_used(u, func, true);
  ex_info(u, func);
  uint32_t rest = s->rest ? s->rest : s->top->rest;
  ex_frame *f = ex_frame_push(u, s, func);
  f->rest = rest;
  s->rest = 0;
  s->left_out = NULL;
  for (uint32_t i = 0; i < c->nargs && i < 64; i++) {
    if (!c->byval[i]) continue;
    uint32_t copy = ex_new_local(u, s, "a struct argument", 0, ex_num(c->byval[i]), EX_FILL_UNINIT);
    ex_mem_copy(u, s, copy, 0, src[i], soff[i], c->byval[i]);
    args[i] = ex_num(term_addr_value(copy, 0));
  }
  for (uint32_t i = 0; i < fn->nparams; i++)
    ex_set(u, f, fn->nconsts + i,
           i < c->nargs                ? ex_fit(u, args[i], c->arg_ty[i].bits, fn->param_ty[i].bits)
           : fn->param_ty[i].bits > 64 ? (ex_val){0, term_const(u->tc, fn->param_ty[i].bits, 0)}
                                       : ex_num(0));
  if (fn->variadic && c->nargs > fn->nparams) {
    uint32_t n = f->nvarargs = c->nargs - fn->nparams;
    f->varargs = ex_xrealloc(NULL, n * sizeof *f->varargs);
    f->vararg_ty = ex_xrealloc(NULL, n * sizeof *f->vararg_ty);
    f->vararg_bytes = ex_xrealloc(NULL, n * sizeof *f->vararg_bytes);
    f->vararg_place = ex_xrealloc(NULL, n);
    for (uint32_t i = 0; i < n; i++) {
      f->varargs[i] = args[fn->nparams + i];
      f->vararg_ty[i] = c->arg_ty[fn->nparams + i];
      f->vararg_bytes[i] = c->byval[fn->nparams + i];
      f->vararg_place[i] = c->place ? c->place[fn->nparams + i] : FE_PLACE_PLAIN;
    }
  }
  return EX_GO;
}

ex_go ex_enter(ex_unit *u, ex_state *s, uint32_t func, const ex_val *args, uint32_t n, ex_role role) {
  const fe_func *fn = &u->p->funcs[func];
  if (too_deep(u, s, func)) {
    ex_cut(u, s, SUM_B_RECURSION);
    return EX_FORKED;
  }
  ex_used(u, func, true);
  ex_info(u, func);
  ex_frame *f = ex_frame_push(u, s, func);
  f->role = role;
  for (uint32_t i = 0; i < fn->nparams; i++)
    ex_set(u, f, fn->nconsts + i,
           i < n && fn->param_ty[i].bits == 64 ? args[i]
           : fn->param_ty[i].bits > 64         ? (ex_val){0, term_const(u->tc, fn->param_ty[i].bits, 0)}
                                               : ex_num(0));
  return EX_GO;
}

bool ex_run_handler(ex_unit *u, ex_state *s) {
  const ex_handler *h = s->handlers;
  if (!h) return false;
  s->handlers = h->next;
  return ex_enter(u, s, h->func, NULL, 0, EX_HANDLER) == EX_GO;
}

/* ---- which function ---- */

ex_go ex_find_callee(ex_unit *u, ex_state *s, ex_val target, uint32_t *func, const char **name) {
  *func = FE_NONE;
  *name = EX_CALLBACK;
  u->callback = 0;
  for (int guard = 0; target.t && guard < 64; guard++) {
    term_node n = *term_get(u->tc, target.t);
    if (n.op == T_ITE) {
      target = ex_from_term(u, ex_choose(u, s, n.a) ? n.b : n.c);
    } else if (n.op == T_READ) {
      target = ex_from_term(u, ex_choose_cell(u, s, target.t));
    } else if (n.op == T_ATOM) {
      char symbol[300];
      ex_callback_symbol(u, n.aux, symbol, sizeof symbol);
      *name = sum_strdup(u->sum, symbol);
      u->callback = n.aux;
      term null = term_eq(u->tc, target.t, term_const(u->tc, 64, 0));
      return ex_guard(u, s, null, SUM_NULL_DEREF, "a call through a NULL function pointer") ? EX_GO
                                                                                            : EX_FORKED;
    } else {
      return EX_GO;
    }
  }
  uint32_t obj;
  int64_t off;
  if (!target.t && term_addr_split(target.c, &obj, &off) && off == 0 && obj < u->obj_func_cap &&
      u->obj_func[obj] != FE_NONE) {
    *func = u->obj_func[obj];
    *name = u->p->funcs[*func].name;
    return EX_GO;
  }
  ex_error(u, s, !target.t && target.c == 0 ? SUM_NULL_DEREF : SUM_BAD_CALL,
           "a call through a pointer to no function");
  return EX_FORKED;
}

/* A callee that can fail is never left standing: its errors are the unit's, for some inputs. */
static bool may_fail(const ex_unit *u, uint32_t func) {
  const ex_provider *provider = &u->e->provider;
  const sum_summary *s = provider->get ? provider->get(provider->self, func) : NULL;
  for (uint32_t i = 0; s && i < s->ncases; i++)
    if (sum_is_error(s->cases[i].outcome)) return true;
  return false;
}

/* A callee without effects on memory that returns and whose result no decision of the unit sees stands in the exit effect as a
 * call. */
static bool skip(ex_unit *u, ex_state *s, const fe_insn *in, const fe_call *c, uint32_t func,
                 const ex_val *args) {
  if (u->e->opt.no_slice || u->e->opt.whole_program || s->top->caller || !u->e->slices || u->relation ||
      u->no_calls)
    return false;
  ex_consult(u, EX_FACT_SLICE, s->top->func);
  const slice_site *site = slice_site_at(slice_func(u->e->slices, s->top->func), s->top->insn);
  if (!site || site->verdict > SLICE_EXIT_ONLY || site->by_data || site->may_not_return) return false;
  ex_consult(u, EX_FACT_PURE, func);
  if (!ex_is_pure(u->e->facts, func) || may_fail(u, func)) return false;
  const fe_func *fn = &u->p->funcs[func];
  term targs[32];
  if (c->nargs > 32) return false;
  for (uint32_t i = 0; i < c->nargs; i++) {
    if (c->arg_ty[i].kind == FE_PTR || c->byval[i])
      return false; /* what it reads there would be part of the term */
    targs[i] = ex_term(u, args[i], c->arg_ty[i].bits);
  }
  ex_val few[EX_FEW], *vals = EX_ROOM(u->arena, few, c->nres);
  for (uint32_t i = 0; i < c->nres; i++)
    vals[i] = ex_from_term(u, term_call(u->tc, c->res_ty[i].bits, fn->name, i, targs, c->nargs));
  u->e->stats.calls_skipped++;
  ex_give_result(u, s, in, c, vals, c->nres);
  return true;
}

/* A program may declare a function of its own under a name of libc: `void read(int)` is not libc's. */
static bool is_other_function(const fe_func *fn, const fe_call *c) {
  return fn->is_model && (c->nargs < fn->nparams || (c->nargs > fn->nparams && !fn->variadic));
}

ex_go ex_call(ex_unit *u, ex_state *s, const fe_insn *in) {
  const fe_call *c = &u->p->funcs[s->top->func].calls[in->aux];
  uint32_t func = c->func;
  const char *name = c->indirect ? "" : u->p->funcs[func].name;
  if (c->indirect && ex_find_callee(u, s, ex_get(u, s, c->target), &func, &name) == EX_FORKED)
    return EX_FORKED;
  ex_val args[64];
  if (c->nargs > 64) {
    ex_cut(u, s, SUM_B_UNSUPPORTED);
    return EX_FORKED;
  }
  for (uint32_t i = 0; i < c->nargs; i++) args[i] = ex_get(u, s, c->args[i]);
  ex_go go;
  if (func != FE_NONE && !u->p->funcs[func].has_body) ex_consult(u, EX_FACT_DECLARATION, func);
  if (func != FE_NONE && ex_builtin(u, s, in, c, func, args, &go)) return go;
  bool model = func != FE_NONE && !u->e->opt.whole_program && ex_model_needs_context(u->p, func);
  model |= func != FE_NONE && is_other_function(&u->p->funcs[func], c);
  if (func == FE_NONE || !u->p->funcs[func].has_body || model) {
    if (func != FE_NONE && u->p->funcs[func].unsupported) ex_note_bound(u, s, SUM_B_UNSUPPORTED);
    return ex_stub(u, s, in, c, func, name, args);
  }
  if (skip(u, s, in, c, func, args)) return EX_GO;
  if (!u->e->opt.no_summaries && !u->relation && ex_apply(u, s, in, c, func, args, &go)) return go;
  return inline_call(u, s, c, func, args);
}
