/* LLVM intrinsics that clang emits for C. A table maps the name (without its type suffixes) to how it is lowered; most
 * are one instruction per element. */
#include "frontend/lower.h"

#include <string.h>

typedef enum how {
  H_SKIP,  /* no effect here */
  H_DEBUG, /* llvm.dbg.*: remembered for names */
  H_FIRST, /* the value is the first argument */
  H_UNARY, /* op on the first argument */
  H_FLAG,  /* unary op, second argument true: FE_F_POISON */
  H_BINARY,
  H_TERNARY,
  H_COMPARE,  /* the predicate is a metadata string, third */
  H_OVERFLOW, /* two results */
  H_MATH,     /* FE_FMATH, as many operands as sub needs: arity in n */
  H_MULADD,
  H_COPY, /* memcpy and the like */
  H_VA,
  H_TRAP,
  H_SPECIAL,
  H_REDUCE
} how;

typedef struct entry {
  const char *name;
  uint8_t how, op, sub, n;
} entry;

typedef enum special {
  S_STACKSAVE,
  S_STACKRESTORE,
  S_LIFE,
  S_FRAME,
  S_NONDET,
  S_PTRMASK,
  S_FPCLASS,
  S_CMP,
  S_ROUNDS
} special;

static const entry table[] = {
    {"dbg", H_DEBUG, 0, 0, 0},
    {"lifetime.start", H_SPECIAL, FE_BEGIN, S_LIFE, 0},
    {"lifetime.end", H_SPECIAL, FE_END, S_LIFE, 0},
    {"invariant.end", H_SKIP, 0, 0, 0},
    {"assume", H_SKIP, 0, 0, 0},
    {"donothing", H_SKIP, 0, 0, 0},
    {"prefetch", H_SKIP, 0, 0, 0},
    {"var.annotation", H_SKIP, 0, 0, 0},
    {"experimental.noalias.scope.decl", H_SKIP, 0, 0, 0},
    {"sideeffect", H_SKIP, 0, 0, 0},
    {"pseudoprobe", H_SKIP, 0, 0, 0},
    {"x86.sse2.pause", H_SKIP, 0, 0, 0},
    {"x86.sse2.lfence", H_SKIP, 0, 0, 0},
    {"x86.sse2.mfence", H_SKIP, 0, 0, 0},
    {"x86.sse.sfence", H_SKIP, 0, 0, 0},
    {"clear_cache", H_SKIP, 0, 0, 0},
    {"expect", H_FIRST, 0, 0, 0},
    {"expect.with.probability", H_FIRST, 0, 0, 0},
    {"annotation", H_FIRST, 0, 0, 0},
    {"ptr.annotation", H_FIRST, 0, 0, 0},
    {"launder.invariant.group", H_FIRST, 0, 0, 0},
    {"strip.invariant.group", H_FIRST, 0, 0, 0},
    {"ssa.copy", H_FIRST, 0, 0, 0},
    {"arithmetic.fence", H_FIRST, 0, 0, 0},
    {"preserve.array.access.index", H_FIRST, 0, 0, 0},
    {"bswap", H_UNARY, FE_BSWAP, 0, 0},
    {"bitreverse", H_UNARY, FE_BITREVERSE, 0, 0},
    {"ctpop", H_UNARY, FE_CTPOP, 0, 0},
    {"ctlz", H_FLAG, FE_CTLZ, 0, 0},
    {"cttz", H_FLAG, FE_CTTZ, 0, 0},
    {"abs", H_FLAG, FE_ABS, 0, 0},
    {"smin", H_BINARY, FE_SMIN, 0, 0},
    {"smax", H_BINARY, FE_SMAX, 0, 0},
    {"umin", H_BINARY, FE_UMIN, 0, 0},
    {"umax", H_BINARY, FE_UMAX, 0, 0},
    {"sadd.sat", H_BINARY, FE_SADD_SAT, 0, 0},
    {"uadd.sat", H_BINARY, FE_UADD_SAT, 0, 0},
    {"ssub.sat", H_BINARY, FE_SSUB_SAT, 0, 0},
    {"usub.sat", H_BINARY, FE_USUB_SAT, 0, 0},
    {"fshl", H_TERNARY, FE_FSHL, 0, 0},
    {"fshr", H_TERNARY, FE_FSHR, 0, 0},
    {"sadd.with.overflow", H_OVERFLOW, FE_SADD_OVF, 0, 0},
    {"uadd.with.overflow", H_OVERFLOW, FE_UADD_OVF, 0, 0},
    {"ssub.with.overflow", H_OVERFLOW, FE_SSUB_OVF, 0, 0},
    {"usub.with.overflow", H_OVERFLOW, FE_USUB_OVF, 0, 0},
    {"smul.with.overflow", H_OVERFLOW, FE_SMUL_OVF, 0, 0},
    {"umul.with.overflow", H_OVERFLOW, FE_UMUL_OVF, 0, 0},
    {"fabs", H_MATH, FE_FMATH, FE_M_FABS, 1},
    {"sqrt", H_MATH, FE_FMATH, FE_M_SQRT, 1},
    {"fma", H_MATH, FE_FMATH, FE_M_FMA, 3},
    {"copysign", H_MATH, FE_FMATH, FE_M_COPYSIGN, 2},
    {"floor", H_MATH, FE_FMATH, FE_M_FLOOR, 1},
    {"ceil", H_MATH, FE_FMATH, FE_M_CEIL, 1},
    {"trunc", H_MATH, FE_FMATH, FE_M_TRUNC, 1},
    {"rint", H_MATH, FE_FMATH, FE_M_RINT, 1},
    {"nearbyint", H_MATH, FE_FMATH, FE_M_NEARBYINT, 1},
    {"round", H_MATH, FE_FMATH, FE_M_ROUND, 1},
    {"roundeven", H_MATH, FE_FMATH, FE_M_ROUNDEVEN, 1},
    {"minnum", H_MATH, FE_FMATH, FE_M_MINNUM, 2},
    {"maxnum", H_MATH, FE_FMATH, FE_M_MAXNUM, 2},
    {"sin", H_MATH, FE_FMATH, FE_M_SIN, 1},
    {"cos", H_MATH, FE_FMATH, FE_M_COS, 1},
    {"exp", H_MATH, FE_FMATH, FE_M_EXP, 1},
    {"exp2", H_MATH, FE_FMATH, FE_M_EXP2, 1},
    {"log", H_MATH, FE_FMATH, FE_M_LOG, 1},
    {"log2", H_MATH, FE_FMATH, FE_M_LOG2, 1},
    {"log10", H_MATH, FE_FMATH, FE_M_LOG10, 1},
    {"pow", H_MATH, FE_FMATH, FE_M_POW, 2},
    {"powi", H_MATH, FE_FMATH, FE_M_POWI, 2},
    {"ldexp", H_MATH, FE_FMATH, FE_M_LDEXP, 2},
    {"lrint", H_MATH, FE_FMATH, FE_M_LRINT, 1},
    {"llrint", H_MATH, FE_FMATH, FE_M_LRINT, 1},
    {"lround", H_MATH, FE_FMATH, FE_M_LROUND, 1},
    {"llround", H_MATH, FE_FMATH, FE_M_LROUND, 1},
    {"fmuladd", H_MULADD, 0, 0, 0},
    {"memcpy", H_COPY, FE_MEMCPY, 0, 0},
    {"memcpy.inline", H_COPY, FE_MEMCPY, 0, 0},
    {"memmove", H_COPY, FE_MEMMOVE, 0, 0},
    {"memset", H_COPY, FE_MEMSET, 0, 0},
    {"memset.inline", H_COPY, FE_MEMSET, 0, 0},
    {"va_start", H_VA, FE_VASTART, 0, 1},
    {"va_end", H_VA, FE_VAEND, 0, 1},
    {"va_copy", H_VA, FE_VACOPY, 0, 2},
    {"trap", H_TRAP, FE_TRAP, 0, 0},
    {"ubsantrap", H_TRAP, FE_TRAP, 0, 0},
    {"debugtrap", H_TRAP, FE_TRAP, 0, 0},
    {"stacksave", H_SPECIAL, 0, S_STACKSAVE, 0},
    {"stackrestore", H_SPECIAL, 0, S_STACKRESTORE, 0},
    {"frameaddress", H_SPECIAL, 0, S_FRAME, 0},
    {"returnaddress", H_SPECIAL, 0, S_FRAME, 0},
    {"addressofreturnaddress", H_SPECIAL, 0, S_FRAME, 0},
    {"sponentry", H_SPECIAL, 0, S_FRAME, 0},
    {"readcyclecounter", H_SPECIAL, 0, S_NONDET, 0},
    {"readsteadycounter", H_SPECIAL, 0, S_NONDET, 0},
    {"x86.rdtsc", H_SPECIAL, 0, S_NONDET, 0},
    {"x86.rdtscp", H_SPECIAL, 0, S_NONDET, 0},
    {"x86.rdrand", H_SPECIAL, 0, S_NONDET, 0},
    {"x86.rdseed", H_SPECIAL, 0, S_NONDET, 0},
    {"get.rounding", H_SPECIAL, 0, S_ROUNDS, 0},
    {"ptrmask", H_SPECIAL, 0, S_PTRMASK, 0},
    {"is.fpclass", H_SPECIAL, 0, S_FPCLASS, 0},
    {"threadlocal.address", H_FIRST, 0, 0, 0},
    {"invariant.start", H_SPECIAL, 0, S_NONDET, 0},
    {"ucmp", H_SPECIAL, 0, S_CMP, 0},
    {"scmp", H_SPECIAL, 1, S_CMP, 0},
    {"vector.reduce.add", H_REDUCE, FE_ADD, 0, 0},
    {"vector.reduce.mul", H_REDUCE, FE_MUL, 0, 0},
    {"vector.reduce.and", H_REDUCE, FE_AND, 0, 0},
    {"vector.reduce.or", H_REDUCE, FE_OR, 0, 0},
    {"vector.reduce.xor", H_REDUCE, FE_XOR, 0, 0},
    {"vector.reduce.smax", H_REDUCE, FE_SMAX, 0, 0},
    {"vector.reduce.smin", H_REDUCE, FE_SMIN, 0, 0},
    {"vector.reduce.umax", H_REDUCE, FE_UMAX, 0, 0},
    {"vector.reduce.umin", H_REDUCE, FE_UMIN, 0, 0},
    {"vector.reduce.fmax", H_REDUCE, FE_FMATH, FE_M_MAXNUM, 0},
    {"vector.reduce.fmin", H_REDUCE, FE_FMATH, FE_M_MINNUM, 0},
    {"vector.reduce.fadd", H_REDUCE, FE_FADD, 0, 1}, /* n: a start value comes first */
    {"vector.reduce.fmul", H_REDUCE, FE_FMUL, 0, 1},
};

