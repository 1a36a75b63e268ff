/* Facts: for every term an unsigned range and the bits known to be 0 or 1, computed once when the term is
 * made from the facts of its operands. Each of the two sharpens the other; comparisons are decided by them.
 */
#include "summaries/term_internal.h"

static i128 least(unsigned width) { return as_signed(sign_bit(width), width); }

static facts facts_full(unsigned width) {
  return (facts){.hi = mask_of(width), .slo = least(width), .shi = -1 - least(width)};
}

static facts facts_single(u128 v, unsigned width) {
  return (facts){.lo = v,
                 .hi = v,
                 .zero = ~v & mask_of(width),
                 .one = v,
                 .slo = as_signed(v, width),
                 .shi = as_signed(v, width)};
}

facts term_facts(const term_ctx *tc, term t) {
  const facts64 *f = &tc->fact[t];
  if (tc->node[t].width > 64) return tc->wide_facts[f->lo];
  return (facts){.lo = f->lo, .hi = f->hi, .zero = f->zero, .one = f->one, .slo = f->slo, .shi = f->shi};
}

static unsigned highest_bit(u128 v) { /* number of bits needed */
  uint64_t high = (uint64_t)(v >> 64), low = (uint64_t)v;
  if (high) return 128 - (unsigned)__builtin_clzll(high);
  return low ? 64 - (unsigned)__builtin_clzll(low) : 0;
}
static unsigned trailing_zeros(u128 v, unsigned width) {
  uint64_t high = (uint64_t)(v >> 64), low = (uint64_t)v;
  if (low) return (unsigned)__builtin_ctzll(low);
  if (high) return 64 + (unsigned)__builtin_ctzll(high);
  return width;
}

/* Lets the ranges and the bits learn from each other. */
static facts facts_tighten(facts f, unsigned width) {
  u128 m = mask_of(width), sign = sign_bit(width);
  if (f.slo >= 0 || f.shi < 0) { /* on one side of zero the two orders agree */
    u128 lo = (u128)f.slo & m, hi = (u128)f.shi & m;
    if (f.lo < lo) f.lo = lo;
    if (f.hi > hi) f.hi = hi;
  }
  if (f.lo < f.one) f.lo = f.one;
  if (f.hi > (m & ~f.zero)) f.hi = m & ~f.zero;
  assert(f.lo <= f.hi);
  if (f.hi < sign || f.lo >= sign) {
    i128 lo = as_signed(f.lo, width), hi = as_signed(f.hi, width);
    if (f.slo < lo) f.slo = lo;
    if (f.shi > hi) f.shi = hi;
  }
  assert(f.slo <= f.shi);
  unsigned differ = highest_bit(f.lo ^ f.hi);
  u128 same = m & ~mask_of(differ);
  if (differ == 0) same = m;
  f.one |= f.lo & same;
  f.zero |= ~f.lo & same;
  assert((f.one & f.zero) == 0);
  return f;
}

/* Known bits of a + b + carry, with the carries bounded from both sides. */
static void bits_of_sum(u128 za, u128 oa, u128 zb, u128 ob, unsigned carry, u128 m, facts *f) {
  u128 most = ((~za & m) + (~zb & m) + carry) & m, least = (oa + ob + carry) & m;
  u128 carry_zero = ~(most ^ za ^ zb), carry_one = least ^ oa ^ ob;
  u128 known = (za | oa) & (zb | ob) & (carry_zero | carry_one) & m;
  f->zero = ~most & known;
  f->one = least & known;
}

static facts facts_add(facts a, facts b, unsigned width) {
  facts f = facts_full(width);
  u128 m = mask_of(width);
  bits_of_sum(a.zero, a.one, b.zero, b.one, 0, m, &f);
  u128 lo = (a.lo + b.lo) & m, hi = (a.hi + b.hi) & m;
  bool lo_wraps = lo < a.lo, hi_wraps = hi < a.hi;
  if (lo_wraps == hi_wraps) f.lo = lo, f.hi = hi;
  return f;
}

