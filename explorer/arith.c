/* One register-to-register instruction. Numbers are computed by the frontend's fe_eval, so the symbolic machine and the
 * concrete one cannot disagree; anything with a term in it becomes a term. */
#include "explorer/internal.h"

#include <string.h>

term ex_term(ex_unit *u, ex_val v, unsigned width) {
  if (v.t) {
    assert(v.t != EX_UNDEF && term_get(u->tc, v.t)->width == width);
    return v.t;
  }
  uint32_t obj;
  int64_t off;
  if (width == 64 && term_addr_split(v.c, &obj, &off) && obj && obj <= shape_obj_count(u->space))
    return term_addr(u->tc, obj, off);
  return term_const(u->tc, width, v.c);
}

ex_val ex_address(ex_unit *u, uint32_t obj, int64_t offset) {
  uint64_t value = term_addr_value(obj, offset);
  uint32_t same;
  int64_t back;
  if (term_addr_split(value, &same, &back) && same == obj && back == offset) return ex_num(value);
  term base = term_addr(u->tc, obj, 0), far = term_const(u->tc, 64, (uint64_t)offset);
  return (ex_val){0, term_bin(u->tc, T_ADD, base, far)};
}

ex_val ex_from_term(ex_unit *u, term t) {
  const term_node *n = term_get(u->tc, t);
  if (n->op == T_CONST && n->width <= 64) return ex_num(n->value);
  if (n->op == T_ADDR) return ex_num(term_addr_value(n->aux, (int64_t)n->value));
  return (ex_val){0, t};
}

static bool is_number(const ex_unit *u, ex_val v) { return !v.t || term_is_const(u->tc, v.t); }

static fe_val number(const ex_unit *u, ex_val v) {
  fe_val r;
  memset(&r, 0, sizeof r);
  r.u = v.t ? term_const_value(u->tc, v.t) : v.c;
  return r;
}

static ex_val from_number(ex_unit *u, fe_val v, fe_ty ty) {
  if (ty.bits <= 64) return ex_num(ty.bits == 64 ? v.lo : v.lo & (((uint64_t)1 << ty.bits) - 1));
  return (ex_val){0, term_const(u->tc, ty.bits, ty.kind == FE_F80 ? v.u & (((term_u128)1 << 80) - 1) : v.u)};
}

/* ---- integer comparisons ---- */

static term icmp(ex_unit *u, fe_pred p, term a, term b) {
  term_ctx *tc = u->tc;
  switch (p) {
  case FE_EQ: return ex_equal(u, a, b);
  case FE_NE: return term_not(tc, ex_equal(u, a, b));
  case FE_UGT: return term_bin(tc, T_ULT, b, a);
  case FE_UGE: return term_bin(tc, T_ULE, b, a);
  case FE_ULT: return term_bin(tc, T_ULT, a, b);
  case FE_ULE: return term_bin(tc, T_ULE, a, b);
  case FE_SGT: return term_bin(tc, T_SLT, b, a);
  case FE_SGE: return term_bin(tc, T_SLE, b, a);
  case FE_SLT: return term_bin(tc, T_SLT, a, b);
  default: assert(p == FE_SLE); return term_bin(tc, T_SLE, a, b);
  }
}

