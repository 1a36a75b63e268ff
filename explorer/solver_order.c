/* Comparisons between atoms: x < y, x <= y, x == y, x != y, as keys in trees, lists and sorting give them. Each
 * comparison is an edge that pushes one value above another; pushing from the lower bounds of the domains decides
 * whether the edges can hold together (a value pushed beyond its bound, or a cycle that never comes to rest, shows that
 * they cannot), and pushing upward or downward from the witness gives a model that changes as little as it must.
 * Other constraints are left out: "no" stays right without them, and a model is checked by evaluation. */
#include "explorer/solver_internal.h"

#define MAX_ATOMS 96u
#define MAX_CONSTRAINTS 1000u

typedef struct edge {
  uint16_t from, to; /* val[from] + strict <= val[to] */
  bool strict;
} edge;

typedef struct order {
  ex_solver *s;
  const query *q;
  unsigned width;
  uint64_t mask, bias; /* bias: the sign bit when the comparisons are signed */
  bool flip;           /* the order is turned upside down */
  uint32_t n;
  uint32_t atom[MAX_ATOMS];
  iv_set domain[MAX_ATOMS];
  uint64_t value[MAX_ATOMS]; /* in the order's own scale */
  bool hull; /* domains count as their hull [least, most]: rest comes after n rounds, or never */
  uint64_t most[MAX_ATOMS];
  edge *edges;
  uint16_t (*apart)[2]; /* pairs that differ */
  size_t nedges, napart;
} order;

static uint64_t to_scale(const order *o, uint64_t v) { return v ^ o->bias ^ (o->flip ? o->mask : 0); }

/* The least value of the domain that is at least v, both in the scale; false: none. */
static bool next_allowed(const order *o, uint32_t i, uint64_t v, uint64_t *out) {
  bool found = false;
  for (unsigned k = 0; k < o->domain[i].n; k++) {
    uint64_t piece[2][2] = {{o->domain[i].r[k].lo, o->domain[i].r[k].hi}, {1, 0}};
    if (o->bias && piece[0][0] < o->bias && piece[0][1] >= o->bias) { /* cut at the sign */
      piece[1][0] = o->bias, piece[1][1] = piece[0][1];
      piece[0][1] = o->bias - 1;
    }
    for (int p = 0; p < 2; p++) {
      if (piece[p][0] > piece[p][1]) continue;
      uint64_t a = to_scale(o, piece[p][0]), b = to_scale(o, piece[p][1]);
      uint64_t lo = a < b ? a : b, hi = a < b ? b : a;
      if (hi < v) continue;
      uint64_t c = lo > v ? lo : v;
      if (!found || c < *out) *out = c;
      found = true;
    }
  }
  return found;
}

/* ---- collecting ---- */

static int index_of(order *o, term t) {
  const term_node *n = term_get(o->s->tc, t);
  if (n->op != T_ATOM || n->width != o->width) return -1;
  for (uint32_t i = 0; i < o->n; i++)
    if (o->atom[i] == n->aux) return (int)i;
  if (o->n == MAX_ATOMS) return -1;
  o->atom[o->n] = n->aux;
  o->domain[o->n] = ex_domain_of(o->s, o->q->pc, n->aux);
  return (int)o->n++;
}

static bool non_negative(const order *o, int i) {
  const iv_set *d = &o->domain[i];
  return d->n && d->r[d->n - 1].hi < (uint64_t)1 << (o->width - 1);
}

static void add_edge(order *o, int from, int to, bool strict) {
  o->edges[o->nedges++] = (edge){.from = (uint16_t)from, .to = (uint16_t)to, .strict = strict};
}

static void add_constraint(order *o, term c) {
  term_node n = *term_get(o->s->tc, c);
  bool differ = n.op == T_NOT && term_get(o->s->tc, n.a)->op == T_EQ;
  if (differ) n = *term_get(o->s->tc, n.a);
  if (n.op < T_EQ || n.op > T_SLE || term_get(o->s->tc, n.a)->op != T_ATOM ||
      term_get(o->s->tc, n.b)->op != T_ATOM)
    return;
  int a = index_of(o, n.a), b = index_of(o, n.b);
  if (a < 0 || b < 0) return;
  bool is_signed = n.op == T_SLT || n.op == T_SLE;
  if (n.op != T_EQ && is_signed != (o->bias != 0) && !(non_negative(o, a) && non_negative(o, b))) return;
  if (differ) {
    o->apart[o->napart][0] = (uint16_t)a;
    o->apart[o->napart++][1] = (uint16_t)b;
  } else {
    add_edge(o, a, b, n.op == T_ULT || n.op == T_SLT);
    if (n.op == T_EQ) add_edge(o, b, a, false);
  }
}