/* llvm.experimental.constrained.*: instructions under #pragma STDC FENV_ACCESS ON. The others of that family are in the
 * table above; rounding is to nearest and nobody looks at exception flags, so they mean the same as without it. */
static const entry constrained[] = {
    {"fadd", H_BINARY, FE_FADD, 0, 0},    {"fsub", H_BINARY, FE_FSUB, 0, 0},
    {"fmul", H_BINARY, FE_FMUL, 0, 0},    {"fdiv", H_BINARY, FE_FDIV, 0, 0},
    {"frem", H_BINARY, FE_FREM, 0, 0},    {"fptosi", H_UNARY, FE_FPTOSI, 0, 0},
    {"fptoui", H_UNARY, FE_FPTOUI, 0, 0}, {"sitofp", H_UNARY, FE_SITOFP, 0, 0},
    {"uitofp", H_UNARY, FE_UITOFP, 0, 0}, {"fptrunc", H_UNARY, FE_FPTRUNC, 0, 0},
    {"fpext", H_UNARY, FE_FPEXT, 0, 0},   {"fcmp", H_COMPARE, FE_FCMP, 0, 0},
    {"fcmps", H_COMPARE, FE_FCMP, 0, 0},
};

/* The longest entry that is a prefix of the name at a dot. */
static const entry *find_in(const entry *list, size_t count, const char *name) {
  const entry *best = NULL;
  size_t best_len = 0;
  for (size_t i = 0; i < count; i++) {
    size_t n = strlen(list[i].name);
    if (n > best_len && !strncmp(name, list[i].name, n) && (name[n] == '.' || !name[n])) {
      best = &list[i];
      best_len = n;
    }
  }
  return best;
}

