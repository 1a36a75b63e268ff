/* Linking of several units: what a name means, which definition counts, and what is noted. Also damaged bitcode. */
#include "frontend/module.h"
#include "tests/frontend/snippet.h"

void setUp(void) {}
void tearDown(void) {}

static snippet load2(const char *a, const char *b) {
  const char *texts[] = {a, b};
  snippet s = snippet_load_flags(texts, 2, NULL, 0);
  if (s.p->nfailures) TEST_FAIL_MESSAGE(s.p->failures[0].message);
  return s;
}

static uint32_t index_of(const fe_program *p, const char *name) {
  uint32_t i[2];
  TEST_ASSERT_EQUAL_UINT_MESSAGE(1, fe_find_func(p, name, i, 2), name);
  return i[0];
}

/* Runs f(a) and gives its int result. */
static int call(const fe_program *p, const char *name, int a) {
  runner r = runner_new(p);
  fe_val v = run(&r, index_of(p, name), (fe_val[]){{.lo = (uint32_t)a}}, NULL);
  runner_free(&r);
  return (int)v.lo;
}

static bool noted(const fe_program *p, const char *a, const char *b) {
  for (uint32_t i = 0; i < p->nnotes; i++)
    if (strstr(p->notes[i], a) && strstr(p->notes[i], b)) return true;
  return false;
}

static void test_calls_across_files(void) {
  snippet s = load2("int g(int); extern int shared; int f(int a) { return g(a) + shared; }",
                    "int shared = 40; int g(int a) { return a * 2; }");
  TEST_ASSERT_EQUAL_INT(46, call(s.p, "f", 3));
  TEST_ASSERT_EQUAL_STRING("c:@F@g", func_named(s.p, "g")->usr);
  TEST_ASSERT_EQUAL_UINT(0, s.p->nnotes);
  snippet_free(&s);
}

static void test_statics_stay_apart(void) {
  snippet s =
      load2("static int v = 1; static int h(int a) { return a + v; } int f(int a) { return h(a); }",
            "static int v = 2; static int h(int a) { return a * 10 + v; } int g(int a) { return h(a); }");
  TEST_ASSERT_EQUAL_INT(4, call(s.p, "f", 3));
  TEST_ASSERT_EQUAL_INT(32, call(s.p, "g", 3));
  uint32_t i[4];
  TEST_ASSERT_EQUAL_UINT(2, fe_find_func(s.p, "h", i, 4));
  TEST_ASSERT_EQUAL_UINT(1, fe_find_func(s.p, "1.c:h", i, 4));
  const char *usr = s.p->funcs[i[0]].usr;
  TEST_ASSERT_NOT_NULL(strstr(usr, "1.c@F@h"));
  TEST_ASSERT_EQUAL_UINT(1, fe_find_func(s.p, usr, i, 4));
  TEST_ASSERT_EQUAL_UINT(0, fe_find_func(s.p, "2.c:h", i, 4));
  TEST_ASSERT_EQUAL_UINT(0, fe_find_func(s.p, "absent", i, 4));
  snippet_free(&s);
}

static void test_weak_yields(void) {
  const char *weak = "__attribute__((weak)) int g(int a) { return -a; } int f(int a) { return g(a); }";
  const char *strong = "int g(int a) { return a + 100; }";
  snippet s = load2(weak, strong), t = load2(strong, weak);
  TEST_ASSERT_EQUAL_INT(103, call(s.p, "f", 3));
  TEST_ASSERT_EQUAL_INT(103, call(t.p, "f", 3));
  TEST_ASSERT_TRUE(noted(s.p, "weak g", "overridden"));
  TEST_ASSERT_TRUE(noted(t.p, "weak g", "overridden"));
  snippet_free(&s);
  snippet_free(&t);
}

static void test_two_definitions(void) {
  snippet s = load2("int g(int a) { return a + 1; } int state = 5; int f(int a) { return g(a) + state; }",
                    "int g(int a) { return a + 1000; } int state = 7; int h(int a) { return g(a) + state; }");
  TEST_ASSERT_EQUAL_INT(9, call(s.p, "f", 3));
  TEST_ASSERT_EQUAL_INT(1010, call(s.p, "h", 3));
  TEST_ASSERT_TRUE(noted(s.p, "g is defined in", "again in"));
  uint32_t i[4];
  TEST_ASSERT_EQUAL_UINT(2, fe_find_func(s.p, "g", i, 4));
  TEST_ASSERT_EQUAL_STRING("c:@F@g", s.p->funcs[i[0]].usr);
  TEST_ASSERT_NOT_NULL(strstr(s.p->funcs[i[1]].usr, "1.c@F@g"));
  snippet_free(&s);
}

