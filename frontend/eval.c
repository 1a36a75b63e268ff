/* Concrete semantics of the register-to-register instructions: what x86-64 code that clang -O0 emits computes, including
 * where C leaves the result undefined (shift amounts are taken modulo the register's width, float to integer conversions
 * out of range give what cvttsd2si and fistp give). Integers are computed in 128 bits and cut to their width. */
#define _GNU_SOURCE
#include "frontend/frontend.h"

#include <assert.h>
#include <math.h>
#include <string.h>

typedef unsigned __int128 u128;
typedef __int128 i128;

uint32_t fe_ty_size(fe_ty ty) { return ty.kind == FE_VOID ? 0 : ((uint32_t)ty.bits + 7) / 8; }

static u128 mask(unsigned bits) { return bits >= 128 ? ~(u128)0 : ((u128)1 << bits) - 1; }

static i128 sext(u128 v, unsigned bits) {
  if (bits >= 128) return (i128)v;
  u128 sign = (u128)1 << (bits - 1);
  return (i128)(((v & mask(bits)) ^ sign) - sign);
}

static fe_val of_int(u128 v, unsigned bits) { return (fe_val){.u = v & mask(bits)}; }

static fe_val of_float(fe_ty ty, long double v) {
  fe_val r = {.u = 0};
  if (ty.kind == FE_F32) {
    r.f = (float)v;
  } else if (ty.kind == FE_F64) {
    r.d = (double)v;
  } else {
    memcpy(&r, &v, 10); /* not the padding */
  }
  return r;
}

static fe_val of_f32(float v) {
  fe_val r = {.u = 0};
  r.f = v;
  return r;
}

static fe_val of_f64(double v) {
  fe_val r = {.u = 0};
  r.d = v;
  return r;
}

static long double to_ld(fe_ty ty, fe_val v) {
  return ty.kind == FE_F32 ? v.f : ty.kind == FE_F64 ? v.d : v.ld;
}

/* ---- integers ---- */

static fe_eval_status add_sub_mul(const fe_insn *in, u128 a, u128 b, fe_val *out) {
  unsigned w = in->ty.bits;
  i128 x = sext(a, w), y = sext(b, w), r = 0;
  bool over = false;
  if (in->op == FE_ADD)
    over = __builtin_add_overflow(x, y, &r);
  else if (in->op == FE_SUB)
    over = __builtin_sub_overflow(x, y, &r);
  else
    over = __builtin_mul_overflow(x, y, &r);
  over |= r != sext((u128)r, w);
  *out = of_int((u128)r, w);
  return over && (in->flags & FE_F_NSW) ? FE_SIGNED_OVERFLOW : FE_OK;
}

static fe_eval_status divide(const fe_insn *in, u128 a, u128 b, fe_val *out) {
  unsigned w = in->ty.bits;
  if (!b) return FE_DIV_ZERO;
  if (in->op == FE_UDIV || in->op == FE_UREM) {
    *out = of_int(in->op == FE_UDIV ? a / b : a % b, w);
    return FE_OK;
  }
  i128 x = sext(a, w), y = sext(b, w);
  if (y == -1 && a == (u128)1 << (w - 1)) return FE_DIV_OVERFLOW;
  *out = of_int((u128)(in->op == FE_SDIV ? x / y : x % y), w);
  return FE_OK;
}

/* The hardware masks the amount to 5 bits for registers up to 32 bits, to 6 for 64; two registers work modulo 128. */
static fe_eval_status shift(const fe_insn *in, u128 a, u128 b, fe_val *out) {
  unsigned w = in->ty.bits, reg = w <= 32 ? 32 : w <= 64 ? 64 : 128;
  unsigned n = (unsigned)b & (reg - 1);
  u128 r;
  if (in->op == FE_SHL)
    r = a << n;
  else if (in->op == FE_LSHR)
    r = a >> n;
  else
    r = (u128)(sext(a, w) >> n);
  *out = of_int(r, w);
  if (b >= w) return FE_BAD_SHIFT;
  bool lost = in->op == FE_SHL && in->flags & FE_F_NSW && sext(out->u, w) >> n != sext(a, w);
  return lost ? FE_SIGNED_OVERFLOW : FE_OK;
}

