/* One translation unit: read the bitcode, prepare it, enter its symbols, lower its functions and globals.
 *
 * Preparing means LLVM's mem2reg, so that scalar locals are registers, with two steps before it that keep what -O0 code
 * does. A local that is not stored to first gets an explicit unknown value (freeze undef, lowered to FE_NONDET):
 * mem2reg would otherwise choose a convenient one where paths join, and hide the uninitialised read. And
 * __builtin_constant_p and __builtin_object_size are answered now, as mem2reg would show them more than -O0 code sees. */
#include "frontend/lower.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <string.h>

/* ---- preparing ---- */

static bool is_scalar(LLVMTypeRef t) {
  switch (LLVMGetTypeKind(t)) {
  case LLVMIntegerTypeKind:
  case LLVMPointerTypeKind:
  case LLVMFloatTypeKind:
  case LLVMDoubleTypeKind:
  case LLVMX86_FP80TypeKind:
  case LLVMVectorTypeKind: return true;
  default: return false;
  }
}

/* Whether mem2reg will make it a register: only plain loads and stores of its own type. */
static bool promotable(LLVMValueRef a) {
  LLVMTypeRef t = LLVMGetAllocatedType(a);
  if (!is_scalar(t) || !LLVMIsAConstantInt(LLVMGetOperand(a, 0))) return false;
  for (LLVMUseRef use = LLVMGetFirstUse(a); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef in = LLVMGetUser(use);
    bool load = LLVMIsALoadInst(in) && LLVMTypeOf(in) == t;
    bool store = LLVMIsAStoreInst(in) && LLVMGetOperand(in, 0) != a && LLVMTypeOf(LLVMGetOperand(in, 0)) == t;
    if (lw_is_lifetime(in, true) || lw_is_lifetime(in, false)) continue;
    if (!(load || store) || LLVMGetVolatile(in)) return false;
  }
  return true;
}

/* A promotable local. */
typedef struct local {
  LLVMValueRef object,
      start; /* start: where its life begins, while no access to it was seen since, in the block at hand */
  enum { UNSEEN, WRITTEN, READ } first; /* in the entry block */
  bool begins;                          /* there are marks for its life */
} local;
typedef FE_VEC(local) locals;

static void set_unknown(LLVMBuilderRef ir, LLVMValueRef object, LLVMValueRef before) {
  LLVMPositionBuilderBefore(ir, before);
  LLVMBuildStore(ir, LLVMBuildFreeze(ir, LLVMGetUndef(LLVMGetAllocatedType(object)), ""), object);
}

static void flush(LLVMBuilderRef ir, local *l) {
  if (l->start) set_unknown(ir, l->object, LLVMGetNextInstruction(l->start));
  l->start = NULL;
}

/* The locals whose life begins in the block without a store next are unknown there. */
static void mark_block(LLVMBasicBlockRef bb, bool entry, locals *all, const fe_map *number,
                       LLVMBuilderRef ir) {
  FE_VEC(uint32_t) open = {0};
  for (LLVMValueRef in = LLVMGetFirstInstruction(bb); in; in = LLVMGetNextInstruction(in)) {
    bool store = LLVMIsAStoreInst(in) != NULL, start = lw_is_lifetime(in, true);
    if (!store && !start && !LLVMIsALoadInst(in)) continue;
    uint32_t k = fe_map_get(number, FE_KEY(LLVMGetOperand(in, store || start)));
    if (k == FE_NONE) continue;
    local *l = &all->p[k];
    if (start) {
      l->start = in;
      l->begins = true;
      FE_PUSH(open, k);
    } else {
      if (store) l->start = NULL;
      flush(ir, l);
      if (entry && l->first == UNSEEN) l->first = store ? WRITTEN : READ;
    }
  }
  for (uint32_t i = 0; i < open.n; i++) flush(ir, &all->p[open.p[i]]);
  free(open.p);
}

/* Gives each promotable local that may be read before it is written an unknown first value, and finds the switches of
 * compiler-made ones. */