static term fcmp(ex_unit *u, fe_pred p, term a, term b) {
  term_ctx *tc = u->tc;
  term nan = term_or(tc, term_funary(tc, T_FISNAN, 1, 0, a), term_funary(tc, T_FISNAN, 1, 0, b));
  switch (p) {
  case FE_FP_FALSE: return term_bool(tc, false);
  case FE_FP_TRUE: return term_bool(tc, true);
  case FE_FP_OEQ: return term_bin(tc, T_FEQ, a, b);
  case FE_FP_OGT: return term_bin(tc, T_FLT, b, a);
  case FE_FP_OGE: return term_bin(tc, T_FLE, b, a);
  case FE_FP_OLT: return term_bin(tc, T_FLT, a, b);
  case FE_FP_OLE: return term_bin(tc, T_FLE, a, b);
  case FE_FP_ONE: return term_or(tc, term_bin(tc, T_FLT, a, b), term_bin(tc, T_FLT, b, a));
  case FE_FP_ORD: return term_not(tc, nan);
  case FE_FP_UNO: return nan;
  case FE_FP_UEQ: return term_or(tc, nan, term_bin(tc, T_FEQ, a, b));
  case FE_FP_UGT: return term_not(tc, term_bin(tc, T_FLE, a, b));
  case FE_FP_UGE: return term_not(tc, term_bin(tc, T_FLT, a, b));
  case FE_FP_ULT: return term_not(tc, term_bin(tc, T_FLE, b, a));
  case FE_FP_ULE: return term_not(tc, term_bin(tc, T_FLT, b, a));
  default: assert(p == FE_FP_UNE); return term_not(tc, term_bin(tc, T_FEQ, a, b));
  }
}

/* ---- overflow ---- */

term ex_overflows(ex_unit *u, term_op op, bool is_signed, term a, term b) {
  term_ctx *tc = u->tc;
  unsigned w = term_get(tc, a)->width, wide = op == T_MUL ? 2 * w : w + 1;
  if (wide > 128) {
    /* 128-bit products: a != 0 && (a * b) / a != b, or the sign case */
    term p = term_bin(tc, op, a, b), zero = term_const(tc, w, 0);
    if (op == T_MUL) {
      term back = term_bin(tc, is_signed ? T_SDIV : T_UDIV, p, a);
      term bad = term_not(tc, term_eq(tc, back, b));
      if (is_signed) {
        term min = term_const(tc, w, (term_u128)1 << (w - 1)), minus1 = term_not(tc, zero);
        bad = term_or(tc, bad, term_and(tc, term_eq(tc, a, minus1), term_eq(tc, b, min)));
      }
      return term_and(tc, term_not(tc, term_eq(tc, a, zero)), bad);
    }
    if (!is_signed) return op == T_ADD ? term_bin(tc, T_ULT, p, a) : term_bin(tc, T_ULT, a, b);
    term sa = term_bin(tc, T_SLT, a, zero), sb = term_bin(tc, T_SLT, b, zero),
         sp = term_bin(tc, T_SLT, p, zero);
    term same = term_eq(tc, sa, sb), turned = term_not(tc, term_eq(tc, sa, sp));
    return term_and(tc, op == T_ADD ? same : term_not(tc, same), turned);
  }
  term x = is_signed ? term_sext(tc, wide, a) : term_zext(tc, wide, a);
  term y = is_signed ? term_sext(tc, wide, b) : term_zext(tc, wide, b);
  term full = term_bin(tc, op, x, y), cut = term_extract(tc, 0, w, full);
  return term_not(tc, term_eq(tc, full, is_signed ? term_sext(tc, wide, cut) : term_zext(tc, wide, cut)));
}

static term saturate(ex_unit *u, term_op op, bool is_signed, term a, term b) {
  term_ctx *tc = u->tc;
  unsigned w = term_get(tc, a)->width;
  term sum = term_bin(tc, op, a, b), over = ex_overflows(u, op, is_signed, a, b), limit;
  if (is_signed) {
    term min = term_const(tc, w, (term_u128)1 << (w - 1));
    limit = term_ite(tc, term_bin(tc, T_SLT, a, term_const(tc, w, 0)), min, term_not(tc, min));
  } else {
    limit = op == T_ADD ? term_not(tc, term_const(tc, w, 0)) : term_const(tc, w, 0);
  }
  return term_ite(tc, over, limit, sum);
}

/* ---- bits ---- */

static term bit(ex_unit *u, term a, unsigned i) { return term_extract(u->tc, i, 1, a); }

