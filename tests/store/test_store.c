/* The store's promises one by one: what is put comes back, from this handle, from another, and after closing; currency with
 * early cutoff; one writer, many readers; verification, garbage collection; clear refusals. */
#define _GNU_SOURCE
#include "store/internal.h"
#include "tests/store/common.h"
#include "unity.h"

#include <sys/wait.h>

static char *folder;
static store *st;
static store_error err;

#define OK(call) TEST_ASSERT_EQUAL_INT_MESSAGE(STORE_OK, call, err.detail)

static void reopen(unsigned flags) {
  OK(store_close(st, &err));
  st = NULL;
  OK(store_open(folder, flags, &st, &err));
}

void setUp(void) {
  folder = temp_folder();
  OK(store_open(folder, STORE_WRITE | STORE_CREATE, &st, &err));
}

void tearDown(void) {
  store_close(st, NULL);
  st = NULL;
  remove_folder(folder);
  free(folder);
}

static void put(uint32_t n, uint64_t v, uint8_t hash[32]) {
  made m;
  make_function(&m, n, v);
  OK(store_put_function(st, &m.f, m.s, hash, NULL, &err));
  sum_free(m.s);
}

/* What callers of function n depend on. */
static void relation_of(uint32_t n, uint8_t hash[32]) {
  made m;
  make_function(&m, n, 0);
  sum_relation_hash(m.s, hash);
  sum_free(m.s);
}

static void expect_function(uint32_t n, uint64_t v) {
  made m;
  store_function *f;
  sum_summary *s;
  uint8_t hash[32];
  size_t len, len2;
  make_function(&m, n, v);
  OK(store_get_function(st, m.usr, &f, &err));
  TEST_ASSERT_EQUAL_STRING(m.name, f->name);
  TEST_ASSERT_EQUAL_STRING(m.file, f->file);
  TEST_ASSERT_EQUAL_UINT32(9 + n, f->line);
  TEST_ASSERT_EQUAL_MEMORY(m.f.body, f->body, 32);
  TEST_ASSERT_EQUAL_STRING("engine 1", f->engine);
  TEST_ASSERT_EQUAL_UINT32(2, f->ncallees);
  TEST_ASSERT_EQUAL_STRING(m.callee[1], f->callees[1]);
  TEST_ASSERT_EQUAL_UINT32(2, f->nparams);
  TEST_ASSERT_EQUAL_UINT32(3, f->nplaces);
  TEST_ASSERT_EQUAL_STRING("p0 != NULL", f->places[0].text);
  TEST_ASSERT_EQUAL_UINT32(3, f->places[1].nedges);
  TEST_ASSERT_EQUAL_STRING("case 2", f->places[1].edges[2]);
  TEST_ASSERT_EQUAL_UINT32(m.s->ncases, f->ncases);
  OK(store_get_summary(st, m.usr, &s, hash, &err));
  TEST_ASSERT_EQUAL_MEMORY(f->summary, hash, 32);
  uint8_t *bytes = sum_encode(m.s, &len), *bytes2 = sum_encode(s, &len2);
  TEST_ASSERT_EQUAL_UINT64(len, len2);
  TEST_ASSERT_EQUAL_MEMORY(bytes, bytes2, len);
  free(bytes), free(bytes2), sum_free(s), sum_free(m.s);
  store_function_free(f);
}

static void test_what_is_put_comes_back(void) {
  for (uint32_t n = 0; n < 30; n++) put(n, 0, NULL);
  for (uint32_t n = 0; n < 30; n++) expect_function(n, 0); /* pending */
  put(4, 1, NULL);
  expect_function(4, 1);
  OK(store_sync(st, &err));
  for (uint32_t n = 0; n < 30; n++) expect_function(n, n == 4); /* in the file */
  reopen(STORE_READ);
  for (uint32_t n = 0; n < 30; n++) expect_function(n, n == 4);
  store_function *f;
  TEST_ASSERT_EQUAL_INT(STORE_NOT_FOUND, store_get_function(st, "c:@F@nobody", &f, &err));
  made m;
  make_function(&m, 1, 0);
  TEST_ASSERT_EQUAL_INT(STORE_DENIED, store_put_function(st, &m.f, m.s, NULL, NULL, &err));
  sum_free(m.s);
}

static void test_the_batch_becomes_durable_by_itself(void) {
  store *reader;
  store_function *f;
  put(1, 0, NULL);
  for (int i = 0; i < 40; i++) {
    usleep(100000);
    if (store_open(folder, STORE_READ, &reader, NULL)) continue;
    int status = store_get_function(reader, "c:@F@f1", &f, NULL);
    store_close(reader, NULL);
    if (status) continue;
    store_function_free(f);
    return;
  }
  TEST_FAIL_MESSAGE("not written within four seconds");
}

static void test_a_reader_keeps_its_view(void) {
  store *reader;
  store_briefs *b;
  put(1, 0, NULL);
  OK(store_sync(st, &err));
  OK(store_open(folder, STORE_READ, &reader, &err));
  put(2, 0, NULL);
  OK(store_sync(st, &err));
  OK(store_list(reader, &b, &err));
  TEST_ASSERT_EQUAL_UINT32(1, b->n);
  store_briefs_free(b);
  OK(store_list(st, &b, &err));
  TEST_ASSERT_EQUAL_UINT32(2, b->n);
  store_briefs_free(b);
  store_close(reader, NULL);
}