static void mark_locals(lw_unit *u, LLVMValueRef fn, LLVMBuilderRef ir) {
  locals all = {0};
  fe_map number = {0};
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(fn);
  LLVMValueRef first = LLVMGetFirstInstruction(entry);
  for (; LLVMIsAAllocaInst(first); first = LLVMGetNextInstruction(first)) {
    if (!promotable(first)) continue;
    lw_internal_switches(u, fn, first);
    fe_map_put(&number, FE_KEY(first), all.n);
    FE_PUSH(all, ((local){.object = first}));
  }
  for (LLVMBasicBlockRef bb = entry; bb; bb = LLVMGetNextBasicBlock(bb))
    mark_block(bb, bb == entry, &all, &number, ir);
  for (uint32_t i = 0; i < all.n; i++)
    if (!all.p[i].begins && all.p[i].first != WRITTEN) set_unknown(ir, all.p[i].object, first);
  free(all.p);
  fe_map_free(&number);
}

/* Once a pointer is a register, LLVM would also promote what it points to: a local would hold on after its block, and the
 * unknown first value be missing. So a local whose address is taken gets a call that keeps it in memory until mem2reg is
 * over. */
static void keep_others(LLVMValueRef fn, LLVMBuilderRef ir, LLVMTypeRef keep_type, LLVMValueRef keep) {
  LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn)), in = first;
  while (LLVMIsAAllocaInst(first)) first = LLVMGetNextInstruction(first);
  LLVMPositionBuilderBefore(ir, first);
  for (; LLVMIsAAllocaInst(in); in = LLVMGetNextInstruction(in))
    if (is_scalar(LLVMGetAllocatedType(in)) && !promotable(in))
      LLVMBuildCall2(ir, keep_type, keep, &in, 1, "");
}

static void drop_calls(LLVMValueRef keep) {
  for (LLVMUseRef use = LLVMGetFirstUse(keep); use; use = LLVMGetFirstUse(keep))
    LLVMInstructionEraseFromParent(LLVMGetUser(use));
  LLVMDeleteFunction(keep);
}

/* -1 or 0 unless the object is a whole variable, seen without following any pointer. */
static uint64_t object_size(lw_unit *u, LLVMValueRef p, bool min) {
  uint64_t offset = 0, whole;
  int64_t off;
  while ((LLVMIsAGetElementPtrInst(p) ||
          (LLVMIsAConstantExpr(p) && LLVMGetConstOpcode(p) == LLVMGetElementPtr)) &&
         lw_gep_offset(u, p, &off) && off >= 0) {
    offset += (uint64_t)off;
    p = LLVMGetOperand(p, 0);
  }
  if (LLVMIsAAllocaInst(p) && LLVMIsAConstantInt(LLVMGetOperand(p, 0)))
    whole = LLVMABISizeOfType(u->layout, LLVMGetAllocatedType(p)) *
            LLVMConstIntGetZExtValue(LLVMGetOperand(p, 0));
  else if (LLVMIsAGlobalVariable(p) && !LLVMIsDeclaration(p))
    whole = LLVMABISizeOfType(u->layout, LLVMGlobalGetValueType(p));
  else
    return min ? 0 : UINT64_MAX;
  return offset < whole ? whole - offset : 0;
}

/* Removes what only the operand of an answered builtin needed: C does not evaluate it, and its loads may not be valid. */
static void drop_unused(LLVMValueRef v) {
  FE_VEC(LLVMValueRef) work = {0};
  FE_PUSH(work, v);
  while (work.n) {
    LLVMValueRef in = work.p[--work.n];
    bool load = LLVMIsALoadInst(in) && !LLVMGetVolatile(in);
    bool pure = load || LLVMIsAGetElementPtrInst(in) || LLVMIsACastInst(in) || LLVMIsABinaryOperator(in);
    if (!pure || LLVMGetFirstUse(in)) continue;
    for (int i = 0, n = LLVMGetNumOperands(in); i < n; i++) FE_PUSH(work, LLVMGetOperand(in, (unsigned)i));
    LLVMInstructionEraseFromParent(in);
  }
  free(work.p);
}