static term count_zeros(ex_unit *u, term a, bool leading) {
  unsigned w = term_get(u->tc, a)->width;
  term r = term_const(u->tc, w, w);
  for (unsigned i = 0; i < w; i++) { /* the last test built is the outermost: the first bit to look at */
    unsigned at = leading ? i : w - 1 - i;
    r = term_ite(u->tc, bit(u, a, at), term_const(u->tc, w, leading ? w - 1 - at : at), r);
  }
  return r;
}

static term permute(ex_unit *u, term a, unsigned unit) {
  unsigned w = term_get(u->tc, a)->width;
  term r = term_extract(u->tc, 0, unit, a);
  for (unsigned i = unit; i < w; i += unit) r = term_concat(u->tc, r, term_extract(u->tc, i, unit, a));
  return r;
}

static term popcount(ex_unit *u, term a) {
  unsigned w = term_get(u->tc, a)->width;
  term r = term_const(u->tc, w, 0);
  for (unsigned i = 0; i < w; i++) r = term_bin(u->tc, T_ADD, r, term_zext(u->tc, w, bit(u, a, i)));
  return r;
}

static term funnel(ex_unit *u, bool left, term a, term b, term c) {
  term_ctx *tc = u->tc;
  unsigned w = term_get(tc, a)->width;
  term amount = term_bin(tc, T_UREM, c, term_const(tc, w, w)),
       back = term_bin(tc, T_SUB, term_const(tc, w, w), amount);
  term zero = term_eq(tc, amount, term_const(tc, w, 0));
  if (left)
    return term_ite(tc, zero, a,
                    term_bin(tc, T_OR, term_bin(tc, T_SHL, a, amount), term_bin(tc, T_LSHR, b, back)));
  return term_ite(tc, zero, b,
                  term_bin(tc, T_OR, term_bin(tc, T_LSHR, b, amount), term_bin(tc, T_SHL, a, back)));
}

/* ---- floats ---- */

/* The value cut towards zero is one of the integer type. */
static term fits_integer(ex_unit *u, const fe_insn *in, term a) {
  term_ctx *tc = u->tc;
  unsigned w = in->ty.bits, fw = in->ty2.bits;
  bool is_signed = in->op == FE_FPTOSI;
  double hi = 1, lo;
  for (unsigned i = 0; i < (is_signed ? w - 1 : w); i++) hi *= 2;
  lo = is_signed ? -hi - 1 : -1;
  bool exact = fw == 32 ? (float)lo != (float)-hi : lo != -hi; /* the type has lo, the value just too small */
  term tlo, thi;
  if (fw == 32) {
    float fl = (float)lo, fh = (float)hi;
    uint32_t bl, bh;
    memcpy(&bl, &fl, 4), memcpy(&bh, &fh, 4);
    tlo = term_const(tc, 32, bl), thi = term_const(tc, 32, bh);
  } else {
    uint64_t bl, bh;
    memcpy(&bl, &lo, 8), memcpy(&bh, &hi, 8);
    tlo = term_const(tc, 64, bl), thi = term_const(tc, 64, bh);
  }
  return term_and(tc, term_bin(tc, exact ? T_FLT : T_FLE, tlo, a), term_bin(tc, T_FLT, a, thi));
}

/* Out of range the C conversion is undefined; x86 gives the "indefinite" value, as fe_eval does for numbers. */
static term float_to_int(ex_unit *u, const fe_insn *in, term a) {
  unsigned w = in->ty.bits;
  term value = term_funary(u->tc, in->op == FE_FPTOSI ? T_FTOS : T_FTOU, w, 0, a);
  return term_ite(u->tc, fits_integer(u, in, a), value, term_const(u->tc, w, (term_u128)1 << (w - 1)));
}

/* llvm.is.fpclass: bits of the mask are signalling and quiet NaN, then -inf, -normal, -subnormal, -0, +0, +subnormal,
 * +normal, +inf. */
