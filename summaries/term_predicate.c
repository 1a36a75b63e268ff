/* The constructors of predicates and selections: comparisons shed extensions and offsets, a comparison of a
 * selection with something that settles one of its sides becomes a condition on the selector, so that chains
 * of if-then-else with known leaves (merged summaries) dissolve when they are tested. */
#include "summaries/term_simplify.h"

#define MAX_DEPTH 200u /* of rules that walk down a chain; deeper, the node is made as it is */

static int decide(const term_ctx *tc, term_op op, term a, term b) {
  facts fa = term_facts(tc, a), fb = term_facts(tc, b);
  return term_decide(op, width_of(tc, a), &fa, &fb);
}

/* ---- negation and connectives ---- */

static bool negates_for_free(const term_ctx *tc, term t) {
  unsigned op = op_of(tc, t);
  return op == T_NOT || op == T_CONST || (op >= T_ULT && op <= T_SLE);
}

term term_not(term_ctx *tc, term a) {
  term_node n = tc->node[a];
  unsigned w = n.width;
  switch (n.op) {
  case T_CONST: return term_const(tc, w, ~value_of(tc, a));
  case T_NOT: return n.a;
  case T_ULT: return term_bin(tc, T_ULE, n.b, n.a);
  case T_ULE: return term_bin(tc, T_ULT, n.b, n.a);
  case T_SLT: return term_bin(tc, T_SLE, n.b, n.a);
  case T_SLE: return term_bin(tc, T_SLT, n.b, n.a);
  case T_AND:
  case T_OR:
    if (w == 1 && negates_for_free(tc, n.a) && negates_for_free(tc, n.b))
      return term_bin(tc, n.op == T_AND ? T_OR : T_AND, term_not(tc, n.a), term_not(tc, n.b));
    break;
  default: break;
  }
  return term_intern(tc, T_NOT, w, 0, a, 0, 0, 0);
}

static bool negation(const term_ctx *tc, term a, term b) { /* of a comparison: not x<y is y<=x */
  term_node x = tc->node[a], y = tc->node[b];
  if (x.op == T_ULT) return y.op == T_ULE && x.a == y.b && x.b == y.a;
  if (x.op == T_ULE) return y.op == T_ULT && x.a == y.b && x.b == y.a;
  if (x.op == T_SLT) return y.op == T_SLE && x.a == y.b && x.b == y.a;
  if (x.op == T_SLE) return y.op == T_SLT && x.a == y.b && x.b == y.a;
  return false;
}

/* Both about one term and constants: x == k with x == l, x != l, x < l, ... Gives the weaker of (a, b) for an
 * implication a => b, or reports a contradiction. */
enum { UNRELATED, A_IMPLIES_B, A_EXCLUDES_B };
static int relate(term_ctx *tc, term a, term b) {
  term_node x = tc->node[a], y = tc->node[b];
  if (x.op != T_EQ || !is_const(tc, x.b)) return UNRELATED;
  bool negated = y.op == T_NOT;
  if (negated) y = tc->node[y.a];
  if (y.op < T_EQ || y.op > T_SLE) return UNRELATED;
  u128 k = value_of(tc, x.b);
  unsigned w = width_of(tc, x.a);
  u128 holds;
  if (y.a == x.a && is_const(tc, y.b))
    holds = term_apply(y.op, 1, 0, w, k, value_of(tc, y.b), 0);
  else if (y.b == x.a && is_const(tc, y.a))
    holds = term_apply(y.op, 1, 0, w, value_of(tc, y.a), k, 0);
  else
    return UNRELATED;
  return (holds != 0) != negated ? A_IMPLIES_B : A_EXCLUDES_B;
}