static void answer(lw_unit *u, LLVMValueRef call, bool is_constant) {
  LLVMValueRef p = LLVMGetOperand(call, 0), v;
  if (is_constant)
    v = LLVMConstInt(LLVMTypeOf(call),
                     LLVMIsAConstantInt(p) || LLVMIsAConstantFP(p) || LLVMIsAConstantPointerNull(p), 0);
  else
    v = LLVMConstInt(LLVMTypeOf(call),
                     object_size(u, p, LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1)) != 0), 0);
  LLVMReplaceAllUsesWith(call, v);
  LLVMInstructionEraseFromParent(call);
  drop_unused(p);
}

static void answer_builtins(lw_unit *u) {
  LLVMValueRef next;
  for (LLVMValueRef fn = LLVMGetFirstFunction(u->module); fn; fn = LLVMGetNextFunction(fn)) {
    size_t len;
    const char *name = LLVMGetValueName2(fn, &len);
    bool constant = !strncmp(name, "llvm.is.constant.", 17), size = !strncmp(name, "llvm.objectsize.", 16);
    if (!constant && !size) continue;
    for (LLVMUseRef use = LLVMGetFirstUse(fn); use; use = LLVMGetFirstUse(fn)) {
      next = LLVMGetUser(use);
      if (!LLVMIsACallInst(next)) break;
      answer(u, next, constant);
    }
  }
}

static bool prepare(lw_unit *u, char **err) {
  LLVMSetIsNewDbgInfoFormat(u->module, 0);
  answer_builtins(u);
  LLVMBuilderRef ir = LLVMCreateBuilderInContext(u->context);
  LLVMTypeRef pointer = LLVMPointerTypeInContext(u->context, 0);
  LLVMTypeRef keep_type = LLVMFunctionType(LLVMVoidTypeInContext(u->context), &pointer, 1, 0);
  LLVMValueRef keep = LLVMAddFunction(u->module, "summ.keep", keep_type);
  for (LLVMValueRef fn = LLVMGetFirstFunction(u->module); fn; fn = LLVMGetNextFunction(fn)) {
    if (LLVMIsDeclaration(fn)) continue;
    lw_thread_cleanups(fn, ir);
    mark_locals(u, fn, ir);
    keep_others(fn, ir, keep_type, keep);
  }
  LLVMDisposeBuilder(ir);
  LLVMPassBuilderOptionsRef opt = LLVMCreatePassBuilderOptions();
  LLVMErrorRef e = LLVMRunPasses(u->module, "function(mem2reg)", NULL, opt);
  LLVMDisposePassBuilderOptions(opt);
  drop_calls(keep);
  if (!e) return true;
  char *text = LLVMGetErrorMessage(e);
  *err = strdup(text);
  LLVMDisposeErrorMessage(text);
  return false;
}

/* ---- symbols ---- */

static const char *linkage_name(lw_unit *u, LLVMValueRef v) {
  size_t len;
  const char *s = LLVMGetValueName2(v, &len);
  if (len && *s == 1) s++, len--; /* \1: the name is not to be mangled further */
  return fe_intern(u->arena, s, len);
}

static bool is_static(LLVMValueRef v) {
  LLVMLinkage l = LLVMGetLinkage(v);
  return l == LLVMInternalLinkage || l == LLVMPrivateLinkage;
}

static lw_strength strength(LLVMValueRef v) {
  if (LLVMIsDeclaration(v)) return LW_UNDEFINED;
  switch (LLVMGetLinkage(v)) {
  case LLVMAvailableExternallyLinkage: return LW_INLINE;
  case LLVMLinkOnceAnyLinkage:
  case LLVMLinkOnceODRLinkage:
  case LLVMWeakAnyLinkage:
  case LLVMWeakODRLinkage: return LW_WEAK;
  case LLVMCommonLinkage: return LW_COMMON;
  default: return LW_STRONG;
  }
}

