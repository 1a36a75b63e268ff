/* Runs and what they were about. The list of (USR, content hash) of a run is itself content-addressed: a run in which
 * nothing changed costs one small entry. The list also names the compiled modules the run used, for gc. */
#include "store/records.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* BLAKE3 over any bytes, through the summaries' hash: bytes that are no encoded summary are hashed whole. */
static void hash_bytes(const uint8_t *data, size_t len, uint8_t out[32]) { sum_content_hash(data, len, out); }

/* ---- records ---- */

static void run_encode(mp_writer *w, const store_run *r) {
  mp_array(w, 8);
  mp_uint(w, r->id), mp_int(w, r->started), mp_int(w, r->finished);
  mp_str(w, r->what), mp_str(w, r->options), mp_str(w, r->engine);
  mp_array(w, 2 * (size_t)r->ntotals);
  for (uint32_t i = 0; i < r->ntotals; i++) mp_str(w, r->totals[i].name), mp_uint(w, r->totals[i].value);
  mp_bin(w, r->map, 32);
}

static bool run_decode(mem_arena *a, const uint8_t *data, size_t len, store_run *run) {
  mp_reader r = mp_read(data, len);
  mp_expect_array(&r, 8);
  run->id = mp_get_uint(&r, UINT64_MAX);
  run->started = mp_get_int(&r), run->finished = mp_get_int(&r);
  run->what = record_text(a, &r), run->options = record_text(a, &r), run->engine = record_text(a, &r);
  size_t n = mp_get_array(&r);
  run->ntotals = (uint32_t)(n / 2);
  run->totals = mem_alloc(a, run->ntotals * sizeof *run->totals);
  for (uint32_t i = 0; i < run->ntotals; i++) {
    run->totals[i].name = record_text(a, &r);
    run->totals[i].value = mp_get_uint(&r, UINT64_MAX);
  }
  mp_get_hash(&r, run->map);
  return mp_done(&r) && n % 2 == 0;
}

typedef struct run_list {
  mem_arena *arena;
  store_runs *out;
  uint32_t cap;
  bool damaged;
} run_list;

static int add_run(void *self, const uint8_t *k, size_t nkey, const uint8_t *data, size_t len,
                   store_error *err) {
  run_list *l = self;
  (void)k, (void)nkey, (void)err;
  store_run r = {0};
  if (!data || !run_decode(l->arena, data, len, &r)) {
    l->damaged = true;
    return STORE_OK;
  }
  if (l->out->n == l->cap) {
    l->cap = 2 * l->cap + 16;
    store_run *items = mem_alloc(l->arena, l->cap * sizeof *items);
    if (l->out->n) memcpy(items, l->out->items, l->out->n * sizeof *items);
    l->out->items = items;
  }
  l->out->items[l->out->n++] = r;
  return STORE_OK;
}

int store_get_runs(store *st, store_runs **out, store_error *err) {
  run_list l = {0};
  l.out = record_new(sizeof *l.out, &l.arena);
  db_lock(st);
  int status = db_each(st, DB_RUNS, NULL, 0, add_run, &l, err);
  db_unlock(st);
  if (!status && l.damaged)
    status = store_fail(err, STORE_CORRUPT, "%s: the record of a run is damaged: summ gc drops it", st->file);
  if (status)
    record_free(l.out);
  else
    *out = l.out;
  return status;
}

void store_runs_free(store_runs *r) { record_free(r); }

/* ---- begin and end ---- */

static int put_run(store *st, const store_run *r, store_error *err) {
  mp_writer w;
  size_t len;
  mp_init(&w);
  run_encode(&w, r);
  uint8_t *data = mp_take(&w, &len);
  key k = key_number(r->id);
  int status = db_put(st, DB_RUNS, k.bytes, k.n, data, len, err);
  free(data);
  return status;
}

static int highest_run(void *self, const uint8_t *k, size_t nkey, const uint8_t *data, size_t len,
                       store_error *err) {
  uint64_t n = 0;
  (void)data, (void)len, (void)err;
  for (size_t i = 0; i < nkey; i++) n = n << 8 | k[i];
  if (n > *(uint64_t *)self) *(uint64_t *)self = n;
  return STORE_OK;
}

int store_begin_run(store *st, const char *what, const char *options, const char *engine, uint64_t *id,
                    store_error *err) {
  store_run r = {.started = (int64_t)time(NULL), .what = what, .options = options, .engine = engine};
  db_lock(st);
  int status = db_each(st, DB_RUNS, NULL, 0, highest_run, &r.id, err);
  r.id++;
  if (!status) status = put_run(st, &r, err);
  if (!status) status = db_due(st, err);
  if (!status) st->run = r.id;
  db_unlock(st);
  if (!status) *id = r.id;
  return status;
}

static int by_usr(const void *a, const void *b) {
  return strcmp(((const store_map_entry *)a)->usr, ((const store_map_entry *)b)->usr);
}

static int by_hash(const void *a, const void *b) { return memcmp(a, b, 32); }

