/* Sizes, verification and garbage collection: each is one pass over the tables. */
#include "store/records.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- a set of hashes ---- */

typedef struct hash_set {
  uint8_t (*items)[32];
  uint32_t n, cap;
  bool sorted;
} hash_set;

static int by_hash(const void *a, const void *b) { return memcmp(a, b, 32); }

static void set_add(hash_set *s, const uint8_t h[32]) {
  if (s->n == s->cap) s->items = mem_realloc(s->items, (s->cap = 2 * s->cap + 64) * sizeof *s->items);
  memcpy(s->items[s->n++], h, 32);
  s->sorted = false;
}

static bool set_has(hash_set *s, const uint8_t h[32]) {
  if (!s->sorted && s->n) qsort(s->items, s->n, 32, by_hash);
  s->sorted = true;
  return s->n && bsearch(h, s->items, s->n, 32, by_hash);
}

/* ---- sizes ---- */

typedef struct tally {
  uint64_t entries, bytes, cases;
  db_table table;
} tally;

static int count_one(void *self, const uint8_t *k, size_t nkey, const uint8_t *data, size_t len,
                     store_error *err) {
  tally *t = self;
  (void)k, (void)nkey, (void)err;
  t->entries++;
  t->bytes += len;
  if (t->table == DB_NAMES && data) {
    mem_arena *a = mem_arena_new();
    store_brief b;
    if (brief_decode(a, data, len, &b)) t->cases += b.ncases;
    mem_arena_free(a);
  }
  return STORE_OK;
}

static int free_bytes(store *st, uint64_t *file, uint64_t *unused, store_error *err) {
  struct stat s;
  mdb_filehandle_t fd;
  MDB_txn *txn = st->snapshot;
  MDB_stat about;
  mdb_env_get_fd(st->env, &fd);
  mdb_env_stat(st->env, &about);
  *file = fstat(fd, &s) ? 0 : (uint64_t)s.st_size;
  if (!txn && mdb_txn_begin(st->env, NULL, MDB_RDONLY, &txn))
    return store_fail(err, STORE_IO, "cannot read %s", st->file);
  uint64_t unused_pages = 0;
  int status = pages_check_trees(st->file, fd, mdb_txn_id(txn), true, &unused_pages, err);
  if (txn != st->snapshot) mdb_txn_abort(txn);
  if (status == STORE_BUSY) status = STORE_OK; /* a writer was faster; the number is for people */
  *unused = unused_pages * about.ms_psize;
  return status;
}

int store_get_sizes(store *st, store_sizes *out, store_error *err) {
  tally t[DB_TABLES] = {0};
  store_sizes s = {0};
  db_lock(st);
  int status = STORE_OK;
  for (db_table i = 0; i < DB_TABLES && !status; i++) {
    t[i].table = i;
    status = db_each(st, i, NULL, 0, count_one, &t[i], err);
  }
  if (!status) status = free_bytes(st, &s.file_bytes, &s.free_bytes, err);
  db_unlock(st);
  if (status) return status;
  s.functions = t[DB_FUNCTIONS].entries, s.summaries = t[DB_SUMMARIES].entries;
  s.variants = t[DB_VARIANTS].entries, s.modules = t[DB_MODULES].entries;
  s.groups = t[DB_GROUPS].entries, s.findings = t[DB_FINDINGS].entries, s.runs = t[DB_RUNS].entries;
  s.function_bytes = t[DB_FUNCTIONS].bytes + t[DB_NAMES].bytes + t[DB_STATES].bytes;
  s.summary_bytes = t[DB_SUMMARIES].bytes, s.variant_bytes = t[DB_VARIANTS].bytes;
  s.module_bytes = t[DB_MODULES].bytes, s.group_bytes = t[DB_GROUPS].bytes;
  s.finding_bytes = t[DB_FINDINGS].bytes;
  s.run_bytes = t[DB_RUNS].bytes + t[DB_MAPS].bytes;
  s.cases = t[DB_NAMES].cases;
  *out = s;
  return STORE_OK;
}

/* ---- verification ---- */