static bool has_attr(LLVMValueRef fn, unsigned kind) {
  return LLVMGetEnumAttributeAtIndex(fn, (unsigned)LLVMAttributeFunctionIndex, kind) != NULL;
}

static void signature(lw_unit *u, LLVMValueRef fn, fe_func *out) {
  LLVMTypeRef t = LLVMGlobalGetValueType(fn);
  lw_type r = *lw_type_of(u, LLVMGetReturnType(t));
  out->ret_n = r.n;
  out->ret_ty = fe_alloc(u->arena, r.n * sizeof *out->ret_ty);
  for (uint32_t i = 0; i < r.n; i++) out->ret_ty[i] = lw_leaves(u, &r)[i].ty;
  uint32_t n = 0, k = 0;
  unsigned count = LLVMCountParams(fn);
  for (unsigned i = 0; i < count; i++) n += lw_type_of(u, LLVMTypeOf(LLVMGetParam(fn, i)))->n;
  out->nparams = n;
  out->param_ty = fe_alloc(u->arena, n * sizeof *out->param_ty);
  out->param_byval = fe_alloc(u->arena, n * sizeof *out->param_byval);
  for (unsigned i = 0; i < count; i++) {
    lw_type p = *lw_type_of(u, LLVMTypeOf(LLVMGetParam(fn, i)));
    LLVMAttributeRef a = LLVMGetEnumAttributeAtIndex(fn, i + 1, u->attr_byval);
    for (uint32_t j = 0; j < p.n; j++, k++) {
      out->param_ty[k] = lw_leaves(u, &p)[j].ty;
      if (a) out->param_byval[k] = (uint32_t)LLVMABISizeOfType(u->layout, LLVMGetTypeAttributeValue(a));
    }
  }
  out->variadic = LLVMIsFunctionVarArg(t);
  out->noreturn = has_attr(fn, u->attr_noreturn);
}

static void enter_function(lw_unit *u, LLVMValueRef fn) {
  const char *name = linkage_name(u, fn);
  if (!strncmp(name, "llvm.", 5)) return;
  uint32_t s = lw_sym_func(u->b, u->unit, name, is_static(fn), strength(fn) == LW_STRONG);
  fe_map_put(&u->fsym, FE_KEY(fn), s);
  fe_func *f = &u->b->funcs.p[s];
  if (u->b->fsyms.p[s].strength == LW_UNDEFINED && LLVMIsDeclaration(fn)) {
    if (!f->name || f->nparams < LLVMCountParams(fn))
      signature(u, fn, f); /* int f(); says less than a prototype */
    f->is_weak |= LLVMGetLinkage(fn) == LLVMExternalWeakLinkage;
  }
  if (!f->name) f->name = name;
}

static void enter_global(lw_unit *u, LLVMValueRef g) {
  if (LLVMGetLinkage(g) == LLVMAppendingLinkage) return;
  const char *name = linkage_name(u, g);
  if (!strncmp(name, "llvm.", 5)) return;
  uint32_t s = lw_sym_global(u->b, u->unit, name, is_static(g), strength(g) == LW_STRONG);
  fe_map_put(&u->gsym, FE_KEY(g), s);
  fe_global *o = &u->b->globals.p[s];
  o->name = name;
  if (u->b->gsyms.p[s].strength != LW_UNDEFINED) return;
  LLVMTypeRef t = LLVMGlobalGetValueType(g);
  uint64_t size = LLVMTypeIsSized(t) ? LLVMABISizeOfType(u->layout, t) : 0;
  if (size > o->size) o->size = size;
  uint32_t align = LLVMGetAlignment(g);
  o->align = align > o->align ? align : o->align;
  o->is_const = LLVMIsGlobalConstant(g);
  o->is_thread_local = LLVMIsThreadLocal(g);
  o->is_weak |= LLVMGetLinkage(g) == LLVMExternalWeakLinkage;
}

