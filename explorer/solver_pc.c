/* Path conditions. Each node knows, by persistent maps shared with its parent, the group every unknown belongs to and the domain
 * of every atom; a push touches only the groups of the new constraint. Groups are found by a representative: when two join,
 * the members of the smaller one change theirs. A conjunction is taken apart. */
#include "explorer/solver_internal.h"

#define NARROW_ATOMS 4u     /* domains are narrowed by constraints over at most so many atoms */
#define REVISIT_CLAUSES 24u /* … again, when a domain has become smaller: so many disjunctions */
#define REVISIT_ROUNDS 4

void *ex_checked(void *p) {
  if (!p) {
    fputs("summ: out of memory\n", stderr);
    abort();
  }
  return p;
}

/* ---- unknowns of a term ---- */

static int compare_u32(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

static void keys_reserve(ex_solver *s, uint32_t n) {
  if (n <= s->keys_cap) return;
  s->keys_cap = n * 2 + 16;
  s->keys = ex_checked(realloc(s->keys, s->keys_cap * sizeof *s->keys));
}

/* Calls below t; rare, so found by a plain walk. */
static uint32_t add_calls(ex_solver *s, term root, uint32_t n) {
  unsigned char *seen = ex_checked(calloc(root + 1, 1));
  term *stack = ex_checked(malloc((root + 1) * sizeof *stack));
  uint32_t top = 0;
  stack[top++] = root;
  seen[root] = 1;
  while (top) {
    term t = stack[--top];
    const term_node node = *term_get(s->tc, t);
    if (!term_has_call(s->tc, t)) continue;
    const term *list = NULL;
    uint32_t len = 0, piece;
    if (node.op == T_READ) list = term_table(s->tc, node.aux, &len);
    if (node.op == T_CALL) {
      keys_reserve(s, n + 1);
      s->keys[n++] = KEY_CALL | node.aux;
      term_call_info(s->tc, node.aux, &piece, &list, &len);
    } else {
      term child[3] = {node.a, node.b, node.c};
      for (int i = 0; i < 3; i++)
        if (child[i] && !seen[child[i]]) seen[child[i]] = 1, stack[top++] = child[i];
    }
    for (uint32_t i = 0; i < len; i++)
      if (!seen[list[i]]) seen[list[i]] = 1, stack[top++] = list[i];
  }
  free(stack);
  free(seen);
  qsort(s->keys, n, sizeof *s->keys, compare_u32);
  return n;
}

uint32_t ex_keys_of(ex_solver *s, term t, uint32_t **keys) {
  uint32_t n;
  const uint32_t *ids = term_atoms(s->tc, t, &n);
  keys_reserve(s, n);
  if (n) memcpy(s->keys, ids, n * sizeof *ids);
  if (term_has_call(s->tc, t)) n = add_calls(s, t, n);
  *keys = s->keys;
  return n;
}

/* ---- groups ---- */

static void keys_unref(key_list *k) {
  if (k && --k->refs == 0) free(k);
}

void ex_group_unref(group *g) {
  while (g && --g->head.refs == 0) {
    group *prev = g->prev;
    for (uint32_t i = 0; i < g->nmerged; i++) ex_group_unref(g->merged[i]);
    free(g->merged);
    keys_unref(g->keys);
    fd_rows_unref(g->rows);
    free(g);
    g = prev;
  }
}
static void drop_group(pmap_value *v) {
  v->refs = 1;
  ex_group_unref((group *)v);
}
static void drop_plain(pmap_value *v) { free(v); }

static uint32_t rep_of(const ex_pc *pc, uint32_t key) {
  const key_rep *r = (const key_rep *)pmap_get(pc->reps, key);
  return r ? r->rep : key;
}
group *ex_group_of(const ex_pc *pc, uint32_t key) {
  return pc ? (group *)pmap_get(pc->groups, rep_of(pc, key)) : NULL;
}

static void set_rep(ex_pc *pc, uint32_t key, uint32_t rep) {
  if (rep_of(pc, key) == rep) return;
  key_rep *r = ex_checked(malloc(sizeof *r));
  *r = (key_rep){.head = {1}, .rep = rep};
  pmap_set(&pc->reps, key, &r->head, drop_plain);
}

static key_list *keys_make(const uint32_t *ids, uint32_t n) {
  key_list *k = ex_checked(malloc(sizeof *k + n * sizeof *k->id));
  k->refs = 1;
  k->effort = k->next_table = 0;
  k->heavy = false;
  k->row_work = k->row_queries = 0;
  k->n = n;
  memcpy(k->id, ids, n * sizeof *ids);
  return k;
}

static key_list *keys_union(const key_list *a, const uint32_t *b, uint32_t nb) {
  key_list *k = ex_checked(malloc(sizeof *k + (a->n + nb) * sizeof *k->id));
  uint32_t i = 0, j = 0, n = 0;
  while (i < a->n || j < nb) {
    uint32_t x = i < a->n ? a->id[i] : UINT32_MAX, y = j < nb ? b[j] : UINT32_MAX;
    k->id[n++] = x < y ? x : y;
    i += x <= y;
    j += y <= x;
  }
  k->refs = 1;
  k->effort = k->next_table = 0;
  k->heavy = false;
  k->row_work = k->row_queries = 0;
  k->n = n;
  return k;
}

static bool keys_contain(const key_list *a, const uint32_t *b, uint32_t nb) {
  if (nb > a->n) return false;
  uint32_t i = 0;
  for (uint32_t j = 0; j < nb; j++) {
    while (i < a->n && a->id[i] < b[j]) i++;
    if (i == a->n || a->id[i] != b[j]) return false;
  }
  return true;
}

static uint64_t mix(uint64_t x) {
  x ^= x >> 31;
  x *= 0x7FB5D329728EA185u;
  x ^= x >> 27;
  x *= 0x81DADEF4BC2DD44Du;
  return x ^ x >> 33;
}
void ex_sig_add(uint64_t sig[2], term t) {
  sig[0] += mix(t);
  sig[1] += mix(t ^ 0x5DEECE66Du) * 2 + 1;
}

static bool is_disjunction(const ex_solver *s, term t) {
  const term_node *n = term_get(s->tc, t);
  return term_get(s->tc, t)->width == 1 &&
         (n->op == T_OR || (n->op == T_NOT && term_get(s->tc, n->a)->op == T_AND));
}

/* The group that the constraint makes of those its keys belong to. */
static void join(ex_solver *s, ex_pc *pc, term c, const uint32_t *keys, uint32_t n, bool exact) {
  group *g = ex_checked(calloc(1, sizeof *g));
  g->head.refs = 1;
  g->constraint = c;
  g->seq = pc->depth;
  g->count = 1;
  g->exact = exact;
  g->clauses = n > 1 && is_disjunction(s, c);
  ex_sig_add(g->sig, c);
  group *largest = NULL;
  uint32_t rep = keys[0];
  for (uint32_t i = 0; i < n; i++) {
    group *h = ex_group_of(pc, keys[i]);
    if (h && (!largest || h->keys->n > largest->keys->n)) largest = h, rep = rep_of(pc, keys[i]);
  }
  if (!largest) {
    g->keys = keys_make(keys, n);
  } else {
    g->prev = largest;
    largest->head.refs++;
    if (keys_contain(largest->keys, keys, n)) {
      g->keys = largest->keys;
      g->keys->refs++;
    } else {
      g->keys = keys_union(largest->keys, keys, n);
    }
    g->count += largest->count;
    g->clauses += largest->clauses;
    for (int i = 0; i < 2; i++) g->sig[i] += largest->sig[i];
  }
  for (uint32_t i = 0; i < n; i++) {
    uint32_t r = rep_of(pc, keys[i]);
    if (r == rep) continue;
    group *h = ex_group_of(pc, keys[i]);
    if (h) {
      g->merged = ex_checked(realloc(g->merged, (g->nmerged + 1) * sizeof *g->merged));
      g->merged[g->nmerged++] = h;
      h->head.refs++;
      g->count += h->count;
      g->clauses += h->clauses;
      for (int k = 0; k < 2; k++) g->sig[k] += h->sig[k];
      key_list *all = keys_union(g->keys, h->keys->id, h->keys->n);
      keys_unref(g->keys);
      g->keys = all;
      for (uint32_t k = 0; k < h->keys->n; k++) set_rep(pc, h->keys->id[k], rep);
    } else {
      set_rep(pc, keys[i], rep);
    }
  }
  pmap_set(&pc->groups, rep, &g->head, drop_group);
  (void)s;
}

typedef struct listed {
  size_t seq, order;
  term constraint;
} listed;

static int compare_listed(const void *a, const void *b) {
  const listed *x = a, *y = b;
  if (x->seq != y->seq) return x->seq < y->seq ? -1 : 1;
  return x->order < y->order ? -1 : x->order > y->order;
}

size_t ex_group_list(ex_solver *s, group *const *groups, size_t ngroups, size_t at) {
  size_t total = 0;
  for (size_t i = 0; i < ngroups; i++) total += groups[i]->count;
  if (at + total + 1 > s->list_cap) {
    s->list_cap = (at + total + 1) * 2;
    s->list = ex_checked(realloc(s->list, s->list_cap * sizeof *s->list));
  }
  /* A chain without joins is in order already. */
  bool plain = ngroups == 1;
  if (plain) {
    size_t i = at + total;
    for (const group *g = groups[0]; g && plain; g = g->prev) {
      if (g->nmerged)
        plain = false;
      else
        s->list[--i] = g->constraint;
    }
    if (plain) return total;
  }
  listed *all = ex_checked(malloc(total * sizeof *all));
  const group **stack = ex_checked(malloc((total + ngroups) * sizeof *stack));
  size_t n = 0, top = 0;
  for (size_t i = 0; i < ngroups; i++) stack[top++] = groups[i];
  while (top) {
    const group *g = stack[--top];
    all[n] = (listed){.seq = g->seq, .order = g->constraint, .constraint = g->constraint};
    n++;
    if (g->prev) stack[top++] = g->prev;
    for (uint32_t i = 0; i < g->nmerged; i++) stack[top++] = g->merged[i];
  }
  assert(n == total);
  qsort(all, n, sizeof *all, compare_listed);
  for (size_t i = 0; i < n; i++) s->list[at + i] = all[i].constraint;
  free(all);
  free(stack);
  return total;
}

/* ---- domains ---- */

iv_set ex_domain_of(ex_solver *s, const ex_pc *pc, uint32_t atom) {
  const domain *d = pc ? (const domain *)pmap_get(pc->domains, atom) : NULL;
  if (!d) return iv_full(term_atom_width(s->tc, atom));
  iv_set set = {.width = d->set.width, .n = d->set.n, .exact = d->set.exact};
  memcpy(set.r, d->set.r, d->set.n * sizeof *set.r);
  return set;
}

static void set_domain(ex_pc *pc, uint32_t atom, const iv_set *set) {
  size_t size = offsetof(domain, set) + offsetof(iv_set, r) + set->n * sizeof *set->r;
  domain *d = ex_checked(malloc(size));
  d->head.refs = 1;
  memcpy(&d->set, set, offsetof(iv_set, r) + set->n * sizeof *set->r);
  pmap_set(&pc->domains, atom, &d->head, drop_plain);
}

typedef struct bounds_env {
  ex_solver *s;
  const ex_pc *pc;
} bounds_env;

static void domain_bounds(void *self, uint32_t atom, unsigned width, term_u128 *lo, term_u128 *hi,
                          __int128 *slo, __int128 *shi) {
  const bounds_env *e = self;
  const domain *d = e->pc ? (const domain *)pmap_get(e->pc->domains, atom) : NULL;
  if (!d || d->set.width != width || !d->set.n) return;
  const iv_set *s = &d->set;
  *lo = s->r[0].lo;
  *hi = s->r[s->n - 1].hi;
  uint64_t sign = (uint64_t)1 << (width - 1); /* the signed order begins at the sign bit */
  uint64_t first = s->r[0].lo, last = s->r[s->n - 1].hi;
  for (unsigned i = 0; i < s->n; i++) {
    if (s->r[i].hi < sign) last = s->r[i].hi;
    if (s->r[i].lo < sign && s->r[i].hi >= sign) last = sign - 1;
  }
  for (unsigned i = s->n; i-- > 0;) {
    if (s->r[i].lo >= sign) first = s->r[i].lo;
    if (s->r[i].lo < sign && s->r[i].hi >= sign) first = sign;
  }
  *slo = (int64_t)(first << (64 - width)) >> (64 - width);
  *shi = (int64_t)(last << (64 - width)) >> (64 - width);
}

iv_set ex_narrow(ex_solver *s, const ex_pc *pc, term c, uint32_t atom, const iv_set *from) {
  bounds_env be = {.s = s, .pc = pc};
  iv_env env = {.tc = s->tc, .self = &be, .bounds = domain_bounds};
  iv_set set = iv_solve(&env, c, true, atom, from->width);
  return iv_and(&set, from);
}

bool ex_never(ex_solver *s, const ex_pc *pc, term c) {
  bounds_env be = {.s = s, .pc = pc};
  term_u128 lo, hi;
  term_range_under(s->tc, c, domain_bounds, &be, &lo, &hi);
  return hi == 0;
}

void ex_bounds(ex_solver *s, ex_pc *pc, term t, term_u128 *lo, term_u128 *hi) {
  bounds_env be = {.s = s, .pc = pc};
  term_range_under(s->tc, t, domain_bounds, &be, lo, hi);
}

/* ---- pushing ---- */

/* Narrows the domains of c's atoms; did one of them change? *only is the domain of the last one. */
static bool narrow_all(ex_solver *s, ex_pc *pc, term c, const uint32_t *keys, uint32_t n, iv_set *only) {
  bool changed = false;
  for (uint32_t i = 0; i < n; i++) {
    unsigned w = keys[i] & KEY_CALL ? 0 : term_atom_width(s->tc, keys[i]);
    if (w == 0 || w > 64) continue;
    iv_set old = ex_domain_of(s, pc, keys[i]), set = ex_narrow(s, pc, c, keys[i], &old);
    *only = set;
    if (set.n == 0) pc->contradictory = true;
    if (iv_same(&old, &set)) continue;
    set_domain(pc, keys[i], &set);
    changed = true;
  }
  return changed;
}

/* A disjunction says something about domains once all but one of its parts are excluded, which may come long after it: the
 * conditions of summaries come before what decides them. The newest ones of the group are looked at again. */
static void revisit_clauses(ex_solver *s, ex_pc *pc, uint32_t key) {
  group *g = ex_group_of(pc, key);
  bool changed = g && g->clauses;
  for (int round = 0; changed && round < REVISIT_ROUNDS; round++) {
    changed = false;
    uint32_t left = g->clauses < REVISIT_CLAUSES ? g->clauses : REVISIT_CLAUSES;
    group *stack[REVISIT_CLAUSES];
    uint32_t top = 0;
    stack[top++] = g;
    while (top && left) {
      const group *h = stack[--top];
      for (uint32_t i = 0; i < h->nmerged && top < REVISIT_CLAUSES; i++)
        if (h->merged[i]->clauses) stack[top++] = h->merged[i];
      if (h->prev && h->prev->clauses && top < REVISIT_CLAUSES) stack[top++] = h->prev;
      uint32_t own[NARROW_ATOMS], *keys,
          n = is_disjunction(s, h->constraint) ? ex_keys_of(s, h->constraint, &keys) : 0;
      if (n < 2) continue;
      left--;
      if (n > NARROW_ATOMS) continue;
      memcpy(own, keys, n * sizeof *own);
      iv_set only;
      changed |= narrow_all(s, pc, h->constraint, own, n, &only);
    }
  }
}

static void absorb(ex_solver *s, ex_pc *pc, term c) {
  uint32_t *keys, n = ex_keys_of(s, c, &keys);
  if (n == 0) {
    if (term_is_const(s->tc, c) && !term_const_value(s->tc, c)) pc->contradictory = true;
    return;
  }
  group *g = ex_group_of(pc, keys[0]);
  bool exact = false, changed = false;
  if (n <= NARROW_ATOMS) {
    iv_set only = {0};
    changed = narrow_all(s, pc, c, keys, n, &only);
    exact = n == 1 && only.exact && (!g || g->exact);
  }
  uint32_t key = keys[0];
  if (!g || g->constraint != c) join(s, pc, c, keys, n, exact);
  if (changed) revisit_clauses(s, pc, key);
}

bool ex_is_conjunction(const ex_solver *s, term t) {
  const term_node *n = term_get(s->tc, t);
  return n->op == T_AND || (n->op == T_NOT && term_get(s->tc, n->a)->op == T_OR);
}

/* Iteratively: a precondition may be one long conjunction. */
size_t ex_conjuncts(ex_solver *s, term t, term **parts) {
  size_t top = 0, cap = 8, n = 0, out_cap = 8;
  term *stack = ex_checked(malloc(cap * sizeof *stack)), *out = ex_checked(malloc(out_cap * sizeof *out));
  stack[top++] = t;
  while (top) {
    term c = stack[--top];
    if (!ex_is_conjunction(s, c)) {
      if (n == out_cap) out = ex_checked(realloc(out, (out_cap *= 2) * sizeof *out));
      out[n++] = c;
      continue;
    }
    if (top + 2 > cap) stack = ex_checked(realloc(stack, (cap *= 2) * sizeof *stack));
    term_node node = *term_get(s->tc, c);
    if (node.op == T_AND) {
      stack[top++] = node.b;
      stack[top++] = node.a;
    } else {
      node = *term_get(s->tc, node.a);
      stack[top++] = term_not(s->tc, node.b);
      stack[top++] = term_not(s->tc, node.a);
    }
  }
  free(stack);
  *parts = out;
  return n;
}

static void absorb_all(ex_solver *s, ex_pc *pc, term c) {
  if (!ex_is_conjunction(s, c)) {
    absorb(s, pc, c);
    return;
  }
  term *part;
  size_t n = ex_conjuncts(s, c, &part);
  for (size_t i = 0; i < n; i++) absorb(s, pc, part[i]);
  free(part);
}

ex_pc *ex_pc_push(ex_solver *s, ex_pc *parent, term constraint) {
  ex_pc *pc = ex_checked(calloc(1, sizeof *pc));
  pc->parent = ex_pc_ref(parent);
  pc->constraint = constraint;
  pc->refs = 1;
  pc->depth = parent ? parent->depth + 1 : 1;
  if (s->opt.plain) return pc;
  if (parent) {
    pc->contradictory = parent->contradictory;
    pc->reps = pmap_share(parent->reps);
    pc->groups = pmap_share(parent->groups);
    pc->domains = pmap_share(parent->domains);
  }
  absorb_all(s, pc, constraint);
  return pc;
}

ex_pc *ex_pc_ref(ex_pc *pc) {
  if (pc) pc->refs++;
  return pc;
}
void ex_pc_unref(ex_solver *s, ex_pc *pc) {
  (void)s;
  while (pc && --pc->refs == 0) {
    ex_pc *parent = pc->parent;
    pmap_unref(pc->reps, drop_plain);
    pmap_unref(pc->groups, drop_group);
    pmap_unref(pc->domains, drop_plain);
    free(pc);
    pc = parent;
  }
}
term ex_pc_term(const ex_pc *pc) { return pc->constraint; }
ex_pc *ex_pc_parent(const ex_pc *pc) { return pc->parent; }
size_t ex_pc_depth(const ex_pc *pc) { return pc ? pc->depth : 0; }