static term is_class(ex_unit *u, term a, unsigned mask) {
  term_ctx *tc = u->tc;
  unsigned w = term_get(tc, a)->width, m = w == 32 ? 23 : 52, e = w - 1 - m;
  term exponent = term_extract(tc, m, e, a), fraction = term_extract(tc, 0, m, a);
  term negative = term_extract(tc, w - 1, 1, a), quiet = term_extract(tc, m - 1, 1, a);
  term e0 = term_eq(tc, exponent, term_const(tc, e, 0)), f0 = term_eq(tc, fraction, term_const(tc, m, 0));
  term e1 = term_eq(tc, exponent, term_not(tc, term_const(tc, e, 0)));
  term nan = term_and(tc, e1, term_not(tc, f0)), size[4];
  size[0] = term_and(tc, e1, f0);                             /* infinite */
  size[1] = term_and(tc, term_not(tc, e0), term_not(tc, e1)); /* normal */
  size[2] = term_and(tc, e0, term_not(tc, f0));               /* subnormal */
  size[3] = term_and(tc, e0, f0);                             /* zero */
  term r = term_bool(tc, false);
  if (mask & 1) r = term_or(tc, r, term_and(tc, nan, term_not(tc, quiet)));
  if (mask & 2) r = term_or(tc, r, term_and(tc, nan, quiet));
  for (unsigned i = 0; i < 4; i++) {
    bool minus = mask >> (2 + i) & 1, plus = mask >> (9 - i) & 1;
    term sign = minus && plus ? term_bool(tc, true) : minus ? negative : term_not(tc, negative);
    if (minus || plus) r = term_or(tc, r, term_and(tc, size[i], sign));
  }
  return r;
}

static term fmath(ex_unit *u, const fe_insn *in, term a, term b, term c) {
  term_ctx *tc = u->tc;
  unsigned w = in->ty.bits;
  term sign = a ? term_const(tc, term_get(tc, a)->width, (term_u128)1 << (term_get(tc, a)->width - 1)) : 0;
  switch (in->sub) {
  case FE_M_FABS: return term_bin(tc, T_AND, a, term_not(tc, sign));
  case FE_M_COPYSIGN:
    return term_bin(tc, T_OR, term_bin(tc, T_AND, a, term_not(tc, sign)), term_bin(tc, T_AND, b, sign));
  case FE_M_SQRT: return term_funary(tc, T_FSQRT, w, 0, a);
  case FE_M_FMA: return term_ffma(tc, a, b, c);
  case FE_M_FLOOR: return term_funary(tc, T_FRINT, w, 3, a);
  case FE_M_CEIL: return term_funary(tc, T_FRINT, w, 2, a);
  case FE_M_TRUNC: return term_funary(tc, T_FRINT, w, 4, a);
  case FE_M_RINT:
  case FE_M_NEARBYINT:
  case FE_M_ROUNDEVEN: return term_funary(tc, T_FRINT, w, 0, a);
  case FE_M_ROUND: return term_funary(tc, T_FRINT, w, 1, a);
  case FE_M_MINNUM: return term_bin(tc, T_FMIN, a, b);
  case FE_M_MAXNUM: return term_bin(tc, T_FMAX, a, b);
  case FE_M_IS_FPCLASS: return is_class(u, a, (unsigned)in->imm);
  default: return 0; /* transcendental: pinned by the caller */
  }
}

/* ---- the instruction ---- */

static const uint8_t bin_op[FE_OP_COUNT] = {
    [FE_ADD] = T_ADD,      [FE_SUB] = T_SUB,      [FE_MUL] = T_MUL,      [FE_UDIV] = T_UDIV,
    [FE_SDIV] = T_SDIV,    [FE_UREM] = T_UREM,    [FE_SREM] = T_SREM,    [FE_SHL] = T_SHL,
    [FE_LSHR] = T_LSHR,    [FE_ASHR] = T_ASHR,    [FE_AND] = T_AND,      [FE_OR] = T_OR,
    [FE_XOR] = T_XOR,      [FE_FADD] = T_FADD,    [FE_FSUB] = T_FSUB,    [FE_FMUL] = T_FMUL,
    [FE_FDIV] = T_FDIV,    [FE_FREM] = T_FREM,    [FE_SADD_OVF] = T_ADD, [FE_UADD_OVF] = T_ADD,
    [FE_SSUB_OVF] = T_SUB, [FE_USUB_OVF] = T_SUB, [FE_SMUL_OVF] = T_MUL, [FE_UMUL_OVF] = T_MUL,
    [FE_SADD_SAT] = T_ADD, [FE_UADD_SAT] = T_ADD, [FE_SSUB_SAT] = T_SUB, [FE_USUB_SAT] = T_SUB};

