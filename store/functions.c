/* Functions and their summaries.
 *
 * One function is four entries: `functions` (what display needs), `names` (what lists need, sorted by name), `states` (what
 * its currency needs: fingerprint, options, engine, trace) and, under its content hash, the summary. They are put together
 * and so become durable together. Moving a function in its file touches the first two only. */
#define _GNU_SOURCE
#include "store/records.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

int record_put(store *st, db_table t, key k, mp_writer *w, store_error *err) {
  size_t len;
  uint8_t *data = mp_take(w, &len);
  int status = db_put(st, t, k.bytes, k.n, data, len, err);
  free(data);
  return status;
}

static void count_cases(store_function *f, const sum_summary *s) {
  f->status = s->status, f->ncases = s->ncases, f->nbranches = s->nbranches, f->ncovered = s->ncovered;
  f->nerrors = f->ncut = 0;
  for (uint32_t i = 0; i < s->ncases; i++) {
    f->nerrors += sum_is_error(s->cases[i].outcome);
    f->ncut += s->cases[i].outcome == SUM_CUT;
  }
}

/* Findings are cases of the summary they were found in: they go with it. */
static int drop_findings(store *st, const char *usr, const uint8_t summary[32], store_error *err) {
  key k = key_usr(usr);
  state s;
  bool has;
  int status = db_has(st, DB_FINDINGS, k.bytes, k.n, &has, err);
  if (status || !has) return status;
  mem_arena *a = mem_arena_new();
  bool same = !state_get(st, a, usr, &s, NULL) && !memcmp(s.summary, summary, 32);
  mem_arena_free(a);
  return same ? STORE_OK : db_erase(st, DB_FINDINGS, k.bytes, k.n, err);
}

int store_put_function(store *st, const store_function *f, const sum_summary *s, uint8_t hash[32],
                       uint8_t relation[32], store_error *err) {
  assert(!strcmp(f->usr, s->usr));
  store_function full = *f;
  size_t len;
  uint8_t *bytes = sum_encode(s, &len);
  sum_content_hash(bytes, len, full.summary);
  sum_relation_hash(s, full.relation);
  count_cases(&full, s);
  mp_writer display, brief, about;
  mp_init(&display), mp_init(&brief), mp_init(&about);
  function_encode(&display, &full);
  brief_encode(&brief, &full);
  state_encode(&about, &full);
  db_lock(st);
  int status = drop_findings(st, f->usr, full.summary, err);
  if (!status) status = db_put(st, DB_SUMMARIES, full.summary, 32, bytes, len, err);
  if (!status) status = record_put(st, DB_FUNCTIONS, key_usr(f->usr), &display, err);
  if (!status) status = record_put(st, DB_NAMES, key_name(f->name, f->usr), &brief, err);
  if (!status) status = record_put(st, DB_STATES, key_usr(f->usr), &about, err);
  if (!status) status = db_due(st, err);
  db_unlock(st);
  mp_free(&display), mp_free(&brief), mp_free(&about);
  free(bytes);
  if (!status && hash) memcpy(hash, full.summary, 32);
  if (!status && relation) memcpy(relation, full.relation, 32);
  return status;
}

/* A function without its entry in one table may still have one in the other, which makes it damaged and not unknown. */
static int missing(store *st, const char *usr, db_table other, store_error *err) {
  key k = key_usr(usr);
  bool has = false;
  int status = db_has(st, other, k.bytes, k.n, &has, err);
  if (status) return status;
  if (has)
    return store_fail(err, STORE_CORRUPT, "%s: the entry of %s is incomplete: summ run makes it anew",
                      st->file, usr);
  return store_fail(err, STORE_NOT_FOUND, "the store %s has no function %s", st->path, usr);
}

int state_get(store *st, mem_arena *a, const char *usr, state *s, store_error *err) {
  uint8_t *data;
  size_t len;
  key k = key_usr(usr);
  int status = db_get(st, DB_STATES, k.bytes, k.n, &data, &len, err);
  if (status == STORE_NOT_FOUND) return missing(st, usr, DB_FUNCTIONS, err);
  if (status) return status;
  if (!state_decode(a, data, len, s) || strcmp(s->usr, usr))
    status = store_fail(err, STORE_CORRUPT, "%s: the entry of %s is damaged: summ run makes it anew",
                        st->file, usr);
  free(data);
  return status;
}

int display_get(store *st, mem_arena *a, const char *usr, store_function *f, store_error *err) {
  uint8_t *data;
  size_t len;
  key k = key_usr(usr);
  store_brief b;
  int status = db_get(st, DB_FUNCTIONS, k.bytes, k.n, &data, &len, err);
  if (status == STORE_NOT_FOUND) return missing(st, usr, DB_STATES, err);
  if (status) return status;
  bool fine = function_decode(a, data, len, f) && !strcmp(f->usr, usr);
  free(data);
  if (fine) {
    k = key_name(f->name, usr);
    status = db_get(st, DB_NAMES, k.bytes, k.n, &data, &len, err);
    if (status && status != STORE_NOT_FOUND) return status;
    fine = !status && brief_decode(a, data, len, &b);
    if (!status) free(data);
  }
  if (!fine)
    return store_fail(err, STORE_CORRUPT, "%s: the entry of %s is damaged: summ run makes it anew", st->file,
                      usr);
  memcpy(f->summary, b.summary, 32);
  f->status = b.status, f->ncases = b.ncases, f->nerrors = b.nerrors, f->ncut = b.ncut;
  f->nbranches = b.nbranches, f->ncovered = b.ncovered;
  return STORE_OK;
}

