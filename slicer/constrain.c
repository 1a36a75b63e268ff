/* From the IR to inclusion constraints (CAUT 3.1's rules for p = &v, p = q and casts, for all of C): one pass over every
 * body. Every function is a unit of its own, so its pointer parameters start at the input object of their type besides
 * what its callers in the program pass. Calls through pointers are bound while solving, as their targets arrive. */
#include "slicer/pointsto.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static bool wide(fe_ty t) { return t.kind == FE_PTR || (t.kind == FE_INT && t.bits >= 64); }

/* Registers that carry addresses: pointers and wide integers; narrow ones only on the way from a load to a store, so
 * that byte-wise copies keep the pointers they copy. */
typedef struct body {
  pt_graph *g;
  const fe_func *f;
  uint32_t func;
  bool *carry;   /* by register */
  bool *address; /* integer computed from an address in this function */
  bool *arith;   /* integer arithmetic lies between this and where it came from */
} body;

static uint32_t node(const body *b, fe_reg r) { return pt_reg(b->g, b->func, r); }

static void copy(body *b, fe_reg from, fe_reg to) {
  if (from != FE_NONE && to != FE_NONE && b->carry[from] && b->carry[to])
    pt_edge(b->g, node(b, from), node(b, to));
}

static bool is_move(uint8_t op) { return op == FE_MOV || op == FE_TRUNC || op == FE_ZEXT || op == FE_SEXT; }

static bool is_mixing(uint8_t op) {
  return op == FE_ADD || op == FE_SUB || op == FE_AND || op == FE_OR || op == FE_XOR || op == FE_SHL ||
         op == FE_LSHR || op == FE_ASHR;
}

static void mark_carriers(body *b) {
  const fe_func *f = b->f;
  for (uint32_t r = 0; r < f->nregs; r++) b->carry[r] = wide(f->reg_ty[r]);
  for (uint32_t i = 0; i < f->ninsns; i++)
    if (f->insns[i].op == FE_STORE && f->reg_ty[f->insns[i].b].kind == FE_INT) b->carry[f->insns[i].b] = true;
  for (bool again = true; again;) { /* backwards over moves to the loads */
    again = false;
    for (uint32_t i = f->ninsns; i-- > 0;) {
      const fe_insn *in = &f->insns[i];
      if (is_move(in->op) && b->carry[in->dst] && !b->carry[in->a] && f->reg_ty[in->a].kind == FE_INT)
        again = b->carry[in->a] = true;
    }
    for (uint32_t i = f->nmoves; i-- > 0;)
      if (b->carry[f->moves[i].dst] && !b->carry[f->moves[i].src] &&
          f->reg_ty[f->moves[i].src].kind == FE_INT)
        again = b->carry[f->moves[i].src] = true;
  }
  for (bool again = true; again;) { /* forwards: which integers are computed addresses */
    again = false;
    for (uint32_t i = 0; i < f->ninsns; i++) {
      const fe_insn *in = &f->insns[i];
      if (in->dst == FE_NONE) continue;
      bool was_address = b->address[in->dst], was_arith = b->arith[in->dst];
      if (in->op == FE_PTRTOINT) b->address[in->dst] = true;
      if (is_move(in->op)) {
        b->address[in->dst] |= b->address[in->a];
        b->arith[in->dst] |= b->arith[in->a];
      }
      if (is_mixing(in->op)) {
        b->address[in->dst] |= b->address[in->a] || b->address[in->b];
        b->arith[in->dst] = true;
      }
      again |= was_address != b->address[in->dst] || was_arith != b->arith[in->dst];
    }
    for (uint32_t i = 0; i < f->nmoves; i++) {
      fe_move m = f->moves[i];
      again |= (b->address[m.src] && !b->address[m.dst]) || (b->arith[m.src] && !b->arith[m.dst]);
      b->address[m.dst] |= b->address[m.src];
      b->arith[m.dst] |= b->arith[m.src];
    }
  }
}

