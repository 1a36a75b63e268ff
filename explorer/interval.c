/* Range sets and solving a predicate for one atom: the comparison gives a set of values for its operand, and the set
 * is pulled back through the operators down to the atom, each step inverting one operator. What cannot be inverted
 * leaves everything possible, marked inexact. */
#include "explorer/interval.h"

#include <assert.h>

#define MAX_DEPTH 48

static uint64_t mask_of(unsigned width) { return width >= 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1; }

/* ---- sets ---- */

iv_set iv_empty(unsigned width) { return (iv_set){.width = (uint8_t)width, .n = 0, .exact = true}; }
iv_set iv_full(unsigned width) {
  return (iv_set){.width = (uint8_t)width, .n = 1, .exact = true, .r = {{0, mask_of(width)}}};
}
iv_set iv_of(unsigned width, uint64_t lo, uint64_t hi) {
  if (lo <= hi) return (iv_set){.width = (uint8_t)width, .n = 1, .exact = true, .r = {{lo, hi}}};
  if (hi + 1 == lo) return iv_full(width);
  return (iv_set){.width = (uint8_t)width, .n = 2, .exact = true, .r = {{0, hi}, {lo, mask_of(width)}}};
}

/* Appends in ascending order; beyond the capacity the smallest gap is given up. */
static void append(iv_set *s, uint64_t lo, uint64_t hi) {
  if (s->n && (lo <= s->r[s->n - 1].hi || lo == s->r[s->n - 1].hi + 1)) {
    if (hi > s->r[s->n - 1].hi) s->r[s->n - 1].hi = hi;
    return;
  }
  if (s->n == IV_MAX) {
    unsigned best = 1;
    for (unsigned i = 2; i < IV_MAX; i++)
      if (s->r[i].lo - s->r[i - 1].hi < s->r[best].lo - s->r[best - 1].hi) best = i;
    s->exact = false;
    if (lo - s->r[s->n - 1].hi < s->r[best].lo - s->r[best - 1].hi) {
      s->r[s->n - 1].hi = hi;
      return;
    }
    s->r[best - 1].hi = s->r[best].hi;
    for (unsigned i = best; i + 1 < IV_MAX; i++) s->r[i] = s->r[i + 1];
    s->n--;
  }
  s->r[s->n++] = (iv_range){lo, hi};
}

iv_set iv_and(const iv_set *a, const iv_set *b) {
  iv_set s = iv_empty(a->width);
  s.exact = a->exact && b->exact;
  for (unsigned i = 0, j = 0; i < a->n && j < b->n;) {
    uint64_t lo = a->r[i].lo > b->r[j].lo ? a->r[i].lo : b->r[j].lo;
    uint64_t hi = a->r[i].hi < b->r[j].hi ? a->r[i].hi : b->r[j].hi;
    if (lo <= hi) append(&s, lo, hi);
    if (a->r[i].hi < b->r[j].hi)
      i++;
    else
      j++;
  }
  return s;
}

iv_set iv_or(const iv_set *a, const iv_set *b) {
  iv_set s = iv_empty(a->width);
  s.exact = a->exact && b->exact;
  for (unsigned i = 0, j = 0; i < a->n || j < b->n;) {
    const iv_range *r = j == b->n || (i < a->n && a->r[i].lo <= b->r[j].lo) ? &a->r[i++] : &b->r[j++];
    append(&s, r->lo, r->hi);
  }
  return s;
}

iv_set iv_not(const iv_set *a) {
  iv_set s = iv_empty(a->width);
  if (!a->exact) {
    s = iv_full(a->width);
    s.exact = false;
    return s;
  }
  uint64_t next = 0, m = mask_of(a->width);
  for (unsigned i = 0; i < a->n; i++) {
    if (a->r[i].lo > next) append(&s, next, a->r[i].lo - 1);
    if (a->r[i].hi == m) return s;
    next = a->r[i].hi + 1;
  }
  append(&s, next, m);
  return s;
}

