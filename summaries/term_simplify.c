/* The constructors of arithmetic. Each applies local rules and otherwise interns the node; interning folds
 * whatever the facts (term_facts.c) leave one value. A constant operand of a commutative operator stands on
 * the right. Rules are chosen so that what people read stays close to the source: no canonical forms for
 * their own sake. Predicates and selections are in term_predicate.c. */
#include "summaries/term_simplify.h"

/* ---- helpers ---- */

static void order(term_ctx *tc, term *a, term *b) { /* constants right, addresses left, else by age */
  bool ca = is_const(tc, *a), cb = is_const(tc, *b), aa = op_of(tc, *a) == T_ADDR,
       ab = op_of(tc, *b) == T_ADDR;
  if (ca != cb ? ca : aa != ab ? ab : *a > *b) {
    term t = *a;
    *a = *b, *b = t;
  }
}

/* op(ite tree of constants, constant): the operator moves to the leaves when there are few. */
#define PUSH_LEAVES 16u
static bool few_leaves(const term_ctx *tc, term t) {
  uint32_t n = tc->node[t].flags & TF_LEAVES;
  return n >= 2 && n <= PUSH_LEAVES;
}

static term push_binary(term_ctx *tc, term_op op, term a, term b) {
  term_node n = tc->node[is_const(tc, a) ? b : a];
  assert(n.op == T_ITE);
  if (is_const(tc, a)) return term_ite(tc, n.a, term_bin(tc, op, a, n.b), term_bin(tc, op, a, n.c));
  return term_ite(tc, n.a, term_bin(tc, op, n.b, b), term_bin(tc, op, n.c, b));
}

static term fold2(term_ctx *tc, term_op op, unsigned width, term a, term b) {
  return term_const(tc, width,
                    term_apply(op, width, 0, width_of(tc, a), value_of(tc, a), value_of(tc, b), 0));
}

/* ---- sums ---- */

static term addr_plus(term_ctx *tc, term addr, u128 k) {
  term_node n = tc->node[addr];
  int64_t offset = (int64_t)(n.value + (uint64_t)k), limit = (int64_t)1 << 30;
  if (offset < -limit || offset >= 3 * limit) return 0;
  return term_addr(tc, n.aux, offset);
}

static term mk_add(term_ctx *tc, term a, term b) {
  unsigned w = width_of(tc, a);
  order(tc, &a, &b);
  term_node na = tc->node[a], nb = tc->node[b];
  if (nb.op == T_CONST) {
    u128 k = value_of(tc, b);
    if (k == 0) return a;
    if (na.op == T_ADDR) {
      term t = addr_plus(tc, a, k);
      if (t) return t;
    }
    if (na.op == T_ADD && is_const(tc, na.b))
      return mk_add(tc, na.a, term_const(tc, w, k + value_of(tc, na.b)));
    if (na.op == T_ADD && op_of(tc, na.a) == T_ADDR) {
      term t = addr_plus(tc, na.a, k);
      if (t) return mk_add(tc, t, na.b);
    }
    if (na.op == T_SUB && is_const(tc, na.a))
      return term_bin(tc, T_SUB, term_const(tc, w, k + value_of(tc, na.a)), na.b);
    return term_intern(tc, T_ADD, w, 0, a, b, 0, 0);
  }
  if (nb.op == T_NEG) return term_bin(tc, T_SUB, a, nb.a);
  if (na.op == T_NEG) return term_bin(tc, T_SUB, b, na.a);
  if (na.op == T_SUB && na.b == b) return na.a;
  if (nb.op == T_SUB && nb.b == a) return nb.a;
  if (na.op == T_ADD && is_const(tc, na.b)) return mk_add(tc, mk_add(tc, na.a, b), na.b);
  if (nb.op == T_ADD && is_const(tc, nb.b)) return mk_add(tc, mk_add(tc, a, nb.a), nb.b);
  /* An address comes first; of two (nonsense, but code may do it) either may. */
  if (nb.op == T_ADD && op_of(tc, nb.a) == T_ADDR && na.op != T_ADDR)
    return mk_add(tc, nb.a, mk_add(tc, a, nb.b));
  if (na.op == T_ADD && op_of(tc, na.a) == T_ADDR && nb.op != T_ADDR)
    return mk_add(tc, na.a, mk_add(tc, na.b, b));
  return term_intern(tc, T_ADD, w, 0, a, b, 0, 0);
}

