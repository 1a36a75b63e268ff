/* The interpreter: one instruction on one state. The frame's insn stays on the instruction until it is done, so that a fork
 * made in the middle of it executes it again. */
#include "explorer/internal.h"

#include <string.h>

static void set(ex_unit *u, ex_state *s, fe_reg r, ex_val v) { ex_set(u, ex_frame_own(s), r, v); }
static void next(ex_state *s) { ex_frame_own(s)->insn++; }

uint32_t ex_new_local(ex_unit *u, ex_state *s, const char *name, uint32_t site, ex_val size, ex_fill fill) {
  const fe_func *fn = &u->p->funcs[s->top->func];
  shape_obj so = {.kind = SHAPE_LOCAL,
                  .symbol = fn->usr ? fn->usr : fn->name,
                  .site = site,
                  .seq = s->nlocals++,
                  .name = name,
                  .type = "",
                  .size = size.t ? 0 : size.c};
  uint32_t id = shape_obj_intern(u->space, &so);
  ex_obj_add(s, id, SHAPE_LOCAL, fill, size);
  ex_frame *f = ex_frame_own(s);
  f->locals = ex_xrealloc(f->locals, (f->nlocals + 1) * sizeof *f->locals);
  f->locals[f->nlocals++] = id;
  return id;
}

/* The object of the alloca whose register is r. */
static ex_go make_local(ex_unit *u, ex_state *s, fe_reg r, ex_val size) {
  if (shape_obj_count(u->space) > EX_MAX_OBJECTS) {
    ex_cut(u, s, SUM_B_MEMORY);
    return EX_FORKED;
  }
  bool is_object;
  const char *name = fe_reg_name(&u->p->funcs[s->top->func], r, &is_object);
  uint32_t id = ex_new_local(u, s, name ? name : "a local", s->top->insn, size, EX_FILL_UNINIT);
  set(u, s, r, ex_num(term_addr_value(id, 0)));
  next(s);
  return EX_GO;
}

/* A number of elements that is negative in its C type, or too large for any stack. It comes as 64 bits: an int was widened
 * without its sign. That cannot be told from an unsigned one, so numbers that are not known are let pass. */
static bool beyond_any_stack(const fe_func *fn, fe_reg count, ex_val n) {
  unsigned sign = fn->reg_ty[count].bits - 1u;
  for (uint32_t i = 0; i < fn->ninsns; i++)
    if (fn->insns[i].dst == count && fn->insns[i].op == FE_ZEXT) sign = fn->insns[i].ty2.bits - 1u;
  return !n.t && n.c >> sign;
}

static ex_go do_alloca(ex_unit *u, ex_state *s, const fe_insn *in) {
  const fe_func *fn = &u->p->funcs[s->top->func];
  ex_val size = ex_num((uint64_t)in->imm);
  if (in->a != FE_NONE) {
    ex_val n = ex_get(u, s, in->a);
    unsigned w = fn->reg_ty[in->a].bits;
    if (n.t)
      size = ex_from_term(
          u, term_bin(u->tc, T_MUL, term_zext(u->tc, 64, n.t), term_const(u->tc, 64, (uint64_t)in->imm)));
    else
      size = ex_num((w < 64 ? n.c & (((uint64_t)1 << w) - 1) : n.c) * (uint64_t)in->imm);
  }
  if (in->a != FE_NONE && beyond_any_stack(fn, in->a, ex_get(u, s, in->a))) {
    ex_error(u, s, SUM_OUT_OF_BOUNDS, "an array with a negative number of elements");
    return EX_FORKED;
  }
  return make_local(u, s, in->dst, size);
}

static void end_local(ex_state *s, ex_val address) {
  uint32_t id;
  int64_t offset;
  if (address.t || !term_addr_split(address.c, &id, &offset)) return;
  ex_obj_own(s, id)->alive = false;
  ex_frame *f = ex_frame_own(s);
  if (f->nlocals && f->locals[f->nlocals - 1] == id) f->nlocals--;
}

/* A new life of a local is a new object: pointers into the former one stay apart from it, and dangle. */
static ex_go do_life(ex_unit *u, ex_state *s, const fe_insn *in) {
  end_local(s, ex_get(u, s, in->a));
  if (in->op == FE_BEGIN) return make_local(u, s, in->a, ex_num((uint64_t)in->imm));
  next(s);
  return EX_GO;
}