static void step(body *b, fe_reg from, fe_reg to, int64_t off, uint64_t stride) {
  if (!b->carry[from] || !b->carry[to]) return;
  if (off == 0 && stride == 0)
    pt_edge(b->g, node(b, from), node(b, to));
  else
    pt_constrain(b->g, node(b, from),
                 (pt_con){.kind = PT_GEP, .other = node(b, to), .off = off, .stride = stride});
}

static int64_t const_int(const fe_func *f, fe_reg r, bool *ok) {
  *ok = r < f->nconsts && f->consts[r].kind == FE_C_INT;
  if (!*ok) return 0;
  uint32_t bits = f->consts[r].ty.bits;
  uint64_t v = f->consts[r].val.lo;
  return bits >= 64 ? (int64_t)v : (int64_t)(v << (64 - bits)) >> (64 - bits);
}

static void ptradd(body *b, const fe_insn *in) {
  int64_t off = in->imm;
  uint64_t stride = 0;
  if (in->b != FE_NONE) {
    bool known;
    int64_t k = const_int(b->f, in->b, &known), scaled;
    int64_t scale = (int32_t)in->aux;
    if (known && !__builtin_mul_overflow(k, scale, &scaled) && !__builtin_add_overflow(off, scaled, &off))
      stride = 0;
    else
      stride = scale < 0 ? (uint64_t)-scale : (uint64_t)scale;
  }
  step(b, in->a, in->dst, off, stride);
}

static void block_copy(pt_graph *g, uint32_t dst, uint32_t src, uint64_t len) {
  uint32_t temp = pt_new_obj(g, PT_TEMP, 0, 0, 0, FE_NONE);
  pt_constrain(g, src, (pt_con){.kind = PT_COPY_SRC, .other = temp, .stride = len});
  pt_constrain(g, dst, (pt_con){.kind = PT_COPY_DST, .other = temp, .stride = len});
}

/* *(pointer + off) = loc */
static void store_loc(pt_graph *g, uint32_t pointer, int64_t off, uint32_t loc) {
  uint32_t value = pt_new_node(g), at = pt_new_node(g);
  pt_add(g, value, loc);
  pt_constrain(g, pointer, (pt_con){.kind = PT_GEP, .other = at, .off = off});
  pt_constrain(g, at, (pt_con){.kind = PT_STORE, .other = value});
}

static void instruction(body *b, uint32_t index) {
  pt_graph *g = b->g;
  const fe_func *f = b->f;
  const fe_insn *in = &f->insns[index];
  if (is_move(in->op)) {
    copy(b, in->a, in->dst);
  } else if (is_mixing(in->op) && wide(f->reg_ty[in->dst])) {
    uint64_t stride = b->address[in->dst] ? 1 : 0;
    step(b, in->a, in->dst, 0, stride);
    step(b, in->b, in->dst, 0, stride);
  }
  switch ((fe_op)in->op) {
  case FE_SELECT:
    copy(b, in->b, in->dst);
    copy(b, in->c, in->dst);
    break;
  case FE_PTRTOINT: copy(b, in->a, in->dst); break;
  case FE_INTTOPTR: step(b, in->a, in->dst, 0, b->arith[in->a] ? 1 : 0); break;
  case FE_PTRADD: ptradd(b, in); break;
  case FE_ALLOCA: {
    uint32_t obj = pt_new_obj(g, PT_ALLOCA, b->func, index, in->a == FE_NONE ? (uint64_t)in->imm : 0,
                              FE_NONE);
    pt_add(g, node(b, in->dst), pt_loc_at(g, obj, 0));
    break;
  }
  case FE_LOAD:
    if (b->carry[in->dst])
      pt_constrain(g, node(b, in->a), (pt_con){.kind = PT_LOAD, .other = node(b, in->dst)});
    break;
  case FE_STORE:
    if (b->carry[in->b]) pt_constrain(g, node(b, in->a), (pt_con){.kind = PT_STORE, .other = node(b, in->b)});
    break;
  case FE_MEMCPY:
  case FE_MEMMOVE: {
    bool known;
    int64_t len = const_int(f, in->c, &known);
    block_copy(g, node(b, in->a), node(b, in->b), known && len > 0 ? (uint64_t)len : 0);
    break;
  }
  case FE_VASTART:
    if (g->vaobj[b->func] != FE_NONE) {
      uint32_t area = pt_loc_at(g, g->vaobj[b->func], 0);
      store_loc(g, node(b, in->a), 8, area);
      store_loc(g, node(b, in->a), 16, area);
    }
    break;
  case FE_VACOPY: block_copy(g, node(b, in->a), node(b, in->b), 24); break;
  case FE_RET:
    for (uint32_t i = 0; i < in->b && i < f->ret_n; i++)
      if (b->carry[f->lists[in->aux + i]] && wide(f->reg_ty[f->lists[in->aux + i]]))
        pt_edge(g, node(b, f->lists[in->aux + i]), g->ret0[b->func] + i);
    break;
  case FE_CALL: {
    const fe_call *c = &f->calls[in->aux];
    uint32_t site = g->site_of[b->func] + in->aux;
    if (c->indirect)
      pt_constrain(g, node(b, c->target), (pt_con){.kind = PT_CALL, .other = site});
    else
      pt_bind(g, site, c->func);
    break;
  }
  case FE_ASM: pt_bind_unknown(g, g->site_of[b->func] + in->aux); break;
  default: break;
  }
}