static facts facts_sub(facts a, facts b, unsigned width) {
  facts f = facts_full(width);
  u128 m = mask_of(width);
  bits_of_sum(a.zero, a.one, b.one, b.zero, 1, m, &f);
  if (a.lo >= b.hi || a.hi < b.lo) f.lo = (a.lo - b.hi) & m, f.hi = (a.hi - b.lo) & m;
  return f;
}

static facts facts_mul(facts a, facts b, unsigned width) {
  facts f = facts_full(width);
  u128 m = mask_of(width);
  unsigned tz = trailing_zeros(~a.zero & m, width) + trailing_zeros(~b.zero & m, width);
  f.zero = tz >= width ? m : mask_of(tz);
  if (highest_bit(a.hi) + highest_bit(b.hi) <= width) f.lo = a.lo * b.lo, f.hi = a.hi * b.hi;
  return f;
}

static facts facts_shift(term_op op, facts a, facts b, unsigned width) {
  facts f = facts_full(width);
  u128 m = mask_of(width);
  bool negative = (a.one & sign_bit(width)) != 0, positive = (a.zero & sign_bit(width)) != 0;
  if (b.lo == b.hi && b.lo < width) {
    unsigned k = (unsigned)b.lo;
    if (op == T_SHL) {
      f.zero = ((a.zero << k) | mask_of(k)) & m;
      f.one = (a.one << k) & m;
      if (highest_bit(a.hi) + k <= width) f.lo = a.lo << k, f.hi = a.hi << k;
      return f;
    }
    u128 high = m & ~(m >> k);
    f.zero = a.zero >> k | (op == T_LSHR || positive ? high : 0);
    f.one = a.one >> k | (op == T_ASHR && negative ? high : 0);
    if (op == T_ASHR && !positive && !negative) f.zero &= ~high, f.one &= ~high;
    if (op == T_LSHR || positive) f.lo = a.lo >> k, f.hi = a.hi >> k;
    return f;
  }
  if (op == T_LSHR || (op == T_ASHR && positive)) {
    f.hi = b.lo >= width ? 0 : a.hi >> (unsigned)b.lo;
    f.lo = b.hi >= width ? 0 : a.lo >> (unsigned)b.hi;
  }
  return f;
}

static facts facts_sext(facts a, unsigned width, unsigned wa) {
  u128 high = mask_of(width) & ~mask_of(wa);
  facts f = facts_full(width);
  f.zero = a.zero;
  f.one = a.one;
  if (a.hi < sign_bit(wa)) {
    f.zero |= high;
    f.lo = a.lo, f.hi = a.hi;
  } else if (a.lo >= sign_bit(wa)) {
    f.one |= high;
    f.lo = a.lo | high, f.hi = a.hi | high;
  }
  return f;
}

static facts facts_extract(facts a, unsigned width, unsigned lowest) {
  facts f = facts_full(width);
  u128 m = mask_of(width);
  f.zero = (a.zero >> lowest) & m;
  f.one = (a.one >> lowest) & m;
  u128 lo = a.lo >> lowest, hi = a.hi >> lowest;
  if (hi - lo <= m && (lo & m) <= (hi & m)) f.lo = lo & m, f.hi = hi & m;
  return f;
}

static facts facts_join(facts a, facts b) {
  return (facts){.lo = a.lo < b.lo ? a.lo : b.lo,
                 .hi = a.hi > b.hi ? a.hi : b.hi,
                 .zero = a.zero & b.zero,
                 .one = a.one & b.one,
                 .slo = a.slo < b.slo ? a.slo : b.slo,
                 .shi = a.shi > b.shi ? a.shi : b.shi};
}