static term mk_sub(term_ctx *tc, term a, term b) {
  unsigned w = width_of(tc, a);
  if (a == b) return term_const(tc, w, 0);
  if (is_const(tc, b)) return mk_add(tc, a, term_const(tc, w, -value_of(tc, b)));
  term_node na = tc->node[a], nb = tc->node[b];
  if (na.op == T_CONST && value_of(tc, a) == 0) return term_neg(tc, b);
  if (na.op == T_ADDR && nb.op == T_ADDR && na.aux == nb.aux)
    return term_const(tc, w, (u128)na.value - nb.value);
  if (nb.op == T_NEG) return mk_add(tc, a, nb.a);
  if (na.op == T_ADD && na.a == b) return na.b;
  if (na.op == T_ADD && na.b == b) return na.a;
  if (nb.op == T_ADD && nb.a == a) return term_neg(tc, nb.b);
  if (nb.op == T_ADD && nb.b == a) return term_neg(tc, nb.a);
  if (na.op == T_SUB && na.a == b) return term_neg(tc, na.b);
  if (nb.op == T_SUB && nb.a == a) return nb.b;
  if (nb.op == T_ADD && is_const(tc, nb.b))
    return mk_add(tc, mk_sub(tc, a, nb.a), term_const(tc, w, -value_of(tc, nb.b)));
  if (na.op == T_ADD && is_const(tc, na.b)) return mk_add(tc, mk_sub(tc, na.a, b), na.b);
  if (na.op == T_ADD && op_of(tc, na.a) == T_ADDR) { /* (obj + x) - (obj + y) */
    if (nb.op == T_ADDR && nb.aux == tc->node[na.a].aux) return mk_add(tc, na.b, mk_sub(tc, na.a, b));
    if (nb.op == T_ADD && op_of(tc, nb.a) == T_ADDR && tc->node[nb.a].aux == tc->node[na.a].aux)
      return mk_add(tc, mk_sub(tc, na.b, nb.b), mk_sub(tc, na.a, nb.a));
  }
  if (na.op == T_ADDR && nb.op == T_ADD && op_of(tc, nb.a) == T_ADDR && tc->node[nb.a].aux == na.aux)
    return mk_sub(tc, mk_sub(tc, a, nb.a), nb.b);
  return term_intern(tc, T_SUB, w, 0, a, b, 0, 0);
}

term term_neg(term_ctx *tc, term a) {
  unsigned w = width_of(tc, a);
  term_node n = tc->node[a];
  if (n.op == T_CONST) return term_const(tc, w, -value_of(tc, a));
  if (w == 1) return a;
  if (n.op == T_NEG) return n.a;
  if (n.op == T_SUB) return mk_sub(tc, n.b, n.a);
  return term_intern(tc, T_NEG, w, 0, a, 0, 0, 0);
}

/* ---- products ---- */

static term mk_mul(term_ctx *tc, term a, term b) {
  unsigned w = width_of(tc, a);
  order(tc, &a, &b);
  term_node na = tc->node[a];
  if (is_const(tc, b)) {
    u128 k = value_of(tc, b);
    if (k == 0) return b;
    if (k == 1) return a;
    if (k == mask_of(w)) return term_neg(tc, a);
    if (na.op == T_MUL && is_const(tc, na.b))
      return mk_mul(tc, na.a, term_const(tc, w, k * value_of(tc, na.b)));
    if (na.op == T_ADD && is_const(tc, na.b))
      return mk_add(tc, mk_mul(tc, na.a, b), term_const(tc, w, k * value_of(tc, na.b)));
    if (na.op == T_NEG) return mk_mul(tc, na.a, term_const(tc, w, -k));
  }
  if (w == 1) return term_bin(tc, T_AND, a, b);
  return term_intern(tc, T_MUL, w, 0, a, b, 0, 0);
}

static bool non_negative(const term_ctx *tc, term t) {
  return term_facts(tc, t).hi < sign_bit(width_of(tc, t));
}

