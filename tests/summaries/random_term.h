/* Random expressions built twice: as a plain tree that a small reference interpreter evaluates, and as a term
 * through the simplifying constructors. Shared by the tests of terms and of the solver. */
#ifndef TESTS_RANDOM_TERM_H
#define TESTS_RANDOM_TERM_H

#include "summaries/term.h"

#include <string.h>

typedef unsigned __int128 u128;
typedef __int128 i128;

typedef struct rnd {
  uint64_t s;
} rnd;
static inline uint64_t rnd_next(rnd *r) { /* xorshift* */
  r->s ^= r->s >> 12;
  r->s ^= r->s << 25;
  r->s ^= r->s >> 27;
  return r->s * 0x2545F4914F6CDD1Du;
}
static inline unsigned rnd_below(rnd *r, unsigned n) { return (unsigned)(rnd_next(r) >> 33) % n; }

static inline u128 low_bits(u128 v, unsigned w) { return w >= 128 ? v : v & (((u128)1 << w) - 1); }
static inline i128 signed_of(u128 v, unsigned w) {
  u128 sign = (u128)1 << (w - 1);
  return (i128)((low_bits(v, w) ^ sign) - sign);
}
static inline u128 rnd_value(rnd *r, unsigned w) {
  u128 v = (u128)rnd_next(r) << 64 | rnd_next(r);
  switch (rnd_below(r, 6)) {
  case 0: v = rnd_below(r, 8); break;
  case 1: v = (u128)0 - rnd_below(r, 8); break;
  case 2: v = ((u128)1 << rnd_below(r, w)) - rnd_below(r, 2); break;
  case 3: v = rnd_below(r, 256); break;
  default: break;
  }
  return low_bits(v, w);
}

enum { RND_MAX = 200, RND_CELLS = 5 };
typedef struct rnd_node {
  term_op op;
  unsigned width;
  uint32_t aux;
  int a, b, c;
  int cell[RND_CELLS];
  u128 value;
  term t;
} rnd_node;
typedef struct rnd_expr {
  rnd_node at[RND_MAX];
  int n;
} rnd_expr;

static inline u128 ref_eval(const rnd_expr *e, int i, const u128 *atoms, u128 *memo, char *have);

static inline u128 ref_op(const rnd_expr *e, const rnd_node *n, u128 a, u128 b, u128 c) {
  unsigned w = n->width, wa = n->a >= 0 ? e->at[n->a].width : w;
  i128 sa = n->a >= 0 ? signed_of(a, wa) : 0, sb = n->b >= 0 ? signed_of(b, e->at[n->b].width) : 0;
  switch (n->op) {
  case T_ADD: return a + b;
  case T_SUB: return a - b;
  case T_MUL: return a * b;
  case T_UDIV: return b == 0 ? ~(u128)0 : a / b;
  case T_UREM: return b == 0 ? a : a % b;
  case T_SDIV: /* by magnitudes, as SMT-LIB defines it */
  case T_SREM: {
    u128 ma = sa < 0 ? -(u128)sa : (u128)sa, mb = sb < 0 ? -(u128)sb : (u128)sb;
    ma = low_bits(ma, w), mb = low_bits(mb, w);
    u128 q = mb == 0 ? ~(u128)0 : ma / mb, rem = mb == 0 ? ma : ma % mb;
    if (n->op == T_SDIV) return (sa < 0) != (sb < 0) ? -q : q;
    return sa < 0 ? -rem : rem;
  }
  case T_SHL: return b >= w ? 0 : a << (unsigned)b;
  case T_LSHR: return b >= w ? 0 : a >> (unsigned)b;
  case T_ASHR: return b >= w ? (sa < 0 ? ~(u128)0 : 0) : (u128)(sa >> (unsigned)b);
  case T_AND: return a & b;
  case T_OR: return a | b;
  case T_XOR: return a ^ b;
  case T_NOT: return ~a;
  case T_NEG: return -a;
  case T_EQ: return a == b;
  case T_ULT: return a < b;
  case T_ULE: return a <= b;
  case T_SLT: return sa < sb;
  case T_SLE: return sa <= sb;
  case T_ITE: return a ? b : c;
  case T_ZEXT: return a;
  case T_SEXT: return (u128)sa;
  case T_EXTRACT: return a >> n->aux;
  case T_CONCAT: return a << e->at[n->b].width | b;
  default: return 0;
  }
}