static facts facts_read(const term_ctx *tc, const term_node *n, facts index) {
  const table *t = &tc->tables[n->aux];
  uint32_t first = index.lo >= t->n ? t->n - 1 : (uint32_t)index.lo;
  uint32_t last = index.hi >= t->n ? t->n - 1 : (uint32_t)index.hi;
  facts f = term_facts(tc, t->cells[first]);
  for (uint32_t i = first + 1; i <= last; i++) f = facts_join(f, term_facts(tc, t->cells[i]));
  return f;
}

static facts facts_bitwise(unsigned op, facts a, facts b, unsigned width) {
  facts f = facts_full(width);
  if (op == T_AND) {
    f.zero = a.zero | b.zero, f.one = a.one & b.one;
    f.hi = a.hi < b.hi ? a.hi : b.hi;
  } else if (op == T_OR) {
    f.zero = a.zero & b.zero, f.one = a.one | b.one;
    f.lo = a.lo > b.lo ? a.lo : b.lo;
  } else {
    f.zero = (a.zero & b.zero) | (a.one & b.one);
    f.one = (a.zero & b.one) | (a.one & b.zero);
  }
  return f;
}

static facts facts_divide(unsigned op, facts a, facts b, unsigned width) {
  facts f = facts_full(width);
  if (op == T_UDIV && b.lo > 0) f.lo = a.lo / b.hi, f.hi = a.hi / b.lo;
  if (op == T_UREM) {
    f.hi = a.hi;
    if (b.lo > 0 && b.hi - 1 < f.hi) f.hi = b.hi - 1;
  }
  return f;
}

/* The facts of a node from those of its operands (leaves and the cells of a table speak for themselves). */
static facts facts_of_op(const term_ctx *tc, const term_node *n, facts a, facts b, facts c) {
  unsigned w = n->width, arity = term_arity(n->op);
  unsigned wa = arity > 0 ? tc->node[n->a].width : w;
  u128 m = mask_of(w);
  facts f = facts_full(w);
  switch (n->op) {
  case T_CONST: return facts_single((u128)n->value | (u128)n->b << 64 | (u128)n->c << 96, w);
  case T_ADDR: return facts_single(term_addr_value(n->aux, (int64_t)n->value), w);
  case T_ADD: return facts_add(a, b, w);
  case T_SUB: return facts_sub(a, b, w);
  case T_MUL: return facts_mul(a, b, w);
  case T_UDIV:
  case T_UREM: return facts_divide(n->op, a, b, w);
  case T_SHL:
  case T_LSHR:
  case T_ASHR: return facts_shift(n->op, a, b, w);
  case T_AND:
  case T_OR:
  case T_XOR: return facts_bitwise(n->op, a, b, w);
  case T_NOT: return (facts){.lo = ~a.hi & m, .hi = ~a.lo & m, .zero = a.one, .one = a.zero};
  case T_NEG:
    bits_of_sum(m, 0, a.one, a.zero, 1, m, &f);
    if (a.lo > 0) f.lo = -a.hi & m, f.hi = -a.lo & m;
    return f;
  case T_EQ:
  case T_ULT:
  case T_ULE:
  case T_SLT:
  case T_SLE: {
    int known = term_decide(n->op, wa, &a, &b);
    return known < 0 ? f : facts_single((u128)known, 1);
  }
  case T_ITE: return facts_join(b, c);
  case T_ZEXT: a.zero |= m & ~mask_of(wa); return a;
  case T_SEXT: return facts_sext(a, w, wa);
  case T_EXTRACT: return facts_extract(a, w, n->aux);
  case T_CONCAT: {
    unsigned k = w - wa;
    return (facts){.lo = a.lo << k | b.lo,
                   .hi = a.hi << k | b.hi,
                   .zero = a.zero << k | b.zero,
                   .one = a.one << k | b.one};
  }
  case T_READ: return facts_read(tc, n, a);
  default: return f;
  }
}

