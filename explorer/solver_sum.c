/* A comparison over a sum of choices: results of merged calls added up, each a nest of selections among a few constants. Solvers
 * for bit-vectors see an adder tree over everything; here the constants each addend can give are listed, which ones are to
 * change is found by dynamic programming over the partial sums (as few as possible, starting from the witness), and each
 * change is one small query of its own: a caller's decision is turned by choosing among the callees' cases. A model is
 * checked against the whole; "unsatisfiable" is said when no combination of constants fits, feasible or not. */
#include "explorer/solver_internal.h"

enum {
  MIN_ADDENDS = 4,
  MAX_ADDENDS = 256,
  MAX_VALUES = 16,
  MAX_SUMS = 4096,
  MAX_ROUNDS = 24,
  MAX_NODES = 512
};

typedef struct addend {
  term t;
  bool minus;
  term_u128 now; /* under the witness */
  term_u128 value[MAX_VALUES];
  uint32_t n;
  bool open; /* it can have values that are not listed: it stays as it is */
} addend;

typedef struct sums {
  ex_solver *s;
  addend add[MAX_ADDENDS];
  uint32_t n;
  term_u128 base, mask; /* of the constants; of the width */
  term_op op;
  bool negated, sum_left;
  term_u128 other; /* the constant side of a comparison */
  unsigned width;
} sums;

/* ---- taking the comparison apart ---- */

static void list_values(sums *x, addend *a) {
  const term_ctx *tc = x->s->tc;
  term stack[64];
  uint32_t top = 0, visited = 0;
  stack[top++] = a->t;
  while (top && !a->open) {
    const term_node *n = term_get(tc, stack[--top]);
    if (++visited > MAX_NODES || top + 2 > 64) {
      a->open = true;
    } else if (n->op == T_ITE) {
      stack[top++] = n->b;
      stack[top++] = n->c;
    } else if (n->op == T_CONST) {
      uint32_t i = 0;
      while (i < a->n && a->value[i] != n->value) i++;
      if (i == MAX_VALUES)
        a->open = true;
      else if (i == a->n)
        a->value[a->n++] = n->value;
    } else {
      a->open = true;
    }
  }
}

static bool add_terms(sums *x, term t, bool minus) {
  const term_ctx *tc = x->s->tc;
  struct {
    term t;
    bool minus;
  } stack[MAX_ADDENDS];
  uint32_t top = 0;
  stack[top].t = t, stack[top++].minus = minus;
  while (top) {
    term at = stack[--top].t;
    bool neg = stack[top].minus;
    const term_node *n = term_get(tc, at);
    if ((n->op == T_ADD || n->op == T_SUB) && top + 2 <= MAX_ADDENDS) {
      stack[top].t = n->a, stack[top++].minus = neg;
      stack[top].t = n->b, stack[top++].minus = neg != (n->op == T_SUB);
    } else if (n->op == T_CONST) {
      x->base += neg ? -(term_u128)n->value : n->value;
    } else {
      if (x->n == MAX_ADDENDS) return false;
      x->add[x->n++] = (addend){.t = at, .minus = neg};
    }
  }
  return true;
}

static bool take_apart(sums *x, term extra, const term_model *witness) {
  const term_ctx *tc = x->s->tc;
  const term_node *n = term_get(tc, extra);
  if (n->op == T_NOT) {
    x->negated = true;
    n = term_get(tc, n->a);
  }
  if (n->op < T_EQ || n->op > T_SLE) return false;
  x->op = (term_op)n->op;
  x->width = term_get(tc, n->a)->width;
  if (x->width > 64) return false;
  x->mask = (((term_u128)1 << (x->width - 1)) << 1) - 1;
  term a = n->a, b = n->b;
  x->sum_left = !term_is_const(tc, a);
  if (x->op == T_EQ) {
    if (!add_terms(x, a, false) || !add_terms(x, b, true)) return false;
  } else {
    if (x->sum_left && !term_is_const(tc, b)) return false;
    x->other = term_const_value(tc, x->sum_left ? b : a);
    if (!add_terms(x, x->sum_left ? a : b, false)) return false;
  }
  uint32_t choices = 0;
  term_model *m = term_model_copy(witness);
  for (uint32_t i = 0; i < x->n; i++) {
    x->add[i].now = term_eval(x->s->tc, x->add[i].t, m);
    list_values(x, &x->add[i]);
    choices += !x->add[i].open;
  }
  term_model_free(m);
  return choices >= MIN_ADDENDS;
}

static bool fits(const sums *x, term_u128 sum) {
  sum &= x->mask;
  term_u128 a = x->sum_left || x->op == T_EQ ? sum : x->other, b = x->sum_left ? x->other : sum;
  bool v = x->op == T_EQ ? sum == 0 : term_apply(x->op, 1, 0, x->width, a, b, 0) != 0;
  return v != x->negated;
}

/* ---- which addends change ---- */

typedef struct reached {
  term_u128 sum;
  uint32_t changes;
  uint32_t from;  /* in the level before */
  uint8_t choice; /* MAX_VALUES: as it is */
} reached;

