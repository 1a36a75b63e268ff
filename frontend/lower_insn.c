/* Register-to-register instructions and terminators. Vector operations are done element by element. */
#include "frontend/lower.h"

#include <assert.h>
#include <string.h>

static fe_op binary_op(LLVMOpcode op) {
  switch (op) {
  case LLVMAdd: return FE_ADD;
  case LLVMSub: return FE_SUB;
  case LLVMMul: return FE_MUL;
  case LLVMUDiv: return FE_UDIV;
  case LLVMSDiv: return FE_SDIV;
  case LLVMURem: return FE_UREM;
  case LLVMSRem: return FE_SREM;
  case LLVMShl: return FE_SHL;
  case LLVMLShr: return FE_LSHR;
  case LLVMAShr: return FE_ASHR;
  case LLVMAnd: return FE_AND;
  case LLVMOr: return FE_OR;
  case LLVMXor: return FE_XOR;
  case LLVMFAdd: return FE_FADD;
  case LLVMFSub: return FE_FSUB;
  case LLVMFMul: return FE_FMUL;
  case LLVMFDiv: return FE_FDIV;
  case LLVMFRem: return FE_FREM;
  default: return FE_OP_COUNT;
  }
}

static fe_op cast_op(LLVMOpcode op) {
  switch (op) {
  case LLVMTrunc: return FE_TRUNC;
  case LLVMZExt: return FE_ZEXT;
  case LLVMSExt: return FE_SEXT;
  case LLVMFPToUI: return FE_FPTOUI;
  case LLVMFPToSI: return FE_FPTOSI;
  case LLVMUIToFP: return FE_UITOFP;
  case LLVMSIToFP: return FE_SITOFP;
  case LLVMFPTrunc: return FE_FPTRUNC;
  case LLVMFPExt: return FE_FPEXT;
  case LLVMPtrToInt: return FE_PTRTOINT;
  case LLVMIntToPtr: return FE_INTTOPTR;
  default: return FE_OP_COUNT;
  }
}

static uint8_t wrap_flags(LLVMValueRef in, LLVMOpcode op) {
  switch (op) {
  case LLVMAdd:
  case LLVMSub:
  case LLVMMul:
  case LLVMShl: return (uint8_t)((LLVMGetNSW(in) ? FE_F_NSW : 0) | (LLVMGetNUW(in) ? FE_F_NUW : 0));
  case LLVMUDiv:
  case LLVMSDiv:
  case LLVMLShr:
  case LLVMAShr: return LLVMGetExact(in) ? FE_F_EXACT : 0;
  default: return 0;
  }
}

/* dst[i] = a[i] op b[i], for every element; a cast or a unary operation has no b. */
static void elementwise(lw_fn *f, LLVMValueRef in, fe_op op, uint8_t sub, uint8_t flags) {
  lw_type t = *lw_type_of(f->u, LLVMTypeOf(in));
  if (t.why) {
    lw_fail(f, "%s", t.why);
    return;
  }
  bool two = LLVMGetNumOperands(in) == 2;
  uint32_t a = lw_use(f, LLVMGetOperand(in, 0)), b = two ? lw_use(f, LLVMGetOperand(in, 1)) : 0;
  if (f->bad) return;
  uint32_t first = f->slots.n;
  for (uint32_t i = 0; i < t.n; i++) {
    fe_insn *o = lw_emit(f, op, lw_leaves(f->u, &t)[i].ty);
    o->sub = sub;
    o->flags = flags;
    o->a = f->slots.p[a + i];
    o->ty2 = lw_reg_type(f, o->a);
    if (two) o->b = f->slots.p[b + i];
    fe_reg dst = o->dst;
    FE_PUSH(f->slots, dst);
  }
  fe_map_put(&f->values, FE_KEY(in), first);
}

static uint8_t int_pred(LLVMIntPredicate p) {
  switch (p) {
  case LLVMIntEQ: return FE_EQ;
  case LLVMIntNE: return FE_NE;
  case LLVMIntUGT: return FE_UGT;
  case LLVMIntUGE: return FE_UGE;
  case LLVMIntULT: return FE_ULT;
  case LLVMIntULE: return FE_ULE;
  case LLVMIntSGT: return FE_SGT;
  case LLVMIntSGE: return FE_SGE;
  case LLVMIntSLT: return FE_SLT;
  case LLVMIntSLE: return FE_SLE;
  }
  return FE_EQ;
}

static uint8_t float_pred(LLVMRealPredicate p) {
  static const uint8_t map[] = {[LLVMRealPredicateFalse] = FE_FP_FALSE,
                                [LLVMRealOEQ] = FE_FP_OEQ,
                                [LLVMRealOGT] = FE_FP_OGT,
                                [LLVMRealOGE] = FE_FP_OGE,
                                [LLVMRealOLT] = FE_FP_OLT,
                                [LLVMRealOLE] = FE_FP_OLE,
                                [LLVMRealONE] = FE_FP_ONE,
                                [LLVMRealORD] = FE_FP_ORD,
                                [LLVMRealUNO] = FE_FP_UNO,
                                [LLVMRealUEQ] = FE_FP_UEQ,
                                [LLVMRealUGT] = FE_FP_UGT,
                                [LLVMRealUGE] = FE_FP_UGE,
                                [LLVMRealULT] = FE_FP_ULT,
                                [LLVMRealULE] = FE_FP_ULE,
                                [LLVMRealUNE] = FE_FP_UNE,
                                [LLVMRealPredicateTrue] = FE_FP_TRUE};
  return map[p];
}

