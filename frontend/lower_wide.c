/* Integers wider than 128 bits: the storage units of long packed bit-fields. They are held as 64-bit limbs, lowest
 * first, the last one as narrow as it needs to be; loads, stores, selections and and/or/xor then work limb by limb like
 * those of any aggregate. Here is what crosses limbs: constants, shifts by a constant, casts, equality. Arithmetic
 * (_BitInt) is not done. */
#include "frontend/lower.h"

#include <string.h>

enum { LIMB = 64, MAX_LIMBS = LW_WIDE_BITS / LIMB };

bool lw_is_wide(LLVMTypeRef t) {
  return LLVMGetTypeKind(t) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) > 128;
}

static unsigned width(LLVMValueRef v) { return LLVMGetIntTypeWidth(LLVMTypeOf(v)); }
static uint32_t limbs(unsigned bits) { return (bits + LIMB - 1) / LIMB; }
static fe_ty limb_type(unsigned bits, uint32_t i) {
  return LW_INT((i + 1) * LIMB <= bits ? LIMB : bits - i * LIMB);
}

/* The value as full 64-bit limbs, sign- or zero-extended from its width. Returns their number. */
static uint32_t widen(lw_fn *f, LLVMValueRef v, bool sign, fe_reg *out) {
  fe_ty full = LW_INT(LIMB);
  unsigned bits = width(v);
  uint32_t n = limbs(bits), s = lw_use(f, v);
  if (bits > LIMB && bits <= 128) { /* one register of up to 128 bits */
    fe_reg r = f->slots.p[s];
    fe_ty ty = LW_INT(bits), two = LW_INT(128);
    if (bits < 128) r = lw_cast(f, sign ? FE_SEXT : FE_ZEXT, two, ty, r);
    out[0] = lw_cast(f, FE_TRUNC, full, two, r);
    out[1] = lw_cast(f, FE_TRUNC, full, two, lw_op2(f, FE_LSHR, two, r, lw_int(f, two, LIMB)));
    return 2;
  }
  for (uint32_t i = 0; i < n; i++) {
    fe_ty ty = limb_type(bits, i);
    fe_reg r = f->slots.p[s + i];
    out[i] = ty.bits == LIMB ? r : lw_cast(f, sign ? FE_SEXT : FE_ZEXT, full, ty, r);
  }
  return n;
}

/* Binds v to full limbs, cut to its type. */
static void bind(lw_fn *f, LLVMValueRef v, const fe_reg *full) {
  unsigned bits = width(v);
  fe_reg out[MAX_LIMBS];
  if (bits > LIMB && bits <= 128) {
    fe_ty two = LW_INT(128);
    fe_reg hi = lw_op2(f, FE_SHL, two, lw_cast(f, FE_ZEXT, two, LW_INT(LIMB), full[1]), lw_int(f, two, LIMB));
    fe_reg r = lw_op2(f, FE_OR, two, lw_cast(f, FE_ZEXT, two, LW_INT(LIMB), full[0]), hi);
    lw_bind1(f, v, bits < 128 ? lw_cast(f, FE_TRUNC, LW_INT(bits), two, r) : r);
    return;
  }
  for (uint32_t i = 0; i < limbs(bits); i++) {
    fe_ty ty = limb_type(bits, i);
    out[i] = ty.bits == LIMB ? full[i] : lw_cast(f, FE_TRUNC, ty, LW_INT(LIMB), full[i]);
  }
  lw_bind(f, v, out, limbs(bits));
}

/* llvm-c shows at most 64 bits of an integer; wider ones are read from their decimal text ("i192 -5"). */
void lw_wide_words(LLVMValueRef c, uint64_t *word, uint32_t n) {
  memset(word, 0, n * sizeof *word);
  char *text = LLVMPrintValueToString(c);
  const char *s = strrchr(text, ' ');
  bool negative = s && s[1] == '-';
  for (s = s ? s + 1 + negative : ""; *s >= '0' && *s <= '9'; s++) {
    unsigned __int128 carry = (unsigned)(*s - '0');
    for (uint32_t i = 0; i < n; i++) {
      carry += (unsigned __int128)word[i] * 10;
      word[i] = (uint64_t)carry;
      carry >>= LIMB;
    }
  }
  LLVMDisposeMessage(text);
  unsigned __int128 carry = 1;
  for (uint32_t i = 0; i < n && negative; i++) {
    carry += (uint64_t)~word[i];
    word[i] = (uint64_t)carry;
    carry >>= LIMB;
  }
}

void lw_wide_constant(lw_fn *f, LLVMValueRef v) {
  uint64_t word[MAX_LIMBS];
  fe_reg out[MAX_LIMBS];
  uint32_t n = limbs(width(v));
  lw_wide_words(v, word, n);
  for (uint32_t i = 0; i < n; i++) out[i] = lw_int(f, limb_type(width(v), i), word[i]);
  lw_bind(f, v, out, n);
}

