/* Values: how an LLVM value becomes scalar registers. A scalar is one register; an aggregate or vector is the list of
 * its scalars (lw_type), kept in lw_fn.slots, so that insertvalue, extractvalue, shuffles and the like are only
 * rearrangements of lists and cost no instruction. Constants become constant registers; a constant expression that is
 * not a symbol plus offset is computed once, in the prologue of the function. */
#include "frontend/lower.h"

#include <assert.h>
#include <stdarg.h>
#include <string.h>

#define MAX_SCALARS 65536

void lw_fail(lw_fn *f, const char *format, ...) {
  if (f->bad) return;
  char text[300];
  va_list ap;
  va_start(ap, format);
  vsnprintf(text, sizeof text, format, ap);
  va_end(ap);
  f->bad = fe_format(f->u->arena, "%s at %s", text, lw_place(f));
}

/* ---- types ---- */

static const char *flatten(lw_unit *u, LLVMTypeRef t, uint64_t at, uint32_t first, bool *packed);

static const char *flatten_many(lw_unit *u, LLVMTypeRef t, uint64_t at, uint32_t first, bool *packed) {
  if (LLVMGetTypeKind(t) == LLVMStructTypeKind) {
    if (LLVMIsOpaqueStruct(t)) return "incomplete struct";
    unsigned n = LLVMCountStructElementTypes(t);
    for (unsigned i = 0; i < n; i++) {
      const char *why = flatten(u, LLVMStructGetTypeAtIndex(t, i), at + LLVMOffsetOfElement(u->layout, t, i),
                                first, packed);
      if (why) return why;
    }
    return NULL;
  }
  LLVMTypeRef e = LLVMGetElementType(t);
  uint64_t n = LLVMGetArrayLength2(t), size = LLVMABISizeOfType(u->layout, e);
  for (uint64_t i = 0; i < n; i++) {
    const char *why = flatten(u, e, at + i * size, first, packed);
    if (why) return why;
  }
  return NULL;
}

static const char *flatten_vector(lw_unit *u, LLVMTypeRef t, uint64_t at, bool *packed) {
  LLVMTypeRef e = LLVMGetElementType(t);
  /* The element's leaf is taken back at once: lw_type_of would leave it in the middle of an aggregate's own. */
  uint32_t mark = u->leaves.n;
  const char *why = flatten(u, e, 0, mark, packed);
  if (why) return why;
  fe_ty ty = u->leaves.p[mark].ty;
  u->leaves.n = mark;
  if (ty.kind == FE_F80) return "vector of long double";
  *packed = ty.bits % 8 != 0;
  for (unsigned i = 0, n = LLVMGetVectorSize(t); i < n; i++)
    FE_PUSH(u->leaves, ((lw_leaf){ty, at + (uint64_t)i * (ty.bits / 8)}));
  return NULL;
}

static const char *flatten(lw_unit *u, LLVMTypeRef t, uint64_t at, uint32_t first, bool *packed) {
  if (*packed) return "bit vector inside an aggregate";
  fe_ty ty;
  switch (LLVMGetTypeKind(t)) {
  case LLVMIntegerTypeKind:
    if (lw_is_wide(t)) {
      unsigned bits = LLVMGetIntTypeWidth(t);
      if (bits > LW_WIDE_BITS) return "integer wider than 1024 bits";
      for (unsigned i = 0; i < bits; i += 64)
        FE_PUSH(u->leaves, ((lw_leaf){LW_INT(bits - i < 64 ? bits - i : 64), at + i / 8}));
      return NULL;
    }
    ty = LW_INT(LLVMGetIntTypeWidth(t));
    break;
  case LLVMPointerTypeKind:
    if (LLVMGetPointerAddressSpace(t)) return "pointer to another address space";
    ty = LW_PTR;
    break;
  case LLVMFloatTypeKind: ty = lw_ty(FE_F32, 32); break;
  case LLVMDoubleTypeKind: ty = lw_ty(FE_F64, 64); break;
  case LLVMX86_FP80TypeKind: ty = lw_ty(FE_F80, 80); break;
  case LLVMHalfTypeKind: return "_Float16";
  case LLVMBFloatTypeKind: return "__bf16";
  case LLVMFP128TypeKind: return "__float128";
  case LLVMStructTypeKind:
  case LLVMArrayTypeKind: return flatten_many(u, t, at, first, packed);
  case LLVMVectorTypeKind: return flatten_vector(u, t, at, packed);
  case LLVMVoidTypeKind:
  case LLVMLabelTypeKind:
  case LLVMMetadataTypeKind: return NULL;
  default: return "a target-specific type";
  }
  if (u->leaves.n - first > MAX_SCALARS) return "a very large aggregate value";
  FE_PUSH(u->leaves, ((lw_leaf){ty, at}));
  return NULL;
}