/* ---- calls ---- */

static void result_from(pt_graph *g, const pt_callsite *s, uint32_t i, uint32_t from) {
  const fe_func *f = &g->p->funcs[s->func];
  const fe_call *c = &f->calls[s->call];
  uint32_t dst = f->insns[s->insn].dst;
  if (i < c->nres && dst != FE_NONE && wide(c->res_ty[i])) pt_edge(g, from, pt_reg(g, s->func, dst + i));
}

void pt_bind_unknown(pt_graph *g, uint32_t site) {
  pt_callsite *s = &g->sites[site];
  s->unknown = true;
  if (s->escaped) return;
  s->escaped = g->any_external = true;
  const fe_call *c = &g->p->funcs[s->func].calls[s->call];
  for (uint32_t i = 0; i < c->nargs; i++)
    if (wide(c->arg_ty[i])) pt_edge(g, pt_reg(g, s->func, c->args[i]), g->out);
  for (uint32_t i = 0; i < c->nres; i++) result_from(g, s, i, g->src);
}

static uint32_t heap_of(pt_graph *g, uint32_t site) {
  if (g->heap[site] == FE_NONE)
    g->heap[site] = pt_new_obj(g, PT_HEAP, g->sites[site].func, g->sites[site].insn, 0, FE_NONE);
  return g->heap[site];
}

