/* Aggregates and vectors as lists of scalars: taking out, putting in and shuffling only rearranges lists; an element at
 * a computed place is a chain of selects; a bit cast between different element widths goes through the bits. */
#include "frontend/lower.h"

#include <assert.h>

static uint32_t field_offset(lw_unit *u, LLVMTypeRef *t, const unsigned *path, unsigned n) {
  uint32_t at = 0;
  for (unsigned i = 0; i < n; i++) {
    if (LLVMGetTypeKind(*t) == LLVMStructTypeKind) {
      for (unsigned k = 0; k < path[i]; k++) at += lw_type_of(u, LLVMStructGetTypeAtIndex(*t, k))->n;
      *t = LLVMStructGetTypeAtIndex(*t, path[i]);
    } else {
      *t = LLVMGetElementType(*t);
      at += path[i] * lw_type_of(u, *t)->n;
    }
  }
  return at;
}

static void extract_value(lw_fn *f, LLVMValueRef in) {
  LLVMValueRef from = LLVMGetOperand(in, 0);
  LLVMTypeRef t = LLVMTypeOf(from);
  uint32_t at = field_offset(f->u, &t, LLVMGetIndices(in), LLVMGetNumIndices(in)), s = lw_use(f, from);
  fe_map_put(&f->values, FE_KEY(in), s + at);
}

static void insert_value(lw_fn *f, LLVMValueRef in) {
  LLVMValueRef into = LLVMGetOperand(in, 0), v = LLVMGetOperand(in, 1);
  LLVMTypeRef t = LLVMTypeOf(into);
  uint32_t n = lw_type_of(f->u, t)->n, m = lw_type_of(f->u, LLVMTypeOf(v))->n;
  uint32_t at = field_offset(f->u, &t, LLVMGetIndices(in), LLVMGetNumIndices(in));
  uint32_t s = lw_use(f, into), e = lw_use(f, v);
  if (f->bad) return;
  FE_RESERVE(f->slots, n);
  uint32_t r = lw_bind(f, in, f->slots.p + s, n);
  for (uint32_t i = 0; i < m; i++) f->slots.p[r + at + i] = f->slots.p[e + i];
}

static void extract_element(lw_fn *f, LLVMValueRef in) {
  LLVMValueRef from = LLVMGetOperand(in, 0), index = LLVMGetOperand(in, 1);
  uint32_t n = lw_type_of(f->u, LLVMTypeOf(from))->n, s = lw_use(f, from);
  if (f->bad) return;
  if (LLVMIsAConstantInt(index)) {
    uint64_t k = LLVMConstIntGetZExtValue(index);
    if (k < n)
      fe_map_put(&f->values, FE_KEY(in), s + (uint32_t)k);
    else
      lw_bind_undef(f, in);
    return;
  }
  fe_reg k = lw_use1(f, index);
  if (f->bad) return;
  fe_ty ity = lw_reg_type(f, k), ty = lw_reg_type(f, f->slots.p[s]);
  fe_reg r = f->slots.p[s];
  for (uint32_t i = 1; i < n; i++)
    r = lw_select(f, ty, lw_icmp(f, FE_EQ, ity, k, lw_int(f, ity, i)), f->slots.p[s + i], r);
  lw_bind1(f, in, r);
}

static void insert_element(lw_fn *f, LLVMValueRef in) {
  LLVMValueRef into = LLVMGetOperand(in, 0), index = LLVMGetOperand(in, 2);
  uint32_t n = lw_type_of(f->u, LLVMTypeOf(into))->n, s = lw_use(f, into);
  fe_reg v = lw_use1(f, LLVMGetOperand(in, 1)), k = lw_use1(f, index);
  if (f->bad) return;
  FE_RESERVE(f->slots, n);
  uint32_t r = lw_bind(f, in, f->slots.p + s, n);
  if (LLVMIsAConstantInt(index)) {
    uint64_t at = LLVMConstIntGetZExtValue(index);
    if (at < n) f->slots.p[r + at] = v;
    return;
  }
  fe_ty ity = lw_reg_type(f, k), ty = lw_reg_type(f, v);
  for (uint32_t i = 0; i < n; i++) {
    fe_reg e = lw_select(f, ty, lw_icmp(f, FE_EQ, ity, k, lw_int(f, ity, i)), v, f->slots.p[r + i]);
    f->slots.p[r + i] = e;
  }
}

static void shuffle(lw_fn *f, LLVMValueRef in) {
  LLVMValueRef a = LLVMGetOperand(in, 0);
  uint32_t n = lw_type_of(f->u, LLVMTypeOf(a))->n, m = LLVMGetNumMaskElements(in);
  uint32_t sa = lw_use(f, a), sb = lw_use(f, LLVMGetOperand(in, 1));
  if (f->bad) return;
  fe_reg undef = lw_const(f, (fe_const){.kind = FE_C_UNDEF, .ty = lw_reg_type(f, f->slots.p[sa])});
  uint32_t first = f->slots.n;
  for (uint32_t i = 0; i < m; i++) {
    int k = LLVMGetMaskValue(in, i);
    fe_reg r = k < 0             ? undef
               : (uint32_t)k < n ? f->slots.p[sa + (uint32_t)k]
                                 : f->slots.p[sb + (uint32_t)k - n];
    FE_PUSH(f->slots, r);
  }
  fe_map_put(&f->values, FE_KEY(in), first);
}