static ex_go do_ptradd(ex_unit *u, ex_state *s, const fe_insn *in) {
  ex_val a = ex_get(u, s, in->a), r;
  ex_val b = in->b == FE_NONE ? ex_num(0) : ex_get(u, s, in->b);
  unsigned w = in->b == FE_NONE ? 64 : in->ty2.bits;
  if (!a.t && !b.t) {
    int64_t index = w >= 64 ? (int64_t)b.c : (int64_t)(b.c << (64 - w)) >> (64 - w), at;
    uint64_t plus = (uint64_t)index * in->aux + (uint64_t)in->imm;
    uint32_t obj;
    if (term_addr_split(a.c, &obj, &at) && obj && obj <= shape_obj_count(u->space))
      r = ex_address(u, obj, (int64_t)((uint64_t)at + plus));
    else
      r = ex_num(a.c + plus);
  } else {
    term t = ex_term(u, a, 64), k = term_const(u->tc, 64, (uint64_t)in->imm);
    if (in->b != FE_NONE) {
      term index = ex_term(u, b, w);
      index = w <= 64 ? term_sext(u->tc, 64, index) : term_extract(u->tc, 0, 64, index);
      t = term_bin(u->tc, T_ADD, t, term_bin(u->tc, T_MUL, index, term_const(u->tc, 64, in->aux)));
    }
    r = ex_from_term(u, term_bin(u->tc, T_ADD, t, k));
  }
  set(u, s, in->dst, r);
  next(s);
  return EX_GO;
}

static ex_go do_block_op(ex_unit *u, ex_state *s, const fe_insn *in) {
  const fe_func *fn = &u->p->funcs[s->top->func];
  ex_val n = ex_get(u, s, in->c);
  unsigned width = fn->reg_ty[in->c].bits;
  if (n.t && width < 64) n.t = term_zext(u->tc, 64, n.t);
  ex_block b = {.dst = ex_get(u, s, in->a), .length = n, .copies = in->op != FE_MEMSET};
  b.apart = in->op == FE_MEMCPY;
  *(b.copies ? &b.src : &b.byte) = ex_get(u, s, in->b);
  if (ex_block_op(u, s, &b) == EX_FORKED) return EX_FORKED;
  next(s);
  return EX_GO;
}

static ex_go do_vacopy(ex_unit *u, ex_state *s, const fe_insn *in) {
  uint32_t dst, src;
  int64_t doff, soff;
  if (ex_access(u, s, ex_get(u, s, in->a), 24, true, &dst, &doff) == EX_FORKED) return EX_FORKED;
  if (ex_access(u, s, ex_get(u, s, in->b), 24, false, &src, &soff) == EX_FORKED) return EX_FORKED;
  ex_mem_copy(u, s, dst, doff, src, soff, 24);
  next(s);
  return EX_GO;
}

/* The stack pointer is a number that grows with every local of the frame: the save is a count, the restore kills the rest. */
static ex_go do_stack(ex_unit *u, ex_state *s, const fe_insn *in) {
  if (in->op == FE_STACKSAVE) {
    set(u, s, in->dst, ex_num(s->top->nlocals + 1));
  } else {
    ex_val a = ex_get(u, s, in->a);
    ex_frame *f = ex_frame_own(s);
    while (!a.t && a.c && f->nlocals >= a.c) ex_obj_own(s, f->locals[--f->nlocals])->alive = false;
  }
  next(s);
  return EX_GO;
}

static ex_go do_asm(ex_unit *u, ex_state *s, const fe_insn *in) {
  const fe_call *c = &u->p->funcs[s->top->func].calls[in->aux];
  ex_note_bound(u, s, SUM_B_UNSUPPORTED);
  for (uint32_t i = 0; i < c->nres; i++)
    set(u, s, in->dst + i,
        (ex_val){0, term_atom(u->tc, c->res_ty[i].bits,
                              ex_stub_atom(u, s, FE_NONE, "asm", i, c->res_ty[i], FE_NONE))});
  next(s);
  return EX_GO;
}

static ex_go do_ret(ex_unit *u, ex_state *s, const fe_insn *in) {
  const fe_func *fn = &u->p->funcs[s->top->func];
  uint32_t n = in->b;
  ex_val few[EX_FEW], *vals = EX_ROOM(u->arena, few, n);
  for (uint32_t i = 0; i < n; i++) vals[i] = ex_get(u, s, fn->lists[in->aux + i]);
  return ex_return(u, s, vals, n);
}