static void test_moving_changes_lines_and_nothing_else(void) {
  made m;
  store_function *f;
  uint8_t before[32];
  put(5, 0, before);
  make_function(&m, 5, 0);
  m.f.line = 900, m.places[0].line = 901;
  memset(m.f.body, 99, 32); /* not the display part: must not arrive */
  OK(store_touch_function(st, &m.f, &err));
  OK(store_get_function(st, m.usr, &f, &err));
  TEST_ASSERT_EQUAL_UINT32(900, f->line);
  TEST_ASSERT_EQUAL_UINT32(901, f->places[0].line);
  TEST_ASSERT_EQUAL_UINT8(5, f->body[0]);
  TEST_ASSERT_EQUAL_MEMORY(before, f->summary, 32);
  store_function_free(f);
  sum_free(m.s);
  make_function(&m, 77, 0);
  TEST_ASSERT_EQUAL_INT(STORE_NOT_FOUND, store_touch_function(st, &m.f, &err));
  sum_free(m.s);
}

static void expect_found(const char *name, uint32_t n, const char *first_usr) {
  store_briefs *b;
  int status = store_find(st, name, &b, &err);
  TEST_ASSERT_EQUAL_INT_MESSAGE(n ? STORE_OK : STORE_NOT_FOUND, status, name);
  if (status) return;
  TEST_ASSERT_EQUAL_UINT32_MESSAGE(n, b->n, name);
  TEST_ASSERT_EQUAL_STRING(first_usr, b->items[0].usr);
  store_briefs_free(b);
}

static void test_finding_by_name_file_and_usr(void) {
  store_briefs *b;
  made m;
  for (uint32_t n = 0; n < 12; n++) put(n, 0, NULL);
  make_function(&m, 50, 0);
  m.f.name = "f3", m.f.file = "lib/m3.c"; /* a second f3, static in another file */
  OK(store_put_function(st, &m.f, m.s, NULL, NULL, &err));
  sum_free(m.s);
  expect_found("f3", 2, "c:@F@f3");
  expect_found("lib/m3.c:f3", 1, "c:@F@f50");
  expect_found("m3.c:f3", 2, "c:@F@f3");
  expect_found("3.c:f3", 0, NULL);
  expect_found("c:@F@f50", 1, "c:@F@f50");
  expect_found("f", 0, NULL);
  expect_found("f33", 0, NULL);
  OK(store_callers(st, "c:@F@f3", &b, &err));
  TEST_ASSERT_EQUAL_UINT32(2, b->n);
  TEST_ASSERT_EQUAL_STRING("f1", b->items[0].name);
  TEST_ASSERT_EQUAL_STRING("f2", b->items[1].name);
  store_briefs_free(b);
}

static void test_long_names_and_usrs(void) {
  made m;
  store_briefs *b;
  char usr[700], name[600];
  make_function(&m, 1, 0);
  sum_free(m.s);
  memset(usr, 'u', sizeof usr), memset(name, 'n', sizeof name);
  usr[sizeof usr - 1] = name[sizeof name - 1] = 0;
  for (int i = 0; i < 2; i++) { /* two that differ at the very end */
    usr[sizeof usr - 2] = (char)('0' + i);
    m.f.usr = usr, m.f.name = name;
    m.s = synth_summary(usr, name, (uint64_t)i, 2);
    OK(store_put_function(st, &m.f, m.s, NULL, NULL, &err));
    sum_free(m.s);
  }
  OK(store_find(st, name, &b, &err));
  TEST_ASSERT_EQUAL_UINT32(2, b->n);
  store_briefs_free(b);
  OK(store_check(st, NULL, NULL, NULL, &err));
}

static void test_deleting(void) {
  store_function *f;
  store_briefs *b;
  put(1, 0, NULL), put(2, 0, NULL);
  OK(store_delete_function(st, "c:@F@f1", &err));
  TEST_ASSERT_EQUAL_INT(STORE_NOT_FOUND, store_get_function(st, "c:@F@f1", &f, &err));
  TEST_ASSERT_EQUAL_INT(STORE_NOT_FOUND, store_delete_function(st, "c:@F@f1", &err));
  OK(store_list(st, &b, &err));
  TEST_ASSERT_EQUAL_UINT32(1, b->n);
  store_briefs_free(b);
}

/* ---- currency ---- */

typedef struct world {
  const char *usr;
  uint8_t fill; /* fingerprint byte; 0: no body */
} world;

static bool body_of(void *self, const char *usr, uint8_t fingerprint[32]) {
  for (const world *w = self; w->usr; w++)
    if (!strcmp(w->usr, usr) && w->fill) {
      memset(fingerprint, w->fill, 32);
      return true;
    }
  return false;
}

static store_reason reason_of(const made *m, const world *w, const char *engine, uint8_t options,
                              uint8_t body) {
  uint8_t b[32], o[32];
  store_verdict v;
  memset(b, body, 32), memset(o, options, 32);
  OK(store_current(st, m->usr, b, o, engine, &(store_lookup){.self = (void *)w, .body = body_of}, &v, &err));
  free(v.callee);
  return v.reason;
}