bool iv_has(const iv_set *a, uint64_t v) {
  for (unsigned i = 0; i < a->n; i++)
    if (v >= a->r[i].lo && v <= a->r[i].hi) return true;
  return false;
}
bool iv_is_full(const iv_set *a) { return a->n == 1 && a->r[0].lo == 0 && a->r[0].hi == mask_of(a->width); }
bool iv_same(const iv_set *a, const iv_set *b) {
  if (a->n != b->n) return false;
  for (unsigned i = 0; i < a->n; i++)
    if (a->r[i].lo != b->r[i].lo || a->r[i].hi != b->r[i].hi) return false;
  return true;
}
uint64_t iv_count(const iv_set *a) {
  uint64_t n = 0;
  for (unsigned i = 0; i < a->n; i++) {
    uint64_t k = a->r[i].hi - a->r[i].lo;
    if (k == UINT64_MAX || n + k + 1 < n) return UINT64_MAX;
    n += k + 1;
  }
  return n;
}
uint64_t iv_pick(const iv_set *a) {
  assert(a->n);
  uint64_t up = a->r[0].lo, down = a->r[a->n - 1].hi; /* the first from zero upward, and downward */
  uint64_t distance = (mask_of(a->width) - down) + 1; /* 0: 2^64 */
  if (a->width > 1 && up >> (a->width - 1) == 0 && up <= 65536)
    return up; /* a small number, whatever the sign */
  return up <= distance || !distance ? up : down;
}

/* ---- shifting and reflecting ---- */

static void add_wrapped(iv_set *s, uint64_t lo, uint64_t hi) {
  iv_set piece = iv_of(s->width, lo, hi);
  bool exact = s->exact;
  *s = iv_or(s, &piece);
  s->exact = s->exact && exact;
}

/* { v - k : v in a, k in [klo, khi] } */
static iv_set minus(const iv_set *a, uint64_t klo, uint64_t khi) {
  uint64_t m = mask_of(a->width), spread = khi - klo;
  iv_set s = iv_empty(a->width);
  s.exact = a->exact && spread == 0;
  for (unsigned i = 0; i < a->n; i++) {
    uint64_t size = a->r[i].hi - a->r[i].lo;
    if (size >= m - spread) {
      s = iv_full(a->width);
      s.exact = a->exact && spread == 0 && size == m;
      return s;
    }
    add_wrapped(&s, (a->r[i].lo - khi) & m, (a->r[i].hi - klo) & m);
  }
  return s;
}

/* { -v } */
static iv_set reflected(const iv_set *a) {
  uint64_t m = mask_of(a->width);
  iv_set s = iv_empty(a->width);
  s.exact = a->exact;
  for (unsigned i = 0; i < a->n; i++) {
    if (a->r[i].hi - a->r[i].lo == m) return *a;
    add_wrapped(&s, (0 - a->r[i].hi) & m, (0 - a->r[i].lo) & m);
  }
  return s;
}

/* ---- pulling a set back to the atom ---- */

typedef struct solving {
  const iv_env *env;
  uint32_t atom;
  unsigned width;
} solving;

static iv_set unknown(const solving *s) {
  iv_set f = iv_full(s->width);
  f.exact = false;
  return f;
}

static bool depends(const solving *s, term t) {
  uint32_t n;
  const uint32_t *ids = term_atoms(s->env->tc, t, &n);
  uint32_t lo = 0;
  while (n) { /* binary search */
    uint32_t half = n / 2;
    if (ids[lo + half] < s->atom)
      lo += half + 1, n -= half + 1;
    else if (ids[lo + half] == s->atom)
      return true;
    else
      n = half;
  }
  return false;
}

/* The bounds of a term without the atom. */
static void bounds_of(const solving *s, term t, uint64_t *lo, uint64_t *hi) {
  term_u128 l, h;
  if (s->env->model) {
    l = h = term_eval(s->env->tc, t, s->env->model);
  } else {
    term_range_under(s->env->tc, t, s->env->bounds, s->env->self, &l, &h);
  }
  *lo = (uint64_t)l;
  *hi = (uint64_t)h;
}