static bool compare_int(unsigned pred, u128 a, u128 b, unsigned w) {
  switch (pred) {
  case FE_EQ: return a == b;
  case FE_NE: return a != b;
  case FE_UGT: return a > b;
  case FE_UGE: return a >= b;
  case FE_ULT: return a < b;
  case FE_ULE: return a <= b;
  case FE_SGT: return sext(a, w) > sext(b, w);
  case FE_SGE: return sext(a, w) >= sext(b, w);
  case FE_SLT: return sext(a, w) < sext(b, w);
  case FE_SLE: return sext(a, w) <= sext(b, w);
  default: assert(0 && "not an integer predicate"); return false;
  }
}

static unsigned leading_zeros(u128 a, unsigned w) {
  uint64_t hi = (uint64_t)(a >> 64), lo = (uint64_t)a;
  if (!a) return w;
  unsigned n = hi ? (unsigned)__builtin_clzll(hi) : 64 + (unsigned)__builtin_clzll(lo);
  return n - (128 - w);
}

static unsigned trailing_zeros(u128 a, unsigned w) {
  uint64_t hi = (uint64_t)(a >> 64), lo = (uint64_t)a;
  if (!a) return w;
  return lo ? (unsigned)__builtin_ctzll(lo) : 64 + (unsigned)__builtin_ctzll(hi);
}

static u128 reverse(u128 a, unsigned w, unsigned unit) {
  u128 r = 0;
  for (unsigned i = 0; i < w; i += unit) r |= (a >> i & mask(unit)) << (w - unit - i);
  return r;
}

static u128 funnel(fe_op op, u128 a, u128 b, u128 c, unsigned w) {
  unsigned n = (unsigned)(c % w);
  if (!n) return op == FE_FSHL ? a : b;
  return op == FE_FSHL ? a << n | b >> (w - n) : a << (w - n) | b >> n;
}

static u128 saturate(fe_op op, u128 a, u128 b, unsigned w) {
  if (op == FE_UADD_SAT) {
    u128 r = a + b;
    return r < a || r > mask(w) ? mask(w) : r;
  }
  if (op == FE_USUB_SAT) return a < b ? 0 : a - b;
  i128 x = sext(a, w), y = sext(b, w), r;
  i128 max = (i128)(mask(w) >> 1), min = -max - 1;
  bool over = op == FE_SADD_SAT ? __builtin_add_overflow(x, y, &r) : __builtin_sub_overflow(x, y, &r);
  if (over) return (u128)(x < 0 ? min : max);
  return (u128)(r > max ? max : r < min ? min : r);
}

static void with_overflow(fe_op op, u128 a, u128 b, unsigned w, fe_val out[2]) {
  bool over;
  if (op == FE_SADD_OVF || op == FE_SSUB_OVF || op == FE_SMUL_OVF) {
    i128 x = sext(a, w), y = sext(b, w), r;
    over = op == FE_SADD_OVF   ? __builtin_add_overflow(x, y, &r)
           : op == FE_SSUB_OVF ? __builtin_sub_overflow(x, y, &r)
                               : __builtin_mul_overflow(x, y, &r);
    over |= r != sext((u128)r, w);
    out[0] = of_int((u128)r, w);
  } else {
    u128 r;
    over = op == FE_UADD_OVF   ? __builtin_add_overflow(a, b, &r)
           : op == FE_USUB_OVF ? __builtin_sub_overflow(a, b, &r)
                               : __builtin_mul_overflow(a, b, &r);
    over |= r != (r & mask(w));
    out[0] = of_int(r, w);
  }
  out[1] = of_int(over, 1);
}