static const entry *find(const char *name) {
  static const char strict[] = "experimental.constrained.";
  name += 5; /* "llvm." */
  if (!strncmp(name, strict, sizeof strict - 1)) {
    name += sizeof strict - 1;
    const entry *e = find_in(constrained, sizeof constrained / sizeof *constrained, name);
    if (e) return e;
  }
  return find_in(table, sizeof table / sizeof *table, name);
}

/* ops of every element: nargs of the call's arguments are operands (a scalar one is used for all elements). */
static void each(lw_fn *f, LLVMValueRef in, const entry *e, unsigned nargs, uint8_t flags, int64_t imm) {
  lw_type t = *lw_type_of(f->u, LLVMTypeOf(in));
  uint32_t s[3] = {0}, step[3] = {0};
  for (unsigned k = 0; k < nargs; k++) {
    LLVMValueRef v = LLVMGetOperand(in, k);
    s[k] = lw_use(f, v);
    step[k] = lw_type_of(f->u, LLVMTypeOf(v))->n == t.n && t.n > 1;
  }
  if (t.why) lw_fail(f, "%s", t.why);
  if (f->bad) return;
  uint32_t first = f->slots.n;
  for (uint32_t i = 0; i < t.n; i++) {
    fe_insn *o = lw_emit(f, (fe_op)e->op, lw_leaves(f->u, &t)[i].ty);
    o->sub = e->sub;
    o->flags = flags;
    o->imm = imm;
    o->a = f->slots.p[s[0] + i * step[0]];
    if (nargs > 1) o->b = f->slots.p[s[1] + i * step[1]];
    if (nargs > 2) o->c = f->slots.p[s[2] + i * step[2]];
    o->ty2 = lw_reg_type(f, o->a);
    fe_reg dst = o->dst;
    FE_PUSH(f->slots, dst);
  }
  fe_map_put(&f->values, FE_KEY(in), first);
}

