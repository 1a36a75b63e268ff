/* The solver: one query goes through the layers in the order of their cost until one decides. Everything before the cache
 * looks at the atoms of the flipped constraint and their groups only; the rest of the path is satisfied by the witness and
 * stays as it is. */
#include "explorer/solver_internal.h"

#include <time.h>

#define REPAIR_ATOMS 8u
#define FD_DEFAULT_NODES 200000u
#define FD_SHORT_NODES 2000u /* of a first search, before listing all solutions is considered */
#define FD_TABLE_FACTOR 64u  /* the listing may take so many times the nodes spent on the group so far */
#define FD_TABLE_NODES 64000000u
#define FD_TABLE_PART 4u /* and no more than this part of the effort that is left */
#define FD_ROW_WORK \
  400000u               /* operators evaluated per question; a table that takes more is not asked again … */
#define FD_ROW_TRIES 8u /* … after so many */
#define FD_WASTED_NODES \
  4000000u                  /* of listings that led to no table worth having: then none is tried any more */
#define BRUTE_NODES 200000u /* assignments tried one by one */
#define GUESS_WORK \
  4000000u /* operators evaluated for one query's guesses: each guess costs the size of its terms */

ex_solver *ex_solver_new(term_ctx *tc, const ex_solver_options *opt) {
  ex_solver *s = ex_checked(calloc(1, sizeof *s));
  s->tc = tc;
  if (opt) s->opt = *opt;
  cache_init(&s->cache);
  return s;
}

void ex_solver_free(ex_solver *s) {
  if (!s) return;
  ex_z3_free(s->z3);
  transcript_free(s->log);
  ex_fd_free(s->fd);
  cache_free(&s->cache);
  free(s->list);
  free(s->keys);
  free(s);
}

void ex_solver_follow(ex_solver *s, const uint8_t *bytes, size_t len) {
  assert(!s->z3 && !s->log);
  s->log = transcript_new(s->tc, s->opt.rlimit, bytes, len);
}

uint8_t *ex_solver_transcript(const ex_solver *s, size_t *len) {
  return s->log ? transcript_bytes(s->log, len) : NULL;
}

const ex_solver_stats *ex_solver_get_stats(const ex_solver *s) { return &s->stats; }

/* Operators evaluated that take about as long as one of Z3's resource units. */
enum { WORK_PER_UNIT = 32 };

uint64_t ex_solver_effort(const ex_solver *s) {
  uint64_t work = term_eval_work(s->tc) + (s->fd ? ex_fd_work(s->fd) : 0);
  return s->stats.z3_rlimit + work / WORK_PER_UNIT;
}

/* Search nodes that may still be spent, at the most wanted. */
static uint64_t nodes_left(const ex_solver *s, uint64_t wanted, unsigned part) {
  uint64_t effort = ex_solver_effort(s);
  if (!s->opt.total) return wanted;
  uint64_t left = effort < s->opt.total ? (s->opt.total - effort) * WORK_PER_UNIT / FD_NODE_WORK / part : 0;
  return wanted < left ? wanted : left;
}

static uint64_t now_usec(void) {
  struct timespec ts;
  clock_gettime(CLOCK_MONOTONIC, &ts);
  return (uint64_t)ts.tv_sec * 1000000u + (uint64_t)ts.tv_nsec / 1000u;
}

/* ---- checking models ---- */

static bool mentions(ex_solver *s, term c, uint32_t atom) {
  uint32_t n;
  const uint32_t *ids = term_atoms(s->tc, c, &n);
  for (uint32_t lo = 0, hi = n; lo < hi;) {
    uint32_t mid = lo + (hi - lo) / 2;
    if (ids[mid] == atom) return true;
    if (ids[mid] < atom)
      lo = mid + 1;
    else
      hi = mid;
  }
  return false;
}