static void bind_model(pt_graph *g, uint32_t site, const libc_model *m) {
  pt_callsite *s = &g->sites[site];
  const fe_func *f = &g->p->funcs[s->func];
  const fe_call *c = &f->calls[s->call];
  uint32_t dst = f->insns[s->insn].dst;
  uint32_t res = c->nres && dst != FE_NONE && wide(c->res_ty[0]) ? pt_reg(g, s->func, dst) : FE_NONE;
  uint32_t arg0 = c->nargs > 0 ? pt_reg(g, s->func, c->args[0]) : FE_NONE;
  uint32_t arg1 = c->nargs > 1 ? pt_reg(g, s->func, c->args[1]) : FE_NONE;
  if (m->copies && arg1 != FE_NONE) {
    bool known = false;
    int64_t len = c->nargs > 2 ? const_int(f, c->args[2], &known) : 0;
    block_copy(g, arg0, arg1, known && len > 0 ? (uint64_t)len : 0);
  }
  if (m->ends && arg1 != FE_NONE) {
    uint32_t into = pt_new_node(g);
    pt_constrain(g, arg0, (pt_con){.kind = PT_GEP, .other = into, .stride = 1});
    pt_constrain(g, arg1, (pt_con){.kind = PT_STORE, .other = into});
  }
  if (res == FE_NONE) return;
  switch ((libc_ret)m->ret) {
  case LIBC_RET_NONE: break;
  case LIBC_RET_ARG0:
    if (arg0 != FE_NONE) pt_edge(g, arg0, res);
    break;
  case LIBC_RET_INTO0:
    if (arg0 != FE_NONE) pt_constrain(g, arg0, (pt_con){.kind = PT_GEP, .other = res, .stride = 1});
    break;
  case LIBC_RET_ALLOC:
    heap_of(g, site);
    if (m->keeps && arg0 != FE_NONE)
      pt_constrain(g, arg0, (pt_con){.kind = PT_COPY_SRC, .other = g->heap[site]});
    pt_add(g, res, pt_loc_at(g, g->heap[site], 0));
    break;
  case LIBC_RET_OUT: pt_add(g, res, g->u); break;
  case LIBC_RET_STATE: pt_add(g, res, pt_loc_at(g, g->io, 0)); break;
  case LIBC_RET_TABLE: pt_add(g, res, pt_loc_at(g, g->table, 0)); break;
  case LIBC_RET_ERRNO: pt_add(g, res, pt_loc_at(g, g->err, 0)); break;
  }
}

static void bind_result(pt_graph *g, uint32_t site, uint32_t func) {
  const pt_callsite *s = &g->sites[site];
  const fe_func *callee = &g->p->funcs[func], *f = &g->p->funcs[s->func];
  const fe_call *c = &f->calls[s->call];
  const pt_shortcut *k = &g->shortcut[func];
  uint32_t dst = f->insns[s->insn].dst;
  bool pointer = c->nres == 1 && dst != FE_NONE && wide(c->res_ty[0]);
  if (k->kind == PT_RETURNS_FRESH && pointer) {
    pt_add(g, pt_reg(g, s->func, dst), pt_loc_at(g, heap_of(g, site), 0));
  } else if (k->kind == PT_RETURNS_PARAM && pointer && k->param < c->nargs && wide(c->arg_ty[k->param])) {
    uint32_t from = pt_reg(g, s->func, c->args[k->param]), to = pt_reg(g, s->func, dst);
    if (k->off)
      pt_constrain(g, from, (pt_con){.kind = PT_GEP, .other = to, .off = k->off});
    else
      pt_edge(g, from, to);
  } else {
    for (uint32_t i = 0; i < c->nres && i < callee->ret_n; i++) result_from(g, s, i, g->ret0[func] + i);
  }
}

void pt_bind(pt_graph *g, uint32_t site, uint32_t func) {
  pt_callsite *s = &g->sites[site];
  if (!slice_set_add(&s->bound, func)) return;
  const fe_func *callee = &g->p->funcs[func];
  const fe_call *c = &g->p->funcs[s->func].calls[s->call];
  if (!callee->has_body) {
    const libc_model *m = callee->unsupported ? NULL : libc_find(callee->name);
    if (m) {
      bind_model(g, site, m);
    } else {
      pt_bind_unknown(g, site);
      g->sites[site].unknown = false; /* the target is known, its body is not */
    }
    return;
  }
  for (uint32_t i = 0; i < c->nargs; i++) {
    uint32_t arg = pt_reg(g, s->func, c->args[i]);
    if (i >= callee->nparams) {
      if (callee->variadic && wide(c->arg_ty[i])) pt_edge(g, arg, pt_node_at(g, g->vaobj[func], 0));
    } else if (callee->param_byval && callee->param_byval[i]) {
      pt_constrain(
          g, arg,
          (pt_con){.kind = PT_COPY_SRC, .other = g->byval[func][i], .stride = callee->param_byval[i]});
    } else if (wide(c->arg_ty[i]) && wide(callee->param_ty[i])) {
      pt_edge(g, arg, pt_reg(g, func, callee->nconsts + i));
    }
  }
  bind_result(g, site, func);
}

