/* Comparisons of floats. An integer that its float represents exactly is compared as the integer it is. */
#include "summaries/term_simplify.h"

#include <math.h>

/* Is this an integer converted without loss? Gives the integer as a signed term that has room for one more. */
static term exact_integer(term_ctx *tc, term f) {
  term_node n = tc->node[f];
  if (n.op != T_STOF && n.op != T_UTOF) return 0;
  unsigned digits = n.width == 32 ? 24 : n.width == 64 ? 53 : 0, w = width_of(tc, n.a);
  if (w > digits) return 0;
  return n.op == T_STOF ? term_sext(tc, 64, n.a) : term_zext(tc, 64, n.a);
}

static double const_double(const term_ctx *tc, term t) {
  u128 v = value_of(tc, t);
  if (width_of(tc, t) == 32) {
    uint32_t bits = (uint32_t)v;
    float f;
    memcpy(&f, &bits, 4);
    return (double)f;
  }
  uint64_t bits = (uint64_t)v;
  double d;
  memcpy(&d, &bits, 8);
  return d;
}

/* i op c, or c op i, for an integer i and a float constant c. */
static term integer_with_const(term_ctx *tc, term_op op, term i, double c, bool left) {
  if (isnan(c)) return term_bool(tc, false);
  if (c >= 0x1p62 || c <= -0x1p62) /* beyond every integer here */
    return term_bool(tc, op != T_FEQ && (c > 0) == left);
  double down = floor(c), up = ceil(c);
  if (op == T_FEQ && down != up) return term_bool(tc, false);
  if (op == T_FEQ) return term_eq(tc, i, term_const(tc, 64, (u128)(i128)c));
  if (left) { /* i < c: i <= ceil(c) - 1; i <= c: i <= floor(c) */
    if (op == T_FLT) return term_bin(tc, T_SLT, i, term_const(tc, 64, (u128)(i128)up));
    return term_bin(tc, T_SLE, i, term_const(tc, 64, (u128)(i128)down));
  }
  if (op == T_FLT) return term_bin(tc, T_SLT, term_const(tc, 64, (u128)(i128)down), i);
  return term_bin(tc, T_SLE, term_const(tc, 64, (u128)(i128)up), i);
}

term term_make_float_compare(term_ctx *tc, term_op op, term a, term b) {
  if (op == T_FEQ && (is_const(tc, a) || (a > b && !is_const(tc, b)))) { /* equality is symmetric */
    term t = a;
    a = b, b = t;
  }
  unsigned w = width_of(tc, a);
  if (w == 32 || w == 64) {
    if (a == b) return op == T_FLT ? term_bool(tc, false) : term_not(tc, term_funary(tc, T_FISNAN, 1, 0, a));
    term i = exact_integer(tc, a), j = exact_integer(tc, b);
    if (i && j) return term_bin(tc, op == T_FEQ ? T_EQ : op == T_FLT ? T_SLT : T_SLE, i, j);
    if (i && is_const(tc, b)) return integer_with_const(tc, op, i, const_double(tc, b), true);
    if (j && is_const(tc, a)) return integer_with_const(tc, op, j, const_double(tc, a), false);
  }
  return term_intern(tc, op, 1, 0, a, b, 0, 0);
}