static fe_eval_status builtin(const fe_insn *in, fe_val va, fe_val vb, fe_val vc, fe_val out[2]) {
  unsigned w = in->ty.bits;
  u128 a = va.u, b = vb.u;
  switch ((fe_op)in->op) {
  case FE_BSWAP: out[0] = of_int(reverse(a, w, 8), w); return FE_OK;
  case FE_BITREVERSE: out[0] = of_int(reverse(a, w, 1), w); return FE_OK;
  case FE_CTPOP:
    out[0] = of_int((u128)(__builtin_popcountll((uint64_t)a) + __builtin_popcountll((uint64_t)(a >> 64))), w);
    return FE_OK;
  case FE_CTLZ:
  case FE_CTTZ:
    out[0] = of_int(in->op == FE_CTLZ ? leading_zeros(a, w) : trailing_zeros(a, w), w);
    return !a && in->flags & FE_F_POISON ? FE_UNDEFINED : FE_OK;
  case FE_FSHL:
  case FE_FSHR: out[0] = of_int(funnel((fe_op)in->op, a, b, vc.u, w), w); return FE_OK;
  case FE_ABS:
    out[0] = of_int(sext(a, w) < 0 ? -a : a, w);
    return in->flags & FE_F_POISON && a == (u128)1 << (w - 1) ? FE_SIGNED_OVERFLOW : FE_OK;
  case FE_SMIN: out[0] = sext(a, w) < sext(b, w) ? va : vb; return FE_OK;
  case FE_SMAX: out[0] = sext(a, w) > sext(b, w) ? va : vb; return FE_OK;
  case FE_UMIN: out[0] = a < b ? va : vb; return FE_OK;
  case FE_UMAX: out[0] = a > b ? va : vb; return FE_OK;
  case FE_SADD_SAT:
  case FE_UADD_SAT:
  case FE_SSUB_SAT:
  case FE_USUB_SAT: out[0] = of_int(saturate((fe_op)in->op, a, b, w), w); return FE_OK;
  default: with_overflow((fe_op)in->op, a, b, w, out); return FE_OK;
  }
}

/* ---- floats ---- */

static fe_val arith(fe_op op, fe_ty ty, fe_val a, fe_val b) {
  switch (ty.kind) {
  case FE_F32:
    switch (op) {
    case FE_FADD: return of_f32(a.f + b.f);
    case FE_FSUB: return of_f32(a.f - b.f);
    case FE_FMUL: return of_f32(a.f * b.f);
    case FE_FDIV: return of_f32(a.f / b.f);
    default: return of_f32(fmodf(a.f, b.f));
    }
  case FE_F64:
    switch (op) {
    case FE_FADD: return of_f64(a.d + b.d);
    case FE_FSUB: return of_f64(a.d - b.d);
    case FE_FMUL: return of_f64(a.d * b.d);
    case FE_FDIV: return of_f64(a.d / b.d);
    default: return of_f64(fmod(a.d, b.d));
    }
  default:
    switch (op) {
    case FE_FADD: return of_float(ty, a.ld + b.ld);
    case FE_FSUB: return of_float(ty, a.ld - b.ld);
    case FE_FMUL: return of_float(ty, a.ld * b.ld);
    case FE_FDIV: return of_float(ty, a.ld / b.ld);
    default: return of_float(ty, fmodl(a.ld, b.ld));
    }
  }
}

static bool compare_float(unsigned pred, long double a, long double b) {
  bool un = isunordered(a, b);
  switch (pred) {
  case FE_FP_FALSE: return false;
  case FE_FP_OEQ: return !un && a == b;
  case FE_FP_OGT: return isgreater(a, b);
  case FE_FP_OGE: return isgreaterequal(a, b);
  case FE_FP_OLT: return isless(a, b);
  case FE_FP_OLE: return islessequal(a, b);
  case FE_FP_ONE: return islessgreater(a, b);
  case FE_FP_ORD: return !un;
  case FE_FP_UEQ: return un || a == b;
  case FE_FP_UGT: return !islessequal(a, b);
  case FE_FP_UGE: return !isless(a, b);
  case FE_FP_ULT: return !isgreaterequal(a, b);
  case FE_FP_ULE: return !isgreater(a, b);
  case FE_FP_UNE: return un || a != b;
  case FE_FP_UNO: return un;
  default: return true;
  }
}

