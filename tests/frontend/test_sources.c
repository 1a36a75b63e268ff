/* Compile databases of every form, file lists, and what is left of their flags. */
#include "frontend/project.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <unity.h>

static char dir[64];

void setUp(void) {
  strcpy(dir, "/tmp/summ-sources-XXXXXX");
  TEST_ASSERT_NOT_NULL(mkdtemp(dir));
}

void tearDown(void) {
  char command[128];
  snprintf(command, sizeof command, "rm -rf %s", dir);
  TEST_ASSERT_EQUAL_INT(0, system(command));
}

static void put(const char *name, const char *text) {
  char *path = fe_path_join(dir, name);
  FILE *f = fopen(path, "w");
  TEST_ASSERT_NOT_NULL(f);
  fputs(text, f);
  fclose(f);
  free(path);
}

/* Reads a database whose text may say $D for the test's folder. */
static fe_sources *database(const char *text, char **err) {
  char *path = fe_path_join(dir, "compile_commands.json");
  FILE *f = fopen(path, "w");
  TEST_ASSERT_NOT_NULL(f);
  for (const char *p = text; *p; p++) {
    if (p[0] == '$' && p[1] == 'D')
      fputs(dir, f), p++;
    else
      fputc(*p, f);
  }
  fclose(f);
  fe_sources *s = fe_sources_database(path, err);
  free(path);
  return s;
}

static fe_sources *good(const char *text, size_t count) {
  char *err;
  fe_sources *s = database(text, &err);
  TEST_ASSERT_NULL_MESSAGE(err, err);
  TEST_ASSERT_NOT_NULL(s);
  TEST_ASSERT_EQUAL_UINT(count, fe_sources_count(s));
  return s;
}

/* The unit's own arguments, or with clean its flags up to the ones every file gets, joined by blanks. */
static const char *joined(const fe_unit *u, bool clean) {
  static char buf[4096];
  fe_strv flags = {0};
  char *why = clean ? fe_flags_clean(u, &flags) : NULL;
  TEST_ASSERT_NULL(why);
  for (size_t i = 0; !clean && i < u->args.n; i++) fe_strv_add(&flags, u->args.v[i]);
  buf[0] = 0;
  for (size_t i = 0; i < flags.n && !(clean && !strcmp(flags.v[i], "-w")); i++) {
    if (i) strcat(buf, " ");
    strcat(buf, flags.v[i]);
  }
  fe_strv_free(&flags);
  return buf;
}

static void test_command_and_arguments(void) {
  fe_sources *s = good("[{\"directory\":\"$D\",\"file\":\"a.c\",\"command\":\"cc -c -DX='a b' -o a.o a.c\"},"
                       " {\"directory\":\"$D\",\"file\":\"$D/b.c\","
                       "  \"arguments\":[\"ccache\",\"gcc\",\"-I\",\"inc\",\"-O2\",\"-c\",\"b.c\"]}]",
                       2);
  TEST_ASSERT_EQUAL_STRING("a.c", s->units[0].path);
  TEST_ASSERT_EQUAL_STRING(dir, s->units[0].dir);
  TEST_ASSERT_EQUAL_STRING("-DX=a b", joined(&s->units[0], true));
  TEST_ASSERT_EQUAL_STRING("-I inc", joined(&s->units[1], true));
  TEST_ASSERT_EQUAL_UINT(0, s->notes.n);
  fe_sources_free(s);
}

static void test_relative_directories_count_from_the_database(void) {
  fe_sources *s = good("[{\"directory\":\"sub/./x/..\",\"file\":\"a.c\",\"command\":\"cc -c a.c\"},"
                       " {\"directory\":\".\",\"file\":\"a.c\",\"command\":\"cc -c a.c\"}]",
                       2);
  char want[80];
  snprintf(want, sizeof want, "%s/sub", dir);
  TEST_ASSERT_EQUAL_STRING(want, s->units[0].dir);
  TEST_ASSERT_EQUAL_STRING(dir, s->units[1].dir);
  fe_sources_free(s);
}

