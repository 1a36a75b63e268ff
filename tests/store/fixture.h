/* One open store for each test, and functions made from a number in it. For the unit tests of store/, one file each. */
#ifndef TESTS_STORE_FIXTURE_H
#define TESTS_STORE_FIXTURE_H

#include "tests/store/common.h"
#include "unity.h"

static char *folder;
static store *st;
static store_error err;

#define OK(call) TEST_ASSERT_EQUAL_INT_MESSAGE(STORE_OK, call, err.detail)

static inline void reopen(unsigned flags) {
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

static inline void put(uint32_t n, uint64_t v, uint8_t hash[32]) {
  made m;
  make_function(&m, n, v);
  OK(store_put_function(st, &m.f, m.s, hash, NULL, &err));
  sum_free(m.s);
}

/* What callers of function n depend on. */
static inline void relation_of(uint32_t n, uint8_t hash[32]) {
  made m;
  make_function(&m, n, 0);
  sum_relation_hash(m.s, hash);
  sum_free(m.s);
}

static inline void expect_function(uint32_t n, uint64_t v) {
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

#endif