static ex_go step(ex_unit *u, ex_state *s, const fe_insn *in) {
  switch (in->op) {
  case FE_ALLOCA: return do_alloca(u, s, in);
  case FE_BEGIN:
  case FE_END: return do_life(u, s, in);
  case FE_LOAD: {
    ex_val v;
    if (ex_load(u, s, ex_get(u, s, in->a), in->ty, ex_reads_input(u, s, in), &v) == EX_FORKED)
      return EX_FORKED;
    set(u, s, in->dst, v);
    next(s);
    return EX_GO;
  }
  case FE_STORE:
    if (ex_store(u, s, ex_get(u, s, in->a), in->ty, ex_get(u, s, in->b)) == EX_FORKED) return EX_FORKED;
    next(s);
    return EX_GO;
  case FE_PTRADD: return do_ptradd(u, s, in);
  case FE_MEMCPY:
  case FE_MEMMOVE:
  case FE_MEMSET: return do_block_op(u, s, in);
  case FE_STACKSAVE:
  case FE_STACKRESTORE: return do_stack(u, s, in);
  case FE_VASTART:
    if (ex_va_start(u, s, in) == EX_FORKED) return EX_FORKED;
    next(s);
    return EX_GO;
  case FE_VAEND: next(s); return EX_GO;
  case FE_VACOPY: return do_vacopy(u, s, in);
  case FE_CALL: return ex_call(u, s, in);
  case FE_ASM: return do_asm(u, s, in);
  case FE_TRAP: ex_error(u, s, SUM_ABORT, "trap"); return EX_FORKED;
  case FE_NONDET:
    set(u, s, in->dst, (ex_val){0, ex_uninit(u, s, in->ty.bits)});
    next(s);
    return EX_GO;
  case FE_BR: ex_take_edge(u, s, in->aux); return EX_GO;
  case FE_CBR:
  case FE_SWITCH:
  case FE_IBR: return ex_branch(u, s, in);
  case FE_RET: return do_ret(u, s, in);
  case FE_UNREACHABLE:
    ex_error(u, s, SUM_UNREACHABLE, "code marked unreachable is reached");
    return EX_FORKED;
  default: {
    ex_val out[2], none = {0, 0};
    ex_val a = ex_get(u, s, in->a);
    ex_val b = in->b == FE_NONE ? none : ex_get(u, s, in->b),
           c = in->c == FE_NONE ? none : ex_get(u, s, in->c);
    if (ex_arith(u, s, in, a, b, c, out) == EX_FORKED) return EX_FORKED;
    set(u, s, in->dst, out[0]);
    if (in->op >= FE_SADD_OVF && in->op <= FE_UMUL_OVF) set(u, s, in->dst + 1, out[1]);
    next(s);
    return EX_GO;
  }
  }
}

/* When the effort is spent, Z3 is not asked any more. What waits has its witness already, and goes where that leads as far as the
 * cheap layers take it: a test for each such path costs next to nothing. They may take another quarter. */
static bool out_of_effort(ex_unit *u) {
  uint64_t limit = u->most_effort, spent = ex_solver_effort(u->solver);
  if (!limit || spent <= limit) return false;
  ex_solver_tire(u->solver);
  if (spent <= limit + limit / 4 && !u->e->opt.solver.plain) return false;
  return u->stop = true;
}

/* In a whole program a path that has run for long waits until the shorter ones are done: an error close to the start is found
 * whatever a long loop behind it costs. No more wait than memory has room for. */
enum { MOST_WAITING = 1024 };
static bool must_wait(const ex_unit *u, const ex_state *s) {
  return s->steps > u->turn && u->work.n && u->waiting.n < MOST_WAITING;
}

void ex_run(ex_unit *u, ex_state *s) {
  for (;;) {
    if (must_wait(u, s)) {
      s->held = s->copied;
      s->copied = 0;
      u->held += s->held;
      ex_push(u, &u->waiting, s);
      return;
    }
    const fe_insn *in = &u->p->funcs[s->top->func].insns[s->top->insn];
    if (++s->steps > u->e->opt.step_bound || ++u->steps > u->most_steps) {
      u->stop |= u->steps > u->most_steps;
      ex_cut(u, s, SUM_B_STEPS);
      break;
    }
    if (s->came_round && ex_is_endless(s)) {
      ex_finish(u, s, SUM_ENDLESS, 0, "", NULL, NULL, 0);
      break;
    }
    if (out_of_effort(u)) {
      ex_cut(u, s, SUM_B_SOLVER);
      break;
    }
    if (step(u, s, in) == EX_FORKED) break;
  }
  ex_state_free(u, s);
}