/* Does m satisfy the constraints of g that mention the atom (or all, with atom UINT32_MAX)? */
static bool group_holds(ex_solver *s, const group *g, term_model *m, uint32_t atom) {
  for (; g; g = g->prev) {
    if ((atom == UINT32_MAX || mentions(s, g->constraint, atom)) && !term_eval(s->tc, g->constraint, m))
      return false;
    for (uint32_t i = 0; i < g->nmerged; i++)
      if (!group_holds(s, g->merged[i], m, atom)) return false;
  }
  return true;
}

static bool model_holds(ex_solver *s, const query *q, term_model *m) {
  if (!term_eval(s->tc, q->extra, m)) return false;
  for (size_t i = 0; i < q->ngroups; i++)
    if (!group_holds(s, q->groups[i], m, UINT32_MAX)) return false;
  return true;
}

/* ---- layers ---- */

/* One unconstrained or exactly known atom: the ranges say everything. Otherwise an empty range still says no. */
static ex_sat try_intervals(ex_solver *s, const query *q, term_model **out) {
  if (q->nkeys > REPAIR_ATOMS) return EX_UNKNOWN;
  for (uint32_t i = 0; i < q->nkeys; i++) {
    unsigned w = q->keys[i] & KEY_CALL ? 0 : term_atom_width(s->tc, q->keys[i]);
    if (w == 0 || w > 64) continue;
    iv_set old = ex_domain_of(s, q->pc, q->keys[i]), set = ex_narrow(s, q->pc, q->extra, q->keys[i], &old);
    if (set.n == 0) return EX_UNSAT;
    if (q->nkeys > 1 || !set.exact || (q->ngroups && !q->groups[0]->exact)) continue;
    term_model *m = term_model_copy(q->witness);
    term_model_set(m, q->keys[i], iv_pick(&set));
    assert(model_holds(s, q, m));
    if (term_eval(s->tc, q->extra, m)) {
      *out = m;
      return EX_SAT;
    }
    term_model_free(m);
  }
  return EX_UNKNOWN;
}

/* Guessing goes on while it is cheap. */
static bool may_guess(const ex_solver *s, const query *q) {
  return term_eval_work(s->tc) - q->work0 < GUESS_WORK;
}

static bool candidate_works(ex_solver *s, const query *q, uint32_t atom, uint64_t v, term_model **out) {
  term_model *m = term_model_copy(q->witness);
  term_model_set(m, atom, v);
  bool ok = term_eval(s->tc, q->extra, m) != 0;
  for (size_t i = 0; ok && i < q->ngroups; i++) ok = group_holds(s, q->groups[i], m, atom);
  if (ok)
    *out = m;
  else
    term_model_free(m);
  return ok;
}

/* One atom of the flipped constraint changes, the others stay. */
static bool try_repair(ex_solver *s, const query *q, term_model **out) {
  if (q->nkeys > REPAIR_ATOMS) return false;
  term_model *fixed = term_model_copy(q->witness);
  iv_env env = {.tc = s->tc, .model = fixed};
  bool found = false;
  for (uint32_t i = 0; i < q->nkeys && !found; i++) {
    uint32_t atom = q->keys[i];
    unsigned w = atom & KEY_CALL ? 0 : term_atom_width(s->tc, atom);
    if (w == 0 || w > 64) continue;
    iv_set old = ex_domain_of(s, q->pc, atom), set = iv_solve(&env, q->extra, true, atom, w);
    set = iv_and(&set, &old);
    if (!set.n || (iv_is_full(&set) && !set.exact)) continue;
    uint64_t tries[] = {iv_pick(&set), set.r[0].lo, set.r[set.n - 1].hi, set.r[set.n / 2].lo, set.r[0].hi};
    for (unsigned k = 0; k < sizeof tries / sizeof *tries && !found; k++) {
      bool again = false;
      for (unsigned j = 0; j < k; j++) again |= tries[j] == tries[k];
      if (!again && may_guess(s, q)) found = candidate_works(s, q, atom, tries[k], out);
    }
  }
  term_model_free(fixed);
  return found;
}