/* Passed the same way, and of the same width. */
static bool same_kind(fe_ty a, fe_ty b) {
  if (a.kind == FE_PTR) a = (fe_ty){FE_INT, 64};
  if (b.kind == FE_PTR) b = (fe_ty){FE_INT, 64};
  return a.kind == b.kind && a.bits == b.bits;
}

/* C lets a pointer call only functions of a compatible type. A call that drops the result is not held to it: such casts
 * are common and work everywhere. */
static bool agrees(const fe_call *c, const fe_func *callee) {
  bool unprototyped = c->variadic && c->nfixed == 0;
  if (callee->variadic ? c->nargs < callee->nparams : c->nargs != callee->nparams && !unprototyped)
    return false;
  for (uint32_t i = 0; i < callee->nparams && i < c->nargs; i++) {
    bool copied = callee->param_byval && callee->param_byval[i], passed = c->byval && c->byval[i];
    if (copied != passed || !same_kind(c->arg_ty[i], callee->param_ty[i])) return false;
  }
  if (c->nres > callee->ret_n) return false;
  for (uint32_t i = 0; i < c->nres; i++)
    if (!same_kind(c->res_ty[i], callee->ret_ty[i])) return false;
  return true;
}

void pt_offer(pt_graph *g, uint32_t site, uint32_t func) {
  const fe_call *c = &g->p->funcs[g->sites[site].func].calls[g->sites[site].call];
  if (agrees(c, &g->p->funcs[func]))
    pt_bind(g, site, func);
  else
    slice_set_add(&g->sites[site].rejected, func);
}

void pt_escape(pt_graph *g, uint32_t obj) {
  pt_obj *o = &g->objs[obj];
  if (o->escaped) return;
  o->escaped = true;
  if (o->kind == PT_FUNC) { /* the outside may call it with anything it has */
    const fe_func *f = &g->p->funcs[o->a];
    uint32_t func = o->a;
    if (!f->has_body) return;
    for (uint32_t i = 0; i < f->nparams; i++)
      if (f->param_byval && f->param_byval[i])
        pt_smear_in(g, g->byval[func][i], g->src);
      else if (wide(f->param_ty[i]))
        pt_add(g, pt_reg(g, func, f->nconsts + i), g->u);
    if (g->vaobj[func] != FE_NONE) pt_add(g, pt_node_at(g, g->vaobj[func], 0), g->u);
    for (uint32_t i = 0; i < f->ret_n; i++)
      if (wide(f->ret_ty[i])) pt_edge(g, g->ret0[func] + i, g->out);
    return;
  }
  if (o->kind <= PT_TABLE) return;
  bool is_const = o->is_const;
  pt_smear_out(g, obj, g->out);
  if (!is_const) pt_smear_in(g, obj, g->src);
}

/* ---- set-up ---- */

static void seed_parameter(pt_graph *g, uint32_t func, uint32_t i, uint32_t ctype, int64_t off) {
  const fe_func *f = &g->p->funcs[func];
  if (i >= f->nparams || !wide(f->param_ty[i])) return;
  uint32_t reg = pt_reg(g, func, f->nconsts + i);
  const fe_ctype *ty = ctype == FE_NONE ? NULL : &g->p->types[ctype];
  if (ty && ty->kind == FE_T_PTR && off == 0)
    pt_add(g, reg, pt_sym(g, ty->to));
  else if (f->param_ty[i].kind == FE_PTR || (ty && ty->kind != FE_T_INT && ty->kind != FE_T_ENUM))
    pt_add(g, reg, g->u);
}

