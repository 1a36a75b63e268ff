/* Memory: stack objects, loads and stores (an aggregate scalar by scalar), address arithmetic, and atomics, which become
 * the sequence of plain steps they stand for. */
#include "frontend/lower.h"

#include <assert.h>

static void alloca_insn(lw_fn *f, LLVMValueRef in) {
  uint64_t size = LLVMABISizeOfType(f->u->layout, LLVMGetAllocatedType(in));
  LLVMValueRef count = LLVMGetOperand(in, 0);
  fe_reg n = FE_NONE;
  if (LLVMIsAConstantInt(count)) {
    size *= LLVMConstIntGetZExtValue(count);
  } else {
    n = lw_use1(f, count);
  }
  fe_ty ty2 = n == FE_NONE ? LW_PTR : lw_reg_type(f, n);
  fe_insn *o = lw_emit(f, FE_ALLOCA, LW_PTR);
  o->a = n;
  o->ty2 = ty2;
  o->imm = (int64_t)size;
  o->aux = LLVMGetAlignment(in);
  lw_bind1(f, in, o->dst);
}

static uint8_t access_flags(LLVMValueRef in) {
  return (uint8_t)((LLVMGetVolatile(in) ? FE_F_VOLATILE : 0) |
                   (LLVMGetOrdering(in) != LLVMAtomicOrderingNotAtomic ? FE_F_ATOMIC : 0));
}

fe_reg lw_load_at(lw_fn *f, fe_ty ty, fe_reg base, uint64_t offset, uint8_t flags) {
  fe_reg p = lw_ptradd(f, base, (int64_t)offset, FE_F_INBOUNDS);
  fe_insn *o = lw_emit(f, FE_LOAD, ty);
  o->a = p;
  o->flags = flags;
  return o->dst;
}

void lw_store_at(lw_fn *f, fe_ty ty, fe_reg base, uint64_t offset, fe_reg v, uint8_t flags) {
  fe_reg p = lw_ptradd(f, base, (int64_t)offset, FE_F_INBOUNDS);
  fe_insn *o = lw_emit(f, FE_STORE, ty);
  o->a = p;
  o->b = v;
  o->flags = flags;
}

static void load(lw_fn *f, LLVMValueRef in) {
  lw_type t = *lw_type_of(f->u, LLVMTypeOf(in));
  if (t.why) {
    lw_fail(f, "%s", t.why);
    return;
  }
  fe_reg p = lw_use1(f, LLVMGetOperand(in, 0));
  uint8_t flags = access_flags(in);
  uint32_t first = f->slots.n;
  if (t.packed) {
    fe_ty e = lw_leaves(f->u, &t)[0].ty, whole = LW_INT((unsigned)(e.bits * t.n));
    if (e.bits * t.n > 128) {
      lw_fail(f, "a vector of more than 128 bits with odd elements");
      return;
    }
    fe_reg w = lw_load_at(f, whole, p, 0, flags);
    first = f->slots.n;
    for (uint32_t i = 0; i < t.n; i++) {
      fe_reg s = i ? lw_op2(f, FE_LSHR, whole, w, lw_int(f, whole, i * e.bits)) : w;
      s = t.n > 1 ? lw_cast(f, FE_TRUNC, e, whole, s) : s;
      FE_PUSH(f->slots, s);
    }
  } else {
    for (uint32_t i = 0; i < t.n; i++) {
      lw_leaf l = lw_leaves(f->u, &t)[i];
      fe_reg r = lw_load_at(f, l.ty, p, l.offset, flags);
      FE_PUSH(f->slots, r);
    }
  }
  fe_map_put(&f->values, FE_KEY(in), first);
}

static void store(lw_fn *f, LLVMValueRef in) {
  LLVMValueRef v = LLVMGetOperand(in, 0);
  lw_type t = *lw_type_of(f->u, LLVMTypeOf(v));
  uint32_t s = lw_use(f, v);
  fe_reg p = lw_use1(f, LLVMGetOperand(in, 1));
  if (f->bad) return;
  uint8_t flags = access_flags(in);
  if (t.packed) {
    if (lw_leaves(f->u, &t)[0].ty.bits * t.n > 128) {
      lw_fail(f, "a vector of more than 128 bits with odd elements");
      return;
    }
    fe_reg w = lw_pack(f, f->slots.p + s, t.n);
    lw_store_at(f, lw_reg_type(f, w), p, 0, w, flags);
    return;
  }
  for (uint32_t i = 0; i < t.n; i++) {
    lw_leaf l = lw_leaves(f->u, &t)[i];
    lw_store_at(f, l.ty, p, l.offset, f->slots.p[s + i], flags);
  }
}