/* Values near the constants of the flipped constraint, read as integers and as floats: cheap to try before Z3, which needs
 * long for floats. */
#define MAX_CONSTANTS 12u
#define MAX_VISITED 200u

static unsigned constants_of(ex_solver *s, term root, uint64_t *out) {
  term stack[MAX_VISITED];
  unsigned top = 0, visited = 0, n = 0;
  stack[top++] = root;
  while (top && visited++ < MAX_VISITED && n < MAX_CONSTANTS) {
    term t = stack[--top];
    const term_node node = *term_get(s->tc, t);
    if (node.op == T_CONST && node.width > 1) out[n++] = node.value;
    if (node.op <= T_ADDR || node.op == T_CALL) continue;
    term child[3] = {node.a, node.b, node.c};
    for (int i = 0; i < 3; i++)
      if (child[i] && top < MAX_VISITED) stack[top++] = child[i];
  }
  return n;
}

static uint64_t bits_of(double d) {
  uint64_t b;
  memcpy(&b, &d, sizeof b);
  return b;
}
static uint64_t bits_of_float(double d) {
  float f = (float)d;
  uint32_t b;
  memcpy(&b, &f, sizeof b);
  return b;
}

static unsigned variants(uint64_t c, unsigned width, uint64_t *out) {
  double d;
  memcpy(&d, &c, sizeof d);
  uint32_t low = (uint32_t)c;
  float f;
  memcpy(&f, &low, sizeof f);
  double number = width == 32 && c >> 32 == 0 ? (double)f : d; /* as a float */
  uint64_t sign = (uint64_t)1 << (width - 1);
  unsigned n = 0;
  uint64_t plain[] = {c, c + 1, c - 1, c ^ sign, (c ^ sign) + 1, 0 - c};
  for (unsigned i = 0; i < sizeof plain / sizeof *plain; i++) out[n++] = plain[i];
  if (number > -9e18 && number < 9e18) { /* float constant, integer atom; or a float of the other width */
    int64_t whole = (int64_t)number;
    double halves[] = {number, number + 1, number - 1, number / 2, number * 2, -number};
    for (int k = -1; k <= 1; k++) out[n++] = (uint64_t)whole + (uint64_t)k;
    for (unsigned i = 0; i < sizeof halves / sizeof *halves; i++)
      out[n++] = width == 32 ? bits_of_float(halves[i]) : bits_of(halves[i]);
  }
  double integer = (double)(int64_t)(width == 32 ? (uint64_t)(int64_t)(int32_t)c
                                                 : c); /* integer constant, float atom */
  for (int k = 0; k < 2; k++)
    out[n++] = width == 32 ? bits_of_float(integer + k * 0.5) : bits_of(integer + k * 0.5);
  return n;
}

static bool try_constants(ex_solver *s, const query *q, term_model **out) {
  if (q->nkeys > 4) return false;
  uint64_t constant[MAX_CONSTANTS + 2], value[32];
  unsigned n = constants_of(s, q->extra, constant);
  constant[n++] = 0;
  constant[n++] = 1;
  for (uint32_t i = 0; i < q->nkeys; i++) {
    unsigned w = q->keys[i] & KEY_CALL ? 0 : term_atom_width(s->tc, q->keys[i]);
    if (w != 32 && w != 64) continue;
    iv_set allowed = ex_domain_of(s, q->pc, q->keys[i]);
    for (unsigned c = 0; c < n; c++)
      for (unsigned k = variants(constant[c], w, value); k-- > 0;) {
        uint64_t v = w == 32 ? (uint32_t)value[k] : value[k];
        if (!may_guess(s, q)) return false;
        if (iv_has(&allowed, v) && candidate_works(s, q, q->keys[i], v, out)) return true;
      }
  }
  return false;
}

