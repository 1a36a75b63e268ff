/* When a stored summary still holds: early cutoff, facts, what is visible; variants and the base layer. */
#define _GNU_SOURCE
#include "tests/store/fixture.h"

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

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(test_currency_and_early_cutoff);
  RUN_TEST(test_facts_are_part_of_the_trace);
  RUN_TEST(test_visibility_is_part_of_the_trace);
  RUN_TEST(test_variants);
  RUN_TEST(test_adopting_from_a_base_layer);
  return UNITY_END();
}