/* The functions' current hashes, sorted, functions without an entry left out; then the modules. */
static int map_encode(store *st, const char *const *usrs, uint32_t n, mp_writer *w, store_error *err) {
  mem_arena *a = mem_arena_new();
  store_map_entry *entries = mem_alloc(a, n * sizeof *entries);
  uint32_t count = 0;
  int status = STORE_OK;
  for (uint32_t i = 0; i < n && !status; i++) {
    uint8_t *data;
    size_t len;
    state s;
    key k = key_usr(usrs[i]);
    status = db_get(st, DB_STATES, k.bytes, k.n, &data, &len, err);
    if (status == STORE_NOT_FOUND || status == STORE_CORRUPT) {
      status = STORE_OK;
      continue;
    }
    if (status) break;
    if (state_decode(a, data, len, &s)) {
      entries[count].usr = s.usr;
      memcpy(entries[count++].summary, s.summary, 32);
    }
    free(data);
  }
  if (count) qsort(entries, count, sizeof *entries, by_usr);
  if (st->nused) qsort(st->used, st->nused, 32, by_hash);
  mp_array(w, 2);
  mp_array(w, 2 * (size_t)count);
  for (uint32_t i = 0; i < count; i++) mp_str(w, entries[i].usr), mp_bin(w, entries[i].summary, 32);
  mp_array(w, st->nused);
  for (uint32_t i = 0; i < st->nused; i++) mp_bin(w, st->used[i], 32);
  mem_arena_free(a);
  return status;
}

static int get_run(store *st, uint64_t id, mem_arena *a, store_run *r, store_error *err) {
  uint8_t *data;
  size_t len;
  key k = key_number(id);
  int status = db_get(st, DB_RUNS, k.bytes, k.n, &data, &len, err);
  if (status == STORE_NOT_FOUND)
    return store_fail(err, status, "the store %s has no run %llu: see summ log", st->path,
                      (unsigned long long)id);
  if (status) return status;
  if (!run_decode(a, data, len, r))
    status = store_fail(err, STORE_CORRUPT, "%s: run %llu is damaged: summ gc drops it", st->file,
                        (unsigned long long)id);
  free(data);
  return status;
}

int store_end_run(store *st, uint64_t id, const store_count *totals, uint32_t ntotals,
                  const char *const *usrs, uint32_t nusrs, store_error *err) {
  mem_arena *a = mem_arena_new();
  store_run r;
  mp_writer w;
  mp_init(&w);
  db_lock(st);
  int status = get_run(st, id, a, &r, err);
  if (!status) status = map_encode(st, usrs, nusrs, &w, err);
  if (!status) {
    size_t len;
    uint8_t *data = mp_take(&w, &len);
    hash_bytes(data, len, r.map);
    status = db_put(st, DB_MAPS, r.map, 32, data, len, err);
    free(data);
  }
  if (!status) {
    r.finished = (int64_t)time(NULL);
    r.totals = (store_count *)totals, r.ntotals = ntotals;
    status = put_run(st, &r, err);
  }
  if (!status) status = db_flush(st, err);
  st->run = 0, st->nused = 0;
  db_unlock(st);
  mp_free(&w);
  mem_arena_free(a);
  return status;
}

int store_get_map(store *st, uint64_t run, store_map **out, store_error *err) {
  mem_arena *a;
  store_map *m = record_new(sizeof *m, &a);
  store_run r;
  uint8_t *data = NULL;
  size_t len;
  db_lock(st);
  int status = get_run(st, run, a, &r, err);
  if (!status && !r.finished)
    status = store_fail(err, STORE_NOT_FOUND,
                        "run %llu was interrupted: compare with another one, see summ log",
                        (unsigned long long)run);
  if (!status) status = db_get(st, DB_MAPS, r.map, 32, &data, &len, err);
  db_unlock(st);
  if (!status) {
    mp_reader p = mp_read(data, len);
    mp_expect_array(&p, 2);
    size_t n = mp_get_array(&p) / 2;
    m->items = mem_alloc(a, n * sizeof *m->items);
    for (m->n = 0; m->n < n && !p.failed; m->n++) {
      m->items[m->n].usr = record_text(a, &p);
      mp_get_hash(&p, m->items[m->n].summary);
    }
    if (p.failed)
      status = store_fail(err, STORE_CORRUPT, "%s: the list of run %llu is damaged", st->file,
                          (unsigned long long)run);
  }
  free(data);
  if (status)
    record_free(m);
  else
    *out = m;
  return status;
}

void store_map_free(store_map *m) { record_free(m); }

/* ---- findings ---- */

int store_put_findings(store *st, const char *usr, const store_finding *items, uint32_t n, store_error *err) {
  mp_writer w;
  size_t len;
  key k = key_usr(usr);
  bool has = false;
  mp_init(&w);
  mp_array(&w, (size_t)n + 1);
  mp_str(&w, usr);
  for (uint32_t i = 0; i < n; i++) {
    const store_finding *f = &items[i];
    mp_array(&w, 6);
    mp_uint(&w, f->ncase), mp_uint(&w, f->outcome), mp_bool(&w, f->manifest);
    mp_str(&w, f->place_usr), mp_uint(&w, f->place_insn), mp_str(&w, f->detail);
  }
  uint8_t *data = mp_take(&w, &len);
  db_lock(st);
  int status = n ? db_put(st, DB_FINDINGS, k.bytes, k.n, data, len, err)
                 : db_has(st, DB_FINDINGS, k.bytes, k.n, &has, err);
  if (!status && has) status = db_erase(st, DB_FINDINGS, k.bytes, k.n, err);
  if (!status) status = db_due(st, err);
  db_unlock(st);
  free(data);
  return status;
}