/* The values of another model for the unknowns of these groups. */
static bool try_model(ex_solver *s, const query *q, const term_model *other, term_model **out) {
  term_model *m = term_model_copy(q->witness);
  for (size_t i = 0; i <= q->ngroups; i++) {
    const uint32_t *ids = i < q->ngroups ? q->groups[i]->keys->id : q->keys;
    uint32_t n = i < q->ngroups ? q->groups[i]->keys->n : q->nkeys;
    for (uint32_t k = 0; k < n; k++)
      if (!(ids[k] & KEY_CALL)) term_model_set(m, ids[k], term_model_get(other, ids[k]));
  }
  if (model_holds(s, q, m)) {
    *out = m;
    return true;
  }
  term_model_free(m);
  return false;
}

static bool try_recent(ex_solver *s, const query *q, term_model **out) {
  for (unsigned i = 0; i < CACHE_RECENT; i++)
    if (s->cache.recent[i] && may_guess(s, q) && try_model(s, q, s->cache.recent[i], out)) return true;
  return false;
}

/* ---- finite domains ---- */

typedef struct fd_input {
  fd_problem problem;
  bool small;       /* at most FD_VALUES values each */
  uint64_t product; /* of the numbers of values, saturating */
  uint32_t atoms[FD_ATOMS];
  iv_set domains[FD_ATOMS];
} fd_input;

/* The atoms of the groups and of extra with their domains, when they are few enough for any of the ways. */
static bool fd_collect(ex_solver *s, const query *q, fd_input *in) {
  uint32_t n = 0;
  in->small = true;
  in->product = 1;
  for (size_t g = 0; g <= q->ngroups; g++) {
    const uint32_t *ids = g < q->ngroups ? q->groups[g]->keys->id : q->keys;
    uint32_t len = g < q->ngroups ? q->groups[g]->keys->n : q->nkeys;
    for (uint32_t i = 0; i < len; i++) {
      bool have = false;
      for (uint32_t k = 0; k < n && !have; k++) have = in->atoms[k] == ids[i];
      if (have) continue;
      unsigned w = ids[i] & KEY_CALL ? 0 : term_atom_width(s->tc, ids[i]);
      if (n == FD_ATOMS || w == 0 || w > 64) return false;
      in->domains[n] = ex_domain_of(s, q->pc, ids[i]);
      uint64_t count = iv_count(&in->domains[n]);
      if (count > FD_VALUES) in->small = false;
      in->product = in->product > BRUTE_NODES || count > BRUTE_NODES ? UINT64_MAX : in->product * count;
      if (!in->small && in->product > BRUTE_NODES) return false;
      in->atoms[n++] = ids[i];
    }
  }
  in->problem = (fd_problem){.atoms = in->atoms, .domains = in->domains, .natoms = n};
  return true;
}

static bool same_keys(const group *a, const group *b) {
  return a->keys == b->keys ||
         (a->keys->n == b->keys->n && !memcmp(a->keys->id, b->keys->id, a->keys->n * sizeof(uint32_t)));
}

/* The solutions of g from those of an older version of it, as far as it has the same unknowns. */
static fd_rows *rows_of(ex_solver *s, group *g) {
  group *base = g;
  while (!base->rows && base->prev && !base->nmerged && same_keys(base->prev, g)) base = base->prev;
  if (!base->rows) return NULL;
  if (base == g) return g->rows;
  /* down again, without recursion: the chain is collected first */
  size_t n = 0;
  for (group *h = g; h != base; h = h->prev) n++;
  group **chain = ex_checked(malloc(n * sizeof *chain));
  size_t i = n;
  for (group *h = g; h != base; h = h->prev) chain[--i] = h;
  fd_rows *rows = base->rows;
  for (i = 0; i < n && rows; i++) {
    chain[i]->rows = fd_rows_filter(s->fd, rows, chain[i]->constraint);
    rows = chain[i]->rows;
  }
  free(chain);
  return rows;
}