static void compare(lw_fn *f, LLVMValueRef in, const entry *e) {
  static const char *const names[] = {"false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord",
                                      "ueq",   "ugt", "uge", "ult", "ule", "une", "uno", "true"};
  unsigned len;
  const char *text = LLVMGetMDString(LLVMGetOperand(in, 2), &len);
  entry with = *e;
  for (unsigned i = 0; text && i < sizeof names / sizeof *names; i++)
    if (strlen(names[i]) == len && !memcmp(names[i], text, len)) {
      with.sub = (uint8_t)(FE_FP_FALSE + i);
      each(f, in, &with, 2, 0, 0);
      return;
    }
  lw_fail(f, "a comparison without a known predicate");
}

static void overflow(lw_fn *f, LLVMValueRef in, const entry *e) {
  if (lw_is_wide(LLVMTypeOf(LLVMGetOperand(in, 0)))) {
    lw_wide_overflow(f, in, (fe_op)e->op);
    return;
  }
  uint32_t n = lw_type_of(f->u, LLVMTypeOf(LLVMGetOperand(in, 0)))->n;
  uint32_t a = lw_use(f, LLVMGetOperand(in, 0)), b = lw_use(f, LLVMGetOperand(in, 1));
  if (f->bad) return;
  FE_VEC(fe_reg) regs = {0};
  FE_RESERVE(regs, 2 * n);
  for (uint32_t i = 0; i < n; i++) {
    fe_ty ty = lw_reg_type(f, f->slots.p[a + i]);
    fe_insn *o = lw_emit(f, (fe_op)e->op, ty);
    o->a = f->slots.p[a + i];
    o->b = f->slots.p[b + i];
    regs.p[i] = o->dst;
    regs.p[n + i] = lw_reg(f, LW_INT(1)); /* dst + 1 */
  }
  lw_bind(f, in, regs.p, 2 * n);
  free(regs.p);
}

/* Code compiled with -mfma fuses what C allows to contract. */
static bool target_fuses(LLVMValueRef fn) {
  static const char key[] = "target-features";
  LLVMAttributeRef a = LLVMGetStringAttributeAtIndex(fn, (unsigned)LLVMAttributeFunctionIndex, key,
                                                     sizeof key - 1);
  unsigned len = 0;
  const char *text = a ? LLVMGetStringAttributeValue(a, &len) : "";
  for (unsigned i = 0; i + 4 <= len; i++)
    if (!memcmp(text + i, "+fma", 4) && (i + 4 == len || text[i + 4] == ',')) return true;
  return false;
}