static void test_currency_and_early_cutoff(void) {
  uint8_t h2[32], again[32];
  made m, same;
  world w[] = {{"c:@F@f1", 1}, {"c:@F@f2", 2}, {"c:@F@f3", 3}, {NULL, 0}};
  put(2, 0, h2);
  make_function(&m, 1, 0);
  store_dep deps[] = {{.kind = STORE_DEP_SUMMARY, .usr = "c:@F@f2"},
                      {.kind = STORE_DEP_BODY, .usr = "c:@F@f3"},
                      {.kind = STORE_DEP_NO_BODY, .usr = "c:@F@ext"}};
  relation_of(2, deps[0].hash);
  memset(deps[1].hash, 3, 32);
  m.f.deps = deps, m.f.ndeps = 3;
  TEST_ASSERT_EQUAL_INT(STORE_NEW, reason_of(&m, w, "engine 1", 7, 1));
  OK(store_put_function(st, &m.f, m.s, NULL, NULL, &err));
  for (int round = 0; round < 2; round++) {
    TEST_ASSERT_EQUAL_INT(STORE_CURRENT, reason_of(&m, w, "engine 1", 7, 1));
    TEST_ASSERT_EQUAL_INT(STORE_ENGINE_CHANGED, reason_of(&m, w, "engine 2", 7, 1));
    TEST_ASSERT_EQUAL_INT(STORE_OPTIONS_CHANGED, reason_of(&m, w, "engine 1", 8, 1));
    TEST_ASSERT_EQUAL_INT(STORE_BODY_CHANGED, reason_of(&m, w, "engine 1", 7, 9));
    OK(store_sync(st, &err));
  }
  w[2].fill = 4; /* the body of an executed callee */
  TEST_ASSERT_EQUAL_INT(STORE_CALLEE_CHANGED, reason_of(&m, w, "engine 1", 7, 1));
  w[2].fill = 3;
  make_function(&same, 2, 0); /* explored again with another body and the same result */
  memset(same.f.body, 200, 32);
  w[1].fill = 200;
  OK(store_put_function(st, &same.f, same.s, again, NULL, &err));
  sum_free(same.s);
  TEST_ASSERT_EQUAL_MEMORY(h2, again, 32);
  TEST_ASSERT_EQUAL_INT(STORE_CURRENT, reason_of(&m, w, "engine 1", 7, 1));
  put(2, 1, NULL);
  TEST_ASSERT_EQUAL_INT(STORE_CALLEE_CHANGED, reason_of(&m, w, "engine 1", 7, 1));
  put(2, 0, NULL);
  TEST_ASSERT_EQUAL_INT(STORE_CURRENT, reason_of(&m, w, "engine 1", 7, 1));
  w[1].fill = 0;
  TEST_ASSERT_EQUAL_INT(STORE_CALLEE_GONE, reason_of(&m, w, "engine 1", 7, 1));
  w[1].fill = 2;
  world more[] = {w[0], w[1], w[2], {"c:@F@ext", 5}, {NULL, 0}};
  TEST_ASSERT_EQUAL_INT(STORE_CALLEE_APPEARED, reason_of(&m, more, "engine 1", 7, 1));
  sum_free(m.s);
}

/* Facts: one byte each, the same for all of a kind. */
typedef struct facts {
  uint8_t of[STORE_DEP_KINDS];
  bool hidden;
} facts;

static bool some_body(void *self, const char *usr, uint8_t fingerprint[32]) {
  (void)self;
  memset(fingerprint, 3, 32);
  return strcmp(usr, "c:@F@ext") != 0;
}

static bool fact_of(void *self, store_dep_kind kind, const char *usr, uint8_t hash[32]) {
  const facts *f = self;
  (void)usr;
  memset(hash, f->of[kind], 32);
  return f->of[kind] != 0;
}

static bool seen(void *self, const char *viewer, bool variant, const char *callee) {
  TEST_ASSERT_EQUAL_STRING(variant ? "c:@F@f9" : "c:@F@f1", viewer);
  TEST_ASSERT_TRUE(strlen(callee) > 4);
  return !((const facts *)self)->hidden;
}

static store_verdict verdict_of(const made *m, facts *f) {
  store_verdict v;
  store_lookup lookup = {f, some_body, seen, fact_of};
  OK(store_current(st, m->usr, m->f.body, m->f.options, "engine 1", &lookup, &v, &err));
  free(v.callee);
  return v;
}

static void test_facts_are_part_of_the_trace(void) {
  made m;
  facts f = {{0}, false};
  store_dep deps[STORE_DEP_KINDS];
  uint32_t n = 0;
  make_function(&m, 1, 0);
  for (uint8_t k = STORE_DEP_NO_BODY; k < STORE_DEP_KINDS; k++) {
    if (k == STORE_DEP_HIDDEN) continue;
    deps[n] = (store_dep){.kind = k, .usr = k == STORE_DEP_NO_BODY ? "c:@F@ext" : "c:@F@f2"};
    memset(deps[n++].hash, f.of[k] = (uint8_t)(k + 1), 32);
  }
  m.f.deps = deps, m.f.ndeps = n;
  OK(store_put_function(st, &m.f, m.s, NULL, NULL, &err));
  reopen(STORE_WRITE);
  TEST_ASSERT_EQUAL_INT(STORE_CURRENT, verdict_of(&m, &f).reason);
  for (uint8_t k = STORE_DEP_NO_BODY; k < STORE_DEP_KINDS; k++) {
    if (k == STORE_DEP_HIDDEN) continue;
    for (int gone = 0; gone < 2; gone++) {
      facts other = f;
      other.of[k] = gone ? 0 : 99;
      store_verdict v = verdict_of(&m, &other);
      TEST_ASSERT_EQUAL_INT(STORE_FACT_CHANGED, v.reason);
      TEST_ASSERT_EQUAL_INT(k, v.kind);
    }
  }
  TEST_ASSERT_EQUAL_INT(STORE_CURRENT, verdict_of(&m, &f).reason);
  sum_free(m.s);
}