/* Errors of an instruction as conditions; false: the path ended. */
static bool check(ex_unit *u, ex_state *s, const fe_insn *in, ex_val a, ex_val b) {
  term_ctx *tc = u->tc;
  unsigned w = in->ty.bits;
  switch (in->op) {
  case FE_UDIV:
  case FE_SDIV:
  case FE_UREM:
  case FE_SREM: {
    term tb = ex_term(u, b, w);
    if (!ex_guard(u, s, term_eq(tc, tb, term_const(tc, w, 0)), SUM_DIV_ZERO, "division by zero"))
      return false;
    if (in->op == FE_UDIV || in->op == FE_UREM) return true;
    term min = term_const(tc, w, (term_u128)1 << (w - 1)), minus1 = term_not(tc, term_const(tc, w, 0));
    term bad = term_and(tc, term_eq(tc, ex_term(u, a, w), min), term_eq(tc, tb, minus1));
    return ex_guard(u, s, bad, SUM_DIV_ZERO, "division overflow: the smallest value divided by -1");
  }
  case FE_SHL:
  case FE_LSHR:
  case FE_ASHR:
    return ex_guard(u, s, term_bin(tc, T_ULE, term_const(tc, w, w), ex_term(u, b, w)), SUM_BAD_SHIFT,
                    "shift by a negative amount or by at least the width");
  case FE_ADD:
  case FE_SUB:
  case FE_MUL:
    if (!(in->flags & FE_F_NSW) || !(u->e->opt.checks & EX_CHECK(SUM_OVERFLOW))) return true;
    return ex_guard(u, s, ex_overflows(u, bin_op[in->op], true, ex_term(u, a, w), ex_term(u, b, w)),
                    SUM_OVERFLOW, "signed overflow");
  case FE_CTLZ:
  case FE_CTTZ:
    return !(in->flags & FE_F_POISON) || ex_guard(u, s, term_eq(tc, ex_term(u, a, w), term_const(tc, w, 0)),
                                                  SUM_BAD_SHIFT, "the zeros of 0 are counted");
  default: return true;
  }
}

static term is_finite(ex_unit *u, term t) {
  unsigned w = term_get(u->tc, t)->width, mantissa = w == 32 ? 23 : 52;
  term exponent = term_extract(u->tc, mantissa, w - 1 - mantissa, t);
  return term_not(u->tc, term_eq(u->tc, exponent, term_not(u->tc, term_const(u->tc, w - 1 - mantissa, 0))));
}

/* A float computation that leaves the range: an infinite result of finite operands (division by zero among them), or a value
 * the integer type cannot hold. */
static bool check_float(ex_unit *u, ex_state *s, const fe_insn *in, ex_val a, ex_val b, ex_val r) {
  term_ctx *tc = u->tc;
  if (!(u->e->opt.checks & EX_CHECK(SUM_FLOAT_OVERFLOW))) return true;
  switch (in->op) {
  case FE_FADD:
  case FE_FSUB:
  case FE_FMUL:
  case FE_FDIV:
  case FE_FPTRUNC: {
    fe_ty from = in->op == FE_FPTRUNC ? in->ty2 : in->ty;
    if (from.bits > 64) return true;
    unsigned w = in->ty.bits, exponent0 = w == 32 ? 23 : 52;
    term tr = ex_term(u, r, w),
         inf = term_const(tc, w - 1, (((term_u128)1 << (w - 1 - exponent0)) - 1) << exponent0);
    term bad = term_and(tc, term_eq(tc, term_extract(tc, 0, w - 1, tr), inf),
                        is_finite(u, ex_term(u, a, from.bits)));
    if (in->op != FE_FPTRUNC) bad = term_and(tc, bad, is_finite(u, ex_term(u, b, w)));
    return ex_guard(u, s, bad, SUM_FLOAT_OVERFLOW, "the result of finite operands is infinite");
  }
  case FE_FPTOSI:
  case FE_FPTOUI:
    if (in->ty2.bits > 64) return true;
    return ex_guard(u, s, term_not(tc, fits_integer(u, in, ex_term(u, a, in->ty2.bits))), SUM_FLOAT_OVERFLOW,
                    "the value does not fit the integer type");
  default: return true;
  }
}