static term mk_divide(term_ctx *tc, term_op op, term a, term b) {
  unsigned w = width_of(tc, a);
  if (w > 1 && (op == T_SDIV || op == T_SREM) && non_negative(tc, a) && non_negative(tc, b) &&
      term_facts(tc, b).lo > 0)
    op = op == T_SDIV ? T_UDIV : T_UREM;
  bool quotient = op == T_UDIV || op == T_SDIV, is_signed = op == T_SDIV || op == T_SREM;
  facts fa = term_facts(tc, a), fb = term_facts(tc, b);
  if (!is_signed && fa.hi < fb.lo) return quotient ? term_const(tc, w, 0) : a;
  if (is_const(tc, b) && w > 1) {
    u128 k = value_of(tc, b);
    if (k == 1) return quotient ? a : term_const(tc, w, 0);
    if (k == mask_of(w) && is_signed) return quotient ? term_neg(tc, a) : term_const(tc, w, 0);
    term_node na = tc->node[a];
    if (!is_signed && k && na.op == T_MUL && is_const(tc, na.b)) { /* x*c over k where nothing overflows */
      u128 c = value_of(tc, na.b), x = term_facts(tc, na.a).hi;
      if (c && x <= mask_of(w) / c && c % k == 0)
        return quotient ? mk_mul(tc, na.a, term_const(tc, w, c / k)) : term_const(tc, w, 0);
    }
    if (!is_signed && k && na.op == T_ZEXT && k <= mask_of(width_of(tc, na.a)))
      return term_zext(tc, w, mk_divide(tc, op, na.a, term_const(tc, width_of(tc, na.a), k)));
  }
  return term_intern(tc, op, w, 0, a, b, 0, 0);
}

static term mk_shift(term_ctx *tc, term_op op, term a, term b) {
  unsigned w = width_of(tc, a);
  term_node na = tc->node[a];
  if (op == T_ASHR && non_negative(tc, a)) op = T_LSHR;
  if (na.op == T_CONST && value_of(tc, a) == 0) return a;
  if (is_const(tc, b)) {
    u128 k = value_of(tc, b);
    if (k == 0) return a;
    if (k >= w) {
      if (op != T_ASHR) return term_const(tc, w, 0);
      k = w - 1;
      if (k == 0) return a;
      b = term_const(tc, w, k);
    }
    if (na.op == op && is_const(tc, na.b) && k <= 128 && value_of(tc, na.b) <= 128) {
      u128 sum = k + value_of(tc, na.b);
      if (sum <= mask_of(w)) return mk_shift(tc, op, na.a, term_const(tc, w, sum));
      return op == T_ASHR ? mk_shift(tc, op, na.a, term_const(tc, w, w - 1)) : term_const(tc, w, 0);
    }
    if (op == T_LSHR && na.op == T_ZEXT && k < width_of(tc, na.a))
      return term_zext(tc, w, mk_shift(tc, op, na.a, term_const(tc, width_of(tc, na.a), k)));
    if (op == T_LSHR && na.op == T_CONCAT && k == width_of(tc, na.b)) return term_zext(tc, w, na.a);
  }
  return term_intern(tc, op, w, 0, a, b, 0, 0);
}

/* ---- bitwise ---- */

static bool complementary(const term_ctx *tc, term a, term b) {
  return (op_of(tc, a) == T_NOT && tc->node[a].a == b) || (op_of(tc, b) == T_NOT && tc->node[b].a == a);
}

/* x << k | y where y has k bits: (x y) side by side. */
static term join_parts(term_ctx *tc, term a, term b) {
  for (int turn = 0; turn < 2; turn++) {
    term_node shl = tc->node[turn ? b : a], low = tc->node[turn ? a : b];
    if (shl.op != T_SHL || !is_const(tc, shl.b) || low.op != T_ZEXT) continue;
    u128 k = value_of(tc, shl.b);
    term_node high = tc->node[shl.a];
    if (k != width_of(tc, low.a) || high.op != T_ZEXT || k + width_of(tc, high.a) > shl.width) continue;
    return term_zext(tc, shl.width, term_concat(tc, high.a, low.a));
  }
  return 0;
}