typedef struct check {
  store *st;
  db_table table;
  void (*problem)(void *self, const char *line);
  void *self;
  uint64_t checked, problems;
  hash_set summaries, maps; /* those that are there and right */
} check;

static void complain(check *c, const char *what, const char *which, const char *next) {
  char line[600];
  snprintf(line, sizeof line, "table '%s': %.300s: %s; %s", db_table_names[c->table], which, what, next);
  c->problems++;
  if (c->problem) c->problem(c->self, line);
}

#define ANEW "the next summ run makes it anew"

static void key_text(const uint8_t *k, size_t n, char *buf, size_t cap) {
  bool text = n != 32 && n != 8;
  size_t at = 0;
  for (size_t i = 0; i < n && at + 3 < cap; i++)
    at += (size_t)snprintf(buf + at, cap - at,
                           text && k[i] >= 32 && k[i] < 127 ? "%c"
                           : text && !k[i]                  ? " "
                                                            : "%02x",
                           k[i]);
  buf[at] = 0;
}

static bool same_counts(const store_brief *b, const sum_summary *s) {
  uint32_t errors = 0, cut = 0;
  for (uint32_t i = 0; i < s->ncases; i++) {
    errors += sum_is_error(s->cases[i].outcome);
    cut += s->cases[i].outcome == SUM_CUT;
  }
  return b->status == s->status && b->ncases == s->ncases && b->nerrors == errors && b->ncut == cut &&
         b->nbranches == s->nbranches && b->ncovered == s->ncovered && !strcmp(b->usr, s->usr);
}

static void check_summary(check *c, const uint8_t *k, const char *name, const uint8_t *data, size_t len) {
  uint8_t hash[32];
  const char *why;
  sum_content_hash(data, len, hash);
  sum_summary *s = sum_decode(data, len, &why);
  if (memcmp(hash, k, 32))
    complain(c, "its content hash is another one", name, ANEW);
  else if (!s)
    complain(c, why, name, ANEW);
  else
    set_add(&c->summaries, k);
  sum_free(s);
}

static void check_function(check *c, const char *name, const uint8_t *data, size_t len, store_error *err) {
  mem_arena *a = mem_arena_new();
  store_function f = {0};
  bool has = false;
  if (!function_decode(a, data, len, &f)) {
    complain(c, "cannot be read", name, ANEW);
  } else {
    key k = key_usr(f.usr), n = key_name(f.name, f.usr);
    if (db_has(c->st, DB_STATES, k.bytes, k.n, &has, err) || !has)
      complain(c, "has no entry in 'states'", name, ANEW);
    if (db_has(c->st, DB_NAMES, n.bytes, n.n, &has, err) || !has)
      complain(c, "has no entry in 'names'", name, ANEW);
  }
  mem_arena_free(a);
}

static void check_brief(check *c, const char *name, const uint8_t *data, size_t len, store_error *err) {
  mem_arena *a = mem_arena_new();
  store_brief b;
  bool has = false;
  sum_summary *s = NULL;
  if (!brief_decode(a, data, len, &b)) {
    complain(c, "cannot be read", name, ANEW);
  } else {
    key k = key_usr(b.usr);
    if (db_has(c->st, DB_FUNCTIONS, k.bytes, k.n, &has, err) || !has)
      complain(c, "has no entry in 'functions'", name, ANEW);
    if (!set_has(&c->summaries, b.summary))
      complain(c, "its summary is missing or damaged", name, ANEW);
    else if (store_get_summary_by_hash(c->st, b.summary, &s, NULL) || !same_counts(&b, s))
      complain(c, "does not agree with its summary", name, ANEW);
    sum_free(s);
  }
  mem_arena_free(a);
}

