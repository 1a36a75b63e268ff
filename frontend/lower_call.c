/* Calls: direct, through a pointer, of inline assembly. Arguments and results are flattened to scalars. A call whose
 * type differs from the callee's definition (an unprototyped declaration) stays a direct call with its own types. */
#include "frontend/lower.h"

#include <string.h>

typedef FE_VEC(fe_reg) regs;
typedef FE_VEC(fe_ty) tys;
typedef FE_VEC(uint32_t) sizes;

static LLVMAttributeRef call_attr(LLVMValueRef in, unsigned index, unsigned kind) {
  return LLVMGetCallSiteEnumAttribute(in, index, kind);
}

static uint32_t byval_size(lw_fn *f, LLVMValueRef in, unsigned arg) {
  LLVMAttributeRef a = call_attr(in, arg + 1, f->u->attr_byval);
  return a ? (uint32_t)LLVMABISizeOfType(f->u->layout, LLVMGetTypeAttributeValue(a)) : 0;
}

/* A by-value argument's alignment as fe_place has it. */
static uint8_t byval_place(lw_fn *f, LLVMValueRef in, unsigned arg) {
  LLVMAttributeRef a = call_attr(in, arg + 1, f->u->attr_align);
  uint64_t align = a ? LLVMGetEnumAttributeValue(a) : 0;
  return align > 8 ? (uint8_t)__builtin_ctzll(align) : FE_PLACE_PLAIN;
}

/* A vector in a variadic argument travels in one register: two floats make one 64-bit value, 16 bytes an integer. */
static bool pack_variadic(lw_fn *f, uint32_t s, uint32_t n, fe_reg *out) {
  unsigned bits = lw_reg_type(f, f->slots.p[s]).bits * n;
  if (bits != 64 && bits != 128) {
    lw_fail(f, "a vector as a variadic argument");
    return false;
  }
  *out = lw_pack(f, f->slots.p + s, n);
  if (bits == 64) *out = lw_cast(f, FE_BITCAST, lw_ty(FE_F64, 64), LW_INT(64), *out);
  return true;
}

static void arguments(lw_fn *f, LLVMValueRef in, fe_call *c, uint32_t fixed) {
  regs args = {0};
  tys types = {0};
  sizes byval = {0};
  FE_VEC(uint8_t) places = {0};
  bool placed = false;
  c->nfixed = 0;
  for (unsigned i = 0, n = LLVMGetNumArgOperands(in); i < n && !f->bad; i++) {
    LLVMValueRef v = LLVMGetOperand(in, i);
    uint32_t k = lw_type_of(f->u, LLVMTypeOf(v))->n, s = lw_use(f, v);
    if (f->bad) break;
    bool vector = LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMVectorTypeKind;
    if (c->variadic && i >= fixed && vector) {
      fe_reg w;
      if (!pack_variadic(f, s, k, &w)) break;
      FE_PUSH(args, w);
      FE_PUSH(types, lw_reg_type(f, w));
      FE_PUSH(byval, 0);
      FE_PUSH(places, lw_reg_type(f, w).bits == 128 ? FE_PLACE_SSE : FE_PLACE_PLAIN);
      placed |= places.p[places.n - 1] != FE_PLACE_PLAIN;
      continue;
    }
    for (uint32_t j = 0; j < k; j++) {
      FE_PUSH(args, f->slots.p[s + j]);
      FE_PUSH(types, lw_reg_type(f, f->slots.p[s + j]));
      FE_PUSH(byval, byval_size(f, in, i));
      FE_PUSH(places,
              c->variadic && i >= fixed && byval.p[byval.n - 1] ? byval_place(f, in, i) : FE_PLACE_PLAIN);
      placed |= places.p[places.n - 1] != FE_PLACE_PLAIN;
    }
    if (i < fixed) c->nfixed = args.n;
  }
  fe_arena *a = f->u->arena;
  c->nargs = args.n;
  c->args = fe_copy(a, args.p, args.n * sizeof *args.p);
  c->arg_ty = fe_copy(a, types.p, types.n * sizeof *types.p);
  c->byval = fe_copy(a, byval.p, byval.n * sizeof *byval.p);
  if (placed) c->place = fe_copy(a, places.p, places.n);
  free(places.p);
  free(args.p);
  free(types.p);
  free(byval.p);
}