const lw_type *lw_type_of(lw_unit *u, LLVMTypeRef t) {
  uint32_t i = fe_map_get(&u->types, FE_KEY(t));
  if (i == FE_NONE) {
    lw_type ty = {.first = u->leaves.n};
    ty.why = flatten(u, t, 0, ty.first, &ty.packed);
    ty.n = ty.why ? 0 : u->leaves.n - ty.first;
    i = u->type_list.n;
    FE_PUSH(u->type_list, ty);
    fe_map_put(&u->types, FE_KEY(t), i);
  }
  return &u->type_list.p[i];
}

/* ---- registers and instructions ---- */

fe_reg lw_reg(lw_fn *f, fe_ty ty) {
  FE_PUSH(f->reg_ty, ty);
  return f->reg_ty.n - 1;
}

fe_ty lw_reg_type(const lw_fn *f, fe_reg r) {
  return r & LW_CONST ? f->consts.p[r & ~LW_CONST].ty : f->reg_ty.p[r];
}

fe_reg lw_const(lw_fn *f, fe_const c) {
  struct {
    uint64_t what, lo, hi, addend;
  } key = {(uint64_t)c.kind << 48 | (uint64_t)c.ty.kind << 40 | (uint64_t)c.ty.bits << 32 | c.index, c.val.lo,
           c.val.hi, (uint64_t)c.addend};
  uint64_t h = fe_hash(&key, sizeof key, 0);
  for (uint32_t i; (i = fe_map_get(&f->const_map, h)) != FE_NONE; h++) {
    const fe_const *o = &f->consts.p[i];
    if (o->kind == c.kind && o->ty.kind == c.ty.kind && o->ty.bits == c.ty.bits && o->index == c.index &&
        o->val.u == c.val.u && o->addend == c.addend)
      return LW_CONST | i;
  }
  fe_map_put(&f->const_map, h, f->consts.n);
  FE_PUSH(f->consts, c);
  return LW_CONST | (f->consts.n - 1);
}

fe_reg lw_int(lw_fn *f, fe_ty ty, unsigned __int128 v) {
  if (ty.bits < 128) v &= ((unsigned __int128)1 << ty.bits) - 1;
  return lw_const(f, (fe_const){.kind = FE_C_INT, .ty = ty, .val.u = v});
}

fe_insn *lw_emit(lw_fn *f, fe_op op, fe_ty ty) {
  fe_insn in = {
      .op = (uint8_t)op, .ty = ty, .ty2 = ty, .dst = FE_NONE, .a = FE_NONE, .b = FE_NONE, .c = FE_NONE};
  in.loc = f->in_prologue ? FE_NONE : f->loc;
  if (ty.kind != FE_VOID && op != FE_STORE) in.dst = lw_reg(f, ty);
  lw_insns *v = f->in_prologue ? &f->prologue : &f->code;
  FE_PUSH(*v, in);
  return &v->p[v->n - 1];
}

fe_reg lw_op2(lw_fn *f, fe_op op, fe_ty ty, fe_reg a, fe_reg b) {
  fe_insn *in = lw_emit(f, op, ty);
  in->a = a;
  in->b = b;
  return in->dst;
}

fe_reg lw_cast(lw_fn *f, fe_op op, fe_ty to, fe_ty from, fe_reg a) {
  fe_insn *in = lw_emit(f, op, to);
  in->ty2 = from;
  in->a = a;
  return in->dst;
}

fe_reg lw_icmp(lw_fn *f, fe_pred p, fe_ty ty, fe_reg a, fe_reg b) {
  fe_insn *in = lw_emit(f, FE_ICMP, LW_INT(1));
  in->sub = (uint8_t)p;
  in->ty2 = ty;
  in->a = a;
  in->b = b;
  return in->dst;
}

fe_reg lw_select(lw_fn *f, fe_ty ty, fe_reg c, fe_reg a, fe_reg b) {
  fe_insn *in = lw_emit(f, FE_SELECT, ty);
  in->a = c;
  in->b = a;
  in->c = b;
  return in->dst;
}

fe_reg lw_ptradd(lw_fn *f, fe_reg base, int64_t offset, uint8_t flags) {
  if (!offset) return base;
  fe_insn *in = lw_emit(f, FE_PTRADD, LW_PTR);
  in->ty2 = LW_INT(64);
  in->a = base;
  in->imm = offset;
  in->flags = flags;
  return in->dst;
}

