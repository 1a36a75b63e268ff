/* va_start: the register save area and the overflow area are made as objects, laid out as the x86-64 ABI does, because the
 * compiler has already expanded va_arg into loads from them.
 *
 * Which unnamed arguments the unit itself was called with is not known: they are inputs, named by their place (va_int#1,
 * va_double#1, va_stack#1 are the first in a general register, in a vector register and on the stack), and there are as many as
 * the path reads. */
#include "explorer/internal.h"
#include "explorer/outside.h"

enum {
  GP_REGS = EX_VA_GP_REGS,
  FP_REGS = EX_VA_FP_REGS,
  FP_AT = 8 * GP_REGS,
  SAVE_AREA = FP_AT + 16 * FP_REGS
};

void ex_named_registers(const fe_func *fn, uint32_t *gp, uint32_t *fp) {
  *gp = *fp = 0;
  for (uint32_t i = 0; i < fn->nparams; i++) {
    fe_ty ty = fn->param_ty[i];
    if (fn->param_byval[i] || ty.kind == FE_F80) continue;
    if (ty.kind == FE_F32 || ty.kind == FE_F64)
      ++*fp;
    else
      *gp += ty.bits > 64 ? 2 : 1;
  }
  if (*gp > GP_REGS) *gp = GP_REGS;
  if (*fp > FP_REGS) *fp = FP_REGS;
}

ex_unnamed ex_unnamed_at(const fe_func *fn, bool on_stack, int64_t off) {
  uint32_t gp, fp;
  ex_named_registers(fn, &gp, &fp);
  if (on_stack) return (ex_unnamed){EX_VA_STACK, (uint32_t)(off / 8) + 1};
  return off < FP_AT ? (ex_unnamed){EX_VA_INT, (uint32_t)(off / 8) - gp + 1}
                     : (ex_unnamed){EX_VA_DOUBLE, (uint32_t)((off - FP_AT) / 16) - fp + 1};
}

static void make_inputs(ex_state *s, uint32_t obj, uint32_t area) {
  ex_obj *o = ex_obj_own(s, obj);
  o->fill = EX_FILL_STUB;
  o->stub = EX_UNNAMED_STUB, o->stub_count = 1, o->stub_arg = area;
  o->growable = area == 1;
}

/* A struct passed in memory: v is the address of its copy. */
static ex_go put_struct(ex_unit *u, ex_state *s, uint32_t stack, int64_t *over, ex_val v, uint32_t bytes,
                        uint8_t place) {
  uint32_t from;
  int64_t at, align = place > 3 ? (int64_t)1 << place : 8;
  *over = (*over + align - 1) & ~(align - 1);
  if (ex_access(u, s, v, bytes, false, &from, &at) == EX_FORKED) return EX_FORKED;
  ex_mem_copy(u, s, stack, *over, from, at, bytes);
  *over += (bytes + 7) & ~7u;
  return EX_GO;
}

static ex_go put_arguments(ex_unit *u, ex_state *s, uint32_t g, uint32_t f, uint32_t save, uint32_t stack) {
  int64_t over = 0;
  for (uint32_t i = 0; i < s->top->nvarargs; i++) {
    ex_val v = s->top->varargs[i];
    fe_ty ty = s->top->vararg_ty[i];
    uint8_t place = s->top->vararg_place[i];
    bool sse = place == FE_PLACE_SSE || ty.kind == FE_F32 || ty.kind == FE_F64;
    if (s->top->vararg_bytes[i]) {
      if (put_struct(u, s, stack, &over, v, s->top->vararg_bytes[i], place) == EX_FORKED) return EX_FORKED;
    } else if (ty.kind == FE_F80) {
      over = (over + 15) & ~(int64_t)15;
      ex_mem_write(u, s, stack, over, 10, v, true);
      over += 16;
    } else if (sse && f < FP_REGS) {
      ex_mem_write(u, s, save, FP_AT + 16 * (int64_t)f++, fe_ty_size(ty), v, true);
    } else if (!sse && g + (ty.bits > 64) < GP_REGS) {
      ex_mem_write(u, s, save, 8 * (int64_t)g, fe_ty_size(ty), v, true);
      g += ty.bits > 64 ? 2 : 1;
    } else {
      if (ty.bits > 64) over = (over + 15) & ~(int64_t)15;
      ex_mem_write(u, s, stack, over, fe_ty_size(ty), v, true);
      over += ty.bits > 64 ? 16 : 8;
    }
  }
  return EX_GO;
}

ex_go ex_va_start(ex_unit *u, ex_state *s, const fe_insn *in) {
  uint32_t gp, fp, list;
  int64_t list_off;
  ex_named_registers(&u->p->funcs[s->top->func], &gp, &fp);
  if (ex_access(u, s, ex_get(u, s, in->a), 24, true, &list, &list_off) == EX_FORKED) return EX_FORKED;
  uint32_t save = ex_new_local(u, s, "register arguments", s->top->insn, ex_num(SAVE_AREA), EX_FILL_UNINIT);
  uint64_t room = 8;
  for (uint32_t i = 0; i < s->top->nvarargs; i++)
    room += 16 + s->top->vararg_bytes[i] +
            (s->top->vararg_bytes[i] ? (uint64_t)1 << s->top->vararg_place[i] : 0);
  uint32_t stack = ex_new_local(u, s, "stack arguments", s->top->insn, ex_num(room), EX_FILL_UNINIT);
  if (!s->top->caller && !u->relation) {
    make_inputs(s, save, 0);
    make_inputs(s, stack, 1);
  } else if (put_arguments(u, s, gp, fp, save, stack) == EX_FORKED) {
    return EX_FORKED;
  }
  ex_mem_write(u, s, list, list_off, 4, ex_num(8 * gp), true);
  ex_mem_write(u, s, list, list_off + 4, 4, ex_num(FP_AT + 16 * fp), true);
  ex_mem_write(u, s, list, list_off + 8, 8, ex_num(term_addr_value(stack, 0)), true);
  ex_mem_write(u, s, list, list_off + 16, 8, ex_num(term_addr_value(save, 0)), true);
  return EX_GO;
}