static inline u128 ref_eval(const rnd_expr *e, int i, const u128 *atoms, u128 *memo, char *have) {
  const rnd_node *n = &e->at[i];
  if (have[i]) return memo[i];
  u128 a = n->a >= 0 ? ref_eval(e, n->a, atoms, memo, have) : 0,
       b = n->b >= 0 ? ref_eval(e, n->b, atoms, memo, have) : 0;
  u128 c = n->c >= 0 ? ref_eval(e, n->c, atoms, memo, have) : 0, v;
  if (n->op == T_CONST)
    v = n->value;
  else if (n->op == T_ATOM)
    v = atoms[n->aux];
  else if (n->op == T_READ)
    v = ref_eval(e, n->cell[a < RND_CELLS ? (unsigned)a : RND_CELLS - 1], atoms, memo, have);
  else
    v = ref_op(e, n, a, b, c);
  have[i] = 1;
  return memo[i] = low_bits(v, n->width);
}

static inline int rnd_leaf(rnd *r, term_ctx *tc, rnd_expr *e, unsigned w, unsigned natoms,
                           unsigned first_atom) {
  rnd_node n = {.width = w, .a = -1, .b = -1, .c = -1};
  if (rnd_below(r, 3) == 0) {
    n.op = T_CONST;
    n.value = rnd_value(r, w);
    n.t = term_const(tc, w, n.value);
  } else {
    n.op = T_ATOM;
    n.aux = first_atom + rnd_below(r, natoms);
    n.t = term_atom(tc, w, n.aux);
  }
  e->at[e->n] = n;
  return e->n++;
}

/* An expression of this width; an atom's id tells its width: width index * natoms + k. */
static inline int rnd_build(rnd *r, term_ctx *tc, rnd_expr *e, unsigned w, int depth, const unsigned *widths,
                            unsigned nwidths, unsigned natoms) {
  unsigned index = nwidths;
  for (unsigned i = 0; i < nwidths; i++)
    if (widths[i] == w) index = i;
  if (depth == 0 || e->n > RND_MAX - 40) {
    if (index < nwidths) return rnd_leaf(r, tc, e, w, natoms, index * natoms);
    rnd_node k = {.op = T_CONST, .width = w, .a = -1, .b = -1, .c = -1, .value = rnd_value(r, w)};
    k.t = term_const(tc, w, k.value);
    e->at[e->n] = k;
    return e->n++;
  }
#define SUB(width) rnd_build(r, tc, e, (width), depth - 1, widths, nwidths, natoms)
#define T(i) e->at[i].t
  rnd_node n = {.width = w, .a = -1, .b = -1, .c = -1};
  unsigned other = widths[rnd_below(r, nwidths)];
  switch (rnd_below(r, 12)) {
  case 0:
  case 1:
  case 2:
  case 3:
    n.op = T_ADD + (term_op)rnd_below(r, T_XOR - T_ADD + 1);
    n.a = SUB(w), n.b = SUB(w);
    n.t = term_bin(tc, n.op, T(n.a), T(n.b));
    break;
  case 4:
    n.op = rnd_below(r, 2) ? T_NOT : T_NEG;
    n.a = SUB(w);
    n.t = n.op == T_NOT ? term_not(tc, T(n.a)) : term_neg(tc, T(n.a));
    break;
  case 5:
  case 6:
    n.op = T_ITE;
    n.a = SUB(1), n.b = SUB(w), n.c = SUB(w);
    n.t = term_ite(tc, T(n.a), T(n.b), T(n.c));
    break;
  case 7:
    n.op = T_READ;
    n.a = SUB(other < 3 ? 8 : other);
    term cells[RND_CELLS];
    for (int i = 0; i < RND_CELLS; i++) n.cell[i] = SUB(w), cells[i] = T(n.cell[i]);
    n.t = term_read(tc, cells, RND_CELLS, T(n.a));
    break;
  case 8:
    if (other >= w) {
      n.op = T_EXTRACT;
      n.aux = rnd_below(r, other - w + 1);
      n.a = SUB(other);
      n.t = term_extract(tc, n.aux, w, T(n.a));
    } else {
      n.op = rnd_below(r, 2) ? T_ZEXT : T_SEXT;
      n.a = SUB(other);
      n.t = n.op == T_ZEXT ? term_zext(tc, w, T(n.a)) : term_sext(tc, w, T(n.a));
    }
    break;
  case 9:
    if (w >= 2) {
      unsigned wl = 1 + rnd_below(r, w - 1);
      n.op = T_CONCAT;
      n.a = SUB(w - wl), n.b = SUB(wl);
      n.t = term_concat(tc, T(n.a), T(n.b));
      break;
    } /* fall through */
  default:
    if (w == 1) {
      n.op = T_EQ + (term_op)rnd_below(r, T_SLE - T_EQ + 1);
      n.a = SUB(other), n.b = SUB(other);
      n.t = term_bin(tc, n.op, T(n.a), T(n.b));
    } else if (index < nwidths) {
      return rnd_leaf(r, tc, e, w, natoms, index * natoms);
    } else {
      n.op = T_NOT;
      n.a = SUB(w);
      n.t = term_not(tc, T(n.a));
    }
    break;
  }
#undef SUB
#undef T
  e->at[e->n] = n;
  return e->n++;
}

#endif