static iv_set truth_of(const solving *s, term p, bool truth, int depth);
static iv_set pull(const solving *s, term e, const iv_set *want, int depth);

static iv_set everything_or_nothing(const solving *s, bool all) {
  return all ? iv_full(s->width) : iv_empty(s->width);
}

static iv_set pull_extension(const solving *s, const term_node *n, const iv_set *want, int depth) {
  unsigned wi = term_get(s->env->tc, n->a)->width;
  uint64_t m = mask_of(wi);
  if (n->op == T_ZEXT) {
    iv_set fits = iv_of(n->width, 0, m), inner = iv_and(want, &fits);
    inner.width = (uint8_t)wi;
    return pull(s, n->a, &inner, depth);
  }
  uint64_t half = (uint64_t)1 << (wi - 1);
  iv_set pos = iv_of(n->width, 0, half - 1),
         neg = iv_of(n->width, mask_of(n->width) - half + 1, mask_of(n->width));
  iv_set p = iv_and(want, &pos), q = iv_and(want, &neg);
  for (unsigned i = 0; i < q.n; i++) q.r[i].lo &= m, q.r[i].hi &= m;
  p.width = q.width = (uint8_t)wi;
  iv_set inner = iv_or(&p, &q);
  return pull(s, n->a, &inner, depth);
}

/* f is monotonic and v = f(x) for x in [first, last]: division and right shift by a constant. */
static iv_set pull_division(const solving *s, const term_node *n, const iv_set *want, int depth) {
  term_u128 k;
  if (!term_is_const(s->env->tc, n->b)) return unknown(s);
  k = term_const_value(s->env->tc, n->b);
  uint64_t m = mask_of(n->width);
  if (n->op == T_LSHR) k = k >= n->width ? 0 : (term_u128)1 << (unsigned)k;
  if (k == 0) return unknown(s);
  iv_set inner = iv_empty(n->width);
  inner.exact = want->exact;
  for (unsigned i = 0; i < want->n; i++) {
    term_u128 lo = want->r[i].lo * k, hi = want->r[i].hi * k + k - 1;
    if (lo <= m) append(&inner, (uint64_t)lo, hi > m ? m : (uint64_t)hi);
  }
  return pull(s, n->a, &inner, depth);
}

/* x * k where nothing can overflow. */
static iv_set pull_product(const solving *s, const term_node *n, const iv_set *want, int depth) {
  if (!term_is_const(s->env->tc, n->b)) return unknown(s);
  term_u128 k = term_const_value(s->env->tc, n->b), lo, hi;
  uint64_t m = mask_of(n->width);
  if (n->op == T_SHL) k = k >= n->width ? 0 : (term_u128)1 << (unsigned)k;
  term_range(s->env->tc, n->a, &lo, &hi);
  if (k == 0 || hi > m / k) return unknown(s);
  iv_set inner = iv_empty(n->width);
  inner.exact = want->exact;
  for (unsigned i = 0; i < want->n; i++) {
    uint64_t first = (uint64_t)((want->r[i].lo + k - 1) / k), last = (uint64_t)(want->r[i].hi / k);
    if (first <= last) append(&inner, first, last);
  }
  return pull(s, n->a, &inner, depth);
}

static iv_set pull_selection(const solving *s, const term_node *n, const iv_set *want, int depth) {
  iv_set yes = truth_of(s, n->a, true, depth), no = truth_of(s, n->a, false, depth);
  iv_set a = pull(s, n->b, want, depth), b = pull(s, n->c, want, depth);
  a = iv_and(&a, &yes);
  b = iv_and(&b, &no);
  return iv_or(&a, &b);
}