/* ---- values ---- */

uint32_t lw_bind(lw_fn *f, LLVMValueRef v, const fe_reg *regs, uint32_t n) {
  uint32_t first = f->slots.n;
  FE_RESERVE(f->slots, n);
  if (n) memmove(f->slots.p + first, regs, n * sizeof *regs);
  f->slots.n += n;
  fe_map_put(&f->values, FE_KEY(v), first);
  return first;
}

void lw_bind1(lw_fn *f, LLVMValueRef v, fe_reg r) { lw_bind(f, v, &r, 1); }

void lw_bind_undef(lw_fn *f, LLVMValueRef v) {
  const lw_type *t = lw_type_of(f->u, LLVMTypeOf(v));
  uint32_t first = f->slots.n;
  for (uint32_t i = 0; i < t->n; i++)
    FE_PUSH(f->slots, lw_const(f, (fe_const){.kind = FE_C_UNDEF, .ty = lw_leaves(f->u, t)[i].ty}));
  fe_map_put(&f->values, FE_KEY(v), first);
}

static fe_reg zero_of(lw_fn *f, fe_ty ty) {
  fe_const c = {.kind = FE_C_INT, .ty = ty};
  if (ty.kind == FE_PTR)
    c.kind = FE_C_NULL;
  else if (ty.kind != FE_INT)
    c.kind = FE_C_FLOAT;
  return lw_const(f, c);
}

/* An address constant as a register of pointer or integer type. */
static fe_reg addr_reg(lw_fn *f, lw_addr a, fe_ty ty) {
  if (a.kind == LW_A_INT) {
    fe_reg r = lw_int(f, LW_INT(64), (uint64_t)a.addend);
    if (ty.kind == FE_INT) return lw_int(f, ty, (uint64_t)a.addend);
    return a.addend ? lw_cast(f, FE_INTTOPTR, ty, LW_INT(64), r) : zero_of(f, ty);
  }
  fe_const c = {.kind = a.kind == LW_A_GLOBAL ? FE_C_GLOBAL : FE_C_FUNC, .ty = LW_PTR, .index = a.sym};
  c.addend = a.addend;
  fe_reg r;
  if (c.kind == FE_C_FUNC && a.addend) {
    c.addend = 0;
    r = lw_ptradd(f, lw_const(f, c), a.addend, 0);
  } else {
    r = lw_const(f, c);
  }
  if (ty.kind == FE_PTR) return r;
  return lw_cast(f, FE_PTRTOINT, ty, LW_PTR, r);
}

static void const_expr(lw_fn *f, LLVMValueRef v, const lw_type *t) {
  if (t->n == 1) {
    lw_addr a = lw_const_addr(f->u, v);
    if (a.kind != LW_A_NONE &&
        (a.kind == LW_A_INT || lw_leaves(f->u, t)->ty.kind == FE_PTR || lw_leaves(f->u, t)->ty.bits == 64)) {
      lw_bind1(f, v, addr_reg(f, a, lw_leaves(f->u, t)->ty));
      return;
    }
  }
  fe_ty ty = t->n ? lw_leaves(f->u, t)->ty : LW_VOID;
  static const struct {
    LLVMOpcode from;
    fe_op to;
  } binary[] = {{LLVMAdd, FE_ADD}, {LLVMSub, FE_SUB},   {LLVMMul, FE_MUL},
                {LLVMXor, FE_XOR}, {LLVMShl, FE_SHL},   {LLVMAnd, FE_AND},
                {LLVMOr, FE_OR},   {LLVMLShr, FE_LSHR}, {LLVMAShr, FE_ASHR}};
  LLVMOpcode op = LLVMGetConstOpcode(v);
  if (op == LLVMGetElementPtr) {
    lw_gep(f, v, true);
    return;
  }
  if (op == LLVMBitCast) {
    lw_bitcast(f, v, LLVMGetOperand(v, 0), LLVMTypeOf(v));
    return;
  }
  if (t->n == 1)
    for (size_t i = 0; i < sizeof binary / sizeof *binary; i++)
      if (binary[i].from == op) {
        fe_reg a = lw_use1(f, LLVMGetOperand(v, 0)), b = lw_use1(f, LLVMGetOperand(v, 1));
        lw_bind1(f, v, lw_op2(f, binary[i].to, ty, a, b));
        return;
      }
  if (t->n == 1 && (op == LLVMTrunc || op == LLVMPtrToInt || op == LLVMIntToPtr)) {
    fe_reg a = lw_use1(f, LLVMGetOperand(v, 0));
    fe_op to = op == LLVMTrunc ? FE_TRUNC : op == LLVMPtrToInt ? FE_PTRTOINT : FE_INTTOPTR;
    lw_bind1(f, v, lw_cast(f, to, ty, lw_reg_type(f, a), a));
    return;
  }
  lw_fail(f, "a constant expression this lowering does not know");
  lw_bind_undef(f, v);
}