/* Truncation to a signed register of `bits`; out of range or NaN gives the integer indefinite, as cvttsd2si and fistp. */
static int64_t cvtt(long double v, unsigned bits) {
  int64_t bad = (int64_t)((uint64_t)1 << 63) >> (64 - bits);
  long double limit = ldexpl(1, (int)bits - 1);
  v = truncl(v);
  return v >= -limit && v < limit ? (int64_t)v : bad;
}

static u128 to_u64(fe_ty from, long double v) {
  if (from.kind == FE_F80) { /* compare, subtract, fistp, flip the top bit back */
    if (!(v < 0x1p63L)) return (uint64_t)cvtt(v - 0x1p63L, 64) ^ (uint64_t)1 << 63;
    return (uint64_t)cvtt(v, 64);
  }
  int64_t small = cvtt(v, 64);
  long double less = from.kind == FE_F32 ? (long double)((float)v - 0x1p63f)
                                         : (long double)((double)v - 0x1p63);
  int64_t big = cvtt(less, 64);
  return (uint64_t)(small | (big & (small >> 63)));
}

/* libgcc's __fixdfti and __fixunsdfti on values in range; out of range clang's compiler-rt saturates, libgcc does not
 * define it: the nearest limit is given. */
static u128 to_128(long double v, bool is_signed) {
  if (isnan(v)) return 0;
  if (is_signed) {
    if (v >= 0x1p127L) return ~(u128)0 >> 1;
    if (v < -0x1p127L) return (u128)1 << 127;
    return (u128)(i128)v;
  }
  if (v <= 0) return 0;
  return v >= 0x1p128L ? ~(u128)0 : (u128)v;
}

static fe_val to_int(const fe_insn *in, fe_val a) {
  unsigned w = in->ty.bits;
  long double v = to_ld(in->ty2, a);
  u128 r;
  if (w > 64) {
    r = to_128(v, in->op == FE_FPTOSI);
  } else if (in->op == FE_FPTOSI) {
    unsigned reg = w > 32 ? 64 : in->ty2.kind == FE_F80 && w <= 16 ? 16 : 32;
    r = (u128)(i128)cvtt(v, reg);
  } else if (w > 32) {
    r = to_u64(in->ty2, v);
  } else {
    /* unsigned 32 bits go through a signed 64-bit register; fistp has 16 bits too */
    unsigned reg = w > 16 ? 64 : in->ty2.kind == FE_F80 && w <= 8 ? 16 : 32;
    r = (u128)(i128)cvtt(v, reg);
  }
  return of_int(r, w);
}

static fe_val from_int(const fe_insn *in, fe_val a) {
  fe_ty to = in->ty;
  if (in->op == FE_SITOFP) {
    i128 v = sext(a.u, in->ty2.bits);
    return to.kind == FE_F32   ? of_f32((float)v)
           : to.kind == FE_F64 ? of_f64((double)v)
                               : of_float(to, (long double)v);
  }
  u128 v = a.u;
  return to.kind == FE_F32   ? of_f32((float)v)
         : to.kind == FE_F64 ? of_f64((double)v)
                             : of_float(to, (long double)v);
}

static fe_val flip_sign(fe_ty ty, fe_val a, int what) { /* 0: clear, 1: flip */
  u128 bit = (u128)1 << (ty.bits - 1);
  a.u &= mask(ty.bits);
  a.u = what ? a.u ^ bit : a.u & ~bit;
  return a;
}

