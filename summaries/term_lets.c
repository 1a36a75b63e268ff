/* Names for parts of long terms. Terms are graphs: what is shared would be printed as often as it is used, and merged calls share
 * much. So a part that is used twice and takes some room, and one that alone fills several lines, is printed as $1, $2, …
 * and defined below. Sizes are estimated from the leaves up: children have smaller numbers than their parents. */
#include "summaries/term_internal.h"

#include <stdio.h>

enum { SHARED = 40, ALONE = 240, MOST_NODES = 200000 };

struct term_lets {
  term_ctx *tc;
  uint32_t *uses;   /* per term: by the terms in view */
  uint32_t *number; /* 0: printed as it is; UINT32_MAX: to be named */
  term *seen, *named;
  uint32_t nseen, seen_cap, nnamed, named_cap, next, ncells;
};

term_lets *term_lets_new(term_ctx *tc) {
  term_lets *l = calloc(1, sizeof *l);
  uint32_t n = term_count(tc) + 1;
  if (l)
    *l = (term_lets){.tc = tc, .uses = calloc(n, sizeof *l->uses), .number = calloc(n, sizeof *l->number)};
  if (!l || !l->uses || !l->number) {
    fputs("summ: out of memory\n", stderr);
    abort();
  }
  return l;
}

void term_lets_free(term_lets *l) {
  if (!l) return;
  free(l->uses), free(l->number), free(l->seen), free(l->named);
  free(l);
}

static void use(term_lets *l, term t) {
  if (l->uses[t]++) return;
  l->seen = term_grow(l->seen, &l->seen_cap, l->nseen + 1, sizeof *l->seen);
  l->seen[l->nseen++] = t;
}

typedef void child_fn(term_lets *l, term t);

static void each_child(term_lets *l, term t, child_fn *fn) {
  const term_node *n = &l->tc->node[t];
  unsigned arity = term_arity(n->op);
  if (arity > 0) fn(l, n->a);
  if (arity > 1) fn(l, n->b);
  if (arity > 2) fn(l, n->c);
  if (n->op == T_READ) {
    const table *cells = &l->tc->tables[n->aux];
    l->ncells += cells->n;
    for (uint32_t i = 0; i < cells->n; i++) fn(l, cells->cells[i]);
  }
  if (n->op == T_CALL)
    for (uint32_t i = 0; i < l->tc->calls[n->aux].nargs; i++) fn(l, l->tc->calls[n->aux].args[i]);
}

static int ascending(const void *a, const void *b) {
  term x = *(const term *)a, y = *(const term *)b;
  return (x > y) - (x < y);
}

static uint32_t size_of(const term_lets *l, const uint32_t *size, term t) {
  if (l->number[t]) return 3;
  const term *at = bsearch(&t, l->seen, l->nseen, sizeof t, ascending);
  return size[at - l->seen];
}

/* Most likely printed as a[i]. */
static bool is_input_array(const term_ctx *tc, const table *cells) {
  for (uint32_t i = 0; i < cells->n; i++)
    if (tc->node[cells->cells[i]].op != T_ATOM) return false;
  return true;
}

/* The characters of t, its named parts counted as names; saturating. */
static uint32_t estimate(term_lets *l, const uint32_t *size, term t) {
  const term_node *n = &l->tc->node[t];
  if (n->op == T_CONST) return 3;
  if (n->op <= T_ADDR) return 8;
  uint64_t sum = 4;
  unsigned arity = term_arity(n->op);
  if (arity > 0) sum += size_of(l, size, n->a);
  if (arity > 1) sum += size_of(l, size, n->b);
  if (arity > 2) sum += size_of(l, size, n->c);
  if (n->op == T_READ && !is_input_array(l->tc, &l->tc->tables[n->aux]))
    for (uint32_t i = 0; i < l->tc->tables[n->aux].n; i++)
      sum += size_of(l, size, l->tc->tables[n->aux].cells[i]);
  if (n->op == T_CALL)
    for (uint32_t i = 0; i < l->tc->calls[n->aux].nargs; i++)
      sum += size_of(l, size, l->tc->calls[n->aux].args[i]);
  return sum > UINT32_MAX ? UINT32_MAX : (uint32_t)sum;
}

void term_lets_choose(term_lets *l, const term *roots, uint32_t n) {
  for (uint32_t i = 0; i < l->nseen; i++) l->uses[l->seen[i]] = l->number[l->seen[i]] = 0;
  l->nseen = l->nnamed = l->next = l->ncells = 0;
  for (uint32_t i = 0; i < n; i++) use(l, roots[i]);
  for (uint32_t i = 0; i < l->nseen; i++) {
    if (l->nseen + l->ncells > MOST_NODES) return; /* too much to look at: long terms are cut */
    each_child(l, l->seen[i], use);
  }
  if (l->nseen) qsort(l->seen, l->nseen, sizeof *l->seen, ascending);
  uint32_t *size = term_grow(NULL, &(uint32_t){0}, l->nseen + 1, sizeof *size);
  for (uint32_t i = 0; i < l->nseen; i++) {
    term t = l->seen[i];
    size[i] = estimate(l, size, t);
    if (size[i] > (l->uses[t] > 1 ? SHARED : ALONE)) l->number[t] = UINT32_MAX;
  }
  for (uint32_t i = 0; i < n; i++)
    if (l->uses[roots[i]] == 1) l->number[roots[i]] = 0;
  free(size);
}

uint32_t term_lets_number(term_lets *l, term t) {
  if (l->number[t] != UINT32_MAX) return l->number[t];
  l->named = term_grow(l->named, &l->named_cap, l->nnamed + 1, sizeof *l->named);
  l->named[l->nnamed++] = t;
  return l->number[t] = l->nnamed;
}

term term_lets_next(term_lets *l, uint32_t *number) {
  if (l->next == l->nnamed) return 0;
  *number = l->next + 1;
  return l->named[l->next++];
}

uint32_t term_lets_left(const term_lets *l) { return l->nnamed - l->next; }