static void test_visibility_is_part_of_the_trace(void) {
  made m;
  facts f = {{0}, false}, hidden = {{0}, true};
  put(2, 0, NULL);
  make_function(&m, 1, 0);
  store_dep dep = {.kind = STORE_DEP_SUMMARY, .usr = "c:@F@f2"};
  relation_of(2, dep.hash);
  m.f.deps = &dep, m.f.ndeps = 1;
  OK(store_put_function(st, &m.f, m.s, NULL, NULL, &err));
  TEST_ASSERT_EQUAL_INT(STORE_CURRENT, verdict_of(&m, &f).reason);
  TEST_ASSERT_EQUAL_INT(STORE_FACT_CHANGED, verdict_of(&m, &hidden).reason);
  dep.kind = STORE_DEP_HIDDEN;
  OK(store_put_function(st, &m.f, m.s, NULL, NULL, &err));
  TEST_ASSERT_EQUAL_INT(STORE_FACT_CHANGED, verdict_of(&m, &f).reason);
  TEST_ASSERT_EQUAL_INT(STORE_CURRENT, verdict_of(&m, &hidden).reason);
  dep.viewer = "c:@F@f9";
  OK(store_put_function(st, &m.f, m.s, NULL, NULL, &err));
  TEST_ASSERT_EQUAL_INT(STORE_FACT_CHANGED, verdict_of(&m, &f).reason);
  TEST_ASSERT_EQUAL_INT(STORE_CURRENT, verdict_of(&m, &hidden).reason);
  sum_free(m.s);
}

/* ---- variants and the base layer ---- */

static void test_variants(void) {
  made base, fresh;
  uint8_t body[32];
  const char *pattern = "p1=p0+0;p2=p0-8";
  put(5, 0, NULL);
  make_function(&base, 5, 0), make_function(&fresh, 5, 77);
  store_variant v = {.usr = base.usr, .pattern = pattern, .engine = "engine 1"}, *got;
  memcpy(v.body, base.f.body, 32), memcpy(v.options, base.f.options, 32);
  store_dep dep = {.kind = STORE_DEP_TYPE, .usr = "struct node"};
  memset(dep.hash, STORE_DEP_TYPE, STORE_FACT_BYTES);
  v.deps = &dep, v.ndeps = 1;
  sum_summary *s;
  TEST_ASSERT_EQUAL_INT(STORE_NOT_FOUND, store_get_variant(st, base.usr, pattern, &got, &s, &err));
  OK(store_put_variant(st, &v, fresh.s, &err));
  reopen(STORE_WRITE);
  TEST_ASSERT_EQUAL_INT(STORE_NOT_FOUND, store_get_variant(st, base.usr, "p1=p0+0", &got, &s, &err));
  TEST_ASSERT_EQUAL_INT(STORE_NOT_FOUND, store_get_variant(st, "c:@F@f4", pattern, &got, &s, &err));
  OK(store_get_variant(st, base.usr, pattern, &got, &s, &err));
  TEST_ASSERT_EQUAL_UINT32(fresh.s->ncases, s->ncases);
  TEST_ASSERT_EQUAL_UINT32(1, got->ndeps);
  TEST_ASSERT_EQUAL_STRING("struct node", got->deps[0].usr);
  store_verdict verdict;
  facts f = {{[STORE_DEP_TYPE] = STORE_DEP_TYPE}, false};
  store_lookup lookup = {&f, some_body, NULL, fact_of};
  memcpy(body, base.f.body, 32);
  OK(store_variant_current(st, got, body, base.f.options, "engine 1", &lookup, &verdict, &err));
  TEST_ASSERT_EQUAL_INT(STORE_CURRENT, verdict.reason);
  body[3] ^= 1;
  OK(store_variant_current(st, got, body, base.f.options, "engine 1", &lookup, &verdict, &err));
  TEST_ASSERT_EQUAL_INT(STORE_BODY_CHANGED, verdict.reason);
  store_variant_free(got), sum_free(s);
  OK(store_check(st, NULL, NULL, NULL, &err));
  store_gc_result gone;
  OK(store_gc(st, 0, &gone, &err)); /* its function still has the body the variant was made from */
  TEST_ASSERT_EQUAL_UINT64(0, gone.variants + gone.summaries);
  put(5, 1, NULL); /* now another one, and another summary */
  OK(store_gc(st, 0, &gone, &err));
  TEST_ASSERT_EQUAL_UINT64(1, gone.variants);
  TEST_ASSERT_EQUAL_UINT64(2, gone.summaries);
  OK(store_check(st, NULL, NULL, NULL, &err));
  sum_free(base.s), sum_free(fresh.s);
}

static void test_adopting_from_a_base_layer(void) {
  store *base;
  made m;
  bool adopted;
  facts f = {{0}, false};
  store_lookup lookup = {&f, some_body, NULL, fact_of};
  char *lower = temp_folder();
  OK(store_open(lower, STORE_WRITE | STORE_CREATE, &base, &err));
  make_function(&m, 4, 0);
  store_finding finding = {.usr = m.usr, .place_usr = m.usr, .detail = "", .outcome = m.s->cases[0].outcome};
  OK(store_put_function(base, &m.f, m.s, NULL, NULL, &err));
  OK(store_put_findings(base, m.usr, &finding, 1, &err));
  OK(store_close(base, &err));
  OK(store_open(lower, STORE_READ, &base, &err));
  OK(store_adopt(st, base, m.usr, m.f.body, m.f.options, "engine 2", &lookup, &adopted, &err));
  TEST_ASSERT_FALSE(adopted);
  OK(store_adopt(st, base, "c:@F@nobody", m.f.body, m.f.options, "engine 1", &lookup, &adopted, &err));
  TEST_ASSERT_FALSE(adopted);
  OK(store_adopt(st, base, m.usr, m.f.body, m.f.options, "engine 1", &lookup, &adopted, &err));
  TEST_ASSERT_TRUE(adopted);
  OK(store_close(base, &err));
  expect_function(4, 0);
  store_findings *findings;
  OK(store_get_findings(st, m.usr, &findings, &err));
  TEST_ASSERT_EQUAL_UINT32(1, findings->n);
  store_findings_free(findings);
  OK(store_check(st, NULL, NULL, NULL, &err));
  sum_free(m.s);
  remove_folder(lower);
  free(lower);
}