term term_connective(term_ctx *tc, term_op op, term a, term b) {
  if (op == T_XOR) return term_not(tc, term_make_eq(tc, a, b));
  if (negation(tc, a, b)) return term_bool(tc, op == T_OR);
  if (op == T_AND) {
    int r = relate(tc, a, b), s = relate(tc, b, a);
    if (r == A_EXCLUDES_B || s == A_EXCLUDES_B) return term_bool(tc, false);
    if (r == A_IMPLIES_B) return a;
    if (s == A_IMPLIES_B) return b;
    /* a & (not a | x) */
    for (int turn = 0; turn < 2; turn++) {
      term p = turn ? b : a;
      term_node q = tc->node[turn ? a : b];
      if (q.op != T_OR) continue;
      term np = term_not(tc, p);
      if (q.a == np) return term_bin(tc, T_AND, p, q.b);
      if (q.b == np) return term_bin(tc, T_AND, p, q.a);
    }
  } else {
    int r = relate(tc, a, b), s = relate(tc, b, a);
    if (r == A_IMPLIES_B) return b;
    if (s == A_IMPLIES_B) return a;
    for (int turn = 0; turn < 2; turn++) {
      term p = turn ? b : a;
      term_node q = tc->node[turn ? a : b];
      if (q.op != T_AND) continue;
      term np = term_not(tc, p);
      if (q.a == np) return term_bin(tc, T_OR, p, q.b);
      if (q.b == np) return term_bin(tc, T_OR, p, q.a);
    }
  }
  return 0;
}

term term_and(term_ctx *tc, term a, term b) { return term_bin(tc, T_AND, a, b); }
term term_or(term_ctx *tc, term a, term b) { return term_bin(tc, T_OR, a, b); }
term term_eq(term_ctx *tc, term a, term b) { return term_bin(tc, T_EQ, a, b); }

/* ---- comparisons of selections ---- */

/* op(ite(c,x,y), z) with one side settled by facts: c or not c, with what is left of the other side. */
static term compare_selection(term_ctx *tc, term_op op, term a, term b) {
  bool left = op_of(tc, a) == T_ITE;
  if (!left && op_of(tc, b) != T_ITE) return 0;
  if (tc->depth >= MAX_DEPTH) return 0;
  term_node n = tc->node[left ? a : b];
  term z = left ? b : a;
  int first = left ? decide(tc, op, n.b, z) : decide(tc, op, z, n.b);
  int second = left ? decide(tc, op, n.c, z) : decide(tc, op, z, n.c);
  if (op == T_EQ && n.b == z) first = 1;
  if (op == T_EQ && n.c == z) second = 1;
  if (first < 0 && second < 0) {
    return 0;
  }
  tc->depth++;
  term t1 = first >= 0 ? term_bool(tc, first) : left ? term_bin(tc, op, n.b, z) : term_bin(tc, op, z, n.b);
  term t2 = second >= 0 ? term_bool(tc, second) : left ? term_bin(tc, op, n.c, z) : term_bin(tc, op, z, n.c);
  term t = term_ite(tc, n.a, t1, t2);
  tc->depth--;
  return t;
}

/* ---- equality ---- */

static u128 inverse_of_odd(u128 c) {
  u128 x = c; /* right in the low 3 bits; each step doubles that */
  for (int i = 0; i < 6; i++) x *= 2 - c * x;
  return x;
}