/* The class of a float as one bit of llvm.is.fpclass's mask. */
static unsigned class_of(fe_ty ty, fe_val v) {
  bool neg = v.u >> (ty.bits - 1) & 1;
  int kind = ty.kind == FE_F32 ? fpclassify(v.f) : ty.kind == FE_F64 ? fpclassify(v.d) : fpclassify(v.ld);
  switch (kind) {
  case FP_NAN: {
    unsigned quiet = ty.kind == FE_F32 ? 22 : ty.kind == FE_F64 ? 51 : 62;
    return v.u >> quiet & 1 ? 2 : 1;
  }
  case FP_INFINITE: return neg ? 0x4 : 0x200;
  case FP_NORMAL: return neg ? 0x8 : 0x100;
  case FP_SUBNORMAL: return neg ? 0x10 : 0x80;
  default: return neg ? 0x20 : 0x40;
  }
}

/* Some encodings of the x87 belong to no single class: one whose first bit contradicts its exponent is not a number, but
 * neither quiet nor signalling, or it is finite, but neither normal nor subnormal. */
static bool in_class(fe_ty ty, fe_val v, uint64_t wanted) {
  bool first = v.u >> 63 & 1, exponent = v.u >> 64 & 0x7fff, neg = v.u >> 79 & 1;
  if (ty.kind != FE_F80 || first == exponent || (!first && fpclassify(v.ld) != FP_NAN))
    return class_of(ty, v) & wanted;
  uint64_t both = first ? (neg ? 0x18 : 0x180) : 3;
  return (wanted & both) == both;
}