/* Values of transcendental functions and 80-bit floats are pinned to the witness: the operand is fixed and the summary says so. */
static bool pin(ex_unit *u, ex_state *s, ex_val *v, unsigned width) {
  if (is_number(u, *v)) return true;
  term t = ex_term(u, *v, width), k = term_const(u->tc, width, term_eval(u->tc, t, s->model->m));
  ex_note_bound(u, s, SUM_B_FLOAT);
  if (!ex_assume(u, s, term_eq(u->tc, t, k))) return false;
  *v = ex_from_term(u, k);
  return true;
}

static term symbolic(ex_unit *u, const fe_insn *in, term a, term b, term c, term *second) {
  term_ctx *tc = u->tc;
  unsigned w = in->ty.bits;
  switch (in->op) {
  case FE_MOV: return a;
  case FE_SHL:
  case FE_LSHR:
  case FE_ASHR: {
    /* x86 takes the amount modulo the width (modulo 32 below 32 bits) where C leaves it undefined */
    unsigned mod = w <= 32 ? 32 : w;
    if (w >= 8 && (w & (w - 1)) == 0) b = term_bin(tc, T_AND, b, term_const(tc, w, mod - 1));
    return term_bin(tc, bin_op[in->op], a, b);
  }
  case FE_ICMP: return icmp(u, in->sub, a, b);
  case FE_FCMP: return fcmp(u, in->sub, a, b);
  case FE_FNEG: return term_bin(tc, T_XOR, a, term_const(tc, w, (term_u128)1 << (w - 1)));
  case FE_TRUNC: return term_extract(tc, 0, w, a);
  case FE_ZEXT: return term_zext(tc, w, a);
  case FE_SEXT: return term_sext(tc, w, a);
  case FE_PTRTOINT:
  case FE_INTTOPTR: return w <= in->ty2.bits ? term_extract(tc, 0, w, a) : term_zext(tc, w, a);
  case FE_BITCAST: return a;
  case FE_FPTOSI:
  case FE_FPTOUI: return float_to_int(u, in, a);
  case FE_SITOFP: return term_funary(tc, T_STOF, w, 0, a);
  case FE_UITOFP: return term_funary(tc, T_UTOF, w, 0, a);
  case FE_FPTRUNC:
  case FE_FPEXT: return term_funary(tc, T_FTOF, w, 0, a);
  case FE_SELECT: return term_ite(tc, a, b, c);
  case FE_BSWAP: return permute(u, a, 8);
  case FE_BITREVERSE: return permute(u, a, 1);
  case FE_CTPOP: return popcount(u, a);
  case FE_CTLZ: return count_zeros(u, a, true);
  case FE_CTTZ: return count_zeros(u, a, false);
  case FE_FSHL:
  case FE_FSHR: return funnel(u, in->op == FE_FSHL, a, b, c);
  case FE_ABS: return term_ite(tc, term_bin(tc, T_SLT, a, term_const(tc, w, 0)), term_neg(tc, a), a);
  case FE_SMIN: return term_ite(tc, term_bin(tc, T_SLT, a, b), a, b);
  case FE_SMAX: return term_ite(tc, term_bin(tc, T_SLT, a, b), b, a);
  case FE_UMIN: return term_ite(tc, term_bin(tc, T_ULT, a, b), a, b);
  case FE_UMAX: return term_ite(tc, term_bin(tc, T_ULT, a, b), b, a);
  case FE_SADD_SAT:
  case FE_SSUB_SAT: return saturate(u, bin_op[in->op], true, a, b);
  case FE_UADD_SAT:
  case FE_USUB_SAT: return saturate(u, bin_op[in->op], false, a, b);
  case FE_SADD_OVF:
  case FE_SSUB_OVF:
  case FE_SMUL_OVF:
    *second = ex_overflows(u, bin_op[in->op], true, a, b);
    return term_bin(tc, bin_op[in->op], a, b);
  case FE_UADD_OVF:
  case FE_USUB_OVF:
  case FE_UMUL_OVF:
    *second = ex_overflows(u, bin_op[in->op], false, a, b);
    return term_bin(tc, bin_op[in->op], a, b);
  case FE_FMATH: return fmath(u, in, a, b, c);
  default: return term_bin(tc, bin_op[in->op], a, b);
  }
}