static void mul_add(lw_fn *f, LLVMValueRef in) {
  if (target_fuses(f->fn) && lw_leaves(f->u, lw_type_of(f->u, LLVMTypeOf(in)))->ty.kind != FE_F80) {
    each(f, in, &(entry){NULL, H_MATH, FE_FMATH, FE_M_FMA, 3}, 3, 0, 0);
    return;
  }
  uint32_t n = lw_type_of(f->u, LLVMTypeOf(in))->n;
  uint32_t a = lw_use(f, LLVMGetOperand(in, 0)), b = lw_use(f, LLVMGetOperand(in, 1));
  uint32_t c = lw_use(f, LLVMGetOperand(in, 2));
  if (f->bad) return;
  FE_VEC(fe_reg) regs = {0};
  for (uint32_t i = 0; i < n; i++) {
    fe_ty ty = lw_reg_type(f, f->slots.p[a + i]);
    fe_reg m = lw_op2(f, FE_FMUL, ty, f->slots.p[a + i], f->slots.p[b + i]);
    fe_reg r = lw_op2(f, FE_FADD, ty, m, f->slots.p[c + i]);
    FE_PUSH(regs, r);
  }
  lw_bind(f, in, regs.p, n);
  free(regs.p);
}

static void copy(lw_fn *f, LLVMValueRef in, const entry *e) {
  fe_reg a = lw_use1(f, LLVMGetOperand(in, 0)), b = lw_use1(f, LLVMGetOperand(in, 1));
  fe_reg c = lw_use1(f, LLVMGetOperand(in, 2));
  if (f->bad) return;
  fe_ty len = lw_reg_type(f, c);
  fe_insn *o = lw_emit(f, (fe_op)e->op, LW_VOID);
  o->a = a;
  o->b = b;
  o->c = c;
  o->ty2 = len;
  if (LLVMConstIntGetZExtValue(LLVMGetOperand(in, 3))) o->flags = FE_F_VOLATILE;
}

static void reduce(lw_fn *f, LLVMValueRef in, const entry *e) {
  LLVMValueRef v = LLVMGetOperand(in, e->n);
  uint32_t n = lw_type_of(f->u, LLVMTypeOf(v))->n, s = lw_use(f, v);
  fe_reg r = e->n ? lw_use1(f, LLVMGetOperand(in, 0)) : FE_NONE;
  if (f->bad) return;
  fe_ty ty = lw_reg_type(f, f->slots.p[s]);
  for (uint32_t i = 0; i < n; i++) {
    if (r == FE_NONE) {
      r = f->slots.p[s];
      continue;
    }
    fe_insn *o = lw_emit(f, (fe_op)e->op, ty);
    o->sub = e->sub;
    o->a = r;
    o->b = f->slots.p[s + i];
    r = o->dst;
  }
  lw_bind1(f, in, r);
}

static void nondet(lw_fn *f, LLVMValueRef in) {
  lw_type t = *lw_type_of(f->u, LLVMTypeOf(in));
  uint32_t first = f->slots.n;
  for (uint32_t i = 0; i < t.n; i++) {
    fe_reg r = lw_emit(f, FE_NONDET, lw_leaves(f->u, &t)[i].ty)->dst;
    FE_PUSH(f->slots, r);
  }
  fe_map_put(&f->values, FE_KEY(in), first);
}

static void three_way(lw_fn *f, LLVMValueRef in, bool is_signed) {
  fe_reg a = lw_use1(f, LLVMGetOperand(in, 0)), b = lw_use1(f, LLVMGetOperand(in, 1));
  if (f->bad) return;
  fe_ty ty = lw_reg_type(f, a), to = lw_leaves(f->u, lw_type_of(f->u, LLVMTypeOf(in)))->ty;
  fe_reg lt = lw_icmp(f, is_signed ? FE_SLT : FE_ULT, ty, a, b),
         gt = lw_icmp(f, is_signed ? FE_SGT : FE_UGT, ty, a, b);
  fe_reg r = lw_select(f, to, gt, lw_int(f, to, 1), lw_int(f, to, 0));
  lw_bind1(f, in, lw_select(f, to, lt, lw_int(f, to, ~(unsigned __int128)0), r));
}

/* Where clang says that the life of a variable begins or ends. */
static void life(lw_fn *f, LLVMValueRef in, fe_op op) {
  LLVMValueRef object = LLVMGetOperand(in, 1);
  if (!LLVMIsAAllocaInst(object) || !LLVMIsAConstantInt(LLVMGetOperand(object, 0))) return;
  fe_reg a = lw_use1(f, object);
  fe_insn *o = lw_emit(f, op, LW_VOID);
  o->a = a;
  if (op == FE_BEGIN) o->imm = (int64_t)LLVMABISizeOfType(f->u->layout, LLVMGetAllocatedType(object));
}