static void check_state(check *c, const char *name, const uint8_t *data, size_t len, store_error *err) {
  mem_arena *a = mem_arena_new();
  state s;
  sum_summary *sum = NULL;
  bool has = false;
  if (!state_decode(a, data, len, &s)) {
    complain(c, "cannot be read", name, ANEW);
  } else {
    key k = key_usr(s.usr);
    if (db_has(c->st, DB_FUNCTIONS, k.bytes, k.n, &has, err) || !has)
      complain(c, "has no entry in 'functions'", name, ANEW);
    uint8_t relation[32];
    if (!set_has(&c->summaries, s.summary)) {
      complain(c, "its summary is missing or damaged", name, ANEW);
    } else if (store_get_summary_by_hash(c->st, s.summary, &sum, NULL) || strcmp(sum->usr, s.usr)) {
      complain(c, "does not agree with its summary", name, ANEW);
    } else {
      sum_relation_hash(sum, relation);
      if (memcmp(relation, s.relation, 32))
        complain(c, "what callers depend on is not what the summary says", name, ANEW);
    }
    sum_free(sum);
  }
  mem_arena_free(a);
}

static void check_variant(check *c, const char *name, const uint8_t *data, size_t len) {
  mem_arena *a = mem_arena_new();
  store_variant v;
  sum_summary *s = NULL;
  if (!variant_decode(a, data, len, &v))
    complain(c, "cannot be read", name, ANEW);
  else if (!set_has(&c->summaries, v.summary) || store_get_summary_by_hash(c->st, v.summary, &s, NULL) ||
           strcmp(s->usr, v.usr))
    complain(c, "its summary is missing or damaged", name, ANEW);
  sum_free(s);
  mem_arena_free(a);
}

/* Reads the list of a run into the two sets, either of which may be NULL. */
static bool map_read(const uint8_t *data, size_t len, hash_set *summaries, hash_set *modules) {
  mp_reader r = mp_read(data, len);
  uint8_t h[32];
  size_t n;
  mp_expect_array(&r, 2);
  size_t functions = mp_get_array(&r);
  for (size_t i = 0; i + 1 < functions && !r.failed; i += 2) {
    mp_get_str(&r, &n);
    mp_get_hash(&r, h);
    if (summaries && !r.failed) set_add(summaries, h);
  }
  for (size_t i = mp_get_array(&r); i && !r.failed; i--) {
    mp_get_hash(&r, h);
    if (modules && !r.failed) set_add(modules, h);
  }
  return mp_done(&r);
}

static void check_map(check *c, const uint8_t *k, const char *name, const uint8_t *data, size_t len) {
  uint8_t hash[32];
  hash_set used = {0};
  sum_content_hash(data, len, hash);
  if (memcmp(hash, k, 32) || !map_read(data, len, &used, NULL)) {
    complain(c, "is damaged", name, "summ gc drops it");
  } else {
    set_add(&c->maps, k);
    uint32_t missing = 0;
    for (uint32_t i = 0; i < used.n; i++) missing += !set_has(&c->summaries, used.items[i]);
    if (missing)
      complain(c, "refers to summaries that are missing", name, "runs cannot be compared with this one");
  }
  free(used.items);
}

static void check_run(check *c, const char *name, const uint8_t *data, size_t len) {
  static const uint8_t none[32];
  mp_reader r = mp_read(data, len);
  mp_expect_array(&r, 8);
  uint64_t id = mp_get_uint(&r, UINT64_MAX);
  mp_get_int(&r);
  int64_t finished = mp_get_int(&r);
  const uint8_t *map = len >= 32 ? data + len - 32 : none; /* the last item */
  if (r.failed || !id || (finished && !set_has(&c->maps, map)))
    complain(c, "its list of functions is missing", name, "summ gc drops it");
}

static void check_transcript(check *c, const uint8_t *k, const char *name, const uint8_t *data, size_t len) {
  mem_arena *a = mem_arena_new();
  store_transcript t;
  if (!transcript_decode(a, data, len, &t) || memcmp(transcript_key(&t).bytes, k, 32))
    complain(c, "cannot be read", name, ANEW);
  mem_arena_free(a);
}