static iv_set pull_read(const solving *s, const term_node *n, const iv_set *want, int depth) {
  uint32_t len;
  const term *cells = term_table(s->env->tc, n->aux, &len);
  unsigned wi = term_get(s->env->tc, n->a)->width;
  if (len > 64 || wi > 64) return unknown(s);
  iv_set index = iv_empty(wi);
  bool exact = want->exact;
  for (uint32_t i = 0; i < len; i++) {
    if (depends(s, cells[i])) return unknown(s);
    uint64_t lo, hi;
    bounds_of(s, cells[i], &lo, &hi);
    iv_set cell = iv_of(n->width, lo, hi), meet = iv_and(&cell, want);
    if (lo != hi) exact = false;
    if (meet.n) append(&index, i, i == len - 1 ? mask_of(wi) : i);
  }
  index.exact = index.exact && exact;
  return pull(s, n->a, &index, depth);
}

static iv_set pull_sum(const solving *s, const term_node *n, const iv_set *want, int depth) {
  bool left = depends(s, n->a), right = depends(s, n->b);
  if (left && right) return unknown(s);
  uint64_t lo, hi;
  bounds_of(s, left ? n->b : n->a, &lo, &hi);
  iv_set inner;
  if (n->op == T_ADD) {
    inner = minus(want, lo, hi);
    return pull(s, left ? n->a : n->b, &inner, depth);
  }
  uint64_t m = mask_of(n->width);
  if (lo != hi) { /* the negation of a range may wrap; not worth the trouble */
    inner = iv_full(n->width);
    inner.exact = false;
    return pull(s, left ? n->a : n->b, &inner, depth);
  }
  if (left) { /* x - k: x = v + k */
    inner = minus(want, (0 - lo) & m, (0 - lo) & m);
    return pull(s, n->a, &inner, depth);
  }
  iv_set back = reflected(want); /* k - x: x = k - v = -v - (-k) */
  inner = minus(&back, (0 - lo) & m, (0 - lo) & m);
  return pull(s, n->b, &inner, depth);
}

static iv_set pull(const solving *s, term e, const iv_set *want, int depth) {
  term_ctx *tc = s->env->tc;
  const term_node n = *term_get(tc, e);
  if (!want->n) return iv_empty(s->width); /* empty whatever is below, exact or not */
  if (iv_is_full(want)) {
    iv_set all = iv_full(s->width);
    all.exact = want->exact;
    return all;
  }
  if (n.op == T_ATOM && n.aux == s->atom) return *want;
  if (n.width > 64 || depth <= 0) return unknown(s);
  if (!depends(s, e)) {
    uint64_t lo, hi;
    bounds_of(s, e, &lo, &hi);
    iv_set value = iv_of(n.width, lo, hi), meet = iv_and(&value, want);
    iv_set r = everything_or_nothing(s, meet.n != 0);
    if (lo != hi && meet.n) r.exact = false;
    if (meet.n) r.exact = r.exact && want->exact;
    return r;
  }
  depth--;
  if (n.width == 1) {
    iv_set yes = iv_has(want, 1) ? truth_of(s, e, true, depth) : iv_empty(s->width);
    iv_set no = iv_has(want, 0) ? truth_of(s, e, false, depth) : iv_empty(s->width);
    return iv_or(&yes, &no);
  }
  iv_set inner;
  switch (n.op) {
  case T_ADD:
  case T_SUB: return pull_sum(s, &n, want, depth);
  case T_NEG: inner = reflected(want); return pull(s, n.a, &inner, depth);
  case T_NOT: { /* ~x = -x - 1 */
    inner = minus(want, mask_of(n.width), mask_of(n.width));
    inner = reflected(&inner);
    return pull(s, n.a, &inner, depth);
  }
  case T_ZEXT:
  case T_SEXT: return pull_extension(s, &n, want, depth);
  case T_UDIV:
  case T_LSHR: return pull_division(s, &n, want, depth);
  case T_MUL:
  case T_SHL: return pull_product(s, &n, want, depth);
  case T_ITE: return pull_selection(s, &n, want, depth);
  case T_READ: return pull_read(s, &n, want, depth);
  case T_CONCAT: { /* only what the high part tells */
    unsigned wl = term_get(tc, n.b)->width;
    if (!depends(s, n.a) || depends(s, n.b)) return unknown(s);
    inner = iv_empty(n.width - wl);
    for (unsigned i = 0; i < want->n; i++) append(&inner, want->r[i].lo >> wl, want->r[i].hi >> wl);
    inner.exact = false;
    return pull(s, n.a, &inner, depth);
  }
  default: return unknown(s);
  }
}

