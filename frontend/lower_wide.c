/* Integers wider than 128 bits: _BitInt, the storage units of long packed bit-fields, the 129 bits in which a mixed
 * overflow builtin computes. They are held as 64-bit limbs, lowest first, the last one as narrow as it needs to be; loads,
 * stores, selections and and/or/xor then work limb by limb like those of any aggregate. Here is what crosses limbs:
 * constants, casts, shifts, comparison, sums and products, by the school method with 128-bit intermediates, and counting bits.
 * Division and conversion to and from floats are calls of libgcc's functions for them, through memory. */
#include "frontend/lower.h"

#include <string.h>

enum { LIMB = 64, MAX_LIMBS = LW_WIDE_BITS / LIMB };

bool lw_is_wide(LLVMTypeRef t) {
  return LLVMGetTypeKind(t) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) > 128;
}

static const fe_ty two = {FE_INT, 2 * LIMB};

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
    fe_ty ty = LW_INT(bits);
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

/* out[i] = a[i + way * k] for the variable k, the fill beyond the ends. */
static fe_reg pick(lw_fn *f, const fe_reg *a, int64_t n, int64_t i, int64_t way, fe_reg k, fe_reg fill) {
  fe_ty full = LW_INT(LIMB);
  fe_reg r = fill;
  for (int64_t q = n - 1; q >= 0; q--) {
    int64_t at = i + way * q;
    if (at < 0 || at >= n) continue;
    fe_reg here = lw_icmp(f, FE_EQ, full, k, lw_int(f, full, (uint64_t)q));
    r = lw_select(f, full, here, a[at], r);
  }
  return r;
}