static term bitwise_const(term_ctx *tc, term_op op, term a, term b) {
  unsigned w = width_of(tc, a);
  u128 k = value_of(tc, b), m = mask_of(w);
  term_node na = tc->node[a];
  facts f = term_facts(tc, a);
  if (op == T_AND && (~k & m & ~f.zero) == 0) return a; /* clears only zeros */
  if (op == T_OR && (k & ~f.one) == 0) return a;        /* sets only ones */
  if (op == T_XOR && k == 0) return a;
  if (op == T_XOR && k == m) return term_not(tc, a);
  if (na.op == op && is_const(tc, na.b)) return term_bin(tc, op, na.a, fold2(tc, op, w, b, na.b));
  if (na.op == T_ZEXT && k <= mask_of(width_of(tc, na.a)))
    return term_zext(tc, w, term_bin(tc, op, na.a, term_const(tc, width_of(tc, na.a), k)));
  if (op == T_AND && na.op == T_SEXT && k <= mask_of(width_of(tc, na.a)))
    return term_zext(tc, w, term_bin(tc, op, na.a, term_const(tc, width_of(tc, na.a), k)));
  if (op == T_AND && na.op == T_CONCAT && k <= mask_of(width_of(tc, na.b)))
    return term_zext(tc, w, term_bin(tc, op, na.b, term_const(tc, width_of(tc, na.b), k)));
  return 0;
}

static term mk_bitwise(term_ctx *tc, term_op op, term a, term b) {
  unsigned w = width_of(tc, a);
  u128 m = mask_of(w);
  order(tc, &a, &b);
  if (a == b) return op == T_XOR ? term_const(tc, w, 0) : a;
  if (complementary(tc, a, b)) return term_const(tc, w, op == T_AND ? 0 : m);
  term_node na = tc->node[a], nb = tc->node[b];
  if (nb.op == T_CONST) {
    term t = bitwise_const(tc, op, a, b);
    if (t) return t;
  }
  if (w == 1) {
    term t = term_connective(tc, op, a, b);
    if (t) return t;
  }
  if (op != T_XOR) { /* a & (a & x), a | (a & x), ... */
    if (nb.op == op && (nb.a == a || nb.b == a)) return b;
    if (na.op == op && (na.a == b || na.b == b)) return a;
    term_op dual = op == T_AND ? T_OR : T_AND;
    if (nb.op == dual && (nb.a == a || nb.b == a)) return a;
    if (na.op == dual && (na.a == b || na.b == b)) return b;
  }
  if (op == T_XOR && na.op == T_XOR && (na.a == b || na.b == b)) return na.a == b ? na.b : na.a;
  if (op == T_XOR && nb.op == T_XOR && (nb.a == a || nb.b == a)) return nb.a == a ? nb.b : nb.a;
  if (na.op == T_ZEXT && nb.op == T_ZEXT && width_of(tc, na.a) == width_of(tc, nb.a))
    return term_zext(tc, w, term_bin(tc, op, na.a, nb.a));
  if (na.op == T_SEXT && nb.op == T_SEXT && width_of(tc, na.a) == width_of(tc, nb.a))
    return term_sext(tc, w, term_bin(tc, op, na.a, nb.a));
  if (op == T_OR) {
    term t = join_parts(tc, a, b);
    if (t) return t;
  }
  return term_intern(tc, op, w, 0, a, b, 0, 0);
}

/* ---- the entry for all binary operators ---- */

term term_bin(term_ctx *tc, term_op op, term a, term b) {
  assert(term_arity(op) == 2 && op != T_CONCAT);
  assert(width_of(tc, a) == width_of(tc, b));
  bool predicate = term_is_predicate(op);
  unsigned w = predicate ? 1 : width_of(tc, a);
  bool ca = is_const(tc, a), cb = is_const(tc, b);
  if (ca && cb) return fold2(tc, op, w, a, b);
  if ((ca && few_leaves(tc, b)) || (cb && few_leaves(tc, a))) return push_binary(tc, op, a, b);
  switch (op) {
  case T_ADD: return w == 1 ? mk_bitwise(tc, T_XOR, a, b) : mk_add(tc, a, b);
  case T_SUB: return w == 1 ? mk_bitwise(tc, T_XOR, a, b) : mk_sub(tc, a, b);
  case T_MUL: return mk_mul(tc, a, b);
  case T_UDIV:
  case T_SDIV:
  case T_UREM:
  case T_SREM: return mk_divide(tc, op, a, b);
  case T_SHL:
  case T_LSHR:
  case T_ASHR: return mk_shift(tc, op, a, b);
  case T_AND:
  case T_OR:
  case T_XOR: return mk_bitwise(tc, op, a, b);
  case T_EQ: return term_make_eq(tc, a, b);
  case T_ULT:
  case T_ULE:
  case T_SLT:
  case T_SLE: return term_make_less(tc, op, a, b);
  case T_FEQ:
  case T_FLT:
  case T_FLE: return term_make_float_compare(tc, op, a, b);
  default: return term_intern(tc, op, w, 0, a, b, 0, 0);
  }
}

