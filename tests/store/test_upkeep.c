/* Older schemas, verification, garbage collection; clear refusals. */
#define _GNU_SOURCE
#include "store/internal.h"
#include "tests/store/fixture.h"

#include <sys/wait.h>

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
  RUN_TEST(test_older_schemas_are_refused_or_migrated);
  RUN_TEST(test_check_is_content_with_what_we_write);
  RUN_TEST(test_gc_keeps_what_is_referred_to);
  RUN_TEST(test_makes_the_folders_above);
  RUN_TEST(test_a_second_writer_is_told_who_writes);
  RUN_TEST(test_no_store_there);
  RUN_TEST(test_a_missing_lock_file_is_made_again);
  return UNITY_END();
}