/* The amount is the lowest limb: more than the width is undefined anyway. */
static void shift(lw_fn *f, LLVMValueRef in, LLVMOpcode op) {
  fe_ty full = LW_INT(LIMB);
  fe_reg a[MAX_LIMBS], amount[MAX_LIMBS], out[MAX_LIMBS], fill = lw_int(f, full, 0);
  int64_t n = widen(f, LLVMGetOperand(in, 0), op == LLVMAShr, a), way = op == LLVMShl ? -1 : 1;
  widen(f, LLVMGetOperand(in, 1), false, amount);
  if (f->bad) return;
  if (op == LLVMAShr) fill = lw_op2(f, FE_ASHR, full, a[n - 1], lw_int(f, full, LIMB - 1));
  fe_op near_op = op == LLVMShl ? FE_SHL : FE_LSHR, far_op = op == LLVMShl ? FE_LSHR : FE_SHL;
  LLVMValueRef given = LLVMGetOperand(in, 1);
  if (LLVMIsAConstantInt(given)) {
    uint64_t word[MAX_LIMBS];
    lw_wide_words(given, word, (uint32_t)n);
    int64_t q = (int64_t)(word[0] / LIMB);
    unsigned r = (unsigned)(word[0] % LIMB);
    fe_reg by = lw_int(f, full, r), rest = lw_int(f, full, LIMB - r);
    for (int64_t i = 0; i < n; i++) {
      int64_t near = i + way * q, far = near + way;
      fe_reg x = near >= 0 && near < n ? a[near] : fill, y = far >= 0 && far < n ? a[far] : fill;
      out[i] = x;
      if (!r) continue;
      x = lw_op2(f, near_op, full, x, by);
      y = lw_op2(f, far_op, full, y, rest);
      out[i] = lw_op2(f, FE_OR, full, x, y);
    }
  } else {
    fe_reg one = lw_int(f, full, 1), low = lw_int(f, full, LIMB - 1);
    fe_reg q = lw_op2(f, FE_LSHR, full, amount[0], lw_int(f, full, 6));
    fe_reg r = lw_op2(f, FE_AND, full, amount[0], low);
    fe_reg rest = lw_op2(f, FE_XOR, full, r, low); /* 63 - r, after a shift by one: never by 64 */
    for (int64_t i = 0; i < n; i++) {
      fe_reg x = pick(f, a, n, i, way, q, fill), y = pick(f, a, n, i + way, way, q, fill);
      y = lw_op2(f, far_op, full, lw_op2(f, far_op, full, y, one), rest);
      x = lw_op2(f, near_op, full, x, r);
      out[i] = lw_op2(f, FE_OR, full, x, y);
    }
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

/* ---- arithmetic on full limbs ---- */

static fe_reg to_two(lw_fn *f, fe_reg limb) { return lw_cast(f, FE_ZEXT, two, LW_INT(LIMB), limb); }
static fe_reg low_half(lw_fn *f, fe_reg r) { return lw_cast(f, FE_TRUNC, LW_INT(LIMB), two, r); }
static fe_reg high_half(lw_fn *f, fe_reg r) { return lw_op2(f, FE_LSHR, two, r, lw_int(f, two, LIMB)); }

/* out = a + b, or a + ~b + 1; out may be NULL. Returns the carry, 0 or 1 in two limbs. */
static fe_reg sum(lw_fn *f, const fe_reg *a, const fe_reg *b, bool minus, uint32_t n, fe_reg *out) {
  fe_ty full = LW_INT(LIMB);
  fe_reg carry = lw_int(f, two, minus), ones = lw_int(f, full, UINT64_MAX);
  for (uint32_t i = 0; i < n; i++) {
    fe_reg y = minus ? lw_op2(f, FE_XOR, full, b[i], ones) : b[i];
    fe_reg x = to_two(f, a[i]);
    y = to_two(f, y);
    fe_reg t = lw_op2(f, FE_ADD, two, lw_op2(f, FE_ADD, two, x, y), carry);
    if (out) out[i] = low_half(f, t);
    carry = high_half(f, t);
  }
  return carry;
}

/* The lowest n limbs of the product. */
static void product(lw_fn *f, const fe_reg *a, const fe_reg *b, uint32_t n, fe_reg *out) {
  for (uint32_t i = 0; i < n; i++) out[i] = lw_int(f, LW_INT(LIMB), 0);
  for (uint32_t i = 0; i < n; i++) {
    fe_reg carry = lw_int(f, two, 0), x = to_two(f, a[i]);
    for (uint32_t j = 0; i + j < n; j++) { /* (2^64-1)^2 + 2 * (2^64-1) just fits */
      fe_reg t = lw_op2(f, FE_MUL, two, x, to_two(f, b[j]));
      t = lw_op2(f, FE_ADD, two, t, to_two(f, out[i + j]));
      t = lw_op2(f, FE_ADD, two, t, carry);
      out[i + j] = low_half(f, t);
      carry = high_half(f, t);
    }
  }
}

static void arithmetic(lw_fn *f, LLVMValueRef in, LLVMOpcode op) {
  fe_reg a[MAX_LIMBS], b[MAX_LIMBS], out[MAX_LIMBS];
  uint32_t n = widen(f, LLVMGetOperand(in, 0), false, a);
  widen(f, LLVMGetOperand(in, 1), false, b);
  if (f->bad) return;
  if (op == LLVMMul)
    product(f, a, b, n, out);
  else
    sum(f, a, b, op == LLVMSub, n, out);
  bind(f, in, out);
}

/* i1: some limb of a and b differs, from limb `from` on. */
static fe_reg differ(lw_fn *f, const fe_reg *a, const fe_reg *b, uint32_t from, uint32_t n) {
  fe_ty full = LW_INT(LIMB);
  fe_reg any = lw_int(f, full, 0);
  for (uint32_t i = from; i < n; i++) any = lw_op2(f, FE_OR, full, any, lw_op2(f, FE_XOR, full, a[i], b[i]));
  return lw_icmp(f, FE_NE, full, any, lw_int(f, full, 0));
}

static void comparison(lw_fn *f, LLVMValueRef in) {
  LLVMIntPredicate p = LLVMGetICmpPredicate(in);
  fe_ty full = LW_INT(LIMB), bit = LW_INT(1);
  fe_reg a[MAX_LIMBS], b[MAX_LIMBS];
  bool is_signed = p >= LLVMIntSGT;
  uint32_t n = widen(f, LLVMGetOperand(in, 0), is_signed, a);
  widen(f, LLVMGetOperand(in, 1), is_signed, b);
  if (f->bad) return;
  if (p == LLVMIntEQ || p == LLVMIntNE) {
    fe_reg ne = differ(f, a, b, 0, n);
    lw_bind1(f, in, p == LLVMIntNE ? ne : lw_op2(f, FE_XOR, bit, ne, lw_int(f, bit, 1)));
    return;
  }
  if (is_signed) { /* biased, the order is that of unsigned numbers */
    fe_reg top = lw_int(f, full, (uint64_t)1 << (LIMB - 1));
    a[n - 1] = lw_op2(f, FE_XOR, full, a[n - 1], top);
    b[n - 1] = lw_op2(f, FE_XOR, full, b[n - 1], top);
  }
  bool swap = p == LLVMIntUGT || p == LLVMIntULE || p == LLVMIntSGT || p == LLVMIntSLE;
  bool strict = p == LLVMIntUGT || p == LLVMIntULT || p == LLVMIntSGT || p == LLVMIntSLT;
  fe_reg carry = swap ? sum(f, b, a, true, n, NULL) : sum(f, a, b, true, n, NULL); /* 1: first >= second */
  lw_bind1(f, in, lw_icmp(f, strict ? FE_EQ : FE_NE, two, carry, lw_int(f, two, 0)));
}

/* { iN, i1 }: computed with room to spare, it overflowed when the result is not what its lower bits stand for. */
void lw_wide_overflow(lw_fn *f, LLVMValueRef in, fe_op op) {
  bool is_signed = op == FE_SADD_OVF || op == FE_SSUB_OVF || op == FE_SMUL_OVF;
  bool mul = op == FE_SMUL_OVF || op == FE_UMUL_OVF, minus = op == FE_SSUB_OVF || op == FE_USUB_OVF;
  unsigned bits = width(LLVMGetOperand(in, 0));
  fe_ty full = LW_INT(LIMB);
  fe_reg x[2][2 * MAX_LIMBS], r[2 * MAX_LIMBS], cut[2 * MAX_LIMBS], out[MAX_LIMBS + 1];
  uint32_t n = limbs(bits), m = mul ? 2 * n : n + 1;
  for (unsigned k = 0; k < 2; k++) {
    widen(f, LLVMGetOperand(in, k), is_signed, x[k]);
    if (f->bad) return;
    fe_reg fill = is_signed ? lw_op2(f, FE_ASHR, full, x[k][n - 1], lw_int(f, full, LIMB - 1))
                            : lw_int(f, full, 0);
    for (uint32_t i = n; i < m; i++) x[k][i] = fill;
  }
  if (mul)
    product(f, x[0], x[1], m, r);
  else
    sum(f, x[0], x[1], minus, m, r);
  fe_ty last = limb_type(bits, n - 1);
  for (uint32_t i = 0; i < n; i++) cut[i] = out[i] = r[i];
  if (last.bits < LIMB) {
    out[n - 1] = lw_cast(f, FE_TRUNC, last, full, r[n - 1]);
    cut[n - 1] = lw_cast(f, is_signed ? FE_SEXT : FE_ZEXT, full, last, out[n - 1]);
  }
  fe_reg fill = is_signed ? lw_op2(f, FE_ASHR, full, cut[n - 1], lw_int(f, full, LIMB - 1))
                          : lw_int(f, full, 0);
  for (uint32_t i = n; i < m; i++) cut[i] = fill;
  out[n] = differ(f, r, cut, n - 1, m);
  lw_bind(f, in, out, n + 1);
}

/* ---- by calls ---- */

typedef struct runtime { /* a call being put together */
  fe_call c;
  fe_reg arg[8];
  fe_ty ty[8];
} runtime;

static void pass(runtime *r, fe_reg arg, fe_ty ty) {
  r->arg[r->c.nargs] = arg;
  r->ty[r->c.nargs++] = ty;
}

/* A number in memory: n limbs, and how many bits of them count, negative for a signed one. NULL: none. */
static void pass_limbs(lw_fn *f, runtime *r, fe_reg at, uint32_t n, bool is_signed) {
  int bits = (int)(n * LIMB);
  pass(r, at, LW_PTR);
  pass(r, lw_int(f, LW_INT(32), (unsigned)(is_signed ? -bits : bits)), LW_INT(32));
}

static fe_reg call_runtime(lw_fn *f, runtime *r, const char *name, fe_ty result) {
  fe_arena *a = f->u->arena;
  fe_builder *b = f->u->b;
  const char *linkage = fe_intern_str(a, name);
  fe_call *c = &r->c;
  c->target = FE_NONE;
  c->func = lw_sym_func(b, f->u->unit, linkage, false, false);
  fe_func *fn = &b->funcs.p[c->func];
  if (!fn->name) {
    fn->name = linkage;
    fn->nparams = c->nargs;
    fn->param_ty = fe_copy(a, r->ty, c->nargs * sizeof *r->ty);
    fn->param_byval = fe_alloc(a, c->nargs * sizeof *fn->param_byval);
    fn->ret_n = result.kind != FE_VOID;
    fn->ret_ty = fe_copy(a, &result, sizeof result);
  }
  c->nfixed = c->nargs;
  c->args = fe_copy(a, r->arg, c->nargs * sizeof *r->arg);
  c->arg_ty = fe_copy(a, r->ty, c->nargs * sizeof *r->ty);
  c->byval = fe_alloc(a, c->nargs * sizeof *c->byval);
  c->nres = result.kind != FE_VOID;
  c->res_ty = fe_copy(a, &result, sizeof result);
  fe_insn *in = lw_emit(f, FE_CALL, result);
  fe_reg dst = in->dst;
  in->aux = f->calls.n;
  FE_PUSH(f->calls, *c);
  return dst;
}

/* Room for n limbs, made once per activation. */
static fe_reg buffer(lw_fn *f, uint32_t n) {
  bool nested = f->in_prologue;
  f->in_prologue = true;
  fe_insn *in = lw_emit(f, FE_ALLOCA, LW_PTR);
  in->imm = (int64_t)n * (LIMB / 8);
  in->aux = LIMB / 8;
  fe_reg r = in->dst;
  f->in_prologue = nested;
  return r;
}

static fe_reg spill(lw_fn *f, const fe_reg *limb, uint32_t n) {
  fe_reg at = buffer(f, n);
  for (uint32_t i = 0; i < n; i++) {
    fe_reg p = lw_ptradd(f, at, (int64_t)i * (LIMB / 8), FE_F_INBOUNDS);
    fe_insn *in = lw_emit(f, FE_STORE, LW_INT(LIMB));
    in->a = p;
    in->b = limb[i];
  }
  return at;
}

static void fill(lw_fn *f, fe_reg at, uint32_t n, fe_reg *limb) {
  for (uint32_t i = 0; i < n; i++) {
    fe_reg p = lw_ptradd(f, at, (int64_t)i * (LIMB / 8), FE_F_INBOUNDS);
    fe_insn *in = lw_emit(f, FE_LOAD, LW_INT(LIMB));
    in->a = p;
    limb[i] = in->dst;
  }
}

static void division(lw_fn *f, LLVMValueRef in, LLVMOpcode op) {
  fe_ty full = LW_INT(LIMB);
  bool is_signed = op == LLVMSDiv || op == LLVMSRem, rem = op == LLVMURem || op == LLVMSRem;
  fe_reg a[MAX_LIMBS], b[MAX_LIMBS], any = lw_int(f, full, 0),
                                     none = lw_const(f, (fe_const){.kind = FE_C_NULL, .ty = LW_PTR});
  uint32_t n = widen(f, LLVMGetOperand(in, 0), is_signed, a);
  widen(f, LLVMGetOperand(in, 1), is_signed, b);
  if (f->bad) return;
  for (uint32_t i = 0; i < n; i++) any = lw_op2(f, FE_OR, full, any, b[i]);
  lw_op2(f, FE_UDIV, full, any, any); /* by zero when the whole divisor is zero */
  fe_reg u = spill(f, a, n), v = spill(f, b, n), to = buffer(f, n);
  runtime r = {.c.nargs = 0};
  pass_limbs(f, &r, rem ? none : to, n, is_signed);
  pass_limbs(f, &r, rem ? to : none, n, is_signed);
  pass_limbs(f, &r, u, n, is_signed);
  pass_limbs(f, &r, v, n, is_signed);
  call_runtime(f, &r, "__divmodbitint4", LW_VOID);
  fill(f, to, n, a);
  bind(f, in, a);
}

/* libgcc's letter for a float type. */
static char float_letter(fe_ty ty) { return ty.kind == FE_F32 ? 's' : ty.kind == FE_F64 ? 'd' : 'x'; }

static void from_float(lw_fn *f, LLVMValueRef in, bool is_signed) {
  fe_reg x = lw_use1(f, LLVMGetOperand(in, 0)), limb[MAX_LIMBS];
  if (f->bad) return;
  fe_ty ty = lw_reg_type(f, x);
  uint32_t n = limbs(width(in));
  fe_reg to = buffer(f, n);
  runtime r = {.c.nargs = 0};
  pass_limbs(f, &r, to, n, is_signed);
  pass(&r, x, ty);
  call_runtime(f, &r, fe_format(f->u->arena, "__fix%cfbitint", float_letter(ty)), LW_VOID);
  fill(f, to, n, limb);
  bind(f, in, limb);
}

static void to_float(lw_fn *f, LLVMValueRef in, bool is_signed) {
  lw_type t = *lw_type_of(f->u, LLVMTypeOf(in));
  fe_reg a[MAX_LIMBS];
  uint32_t n = widen(f, LLVMGetOperand(in, 0), is_signed, a);
  if (t.why) lw_fail(f, "%s", t.why);
  if (f->bad) return;
  fe_ty ty = lw_leaves(f->u, &t)[0].ty;
  runtime r = {.c.nargs = 0};
  pass_limbs(f, &r, spill(f, a, n), n, is_signed);
  lw_bind1(f, in, call_runtime(f, &r, fe_format(f->u->arena, "__floatbitint%cf", float_letter(ty)), ty));
}

/* ---- counting bits ---- */

/* Zeros at the top or at the bottom; the width for 0. Limbs are looked at in the order in which they decide. */
static void count_zeros(lw_fn *f, LLVMValueRef in, bool top) {
  fe_ty full = LW_INT(LIMB);
  fe_reg a[MAX_LIMBS], zero = lw_int(f, full, 0), r;
  LLVMValueRef of = LLVMGetOperand(in, 0);
  unsigned bits = width(of);
  uint32_t n = widen(f, of, false, a);
  if (f->bad) return;
  r = lw_int(f, full, bits);
  for (uint32_t k = n; k-- > 0;) {
    uint32_t i = top ? n - 1 - k : k;
    int64_t before = top ? (int64_t)bits - (int64_t)(i + 1) * LIMB
                         : (int64_t)i * LIMB; /* below 0 in a narrow top limb */
    fe_insn *c = lw_emit(f, top ? FE_CTLZ : FE_CTTZ, full);
    c->a = a[i];
    fe_reg here = lw_op2(f, FE_ADD, full, c->dst, lw_int(f, full, (uint64_t)before));
    r = lw_select(f, full, lw_icmp(f, FE_NE, full, a[i], zero), here, r);
  }
  for (uint32_t i = 0; i < n; i++) a[i] = i ? zero : r;
  bind(f, in, a);
}

static void count_ones(lw_fn *f, LLVMValueRef in) {
  fe_ty full = LW_INT(LIMB);
  fe_reg a[MAX_LIMBS], r = lw_int(f, full, 0);
  uint32_t n = widen(f, LLVMGetOperand(in, 0), false, a);
  if (f->bad) return;
  for (uint32_t i = 0; i < n; i++) {
    fe_insn *c = lw_emit(f, FE_CTPOP, full);
    c->a = a[i];
    r = lw_op2(f, FE_ADD, full, r, c->dst);
  }
  for (uint32_t i = 0; i < n; i++) a[i] = i ? lw_int(f, full, 0) : r;
  bind(f, in, a);
}

bool lw_wide_count(lw_fn *f, LLVMValueRef in, fe_op op) {
  if (op != FE_CTLZ && op != FE_CTTZ && op != FE_CTPOP) return false;
  if (op == FE_CTPOP)
    count_ones(f, in);
  else
    count_zeros(f, in, op == FE_CTLZ);
  return true;
}

/* The number of the case a switch takes, from 0; as many as there are when it takes none. */
fe_reg lw_wide_switch(lw_fn *f, LLVMValueRef in) {
  fe_reg a[MAX_LIMBS], b[MAX_LIMBS], r;
  unsigned ncases = LLVMGetNumSuccessors(in) - 1;
  r = lw_int(f, LW_INT(32), ncases);
  uint32_t n = widen(f, LLVMGetOperand(in, 0), false, a);
  for (unsigned i = 0; i < ncases && !f->bad; i++) {
    widen(f, LLVMGetOperand(in, 2 * (i + 1)), false, b);
    fe_reg other = differ(f, a, b, 0, n);
    r = lw_select(f, LW_INT(32), other, r, lw_int(f, LW_INT(32), i));
  }
  return r;
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
  case LLVMICmp: comparison(f, in); return true;
  case LLVMAdd:
  case LLVMSub:
  case LLVMMul: arithmetic(f, in, op); return true;
  case LLVMUDiv:
  case LLVMSDiv:
  case LLVMURem:
  case LLVMSRem: division(f, in, op); return true;
  case LLVMFPToUI:
  case LLVMFPToSI: from_float(f, in, op == LLVMFPToSI); return true;
  case LLVMUIToFP:
  case LLVMSIToFP: to_float(f, in, op == LLVMSIToFP); return true;
  case LLVMPtrToInt:
  case LLVMIntToPtr: lw_fail(f, "a pointer as an integer wider than 128 bits"); return true;
  default: return false; /* limb by limb, as any aggregate */
  }
}