static term eq_const(term_ctx *tc, term a, term b) {
  term_node n = tc->node[a];
  unsigned w = n.width;
  u128 k = value_of(tc, b);
  if (w == 1) return k ? a : term_not(tc, a);
  unsigned wi = term_arity(n.op) ? width_of(tc, n.a) : w;
  switch (n.op) {
  case T_ADD:
    if (is_const(tc, n.b)) return term_eq(tc, n.a, term_const(tc, w, k - value_of(tc, n.b)));
    break;
  case T_SUB:
    if (k == 0) return term_eq(tc, n.a, n.b);
    if (is_const(tc, n.a)) return term_eq(tc, n.b, term_const(tc, w, value_of(tc, n.a) - k));
    break;
  case T_XOR:
    if (k == 0) return term_eq(tc, n.a, n.b);
    if (is_const(tc, n.b)) return term_eq(tc, n.a, term_const(tc, w, k ^ value_of(tc, n.b)));
    break;
  case T_NOT: return term_eq(tc, n.a, term_const(tc, w, ~k));
  case T_NEG: return term_eq(tc, n.a, term_const(tc, w, -k));
  case T_MUL:
    if (is_const(tc, n.b)) {
      u128 c = value_of(tc, n.b);
      if (c & 1) return term_eq(tc, n.a, term_const(tc, w, k * inverse_of_odd(c)));
      if (c && term_facts(tc, n.a).hi <= mask_of(w) / c)
        return k % c ? term_bool(tc, false) : term_eq(tc, n.a, term_const(tc, w, k / c));
    }
    break;
  case T_ZEXT: /* the facts have excluded what does not fit */
    if (k > mask_of(wi)) return term_bool(tc, false);
    return term_eq(tc, n.a, term_const(tc, wi, k));
  case T_SEXT:
    if (((u128)as_signed(k & mask_of(wi), wi) & mask_of(w)) != k) return term_bool(tc, false);
    return term_eq(tc, n.a, term_const(tc, wi, k));
  case T_CONCAT: {
    unsigned wl = w - wi;
    return term_and(tc, term_eq(tc, n.a, term_const(tc, wi, k >> wl)),
                    term_eq(tc, n.b, term_const(tc, wl, k)));
  }
  case T_AND: /* one bit tested either way: keep the form (x & bit) == 0 under a negation */
    if (is_const(tc, n.b) && k && k == value_of(tc, n.b) && (k & (k - 1)) == 0)
      return term_not(tc, term_eq(tc, a, term_const(tc, w, 0)));
    break;
  default: break;
  }
  return 0;
}

/* x == extension of x's own low part: x fits the narrower width. How overflow is asked for. */
static term eq_fits(term_ctx *tc, term x, term extended) {
  term_node e = tc->node[extended];
  unsigned wi = term_arity(e.op) ? width_of(tc, e.a) : 0;
  if ((e.op != T_SEXT && e.op != T_ZEXT) || term_extract(tc, 0, wi, x) != e.a) return 0;
  if (e.op == T_ZEXT) return term_bin(tc, T_ULE, x, term_const(tc, e.width, mask_of(wi)));
  term low = term_bin(tc, T_SLE, term_const(tc, e.width, (u128)as_signed(sign_bit(wi), wi)), x);
  return term_and(tc, low, term_bin(tc, T_SLE, x, term_const(tc, e.width, sign_bit(wi) - 1)));
}