static void enter_ifunc(lw_unit *u, LLVMValueRef v) {
  const char *name = linkage_name(u, v);
  uint32_t s = lw_sym_func(u->b, u->unit, name, is_static(v), false);
  fe_map_put(&u->fsym, FE_KEY(v), s);
  fe_func *f = &u->b->funcs.p[s];
  if (!f->name) f->name = name;
  if (lw_sym_define(u->b, &u->b->fsyms.p[s], u->unit, LW_STRONG))
    f->unsupported = fe_format(u->arena, "an ifunc, chosen when the program is loaded, in %s", u->path);
}

/* An alias is a second name of a symbol of this unit. Aliases of aliases need the inner one first: entered repeatedly
 * until nothing changes. */
static bool enter_alias(lw_unit *u, LLVMValueRef v) {
  if (fe_map_get(&u->fsym, FE_KEY(v)) != FE_NONE || fe_map_get(&u->gsym, FE_KEY(v)) != FE_NONE) return false;
  lw_addr a = lw_const_addr(u, LLVMAliasGetAliasee(v));
  if (a.kind != LW_A_FUNC && a.kind != LW_A_GLOBAL) return false;
  const char *name = linkage_name(u, v);
  bool func = a.kind == LW_A_FUNC;
  uint32_t s = func ? lw_sym_func(u->b, u->unit, name, is_static(v), false)
                    : lw_sym_global(u->b, u->unit, name, is_static(v), false);
  fe_map_put(func ? &u->fsym : &u->gsym, FE_KEY(v), s);
  if (func)
    u->b->funcs.p[s].name = name;
  else
    u->b->globals.p[s].name = name;
  lw_sym *sym = func ? &u->b->fsyms.p[s] : &u->b->gsyms.p[s];
  if (lw_sym_define(u->b, sym, u->unit, strength(v))) {
    sym->target = a.sym;
    sym->addend = a.addend;
  }
  return true;
}

static void enter_symbols(lw_unit *u) {
  for (LLVMValueRef v = LLVMGetFirstFunction(u->module); v; v = LLVMGetNextFunction(v)) enter_function(u, v);
  for (LLVMValueRef v = LLVMGetFirstGlobal(u->module); v; v = LLVMGetNextGlobal(v)) enter_global(u, v);
  for (LLVMValueRef v = LLVMGetFirstGlobalIFunc(u->module); v; v = LLVMGetNextGlobalIFunc(v))
    enter_ifunc(u, v);
  for (bool more = true; more;) {
    more = false;
    for (LLVMValueRef v = LLVMGetFirstGlobalAlias(u->module); v; v = LLVMGetNextGlobalAlias(v))
      more |= enter_alias(u, v);
  }
}

/* ---- definitions ---- */

static void define_function(lw_unit *u, lw_fn *scratch, LLVMValueRef fn) {
  uint32_t s = fe_map_get(&u->fsym, FE_KEY(fn));
  if (s == FE_NONE || LLVMIsDeclaration(fn)) return;
  if (!lw_sym_define(u->b, &u->b->fsyms.p[s], u->unit, strength(fn))) return;
  fe_func out = {.name = linkage_name(u, fn), .file = u->unit, .is_static = is_static(fn)};
  out.is_weak = strength(fn) == LW_WEAK;
  LLVMMetadataRef sp = LLVMGetSubprogram(fn);
  if (sp) {
    out.line = LLVMDISubprogramGetLine(sp);
    out.file = lw_file(u, LLVMDIScopeGetFile(sp));
  }
  signature(u, fn, &out);
  lw_function(scratch, fn, &out); /* may add to the table: calls that the lowering makes */
  u->b->funcs.p[s] = out;
}

static void global_position(lw_unit *u, LLVMValueRef g, fe_global *out) {
  size_t n;
  out->file = u->unit;
  LLVMValueMetadataEntry *md = LLVMGlobalCopyAllMetadata(g, &n);
  for (size_t i = 0; i < n; i++) {
    LLVMMetadataRef m = LLVMValueMetadataEntriesGetMetadata(md, (unsigned)i);
    if (LLVMGetMetadataKind(m) != LLVMDIGlobalVariableExpressionMetadataKind) continue;
    LLVMMetadataRef var = LLVMDIGlobalVariableExpressionGetVariable(m);
    if (!var) continue;
    out->line = LLVMDIVariableGetLine(var);
    out->file = lw_file(u, LLVMDIVariableGetFile(var));
    break;
  }
  LLVMDisposeValueMetadataEntries(md);
}

