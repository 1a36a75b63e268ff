/* Sets of values of one atom of at most 64 bits: a few disjoint unsigned ranges. Signed ranges are two of them, != leaves
 * two, so straight comparison code is decided without any search. For the solver only. */
#ifndef EXPLORER_INTERVAL_H
#define EXPLORER_INTERVAL_H

#include "summaries/term.h"

#define IV_MAX 12

typedef struct iv_range {
  uint64_t lo, hi; /* inclusive */
} iv_range;

typedef struct iv_set {
  uint8_t width, n;
  bool exact;         /* false: a superset of the values meant */
  iv_range r[IV_MAX]; /* ascending, disjoint, not adjacent; n == 0: empty */
} iv_set;

iv_set iv_full(unsigned width);
iv_set iv_empty(unsigned width);
iv_set iv_of(unsigned width, uint64_t lo, uint64_t hi); /* lo > hi wraps around: two ranges */
iv_set iv_and(const iv_set *a, const iv_set *b);
iv_set iv_or(const iv_set *a, const iv_set *b);
iv_set iv_not(const iv_set *a); /* of a set that is not exact: everything */
bool iv_has(const iv_set *a, uint64_t v);
bool iv_is_full(const iv_set *a);
bool iv_same(const iv_set *a, const iv_set *b);
/* Number of values, saturating. */
uint64_t iv_count(const iv_set *a);
/* The value a person would choose: a small positive number, else the one nearest to zero. Not empty. */
uint64_t iv_pick(const iv_set *a);

/* Where the other atoms come from while one is solved for. */
typedef struct iv_env {
  term_ctx *tc;
  term_model *model; /* NULL: the others are only known by their domains */
  void *self;
  term_bounds_fn *bounds; /* of an atom; may be NULL */
} iv_env;

/* The values of the atom for which the predicate can have this truth value, the other atoms being as env says. Always a superset;
 * exact when marked so. */
iv_set iv_solve(const iv_env *env, term predicate, bool truth, uint32_t atom, unsigned width);

#endif
