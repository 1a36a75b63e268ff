/* One file through clang: what comes back for good files, bad files, and flags of other compilers. */
#include "frontend/project.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <unity.h>

static char dir[64];

void setUp(void) {
  strcpy(dir, "/tmp/summ-compile-XXXXXX");
  TEST_ASSERT_NOT_NULL(mkdtemp(dir));
}

void tearDown(void) {
  char command[128];
  snprintf(command, sizeof command, "rm -rf %s", dir);
  TEST_ASSERT_EQUAL_INT(0, system(command));
}

static void put(const char *name, const void *data, size_t len) {
  char *path = fe_path_join(dir, name);
  FILE *f = fopen(path, "wb");
  TEST_ASSERT_NOT_NULL(f);
  TEST_ASSERT_EQUAL_UINT64(len, fwrite(data, 1, len, f));
  fclose(f);
  free(path);
}

static fe_run run(const char *name, fe_strv *flags, fe_run_mode mode) {
  fe_unit u = {.path = (char *)name, .dir = dir};
  fe_process p;
  fe_run r;
  if (fe_clang_start("clang-19", &u, flags, mode, &p, &r)) fe_clang_finish(&p, &u, &r);
  return r;
}

static fe_run run_text(const char *text) {
  put("a.c", text, strlen(text));
  fe_unit u = {.path = "a.c", .dir = dir};
  fe_strv flags = {0};
  TEST_ASSERT_NULL(fe_flags_clean(&u, &flags));
  fe_run r = run("a.c", &flags, FE_RUN_BITCODE);
  fe_strv_free(&flags);
  return r;
}

static void test_good_file_gives_bitcode_and_dependencies(void) {
  put("h.h", "int g;\n", 7);
  fe_run r = run_text("#include \"h.h\"\nint f(void) { return g; }\n");
  TEST_ASSERT_TRUE(r.ok);
  TEST_ASSERT_NULL(r.error);
  TEST_ASSERT_GREATER_THAN_UINT(4, r.out_len);
  TEST_ASSERT_EQUAL_MEMORY("BC\xc0\xde", r.out, 4);
  TEST_ASSERT_NOT_NULL(strstr(r.deps, "h.h"));
  fe_run_free(&r);
}

static void expect_error(const char *text, const char *error) {
  fe_run r = run_text(text);
  TEST_ASSERT_FALSE(r.ok);
  TEST_ASSERT_EQUAL_STRING(error, r.error);
  fe_run_free(&r);
}

static void test_errors_are_one_line_with_a_position(void) {
  expect_error("int f(void) {\n  return x;\n}\n", "a.c:2:10: error: use of undeclared identifier 'x'");
  expect_error("#include \"gone.h\"\n", "a.c:1:10: fatal error: 'gone.h' file not found");
  expect_error("int f(void) { return 1", "a.c:1:23: error: expected ';' after return statement");
}

static void test_old_c_is_still_c(void) {
  fe_run r = run_text("f(x) char *x; { int *p = x; g(p); return 0; }\n");
  TEST_ASSERT_NULL(r.error);
  fe_run_free(&r);
}

static void test_binary_garbage(void) {
  unsigned char junk[4096];
  for (size_t i = 0; i < sizeof junk; i++) junk[i] = (unsigned char)(i * 167 + (i >> 3));
  put("a.c", junk, sizeof junk);
  fe_strv flags = {0};
  fe_run r = run("a.c", &flags, FE_RUN_BITCODE);
  TEST_ASSERT_FALSE(r.ok);
  TEST_ASSERT_NOT_NULL(strstr(r.error, "a.c:1:"));
  TEST_ASSERT_NULL(strchr(r.error, '\n'));
  fe_run_free(&r);
}

static void test_missing_file_directory_and_compiler(void) {
  fe_strv flags = {0};
  fe_run r = run("none.c", &flags, FE_RUN_BITCODE);
  TEST_ASSERT_NOT_NULL(strstr(r.error, "no such file or directory"));
  fe_run_free(&r);
  fe_unit u = {.path = "a.c", .dir = "/nonexistent/dir"};
  fe_process p;
  TEST_ASSERT_FALSE(fe_clang_start("clang-19", &u, &flags, FE_RUN_BITCODE, &p, &r));
  TEST_ASSERT_NOT_NULL(strstr(r.error, "/nonexistent/dir does not exist"));
  fe_run_free(&r);
  u.dir = dir;
  TEST_ASSERT_FALSE(fe_clang_start("no-such-clang", &u, &flags, FE_RUN_BITCODE, &p, &r));
  TEST_ASSERT_NOT_NULL(strstr(r.error, "cannot start no-such-clang"));
  fe_run_free(&r);
}

static void test_unknown_flags_are_named(void) {
  put("a.c", "int x;\n", 7);
  fe_strv flags = {0};
  fe_strv_add(&flags, "-fno-such-thing");
  fe_strv_add(&flags, "-fanother=3");
  fe_run r = run("a.c", &flags, FE_RUN_BITCODE);
  TEST_ASSERT_FALSE(r.ok);
  TEST_ASSERT_EQUAL_UINT64(2, r.rejected.n);
  TEST_ASSERT_EQUAL_STRING("-fno-such-thing", r.rejected.v[0]);
  TEST_ASSERT_EQUAL_STRING("-fanother=3", r.rejected.v[1]);
  fe_run_free(&r);
  fe_strv_free(&flags);
}

static void test_preprocessed_text(void) {
  put("a.c", "#define N 7\nint x = N;\n", 23);
  fe_strv flags = {0};
  fe_run r = run("a.c", &flags, FE_RUN_PREPROCESS);
  TEST_ASSERT_TRUE(r.ok);
  TEST_ASSERT_NOT_NULL(strstr((char *)r.out, "int x = 7;"));
  fe_run_free(&r);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(test_good_file_gives_bitcode_and_dependencies);
  RUN_TEST(test_errors_are_one_line_with_a_position);
  RUN_TEST(test_old_c_is_still_c);
  RUN_TEST(test_binary_garbage);
  RUN_TEST(test_missing_file_directory_and_compiler);
  RUN_TEST(test_unknown_flags_are_named);
  RUN_TEST(test_preprocessed_text);
  return UNITY_END();
}
