/* SGEN 5.2.2 on corpora/seeds/alias_foo.c: the summary made for distinct objects is found inconsistent with a caller that
 * aliases two of them, the callee is analysed again for that pattern, and the next caller finds the variant. */
#include "explorer/explorer.h"

#include <stdlib.h>
#include <string.h>
#include <unity.h>

static fe_sources *sources;
static fe_program *program;

void setUp(void) {
  const char *path = SOURCE_DIR "/corpora/seeds/alias_foo.c";
  sources = fe_sources_files(&path, 1, NULL, 0);
  program = fe_load(sources, &(fe_options){.jobs = 1});
  TEST_ASSERT_EQUAL_UINT(0, program->nfailures);
}

void tearDown(void) {
  fe_program_free(program);
  fe_sources_free(sources);
}

typedef struct provided {
  uint32_t callee;
  sum_summary *sum, *variant;
  char pattern[100];
  unsigned applied, executed, made;
} provided;

static const sum_summary *get(void *self, uint32_t func) {
  provided *p = self;
  return func == p->callee ? p->sum : NULL;
}

static void used(void *self, uint32_t callee, bool executed) {
  provided *p = self;
  if (callee == p->callee) executed ? p->executed++ : p->applied++;
}

static uint32_t find(const char *name) {
  uint32_t f;
  TEST_ASSERT_EQUAL_UINT(1, fe_find_func(program, name, &f, 1));
  return f;
}

static sum_summary *stored(sum_summary *s) {
  size_t len;
  const char *err = "";
  uint8_t *bytes = sum_encode(s, &len);
  sum_summary *d = sum_decode(bytes, len, &err);
  TEST_ASSERT_NOT_NULL_MESSAGE(d, err);
  free(bytes);
  sum_free(s);
  return d;
}

static const sum_summary *variant(void *self, uint32_t callee, const char *pattern) {
  provided *p = self;
  TEST_ASSERT_EQUAL_UINT(p->callee, callee);
  return strcmp(p->pattern, pattern) ? NULL : p->variant;
}

static const sum_summary *made(void *self, uint32_t callee, const char *pattern, sum_summary *s) {
  provided *p = self;
  TEST_ASSERT_EQUAL_UINT(p->callee, callee);
  TEST_ASSERT_NULL(p->variant);
  snprintf(p->pattern, sizeof p->pattern, "%s", pattern);
  p->made++;
  return p->variant = stored(s);
}

static provided provide_alias_foo(void) {
  ex_engine *alone = ex_new(program, NULL, NULL, NULL);
  provided p = {.callee = find("alias_foo")};
  p.sum = stored(ex_explore(alone, p.callee));
  ex_free(alone);
  return p;
}

static uint64_t result_of(sum_summary *s) {
  TEST_ASSERT_EQUAL_UINT(SUM_COMPLETE, s->status);
  TEST_ASSERT_EQUAL_UINT(1, s->ncases);
  TEST_ASSERT_EQUAL_UINT(SUM_RETURNED, s->cases[0].outcome);
  TEST_ASSERT_TRUE(term_is_const(s->tc, s->cases[0].ret[0]));
  uint64_t v = (uint64_t)term_const_value(s->tc, s->cases[0].ret[0]);
  sum_free(s);
  return v;
}

static void test_a_second_caller_finds_the_variant(void) {
  ex_engine *e;
  provided p = provide_alias_foo();
  ex_provider provider = {.self = &p, .get = get, .used = used, .variant = variant, .made = made};
  e = ex_new(program, NULL, NULL, &provider);
  TEST_ASSERT_EQUAL_UINT(1, p.sum->nvariants);
  TEST_ASSERT_EQUAL_UINT64(1, result_of(ex_explore(e, find("twice_first"))));
  ex_stats first = ex_get_stats(e);
  TEST_ASSERT_EQUAL_UINT64(1, first.reanalyses);
  TEST_ASSERT_EQUAL_UINT64(1, first.calls_summarised);
  TEST_ASSERT_EQUAL_UINT64(0, first.calls_inlined);
  TEST_ASSERT_EQUAL_UINT(1, p.made);
  TEST_ASSERT_EQUAL_STRING("p2=p0+0", p.pattern);
  TEST_ASSERT_EQUAL_UINT(1, p.variant->variants[0].naliases);
  TEST_ASSERT_TRUE(p.variant->variants[0].complete);
  TEST_ASSERT_EQUAL_UINT64(2, result_of(ex_explore(e, find("twice_second"))));
  ex_stats second = ex_get_stats(e);
  TEST_ASSERT_EQUAL_UINT64(1, second.reanalyses);
  TEST_ASSERT_EQUAL_UINT64(2, second.calls_summarised);
  TEST_ASSERT_EQUAL_UINT64(0, second.calls_inlined);
  ex_free(e);
  sum_free(p.variant), sum_free(p.sum);
}

static void test_distinct_objects_use_the_summary_as_first_made(void) {
  ex_engine *e;
  provided p = provide_alias_foo();
  ex_provider provider = {.self = &p, .get = get, .used = used, .variant = variant, .made = made};
  e = ex_new(program, NULL, NULL, &provider);
  sum_summary *s = ex_explore(e, find("distinct"));
  TEST_ASSERT_EQUAL_UINT(2, s->ncases);
  TEST_ASSERT_EQUAL_UINT64(0, ex_get_stats(e).reanalyses);
  TEST_ASSERT_EQUAL_UINT(0, p.executed);
  TEST_ASSERT_EQUAL_UINT(1, p.applied);
  sum_free(s);
  ex_free(e);
  sum_free(p.variant), sum_free(p.sum);
}

static void test_the_variant_does_not_depend_on_who_asked_first(void) {
  uint8_t hash[2][32];
  const char *const first[2] = {"twice_first", "twice_second"};
  for (int i = 0; i < 2; i++) {
    ex_engine *e;
    provided p = provide_alias_foo();
    ex_provider provider = {.self = &p, .get = get, .used = used, .variant = variant, .made = made};
    e = ex_new(program, NULL, NULL, &provider);
    sum_free(ex_explore(e, find(first[i])));
    sum_relation_hash(p.variant, hash[i]);
    ex_free(e);
    sum_free(p.variant), sum_free(p.sum);
  }
  TEST_ASSERT_EQUAL_MEMORY(hash[0], hash[1], 32);
}

static void test_executed_callees_are_traced(void) {
  provided p = {.callee = find("alias_foo")};
  ex_provider provider = {.self = &p, .get = get, .used = used, .variant = variant, .made = made};
  ex_engine *e = ex_new(program, NULL, NULL, &provider);
  sum_free(ex_explore(e, find("distinct")));
  TEST_ASSERT_TRUE(p.executed > 0);
  TEST_ASSERT_EQUAL_UINT(0, p.applied);
  ex_free(e);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(test_a_second_caller_finds_the_variant);
  RUN_TEST(test_distinct_objects_use_the_summary_as_first_made);
  RUN_TEST(test_the_variant_does_not_depend_on_who_asked_first);
  RUN_TEST(test_executed_callees_are_traced);
  return UNITY_END();
}