/* Every finding is a case of the function's summary. */
static void check_findings(check *c, const char *name, const uint8_t *data, size_t len) {
  mem_arena *a = mem_arena_new();
  store_findings *f = NULL;
  sum_summary *s = NULL;
  mp_reader r = mp_read(data, len);
  mp_get_array(&r);
  const char *usr = record_text(a, &r);
  if (store_get_findings(c->st, usr, &f, NULL) || !f->n) {
    complain(c, "cannot be read", name, ANEW);
  } else if (store_get_summary(c->st, usr, &s, NULL, NULL)) {
    complain(c, "its function is missing or damaged", name, ANEW);
  } else {
    bool fit = true;
    for (uint32_t i = 0; i < f->n; i++)
      fit &= f->items[i].ncase < s->ncases && s->cases[f->items[i].ncase].outcome == f->items[i].outcome;
    if (!fit) complain(c, "does not agree with the summary", name, ANEW);
  }
  store_findings_free(f);
  sum_free(s);
  mem_arena_free(a);
}

static void check_module(check *c, const char *name, const uint8_t *data, size_t len) {
  mp_reader r = mp_read(data, len);
  size_t n;
  mp_expect_array(&r, 2);
  mp_get_uint(&r, UINT64_MAX), mp_get_bin(&r, &n);
  if (!mp_done(&r)) complain(c, "cannot be read", name, ANEW);
}

static int check_one(void *self, const uint8_t *k, size_t nkey, const uint8_t *data, size_t len,
                     store_error *err) {
  check *c = self;
  char name[400];
  key_text(k, nkey, name, sizeof name);
  c->checked++;
  if (!data) {
    complain(c, "its checksum is wrong", name,
             c->table == DB_RUNS || c->table == DB_MAPS ? "summ gc drops it" : ANEW);
    return STORE_OK;
  }
  switch (c->table) {
  case DB_SUMMARIES: check_summary(c, k, name, data, len); break;
  case DB_FUNCTIONS: check_function(c, name, data, len, err); break;
  case DB_NAMES: check_brief(c, name, data, len, err); break;
  case DB_STATES: check_state(c, name, data, len, err); break;
  case DB_VARIANTS: check_variant(c, name, data, len); break;
  case DB_GROUPS: check_transcript(c, k, name, data, len); break;
  case DB_MODULES: check_module(c, name, data, len); break;
  case DB_FINDINGS: check_findings(c, name, data, len); break;
  case DB_MAPS: check_map(c, k, name, data, len); break;
  case DB_RUNS: check_run(c, name, data, len); break;
  default: break;
  }
  return STORE_OK;
}

int store_check(store *st, void (*problem)(void *self, const char *line), void *self, uint64_t *checked,
                store_error *err) {
  static const db_table order[] = {DB_META,   DB_SUMMARIES, DB_MAPS,    DB_RUNS,   DB_FUNCTIONS, DB_NAMES,
                                   DB_STATES, DB_VARIANTS,  DB_MODULES, DB_GROUPS, DB_FINDINGS};
  check c = {.st = st, .problem = problem, .self = self};
  uint64_t file, unused;
  db_lock(st);
  int status = db_flush(st, err);
  if (!status) status = free_bytes(st, &file, &unused, err);
  for (size_t i = 0; i < DB_TABLES && !status; i++) {
    c.table = order[i];
    status = db_each(st, c.table, NULL, 0, check_one, &c, err);
  }
  db_unlock(st);
  free(c.summaries.items), free(c.maps.items);
  if (status) return status;
  if (checked) *checked = c.checked;
  if (c.problems)
    return store_fail(err, STORE_CORRUPT, "%s: %" PRIu64 " of %" PRIu64 " entries are damaged", st->file,
                      c.problems, c.checked);
  return STORE_OK;
}

/* ---- garbage collection ---- */

typedef struct sweep {
  store *st;
  db_table table;
  hash_set keep;
  bool keep_all; /* drop damaged entries only */
  struct {
    uint8_t *key;
    size_t n;
  } *drop;
  uint32_t ndrop, cap;
} sweep;

static int mark_states(void *self, const uint8_t *k, size_t nkey, const uint8_t *data, size_t len,
                       store_error *err) {
  mem_arena *a = mem_arena_new();
  state s;
  (void)k, (void)nkey, (void)err;
  if (data && state_decode(a, data, len, &s)) set_add(self, s.summary);
  mem_arena_free(a);
  return STORE_OK;
}