static bool list_solutions(ex_solver *s, const query *q, fd_input in, group *base) {
  const key_list *keys = base->keys;
  in.problem.atoms = in.atoms;
  in.problem.domains = in.domains;
  in.problem.n = ex_group_list(s, &base, 1, 0);
  in.problem.constraints = s->list;
  const ex_pc *pc = q->pc; /* the domains of that time */
  while (pc->parent && pc->depth > base->seq) pc = pc->parent;
  for (uint32_t i = 0; i < in.problem.natoms; i++) {
    in.domains[i] = ex_domain_of(s, pc, in.atoms[i]);
    if (iv_count(&in.domains[i]) > FD_VALUES) return false;
  }
  uint64_t nodes, limit = keys->effort * FD_TABLE_FACTOR;
  limit = nodes_left(s, limit < FD_TABLE_NODES ? limit : FD_TABLE_NODES, FD_TABLE_PART);
  base->rows = fd_rows_enumerate(s->fd, &in.problem, limit, &nodes);
  s->stats.fd_nodes += nodes;
  if (!base->rows) s->wasted += nodes;
  return base->rows != NULL;
}

/* List the solutions of an old version of the group with the same unknowns, because all its descendants share them: the oldest
 * one, together with the simple constraints that follow it (a precondition may come in pieces). If those are too many,
 * the solutions of the newest. Tried when the work spent on the group has doubled since the last failure. */
static void make_rows(ex_solver *s, const query *q, const fd_input *in) {
  group *g = q->groups[0], *base = g;
  key_list *keys = g->keys;
  if (s->wasted > FD_WASTED_NODES || g->rows || keys->heavy || keys->n != in->problem.natoms ||
      keys->effort < keys->next_table)
    return;
  for (group *h = g;; h = h->prev) {
    uint32_t n;
    term_atoms(s->tc, h->constraint, &n);
    if (n > 2) base = h->prev; /* whatever is simple must be older than this */
    if (!h->prev || h->nmerged || !same_keys(h->prev, g)) {
      if (!base || n > 2) base = h;
      break;
    }
  }
  if (list_solutions(s, q, *in, base) || (base != g && list_solutions(s, q, *in, g)))
    keys->next_table = 0;
  else
    keys->next_table = keys->effort * 2;
}

static ex_sat try_rows(ex_solver *s, const query *q, term_model **out) {
  if (q->ngroups != 1 || q->groups[0]->keys->heavy) return EX_UNKNOWN;
  group *g = q->groups[0];
  uint64_t work = ex_fd_work(s->fd);
  fd_rows *rows = rows_of(s, g), *left = rows ? fd_rows_filter(s->fd, rows, q->extra) : NULL;
  g->keys->row_work += ex_fd_work(s->fd) - work;
  if (++g->keys->row_queries >= FD_ROW_TRIES && g->keys->row_work / g->keys->row_queries > FD_ROW_WORK)
    g->keys->heavy = true, s->wasted += FD_WASTED_NODES / 4;
  if (!left) return EX_UNKNOWN;
  ex_sat r = EX_UNSAT;
  if (fd_rows_count(left)) {
    *out = term_model_copy(q->witness);
    fd_rows_model(left, *out);
    assert(model_holds(s, q, *out));
    r = EX_SAT;
  }
  fd_rows_unref(left);
  return r;
}

static ex_sat search_finite(ex_solver *s, const query *q, fd_input *in, uint64_t limit, bool brute,
                            term_model **out) {
  size_t n = ex_group_list(s, q->groups, q->ngroups, 0);
  s->list[n++] = q->extra;
  in->problem.constraints = s->list;
  in->problem.n = n;
  if (!ex_fd_fits(s->fd, &in->problem)) return EX_UNKNOWN;
  term_model *m = term_model_copy(q->witness);
  uint64_t nodes;
  limit = nodes_left(s, limit, 1);
  ex_sat r = brute ? ex_fd_brute(s->fd, &in->problem, limit, &nodes, m)
                   : ex_fd_search(s->fd, &in->problem, limit, &nodes, m);
  s->stats.fd_nodes += nodes;
  for (size_t i = 0; i < q->ngroups; i++) q->groups[i]->keys->effort += nodes;
  if (r == EX_SAT && model_holds(s, q, m)) {
    *out = m;
    return r;
  }
  assert(r != EX_SAT);
  term_model_free(m);
  return r == EX_SAT ? EX_UNKNOWN : r;
}