/* ---- runs, findings, caches ---- */

static void test_runs_and_maps(void) {
  uint64_t id, id2;
  uint8_t before[32], after[32];
  const char *usrs[] = {"c:@F@f2", "c:@F@f1", "c:@F@unknown"};
  store_count totals[] = {{"explored", 2}, {"cases", 5}};
  store_runs *runs;
  store_map *map;
  OK(store_begin_run(st, "summ run a.c", "max-loop=4\n", "engine 1", &id, &err));
  put(1, 0, before), put(2, 0, NULL);
  OK(store_end_run(st, id, totals, 2, usrs, 3, &err));
  OK(store_begin_run(st, "summ run b.c", "", "engine 1", &id2, &err));
  put(1, 1, after);
  TEST_ASSERT_EQUAL_INT(STORE_NOT_FOUND, store_get_map(st, id2, &map, &err));
  OK(store_end_run(st, id2, totals, 1, usrs, 3, &err));
  reopen(STORE_READ);
  OK(store_get_runs(st, &runs, &err));
  TEST_ASSERT_EQUAL_UINT32(2, runs->n);
  TEST_ASSERT_EQUAL_STRING("summ run a.c", runs->items[0].what);
  TEST_ASSERT_EQUAL_UINT64(5, runs->items[0].totals[1].value);
  TEST_ASSERT_TRUE(runs->items[1].finished >= runs->items[1].started && runs->items[1].started > 0);
  store_runs_free(runs);
  for (int i = 0; i < 2; i++) {
    sum_summary *s; /* the old one is still there to compare with */
    OK(store_get_map(st, i ? id2 : id, &map, &err));
    TEST_ASSERT_EQUAL_UINT32(2, map->n);
    TEST_ASSERT_EQUAL_STRING("c:@F@f1", map->items[0].usr);
    TEST_ASSERT_EQUAL_MEMORY(i ? after : before, map->items[0].summary, 32);
    OK(store_get_summary_by_hash(st, map->items[0].summary, &s, &err));
    sum_free(s);
    store_map_free(map);
  }
}

/* A store of an older schema: the envelope of every value says so. */
static void make_old(uint8_t schema) {
  store_close(st, NULL);
  MDB_env *env;
  MDB_txn *txn;
  MDB_cursor *cursor;
  MDB_val k, v;
  mdb_env_create(&env);
  mdb_env_set_maxdbs(env, DB_TABLES);
  TEST_ASSERT_EQUAL_INT(0, mdb_env_open(env, folder, 0, 0666));
  TEST_ASSERT_EQUAL_INT(0, mdb_txn_begin(env, NULL, 0, &txn));
  for (int t = 0; t < DB_TABLES; t++) {
    MDB_dbi dbi;
    TEST_ASSERT_EQUAL_INT(0, mdb_dbi_open(txn, db_table_names[t], 0, &dbi));
    TEST_ASSERT_EQUAL_INT(0, mdb_cursor_open(txn, dbi, &cursor));
    while (!mdb_cursor_get(cursor, &k, &v, MDB_NEXT)) {
      uint8_t *value = memcpy(malloc(v.mv_size), v.mv_data, v.mv_size);
      MDB_val changed = {v.mv_size, value};
      TEST_ASSERT_EQUAL_INT(STORE_SCHEMA, value[1]);
      value[1] = schema;
      TEST_ASSERT_EQUAL_INT(0, mdb_cursor_put(cursor, &k, &changed, MDB_CURRENT));
      free(value);
    }
    mdb_cursor_close(cursor);
  }
  TEST_ASSERT_EQUAL_INT(0, mdb_txn_commit(txn));
  mdb_env_close(env);
}

static void test_older_schemas_are_refused_or_migrated(void) {
  for (uint8_t schema = 1; schema < STORE_SCHEMA; schema++) {
    uint64_t id;
    uint8_t hash[32];
    const char *usrs[] = {"c:@F@f1"};
    store_runs *runs;
    store_briefs *all;
    store_map *map;
    sum_summary *s;
    OK(store_begin_run(st, "old", "", "engine 1", &id, &err));
    put(1, schema, hash);
    OK(store_end_run(st, id, NULL, 0, usrs, 1, &err));
    make_old(schema);
    TEST_ASSERT_EQUAL_INT(STORE_VERSION, store_open(folder, STORE_READ, &st, &err));
    TEST_ASSERT_NOT_NULL(strstr(err.detail, "brings it up to date"));
    OK(store_open(folder, STORE_WRITE, &st, &err));
    OK(store_list(st, &all, &err)); /* the functions are explored again, the history stays */
    TEST_ASSERT_EQUAL_UINT32(0, all->n);
    store_briefs_free(all);
    OK(store_get_runs(st, &runs, &err));
    TEST_ASSERT_EQUAL_UINT32(schema, runs->n);
    store_runs_free(runs);
    OK(store_get_map(st, id, &map, &err));
    TEST_ASSERT_EQUAL_MEMORY(hash, map->items[0].summary, 32);
    store_map_free(map);
    OK(store_get_summary_by_hash(st, hash, &s, &err));
    sum_free(s);
    OK(store_check(st, NULL, NULL, NULL, &err));
    reopen(STORE_WRITE);
  }
}

