/* Callee summaries made on demand, callees before callers, in the form the store would give: for tests and measurements that
 * explore without a store. A function that is being explored has none. */
#ifndef TESTS_LIBRARY_H
#define TESTS_LIBRARY_H

#include "explorer/explorer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct library_variant { /* re-analysed for an alias pattern */
  struct library_variant *next;
  uint32_t func;
  char *pattern;
  sum_summary *sum;
} library_variant;

typedef struct library {
  ex_engine *e;
  uint32_t nfuncs;
  bool *busy;
  sum_summary **sums;
  library_variant *variants;
} library;

static sum_summary *library_stored(sum_summary *s) {
  size_t len;
  uint8_t *bytes = sum_encode(s, &len);
  const char *err = NULL;
  sum_summary *d = sum_decode(bytes, len, &err);
  if (!d) {
    fprintf(stderr, "%s: the summary cannot be decoded: %s\n", s->name, err);
    exit(2);
  }
  free(bytes);
  sum_free(s);
  return d;
}

static const sum_summary *library_get(void *self, uint32_t func) {
  library *l = self;
  if (l->busy[func]) return NULL;
  if (!l->sums[func]) {
    l->busy[func] = true;
    l->sums[func] = library_stored(ex_explore(l->e, func));
    l->busy[func] = false;
  }
  return l->sums[func];
}

static const sum_summary *library_find_variant(void *self, uint32_t func, const char *pattern) {
  const library *l = self;
  for (const library_variant *v = l->variants; v; v = v->next)
    if (v->func == func && !strcmp(v->pattern, pattern)) return v->sum;
  return NULL;
}

static const sum_summary *library_add_variant(void *self, uint32_t func, const char *pattern,
                                              sum_summary *s) {
  library *l = self;
  library_variant *v = malloc(sizeof *v);
  if (!v) abort();
  *v = (library_variant){l->variants, func, strdup(pattern), library_stored(s)};
  l->variants = v;
  return v->sum;
}

/* slices may be NULL. The library must stay where it is. */
static void library_open(library *l, const fe_program *p, slice_program *slices, const ex_options *opt) {
  ex_provider provider = {
      .self = l, .get = library_get, .variant = library_find_variant, .made = library_add_variant};
  *l = (library){.nfuncs = p->nfuncs,
                 .busy = calloc(p->nfuncs + 1, sizeof *l->busy),
                 .sums = calloc(p->nfuncs + 1, sizeof *l->sums)};
  if (!l->busy || !l->sums) abort();
  l->e = ex_new(p, slices, opt, &provider);
}

/* The unit itself, as just explored. */
static sum_summary *library_explore(library *l, uint32_t func) {
  l->busy[func] = true;
  sum_summary *s = ex_explore(l->e, func);
  l->busy[func] = false;
  return s;
}

static void library_close(library *l) {
  ex_free(l->e);
  for (uint32_t i = 0; i < l->nfuncs; i++)
    if (l->sums[i]) sum_free(l->sums[i]);
  for (library_variant *v = l->variants, *next; v; v = next) {
    next = v->next;
    sum_free(v->sum);
    free(v->pattern), free(v);
  }
  free(l->busy), free(l->sums);
}

#endif