static void test_response_files(void) {
  put("flags.rsp", "-DA=1 \"-DB=x y\" @more.rsp");
  put("more.rsp", "-DC");
  fe_sources *s = good("[{\"directory\":\"$D\",\"file\":\"a.c\",\"command\":\"cc @flags.rsp -c a.c\"},"
                       " {\"directory\":\"$D\",\"file\":\"b.c\",\"command\":\"cc @none.rsp -c b.c\"}]",
                       2);
  TEST_ASSERT_EQUAL_STRING("-DA=1 -DB=x y -DC", joined(&s->units[0], true));
  TEST_ASSERT_NULL(s->units[0].error);
  TEST_ASSERT_NOT_NULL(strstr(s->units[1].error, "b.c: cannot read response file none.rsp"));
  fe_sources_free(s);
}

/* A broken entry and a good one for the same file are not the same entry. */
static void test_a_bad_entry_is_no_duplicate(void) {
  put("a.c", "int a;");
  fe_sources *s = good("[{\"directory\": \".\", \"file\": \"a.c\"},"
                       "{\"directory\": \".\", \"file\": \"a.c\", \"command\": \"cc -c a.c\"}]",
                       2);
  TEST_ASSERT_NOT_NULL(s->units[0].error);
  TEST_ASSERT_NULL(s->units[1].error);
  TEST_ASSERT_EQUAL_UINT(0, s->notes.n);
  fe_sources_free(s);
}

static void test_duplicates(void) {
  fe_sources *s =
      good("[{\"directory\":\"$D\",\"file\":\"a.c\",\"command\":\"cc -c a.c -o x.o\"},"
           " {\"directory\":\"$D\",\"file\":\"$D/./a.c\",\"command\":\"cc -O2 -g -c a.c -o y.o\"},"
           " {\"directory\":\"$D\",\"file\":\"a.c\",\"command\":\"cc -fPIC -DPIC -c a.c -o z.o\"},"
           " {\"directory\":\"$D\",\"file\":\"a.c\",\"command\":\"cc -DOTHER -c a.c -o x.o\"}]",
           2);
  TEST_ASSERT_EQUAL_STRING("", joined(&s->units[0], true));
  TEST_ASSERT_EQUAL_STRING("-DOTHER", joined(&s->units[1], true));
  TEST_ASSERT_EQUAL_UINT(1, s->notes.n);
  TEST_ASSERT_NOT_NULL(strstr(s->notes.v[0], "2 duplicate entries left out"));
  fe_sources_free(s);
}

static void test_what_is_no_compilation_of_c(void) {
  fe_sources *s = good("[{\"directory\":\"$D\",\"file\":\"a.c\",\"command\":\"cc -c a.c\"},"
                       " {\"directory\":\"$D\",\"file\":\"a.s\",\"command\":\"as a.s\"},"
                       " {\"directory\":\"$D\",\"file\":\"b.S\",\"command\":\"cc -c b.S\"},"
                       " {\"directory\":\"$D\",\"file\":\"a.cpp\",\"command\":\"g++ -c a.cpp\"},"
                       " {\"directory\":\"$D\",\"file\":\"b.c\",\"command\":\"g++ -c b.c\"},"
                       " {\"directory\":\"$D\",\"file\":\"c.c\",\"command\":\"cc -x c++ -c c.c\"},"
                       " {\"directory\":\"$D\",\"file\":\"a.o\",\"command\":\"cc a.o -o prog\"},"
                       " {\"directory\":\"$D\",\"file\":\"d.c\",\"command\":\"cc -E d.c\"},"
                       " {\"directory\":\"$D\",\"file\":\"e.inc\",\"command\":\"cc -x c -c e.inc\"}]",
                       2);
  TEST_ASSERT_EQUAL_STRING("e.inc", s->units[1].path);
  TEST_ASSERT_EQUAL_UINT(4, s->notes.n);
  TEST_ASSERT_NOT_NULL(strstr(s->notes.v[0], "3 entries skipped: not a compilation of C (C++)"));
  TEST_ASSERT_NOT_NULL(strstr(s->notes.v[1], "2 entries skipped: not a compilation of C (assembler)"));
  TEST_ASSERT_NOT_NULL(strstr(s->notes.v[2], "1 entry skipped: not a compilation of C (link)"));
  TEST_ASSERT_NOT_NULL(strstr(s->notes.v[3], "1 entry skipped: not a compilation of C (preprocessing)"));
  fe_sources_free(s);
}