static void seed_parameters(pt_graph *g, uint32_t func) {
  const fe_func *f = &g->p->funcs[func];
  bool *seen = slice_alloc(f->nparams, sizeof *seen);
  for (uint32_t i = 0; i < f->nparams; i++)
    if (f->param_byval && f->param_byval[i]) {
      seen[i] = true;
      pt_add(g, pt_reg(g, func, f->nconsts + i), pt_loc_at(g, g->byval[func][i], 0));
    }
  for (uint32_t k = 0; f->iface && k <= f->iface->nparams; k++) {
    const fe_param *p = k < f->iface->nparams ? &f->iface->params[k] : &f->iface->result;
    if (k == f->iface->nparams && p->abi != FE_ABI_SRET) break;
    for (uint32_t j = 0; j < p->npieces; j++) {
      uint32_t i = p->pieces[j].index;
      if (i >= f->nparams || seen[i]) continue;
      seen[i] = true;
      if (p->abi == FE_ABI_SRET || p->abi == FE_ABI_BYVAL)
        pt_add(g, pt_reg(g, func, f->nconsts + i), pt_sym(g, p->ctype));
      else
        seed_parameter(g, func, i, p->ctype, p->pieces[j].offset);
    }
  }
  for (uint32_t i = 0; i < f->nparams; i++)
    if (!seen[i]) seed_parameter(g, func, i, FE_NONE, 0);
  free(seen);
}

static void make_function(pt_graph *g, uint32_t i) {
  const fe_func *f = &g->p->funcs[i];
  g->fobj[i] = pt_new_obj(g, PT_FUNC, i, 0, 0, FE_NONE);
  g->site_of[i] = g->nsites;
  g->vaobj[i] = FE_NONE;
  if (!f->has_body) return;
  g->reg0[i] = g->nnodes;
  for (uint32_t r = 0; r < f->nregs; r++) pt_new_node(g);
  g->ret0[i] = g->nnodes;
  for (uint32_t r = 0; r < f->ret_n; r++) pt_new_node(g);
  if (f->variadic) g->vaobj[i] = pt_new_obj(g, PT_VARARGS, i, 0, 0, FE_NONE);
  for (uint32_t k = 0; k < f->nparams; k++)
    if (f->param_byval && f->param_byval[k]) {
      if (!g->byval[i]) g->byval[i] = slice_alloc(f->nparams, sizeof **g->byval);
      uint32_t ctype = FE_NONE;
      for (uint32_t q = 0; f->iface && q < f->iface->nparams; q++)
        if (f->iface->params[q].abi == FE_ABI_BYVAL && f->iface->params[q].npieces &&
            f->iface->params[q].pieces[0].index == k)
          ctype = f->iface->params[q].ctype;
      g->byval[i][k] = pt_new_obj(g, PT_BYVAL, i, k, f->param_byval[k], ctype);
    }
  for (uint32_t c = 0; c < f->ncalls; c++) {
    SLICE_ROOM(g->sites, g->nsites, g->capsites);
    g->sites[g->nsites++] = (pt_callsite){.func = i, .call = c, .insn = FE_NONE};
  }
  for (uint32_t k = 0; k < f->ninsns; k++)
    if (f->insns[k].op == FE_CALL || f->insns[k].op == FE_ASM)
      g->sites[g->site_of[i] + f->insns[k].aux].insn = k;
}

static void fill_global(pt_graph *g, uint32_t i) {
  const fe_global *gl = &g->p->globals[i];
  const fe_ctype *ty = gl->ctype == FE_NONE ? NULL : &g->p->types[gl->ctype];
  if (gl->nrelocs > 32 && ty && ty->kind == FE_T_ARRAY && ty->to != FE_NONE && g->p->types[ty->to].size)
    pt_widen(g, g->gobj[i], 0, g->p->types[ty->to].size);
  for (uint32_t k = 0; k < gl->nrelocs; k++) {
    const fe_reloc *r = &gl->relocs[k];
    uint32_t at = pt_loc_at(g, g->gobj[i], (int64_t)r->offset);
    uint32_t to = r->is_func ? pt_loc_at(g, g->fobj[r->index], 0)
                             : pt_loc_at(g, g->gobj[r->index], r->addend);
    pt_add(g, g->locs[at].node, to);
  }
}