/* Does this instruction have a symbolic form? Otherwise its operands are pinned. */
static bool has_terms(const fe_insn *in) {
  if (in->ty.kind == FE_F80 || in->ty2.kind == FE_F80) return false;
  if (in->op == FE_FREM) return false;
  if ((in->op == FE_UITOFP || in->op == FE_SITOFP) && in->ty2.bits > 64) return false;
  if ((in->op == FE_FPTOUI || in->op == FE_FPTOSI) && in->ty.bits > 64) return false;
  return in->op != FE_FMATH || in->sub <= FE_M_MAXNUM || in->sub == FE_M_IS_FPCLASS;
}

ex_go ex_arith(ex_unit *u, ex_state *s, const fe_insn *in, ex_val a, ex_val b, ex_val c, ex_val out[2]) {
  fe_ty opty = in->op == FE_ICMP || in->op == FE_FCMP || (in->op >= FE_TRUNC && in->op <= FE_BITCAST)
                   ? in->ty2
                   : in->ty;
  if (in->op == FE_FMATH && in->ty2.bits) opty = in->ty2;
  bool numbers = is_number(u, a) && is_number(u, b) && is_number(u, c);
  if (!numbers && !has_terms(in)) {
    if (!pin(u, s, &a, opty.bits) ||
        (in->b != FE_NONE && !pin(u, s, &b, in->op == FE_FMATH && in->sub == FE_M_POWI ? 32 : opty.bits)) ||
        (in->c != FE_NONE && !pin(u, s, &c, opty.bits)))
      return EX_FORKED;
    numbers = true;
  }
  if (numbers) {
    fe_val r[2];
    memset(r, 0, sizeof r);
    fe_eval_status st = fe_eval(in, number(u, a), number(u, b), number(u, c), r);
    if (st != FE_OK && !check(u, s, in, a, b)) return EX_FORKED;
    out[0] = from_number(u, r[0], in->ty);
    out[1] = ex_num(r[1].lo & 1);
    return check_float(u, s, in, a, b, out[0]) ? EX_GO : EX_FORKED;
  }
  if (!check(u, s, in, a, b)) return EX_FORKED;
  term ta, tb = 0, tc = 0, second = 0;
  if (in->op == FE_SELECT) {
    ta = ex_term(u, a, 1), tb = ex_term(u, b, in->ty.bits), tc = ex_term(u, c, in->ty.bits);
  } else {
    ta = ex_term(u, a, opty.bits);
    if (in->b != FE_NONE && in->op != FE_CTLZ && in->op != FE_CTTZ && in->op != FE_ABS)
      tb = ex_term(u, b, opty.bits);
    if (in->c != FE_NONE) tc = ex_term(u, c, opty.bits);
  }
  term r = symbolic(u, in, ta, tb, tc, &second);
  assert(r);
  out[0] = ex_from_term(u, r);
  if (second) out[1] = ex_from_term(u, second);
  return check_float(u, s, in, a, b, out[0]) ? EX_GO : EX_FORKED;
}