/* ---- pushing ---- */

/* Raises the value to at least v; false: not within the domain. */
static bool raise(order *o, uint32_t i, uint64_t v) {
  if (!o->hull) return next_allowed(o, i, v, &o->value[i]);
  o->value[i] = v;
  return v <= o->most[i];
}

/* Until all edges hold. EX_UNSAT: some value left its domain or there was no rest. */
static ex_sat push_up(order *o, bool keep_apart, uint32_t rounds) {
  for (uint32_t round = 0; round < rounds; round++) {
    bool changed = false;
    for (size_t k = 0; k < o->nedges; k++) {
      const edge *e = &o->edges[k];
      uint32_t from = o->flip ? e->to : e->from, to = o->flip ? e->from : e->to;
      uint64_t low = o->value[from];
      if (e->strict && low == o->mask) return EX_UNSAT;
      low += e->strict;
      if (o->value[to] >= low) continue;
      if (!raise(o, to, low)) return EX_UNSAT;
      changed = true;
    }
    for (size_t k = 0; keep_apart && k < o->napart; k++) {
      uint32_t a = o->apart[k][0], b = o->apart[k][1];
      if (o->value[a] != o->value[b]) continue;
      if (o->value[b] == o->mask || !raise(o, b, o->value[b] + 1)) return EX_UNSAT;
      changed = true;
    }
    if (!changed) return EX_SAT;
  }
  return EX_UNSAT;
}

static bool possible(order *o) {
  for (uint32_t i = 0; i < o->n; i++) {
    uint64_t v;
    o->flip = true; /* the greatest value is the least one upside down */
    if (!next_allowed(o, i, 0, &v)) return false;
    o->most[i] = v ^ o->mask;
    o->flip = false;
    next_allowed(o, i, 0, &o->value[i]);
  }
  o->hull = true;
  ex_sat r = push_up(o, false, o->n + 2);
  o->hull = false;
  return r == EX_SAT;
}

static bool model_holds(order *o, term_model *m) {
  if (!term_eval(o->s->tc, o->q->extra, m)) return false;
  size_t n = ex_group_list(o->s, o->q->groups, o->q->ngroups, 0);
  for (size_t i = 0; i < n; i++)
    if (!term_eval(o->s->tc, o->s->list[i], m)) return false;
  return true;
}

static bool from_witness(order *o, bool flip, term_model **out) {
  o->flip = flip;
  for (uint32_t i = 0; i < o->n; i++)
    if (!raise(o, i, to_scale(o, (uint64_t)term_model_get(o->q->witness, o->atom[i]) & o->mask)))
      return false;
  if (push_up(o, true, 4 * o->n + 16) != EX_SAT) return false;
  term_model *m = term_model_copy(o->q->witness);
  for (uint32_t i = 0; i < o->n; i++) term_model_set(m, o->atom[i], to_scale(o, o->value[i]));
  if (model_holds(o, m)) {
    *out = m;
    return true;
  }
  term_model_free(m);
  return false;
}

ex_sat ex_order(ex_solver *s, const query *q, term_model **out) {
  term_node n = *term_get(s->tc, q->extra);
  if (n.op == T_NOT) n = *term_get(s->tc, n.a);
  if (n.op < T_EQ || n.op > T_SLE || term_get(s->tc, n.a)->op != T_ATOM) return EX_UNKNOWN;
  unsigned width = term_get(s->tc, n.a)->width;
  size_t count = 1;
  for (size_t i = 0; i < q->ngroups; i++) count += q->groups[i]->count;
  if (width > 64 || count > MAX_CONSTRAINTS) return EX_UNKNOWN;
  size_t len = ex_group_list(s, q->groups, q->ngroups, 0);
  s->list[len++] = q->extra;
  bool is_signed = false;
  for (size_t i = 0; i < len && !is_signed; i++) {
    unsigned op = term_get(s->tc, s->list[i])->op;
    is_signed = op == T_SLT || op == T_SLE;
  }
  order o = {.s = s, .q = q, .width = width};
  o.mask = width == 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1;
  o.bias = is_signed ? (uint64_t)1 << (width - 1) : 0;
  o.edges = ex_checked(malloc(2 * len * sizeof *o.edges));
  o.apart = ex_checked(malloc(len * sizeof *o.apart));
  for (size_t i = 0; i < len; i++) add_constraint(&o, s->list[i]);
  ex_sat r = EX_UNKNOWN;
  if (o.n && !possible(&o))
    r = EX_UNSAT;
  else if (o.n && (from_witness(&o, false, out) || from_witness(&o, true, out)))
    r = EX_SAT;
  free(o.edges);
  free(o.apart);
  return r;
}
