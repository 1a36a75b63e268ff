/* What is put comes back: from this handle, from another, after closing; by name, file and USR. */
#define _GNU_SOURCE
#include "tests/store/fixture.h"

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

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(test_what_is_put_comes_back);
  RUN_TEST(test_the_batch_becomes_durable_by_itself);
  RUN_TEST(test_a_reader_keeps_its_view);
  RUN_TEST(test_moving_changes_lines_and_nothing_else);
  RUN_TEST(test_finding_by_name_file_and_usr);
  RUN_TEST(test_long_names_and_usrs);
  RUN_TEST(test_deleting);
  RUN_TEST(test_the_map_grows);
  return UNITY_END();
}