static void test_the_last_answer(void) {
  uint64_t id;
  uint8_t inputs[32] = {1, 2, 3}, other[32] = {9};
  const char *notes[] = {"a note"};
  store_listed functions[] = {{"c:@F@f1", "f1", "a.c", 3, ""}, {"c:@F@odd", "odd", "a.c", 9, "setjmp"}};
  store_answer a = {.functions = functions, .nfunctions = 2, .notes = notes, .nnotes = 1}, *got;
  OK(store_begin_run(st, "run", "", "engine 1", &id, &err));
  put(1, 0, NULL);
  a.run = id;
  memcpy(a.inputs, inputs, 32);
  OK(store_put_answer(st, &a, &err));
  OK(store_end_run(st, id, NULL, 0, NULL, 0, &err));
  reopen(STORE_WRITE);
  TEST_ASSERT_EQUAL_INT(STORE_NOT_FOUND, store_get_answer(st, other, &got, &err));
  OK(store_get_answer(st, inputs, &got, &err));
  TEST_ASSERT_EQUAL_UINT32(2, got->nfunctions);
  TEST_ASSERT_EQUAL_STRING("setjmp", got->functions[1].unsupported);
  TEST_ASSERT_EQUAL_STRING("a note", got->notes[0]);
  store_answer_free(got);
  OK(store_delete_function(st, "c:@F@f1", &err)); /* the answer rests on it */
  TEST_ASSERT_EQUAL_INT(STORE_NOT_FOUND, store_get_answer(st, inputs, &got, &err));
  put(1, 0, NULL);
  OK(store_get_answer(st, inputs, &got, &err));
  store_answer_free(got);
  OK(store_begin_run(st, "another", "", "engine 1", &id, &err)); /* who knows what that one did */
  TEST_ASSERT_EQUAL_INT(STORE_NOT_FOUND, store_get_answer(st, inputs, &got, &err));
}

static void test_findings(void) {
  store_findings *f;
  store_finding one = {.ncase = 3,
                       .outcome = SUM_DIV_ZERO,
                       .manifest = true,
                       .place_usr = "c:@F@g",
                       .place_insn = 5,
                       .detail = "n is 0"};
  OK(store_put_findings(st, "c:@F@f1", &one, 1, &err));
  OK(store_get_findings(st, NULL, &f, &err));
  TEST_ASSERT_EQUAL_UINT32(1, f->n);
  TEST_ASSERT_EQUAL_STRING("c:@F@f1", f->items[0].usr);
  TEST_ASSERT_EQUAL_STRING("n is 0", f->items[0].detail);
  TEST_ASSERT_EQUAL_UINT32(5, f->items[0].place_insn);
  store_findings_free(f);
  OK(store_put_findings(st, "c:@F@f1", NULL, 0, &err));
  OK(store_get_findings(st, "c:@F@f1", &f, &err));
  TEST_ASSERT_EQUAL_UINT32(0, f->n);
  store_findings_free(f);
}

/* Findings are cases of one summary: those of another one go, and those that are no cases of it are damage. */
static void test_findings_go_with_their_summary(void) {
  store_findings *f;
  made m;
  make_function(&m, 1, 0);
  store_finding one = {.outcome = m.s->cases[0].outcome, .place_usr = "", .detail = ""};
  store_together(st);
  OK(store_put_function(st, &m.f, m.s, NULL, NULL, &err));
  OK(store_put_findings(st, m.usr, &one, 1, &err));
  OK(store_together_end(st, &err));
  OK(store_check(st, NULL, NULL, NULL, &err));
  OK(store_put_function(st, &m.f, m.s, NULL, NULL, &err));
  OK(store_get_findings(st, m.usr, &f, &err));
  TEST_ASSERT_EQUAL_UINT32(1, f->n);
  store_findings_free(f);
  one.ncase = m.s->ncases;
  OK(store_put_findings(st, m.usr, &one, 1, &err));
  TEST_ASSERT_EQUAL_INT(STORE_CORRUPT, store_check(st, NULL, NULL, NULL, &err));
  put(1, 1, NULL);
  OK(store_get_findings(st, m.usr, &f, &err));
  TEST_ASSERT_EQUAL_UINT32(0, f->n);
  store_findings_free(f);
  OK(store_check(st, NULL, NULL, NULL, &err));
  sum_free(m.s);
}

static void test_makes_the_folders_above(void) {
  char *base = temp_folder();
  char path[300];
  store *deep;
  snprintf(path, sizeof path, "%s/a/b/c", base);
  OK(store_open(path, STORE_WRITE | STORE_CREATE, &deep, &err));
  OK(store_close(deep, &err));
  snprintf(path, sizeof path, "%s/a/b/c/data.mdb/d/e", base);
  TEST_ASSERT_EQUAL_INT(STORE_DENIED, store_open(path, STORE_WRITE | STORE_CREATE, &deep, &err));
  TEST_ASSERT_NOT_NULL(strstr(err.detail, "a part of its path is a file"));
  for (int levels = 3; levels; levels--) {
    snprintf(path, sizeof path, "%s%.*s", base, 2 * levels, "/a/b/c");
    remove_folder(path);
  }
  remove_folder(base);
  free(base);
}