static bool has_entry(store *st, db_table t, const uint8_t k[32]) {
  uint8_t *data;
  size_t len;
  if (db_get(st, t, k, 32, &data, &len, NULL)) return false;
  free(data);
  return true;
}

/* A variant stays as long as its function has the body it was made from, and its summary is there. */
typedef struct variant_marks {
  store *st;
  hash_set *summaries, keys;
} variant_marks;

static int mark_variants(void *self, const uint8_t *k, size_t nkey, const uint8_t *data, size_t len,
                         store_error *err) {
  variant_marks *m = self;
  mem_arena *a = mem_arena_new();
  store_variant v;
  state s;
  (void)err;
  if (data && nkey == 32 && variant_decode(a, data, len, &v) && !state_get(m->st, a, v.usr, &s, NULL) &&
      !memcmp(s.body, v.body, 32) && has_entry(m->st, DB_SUMMARIES, v.summary))
    set_add(&m->keys, k), set_add(m->summaries, v.summary);
  mem_arena_free(a);
  return STORE_OK;
}

/* A transcript stays as long as its function is there, by the same engine. */
static bool is_of_use(store *st, const uint8_t *data, size_t len) {
  mem_arena *a = mem_arena_new();
  store_transcript t;
  state s;
  bool use = transcript_decode(a, data, len, &t) && !state_get(st, a, t.usr, &s, NULL) &&
             !strcmp(s.engine, t.engine);
  mem_arena_free(a);
  return use;
}

static int sweep_one(void *self, const uint8_t *k, size_t nkey, const uint8_t *data, size_t len,
                     store_error *err) {
  sweep *s = self;
  (void)err;
  bool keep = data && (s->keep_all || (nkey == 32 && set_has(&s->keep, k)));
  if (s->table == DB_GROUPS && data) keep = is_of_use(s->st, data, len);
  if (keep) return STORE_OK;
  if (s->ndrop == s->cap) s->drop = mem_realloc(s->drop, (s->cap = 2 * s->cap + 64) * sizeof *s->drop);
  s->drop[s->ndrop].key = memcpy(mem_realloc(NULL, nkey), k, nkey);
  s->drop[s->ndrop++].n = nkey;
  return STORE_OK;
}

/* Erases what the sweep did not find in keep; *dropped counts. */
static int sweep_table(sweep *s, db_table t, uint64_t *dropped, store_error *err) {
  s->table = t;
  s->ndrop = 0;
  int status = db_each(s->st, t, NULL, 0, sweep_one, s, err);
  for (uint32_t i = 0; i < s->ndrop; i++) {
    if (!status) status = db_erase(s->st, t, s->drop[i].key, s->drop[i].n, err);
    free(s->drop[i].key);
  }
  if (!status && dropped) *dropped += s->ndrop;
  s->ndrop = 0;
  if (!status) status = db_flush(s->st, err);
  return status;
}

typedef struct run_mark {
  uint64_t id;
  bool finished, damaged;
  uint8_t map[32];
} run_mark;
typedef struct run_marks {
  run_mark *items;
  uint32_t n, cap;
} run_marks;

static int mark_run(void *self, const uint8_t *k, size_t nkey, const uint8_t *data, size_t len,
                    store_error *err) {
  run_marks *m = self;
  run_mark r = {0};
  (void)err;
  for (size_t i = 0; i < nkey; i++) r.id = r.id << 8 | k[i];
  mp_reader p = mp_read(data ? data : (const uint8_t *)"", data ? len : 0);
  mp_expect_array(&p, 8);
  mp_get_uint(&p, UINT64_MAX), mp_get_int(&p);
  r.finished = mp_get_int(&p) != 0;
  r.damaged = p.failed || len < 32;
  if (!r.damaged) memcpy(r.map, data + len - 32, 32);
  if (m->n == m->cap) m->items = mem_realloc(m->items, (m->cap = 2 * m->cap + 16) * sizeof *m->items);
  m->items[m->n++] = r;
  return STORE_OK;
}

