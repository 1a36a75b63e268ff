/* Constants outside any instruction: folding constant expressions to "symbol + offset", the bits of numbers, and the
 * initialisers of globals, which become bytes and a list of relocations. */
#include "frontend/lower.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

bool lw_const_int(LLVMValueRef c, fe_val *out) {
  out->u = 0;
  if (LLVMIsNull(c)) return true;
  LLVMTypeRef t = LLVMTypeOf(c);
  if (LLVMIsAConstantFP(c)) {
    unsigned bits = 0;
    switch (LLVMGetTypeKind(t)) {
    case LLVMHalfTypeKind:
    case LLVMBFloatTypeKind: bits = 16; break;
    case LLVMFloatTypeKind: bits = 32; break;
    case LLVMDoubleTypeKind: bits = 64; break;
    case LLVMX86_FP80TypeKind: bits = 80; break;
    case LLVMFP128TypeKind: bits = 128; break;
    default: return false;
    }
    c = LLVMConstBitCast(c, LLVMIntTypeInContext(LLVMGetTypeContext(t), bits));
    t = LLVMTypeOf(c);
  }
  if (!LLVMIsAConstantInt(c)) return false;
  unsigned bits = LLVMGetIntTypeWidth(t);
  if (bits > 128) return false;
  if (bits <= 64) {
    out->lo = LLVMConstIntGetZExtValue(c);
    return true;
  }
  uint64_t word[2];
  lw_wide_words(c, word, 2);
  out->lo = word[0];
  out->hi = word[1];
  if (bits < 128) out->u &= ((unsigned __int128)1 << bits) - 1;
  return true;
}

bool lw_gep_offset(lw_unit *u, LLVMValueRef gep, int64_t *out) {
  LLVMTypeRef t = LLVMGetGEPSourceElementType(gep);
  int64_t at = 0;
  for (int i = 1, n = LLVMGetNumOperands(gep); i < n; i++) {
    LLVMValueRef index = LLVMGetOperand(gep, (unsigned)i);
    if (!LLVMIsAConstantInt(index)) return false;
    int64_t k = LLVMConstIntGetSExtValue(index);
    if (i > 1 && LLVMGetTypeKind(t) == LLVMStructTypeKind) {
      at += (int64_t)LLVMOffsetOfElement(u->layout, t, (unsigned)k);
      t = LLVMStructGetTypeAtIndex(t, (unsigned)k);
      continue;
    }
    if (i > 1) t = LLVMGetElementType(t);
    at = (int64_t)((uint64_t)at + (uint64_t)k * LLVMABISizeOfType(u->layout, t));
  }
  *out = at;
  return true;
}

static lw_addr addr_expr(lw_unit *u, LLVMValueRef c) {
  lw_addr none = {LW_A_NONE, 0, 0}, a = none;
  LLVMTypeRef t = LLVMTypeOf(c);
  int64_t off;
  switch (LLVMGetConstOpcode(c)) {
  case LLVMGetElementPtr:
    if (LLVMGetTypeKind(t) != LLVMPointerTypeKind || !lw_gep_offset(u, c, &off)) return none;
    a = lw_const_addr(u, LLVMGetOperand(c, 0));
    a.addend = (int64_t)((uint64_t)a.addend + (uint64_t)off);
    return a;
  case LLVMPtrToInt:
    a = lw_const_addr(u, LLVMGetOperand(c, 0));
    return LLVMGetTypeKind(t) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) == 64 ? a : none;
  case LLVMIntToPtr:
    a = lw_const_addr(u, LLVMGetOperand(c, 0));
    return LLVMGetTypeKind(t) == LLVMPointerTypeKind ? a : none;
  case LLVMAdd:
  case LLVMSub: {
    if (LLVMGetTypeKind(t) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(t) != 64) return none;
    a = lw_const_addr(u, LLVMGetOperand(c, 0));
    lw_addr b = lw_const_addr(u, LLVMGetOperand(c, 1));
    if (a.kind == LW_A_NONE || b.kind == LW_A_NONE) return none;
    if (LLVMGetConstOpcode(c) == LLVMSub) {
      if (b.kind == a.kind && (a.kind == LW_A_INT || a.sym == b.sym))
        a.kind = LW_A_INT;
      else if (b.kind != LW_A_INT)
        return none;
      a.addend = (int64_t)((uint64_t)a.addend - (uint64_t)b.addend);
      return a;
    }
    if (a.kind == LW_A_INT) {
      int64_t n = a.addend;
      a = b;
      b.addend = n;
    } else if (b.kind != LW_A_INT) {
      return none;
    }
    a.addend = (int64_t)((uint64_t)a.addend + (uint64_t)b.addend);
    return a;
  }
  case LLVMTrunc: {
    a = lw_const_addr(u, LLVMGetOperand(c, 0));
    unsigned bits = LLVMGetTypeKind(t) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(t) : 64;
    if (a.kind != LW_A_INT || bits >= 64) return none;
    a.addend = (int64_t)((uint64_t)a.addend << (64 - bits)) >> (64 - bits);
    return a;
  }
  default: return none;
  }
}