static void function_body(pt_graph *g, uint32_t i) {
  const fe_func *f = &g->p->funcs[i];
  body b = {g, f, i, slice_alloc(f->nregs, 1), slice_alloc(f->nregs, 1), slice_alloc(f->nregs, 1)};
  mark_carriers(&b);
  for (uint32_t r = 0; r < f->nconsts; r++) {
    const fe_const *c = &f->consts[r];
    if (c->kind == FE_C_GLOBAL)
      pt_add(g, node(&b, r), pt_loc_at(g, g->gobj[c->index], c->addend));
    else if (c->kind == FE_C_FUNC)
      pt_add(g, node(&b, r), pt_loc_at(g, g->fobj[c->index], 0));
  }
  seed_parameters(g, i);
  for (uint32_t k = 0; k < f->ninsns; k++) instruction(&b, k);
  for (uint32_t k = 0; k < f->nmoves; k++) copy(&b, f->moves[k].src, f->moves[k].dst);
  free(b.carry);
  free(b.address);
  free(b.arith);
}

/* What code outside the program can name: variables with external linkage; for a body we could not read, also the
 * static ones of its file. */
static void open_to_outside(pt_graph *g) {
  const fe_program *p = g->p;
  bool *file_open = slice_alloc(p->nfiles + 1, sizeof *file_open);
  bool any = g->any_external;
  for (uint32_t i = 0; i < p->nfuncs; i++)
    if (p->funcs[i].unsupported) {
      any = true;
      if (p->funcs[i].file < p->nfiles) file_open[p->funcs[i].file] = true;
    }
  for (uint32_t i = 0; i < p->nglobals; i++) {
    const fe_global *gl = &p->globals[i];
    bool is_open = !gl->has_init || (any && !gl->is_static) || (gl->file < p->nfiles && file_open[gl->file]);
    if (is_open) pt_add(g, g->out, pt_loc_at(g, g->gobj[i], 0));
  }
  free(file_open);
}

/* Streams that read or write the program's own memory, or buffer in it. */
static bool makes_memory_streams(const fe_program *p) {
  static const char *const makers[] = {"fmemopen", "open_memstream", "open_wmemstream", "fopencookie",
                                       "setvbuf",  "setbuf",         "setbuffer"};
  for (uint32_t i = 0; i < p->nfuncs; i++)
    for (size_t k = 0; p->funcs[i].name && k < sizeof makers / sizeof *makers; k++)
      if (strcmp(p->funcs[i].name, makers[k]) == 0) return true;
  return false;
}

/* A pointer that leads to no function of the call's type leads to those of other types, and if there are none, outside. */
static bool no_target(pt_graph *g, uint32_t site) {
  pt_callsite *s = &g->sites[site];
  const fe_func *f = &g->p->funcs[s->func];
  if (s->insn == FE_NONE || !f->calls[s->call].indirect || s->bound.n || s->escaped) return false;
  slice_set others = {0};
  slice_set_copy(&others, &s->rejected);
  for (slice_iter it = {0}; slice_set_next(&others, &it);) pt_bind(g, site, it.x);
  if (others.n == 0) pt_bind_unknown(g, site);
  slice_set_free(&others);
  return true;
}