static void test_bad_entries_cost_only_themselves(void) {
  fe_sources *s =
      good("[{\"directory\":\"$D\",\"file\":\"a.c\"}, 7, {\"file\":\"b.c\",\"command\":\"cc b.c\"},"
           " {\"directory\":\"$D\",\"file\":\"c.c\",\"arguments\":[\"cc\",3]},"
           " {\"directory\":\"$D\",\"file\":\"d.c\",\"command\":\"\"},"
           " {\"directory\":\"$D\",\"file\":\"good.c\",\"command\":\"cc -c good.c\"}]",
           6);
  static const char *const want[] = {"entry 1 has neither \"command\" nor \"arguments\"",
                                     "entry 2 is not an object", "entry 3 has no string \"directory\"",
                                     "entry 4 has an argument that is not a string",
                                     "entry 5 has a \"command\" that is not a string"};
  for (size_t i = 0; i < 5; i++)
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(s->units[i].error, want[i]), s->units[i].error);
  TEST_ASSERT_NULL(s->units[5].error);
  TEST_ASSERT_EQUAL_STRING("good.c", s->units[5].path);
  fe_sources_free(s);
}

static void expect_refused(const char *text, const char *want) {
  char *err;
  TEST_ASSERT_NULL(database(text, &err));
  TEST_ASSERT_NOT_NULL(err);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(err, want), err);
  free(err);
}

static void test_unreadable_databases(void) {
  expect_refused("[{\"directory\":\"/\",\n  \"file\": oops}]", "compile_commands.json:2:11: not valid JSON");
  expect_refused("{}", "the top level must be an array");
  expect_refused("", "not valid JSON");
  expect_refused("[{\"directory\":\"$D\",\"file\":\"a.c\",\"command\":\"cc", "not valid JSON");
  char *err;
  TEST_ASSERT_NULL(fe_sources_database("/nonexistent/compile_commands.json", &err));
  TEST_ASSERT_NOT_NULL(strstr(err, "No such file or directory"));
  free(err);
  fe_sources_free(good("[]", 0));
  fe_sources *s = fe_sources_database(dir, &err); /* the folder is as good as the file */
  TEST_ASSERT_NOT_NULL(s);
  fe_sources_free(s);
}

static void test_flags_that_go(void) {
  const char *const flags[] = {"-O2",
                               "-g3",
                               "-ggdb",
                               "-o",
                               "x",
                               "-c",
                               "-MD",
                               "-MF",
                               "dep",
                               "-MTx",
                               "-MMD",
                               "-MP",
                               "-fsanitize=address",
                               "-fno-sanitize-recover",
                               "-flto=auto",
                               "-fprofile-arcs",
                               "--coverage",
                               "-save-temps=obj",
                               "-pipe",
                               "-Wall",
                               "-Werror=format",
                               "-Wl,-z,now",
                               "-Wp,-D_FORTIFY_SOURCE=2",
                               "-D_FORTIFY_SOURCE=3",
                               "-fstack-protector-strong",
                               "-lm",
                               "-L/lib",
                               "-shared",
                               "-Xlinker",
                               "-E",
                               "-fno-tree-vectorize",
                               "--param",
                               "ssp-buffer-size=4",
                               "-mstack-protector-guard=global",
                               "--write-dependencies",
                               "--comments-in-macros",
                               "-pg"};
  const char *const kept[] = {"-std=gnu11",
                              "-D",
                              "A=1",
                              "-Isub",
                              "-include",
                              "config.h",
                              "-funsigned-char",
                              "-mavx2",
                              "-isystem",
                              "/x",
                              "-fwrapv",
                              "-fshort-enums",
                              "-UFOO",
                              "-O",
                              "-fno-strict-aliasing",
                              "-undef"};
  const char *all[64];
  size_t n = 0, j = 0;
  for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
    all[n++] = flags[i];
    bool pair = !strcmp(flags[i], "-o") || !strcmp(flags[i], "-MF") || !strcmp(flags[i], "-Xlinker") ||
                !strcmp(flags[i], "--param") || !strcmp(flags[i], "-D");
    if (!pair && j < sizeof kept / sizeof *kept) {
      all[n++] = kept[j++];
      while (j < sizeof kept / sizeof *kept && kept[j][0] != '-') all[n++] = kept[j++];
    }
  }
  const char *path = "a.c";
  fe_sources *s = fe_sources_files(&path, 1, all, n);
  TEST_ASSERT_EQUAL_STRING(
      "-std=gnu11 -D A=1 -Isub -include config.h -funsigned-char -mavx2 -isystem /x -fwrapv "
      "-fshort-enums -UFOO -fno-strict-aliasing -undef",
      joined(&s->units[0], true));
  fe_sources_free(s);
}