/* The signed range where the operator has one of its own; up to 64 bits, so that nothing here overflows. */
static void signed_of_op(const term_node *n, unsigned wa, const facts *a, const facts *b, facts *f) {
  i128 lo = 0, hi = -1, k = b->slo;
  bool constant = b->slo == b->shi;
  if (n->op == T_ITE || n->op == T_READ || n->op == T_CONST || n->op == T_ADDR)
    return; /* joined already, or single */
  f->slo = least(n->width);
  f->shi = -1 - f->slo;
  if (n->width > 64 || wa > 64) return;
  switch (n->op) {
  case T_ADD: lo = a->slo + b->slo, hi = a->shi + b->shi; break;
  case T_SUB: lo = a->slo - b->shi, hi = a->shi - b->slo; break;
  case T_NEG: lo = -a->shi, hi = -a->slo; break;
  case T_NOT: lo = -1 - a->shi, hi = -1 - a->slo; break;
  case T_SEXT:
  case T_EXTRACT:
    if (n->op == T_SEXT || n->aux == 0) lo = a->slo, hi = a->shi;
    break;
  case T_MUL: {
    i128 p[4] = {a->slo * b->slo, a->slo * b->shi, a->shi * b->slo, a->shi * b->shi};
    lo = hi = p[0];
    for (int i = 1; i < 4; i++) {
      if (p[i] < lo) lo = p[i];
      if (p[i] > hi) hi = p[i];
    }
    break;
  }
  case T_SHL:
    if (constant && k >= 0 && k < n->width && k < 63)
      lo = a->slo * ((i128)1 << k), hi = a->shi * ((i128)1 << k);
    break;
  case T_ASHR:
    if (constant && k >= 0 && k < n->width) lo = a->slo >> k, hi = a->shi >> k;
    break;
  case T_SDIV:
    if (constant && k > 0) lo = a->slo / k, hi = a->shi / k;
    break;
  case T_SREM:
    if (constant && k > 0) {
      lo = a->slo >= 0 ? 0 : a->slo > -k ? a->slo : 1 - k;
      hi = a->shi <= 0 ? 0 : a->shi < k ? a->shi : k - 1;
    }
    break;
  default: break;
  }
  if (lo <= hi && lo >= f->slo && hi <= f->shi) f->slo = lo, f->shi = hi;
}

facts term_facts_compute(const term_ctx *tc, const term_node *n) {
  unsigned arity = term_arity(n->op);
  facts a = arity > 0 ? term_facts(tc, n->a) : facts_full(n->width);
  facts b = arity > 1 ? term_facts(tc, n->b) : a, c = arity > 2 ? term_facts(tc, n->c) : a;
  facts f = facts_of_op(tc, n, a, b, c);
  signed_of_op(n, arity ? tc->node[n->a].width : n->width, &a, &b, &f);
  return facts_tighten(f, n->width);
}

int term_decide(term_op op, unsigned width, const facts *a, const facts *b) {
  (void)width;
  switch (op) {
  case T_EQ:
    if (a->lo == a->hi && b->lo == b->hi) return a->lo == b->lo;
    if (a->hi < b->lo || b->hi < a->lo || a->shi < b->slo || b->shi < a->slo || (a->one & b->zero) ||
        (a->zero & b->one))
      return 0;
    return -1;
  case T_ULT: return a->hi < b->lo ? 1 : a->lo >= b->hi ? 0 : -1;
  case T_ULE: return a->hi <= b->lo ? 1 : a->lo > b->hi ? 0 : -1;
  case T_SLT: return a->shi < b->slo ? 1 : a->slo >= b->shi ? 0 : -1;
  case T_SLE: return a->shi <= b->slo ? 1 : a->slo > b->shi ? 0 : -1;
  default: return -1;
  }
}

void term_range(const term_ctx *tc, term t, u128 *lo, u128 *hi) {
  facts f = term_facts(tc, t);
  *lo = f.lo;
  *hi = f.hi;
}
void term_signed_range(const term_ctx *tc, term t, i128 *lo, i128 *hi) {
  facts f = term_facts(tc, t);
  *lo = f.slo;
  *hi = f.shi;
}
u128 term_known_zero(const term_ctx *tc, term t) { return term_facts(tc, t).zero; }
u128 term_known_one(const term_ctx *tc, term t) { return term_facts(tc, t).one; }

