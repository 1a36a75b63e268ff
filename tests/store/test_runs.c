/* Runs and their maps, the last answer, findings, caches. */
#define _GNU_SOURCE
#include "tests/store/fixture.h"

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

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(test_runs_and_maps);
  RUN_TEST(test_the_last_answer);
  RUN_TEST(test_findings);
  RUN_TEST(test_findings_go_with_their_summary);
  RUN_TEST(test_caches);
  RUN_TEST(test_transcripts);
  RUN_TEST(test_no_transcripts_beyond_the_bound);
  return UNITY_END();
}