/* ---- widening, cutting, joining ---- */

term term_zext(term_ctx *tc, unsigned width, term a) {
  term_node n = tc->node[a];
  assert(width >= n.width);
  if (width == n.width) return a;
  if (n.op == T_CONST) return term_const(tc, width, value_of(tc, a));
  if (n.op == T_ZEXT) return term_zext(tc, width, n.a);
  if (few_leaves(tc, a)) return term_ite(tc, n.a, term_zext(tc, width, n.b), term_zext(tc, width, n.c));
  return term_intern(tc, T_ZEXT, width, 0, a, 0, 0, 0);
}

term term_sext(term_ctx *tc, unsigned width, term a) {
  term_node n = tc->node[a];
  assert(width >= n.width);
  if (width == n.width) return a;
  if (n.op == T_CONST) return term_const(tc, width, (u128)as_signed(value_of(tc, a), n.width));
  if (n.op == T_SEXT) return term_sext(tc, width, n.a);
  if (non_negative(tc, a)) return term_zext(tc, width, a);
  if (few_leaves(tc, a)) return term_ite(tc, n.a, term_sext(tc, width, n.b), term_sext(tc, width, n.c));
  return term_intern(tc, T_SEXT, width, 0, a, 0, 0, 0);
}

/* Is the low part of t of this width a simpler term? */
static bool low_part_is_simple(const term_ctx *tc, term t, unsigned width) {
  term_node n = tc->node[t];
  switch (n.op) {
  case T_CONST:
  case T_EXTRACT: return true;
  case T_ZEXT:
  case T_SEXT: return width_of(tc, n.a) <= width || op_of(tc, n.a) == T_CONCAT;
  case T_CONCAT: return width_of(tc, n.b) >= width;
  case T_ADD:
  case T_SUB:
  case T_MUL:
  case T_AND:
  case T_OR:
  case T_XOR:
    return tc->depth < 8 && (is_const(tc, n.b) || op_of(tc, n.b) == T_ZEXT || op_of(tc, n.b) == T_SEXT) &&
           (op_of(tc, n.a) == T_ZEXT || op_of(tc, n.a) == T_SEXT) && width_of(tc, tc->node[n.a].a) <= width;
  default: return false;
  }
}

static term extract_of(term_ctx *tc, unsigned lowest, unsigned width, term_node n) {
  switch (n.op) {
  case T_EXTRACT: return term_extract(tc, lowest + n.aux, width, n.a);
  case T_CONCAT: {
    unsigned wl = width_of(tc, n.b);
    if (lowest >= wl) return term_extract(tc, lowest - wl, width, n.a);
    if (lowest + width <= wl) return term_extract(tc, lowest, width, n.b);
    return term_concat(tc, term_extract(tc, 0, lowest + width - wl, n.a),
                       term_extract(tc, lowest, wl - lowest, n.b));
  }
  case T_ZEXT:
  case T_SEXT: {
    unsigned wi = width_of(tc, n.a);
    if (lowest + width <= wi) return term_extract(tc, lowest, width, n.a);
    if (lowest == 0) return n.op == T_ZEXT ? term_zext(tc, width, n.a) : term_sext(tc, width, n.a);
    if (lowest < wi) {
      term part = term_extract(tc, lowest, wi - lowest, n.a);
      return n.op == T_ZEXT ? term_zext(tc, width, part) : term_sext(tc, width, part);
    }
    if (n.op == T_ZEXT) return term_const(tc, width, 0);
    return term_sext(tc, width, term_extract(tc, wi - 1, 1, n.a));
  }
  case T_LSHR: /* x >> k, cut inside what x still has */
    if (is_const(tc, n.b) && value_of(tc, n.b) + lowest + width <= n.width)
      return term_extract(tc, lowest + (unsigned)value_of(tc, n.b), width, n.a);
    return 0;
  case T_ADD:
  case T_SUB:
  case T_MUL:
    if (lowest) return 0;
    goto pointwise;
  case T_AND:
  case T_OR:
  case T_XOR:
  pointwise:
    if (lowest == 0 && low_part_is_simple(tc, n.a, width) && low_part_is_simple(tc, n.b, width))
      return term_bin(tc, n.op, term_extract(tc, 0, width, n.a), term_extract(tc, 0, width, n.b));
    return 0;
  case T_NEG:
  case T_NOT:
    if (lowest || !low_part_is_simple(tc, n.a, width)) return 0;
    return n.op == T_NEG ? term_neg(tc, term_extract(tc, 0, width, n.a))
                         : term_not(tc, term_extract(tc, 0, width, n.a));
  default: return 0;
  }
}