static void select_insn(lw_fn *f, LLVMValueRef in) {
  lw_type t = *lw_type_of(f->u, LLVMTypeOf(in));
  uint32_t c = lw_use(f, LLVMGetOperand(in, 0)), a = lw_use(f, LLVMGetOperand(in, 1));
  uint32_t b = lw_use(f, LLVMGetOperand(in, 2));
  bool each = lw_type_of(f->u, LLVMTypeOf(LLVMGetOperand(in, 0)))->n > 1; /* a condition per element */
  if (f->bad) return;
  uint32_t first = f->slots.n;
  for (uint32_t i = 0; i < t.n; i++) {
    fe_reg r = lw_select(f, lw_leaves(f->u, &t)[i].ty, f->slots.p[c + (each ? i : 0)], f->slots.p[a + i],
                         f->slots.p[b + i]);
    FE_PUSH(f->slots, r);
  }
  fe_map_put(&f->values, FE_KEY(in), first);
}

/* freeze of undef stands for the unknown first value of a local variable (lower.c puts it there). */
static void freeze(lw_fn *f, LLVMValueRef in) {
  LLVMValueRef v = LLVMGetOperand(in, 0);
  if (!LLVMGetFirstUse(in)) return;
  lw_type t = *lw_type_of(f->u, LLVMTypeOf(in));
  if (t.why) lw_fail(f, "%s", t.why);
  if (!LLVMIsUndef(v) && !LLVMIsPoison(v)) {
    fe_map_put(&f->values, FE_KEY(in), lw_use(f, v));
    return;
  }
  uint32_t first = f->slots.n;
  for (uint32_t i = 0; i < t.n; i++) {
    fe_reg r = lw_emit(f, FE_NONDET, lw_leaves(f->u, &t)[i].ty)->dst;
    FE_PUSH(f->slots, r);
  }
  fe_map_put(&f->values, FE_KEY(in), first);
}

/* ---- terminators ---- */

/* The test whether va_arg finds its argument in the register save area: gp_offset or fp_offset <= a constant. */
static bool is_va_test(LLVMValueRef c) {
  if (LLVMIsABinaryOperator(c) && LLVMGetInstructionOpcode(c) == LLVMAnd)
    return is_va_test(LLVMGetOperand(c, 0)) && is_va_test(LLVMGetOperand(c, 1));
  if (!LLVMIsAICmpInst(c) || LLVMGetICmpPredicate(c) != LLVMIntULE) return false;
  LLVMValueRef load = LLVMGetOperand(c, 0);
  LLVMValueRef gep = LLVMIsALoadInst(load) ? LLVMGetOperand(load, 0) : NULL;
  if (!gep || !LLVMIsAGetElementPtrInst(gep)) return false;
  LLVMTypeRef t = LLVMGetGEPSourceElementType(gep);
  const char *name = LLVMGetTypeKind(t) == LLVMStructTypeKind ? LLVMGetStructName(t) : NULL;
  return name && !strncmp(name, "struct.__va_list_tag", 20);
}

static void branch(lw_fn *f, LLVMValueRef in, LLVMBasicBlockRef bb) {
  if (!LLVMIsConditional(in)) {
    uint32_t e = lw_edge(f, bb, LLVMGetSuccessor(in, 0));
    lw_emit(f, FE_BR, LW_VOID)->aux = e;
    return;
  }
  fe_reg c = lw_use1(f, LLVMGetCondition(in));
  uint32_t e = lw_edge(f, bb, LLVMGetSuccessor(in, 0));
  lw_edge(f, bb, LLVMGetSuccessor(in, 1));
  fe_insn *o = lw_emit(f, FE_CBR, LW_VOID);
  o->a = c;
  o->ty2 = LW_INT(1);
  o->aux = e;
  if (is_va_test(LLVMGetCondition(in))) o->flags = FE_F_INTERNAL;
}