static void test_caches(void) {
  uint8_t k[32] = {1}, *data, big[70000];
  size_t len;
  memset(big, 5, sizeof big);
  TEST_ASSERT_EQUAL_INT(STORE_NOT_FOUND, store_cache_get(st, STORE_MODULES, k, &data, &len, &err));
  OK(store_cache_put(st, STORE_MODULES, k, big, sizeof big, &err));
  for (int i = 0; i < 2; i++) {
    OK(store_cache_get(st, STORE_MODULES, k, &data, &len, &err));
    TEST_ASSERT_EQUAL_UINT64(sizeof big, len);
    TEST_ASSERT_EQUAL_MEMORY(big, data, len);
    free(data);
    reopen(STORE_WRITE);
  }
}

static void expect_transcript(const store_transcript *t, const char *text) {
  uint8_t *bytes;
  size_t len;
  int status = store_get_transcript(st, t, &bytes, &len, &err);
  TEST_ASSERT_EQUAL_INT(text ? STORE_OK : STORE_NOT_FOUND, status);
  if (!text) return;
  TEST_ASSERT_EQUAL_UINT64(strlen(text), len);
  TEST_ASSERT_EQUAL_MEMORY(text, bytes, len);
  free(bytes);
}

static void test_transcripts(void) {
  store_transcript t = {
      .usr = "c:@F@f1", .part = "", .engine = "engine 1", .bytes = (const uint8_t *)"first", .length = 5};
  store_transcript part = t, options = t, engine = t, orphan = t;
  part.part = "p1=p0+0", options.options[3] = 1, engine.engine = "engine 2", orphan.usr = "c:@F@f2";
  put(1, 0, NULL);
  expect_transcript(&t, NULL);
  OK(store_put_transcript(st, &t, &err));
  expect_transcript(&t, "first");
  expect_transcript(&part, NULL);
  expect_transcript(&options, NULL);
  expect_transcript(&engine, NULL);
  t.bytes = (const uint8_t *)"again", part.bytes = (const uint8_t *)"other";
  OK(store_put_transcript(st, &t, &err));
  OK(store_put_transcript(st, &part, &err));
  OK(store_put_transcript(st, &orphan, &err));
  reopen(STORE_WRITE);
  expect_transcript(&t, "again");
  expect_transcript(&part, "other");
  OK(store_check(st, NULL, NULL, NULL, &err));
  store_gc_result r;
  OK(store_gc(st, 2, &r, &err));
  TEST_ASSERT_EQUAL_UINT64(1, r.groups); /* of a function that is not there */
  expect_transcript(&t, "again");
  expect_transcript(&orphan, NULL);
}

static void test_no_transcripts_beyond_the_bound(void) {
  enum { EACH = 8 << 20 };
  uint8_t *big = calloc(1, EACH);
  char usr[32];
  store_transcript t = {.usr = usr, .part = "", .engine = "engine 1", .bytes = big, .length = EACH};
  store_sizes sizes;
  for (int i = 0; i < 12; i++) {
    snprintf(usr, sizeof usr, "c:@F@f%d", i);
    OK(store_put_transcript(st, &t, &err));
    OK(store_sync(st, &err));
  }
  OK(store_get_sizes(st, &sizes, &err));
  TEST_ASSERT_LESS_THAN_UINT64(STORE_TRANSCRIPT_BYTES + EACH + 4096, sizes.group_bytes);
  TEST_ASSERT_GREATER_THAN_UINT64(STORE_TRANSCRIPT_BYTES - EACH, sizes.group_bytes);
  snprintf(usr, sizeof usr, "c:@F@f0"); /* one that is there is replaced all the same */
  t.bytes = (const uint8_t *)"new", t.length = 3;
  OK(store_put_transcript(st, &t, &err));
  expect_transcript(&t, "new");
  free(big);
}

static void test_the_map_grows(void) {
  uint8_t k[32] = {0}, *data;
  size_t len, size = 9 << 20;
  uint8_t *big = malloc(size);
  for (uint8_t i = 0; i < 12; i++) { /* 108 MB: more than the first map */
    memset(big, i, size);
    k[0] = i;
    OK(store_cache_put(st, STORE_MODULES, k, big, size, &err));
  }
  reopen(STORE_WRITE);
  for (uint8_t i = 0; i < 12; i++) {
    k[0] = i;
    OK(store_cache_get(st, STORE_MODULES, k, &data, &len, &err));
    TEST_ASSERT_TRUE(len == size && data[0] == i && data[size - 1] == i);
    free(data);
  }
  free(big);
}

/* ---- upkeep ---- */

static void test_check_is_content_with_what_we_write(void) {
  uint64_t id, checked = 0;
  const char *usrs[] = {"c:@F@f2", "c:@F@f1"};
  OK(store_begin_run(st, "summ run", "", "engine 1", &id, &err));
  for (uint32_t n = 0; n < 20; n++) put(n, 0, NULL);
  OK(store_end_run(st, id, NULL, 0, usrs, 2, &err));
  OK(store_check(st, NULL, NULL, &checked, &err));
  TEST_ASSERT_EQUAL_UINT64(1 + 4 * 20 + 2, checked);
}

