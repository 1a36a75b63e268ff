/* A hash table over signatures of constraint sets; the sets themselves are compared, so a collision of signatures does no harm.
 * Unsatisfiable sets are also listed under their newest constraint: the same branch tried again with more known
 * is unsatisfiable again. */
#include "explorer/solver_cache.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CAP 16384u
#define MAX_WORDS ((size_t)8 << 20)
#define MAX_CHAIN 64 /* of unsat sets looked at */

static void *checked(void *p) {
  if (!p) {
    fputs("summ: out of memory\n", stderr);
    abort();
  }
  return p;
}

void cache_init(solver_cache *c) {
  memset(c, 0, sizeof *c);
  c->cap = CAP;
  c->bucket = checked(calloc(CAP, sizeof *c->bucket));
  c->unsat = checked(calloc(CAP, sizeof *c->unsat));
}

static void forget(solver_cache *c) {
  for (uint32_t i = 0; i < c->cap; i++)
    for (cache_entry *e = c->bucket[i], *next; e; e = next) {
      next = e->next;
      term_model_free(e->model);
      free(e);
    }
  memset(c->bucket, 0, c->cap * sizeof *c->bucket);
  memset(c->unsat, 0, c->cap * sizeof *c->unsat);
  c->n = 0;
  c->words = 0;
}

void cache_free(solver_cache *c) {
  if (!c->bucket) return;
  forget(c);
  free(c->bucket);
  free(c->unsat);
  for (unsigned i = 0; i < CACHE_RECENT; i++) term_model_free(c->recent[i]);
}

static bool same_terms(const cache_entry *e, const term *terms, uint32_t n) {
  return e->n == n && !memcmp(e->terms, terms, n * sizeof *terms);
}

ex_sat cache_find(const solver_cache *c, const uint64_t sig[2], const term *terms, uint32_t n,
                  term_model **model) {
  for (cache_entry *e = c->bucket[sig[0] % c->cap]; e; e = e->next)
    if (e->sig[0] == sig[0] && e->sig[1] == sig[1] && same_terms(e, terms, n)) {
      *model = e->model;
      return e->model ? EX_SAT : EX_UNSAT;
    }
  return EX_UNKNOWN;
}

static bool subset(const cache_entry *e, const term *terms, uint32_t n) {
  uint32_t j = 0;
  if (e->n > n) return false;
  for (uint32_t i = 0; i < e->n; i++) {
    while (j < n && terms[j] < e->terms[i]) j++;
    if (j == n || terms[j] != e->terms[i]) return false;
  }
  return true;
}

bool cache_unsat_subset(const solver_cache *c, term newest, const term *terms, uint32_t n) {
  int steps = 0;
  for (cache_entry *e = c->unsat[newest % c->cap]; e && steps < MAX_CHAIN; e = e->next_unsat, steps++)
    if (e->newest == newest && subset(e, terms, n)) return true;
  return false;
}

void cache_add(solver_cache *c, const uint64_t sig[2], term newest, const term *terms, uint32_t n, ex_sat r,
               const term_model *model) {
  if (r == EX_UNKNOWN) return;
  if (c->words + n + 32 > MAX_WORDS) forget(c);
  cache_entry *e = checked(malloc(sizeof *e + n * sizeof *terms));
  *e = (cache_entry){.sig = {sig[0], sig[1]}, .newest = newest, .n = n};
  memcpy(e->terms, terms, n * sizeof *terms);
  e->model = r == EX_SAT ? term_model_copy(model) : NULL;
  e->next = c->bucket[sig[0] % c->cap];
  c->bucket[sig[0] % c->cap] = e;
  if (r == EX_UNSAT) {
    e->next_unsat = c->unsat[newest % c->cap];
    c->unsat[newest % c->cap] = e;
  }
  c->n++;
  c->words += n + 32;
}

void cache_remember_model(solver_cache *c, const term_model *m) {
  term_model_free(c->recent[c->next_recent]);
  c->recent[c->next_recent] = term_model_copy(m);
  c->next_recent = (c->next_recent + 1) % CACHE_RECENT;
}