static term eq_pair(term_ctx *tc, term a, term b) {
  term fits = eq_fits(tc, a, b);
  if (!fits) fits = eq_fits(tc, b, a);
  if (fits) return fits;
  term_node x = tc->node[a], y = tc->node[b];
  if (x.op == T_ADD && y.op == T_ADD) {
    if (x.a == y.a) return term_eq(tc, x.b, y.b);
    if (x.b == y.b) return term_eq(tc, x.a, y.a);
    if (x.a == y.b) return term_eq(tc, x.b, y.a);
    if (x.b == y.a) return term_eq(tc, x.a, y.b);
  }
  for (int turn = 0; turn < 2; turn++) {
    term u = turn ? b : a, v = turn ? a : b;
    term_node s = tc->node[u], z = tc->node[v];
    if (s.op == T_ADD && s.a == v) return term_eq(tc, s.b, term_const(tc, s.width, 0));
    if (s.op == T_ADD && s.b == v) return term_eq(tc, s.a, term_const(tc, s.width, 0));
    if (s.op == T_SUB && s.a == v) return term_eq(tc, s.b, term_const(tc, s.width, 0));
    /* obj + x == obj + k, x an offset */
    if (s.op == T_ADD && op_of(tc, s.a) == T_ADDR) {
      uint32_t obj = tc->node[s.a].aux;
      if (z.op == T_ADDR && z.aux == obj) return term_eq(tc, s.b, term_bin(tc, T_SUB, v, s.a));
      if (z.op == T_ADD && op_of(tc, z.a) == T_ADDR && tc->node[z.a].aux == obj)
        return term_eq(tc, term_bin(tc, T_SUB, u, s.a), term_bin(tc, T_SUB, v, s.a));
    }
  }
  bool zext = x.op == T_ZEXT && y.op == T_ZEXT, sext = x.op == T_SEXT && y.op == T_SEXT;
  if (zext || sext) {
    unsigned wx = width_of(tc, x.a), wy = width_of(tc, y.a), w = wx > wy ? wx : wy;
    return zext ? term_eq(tc, term_zext(tc, w, x.a), term_zext(tc, w, y.a))
                : term_eq(tc, term_sext(tc, w, x.a), term_sext(tc, w, y.a));
  }
  if (x.op == T_CONCAT && y.op == T_CONCAT && width_of(tc, x.a) == width_of(tc, y.a))
    return term_and(tc, term_eq(tc, x.a, y.a), term_eq(tc, x.b, y.b));
  if ((x.op == T_NOT && y.op == T_NOT) || (x.op == T_NEG && y.op == T_NEG)) return term_eq(tc, x.a, y.a);
  return 0;
}

/* No cell of the table can be it, or all are. */
static int decide_read(const term_ctx *tc, term read, term b) {
  const table *t = &tc->tables[tc->node[read].aux];
  int all = decide(tc, T_EQ, t->cells[0], b);
  for (uint32_t i = 1; i < t->n && all >= 0; i++)
    if (decide(tc, T_EQ, t->cells[i], b) != all) all = -1;
  return all;
}

term term_make_eq(term_ctx *tc, term a, term b) {
  if (a == b) return term_bool(tc, true);
  if (is_const(tc, a) || (a > b && !is_const(tc, b))) {
    term t = a;
    a = b, b = t;
  }
  int known = decide(tc, T_EQ, a, b);
  if (known < 0 && op_of(tc, a) == T_READ) known = decide_read(tc, a, b);
  if (known < 0 && op_of(tc, b) == T_READ) known = decide_read(tc, b, a);
  if (known >= 0) return term_bool(tc, known);
  term t = is_const(tc, b) ? eq_const(tc, a, b) : eq_pair(tc, a, b);
  if (!t) t = compare_selection(tc, T_EQ, a, b);
  if (!t && width_of(tc, a) == 1) { /* not a == not b */
    if (op_of(tc, a) == T_NOT && op_of(tc, b) == T_NOT) return term_eq(tc, tc->node[a].a, tc->node[b].a);
    if (negation(tc, a, b) || (op_of(tc, a) == T_NOT && tc->node[a].a == b) ||
        (op_of(tc, b) == T_NOT && tc->node[b].a == a))
      return term_bool(tc, false);
  }
  return t ? t : term_intern(tc, T_EQ, 1, 0, a, b, 0, 0);
}

/* ---- order ---- */