/* Adds a sum to the level, or betters it; false: too many. */
static bool reach(reached *level, uint32_t *n, uint32_t *index, reached r) {
  uint32_t h = (uint32_t)(((uint64_t)r.sum * 0x9E3779B97F4A7C15u) >> 51) & (2 * MAX_SUMS - 1);
  for (; index[h]; h = (h + 1) & (2 * MAX_SUMS - 1)) {
    reached *old = &level[index[h] - 1];
    if (old->sum != r.sum) continue;
    if (r.changes < old->changes) *old = r;
    return true;
  }
  if (*n == MAX_SUMS) return false;
  level[*n] = r;
  index[h] = ++*n;
  return true;
}

/* Fills choice; EX_UNSAT: no combination fits; EX_UNKNOWN: too many sums. */
static ex_sat choose(const sums *x, uint8_t *choice) {
  uint32_t *count = ex_checked(calloc(x->n + 2, sizeof *count)),
           *index = ex_checked(malloc(2 * MAX_SUMS * sizeof *index));
  reached **level = ex_checked(calloc(x->n + 2, sizeof *level));
  bool ok = true;
  level[0] = ex_checked(malloc(sizeof **level));
  level[0][0] = (reached){x->base & x->mask, 0, 0, 0};
  count[0] = 1;
  for (uint32_t i = 0; i < x->n && ok; i++) {
    const addend *a = &x->add[i];
    level[i + 1] = ex_checked(malloc(MAX_SUMS * sizeof **level));
    memset(index, 0, 2 * MAX_SUMS * sizeof *index);
    for (uint32_t k = 0; k < count[i] && ok; k++)
      for (uint32_t v = 0; v <= a->n && ok; v++) { /* first as it is */
        if (v && a->open) break;
        term_u128 value = v ? a->value[v - 1] : a->now;
        if (v && value == a->now) continue;
        term_u128 sum = (level[i][k].sum + (a->minus ? -value : value)) & x->mask;
        ok = reach(level[i + 1], &count[i + 1], index,
                   (reached){sum, level[i][k].changes + (v > 0), k, (uint8_t)(v ? v - 1 : MAX_VALUES)});
      }
  }
  uint32_t best = UINT32_MAX;
  for (uint32_t k = 0; ok && k < count[x->n]; k++)
    if (fits(x, level[x->n][k].sum) &&
        (best == UINT32_MAX || level[x->n][k].changes < level[x->n][best].changes))
      best = k;
  ex_sat r = !ok ? EX_UNKNOWN : best == UINT32_MAX ? EX_UNSAT : EX_SAT;
  for (uint32_t i = x->n; r == EX_SAT && i > 0; i--) {
    choice[i - 1] = level[i][best].choice;
    best = level[i][best].from;
  }
  for (uint32_t i = 0; i <= x->n; i++) free(level[i]);
  free(level), free(count), free(index);
  return r;
}

/* Turns the chosen addends one after the other. A value that cannot be is taken off the list: EX_UNSAT. */
static ex_sat turn(sums *x, ex_pc *pc, const uint8_t *choice, const term_model *witness, term_model **out) {
  term_ctx *tc = x->s->tc;
  term_model *m = term_model_copy(witness);
  ex_sat r = EX_SAT;
  for (uint32_t i = 0; i < x->n && r == EX_SAT; i++) {
    addend *a = &x->add[i];
    if (choice[i] == MAX_VALUES) continue;
    term_model *next = NULL;
    r = ex_solve(x->s, pc, term_eq(tc, a->t, term_const(tc, x->width, a->value[choice[i]])), m, &next);
    if (r == EX_UNSAT) a->value[choice[i]] = a->value[--a->n];
    if (r != EX_SAT) break;
    term_model_free(m);
    m = next;
  }
  if (r == EX_SAT)
    *out = m;
  else
    term_model_free(m);
  return r;
}

ex_sat ex_sum(ex_solver *s, ex_pc *pc, term extra, const term_model *witness, term_model **out) {
  sums *x = ex_checked(calloc(1, sizeof *x));
  x->s = s;
  ex_sat r = EX_UNKNOWN;
  bool any_open = false;
  uint8_t choice[MAX_ADDENDS];
  if (take_apart(x, extra, witness)) {
    for (uint32_t i = 0; i < x->n; i++) any_open |= x->add[i].open;
    for (int round = 0; round < MAX_ROUNDS; round++) {
      r = choose(x, choice);
      if (r == EX_UNSAT && any_open) r = EX_UNKNOWN;
      if (r != EX_SAT) break;
      r = turn(x, pc, choice, witness, out);
      if (r == EX_SAT && !term_eval(s->tc, extra, *out)) { /* the addends have unknowns in common */
        term_model_free(*out);
        *out = NULL;
        r = EX_UNKNOWN;
      }
      if (r != EX_UNSAT) break;
      r = EX_UNKNOWN;
    }
  }
  free(x);
  return r;
}