void lw_vector(lw_fn *f, LLVMValueRef in) {
  lw_type t = *lw_type_of(f->u, LLVMTypeOf(in));
  if (t.why) {
    lw_fail(f, "%s", t.why);
    return;
  }
  switch (LLVMGetInstructionOpcode(in)) {
  case LLVMExtractValue: extract_value(f, in); return;
  case LLVMInsertValue: insert_value(f, in); return;
  case LLVMExtractElement: extract_element(f, in); return;
  case LLVMInsertElement: insert_element(f, in); return;
  case LLVMShuffleVector: shuffle(f, in); return;
  default: assert(0 && "not a vector instruction");
  }
}

/* ---- bit casts ---- */

static fe_reg as_int(lw_fn *f, fe_reg r) {
  fe_ty ty = lw_reg_type(f, r);
  if (ty.kind == FE_INT) return r;
  return lw_cast(f, ty.kind == FE_PTR ? FE_PTRTOINT : FE_BITCAST, LW_INT(ty.bits), ty, r);
}

static fe_reg from_int(lw_fn *f, fe_ty ty, fe_reg r) {
  if (ty.kind == FE_INT) return r;
  return lw_cast(f, ty.kind == FE_PTR ? FE_INTTOPTR : FE_BITCAST, ty, LW_INT(ty.bits), r);
}

fe_reg lw_pack(lw_fn *f, const fe_reg *regs, uint32_t n) {
  FE_VEC(fe_reg) r = {0};
  for (uint32_t i = 0; i < n; i++) FE_PUSH(r, regs[i]);
  unsigned bits = lw_reg_type(f, r.p[0]).bits;
  assert(bits * n <= 128);
  fe_ty part = LW_INT(bits), whole = LW_INT(bits * n);
  fe_reg w = FE_NONE;
  for (uint32_t i = 0; i < n; i++) {
    fe_reg e = as_int(f, r.p[i]);
    if (n > 1) e = lw_cast(f, FE_ZEXT, whole, part, e);
    if (i) e = lw_op2(f, FE_SHL, whole, e, lw_int(f, whole, i * bits));
    w = i ? lw_op2(f, FE_OR, whole, w, e) : e;
  }
  free(r.p);
  return w;
}

/* Bits [lo, lo + width) of the concatenation of n registers of `bits` bits each. */
static fe_reg slice_bits(lw_fn *f, uint32_t s, unsigned bits, uint64_t lo, unsigned width) {
  fe_ty to = LW_INT(width), part = LW_INT(bits);
  fe_reg r = FE_NONE;
  for (unsigned got = 0; got < width;) {
    uint64_t at = lo + got;
    unsigned skip = (unsigned)(at % bits), take = bits - skip < width - got ? bits - skip : width - got;
    fe_reg e = as_int(f, f->slots.p[s + at / bits]);
    if (skip) e = lw_op2(f, FE_LSHR, part, e, lw_int(f, part, skip));
    if (take < bits) e = lw_cast(f, FE_TRUNC, LW_INT(take), part, e);
    if (take < width) e = lw_cast(f, FE_ZEXT, to, LW_INT(take), e);
    if (got) e = lw_op2(f, FE_SHL, to, e, lw_int(f, to, got));
    r = got ? lw_op2(f, FE_OR, to, r, e) : e;
    got += take;
  }
  return r;
}

void lw_bitcast(lw_fn *f, LLVMValueRef v, LLVMValueRef from, LLVMTypeRef to) {
  lw_type t = *lw_type_of(f->u, to);
  uint32_t n = lw_type_of(f->u, LLVMTypeOf(from))->n, s = lw_use(f, from);
  if (t.why) lw_fail(f, "%s", t.why);
  if (f->bad) return;
  if (!n || !t.n) {
    lw_fail(f, "a bit cast of an empty value");
    return;
  }
  fe_ty a = lw_reg_type(f, f->slots.p[s]), b = lw_leaves(f->u, &t)[0].ty;
  FE_VEC(fe_reg) regs = {0};
  for (uint32_t i = 0; i < t.n; i++) {
    fe_reg r;
    if (a.kind == b.kind && a.bits == b.bits)
      r = f->slots.p[s + i];
    else if (a.bits == b.bits)
      r = from_int(f, b, as_int(f, f->slots.p[s + i]));
    else
      r = from_int(f, b, slice_bits(f, s, a.bits, (uint64_t)i * b.bits, b.bits));
    FE_PUSH(regs, r);
  }
  lw_bind(f, v, regs.p, regs.n);
  free(regs.p);
}