static void test_many_definitions_make_one_note(void) {
  const char *texts[] = {"int main(void) { return 0; }", "int main(void) { return 1; }",
                         "int main(void) { return 2; }"};
  snippet s = snippet_load_flags(texts, 3, NULL, 0);
  uint32_t i[4];
  TEST_ASSERT_EQUAL_UINT(3, fe_find_func(s.p, "main", i, 4));
  TEST_ASSERT_EQUAL_UINT(1, s.p->nnotes);
  TEST_ASSERT_TRUE(noted(s.p, "main is defined in", "and 1 more;"));
  snippet_free(&s);
}

static void test_aliases(void) {
  snippet s = load2(
      "static int real(int a) { return a * 7; } int other(int) __attribute__((alias(\"real\")));\n"
      "int third(int) __attribute__((weak, alias(\"other\"))); int v[2] = {1, 2}; extern int w[2] "
      "__attribute__((alias(\"v\")));\n"
      "int local(int a) { return other(a) + w[1]; }",
      "int other(int), third(int); extern int w[2]; int f(int a) { return other(a) + third(a) + w[1]; }");
  TEST_ASSERT_EQUAL_INT(44, call(s.p, "f", 3));
  TEST_ASSERT_EQUAL_INT(23, call(s.p, "local", 3));
  snippet_free(&s);
}

static void test_common_symbols(void) {
  const char *texts[] = {"int c; int f(int a) { c += a; return c; }",
                         "int c; int d[3]; int g(int a) { c *= a; return c + d[0]; }", "int d[9];"};
  const char *flags[] = {"-w"};
  snippet s = snippet_load_flags(texts, 3, flags, 1);
  uint32_t d = fe_find_global(s.p, "d");
  TEST_ASSERT_EQUAL_UINT64(36, s.p->globals[d].size);
  TEST_ASSERT_TRUE(s.p->globals[d].has_init);
  TEST_ASSERT_EQUAL_UINT(0, s.p->nnotes);
  uint32_t named = 0;
  for (uint32_t i = 0; i < s.p->nglobals; i++) named += !strcmp(s.p->globals[i].name, "c");
  TEST_ASSERT_EQUAL_UINT(1, named);
  snippet_free(&s);
}

static void test_constructors(void) {
  snippet s = load2(
      "static __attribute__((constructor)) void late(void) {} __attribute__((destructor)) void down(void) {}",
      "__attribute__((constructor(200))) void early(void) {}");
  TEST_ASSERT_EQUAL_UINT(2, s.p->nctors);
  TEST_ASSERT_EQUAL_STRING("early", s.p->funcs[s.p->ctors[0]].name);
  TEST_ASSERT_EQUAL_STRING("late", s.p->funcs[s.p->ctors[1]].name);
  TEST_ASSERT_EQUAL_UINT(1, s.p->ndtors);
  TEST_ASSERT_EQUAL_STRING("down", s.p->funcs[s.p->dtors[0]].name);
  snippet_free(&s);
}

static void test_order_is_the_sources(void) {
  snippet s = snippet_load(
      "static int third(int); int first(int a) { return third(a); }\nint second(int a) { return a; }\n"
      "static int third(int a) { return a; }\nint puts(const char *); int fourth(void) { return puts(\"\"); "
      "}");
  static const char *const want[] = {"first", "second", "third", "fourth", "puts"};
  TEST_ASSERT_EQUAL_UINT(5, s.p->nfuncs);
  for (int i = 0; i < 5; i++) TEST_ASSERT_EQUAL_STRING(want[i], s.p->funcs[i].name);
  TEST_ASSERT_EQUAL_UINT(2, fe_link_func(s.p, 0, "third"));
  TEST_ASSERT_EQUAL_UINT(0, fe_link_func_unit(s.p, 2));
  TEST_ASSERT_EQUAL_UINT(FE_NONE, fe_link_func_unit(s.p, 4));
  TEST_ASSERT_EQUAL_UINT(FE_NONE, fe_link_func(s.p, 0, "nothing"));
  snippet_free(&s);
}