/* ---- address arithmetic ---- */

/* p + sext(index) * scale, scale of any size. */
static fe_reg add_index(lw_fn *f, fe_reg p, fe_reg index, uint64_t scale, int64_t offset, uint8_t flags) {
  fe_ty ty = lw_reg_type(f, index), wide = LW_INT(64);
  if (ty.bits > 64 || scale > UINT32_MAX) {
    if (ty.bits < 64) index = lw_cast(f, FE_SEXT, wide, ty, index);
    if (ty.bits > 64) index = lw_cast(f, FE_TRUNC, wide, ty, index);
    index = lw_op2(f, FE_MUL, wide, index, lw_int(f, wide, scale));
    ty = wide;
    scale = 1;
  }
  fe_insn *o = lw_emit(f, FE_PTRADD, LW_PTR);
  o->a = p;
  o->b = index;
  o->ty2 = ty;
  o->aux = (uint32_t)scale;
  o->imm = offset;
  o->flags = flags;
  return o->dst;
}

/* Element e of a getelementptr (e = 0 unless it yields a vector): constant indices gather in one offset. */
static fe_reg gep_element(lw_fn *f, LLVMValueRef v, uint32_t e, bool constant) {
  lw_unit *u = f->u;
  LLVMTypeRef t = LLVMGetGEPSourceElementType(v);
  LLVMValueRef base = LLVMGetOperand(v, 0);
  uint32_t s = lw_use(f, base);
  if (f->bad) return 0;
  fe_reg p = f->slots.p[s + (lw_type_of(u, LLVMTypeOf(base))->n > 1 ? e : 0)];
  uint8_t flags = !constant && LLVMIsInBounds(v) ? FE_F_INBOUNDS : 0;
  uint64_t offset = 0;
  for (int i = 1, n = LLVMGetNumOperands(v); i < n; i++) {
    LLVMValueRef index = LLVMGetOperand(v, (unsigned)i);
    if (i > 1 && LLVMGetTypeKind(t) == LLVMStructTypeKind) {
      LLVMValueRef k = LLVMIsAConstantInt(index) ? index : LLVMGetAggregateElement(index, 0);
      unsigned field = (unsigned)LLVMConstIntGetZExtValue(k);
      offset += LLVMOffsetOfElement(u->layout, t, field);
      t = LLVMStructGetTypeAtIndex(t, field);
      continue;
    }
    uint64_t size;
    if (i > 1) {
      bool vec = LLVMGetTypeKind(t) == LLVMVectorTypeKind;
      t = LLVMGetElementType(t);
      size = vec ? LLVMSizeOfTypeInBits(u->layout, t) / 8 : LLVMABISizeOfType(u->layout, t);
    } else {
      size = LLVMABISizeOfType(u->layout, t);
    }
    if (LLVMIsAConstantInt(index)) {
      offset += (uint64_t)LLVMConstIntGetSExtValue(index) * size;
      continue;
    }
    uint32_t is = lw_use(f, index);
    if (f->bad) return 0;
    fe_reg k = f->slots.p[is + (lw_type_of(u, LLVMTypeOf(index))->n > 1 ? e : 0)];
    p = add_index(f, p, k, size, (int64_t)offset, flags);
    offset = 0;
  }
  return lw_ptradd(f, p, (int64_t)offset, flags);
}

void lw_gep(lw_fn *f, LLVMValueRef v, bool constant_expr) {
  uint32_t n = lw_type_of(f->u, LLVMTypeOf(v))->n;
  FE_VEC(fe_reg) regs = {0};
  for (uint32_t e = 0; e < n && !f->bad; e++) {
    fe_reg r = gep_element(f, v, e, constant_expr);
    FE_PUSH(regs, r);
  }
  if (!f->bad) lw_bind(f, v, regs.p, n);
  free(regs.p);
}

/* ---- atomics ---- */