static void constant(lw_fn *f, LLVMValueRef v, const lw_type *t) {
  if (LLVMIsUndef(v) || LLVMIsPoison(v)) {
    lw_bind_undef(f, v);
  } else if (LLVMIsABlockAddress(v)) {
    LLVMBasicBlockRef bb = LLVMGetBlockAddressBasicBlock(v);
    uint32_t k = fe_map_get(&f->block_map, FE_KEY(bb));
    if (k == FE_NONE) {
      lw_fail(f, "the address of a label in another function");
      lw_bind_undef(f, v);
    } else {
      lw_bind1(f, v,
               lw_const(f, (fe_const){.kind = FE_C_BLOCK, .ty = LW_PTR, .index = f->blocks.p[k].number}));
    }
  } else if (LLVMIsAGlobalValue(v)) {
    lw_bind1(f, v, addr_reg(f, lw_const_addr(f->u, v), LW_PTR));
  } else if (LLVMIsAConstantExpr(v)) {
    bool nested = f->in_prologue;
    f->in_prologue = true;
    const_expr(f, v, t);
    f->in_prologue = nested;
  } else if (t->n && LLVMIsNull(v)) {
    uint32_t first = f->slots.n;
    for (uint32_t i = 0; i < t->n; i++) FE_PUSH(f->slots, zero_of(f, lw_leaves(f->u, t)[i].ty));
    fe_map_put(&f->values, FE_KEY(v), first);
  } else if (LLVMIsAConstantInt(v) && lw_is_wide(LLVMTypeOf(v))) {
    lw_wide_constant(f, v);
  } else if (LLVMIsAConstantInt(v) || LLVMIsAConstantFP(v)) {
    fe_ty ty = lw_leaves(f->u, t)[0].ty;
    fe_const c = {.kind = ty.kind == FE_INT ? FE_C_INT : FE_C_FLOAT, .ty = ty};
    lw_const_int(v, &c.val);
    lw_bind1(f, v, lw_const(f, c));
  } else { /* an array, struct or vector */
    LLVMTypeRef ty = LLVMTypeOf(v);
    LLVMTypeKind k = LLVMGetTypeKind(ty);
    uint64_t n = k == LLVMStructTypeKind   ? LLVMCountStructElementTypes(ty)
                 : k == LLVMArrayTypeKind  ? LLVMGetArrayLength2(ty)
                 : k == LLVMVectorTypeKind ? LLVMGetVectorSize(ty)
                                           : 0;
    FE_VEC(fe_reg) regs = {0};
    for (uint64_t i = 0; i < n; i++) {
      LLVMValueRef e = LLVMGetAggregateElement(v, (unsigned)i);
      uint32_t s = lw_use(f, e), en = lw_type_of(f->u, LLVMTypeOf(e))->n;
      for (uint32_t j = 0; j < en; j++) FE_PUSH(regs, f->slots.p[s + j]);
    }
    if (regs.n != t->n) lw_fail(f, "a constant this lowering does not know");
    if (f->bad)
      lw_bind_undef(f, v);
    else
      lw_bind(f, v, regs.p, regs.n);
    free(regs.p);
  }
}

uint32_t lw_use(lw_fn *f, LLVMValueRef v) {
  uint32_t s = fe_map_get(&f->values, FE_KEY(v));
  if (s != FE_NONE) return s;
  lw_type t = *lw_type_of(f->u, LLVMTypeOf(v));
  if (t.why) {
    lw_fail(f, "%s", t.why);
    if (!f->slots.n) FE_PUSH(f->slots, lw_int(f, LW_INT(1), 0));
    return 0;
  }
  if (LLVMIsConstant(v)) {
    constant(f, v, &t);
  } else { /* defined in a block that is never reached, or by an instruction that failed */
    lw_bind_undef(f, v);
  }
  return fe_map_get(&f->values, FE_KEY(v));
}

fe_reg lw_use1(lw_fn *f, LLVMValueRef v) {
  uint32_t s = lw_use(f, v);
  if (lw_type_of(f->u, LLVMTypeOf(v))->n != 1) {
    lw_fail(f, "an aggregate where a scalar is expected");
    return lw_int(f, LW_INT(1), 0);
  }
  return f->slots.p[s];
}