/* ---- under assumptions about the atoms ---- */

typedef struct assumed {
  const term_ctx *tc;
  term_bounds_fn *bounds;
  void *self;
  unsigned budget; /* nodes still to be looked at: shared parts are looked at again each time */
} assumed;

static facts facts_meet(facts a, facts b) {
  facts f = {.lo = a.lo > b.lo ? a.lo : b.lo,
             .hi = a.hi < b.hi ? a.hi : b.hi,
             .zero = a.zero | b.zero,
             .one = a.one | b.one,
             .slo = a.slo > b.slo ? a.slo : b.slo,
             .shi = a.shi < b.shi ? a.shi : b.shi};
  return f.lo <= f.hi && f.slo <= f.shi && !(f.zero & f.one)
             ? f
             : a; /* contradictory assumptions: nothing to gain */
}

/* Tightens what came from assumptions, which may contradict each other: then nothing is learned. */
static facts facts_safe(facts f, facts plain, unsigned width) {
  u128 m = mask_of(width), lo = f.lo, hi = f.hi;
  if (f.slo >= 0 || f.shi < 0) {
    if (lo < ((u128)f.slo & m)) lo = (u128)f.slo & m;
    if (hi > ((u128)f.shi & m)) hi = (u128)f.shi & m;
  }
  if (lo < f.one) lo = f.one;
  if (hi > (m & ~f.zero)) hi = m & ~f.zero;
  if (lo > hi) return plain;
  u128 sign = sign_bit(width);
  if ((hi < sign || lo >= sign) && (as_signed(lo, width) > f.shi || as_signed(hi, width) < f.slo))
    return plain;
  u128 differ = lo ^ hi, same = m & ~mask_of(highest_bit(differ));
  if (!differ) same = m;
  if ((lo & same & f.zero) || (~lo & same & f.one)) return plain;
  return facts_tighten(f, width);
}

static facts facts_under(assumed *s, term t) {
  const term_node *n = &s->tc->node[t];
  facts plain = term_facts(s->tc, t);
  if (n->natoms == 0 || s->budget == 0) return plain;
  s->budget--;
  if (n->op == T_ATOM) {
    facts f = plain;
    if (s->bounds) s->bounds(s->self, n->aux, n->width, &f.lo, &f.hi, &f.slo, &f.shi);
    return f.lo <= f.hi && f.slo <= f.shi ? facts_safe(f, plain, n->width) : plain;
  }
  unsigned arity = term_arity(n->op);
  if (arity == 0) return plain;
  facts a = facts_under(s, n->a), b = arity > 1 ? facts_under(s, n->b) : a,
        c = arity > 2 ? facts_under(s, n->c) : a;
  if (n->op == T_ITE && a.lo == a.hi) return a.lo ? b : c;
  facts f;
  if (n->op == T_READ) {
    const table *tab = &s->tc->tables[n->aux];
    uint32_t first = a.lo >= tab->n ? tab->n - 1 : (uint32_t)a.lo,
             last = a.hi >= tab->n ? tab->n - 1 : (uint32_t)a.hi;
    f = facts_under(s, tab->cells[first]);
    for (uint32_t i = first + 1; i <= last; i++) f = facts_join(f, facts_under(s, tab->cells[i]));
  } else {
    f = facts_of_op(s->tc, n, a, b, c);
    signed_of_op(n, s->tc->node[n->a].width, &a, &b, &f);
  }
  return facts_safe(facts_meet(plain, f), plain, n->width);
}

void term_range_under(const term_ctx *tc, term t, term_bounds_fn *bounds, void *self, u128 *lo, u128 *hi) {
  assumed s = {.tc = tc, .bounds = bounds, .self = self, .budget = 256};
  facts f = facts_under(&s, t);
  *lo = f.lo;
  *hi = f.hi;
}