/* The table if there is one; else a short search, the table, a long search, the table. */
static ex_sat decide_finite(ex_solver *s, const query *q, term_model **out) {
  if (!s->fd) s->fd = ex_checked(ex_fd_new(s->tc));
  ex_sat r = try_rows(s, q, out);
  fd_input in;
  if (r != EX_UNKNOWN || !fd_collect(s, q, &in)) return r;
  if (!in.small) return search_finite(s, q, &in, 2 * BRUTE_NODES, true, out);
  uint64_t most = s->opt.fd_nodes ? s->opt.fd_nodes : FD_DEFAULT_NODES;
  if (s->quick) return search_finite(s, q, &in, FD_SHORT_NODES, false, out);
  bool table = q->ngroups == 1;
  for (int round = 0; round < 2 && r == EX_UNKNOWN; round++) {
    r = search_finite(s, q, &in, round || most < FD_SHORT_NODES ? most : FD_SHORT_NODES, false, out);
    if (r != EX_UNKNOWN || !table) continue;
    make_rows(s, q, &in);
    r = try_rows(s, q, out);
  }
  return r;
}

static ex_sat try_finite(ex_solver *s, const query *q, term_model **out) {
  uint64_t start = now_usec();
  ex_sat r = decide_finite(s, q, out);
  s->stats.fd_work = ex_fd_work(s->fd);
  s->stats.usec_fd += now_usec() - start;
  return r;
}

/* ---- Z3 ---- */

static ex_sat ask_z3(ex_solver *s, const term *constraints, size_t n, const term_model *witness,
                     term_model **out) {
  if (!s->z3) s->z3 = ex_checked(ex_z3_new(s->tc, s->opt.rlimit, s->log));
  term_model *m = witness ? term_model_copy(witness) : term_model_new();
  uint64_t start = now_usec();
  ex_sat r = ex_z3_check(s->z3, constraints, n, m);
  s->stats.usec_z3 += now_usec() - start;
  s->stats.z3_rlimit = ex_z3_rlimit_used(s->z3);
  s->stats.by_z3++;
  s->stats.by_transcript += ex_z3_sleeps(s->z3);
  if (r == EX_SAT)
    *out = m;
  else
    term_model_free(m);
  return r;
}

static int compare_terms(const void *a, const void *b) {
  term x = *(const term *)a, y = *(const term *)b;
  return x < y ? -1 : x > y;
}

/* The cache, and Z3 behind it. */
static ex_sat decide_group(ex_solver *s, const query *q, term_model **out) {
  size_t n = ex_group_list(s, q->groups, q->ngroups, 0);
  if (s->list_cap < 2 * (n + 1)) {
    s->list_cap = 2 * (n + 1);
    s->list = ex_checked(realloc(s->list, s->list_cap * sizeof *s->list));
  }
  s->list[n++] = q->extra;
  term *sorted = s->list + n;
  memcpy(sorted, s->list, n * sizeof *sorted);
  qsort(sorted, n, sizeof *sorted, compare_terms);
  uint64_t sig[2] = {0, 0};
  for (size_t i = 0; i < q->ngroups; i++)
    for (int k = 0; k < 2; k++) sig[k] += q->groups[i]->sig[k];
  ex_sig_add(sig, q->extra);
  term_model *known = NULL;
  ex_sat r = cache_find(&s->cache, sig, sorted, (uint32_t)n, &known);
  if (r == EX_SAT && !try_model(s, q, known, out)) r = EX_UNKNOWN;
  if (r == EX_UNKNOWN && cache_unsat_subset(&s->cache, q->extra, sorted, (uint32_t)n)) r = EX_UNSAT;
  if (r == EX_UNKNOWN && try_recent(s, q, out)) {
    s->stats.by_witness++;
    return EX_SAT;
  }
  if (r != EX_UNKNOWN) {
    s->stats.by_cache++;
    return r;
  }
  if (try_constants(s, q, out)) {
    s->stats.by_witness++;
    return EX_SAT;
  }
  if (s->quick) return EX_UNKNOWN;
  r = ask_z3(s, s->list, n, q->witness, out);
  cache_add(&s->cache, sig, q->extra, sorted, (uint32_t)n, r, r == EX_SAT ? *out : NULL);
  if (r == EX_SAT) cache_remember_model(&s->cache, *out);
  return r;
}