static void special_insn(lw_fn *f, LLVMValueRef in, const entry *e) {
  switch ((special)e->sub) {
  case S_LIFE: life(f, in, (fe_op)e->op); return;
  case S_STACKSAVE: lw_bind1(f, in, lw_emit(f, FE_STACKSAVE, LW_PTR)->dst); return;
  case S_STACKRESTORE: {
    fe_reg a = lw_use1(f, LLVMGetOperand(in, 0));
    lw_emit(f, FE_STACKRESTORE, LW_VOID)->a = a;
    return;
  }
  case S_FRAME:
  case S_NONDET: nondet(f, in); return;
  case S_ROUNDS: lw_bind1(f, in, lw_int(f, LW_INT(32), 1)); return; /* to nearest */
  case S_PTRMASK: {
    fe_reg p = lw_use1(f, LLVMGetOperand(in, 0)), m = lw_use1(f, LLVMGetOperand(in, 1));
    if (f->bad) return;
    fe_ty ty = lw_reg_type(f, m); /* p - (p & ~m): stays a pointer into the same object */
    fe_reg i = lw_cast(f, FE_PTRTOINT, ty, LW_PTR, p);
    fe_reg low = lw_op2(f, FE_AND, ty, i, lw_op2(f, FE_XOR, ty, m, lw_int(f, ty, ~(unsigned __int128)0)));
    fe_reg minus = lw_op2(f, FE_SUB, ty, lw_int(f, ty, 0), low);
    fe_insn *o = lw_emit(f, FE_PTRADD, LW_PTR);
    o->a = p;
    o->b = minus;
    o->ty2 = ty;
    o->aux = 1;
    lw_bind1(f, in, o->dst);
    return;
  }
  case S_FPCLASS: {
    entry m = {NULL, H_MATH, FE_FMATH, FE_M_IS_FPCLASS, 1};
    each(f, in, &m, 1, 0, (int64_t)LLVMConstIntGetZExtValue(LLVMGetOperand(in, 1)));
    return;
  }
  case S_CMP: three_way(f, in, e->op != 0); return;
  default: lw_fail(f, "an intrinsic this lowering does not know");
  }
}

bool lw_intrinsic(lw_fn *f, LLVMValueRef in, const char *name) {
  const entry *e = find(name);
  if (!e) return false;
  bool per_scalar = e->how == H_UNARY || e->how == H_FLAG || e->how == H_BINARY || e->how == H_TERNARY;
  if (per_scalar && lw_is_wide(LLVMTypeOf(in)) && lw_wide_count(f, in, (fe_op)e->op)) return true;
  if (per_scalar && lw_is_wide(LLVMTypeOf(in))) { /* not what its limbs give one by one */
    lw_fail(f, "%s of an integer wider than 128 bits", e->name);
    return true;
  }
  switch ((how)e->how) {
  case H_SKIP: return true;
  case H_DEBUG:
    if (!strncmp(name, "llvm.dbg.declare", 16) || !strncmp(name, "llvm.dbg.value", 14))
      FE_PUSH(f->declares, in);
    return true;
  case H_FIRST: fe_map_put(&f->values, FE_KEY(in), lw_use(f, LLVMGetOperand(in, 0))); return true;
  case H_UNARY: each(f, in, e, 1, 0, 0); return true;
  case H_FLAG: {
    LLVMValueRef flag = LLVMGetOperand(in, 1);
    each(f, in, e, 1, LLVMIsAConstantInt(flag) && LLVMConstIntGetZExtValue(flag) ? FE_F_POISON : 0, 0);
    return true;
  }
  case H_BINARY: each(f, in, e, 2, 0, 0); return true;
  case H_TERNARY: each(f, in, e, 3, 0, 0); return true;
  case H_COMPARE: compare(f, in, e); return true;
  case H_OVERFLOW: overflow(f, in, e); return true;
  case H_MATH: each(f, in, e, e->n, 0, 0); return true;
  case H_MULADD: mul_add(f, in); return true;
  case H_COPY: copy(f, in, e); return true;
  case H_VA: {
    fe_reg a = lw_use1(f, LLVMGetOperand(in, 0)), b = e->n > 1 ? lw_use1(f, LLVMGetOperand(in, 1)) : FE_NONE;
    fe_insn *o = lw_emit(f, (fe_op)e->op, LW_VOID);
    o->a = a;
    o->b = b;
    return true;
  }
  case H_TRAP: lw_emit(f, FE_TRAP, LW_VOID); return true;
  case H_SPECIAL: special_insn(f, in, e); return true;
  case H_REDUCE: reduce(f, in, e); return true;
  }
  return false;
}