int store_get_function(store *st, const char *usr, store_function **out, store_error *err) {
  mem_arena *a;
  store_function *f = record_new(sizeof *f, &a);
  state s;
  db_lock(st);
  int status = display_get(st, a, usr, f, err);
  if (!status) status = state_get(st, a, usr, &s, err);
  db_unlock(st);
  if (status) {
    record_free(f);
    return status;
  }
  memcpy(f->body, s.body, 32), memcpy(f->options, s.options, 32), memcpy(f->relation, s.relation, 32);
  f->engine = s.engine, f->deps = s.deps, f->ndeps = s.ndeps, f->callees = s.callees,
  f->ncallees = s.ncallees;
  *out = f;
  return STORE_OK;
}

void store_function_free(store_function *f) { record_free(f); }

int store_touch_function(store *st, const store_function *f, store_error *err) {
  mem_arena *a;
  store_function *old = record_new(sizeof *old, &a);
  state s;
  mp_writer w;
  mp_init(&w);
  db_lock(st);
  int status = display_get(st, a, f->usr, old, err);
  if (!status) status = state_get(st, a, f->usr, &s, err);
  if (!status) {
    store_function full = *old;
    full.signature = f->signature, full.file = f->file, full.line = f->line;
    full.params = f->params, full.nparams = f->nparams, full.places = f->places, full.nplaces = f->nplaces;
    function_encode(&w, &full);
    status = record_put(st, DB_FUNCTIONS, key_usr(f->usr), &w, err);
    if (!status) {
      brief_encode(&w, &full);
      status = record_put(st, DB_NAMES, key_name(full.name, f->usr), &w, err);
    }
    if (!status) {
      memcpy(full.body, s.body, 32), memcpy(full.options, s.options, 32);
      full.engine = s.engine, full.deps = s.deps, full.ndeps = s.ndeps;
      full.callees = f->callees, full.ncallees = f->ncallees;
      memcpy(full.relation, s.relation, 32);
      state_encode(&w, &full);
      status = record_put(st, DB_STATES, key_usr(f->usr), &w, err);
    }
    if (!status) status = db_due(st, err);
  }
  db_unlock(st);
  mp_free(&w);
  record_free(old);
  return status;
}

int store_delete_function(store *st, const char *usr, store_error *err) {
  mem_arena *a;
  store_function *f = record_new(sizeof *f, &a);
  db_lock(st);
  int status = display_get(st, a, usr, f, err);
  key k = key_usr(usr);
  if (!status) {
    key name = key_name(f->name, usr);
    status = db_erase(st, DB_FUNCTIONS, k.bytes, k.n, err);
    if (!status) status = db_erase(st, DB_NAMES, name.bytes, name.n, err);
    if (!status) status = db_erase(st, DB_STATES, k.bytes, k.n, err);
    if (!status) status = db_erase(st, DB_FINDINGS, k.bytes, k.n, err);
    if (!status) status = db_due(st, err);
  }
  db_unlock(st);
  record_free(f);
  return status;
}

/* ---- summaries ---- */

int store_get_summary_by_hash(store *st, const uint8_t hash[32], sum_summary **out, store_error *err) {
  uint8_t *data;
  size_t len;
  const char *why;
  db_lock(st);
  int status = db_get(st, DB_SUMMARIES, hash, 32, &data, &len, err);
  db_unlock(st);
  if (status == STORE_NOT_FOUND)
    store_fail(err, status, "%s is damaged: a summary is missing: run summ check, then summ run", st->file);
  if (status) return status;
  sum_summary *s = sum_decode(data, len, &why);
  free(data);
  if (!s)
    return store_fail(err, STORE_CORRUPT, "%s: a summary cannot be used: %s: summ run makes it anew",
                      st->file, why);
  *out = s;
  return STORE_OK;
}

int store_get_summary(store *st, const char *usr, sum_summary **out, uint8_t hash[32], store_error *err) {
  mem_arena *a = mem_arena_new();
  state s;
  db_lock(st);
  int status = state_get(st, a, usr, &s, err);
  db_unlock(st);
  if (!status) {
    status = store_get_summary_by_hash(st, s.summary, out, err);
    if (status == STORE_NOT_FOUND)
      status = store_fail(err, STORE_CORRUPT, "%s: the summary of %s is missing: summ run makes it anew",
                          st->file, usr);
  }
  if (!status && hash) memcpy(hash, s.summary, 32);
  mem_arena_free(a);
  return status;
}
