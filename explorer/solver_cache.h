/* Decided sets of constraints, and the last few models. For the solver only. */
#ifndef EXPLORER_SOLVER_CACHE_H
#define EXPLORER_SOLVER_CACHE_H

#include "explorer/solver.h"

#define CACHE_RECENT 4u

typedef struct cache_entry {
  uint64_t sig[2];
  struct cache_entry *next;       /* in the bucket */
  struct cache_entry *next_unsat; /* in the bucket of its newest constraint */
  term_model *model;              /* EX_SAT */
  term newest;
  uint32_t n;
  term terms[]; /* ascending */
} cache_entry;

typedef struct solver_cache {
  cache_entry **bucket, **unsat; /* both of size cap */
  uint32_t cap, n;
  size_t words; /* held by entries; beyond a limit everything is forgotten */
  term_model *recent[CACHE_RECENT];
  unsigned next_recent;
} solver_cache;

void cache_init(solver_cache *c);
void cache_free(solver_cache *c);
/* terms ascending. EX_UNKNOWN: not known. *model is the cache's own. */
ex_sat cache_find(const solver_cache *c, const uint64_t sig[2], const term *terms, uint32_t n,
                  term_model **model);
/* Is a subset with the same newest constraint known to be unsatisfiable? */
bool cache_unsat_subset(const solver_cache *c, term newest, const term *terms, uint32_t n);
void cache_add(solver_cache *c, const uint64_t sig[2], term newest, const term *terms, uint32_t n, ex_sat r,
               const term_model *model);
void cache_remember_model(solver_cache *c, const term_model *m);

#endif