/* Emits the call with its result registers in a row. */
static void finish_call(lw_fn *f, LLVMValueRef in, fe_op op, fe_call *c) {
  lw_type t = *lw_type_of(f->u, LLVMTypeOf(in));
  if (t.why) lw_fail(f, "%s", t.why);
  if (f->bad) return;
  c->nres = t.n;
  c->res_ty = fe_alloc(f->u->arena, t.n * sizeof *c->res_ty);
  for (uint32_t i = 0; i < t.n; i++) c->res_ty[i] = lw_leaves(f->u, &t)[i].ty;
  fe_insn *o = lw_emit(f, op, t.n ? c->res_ty[0] : LW_VOID);
  o->aux = f->calls.n;
  fe_reg first = o->dst;
  uint32_t slot = f->slots.n;
  for (uint32_t i = 0; i < t.n; i++) {
    fe_reg r = i ? lw_reg(f, c->res_ty[i]) : first;
    FE_PUSH(f->slots, r);
  }
  fe_map_put(&f->values, FE_KEY(in), slot);
  FE_PUSH(f->calls, *c);
}

/* ---- inline assembly ---- */

/* One operand of the constraint string: what it is and, for an input tied to an output, which output. */
typedef struct constraint {
  enum { OUT_REG, OUT_MEM, IN_VALUE, IN_MEM, CLOBBER } kind;
  int tied; /* IN_VALUE: number of the output, -1 */
} constraint;

static const char *next_constraint(const char *s, const char *end, constraint *c) {
  const char *stop = memchr(s, ',', (size_t)(end - s));
  if (!stop) stop = end;
  bool out = false, mem = false;
  c->tied = -1;
  const char *p = s;
  for (; p < stop && strchr("=+&%*~!", *p); p++) {
    out |= *p == '=' || *p == '+';
    mem |= *p == '*';
  }
  c->kind = *s == '~' ? CLOBBER : out ? (mem ? OUT_MEM : OUT_REG) : mem ? IN_MEM : IN_VALUE;
  if (c->kind == IN_VALUE && p < stop && *p >= '0' && *p <= '9') c->tied = (int)strtol(p, NULL, 10);
  return stop < end ? stop + 1 : end;
}

/* Assembly without text is a compiler barrier: a register output has the value of the input tied to it, memory stays.
 * Done here so that such code stays transparent. False when a result has no tied input. */
static bool empty_asm(lw_fn *f, LLVMValueRef in, const char *cons, size_t len) {
  lw_type t = *lw_type_of(f->u, LLVMTypeOf(in));
  const char *end = cons + len;
  uint32_t outs = 0, arg = 0, nregs = 0;
  uint32_t result_of[64]; /* output number → scalar of the result, FE_NONE for memory */
  fe_reg value[64];
  constraint c;
  for (const char *s = cons; s < end;) {
    s = next_constraint(s, end, &c);
    if (c.kind == CLOBBER) continue;
    if (c.kind == OUT_REG || c.kind == OUT_MEM) {
      if (outs == 64) return false;
      result_of[outs++] = c.kind == OUT_REG ? nregs : FE_NONE;
      if (c.kind == OUT_REG)
        value[nregs++] = FE_NONE;
      else
        arg++;
      continue;
    }
    if (c.kind == IN_VALUE && c.tied >= 0 && (uint32_t)c.tied < outs && result_of[c.tied] != FE_NONE) {
      LLVMValueRef v = LLVMGetOperand(in, arg);
      if (lw_type_of(f->u, LLVMTypeOf(v))->n == 1) value[result_of[c.tied]] = lw_use1(f, v);
    }
    arg++;
  }
  if (nregs != t.n) return false;
  for (uint32_t i = 0; i < nregs; i++) {
    if (value[i] == FE_NONE) return false;
    fe_ty want = lw_leaves(f->u, &t)[i].ty, have = lw_reg_type(f, value[i]);
    if (want.kind != have.kind || want.bits != have.bits) return false;
  }
  lw_bind(f, in, value, nregs);
  return true;
}