/* ---- the stack ---- */

static ex_sat layers(ex_solver *s, const query *q, term_model **out) {
  ex_sat r = try_intervals(s, q, out);
  if (r == EX_UNKNOWN && ex_never(s, q->pc, q->extra)) r = EX_UNSAT;
  if (r != EX_UNKNOWN) {
    s->stats.by_interval++;
    return r;
  }
  if (try_repair(s, q, out)) {
    s->stats.by_witness++;
    return EX_SAT;
  }
  r = ex_order(s, q, out);
  if (r != EX_UNKNOWN) {
    s->stats.by_interval++;
    return r;
  }
  r = s->tired ? EX_UNKNOWN : try_finite(s, q, out);
  if (r != EX_UNKNOWN) {
    s->stats.by_fd++;
    return r;
  }
  return decide_group(s, q, out);
}

static ex_sat with_groups(ex_solver *s, ex_pc *pc, term extra, const term_model *witness, term_model **out) {
  query q = {.pc = pc, .extra = extra, .witness = witness, .work0 = term_eval_work(s->tc)};
  uint32_t *keys;
  q.nkeys = ex_keys_of(s, extra, &keys);
  uint32_t few_keys[REPAIR_ATOMS];
  group *few[REPAIR_ATOMS];
  bool small = q.nkeys <= REPAIR_ATOMS;
  q.keys = small ? few_keys : ex_checked(malloc(q.nkeys * sizeof *q.keys));
  q.groups = small ? few : ex_checked(malloc(q.nkeys * sizeof *q.groups));
  memcpy(q.keys, keys, q.nkeys * sizeof *keys);
  for (uint32_t i = 0; i < q.nkeys; i++) {
    group *g = ex_group_of(pc, q.keys[i]);
    bool have = !g;
    for (size_t k = 0; k < q.ngroups && !have; k++) have = q.groups[k] == g;
    if (!have) q.groups[q.ngroups++] = g;
  }
  ex_sat r = layers(s, &q, out);
  if (!small) {
    free(q.keys);
    free(q.groups);
  }
  return r;
}

static ex_sat solve(ex_solver *s, ex_pc *pc, term extra, const term_model *witness, term_model **out);

/* No witness yet: satisfy the constraints one after the other from the oldest. */
static ex_sat from_nothing(ex_solver *s, ex_pc *pc, term_model **out) {
  size_t n = ex_pc_depth(pc);
  ex_pc **path = ex_checked(malloc((n + 1) * sizeof *path));
  for (ex_pc *p = pc; p; p = p->parent) path[--n] = p;
  n = ex_pc_depth(pc);
  term_model *m = term_model_new();
  ex_sat r = EX_SAT;
  for (size_t i = 0; i < n && r == EX_SAT; i++) {
    term_model *next = NULL;
    r = solve(s, path[i]->parent, path[i]->constraint, m, &next);
    term_model_free(m);
    m = next;
  }
  free(path);
  *out = m;
  return r;
}