/* ---- damaged input ---- */

static uint8_t *bitcode(size_t *len) {
  char dir[] = "/tmp/summ-test-XXXXXX", command[300];
  TEST_ASSERT_NOT_NULL(mkdtemp(dir));
  write_text(dir, "a.c",
             "#include <stdio.h>\nint g; int f(int a) { for (int i = 0; i < a; i++) g += i; return "
             "printf(\"%d\", g); }");
  snprintf(command, sizeof command,
           "clang-19 -O0 -g -Xclang -disable-O0-optnone -emit-llvm -c %s/a.c -o %s/a.bc", dir, dir);
  TEST_ASSERT_EQUAL_INT(0, system(command));
  snprintf(command, sizeof command, "%s/a.bc", dir);
  FILE *in = fopen(command, "rb");
  TEST_ASSERT_NOT_NULL(in);
  uint8_t *data = (uint8_t *)must(1 << 20);
  *len = fread(data, 1, 1 << 20, in);
  fclose(in);
  snprintf(command, sizeof command, "rm -rf %s", dir);
  TEST_ASSERT_EQUAL_INT(0, system(command));
  return data;
}

static void test_truncated_bitcode(void) {
  size_t len;
  uint8_t *data = bitcode(&len);
  fe_builder *b = fe_builder_new();
  char *err;
  int refused = 0, tried = 0;
  for (size_t n = 0; n < len - 8; n += 1 + len / 61, tried++) {
    uint8_t *part = (uint8_t *)must(n); /* exact size: a read past the end shows under a sanitizer */
    memcpy(part, data, n);
    if (!fe_builder_add_bitcode(b, part, n, "a.c", "/", &err)) {
      TEST_ASSERT_NOT_NULL(err);
      TEST_ASSERT_TRUE(*err && !strchr(err, '\n'));
      free(err);
      refused++;
    }
    free(part);
  }
  TEST_ASSERT_EQUAL_INT(tried, refused);
  TEST_ASSERT_TRUE(fe_builder_add_bitcode(b, data, len, "a.c", "/", &err)); /* the builder is still good */
  fe_program *p = fe_builder_link(b);
  TEST_ASSERT_EQUAL_UINT(2, p->nfuncs);
  TEST_ASSERT_EQUAL_UINT(1, fe_link_func(p, 0, "printf"));
  fe_program_free(p);
  free(data);
}

static void test_not_bitcode(void) {
  fe_builder *b = fe_builder_new();
  char *err;
  TEST_ASSERT_FALSE(fe_builder_add_bitcode(b, (const uint8_t *)"int f(void);", 12, "a.c", "/", &err));
  free(err);
  fe_builder_fail(b, "a.c", "why not");
  fe_program *p = fe_builder_link(b);
  TEST_ASSERT_EQUAL_UINT(0, p->nfuncs);
  TEST_ASSERT_EQUAL_UINT(1, p->nfailures);
  TEST_ASSERT_EQUAL_STRING("why not", p->failures[0].message);
  fe_program_free(p);
}

static void test_other_target(void) {
  const char *text = "int f(int a) { return a; }", *flags[] = {"-m32"};
  snippet s = snippet_load_flags(&text, 1, flags, 1);
  TEST_ASSERT_EQUAL_UINT(1, s.p->nfailures);
  TEST_ASSERT_NOT_NULL(strstr(s.p->failures[0].message, "x86-64"));
  snippet_free(&s);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(test_calls_across_files);
  RUN_TEST(test_statics_stay_apart);
  RUN_TEST(test_weak_yields);
  RUN_TEST(test_two_definitions);
  RUN_TEST(test_many_definitions_make_one_note);
  RUN_TEST(test_aliases);
  RUN_TEST(test_common_symbols);
  RUN_TEST(test_constructors);
  RUN_TEST(test_order_is_the_sources);
  RUN_TEST(test_truncated_bitcode);
  RUN_TEST(test_not_bitcode);
  RUN_TEST(test_other_target);
  return UNITY_END();
}