typedef struct finding_list {
  mem_arena *arena;
  store_findings *out;
  uint32_t cap;
  bool damaged;
} finding_list;

static int add_findings(void *self, const uint8_t *k, size_t nkey, const uint8_t *data, size_t len,
                        store_error *err) {
  finding_list *l = self;
  (void)k, (void)nkey, (void)err;
  mp_reader r = mp_read(data ? data : (const uint8_t *)"", data ? len : 0);
  size_t n = mp_get_array(&r);
  const char *usr = record_text(l->arena, &r);
  for (size_t i = 1; i < n && !r.failed; i++) {
    if (l->out->n == l->cap) {
      l->cap = 2 * l->cap + 16;
      store_finding *items = mem_alloc(l->arena, l->cap * sizeof *items);
      if (l->out->n) memcpy(items, l->out->items, l->out->n * sizeof *items);
      l->out->items = items;
    }
    store_finding *f = &l->out->items[l->out->n++];
    mp_expect_array(&r, 6);
    f->usr = usr;
    f->ncase = (uint32_t)mp_get_uint(&r, UINT32_MAX),
    f->outcome = (uint8_t)mp_get_uint(&r, SUM_OUTCOME_COUNT - 1);
    f->manifest = mp_get_bool(&r);
    f->place_usr = record_text(l->arena, &r), f->place_insn = (uint32_t)mp_get_uint(&r, UINT32_MAX);
    f->detail = record_text(l->arena, &r);
  }
  if (!mp_done(&r)) l->damaged = true;
  return STORE_OK;
}

int store_get_findings(store *st, const char *usr, store_findings **out, store_error *err) {
  finding_list l = {0};
  l.out = record_new(sizeof *l.out, &l.arena);
  db_lock(st);
  int status = STORE_OK;
  if (usr) {
    uint8_t *data;
    size_t len;
    key k = key_usr(usr);
    status = db_get(st, DB_FINDINGS, k.bytes, k.n, &data, &len, err);
    if (!status) {
      add_findings(&l, NULL, 0, data, len, err);
      free(data);
    }
    if (status == STORE_NOT_FOUND) status = STORE_OK;
  } else {
    status = db_each(st, DB_FINDINGS, NULL, 0, add_findings, &l, err);
  }
  db_unlock(st);
  if (!status && l.damaged)
    status = store_fail(err, STORE_CORRUPT,
                        "%s: an entry of table 'findings' is damaged: summ run makes it anew", st->file);
  if (status)
    record_free(l.out);
  else
    *out = l.out;
  return status;
}

void store_findings_free(store_findings *f) { record_free(f); }

/* ---- caches ---- */

static const db_table table_of[] = {[STORE_MODULES] = DB_MODULES};

static void note_used(store *st, const uint8_t k[32]) {
  for (uint32_t i = 0; i < st->nused; i++)
    if (!memcmp(st->used[i], k, 32)) return;
  if (st->nused == st->cap_used) {
    st->cap_used = 2 * st->cap_used + 16;
    st->used = mem_realloc(st->used, st->cap_used * sizeof *st->used);
  }
  memcpy(st->used[st->nused++], k, 32);
}

int store_cache_get(store *st, store_cache cache, const uint8_t k[32], uint8_t **data, size_t *len,
                    store_error *err) {
  uint8_t *value;
  size_t n;
  db_lock(st);
  int status = db_get(st, table_of[cache], k, 32, &value, &n, err);
  if (!status && st->writing) note_used(st, k);
  db_unlock(st);
  if (status == STORE_CORRUPT)
    status = store_fail(err, STORE_NOT_FOUND, "%s: a cached entry is damaged", st->file);
  if (status) return status;
  mp_reader r = mp_read(value, n);
  mp_expect_array(&r, 2);
  mp_get_uint(&r, UINT64_MAX);
  const uint8_t *bytes = mp_get_bin(&r, len);
  if (mp_done(&r)) {
    memmove(value, bytes, *len);
    *data = value;
    return STORE_OK;
  }
  free(value);
  return store_fail(err, STORE_NOT_FOUND, "%s: a cached entry is damaged", st->file);
}

int store_cache_put(store *st, store_cache cache, const uint8_t k[32], const uint8_t *data, size_t len,
                    store_error *err) {
  mp_writer w;
  size_t n;
  mp_init(&w);
  db_lock(st);
  mp_array(&w, 2);
  mp_uint(&w, 0);
  mp_bin(&w, data, len);
  uint8_t *value = mp_take(&w, &n);
  int status = db_put(st, table_of[cache], k, 32, value, n, err);
  if (!status && st->writing) note_used(st, k);
  if (!status) status = db_due(st, err);
  db_unlock(st);
  free(value);
  return status;
}