/* A conjunction: each part is asked for after the parts before it hold. */
static ex_sat solve_parts(ex_solver *s, ex_pc *pc, const term *part, size_t n, const term_model *witness,
                          term_model **out) {
  term_model *m = term_model_copy(witness);
  ex_pc *known = ex_pc_ref(pc);
  ex_sat r = EX_SAT;
  for (size_t i = 0; i < n && r == EX_SAT; i++) {
    term_model *next = NULL;
    r = solve(s, known, part[i], m, &next);
    term_model_free(m);
    m = next;
    ex_pc *longer = ex_pc_push(s, known, part[i]);
    ex_pc_unref(s, known);
    known = longer;
  }
  ex_pc_unref(s, known);
  *out = m;
  return r;
}

static ex_sat solve(ex_solver *s, ex_pc *pc, term extra, const term_model *witness, term_model **out) {
  if ((pc && pc->contradictory) || (term_is_const(s->tc, extra) && !term_const_value(s->tc, extra))) {
    s->stats.by_simplify++;
    return EX_UNSAT;
  }
  term_model *m = term_model_copy(witness);
  if (term_eval(s->tc, extra, m)) {
    s->stats.by_witness++;
    *out = m;
    return EX_SAT;
  }
  term_model_free(m);
  if (!ex_is_conjunction(s, extra)) {
    ex_sat r = ex_sum(s, pc, extra, witness, out);
    if (r == EX_UNKNOWN) return with_groups(s, pc, extra, witness, out);
    s->stats.by_fd++;
    return r;
  }
  term *part;
  size_t n = ex_conjuncts(s, extra, &part);
  ex_sat r = solve_parts(s, pc, part, n, witness, out);
  free(part);
  return r;
}

static ex_sat solve_plain(ex_solver *s, const ex_pc *pc, term extra, const term_model *witness,
                          term_model **out) {
  size_t n = ex_pc_depth(pc), i = n;
  if (n + 1 > s->list_cap) {
    s->list_cap = n * 2 + 2;
    s->list = ex_checked(realloc(s->list, s->list_cap * sizeof *s->list));
  }
  for (const ex_pc *p = pc; p; p = p->parent) s->list[--i] = p->constraint;
  if (extra) s->list[n++] = extra;
  return ask_z3(s, s->list, n, witness, out);
}

ex_sat ex_solve(ex_solver *s, ex_pc *pc, term extra, const term_model *witness, term_model **out) {
  s->stats.queries++;
  term_model *found = NULL, *start = NULL;
  ex_sat r = EX_SAT;
  if (s->opt.plain) {
    r = solve_plain(s, pc, extra, witness, &found);
  } else {
    const term_model *base = witness;
    if (!base) {
      r = from_nothing(s, pc, &start);
      base = start;
    }
    if (r == EX_SAT && extra)
      r = solve(s, pc, extra, base, &found);
    else if (r == EX_SAT)
      found = term_model_copy(base);
    term_model_free(start);
  }
  assert((r == EX_SAT) == (found != NULL));
  if (out)
    *out = found;
  else
    term_model_free(found);
  if (r == EX_SAT)
    s->stats.sat++;
  else if (r == EX_UNSAT)
    s->stats.unsat++;
  else
    s->stats.unknown++;
  return r;
}

ex_sat ex_solve_quickly(ex_solver *s, ex_pc *pc, term extra, const term_model *witness, term_model **out) {
  bool before = s->quick;
  s->quick = !s->opt.plain;
  ex_sat r = ex_solve(s, pc, extra, witness, out);
  s->quick = before;
  return r;
}

void ex_solver_tire(ex_solver *s) { s->tired = s->quick = !s->opt.plain; }

bool ex_must_be(ex_solver *s, ex_pc *pc, term t, const term_model *witness) {
  if (term_is_const(s->tc, t)) return true;
  term_u128 lo, hi;
  ex_bounds(s, pc, t, &lo, &hi);
  if (lo == hi) return true;
  if (!witness) return false;
  term_model *m = term_model_copy(witness);
  term value = term_const(s->tc, term_get(s->tc, t)->width, term_eval(s->tc, t, m));
  term_model_free(m);
  return ex_solve(s, pc, term_not(s->tc, term_eq(s->tc, t, value)), witness, NULL) == EX_UNSAT;
}