/* ---- predicates ---- */

static iv_set truth_of_order(const solving *s, const term_node *n, bool truth, int depth) {
  term_ctx *tc = s->env->tc;
  unsigned w = term_get(tc, n->a)->width;
  if (w > 64) return unknown(s);
  bool left = depends(s, n->a), right = depends(s, n->b);
  if (left && right) return unknown(s);
  bool is_signed = n->op == T_SLT || n->op == T_SLE, strict = n->op == T_ULT || n->op == T_SLT;
  uint64_t m = mask_of(w), bias = is_signed ? (uint64_t)1 << (w - 1) : 0, lo, hi;
  bounds_of(s, left ? n->b : n->a, &lo, &hi);
  bool single = lo == hi;
  if (is_signed && (lo < bias) != (hi < bias))
    lo = bias, hi = bias - 1; /* straddles: the whole signed line */
  lo ^= bias, hi ^= bias;     /* in the order of op */
  /* x < k, or its negation k <= x; with k on the left the other way round */
  bool below = left == truth;
  if (!truth) strict = !strict;
  iv_set want;
  if (below) { /* x < hi or x <= hi */
    if (strict && hi == 0) return iv_empty(s->width);
    want = iv_of(w, bias, (strict ? hi - 1 : hi) ^ bias);
    if (!strict && hi == m) want = iv_full(w);
  } else { /* lo < x or lo <= x */
    if (strict && lo == m) return iv_empty(s->width);
    want = iv_of(w, (strict ? lo + 1 : lo) ^ bias, m ^ bias);
    if (!strict && lo == 0) want = iv_full(w);
  }
  want.exact = single;
  return pull(s, left ? n->a : n->b, &want, depth);
}

static iv_set truth_of_eq(const solving *s, const term_node *n, bool truth, int depth) {
  unsigned w = term_get(s->env->tc, n->a)->width;
  bool left = depends(s, n->a), right = depends(s, n->b);
  if (w > 64 || (left && right)) return unknown(s);
  uint64_t lo, hi;
  bounds_of(s, left ? n->b : n->a, &lo, &hi);
  iv_set want = iv_of(w, lo, hi);
  if (lo != hi) {
    if (!truth) return unknown(s);
    want.exact = false;
  }
  if (!truth) want = iv_not(&want);
  return pull(s, left ? n->a : n->b, &want, depth);
}

/* Floats by their bits: positive ones ascend from 0, negative ones descend from the sign bit, NaNs are beyond the
 * infinities of both signs. */
typedef struct float_layout {
  uint64_t sign, infinity;
} float_layout;

static float_layout layout_of(unsigned w) {
  return w == 32 ? (float_layout){0x80000000u, 0x7F800000u}
                 : (float_layout){(uint64_t)1 << 63, (uint64_t)0x7FF << 52};
}

/* The floats below the one with these bits, or with equal also equal to it. Not for NaN. */
static iv_set floats_below(unsigned w, uint64_t bits, bool equal) {
  float_layout f = layout_of(w);
  uint64_t size = bits & ~f.sign;
  bool negative = (bits & f.sign) && size;
  if (negative || (size == 0 && !equal)) { /* larger magnitudes with the sign */
    uint64_t first = negative ? bits + !equal : f.sign + 1, last = f.sign | f.infinity;
    return first > last ? iv_empty(w) : iv_of(w, first, last);
  }
  iv_set all_negative = iv_of(w, f.sign, f.sign | f.infinity), rest = iv_of(w, 0, size - !equal);
  return iv_or(&rest, &all_negative);
}