static void test_preprocessor_and_prefix_map_flags(void) {
  const char *const flags[] = {"-Wp,-DA,-MD,dep.d,-UB", "-ffile-prefix-map=/x=.", "-pthread"};
  const char *path = "a.c";
  fe_sources *s = fe_sources_files(&path, 1, flags, 3);
  TEST_ASSERT_EQUAL_STRING("-DA -UB -fmacro-prefix-map=/x=. -D_REENTRANT", joined(&s->units[0], true));
  fe_sources_free(s);
}

static void test_other_targets_are_refused(void) {
  const char *const flags[] = {"-m32"}, *const arm[] = {"--target=aarch64-linux-gnu"};
  const char *const same[] = {"-target", "x86_64-pc-linux-gnu"};
  const char *path = "a.c";
  fe_strv out = {0};
  fe_sources *s = fe_sources_files(&path, 1, flags, 1);
  char *why = fe_flags_clean(&s->units[0], &out);
  TEST_ASSERT_NOT_NULL(strstr(why, "(-m32): only x86-64 is supported"));
  free(why);
  fe_sources_free(s);
  s = fe_sources_files(&path, 1, arm, 1);
  why = fe_flags_clean(&s->units[0], &out);
  TEST_ASSERT_NOT_NULL(strstr(why, "aarch64-linux-gnu"));
  free(why);
  fe_sources_free(s);
  s = fe_sources_files(&path, 1, same, 2);
  TEST_ASSERT_NULL(fe_flags_clean(&s->units[0], &out));
  fe_strv_free(&out);
  fe_sources_free(s);
}

static void test_file_lists_are_c_whatever_the_name(void) {
  const char *const paths[] = {"a.c", "b.h", "c"};
  fe_sources *s = fe_sources_files(paths, 3, NULL, 0);
  TEST_ASSERT_EQUAL_STRING("", joined(&s->units[0], false));
  TEST_ASSERT_EQUAL_STRING("-x c", joined(&s->units[1], false));
  TEST_ASSERT_EQUAL_STRING("-x c", joined(&s->units[2], false));
  const char *const flags[] = {"-DMODEL"};
  fe_sources_add(s, "model.c", flags, 1);
  TEST_ASSERT_EQUAL_UINT(4, fe_sources_count(s));
  TEST_ASSERT_EQUAL_STRING("-DMODEL", joined(&s->units[3], false));
  fe_sources_free(s);
}

static void expect_join(const char *base, const char *path, const char *want) {
  char *got = fe_path_join(base, path);
  TEST_ASSERT_EQUAL_STRING(want, got);
  free(got);
}

static void test_paths(void) {
  expect_join("/a/b", "c.c", "/a/b/c.c");
  expect_join("/a/b", "../c.c", "/a/c.c");
  expect_join("/a", "../../c.c", "/c.c");
  expect_join("/a", "/x//y/./z", "/x/y/z");
  expect_join("", "../a/../b", "../b");
  expect_join("", "a/..", ".");
  expect_join("/", "..", "/");
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(test_command_and_arguments);
  RUN_TEST(test_relative_directories_count_from_the_database);
  RUN_TEST(test_response_files);
  RUN_TEST(test_a_bad_entry_is_no_duplicate);
  RUN_TEST(test_duplicates);
  RUN_TEST(test_what_is_no_compilation_of_c);
  RUN_TEST(test_bad_entries_cost_only_themselves);
  RUN_TEST(test_unreadable_databases);
  RUN_TEST(test_flags_that_go);
  RUN_TEST(test_preprocessor_and_prefix_map_flags);
  RUN_TEST(test_other_targets_are_refused);
  RUN_TEST(test_file_lists_are_c_whatever_the_name);
  RUN_TEST(test_paths);
  return UNITY_END();
}