static fe_reg rmw_value(lw_fn *f, LLVMAtomicRMWBinOp op, fe_ty ty, fe_reg old, fe_reg v) {
  fe_reg one = ty.kind == FE_INT ? lw_int(f, ty, 1) : FE_NONE,
         zero = ty.kind == FE_INT ? lw_int(f, ty, 0) : FE_NONE;
  fe_reg next;
  switch (op) {
  case LLVMAtomicRMWBinOpXchg: return v;
  case LLVMAtomicRMWBinOpAdd: return lw_op2(f, FE_ADD, ty, old, v);
  case LLVMAtomicRMWBinOpSub: return lw_op2(f, FE_SUB, ty, old, v);
  case LLVMAtomicRMWBinOpAnd: return lw_op2(f, FE_AND, ty, old, v);
  case LLVMAtomicRMWBinOpNand:
    return lw_op2(f, FE_XOR, ty, lw_op2(f, FE_AND, ty, old, v), lw_int(f, ty, ~(unsigned __int128)0));
  case LLVMAtomicRMWBinOpOr: return lw_op2(f, FE_OR, ty, old, v);
  case LLVMAtomicRMWBinOpXor: return lw_op2(f, FE_XOR, ty, old, v);
  case LLVMAtomicRMWBinOpMax: return lw_op2(f, FE_SMAX, ty, old, v);
  case LLVMAtomicRMWBinOpMin: return lw_op2(f, FE_SMIN, ty, old, v);
  case LLVMAtomicRMWBinOpUMax: return lw_op2(f, FE_UMAX, ty, old, v);
  case LLVMAtomicRMWBinOpUMin: return lw_op2(f, FE_UMIN, ty, old, v);
  case LLVMAtomicRMWBinOpFAdd: return lw_op2(f, FE_FADD, ty, old, v);
  case LLVMAtomicRMWBinOpFSub: return lw_op2(f, FE_FSUB, ty, old, v);
  case LLVMAtomicRMWBinOpFMax:
  case LLVMAtomicRMWBinOpFMin: {
    fe_insn *o = lw_emit(f, FE_FMATH, ty);
    o->sub = op == LLVMAtomicRMWBinOpFMax ? FE_M_MAXNUM : FE_M_MINNUM;
    o->a = old;
    o->b = v;
    return o->dst;
  }
  case LLVMAtomicRMWBinOpUIncWrap: /* old >= v ? 0 : old + 1 */
    next = lw_op2(f, FE_ADD, ty, old, one);
    return lw_select(f, ty, lw_icmp(f, FE_UGE, ty, old, v), zero, next);
  case LLVMAtomicRMWBinOpUDecWrap: { /* old == 0 || old > v ? v : old - 1 */
    fe_reg at_zero = lw_icmp(f, FE_EQ, ty, old, zero), above = lw_icmp(f, FE_UGT, ty, old, v);
    fe_reg c = lw_op2(f, FE_OR, LW_INT(1), at_zero, above);
    return lw_select(f, ty, c, v, lw_op2(f, FE_SUB, ty, old, one));
  }
  default: lw_fail(f, "an atomic operation this lowering does not know"); return old;
  }
}

static void atomic_rmw(lw_fn *f, LLVMValueRef in) {
  uint8_t flags = (uint8_t)(FE_F_ATOMIC | (LLVMGetVolatile(in) ? FE_F_VOLATILE : 0));
  fe_reg p = lw_use1(f, LLVMGetOperand(in, 0)), v = lw_use1(f, LLVMGetOperand(in, 1));
  if (f->bad) return;
  fe_ty ty = lw_reg_type(f, v);
  fe_reg old = lw_load_at(f, ty, p, 0, flags);
  fe_reg r = rmw_value(f, LLVMGetAtomicRMWBinOp(in), ty, old, v);
  lw_store_at(f, ty, p, 0, r, flags);
  lw_bind1(f, in, old);
}

static void compare_exchange(lw_fn *f, LLVMValueRef in) {
  uint8_t flags = (uint8_t)(FE_F_ATOMIC | (LLVMGetVolatile(in) ? FE_F_VOLATILE : 0));
  fe_reg p = lw_use1(f, LLVMGetOperand(in, 0)), want = lw_use1(f, LLVMGetOperand(in, 1));
  fe_reg v = lw_use1(f, LLVMGetOperand(in, 2));
  if (f->bad) return;
  fe_ty ty = lw_reg_type(f, v);
  fe_reg r[2];
  r[0] = lw_load_at(f, ty, p, 0, flags);
  r[1] = lw_icmp(f, FE_EQ, ty, r[0], want);
  lw_store_at(f, ty, p, 0, lw_select(f, ty, r[1], v, r[0]), flags);
  lw_bind(f, in, r, 2);
}

void lw_memory(lw_fn *f, LLVMValueRef in) {
  switch (LLVMGetInstructionOpcode(in)) {
  case LLVMAlloca: alloca_insn(f, in); return;
  case LLVMLoad: load(f, in); return;
  case LLVMStore: store(f, in); return;
  case LLVMGetElementPtr: lw_gep(f, in, false); return;
  case LLVMFence: return; /* one thread: nothing to order */
  case LLVMAtomicRMW: atomic_rmw(f, in); return;
  case LLVMAtomicCmpXchg: compare_exchange(f, in); return;
  default: assert(0 && "not a memory instruction");
  }
}