/* The operands without a common extension, or with one against a constant. */
static term less_narrow(term_ctx *tc, term_op op, term a, term b) {
  term_node x = tc->node[a], y = tc->node[b];
  bool is_signed = op == T_SLT || op == T_SLE;
  term_op uop = op == T_SLT ? T_ULT : op == T_SLE ? T_ULE : op;
  if (x.op == T_ZEXT && y.op == T_ZEXT) {
    unsigned wx = width_of(tc, x.a), wy = width_of(tc, y.a), w = wx > wy ? wx : wy;
    return term_bin(tc, uop, term_zext(tc, w, x.a), term_zext(tc, w, y.a));
  }
  if (x.op == T_SEXT && y.op == T_SEXT) {
    unsigned wx = width_of(tc, x.a), wy = width_of(tc, y.a), w = wx > wy ? wx : wy;
    return term_bin(tc, op, term_sext(tc, w, x.a), term_sext(tc, w, y.a));
  }
  bool left = y.op == T_CONST;
  if (!left && x.op != T_CONST) return 0;
  term e = left ? a : b;
  term_node n = tc->node[e];
  if (n.op != T_ZEXT && n.op != T_SEXT) return 0;
  unsigned wi = width_of(tc, n.a);
  u128 k = value_of(tc, left ? b : a);
  if (n.op == T_ZEXT) { /* facts have decided a constant outside */
    if (k > mask_of(wi)) return 0;
    term c = term_const(tc, wi, k);
    return left ? term_bin(tc, uop, n.a, c) : term_bin(tc, uop, c, n.a);
  }
  if (((u128)as_signed(k & mask_of(wi), wi) & mask_of(n.width)) == k) {
    term c = term_const(tc, wi, k);
    return left ? term_bin(tc, op, n.a, c) : term_bin(tc, op, c, n.a);
  }
  if (is_signed) /* beyond every value */
    return term_bool(tc, (as_signed(k, n.width) > 0) == left);
  /* unsigned, in the gap between the positive and the negative values */
  term zero = term_const(tc, wi, 0);
  return left ? term_bin(tc, T_SLE, zero, n.a) : term_bin(tc, T_SLT, n.a, zero);
}

/* One value left or one value excluded: an equality. */
static term less_extreme(term_ctx *tc, term_op op, term a, term b) {
  unsigned w = width_of(tc, a);
  bool left = is_const(tc, b), strict = op == T_ULT || op == T_SLT, is_signed = op == T_SLT || op == T_SLE;
  if (!left && !is_const(tc, a)) return 0;
  term x = left ? a : b;
  u128 k = value_of(tc, left ? b : a), m = mask_of(w), bias = is_signed ? sign_bit(w) : 0;
  facts f = term_facts(tc, x);
  u128 lo = f.lo, hi = f.hi; /* in the order of op: for signed only when the range does not straddle */
  if (is_signed && (f.lo < bias) != (f.hi < bias)) lo = bias, hi = bias - 1;
  if (left) { /* x < k, x <= k */
    u128 top = strict ? (k - 1) & m : k;
    if (top == lo) return term_eq(tc, x, term_const(tc, w, lo));
    if (strict && k == hi) return term_not(tc, term_eq(tc, x, term_const(tc, w, hi)));
    if (!strict && ((k + 1) & m) == hi) return term_not(tc, term_eq(tc, x, term_const(tc, w, hi)));
  } else { /* k < x, k <= x */
    u128 bottom = strict ? (k + 1) & m : k;
    if (bottom == hi) return term_eq(tc, x, term_const(tc, w, hi));
    if (strict && k == lo) return term_not(tc, term_eq(tc, x, term_const(tc, w, lo)));
    if (!strict && ((k - 1) & m) == lo) return term_not(tc, term_eq(tc, x, term_const(tc, w, lo)));
  }
  return 0;
}

term term_make_less(term_ctx *tc, term_op op, term a, term b) {
  unsigned w = width_of(tc, a);
  bool strict = op == T_ULT || op == T_SLT, is_signed = op == T_SLT || op == T_SLE;
  if (a == b) return term_bool(tc, !strict);
  int known = decide(tc, op, a, b);
  if (known >= 0) return term_bool(tc, known);
  if (w == 1) { /* unsigned: 0 < 1; signed: -1 < 0 */
    term x = is_signed ? a : term_not(tc, a), y = is_signed ? term_not(tc, b) : b;
    return strict ? term_and(tc, x, y) : term_or(tc, x, y);
  }
  term t = less_narrow(tc, op, a, b);
  if (!t && is_signed) { /* both on one side of zero */
    facts fa = term_facts(tc, a), fb = term_facts(tc, b);
    u128 s = sign_bit(w);
    if ((fa.hi < s && fb.hi < s) || (fa.lo >= s && fb.lo >= s))
      return term_bin(tc, strict ? T_ULT : T_ULE, a, b);
  }
  if (!t) t = less_extreme(tc, op, a, b);
  if (!t) t = compare_selection(tc, op, a, b);
  return t ? t : term_intern(tc, op, 1, 0, a, b, 0, 0);
}