static void shift(lw_fn *f, LLVMValueRef in, LLVMOpcode op) {
  LLVMValueRef amount = LLVMGetOperand(in, 1);
  if (!LLVMIsAConstantInt(amount)) {
    lw_fail(f, "a shift of more than 128 bits by a variable amount");
    return;
  }
  uint64_t k = LLVMConstIntGetZExtValue(amount);
  int64_t q = (int64_t)(k / LIMB);
  unsigned r = (unsigned)(k % LIMB);
  fe_ty full = LW_INT(LIMB);
  fe_reg a[MAX_LIMBS], out[MAX_LIMBS], fill = lw_int(f, full, 0);
  int64_t n = widen(f, LLVMGetOperand(in, 0), op == LLVMAShr, a);
  if (f->bad) return;
  if (op == LLVMAShr) fill = lw_op2(f, FE_ASHR, full, a[n - 1], lw_int(f, full, LIMB - 1));
  fe_reg by = lw_int(f, full, r), rest = lw_int(f, full, LIMB - r);
  for (int64_t i = 0; i < n; i++) {
    bool left = op == LLVMShl;
    int64_t near = left ? i - q : i + q, far = left ? near - 1 : near + 1;
    fe_reg x = near >= 0 && near < n ? a[near] : fill, y = far >= 0 && far < n ? a[far] : fill;
    if (!r) {
      out[i] = x;
      continue;
    }
    x = lw_op2(f, left ? FE_SHL : FE_LSHR, full, x, by);
    y = lw_op2(f, left ? FE_LSHR : FE_SHL, full, y, rest);
    out[i] = lw_op2(f, FE_OR, full, x, y);
  }
  bind(f, in, out);
}

static void cast(lw_fn *f, LLVMValueRef in, LLVMOpcode op) {
  fe_ty full = LW_INT(LIMB);
  fe_reg a[MAX_LIMBS], fill = lw_int(f, full, 0);
  uint32_t n = widen(f, LLVMGetOperand(in, 0), op == LLVMSExt, a);
  if (f->bad) return;
  if (op == LLVMSExt) fill = lw_op2(f, FE_ASHR, full, a[n - 1], lw_int(f, full, LIMB - 1));
  for (uint32_t i = n; i < limbs(width(in)); i++) a[i] = fill;
  bind(f, in, a);
}

static void equality(lw_fn *f, LLVMValueRef in) {
  LLVMIntPredicate p = LLVMGetICmpPredicate(in);
  fe_ty full = LW_INT(LIMB);
  fe_reg a[MAX_LIMBS], b[MAX_LIMBS], any = FE_NONE;
  if (p != LLVMIntEQ && p != LLVMIntNE) {
    lw_fail(f, "arithmetic on integers wider than 128 bits");
    return;
  }
  uint32_t n = widen(f, LLVMGetOperand(in, 0), false, a);
  widen(f, LLVMGetOperand(in, 1), false, b);
  if (f->bad) return;
  for (uint32_t i = 0; i < n; i++) {
    fe_reg d = lw_op2(f, FE_XOR, full, a[i], b[i]);
    any = i ? lw_op2(f, FE_OR, full, any, d) : d;
  }
  lw_bind1(f, in, lw_icmp(f, p == LLVMIntEQ ? FE_EQ : FE_NE, full, any, lw_int(f, full, 0)));
}

bool lw_wide(lw_fn *f, LLVMValueRef in) {
  if (!LLVMGetNumOperands(in)) return false;
  LLVMOpcode op = LLVMGetInstructionOpcode(in);
  if (!lw_is_wide(LLVMTypeOf(in)) && !lw_is_wide(LLVMTypeOf(LLVMGetOperand(in, 0)))) return false;
  switch (op) {
  case LLVMShl:
  case LLVMLShr:
  case LLVMAShr: shift(f, in, op); return true;
  case LLVMTrunc:
  case LLVMZExt:
  case LLVMSExt: cast(f, in, op); return true;
  case LLVMICmp: equality(f, in); return true;
  case LLVMAdd:
  case LLVMSub:
  case LLVMMul:
  case LLVMUDiv:
  case LLVMSDiv:
  case LLVMURem:
  case LLVMSRem:
  case LLVMFPToUI:
  case LLVMFPToSI:
  case LLVMUIToFP:
  case LLVMSIToFP:
  case LLVMPtrToInt:
  case LLVMIntToPtr:
  case LLVMSwitch: lw_fail(f, "arithmetic on integers wider than 128 bits"); return true;
  default: return false; /* limb by limb, as any aggregate */
  }
}