term term_extract(term_ctx *tc, unsigned lowest, unsigned width, term a) {
  term_node n = tc->node[a];
  assert(lowest + width <= n.width && width >= 1);
  if (width == n.width) return a;
  if (n.op == T_CONST) return term_const(tc, width, value_of(tc, a) >> lowest);
  if (few_leaves(tc, a))
    return term_ite(tc, n.a, term_extract(tc, lowest, width, n.b), term_extract(tc, lowest, width, n.c));
  tc->depth++;
  term t = tc->depth < 64 ? extract_of(tc, lowest, width, n) : 0;
  tc->depth--;
  return t ? t : term_intern(tc, T_EXTRACT, width, lowest, a, 0, 0, 0);
}

term term_concat(term_ctx *tc, term high, term low) {
  term_node h = tc->node[high], l = tc->node[low];
  unsigned w = h.width + l.width;
  assert(w <= 128);
  if (h.op == T_CONST && l.op == T_CONST)
    return term_const(tc, w, value_of(tc, high) << l.width | value_of(tc, low));
  if (h.op == T_CONST && value_of(tc, high) == 0) return term_zext(tc, w, low);
  if (h.op == T_EXTRACT && l.op == T_EXTRACT && h.a == l.a && h.aux == l.aux + l.width)
    return term_extract(tc, l.aux, w, h.a);
  /* the neighbour may be inside: (x[23:16] (x[15:8] y)), ((y x[23:16]) x[15:8]) */
  if (l.op == T_CONCAT && h.op == T_EXTRACT) {
    term_node lh = tc->node[l.a];
    if (lh.op == T_EXTRACT && lh.a == h.a && h.aux == lh.aux + lh.width)
      return term_concat(tc, term_extract(tc, lh.aux, h.width + lh.width, h.a), l.b);
  }
  if (h.op == T_CONCAT) return term_concat(tc, h.a, term_concat(tc, h.b, low)); /* lean right */
  if (h.op == T_ZEXT) return term_zext(tc, w, term_concat(tc, h.a, low));
  return term_intern(tc, T_CONCAT, w, 0, high, low, 0, 0);
}

/* ---- floats with one or three operands ---- */

term term_funary(term_ctx *tc, term_op op, unsigned width, unsigned aux, term a) {
  assert(term_arity(op) == 1 && op >= T_FADD);
  term_node n = tc->node[a];
  if ((op == T_FTOF) && width == n.width) return a;
  if (n.op == T_CONST)
    return term_const(tc, width, term_apply(op, width, aux, n.width, value_of(tc, a), 0, 0));
  if (few_leaves(tc, a))
    return term_ite(tc, n.a, term_funary(tc, op, width, aux, n.b), term_funary(tc, op, width, aux, n.c));
  if (op == T_FISNAN && (n.op == T_STOF || n.op == T_UTOF)) return term_bool(tc, false);
  return term_intern(tc, op, width, aux, a, 0, 0, 0);
}

term term_ffma(term_ctx *tc, term a, term b, term c) {
  unsigned w = width_of(tc, a);
  if (is_const(tc, a) && is_const(tc, b) && is_const(tc, c))
    return term_const(tc, w, term_apply(T_FFMA, w, 0, w, value_of(tc, a), value_of(tc, b), value_of(tc, c)));
  return term_intern(tc, T_FFMA, w, 0, a, b, c, 0);
}