/* ---- selections ---- */

static term ite_bool(term_ctx *tc, term c, term a, term b) {
  if (is_const(tc, a)) return value_of(tc, a) ? term_or(tc, c, b) : term_and(tc, term_not(tc, c), b);
  if (is_const(tc, b)) return value_of(tc, b) ? term_or(tc, term_not(tc, c), a) : term_and(tc, c, a);
  if (a == c) return term_or(tc, c, b);
  if (b == c) return term_and(tc, c, a);
  return 0;
}

term term_ite(term_ctx *tc, term c, term a, term b) {
  assert(width_of(tc, c) == 1 && width_of(tc, a) == width_of(tc, b));
  if (a == b) return a;
  if (is_const(tc, c)) return value_of(tc, c) ? a : b;
  term_node nc = tc->node[c];
  if (nc.op == T_NOT) return term_ite(tc, nc.a, b, a);
  term_node na = tc->node[a], nb = tc->node[b];
  if (na.op == T_ITE && na.a == c) return term_ite(tc, c, na.b, b);
  if (nb.op == T_ITE && nb.a == c) return term_ite(tc, c, a, nb.c);
  if (na.op == T_ITE && negation(tc, na.a, c)) return term_ite(tc, c, na.c, b);
  if (nb.op == T_ITE && negation(tc, nb.a, c)) return term_ite(tc, c, a, nb.b);
  if (width_of(tc, a) == 1) {
    term t = ite_bool(tc, c, a, b);
    if (t) return t;
  }
  if (nc.op == T_EQ && ((nc.a == a && nc.b == b) || (nc.a == b && nc.b == a))) return b;
  if (nb.op == T_ITE && nb.b == a) return term_ite(tc, term_or(tc, c, nb.a), a, nb.c);
  if (na.op == T_ITE && na.c == b) return term_ite(tc, term_and(tc, c, na.a), na.b, b);
  return term_intern(tc, T_ITE, na.width, 0, c, a, b, 0);
}

/* An index past the end reads the last cell: a choice that makes the term total. It matters to nobody (the
 * explorer keeps indices inside), but every rule and every solver must make the same one. */
term term_read(term_ctx *tc, const term *cells, uint32_t n, term index) {
  assert(n > 0);
  if (is_const(tc, index)) {
    u128 k = value_of(tc, index);
    return cells[k < n ? (uint32_t)k : n - 1];
  }
  facts f = term_facts(tc, index);
  if (f.lo >= n) return cells[n - 1];
  if (f.hi < n - 1) n = (uint32_t)f.hi + 1;
  while (n > 1 && cells[n - 1] == cells[n - 2]) n--;
  if (n == 1) return cells[0];
  for (term_node x = tc->node[index];; x = tc->node[index]) { /* an extension changes no index inside */
    bool strip = x.op == T_ZEXT || (x.op == T_SEXT && n - 1 <= sign_bit(width_of(tc, x.a)) - 1);
    if (!strip || n - 1 > mask_of(width_of(tc, x.a))) break;
    index = x.a;
  }
  if (n == 2)
    return term_ite(tc, term_eq(tc, index, term_const(tc, width_of(tc, index), 0)), cells[0], cells[1]);
  assert(width_of(tc, index) >= 32 || n - 1 <= mask_of(width_of(tc, index)));
  uint32_t id = term_table_intern(tc, cells, n);
  return term_intern(tc, T_READ, width_of(tc, cells[0]), id, index, 0, 0, 0);
}