static iv_set truth_of_float(const solving *s, const term_node *n, bool truth, int depth) {
  unsigned w = term_get(s->env->tc, n->a)->width;
  if (w != 32 && w != 64) return unknown(s);
  float_layout f = layout_of(w);
  iv_set nan1 = iv_of(w, f.infinity + 1, f.sign - 1),
         nan2 = iv_of(w, (f.sign | f.infinity) + 1, f.sign | (f.sign - 1));
  iv_set nan = iv_or(&nan1, &nan2), numbers = iv_not(&nan), want;
  if (n->op == T_FISNAN) {
    want = truth ? nan : numbers;
    return pull(s, n->a, &want, depth);
  }
  bool left = depends(s, n->a);
  if (left && depends(s, n->b)) return unknown(s);
  uint64_t lo, hi;
  bounds_of(s, left ? n->b : n->a, &lo, &hi);
  if (lo != hi) return unknown(s);
  if (iv_has(&nan, lo)) return everything_or_nothing(s, !truth);
  if (n->op == T_FEQ) {
    iv_set below = floats_below(w, lo, false);
    want = floats_below(w, lo, true);
    below = iv_not(&below);
    want = iv_and(&want, &below);
  } else if (left) {
    want = floats_below(w, lo, n->op == T_FLE);
  } else { /* c < x: a number that is not <= c */
    want = floats_below(w, lo, n->op == T_FLT);
    want = iv_not(&want);
    want = iv_and(&want, &numbers);
  }
  if (!truth) want = iv_not(&want);
  return pull(s, left ? n->a : n->b, &want, depth);
}

static iv_set truth_of(const solving *s, term p, bool truth, int depth) {
  term_ctx *tc = s->env->tc;
  const term_node n = *term_get(tc, p);
  assert(n.width == 1);
  if (n.op == T_ATOM && n.aux == s->atom) return iv_of(1, truth, truth);
  if (depth <= 0) return unknown(s);
  if (!depends(s, p)) {
    uint64_t lo, hi;
    bounds_of(s, p, &lo, &hi);
    if (lo != hi) return unknown(s);
    return everything_or_nothing(s, (lo != 0) == truth);
  }
  depth--;
  switch (n.op) {
  case T_NOT: return truth_of(s, n.a, !truth, depth);
  case T_AND:
  case T_OR: {
    iv_set a = truth_of(s, n.a, truth, depth), b = truth_of(s, n.b, truth, depth);
    return (n.op == T_AND) == truth ? iv_and(&a, &b) : iv_or(&a, &b);
  }
  case T_EQ:
    if (term_get(tc, n.a)->width == 1) {
      iv_set a1 = truth_of(s, n.a, true, depth), a0 = truth_of(s, n.a, false, depth);
      iv_set b1 = truth_of(s, n.b, truth, depth), b0 = truth_of(s, n.b, !truth, depth);
      a1 = iv_and(&a1, &b1);
      a0 = iv_and(&a0, &b0);
      return iv_or(&a1, &a0);
    }
    return truth_of_eq(s, &n, truth, depth);
  case T_ULT:
  case T_ULE:
  case T_SLT:
  case T_SLE: return truth_of_order(s, &n, truth, depth);
  case T_FEQ:
  case T_FLT:
  case T_FLE:
  case T_FISNAN: return truth_of_float(s, &n, truth, depth);
  case T_ITE: {
    iv_set c1 = truth_of(s, n.a, true, depth), c0 = truth_of(s, n.a, false, depth);
    iv_set a = truth_of(s, n.b, truth, depth), b = truth_of(s, n.c, truth, depth);
    a = iv_and(&c1, &a);
    b = iv_and(&c0, &b);
    return iv_or(&a, &b);
  }
  default: return unknown(s);
  }
}

iv_set iv_solve(const iv_env *env, term predicate, bool truth, uint32_t atom, unsigned width) {
  assert(width <= 64);
  solving s = {.env = env, .atom = atom, .width = width};
  iv_set r = truth_of(&s, predicate, truth, MAX_DEPTH);
  assert(r.width == width);
  return r;
}