#define UN(fn) \
  (ty.kind == FE_F32 ? of_f32(fn##f(a.f)) : ty.kind == FE_F64 ? of_f64(fn(a.d)) : of_float(ty, fn##l(a.ld)))
#define BIN(fn)                                  \
  (ty.kind == FE_F32   ? of_f32(fn##f(a.f, b.f)) \
   : ty.kind == FE_F64 ? of_f64(fn(a.d, b.d))    \
                       : of_float(ty, fn##l(a.ld, b.ld)))

/* x to an integer power, as the compiler's run-time library does it: by squaring, the reciprocal at the end. */
static fe_val power_int(fe_ty ty, fe_val a, int32_t n) {
  unsigned m = n < 0 ? -(unsigned)n : (unsigned)n;
  fe_val one = of_float(ty, 1), r = m & 1 ? a : one;
  while (m >>= 1) {
    a = arith(FE_FMUL, ty, a, a);
    if (m & 1) r = arith(FE_FMUL, ty, r, a);
  }
  return n < 0 ? arith(FE_FDIV, ty, one, r) : r;
}

static fe_val math(const fe_insn *in, fe_val a, fe_val b, fe_val c) {
  fe_ty ty = in->ty2;
  switch ((fe_fmath)in->sub) {
  case FE_M_FABS: return flip_sign(ty, a, 0);
  case FE_M_SQRT: return UN(sqrt);
  case FE_M_FMA:
    return ty.kind == FE_F32   ? of_f32(fmaf(a.f, b.f, c.f))
           : ty.kind == FE_F64 ? of_f64(fma(a.d, b.d, c.d))
                               : of_float(ty, fmal(a.ld, b.ld, c.ld));
  case FE_M_COPYSIGN: {
    u128 bit = (u128)1 << (ty.bits - 1);
    return (fe_val){.u = ((a.u & ~bit) | (b.u & bit)) & mask(ty.bits)};
  }
  case FE_M_FLOOR: return UN(floor);
  case FE_M_CEIL: return UN(ceil);
  case FE_M_TRUNC: return UN(trunc);
  case FE_M_RINT: return UN(rint);
  case FE_M_NEARBYINT: return UN(nearbyint);
  case FE_M_ROUND: return UN(round);
  case FE_M_ROUNDEVEN: return UN(roundeven);
  case FE_M_MINNUM: return BIN(fmin);
  case FE_M_MAXNUM: return BIN(fmax);
  case FE_M_SIN: return UN(sin);
  case FE_M_COS: return UN(cos);
  case FE_M_EXP: return UN(exp);
  case FE_M_EXP2: return UN(exp2);
  case FE_M_LOG: return UN(log);
  case FE_M_LOG2: return UN(log2);
  case FE_M_LOG10: return UN(log10);
  case FE_M_POW: return BIN(pow);
  case FE_M_POWI: return power_int(ty, a, (int32_t)b.lo);
  case FE_M_LDEXP:
    return ty.kind == FE_F32   ? of_f32(ldexpf(a.f, (int32_t)b.lo))
           : ty.kind == FE_F64 ? of_f64(ldexp(a.d, (int32_t)b.lo))
                               : of_float(ty, ldexpl(a.ld, (int32_t)b.lo));
  case FE_M_LRINT: return of_int((u128)(i128)llrintl(to_ld(ty, a)), in->ty.bits);
  case FE_M_LROUND: return of_int((u128)(i128)llroundl(to_ld(ty, a)), in->ty.bits);
  case FE_M_IS_FPCLASS: return of_int(in_class(ty, a, (uint64_t)in->imm), 1);
  }
  return a;
}

/* ---- all together ---- */

static fe_val convert(const fe_insn *in, fe_val a) {
  unsigned w = in->ty.bits;
  switch ((fe_op)in->op) {
  case FE_SEXT: return of_int((u128)sext(a.u, in->ty2.bits), w);
  case FE_FPTOUI:
  case FE_FPTOSI: return to_int(in, a);
  case FE_UITOFP:
  case FE_SITOFP: return from_int(in, a);
  case FE_FPTRUNC:
  case FE_FPEXT:
    if (in->ty.kind == FE_F32 && in->ty2.kind == FE_F64) return of_f32((float)a.d);
    if (in->ty.kind == FE_F64 && in->ty2.kind == FE_F32) return of_f64(a.f);
    return of_float(in->ty, to_ld(in->ty2, a));
  default: /* TRUNC, ZEXT, PTRTOINT, INTTOPTR, BITCAST: the low bits */ return of_int(a.u, w);
  }
}

fe_eval_status fe_eval(const fe_insn *in, fe_val a, fe_val b, fe_val c, fe_val out[2]) {
  unsigned w = in->ty.bits;
  switch ((fe_op)in->op) {
  case FE_MOV: out[0] = a; return FE_OK;
  case FE_ADD:
  case FE_SUB:
  case FE_MUL: return add_sub_mul(in, a.u, b.u, out);
  case FE_UDIV:
  case FE_SDIV:
  case FE_UREM:
  case FE_SREM: return divide(in, a.u, b.u, out);
  case FE_SHL:
  case FE_LSHR:
  case FE_ASHR: return shift(in, a.u, b.u, out);
  case FE_AND: out[0] = of_int(a.u & b.u, w); return FE_OK;
  case FE_OR: out[0] = of_int(a.u | b.u, w); return FE_OK;
  case FE_XOR: out[0] = of_int(a.u ^ b.u, w); return FE_OK;
  case FE_ICMP: out[0] = of_int(compare_int(in->sub, a.u, b.u, in->ty2.bits), 1); return FE_OK;
  case FE_FCMP:
    out[0] = of_int(compare_float(in->sub, to_ld(in->ty2, a), to_ld(in->ty2, b)), 1);
    return FE_OK;
  case FE_FADD:
  case FE_FSUB:
  case FE_FMUL:
  case FE_FDIV:
  case FE_FREM: out[0] = arith((fe_op)in->op, in->ty, a, b); return FE_OK;
  case FE_FNEG: out[0] = flip_sign(in->ty, a, 1); return FE_OK;
  case FE_TRUNC:
  case FE_ZEXT:
  case FE_SEXT:
  case FE_FPTOUI:
  case FE_FPTOSI:
  case FE_UITOFP:
  case FE_SITOFP:
  case FE_FPTRUNC:
  case FE_FPEXT:
  case FE_PTRTOINT:
  case FE_INTTOPTR:
  case FE_BITCAST: out[0] = convert(in, a); return FE_OK;
  case FE_SELECT: out[0] = a.lo & 1 ? b : c; return FE_OK;
  case FE_FMATH: out[0] = math(in, a, b, c); return FE_OK;
  default: assert(in->op >= FE_BSWAP && in->op <= FE_UMUL_OVF); return builtin(in, a, b, c, out);
  }
}