pt_graph *pt_build(const fe_program *p) {
  pt_graph *g = slice_alloc(1, sizeof *g);
  g->p = p;
  g->memory_streams = makes_memory_streams(p);
  slice_pool_init(&g->pool);
  g->unknown = pt_new_obj(g, PT_UNKNOWN, 0, 0, 0, FE_NONE);
  g->unkfn = pt_new_obj(g, PT_UNKFN, 0, 0, 0, FE_NONE);
  g->table = pt_new_obj(g, PT_TABLE, 0, 0, 0, FE_NONE);
  g->err = pt_new_obj(g, PT_ERRNO, 0, 0, 0, FE_NONE);
  g->io = pt_new_obj(g, PT_IO, 0, 0, 0, FE_NONE);
  g->objs[g->table].is_const = true;
  g->typekey = slice_alloc(p->ntypes, sizeof *g->typekey);
  g->u = pt_loc_at(g, g->unknown, 0);
  uint32_t t = pt_loc_at(g, g->table, 0);
  g->out = pt_new_node(g);
  g->src = pt_new_node(g);
  pt_add(g, g->src, g->u);
  pt_add(g, g->locs[g->u].node, g->u);
  pt_add(g, g->locs[t].node, t); /* __ctype_b_loc gives a pointer to a pointer to a table */
  pt_constrain(g, g->out, (pt_con){.kind = PT_ESCAPE});
  g->reg0 = slice_alloc(p->nfuncs, sizeof *g->reg0);
  g->ret0 = slice_alloc(p->nfuncs, sizeof *g->ret0);
  g->fobj = slice_alloc(p->nfuncs, sizeof *g->fobj);
  g->vaobj = slice_alloc(p->nfuncs, sizeof *g->vaobj);
  g->byval = slice_alloc(p->nfuncs, sizeof *g->byval);
  g->site_of = slice_alloc(p->nfuncs + 1, sizeof *g->site_of);
  g->gobj = slice_alloc(p->nglobals, sizeof *g->gobj);
  for (uint32_t i = 0; i < p->nglobals; i++) {
    const fe_global *gl = &p->globals[i];
    bool inert = gl->is_const && gl->has_init &&
                 gl->nrelocs == 0; /* string literals and the like: nothing to track */
    g->gobj[i] = inert ? g->table : pt_new_obj(g, PT_GLOBAL, i, 0, gl->size, gl->ctype);
    g->objs[g->gobj[i]].is_const = gl->is_const;
  }
  for (uint32_t i = 0; i < p->nfuncs; i++) make_function(g, i);
  g->site_of[p->nfuncs] = g->nsites;
  g->heap = slice_grow(NULL, g->nsites ? g->nsites : 1, sizeof *g->heap);
  memset(g->heap, 0xff, g->nsites * sizeof *g->heap);
  pt_find_shortcuts(g);
  for (uint32_t i = 0; i < p->nglobals; i++) fill_global(g, i);
  for (uint32_t i = 0; i < p->nfuncs; i++)
    if (p->funcs[i].has_body) function_body(g, i);
  for (bool again = true; again;) { /* until every pointer leads somewhere */
    bool was = g->any_external;
    open_to_outside(g);
    pt_solve(g);
    again = was != g->any_external;
    for (uint32_t s = 0; s < g->nsites; s++) again |= no_target(g, s);
  }
  return g;
}

void pt_free(pt_graph *g) {
  for (uint32_t i = 0; i < g->nnodes; i++) slice_set_free(&g->succ[i]);
  slice_pool_free(&g->pool);
  for (uint32_t i = 0; i < g->nobjs; i++) {
    free(g->objs[i].ranges);
    free(g->objs[i].locs);
    free(g->objs[i].links);
    slice_set_free(&g->objs[i].copied_from);
    slice_set_free(&g->objs[i].copied_to);
    slice_set_free(&g->objs[i].smear_in);
    slice_set_free(&g->objs[i].smear_out);
  }
  for (uint32_t i = 0; i < g->nsites; i++) {
    slice_set_free(&g->sites[i].bound);
    slice_set_free(&g->sites[i].rejected);
  }
  for (uint32_t i = 0; i < g->p->nfuncs; i++) free(g->byval[i]);
  void *parts[] = {g->rep,   g->cons,    g->cons_tail, g->pts,     g->done,     g->succ,  g->dirty,
                   g->reads, g->writes,  g->stepped,   g->objs,    g->locs,     g->con,   g->sites,
                   g->heap,  g->site_of, g->reg0,      g->ret0,    g->gobj,     g->fobj,  g->vaobj,
                   g->byval, g->syms,    g->pending,   g->typekey, g->shortcut, g->fresh, g->order};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) free(parts[i]);
  free(g);
}