static int mark_good(void *self, const uint8_t *k, size_t nkey, const uint8_t *data, size_t len,
                     store_error *err) {
  (void)len, (void)err;
  if (data && nkey == 32) set_add(self, k);
  return STORE_OK;
}

/* A run can be compared with if its list and all summaries in it are there; then what it refers to is added. */
static bool run_is_whole(sweep *s, const run_mark *r, hash_set *good, hash_set *modules) {
  uint8_t *data;
  size_t len;
  hash_set used = {0};
  if (r->damaged || !r->finished || db_get(s->st, DB_MAPS, r->map, 32, &data, &len, NULL)) return false;
  bool whole = map_read(data, len, &used, NULL);
  for (uint32_t i = 0; i < used.n && whole; i++) whole = set_has(good, used.items[i]);
  if (whole) map_read(data, len, &s->keep, modules);
  free(data), free(used.items);
  return whole;
}

/* Decides which runs stay, erases the others, and adds what those that stay refer to. */
static int keep_some_runs(sweep *s, run_marks *runs, uint32_t keep, hash_set *maps, hash_set *modules,
                          store_gc_result *out, store_error *err) {
  uint32_t kept = 0;
  hash_set good = {0};
  int status = db_each(s->st, DB_SUMMARIES, NULL, 0, mark_good, &good, err);
  for (uint32_t i = runs->n; i-- && !status;) {
    run_mark *r = &runs->items[i];
    if (kept < keep && run_is_whole(s, r, &good, modules)) {
      kept++;
      set_add(maps, r->map);
      continue;
    }
    if (!r->damaged && !r->finished && i + 1 == runs->n) continue; /* the newest may still be going */
    key k = key_number(r->id);
    status = db_erase(s->st, DB_RUNS, k.bytes, k.n, err);
    out->runs++;
  }
  free(good.items);
  return status;
}

int store_gc(store *st, uint32_t keep_runs, store_gc_result *out, store_error *err) {
  store_gc_result result = {0};
  sweep s = {.st = st};
  hash_set maps = {0}, modules = {0};
  run_marks runs = {0};
  uint64_t unused;
  if (!st->writing)
    return store_fail(err, STORE_DENIED, "the store %s was opened for reading only", st->path);
  db_lock(st);
  int status = db_flush(st, err);
  if (!status) status = free_bytes(st, &result.bytes_before, &unused, err);
  if (!status) status = db_each(st, DB_RUNS, NULL, 0, mark_run, &runs, err);
  if (!status) status = db_each(st, DB_STATES, NULL, 0, mark_states, &s.keep, err);
  variant_marks variants = {.st = st, .summaries = &s.keep};
  if (!status) status = db_each(st, DB_VARIANTS, NULL, 0, mark_variants, &variants, err);
  if (!status) status = keep_some_runs(&s, &runs, keep_runs, &maps, &modules, &result, err);
  if (!status) status = sweep_table(&s, DB_SUMMARIES, &result.summaries, err);
  free(s.keep.items);
  s.keep = variants.keys;
  if (!status) status = sweep_table(&s, DB_VARIANTS, &result.variants, err);
  free(s.keep.items);
  s.keep = maps;
  if (!status) status = sweep_table(&s, DB_MAPS, NULL, err);
  free(s.keep.items);
  s.keep = modules;
  if (!status) status = sweep_table(&s, DB_MODULES, &result.modules, err);
  free(s.keep.items);
  s.keep = (hash_set){0};
  if (!status) status = sweep_table(&s, DB_GROUPS, &result.groups, err);
  s.keep_all = true;
  static const db_table rest[] = {DB_META, DB_FUNCTIONS, DB_NAMES, DB_STATES, DB_FINDINGS, DB_RUNS};
  for (size_t i = 0; i < sizeof rest / sizeof *rest && !status; i++)
    status = sweep_table(&s, rest[i], NULL, err);
  if (!status) status = db_compact(st, err);
  if (!status) status = free_bytes(st, &result.bytes_after, &unused, err);
  db_unlock(st);
  free(s.drop), free(runs.items);
  if (!status) *out = result;
  return status;
}