static void asm_call(lw_fn *f, LLVMValueRef in, LLVMValueRef callee) {
  size_t nt, nc;
  const char *text = LLVMGetInlineAsmAsmString(callee, &nt),
             *cons = LLVMGetInlineAsmConstraintString(callee, &nc);
  lw_type t = *lw_type_of(f->u, LLVMTypeOf(in));
  if (t.why) lw_fail(f, "%s", t.why);
  if (f->bad) return;
  size_t blank = 0;
  while (blank < nt && strchr(" \t\n", text[blank])) blank++;
  if (blank == nt && empty_asm(f, in, cons, nc)) return;
  fe_call c = {.target = FE_NONE, .func = FE_NONE};
  arguments(f, in, &c, 0);
  if (f->bad) return;
  uint32_t arg = 0; /* memory outputs: how much may be written */
  constraint k;
  for (const char *s = cons, *end = cons + nc; s < end;) {
    s = next_constraint(s, end, &k);
    if (k.kind == CLOBBER || k.kind == OUT_REG) continue;
    if (arg < c.nargs && k.kind == OUT_MEM) {
      LLVMAttributeRef a = call_attr(in, arg + 1, f->u->attr_elementtype);
      if (a) c.byval[arg] = (uint32_t)LLVMABISizeOfType(f->u->layout, LLVMGetTypeAttributeValue(a));
    }
    arg++;
  }
  c.asm_text = fe_format(f->u->arena, "%.*s : %.*s", (int)nt, text, (int)nc, cons);
  finish_call(f, in, FE_ASM, &c);
}

/* ---- calls ---- */

/* An instruction of the target that C code names through a builtin (SIMD): opaque like inline assembly, as long as it
 * works on registers alone. */
static bool target_intrinsic(lw_fn *f, LLVMValueRef in, const char *name) {
  if (strncmp(name, "llvm.x86.", 9)) return false;
  for (unsigned i = 0, n = LLVMGetNumArgOperands(in); i < n; i++)
    if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(in, i))) == LLVMPointerTypeKind) return false;
  fe_call c = {.target = FE_NONE, .func = FE_NONE, .asm_text = fe_intern_str(f->u->arena, name)};
  arguments(f, in, &c, 0);
  if (!f->bad) finish_call(f, in, FE_ASM, &c);
  return true;
}

static bool returns_twice(lw_fn *f, LLVMValueRef in, LLVMValueRef callee, const char *name) {
  static const char *const known[] = {"setjmp",  "_setjmp", "sigsetjmp", "__sigsetjmp",
                                      "savectx", "vfork",   "getcontext"};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (!strcmp(name, known[i])) return true;
  unsigned at = (unsigned)LLVMAttributeFunctionIndex;
  return call_attr(in, at, f->u->attr_returns_twice) ||
         (LLVMIsAFunction(callee) && LLVMGetEnumAttributeAtIndex(callee, at, f->u->attr_returns_twice));
}

void lw_call(lw_fn *f, LLVMValueRef in) {
  LLVMValueRef callee = LLVMGetCalledValue(in);
  if (LLVMIsAInlineAsm(callee)) {
    asm_call(f, in, callee);
    return;
  }
  size_t len;
  const char *name = LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &len) : "";
  if (!strncmp(name, "llvm.", 5)) {
    if (!lw_intrinsic(f, in, name) && !target_intrinsic(f, in, name)) lw_fail(f, "%s", name);
    return;
  }
  if (returns_twice(f, in, callee, name)) {
    lw_fail(f, "%s", *name ? name : "a call that returns twice");
    return;
  }
  if (LLVMIsAFunction(callee) && LLVMIsDeclaration(callee) && lw_atomic_call(f, in, name)) return;
  LLVMTypeRef type = LLVMGetCalledFunctionType(in);
  fe_call c = {.target = FE_NONE, .func = FE_NONE, .variadic = LLVMIsFunctionVarArg(type)};
  lw_addr a = LLVMIsConstant(callee) ? lw_const_addr(f->u, callee) : (lw_addr){LW_A_NONE, 0, 0};
  if (a.kind == LW_A_FUNC && !a.addend) {
    c.func = a.sym;
  } else {
    c.indirect = true;
    c.target = lw_use1(f, callee);
  }
  unsigned at = (unsigned)LLVMAttributeFunctionIndex;
  c.noreturn = call_attr(in, at, f->u->attr_noreturn) ||
               (LLVMIsAFunction(callee) && LLVMGetEnumAttributeAtIndex(callee, at, f->u->attr_noreturn));
  arguments(f, in, &c, LLVMCountParamTypes(type));
  if (!f->bad) finish_call(f, in, FE_CALL, &c);
}
