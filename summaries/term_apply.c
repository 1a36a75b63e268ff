/* One operator on values: what a term means. Constant folding and evaluation both come here, so that they
 * cannot disagree. Integers follow SMT-LIB (division by zero included), floats follow the host's IEEE
 * arithmetic, which is exact for float and double under round to nearest even. */
#include "summaries/term_internal.h"

#include <math.h>

static float to_f32(u128 v) {
  uint32_t bits = (uint32_t)v;
  float f;
  memcpy(&f, &bits, sizeof f);
  return f;
}
static double to_f64(u128 v) {
  uint64_t bits = (uint64_t)v;
  double f;
  memcpy(&f, &bits, sizeof f);
  return f;
}
static long double to_f80(u128 v) {
  long double f = 0;
  memcpy(&f, &v, 10);
  return f;
}
static u128 of_f32(float f) {
  uint32_t bits;
  memcpy(&bits, &f, sizeof f);
  return bits;
}
static u128 of_f64(double f) {
  uint64_t bits;
  memcpy(&bits, &f, sizeof f);
  return bits;
}
static u128 of_f80(long double f) {
  u128 v = 0;
  memcpy(&v, &f, 10);
  return v;
}

/* min and max as C's fmin and fmax: a NaN loses; of two zeros the first wins. */
#define FLOAT_ARITH(NAME, TYPE, TO, OF, SUFFIX)                           \
  static u128 NAME(term_op op, uint32_t aux, u128 va, u128 vb, u128 vc) { \
    TYPE a = TO(va), b = TO(vb);                                          \
    switch (op) {                                                         \
    case T_FADD: return OF(a + b);                                        \
    case T_FSUB: return OF(a - b);                                        \
    case T_FMUL: return OF(a * b);                                        \
    case T_FDIV: return OF(a / b);                                        \
    case T_FREM: return OF(fmod##SUFFIX(a, b));                           \
    case T_FSQRT: return OF(sqrt##SUFFIX(a));                             \
    case T_FFMA: return OF(fma##SUFFIX(a, b, TO(vc)));                    \
    case T_FMIN: return isnan(a) ? vb : isnan(b) ? va : b < a ? vb : va;  \
    case T_FMAX: return isnan(a) ? vb : isnan(b) ? va : b > a ? vb : va;  \
    case T_FRINT:                                                         \
      return OF(aux == 0   ? rint##SUFFIX(a)                              \
                : aux == 1 ? round##SUFFIX(a)                             \
                : aux == 2 ? ceil##SUFFIX(a)                              \
                : aux == 3 ? floor##SUFFIX(a)                             \
                           : trunc##SUFFIX(a));                           \
    case T_FEQ: return a == b;                                            \
    case T_FLT: return a < b;                                             \
    case T_FLE: return a <= b;                                            \
    case T_FISNAN: return isnan(a) ? 1 : 0;                               \
    default: return 0;                                                    \
    }                                                                     \
  }
FLOAT_ARITH(arith_f32, float, to_f32, of_f32, f)
FLOAT_ARITH(arith_f64, double, to_f64, of_f64, )
FLOAT_ARITH(arith_f80, long double, to_f80, of_f80, l)

static u128 apply_float(term_op op, uint32_t aux, unsigned wa, u128 a, u128 b, u128 c) {
  switch (wa) {
  case 32: return arith_f32(op, aux, a, b, c);
  case 64: return arith_f64(op, aux, a, b, c);
  case 80: return arith_f80(op, aux, a, b, c);
  default: return 0; /* no such float on the host */
  }
}

static u128 float_to_float(unsigned width, unsigned wa, u128 a) {
  if (wa == 32)
    return width == 64 ? of_f64((double)to_f32(a)) : width == 80 ? of_f80((long double)to_f32(a)) : a;
  if (wa == 64)
    return width == 32 ? of_f32((float)to_f64(a)) : width == 80 ? of_f80((long double)to_f64(a)) : a;
  if (wa == 80) return width == 32 ? of_f32((float)to_f80(a)) : width == 64 ? of_f64((double)to_f80(a)) : a;
  return 0;
}

/* Out of range there is no right answer; the one given is a processor's "indefinite". */
static u128 float_to_int(bool is_signed, unsigned width, unsigned wa, u128 a) {
  long double f = wa == 32   ? (long double)to_f32(a)
                  : wa == 64 ? (long double)to_f64(a)
                  : wa == 80 ? to_f80(a)
                             : 0;
  if (isnan(f)) return sign_bit(width);
  f = truncl(f);
  long double limit = ldexpl(1, (int)width - (is_signed ? 1 : 0));
  if (f >= limit || f < (is_signed ? -limit : 0)) return sign_bit(width);
  return (f < 0 ? (u128)(i128)f : (u128)f) & mask_of(width);
}

static u128 int_to_float(bool is_signed, unsigned width, unsigned wa, u128 a) {
  i128 s = as_signed(a, wa);
  if (width == 32) return of_f32(is_signed ? (float)s : (float)a);
  if (width == 64) return of_f64(is_signed ? (double)s : (double)a);
  if (width == 80) return of_f80(is_signed ? (long double)s : (long double)a);
  return 0;
}

static u128 apply_signed_division(term_op op, unsigned w, u128 a, u128 b) {
  i128 sa = as_signed(a, w), sb = as_signed(b, w);
  if (op == T_SDIV) {
    if (sb == 0) return sa < 0 ? 1 : mask_of(w);
    return (sb == -1 ? -a : (u128)(sa / sb)) & mask_of(w);
  }
  if (sb == 0) return a;
  return (sb == -1 ? 0 : (u128)(sa % sb)) & mask_of(w);
}

static u128 apply_shift(term_op op, unsigned w, u128 a, u128 b) {
  if (op == T_SHL) return b >= w ? 0 : (a << (unsigned)b) & mask_of(w);
  if (op == T_LSHR) return b >= w ? 0 : a >> (unsigned)b;
  return (u128)(as_signed(a, w) >> (b >= w ? w - 1 : (unsigned)b)) & mask_of(w);
}

u128 term_apply(term_op op, unsigned width, uint32_t aux, unsigned wa, u128 a, u128 b, u128 c) {
  u128 m = mask_of(width);
  switch (op) {
  case T_ADD: return (a + b) & m;
  case T_SUB: return (a - b) & m;
  case T_MUL: return (a * b) & m;
  case T_UDIV: return b ? a / b : m;
  case T_UREM: return b ? a % b : a;
  case T_SDIV:
  case T_SREM: return apply_signed_division(op, wa, a, b);
  case T_SHL:
  case T_LSHR:
  case T_ASHR: return apply_shift(op, wa, a, b);
  case T_AND: return a & b;
  case T_OR: return a | b;
  case T_XOR: return a ^ b;
  case T_NOT: return ~a & m;
  case T_NEG: return -a & m;
  case T_EQ: return a == b;
  case T_ULT: return a < b;
  case T_ULE: return a <= b;
  case T_SLT: return as_signed(a, wa) < as_signed(b, wa);
  case T_SLE: return as_signed(a, wa) <= as_signed(b, wa);
  case T_ITE: return a ? b : c;
  case T_ZEXT: return a;
  case T_SEXT: return (u128)as_signed(a, wa) & m;
  case T_EXTRACT: return (a >> aux) & m;
  case T_CONCAT: return a << (width - wa) | b;
  case T_FTOF: return float_to_float(width, wa, a);
  case T_FTOS: return float_to_int(true, width, wa, a);
  case T_FTOU: return float_to_int(false, width, wa, a);
  case T_STOF: return int_to_float(true, width, wa, a);
  case T_UTOF: return int_to_float(false, width, wa, a);
  default: return apply_float(op, aux, wa, a, b, c);
  }
}