static void test_gc_keeps_what_is_referred_to(void) {
  uint64_t id;
  uint8_t h[4][32], k[32] = {9}, *data, big[50000] = {0};
  size_t len;
  const char *usrs[] = {"c:@F@f1"};
  store_gc_result r;
  sum_summary *s;
  for (uint64_t v = 0; v < 4; v++) {
    OK(store_begin_run(st, "summ run", "", "engine 1", &id, &err));
    k[1] = (uint8_t)v;
    OK(store_cache_put(st, STORE_MODULES, k, big, sizeof big, &err));
    put(1, v, h[v]);
    OK(store_end_run(st, id, NULL, 0, usrs, 1, &err));
  }
  OK(store_gc(st, 2, &r, &err));
  TEST_ASSERT_EQUAL_UINT64(2, r.summaries);
  TEST_ASSERT_EQUAL_UINT64(2, r.runs);
  TEST_ASSERT_EQUAL_UINT64(2, r.modules);
  TEST_ASSERT_TRUE(r.bytes_after < r.bytes_before);
  for (int round = 0; round < 2; round++) {
    for (uint64_t v = 0; v < 4; v++) {
      int status = store_get_summary_by_hash(st, h[v], &s, &err);
      TEST_ASSERT_EQUAL_INT(v < 2 ? STORE_NOT_FOUND : STORE_OK, status);
      if (!status) sum_free(s);
      k[1] = (uint8_t)v;
      status = store_cache_get(st, STORE_MODULES, k, &data, &len, &err);
      TEST_ASSERT_EQUAL_INT(v < 2 ? STORE_NOT_FOUND : STORE_OK, status);
      if (!status) free(data);
    }
    expect_function(1, 3);
    put(6, 0, NULL); /* still writable */
    OK(store_check(st, NULL, NULL, NULL, &err));
    reopen(STORE_WRITE);
  }
}

/* ---- refusals ---- */

static void test_a_second_writer_is_told_who_writes(void) {
  int fds[2];
  char said[500] = "", who[40];
  TEST_ASSERT_EQUAL_INT(0, pipe(fds));
  pid_t pid = fork();
  if (!pid) { /* another process; it leaves our handle alone */
    store *other;
    store_error e = {0};
    int status = store_open(folder, STORE_WRITE, &other, &e);
    dprintf(fds[1], "%d %s", status, e.detail);
    _exit(0);
  }
  waitpid(pid, NULL, 0);
  TEST_ASSERT_TRUE(read(fds[0], said, sizeof said - 1) > 0);
  close(fds[0]), close(fds[1]);
  snprintf(who, sizeof who, "process %ld on ", (long)getpid());
  TEST_ASSERT_EQUAL_INT(STORE_BUSY, atoi(said));
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(said, who), said);
}

static void test_no_store_there(void) {
  store *other;
  TEST_ASSERT_EQUAL_INT(STORE_ABSENT, store_open("/nonexistent/x", STORE_READ, &other, &err));
  TEST_ASSERT_EQUAL_INT(STORE_ABSENT, store_open("/nonexistent/x", STORE_WRITE, &other, &err));
  char *empty = temp_folder();
  TEST_ASSERT_EQUAL_INT(STORE_ABSENT, store_open(empty, STORE_READ, &other, &err));
  TEST_ASSERT_EQUAL_INT(STORE_ABSENT, store_open(empty, STORE_WRITE, &other, &err));
  remove_folder(empty);
  free(empty);
}

static void test_a_missing_lock_file_is_made_again(void) {
  char file[300];
  put(3, 0, NULL);
  OK(store_close(st, &err));
  st = NULL;
  snprintf(file, sizeof file, "%s/lock.mdb", folder);
  TEST_ASSERT_EQUAL_INT(0, unlink(file));
  snprintf(file, sizeof file, "%s/writer", folder);
  TEST_ASSERT_EQUAL_INT(0, unlink(file));
  OK(store_open(folder, STORE_READ, &st, &err));
  expect_function(3, 0);
  reopen(STORE_WRITE);
  expect_function(3, 0);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(test_what_is_put_comes_back);
  RUN_TEST(test_the_batch_becomes_durable_by_itself);
  RUN_TEST(test_a_reader_keeps_its_view);
  RUN_TEST(test_moving_changes_lines_and_nothing_else);
  RUN_TEST(test_finding_by_name_file_and_usr);
  RUN_TEST(test_long_names_and_usrs);
  RUN_TEST(test_deleting);
  RUN_TEST(test_currency_and_early_cutoff);
  RUN_TEST(test_facts_are_part_of_the_trace);
  RUN_TEST(test_visibility_is_part_of_the_trace);
  RUN_TEST(test_variants);
  RUN_TEST(test_adopting_from_a_base_layer);
  RUN_TEST(test_runs_and_maps);
  RUN_TEST(test_older_schemas_are_refused_or_migrated);
  RUN_TEST(test_the_last_answer);
  RUN_TEST(test_findings);
  RUN_TEST(test_findings_go_with_their_summary);
  RUN_TEST(test_makes_the_folders_above);
  RUN_TEST(test_caches);
  RUN_TEST(test_transcripts);
  RUN_TEST(test_no_transcripts_beyond_the_bound);
  RUN_TEST(test_the_map_grows);
  RUN_TEST(test_check_is_content_with_what_we_write);
  RUN_TEST(test_gc_keeps_what_is_referred_to);
  RUN_TEST(test_a_second_writer_is_told_who_writes);
  RUN_TEST(test_no_store_there);
  RUN_TEST(test_a_missing_lock_file_is_made_again);
  return UNITY_END();
}