lw_addr lw_const_addr(lw_unit *u, LLVMValueRef c) {
  lw_addr a = {LW_A_NONE, 0, 0};
  LLVMTypeRef t = LLVMTypeOf(c);
  if (LLVMIsAConstantPointerNull(c)) return (lw_addr){LW_A_INT, 0, 0};
  if (LLVMIsAConstantInt(c)) {
    if (LLVMGetIntTypeWidth(t) > 64) return a;
    return (lw_addr){LW_A_INT, 0, LLVMConstIntGetSExtValue(c)};
  }
  if (LLVMIsAGlobalValue(c)) {
    uint32_t s = fe_map_get(&u->fsym, FE_KEY(c));
    if (s != FE_NONE) return (lw_addr){LW_A_FUNC, s, 0};
    s = fe_map_get(&u->gsym, FE_KEY(c));
    return s != FE_NONE ? (lw_addr){LW_A_GLOBAL, s, 0} : a;
  }
  if (LLVMIsABlockAddress(c)) {
    uint32_t s = fe_map_get(&u->fsym, FE_KEY(LLVMGetBlockAddressFunction(c)));
    uint32_t k = fe_map_get(&u->labels, FE_KEY(LLVMGetBlockAddressBasicBlock(c)));
    if (s != FE_NONE && k != FE_NONE) return (lw_addr){LW_A_FUNC, s, k};
    return a;
  }
  return LLVMIsAConstantExpr(c) ? addr_expr(u, c) : a;
}

/* ---- initialisers ---- */

typedef struct writer {
  lw_unit *u;
  fe_global *g;
  FE_VEC(fe_reloc) relocs;
} writer;

static void put_bytes(writer *w, uint64_t at, const void *bytes, uint64_t n) {
  if (at >= w->g->size) return;
  if (n > w->g->size - at) n = w->g->size - at;
  if (!w->g->init) w->g->init = fe_alloc(w->u->arena, w->g->size);
  memcpy(w->g->init + at, bytes, n);
}

static const char *put(writer *w, LLVMValueRef c, uint64_t at);

static const char *put_elements(writer *w, LLVMValueRef c, uint64_t at) {
  LLVMTypeRef t = LLVMTypeOf(c);
  LLVMTypeKind k = LLVMGetTypeKind(t);
  if (k == LLVMStructTypeKind) {
    for (unsigned i = 0, n = LLVMCountStructElementTypes(t); i < n; i++) {
      const char *why = put(w, LLVMGetAggregateElement(c, i), at + LLVMOffsetOfElement(w->u->layout, t, i));
      if (why) return why;
    }
    return NULL;
  }
  LLVMTypeRef e = LLVMGetElementType(t);
  uint64_t n, size;
  if (k == LLVMArrayTypeKind) {
    n = LLVMGetArrayLength2(t);
    size = LLVMABISizeOfType(w->u->layout, e);
  } else {
    n = LLVMGetVectorSize(t);
    if (LLVMSizeOfTypeInBits(w->u->layout, e) % 8) return "a vector of bits";
    size = LLVMSizeOfTypeInBits(w->u->layout, e) / 8;
  }
  for (uint64_t i = 0; i < n; i++) {
    const char *why = put(w, LLVMGetAggregateElement(c, (unsigned)i), at + i * size);
    if (why) return why;
  }
  return NULL;
}

static const char *put(writer *w, LLVMValueRef c, uint64_t at) {
  if (LLVMIsUndef(c) || LLVMIsPoison(c) || LLVMIsNull(c)) return NULL;
  uint64_t size = LLVMStoreSizeOfType(w->u->layout, LLVMTypeOf(c));
  if (LLVMIsAConstantInt(c) && lw_is_wide(LLVMTypeOf(c))) {
    uint64_t word[LW_WIDE_BITS / 64];
    if (size > sizeof word) return "a very wide number";
    lw_wide_words(c, word, (uint32_t)(size + 7) / 8);
    put_bytes(w, at, word, size);
    return NULL;
  }
  if (LLVMIsAConstantInt(c) || LLVMIsAConstantFP(c)) {
    fe_val v;
    if (!lw_const_int(c, &v)) return "a number this reader does not know";
    put_bytes(w, at, &v, size);
    return NULL;
  }
  if (LLVMIsAConstantDataSequential(c) && LLVMIsConstantString(c)) {
    size_t n;
    const char *s = LLVMGetAsString(c, &n);
    put_bytes(w, at, s, n);
    return NULL;
  }
  if (LLVMIsAConstantDataSequential(c) || LLVMIsAConstantArray(c) || LLVMIsAConstantStruct(c) ||
      LLVMIsAConstantVector(c))
    return put_elements(w, c, at);
  lw_addr a = lw_const_addr(w->u, c);
  if (a.kind == LW_A_NONE) return "a constant expression that is no address";
  if (a.kind == LW_A_INT) {
    put_bytes(w, at, &a.addend, size < 8 ? size : 8);
  } else {
    if (size != 8) return "part of an address";
    FE_PUSH(w->relocs, ((fe_reloc){at, a.kind == LW_A_FUNC, a.sym, a.addend}));
  }
  return NULL;
}

const char *lw_init_global(lw_unit *u, LLVMValueRef g, fe_global *out) {
  writer w = {.u = u, .g = out};
  const char *why = put(&w, LLVMGetInitializer(g), 0);
  out->nrelocs = w.relocs.n;
  out->relocs = fe_copy(u->arena, w.relocs.p, w.relocs.n * sizeof *w.relocs.p);
  free(w.relocs.p);
  return why;
}