static void define_global(lw_unit *u, LLVMValueRef g) {
  uint32_t s = fe_map_get(&u->gsym, FE_KEY(g));
  if (s == FE_NONE || LLVMIsDeclaration(g)) return;
  lw_sym *sym = &u->b->gsyms.p[s];
  fe_global *out = &u->b->globals.p[s];
  uint64_t common = sym->strength == LW_COMMON ? out->size : 0;
  uint64_t size = LLVMABISizeOfType(u->layout, LLVMGlobalGetValueType(g));
  lw_strength str = strength(g);
  if (!lw_sym_define(u->b, sym, u->unit, str)) {
    if (str == LW_COMMON && common && size > common)
      out->size = size; /* tentative definitions: the largest counts */
    return;
  }
  *out = (fe_global){.name = linkage_name(u, g), .size = size > common ? size : common, .has_init = true};
  out->align = LLVMGetAlignment(g);
  out->is_const = LLVMIsGlobalConstant(g);
  out->is_static = is_static(g);
  out->is_thread_local = LLVMIsThreadLocal(g);
  out->is_weak = str == LW_WEAK;
  out->is_literal = LLVMGetLinkage(g) == LLVMPrivateLinkage || *out->name == '.';
  out->ctype = FE_NONE;
  global_position(u, g, out);
  const char *why = lw_init_global(u, g, out);
  if (!why) return;
  lw_note(u->b, "%s:%u: the initialiser of %s is not read: it holds %s", u->path, out->line, out->name, why);
  out->has_init = false;
  out->init = NULL;
  out->nrelocs = 0;
}

/* llvm.global_ctors and llvm.global_dtors: arrays of { priority, function, data }. */
static void constructors(lw_unit *u, const char *name, bool is_dtor) {
  LLVMValueRef g = LLVMGetNamedGlobal(u->module, name);
  LLVMValueRef list = g ? LLVMGetInitializer(g) : NULL;
  if (!list || !LLVMIsAConstantArray(list)) return;
  for (unsigned i = 0, n = (unsigned)LLVMGetArrayLength2(LLVMTypeOf(list)); i < n; i++) {
    LLVMValueRef e = LLVMGetAggregateElement(list, i);
    lw_addr a = lw_const_addr(u, LLVMGetAggregateElement(e, 1));
    uint32_t priority = (uint32_t)LLVMConstIntGetZExtValue(LLVMGetAggregateElement(e, 0));
    if (a.kind == LW_A_FUNC) FE_PUSH(u->b->ctors, ((lw_ctor){a.sym, priority, is_dtor}));
  }
}

/* ---- reading ---- */

static void diagnose(LLVMDiagnosticInfoRef info, void *self) {
  char **err = self;
  if (LLVMGetDiagInfoSeverity(info) != LLVMDSError || *err) return;
  char *text = LLVMGetDiagInfoDescription(info);
  *err = strdup(text);
  LLVMDisposeMessage(text);
}

static bool fail(char **err, const char *message) {
  if (!*err) *err = strdup(message);
  for (char *s = *err; *s; s++)
    if (*s == '\n') *s = ' ';
  return false;
}

