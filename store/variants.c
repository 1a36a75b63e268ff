/* Variants of summaries, and summaries taken over from a base layer: both are explorations that somebody else has done. */
#include "store/records.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- variants ---- */

/* BLAKE3 of the msgpack array [usr, pattern]. */
static key variant_key(const char *usr, const char *pattern) {
  mp_writer w;
  size_t len;
  mp_init(&w);
  mp_array(&w, 2);
  mp_str(&w, usr), mp_str(&w, pattern);
  uint8_t *data = mp_take(&w, &len);
  key k = {.n = 32};
  sum_content_hash(data, len, (uint8_t *)k.bytes);
  free(data);
  return k;
}

int store_put_variant(store *st, const store_variant *v, const sum_summary *s, store_error *err) {
  assert(!strcmp(v->usr, s->usr));
  store_variant full = *v;
  size_t len;
  uint8_t *bytes = sum_encode(s, &len);
  sum_content_hash(bytes, len, full.summary);
  mp_writer w;
  mp_init(&w);
  variant_encode(&w, &full);
  db_lock(st);
  int status = db_put(st, DB_SUMMARIES, full.summary, 32, bytes, len, err);
  if (!status) status = record_put(st, DB_VARIANTS, variant_key(v->usr, v->pattern), &w, err);
  if (!status) status = db_due(st, err);
  db_unlock(st);
  mp_free(&w);
  free(bytes);
  return status;
}

int store_get_variant(store *st, const char *usr, const char *pattern, store_variant **out, sum_summary **s,
                      store_error *err) {
  mem_arena *a;
  store_variant *v = record_new(sizeof *v, &a);
  uint8_t *data = NULL;
  size_t len;
  key k = variant_key(usr, pattern);
  db_lock(st);
  int status = db_get(st, DB_VARIANTS, k.bytes, k.n, &data, &len, err);
  if (!status && (!variant_decode(a, data, len, v) || strcmp(v->usr, usr) || strcmp(v->pattern, pattern)))
    status = STORE_CORRUPT;
  if (!status) status = store_get_summary_by_hash(st, v->summary, s, err);
  db_unlock(st);
  free(data);
  if (status == STORE_CORRUPT)
    status = store_fail(err, STORE_NOT_FOUND, "%s: a variant of %s is damaged", st->file, usr);
  if (status)
    record_free(v);
  else
    *out = v;
  return status;
}

void store_variant_free(store_variant *v) { record_free(v); }

typedef struct gathering {
  const char *usr;
  mem_arena *arena;
  store_patterns *out;
  bool damaged;
} gathering;

static int gather_pattern(void *self, const uint8_t *k, size_t nk, const uint8_t *data, size_t len,
                          store_error *err) {
  (void)k, (void)nk, (void)err;
  gathering *g = self;
  store_variant v = {0};
  if (!data || !variant_decode(g->arena, data, len, &v)) {
    g->damaged = true; /* it may have been one of usr */
    return 0;
  }
  if (strcmp(v.usr, g->usr)) return 0;
  const char **items = mem_alloc(g->arena, (g->out->n + 1) * sizeof *items);
  uint32_t at = 0;
  while (at < g->out->n && strcmp(g->out->items[at], v.pattern) < 0) at++;
  if (g->out->n) {
    memcpy(items, g->out->items, at * sizeof *items);
    memcpy(items + at + 1, g->out->items + at, (g->out->n - at) * sizeof *items);
  }
  items[at] = v.pattern;
  g->out->items = items;
  g->out->n++;
  return 0;
}

int store_list_variants(store *st, const char *usr, store_patterns **out, store_error *err) {
  mem_arena *a;
  store_patterns *p = record_new(sizeof *p, &a);
  gathering g = {usr, a, p, false};
  db_lock(st);
  int status = db_each(st, DB_VARIANTS, NULL, 0, gather_pattern, &g, err);
  db_unlock(st);
  if (!status && g.damaged)
    status = store_fail(err, STORE_CORRUPT,
                        "%s: entries of table 'variants' are damaged: run summ check, then summ run to make "
                        "them anew",
                        st->file);
  if (status)
    record_free(p);
  else
    *out = p;
  return status;
}

void store_patterns_free(store_patterns *p) { record_free(p); }

int store_variant_current(store *st, const store_variant *v, const uint8_t body[32],
                          const uint8_t options[32], const char *engine, const store_lookup *lookup,
                          store_verdict *out, store_error *err) {
  (void)err;
  mem_arena *a = mem_arena_new();
  state s = {.usr = v->usr, .engine = v->engine, .deps = v->deps, .ndeps = v->ndeps};
  store_verdict verdict = {0};
  memcpy(s.body, v->body, 32), memcpy(s.options, v->options, 32);
  db_lock(st);
  state_compare(st, a, &s, body, options, engine, lookup, &verdict);
  db_unlock(st);
  mem_arena_free(a);
  *out = verdict;
  return STORE_OK;
}

/* ---- the base layer ---- */

/* The trace is the base's, what it is compared with is st's. */
static int is_current_in(store *st, store *base, mem_arena *a, const char *usr, const uint8_t body[32],
                         const uint8_t options[32], const char *engine, const store_lookup *lookup,
                         bool *current, store_error *err) {
  state s;
  store_verdict v = {0};
  db_lock(base);
  int status = state_get(base, a, usr, &s, err);
  db_unlock(base);
  *current = false;
  if (status == STORE_NOT_FOUND || status == STORE_CORRUPT) return STORE_OK; /* then it is explored as ever */
  if (status) return status;
  db_lock(st);
  state_compare(st, a, &s, body, options, engine, lookup, &v);
  db_unlock(st);
  free(v.callee);
  *current = v.reason == STORE_CURRENT;
  return STORE_OK;
}

int store_adopt(store *st, store *base, const char *usr, const uint8_t body[32], const uint8_t options[32],
                const char *engine, const store_lookup *lookup, bool *adopted, store_error *err) {
  mem_arena *a = mem_arena_new();
  bool current;
  int status = is_current_in(st, base, a, usr, body, options, engine, lookup, &current, err);
  mem_arena_free(a);
  *adopted = false;
  if (status || !current) return status;
  store_function *f = NULL;
  sum_summary *s = NULL;
  store_findings *findings = NULL;
  bool there = !store_get_function(base, usr, &f, NULL) && !store_get_summary(base, usr, &s, NULL, NULL) &&
               !store_get_findings(base, usr, &findings, NULL);
  if (there) {
    store_together(st);
    status = store_put_function(st, f, s, NULL, NULL, err);
    if (!status) status = store_put_findings(st, usr, findings->items, findings->n, err);
    int ended = store_together_end(st, status ? NULL : err);
    if (!status) status = ended;
    *adopted = !status;
  }
  store_findings_free(findings);
  sum_free(s);
  store_function_free(f);
  return status;
}