static void switch_insn(lw_fn *f, LLVMValueRef in, LLVMBasicBlockRef bb) {
  bool wide = lw_is_wide(LLVMTypeOf(LLVMGetOperand(in, 0)));
  fe_reg c = wide ? lw_wide_switch(f, in) : lw_use1(f, LLVMGetOperand(in, 0));
  unsigned n = LLVMGetNumSuccessors(in);
  fe_switch s = {.ncases = n - 1, .values = fe_alloc(f->u->arena, (n - 1) * sizeof *s.values)};
  s.edge0 = lw_edge(f, bb, LLVMGetSuccessor(in, 0));
  for (unsigned i = 1; i < n; i++) {
    lw_edge(f, bb, LLVMGetSuccessor(in, i));
    if (wide)
      s.values[i - 1].u = i - 1;
    else
      lw_const_int(LLVMGetOperand(in, 2 * i), &s.values[i - 1]);
  }
  fe_ty ty = lw_reg_type(f, c);
  fe_insn *o = lw_emit(f, FE_SWITCH, LW_VOID);
  if (fe_map_get(&f->u->internal, FE_KEY(in)) != FE_NONE) o->flags = FE_F_INTERNAL;
  o->a = c;
  o->ty2 = ty;
  o->aux = f->switches.n;
  FE_PUSH(f->switches, s);
}

static void indirect_branch(lw_fn *f, LLVMValueRef in, LLVMBasicBlockRef bb) {
  fe_reg c = lw_use1(f, LLVMGetOperand(in, 0));
  unsigned n = LLVMGetNumSuccessors(in);
  fe_switch s = {.values = fe_alloc(f->u->arena, n * sizeof *s.values), .edge0 = f->edges.n};
  fe_map seen = {0}; /* LLVM lists a label as often as its address is taken */
  for (unsigned i = 0; i < n; i++) {
    LLVMBasicBlockRef to = LLVMGetSuccessor(in, i);
    if (fe_map_get(&seen, FE_KEY(to)) != FE_NONE) continue;
    fe_map_put(&seen, FE_KEY(to), i);
    uint32_t e = lw_edge(f, bb, to);
    s.values[s.ncases++].u = f->edges.p[e].block;
  }
  fe_map_free(&seen);
  fe_insn *o = lw_emit(f, FE_IBR, LW_VOID);
  o->a = c;
  o->ty2 = LW_PTR;
  o->aux = f->switches.n;
  FE_PUSH(f->switches, s);
}

static void return_insn(lw_fn *f, LLVMValueRef in) {
  uint32_t n = 0, s = 0;
  if (LLVMGetNumOperands(in)) {
    n = lw_type_of(f->u, LLVMTypeOf(LLVMGetOperand(in, 0)))->n;
    s = lw_use(f, LLVMGetOperand(in, 0));
  }
  if (f->bad) return;
  fe_insn *o = lw_emit(f, FE_RET, LW_VOID);
  o->aux = f->lists.n;
  o->b = n;
  for (uint32_t i = 0; i < n; i++) FE_PUSH(f->lists, f->slots.p[s + i]);
}

void lw_insn(lw_fn *f, LLVMValueRef in) {
  LLVMOpcode op = LLVMGetInstructionOpcode(in);
  LLVMBasicBlockRef bb = LLVMGetInstructionParent(in);
  if (lw_wide(f, in)) return;
  switch (op) {
  case LLVMRet: return_insn(f, in); return;
  case LLVMBr: branch(f, in, bb); return;
  case LLVMSwitch: switch_insn(f, in, bb); return;
  case LLVMIndirectBr: indirect_branch(f, in, bb); return;
  case LLVMUnreachable: lw_emit(f, FE_UNREACHABLE, LW_VOID); return;
  case LLVMInvoke: {
    lw_call(f, in);
    uint32_t e = lw_edge(f, bb, LLVMGetNormalDest(in));
    lw_emit(f, FE_BR, LW_VOID)->aux = e;
    return;
  }
  case LLVMCall: lw_call(f, in); return;
  case LLVMCallBr: lw_fail(f, "asm goto"); return;
  case LLVMICmp: elementwise(f, in, FE_ICMP, int_pred(LLVMGetICmpPredicate(in)), 0); return;
  case LLVMFCmp: elementwise(f, in, FE_FCMP, float_pred(LLVMGetFCmpPredicate(in)), 0); return;
  case LLVMFNeg: elementwise(f, in, FE_FNEG, 0, 0); return;
  case LLVMSelect: select_insn(f, in); return;
  case LLVMFreeze: freeze(f, in); return;
  case LLVMBitCast: lw_bitcast(f, in, LLVMGetOperand(in, 0), LLVMTypeOf(in)); return;
  case LLVMAddrSpaceCast: lw_fail(f, "pointer to another address space"); return;
  case LLVMAlloca:
  case LLVMLoad:
  case LLVMStore:
  case LLVMGetElementPtr:
  case LLVMFence:
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg: lw_memory(f, in); return;
  case LLVMExtractElement:
  case LLVMInsertElement:
  case LLVMShuffleVector:
  case LLVMExtractValue:
  case LLVMInsertValue: lw_vector(f, in); return;
  case LLVMVAArg: lw_fail(f, "va_arg of a type the compiler leaves to the back end"); return;
  default: break;
  }
  if (binary_op(op) != FE_OP_COUNT)
    elementwise(f, in, binary_op(op), 0, wrap_flags(in, op));
  else if (cast_op(op) != FE_OP_COUNT)
    elementwise(f, in, cast_op(op), 0, 0);
  else
    lw_fail(f, "exception handling or another instruction C does not need (LLVM opcode %d)", (int)op);
}