static bool read_module(lw_unit *u, const uint8_t *bitcode, size_t len, char **err) {
  if (len < 4 || len % 4 || memcmp(bitcode, "BC\xc0\xde", 4)) return fail(err, "not LLVM bitcode");
  LLVMMemoryBufferRef buf = LLVMCreateMemoryBufferWithMemoryRange((const char *)bitcode, len, u->path, 0);
  bool bad = LLVMParseBitcodeInContext2(u->context, buf, &u->module);
  LLVMDisposeMemoryBuffer(buf);
  if (bad || *err) return fail(err, "damaged LLVM bitcode");
  char *text = NULL;
  if (LLVMVerifyModule(u->module, LLVMReturnStatusAction, &text)) {
    *err = strdup(text);
    LLVMDisposeMessage(text);
    return fail(err, "");
  }
  LLVMDisposeMessage(text);
  u->layout = LLVMGetModuleDataLayout(u->module);
  if (strncmp(LLVMGetTarget(u->module), "x86_64", 6) || LLVMPointerSize(u->layout) != 8)
    return fail(err, "compiled for another target than x86-64 (-m32, -mx32 or --target are not supported)");
  return prepare(u, err) || fail(err, "preparing the module failed");
}

static unsigned attr_kind(const char *name) { return LLVMGetEnumAttributeKindForName(name, strlen(name)); }

static void lower_unit(lw_unit *u) {
  u->attr_byval = attr_kind("byval");
  u->attr_align = attr_kind("align");
  u->attr_noreturn = attr_kind("noreturn");
  u->attr_returns_twice = attr_kind("returns_twice");
  u->attr_elementtype = attr_kind("elementtype");
  fe_builder *b = u->b;
  FE_PUSH(b->units, ((fe_file){.path = u->path, .dir = u->dir}));
  FE_PUSH(b->unit_f, (fe_map){0});
  FE_PUSH(b->unit_g, (fe_map){0});
  enter_symbols(u);
  lw_fn scratch = {.u = u};
  for (LLVMValueRef v = LLVMGetFirstFunction(u->module); v; v = LLVMGetNextFunction(v))
    define_function(u, &scratch, v);
  lw_fn_free(&scratch);
  for (LLVMValueRef v = LLVMGetFirstGlobal(u->module); v; v = LLVMGetNextGlobal(v)) define_global(u, v);
  constructors(u, "llvm.global_ctors", false);
  constructors(u, "llvm.global_dtors", true);
}

bool fe_builder_add_bitcode(fe_builder *b, const uint8_t *bitcode, size_t len, const char *path,
                            const char *dir, char **err) {
  lw_unit u = {.b = b, .arena = b->arena, .unit = b->units.n};
  u.path = fe_intern_str(b->arena, path);
  u.dir = fe_intern_str(b->arena, dir ? dir : "");
  *err = NULL;
  u.context = LLVMContextCreate();
  LLVMContextSetDiagnosticHandler(u.context, diagnose, err);
  bool ok = read_module(&u, bitcode, len, err);
  if (ok) lower_unit(&u);
  if (u.module) LLVMDisposeModule(u.module);
  LLVMContextDispose(u.context);
  fe_map_free(&u.types);
  fe_map_free(&u.files);
  fe_map_free(&u.fsym);
  fe_map_free(&u.gsym);
  fe_map_free(&u.labels);
  fe_map_free(&u.varnames);
  fe_map_free(&u.internal);
  free(u.type_list.p);
  free(u.leaves.p);
  free(u.names.p);
  return ok;
}

static bool is_open(const lw_sym *syms, uint32_t s) {
  return s != FE_NONE && syms[s].strength == LW_UNDEFINED && syms[s].target == FE_NONE;
}

bool fe_builder_needs(fe_builder *b, const fe_library *library) {
  if (!library->defines) return true;
  for (const char *at = library->defines; *at; at += strspn(at, "\n")) {
    size_t n = strcspn(at, "\n");
    const char *name = fe_interned(b->arena, at, n);
    if (name && (is_open(b->fsyms.p, fe_map_get(&b->fmap, FE_KEY(name))) ||
                 is_open(b->gsyms.p, fe_map_get(&b->gmap, FE_KEY(name)))))
      return true;
    at += n;
  }
  return false;
}

bool fe_builder_add_library(fe_builder *b, const fe_library *library, char **err) {
  if (b->first_library == FE_NONE) b->first_library = b->units.n;
  return fe_builder_add_bitcode(b, library->bitcode, library->len, library->name, "", err);
}
