/* The text of decisions and calls, as a person would point at it. */
#include "frontend/frontend.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <unity.h>

static char path[64];

void setUp(void) {
  strcpy(path, "/tmp/summ-text-XXXXXX.c");
  int fd = mkstemps(path, 2);
  TEST_ASSERT_GREATER_OR_EQUAL_INT(0, fd);
  close(fd);
}

void tearDown(void) { unlink(path); }

static const char head[] =
    "typedef struct n { struct n *next; int key; int (*fn)(int); int a[3]; } N;\n"
    "#define MAX(a, b) ((a) > (b) ? (a) : (b))\n"
    "#define IS(x) ((x) == 3)\n"
    "extern int g(int), more(int, int); extern double d; extern _Bool flag; extern N *list(int);\n"
    "int f(N *p, int n, int *q, unsigned char c, _Bool b) {\n";

/* Texts of the decisions (or calls) of f with this body, joined by " | ". */
static const char *texts(const char *body, bool calls) {
  static char out[4096];
  FILE *file = fopen(path, "w");
  TEST_ASSERT_NOT_NULL(file);
  fprintf(file, "%s%s\n  return 0;\n}\n", head, body);
  fclose(file);
  const char *const paths[] = {path};
  fe_sources *s = fe_sources_files(paths, 1, NULL, 0);
  fe_program *p = fe_load(s, NULL);
  TEST_ASSERT_EQUAL_UINT32_MESSAGE(0, p->nfailures, body);
  uint32_t index;
  TEST_ASSERT_EQUAL_UINT(1, fe_find_func(p, "f", &index, 1));
  const fe_func *f = &p->funcs[index];
  out[0] = 0;
  for (uint32_t i = 0; i < f->ninsns; i++) {
    if (calls ? f->insns[i].op != FE_CALL : !fe_is_decision(f, &f->insns[i])) continue;
    char one[512];
    TEST_ASSERT_EQUAL_UINT(strlen(one), fe_source_text(p, f, &f->insns[i], one, sizeof one));
    if (*out) strcat(out, " | ");
    strcat(out, one);
  }
  fe_program_free(p);
  fe_sources_free(s);
  return out;
}

static void test_decisions(void) {
  static const struct {
    const char *body, *want;
  } cases[] = {
      {"  if (n < q[0] || !q[1]) return 1;", "n < q[0] | q[1]"},
      {"  while (p->next) p = p->next;", "p->next"},
      {"  while (n--) ;", "n--"},
      {"  if (n--) return 1;", "n--"},
      {"  if (++n) return 1;", "++n"},
      {"  for (int i = 0; i < (n); i++) g(i);", "i < (n)"},
      {"  do { n++; } while (n < 7);", "n < 7"},
      {"  if (g(n + 1)) return 2;", "g(n + 1)"},
      {"  if (p->fn(n)) return 3;", "p->fn(n)"},
      {"  if ((*p->fn)(n) == 4) return 5;", "(*p->fn)(n) == 4"},
      {"  if (list(n)->next->key) return 5;", "list(n)->next->key"},
      {"  if (p->next->a[n]) return 5;", "p->next->a[n]"},
      {"  switch (n + 2) { case 1: return 9; case 5: return 3; }", "n + 2"},
      {"  switch (c) { case 'x': return 9; }", "c"},
      {"  if (MAX(n, q[2]) > 5) return 6;", "MAX(n, q[2]) | MAX(n, q[2]) > 5"},
      {"  if (IS(n)) return 7;", "IS(n)"},
      {"  if (d > 1.0e+3) return 8;", "d > 1.0e+3"},
      {"  if (!p) return 11;", "p"},
      {"  if (flag) return 11;", "flag"},
      {"  if (b) return 11;", "b"},
      {"  if (n & 4) return 10;", "n & 4"},
      {"  if (n - 1 - g(2) > n << 2) return 10;", "n - 1 - g(2) > n << 2"},
      {"  if ((n = g(1)) != 0) return 12;", "(n = g(1)) != 0"},
      {"  if ((n = g(2))) return 13;", "n = g(2)"},
      {"  if (c == ')' || (c >= '0' && /* a ( */\n     c <= '9')) return 14;",
       "c == ')' | c >= '0' | c <= '9'"},
      {"  if (-n > 3 && !(n == 4)) return 15;", "-n > 3 | n == 4"},
      {"  if (p->a[n] ==\n      q[n]) return 16;", "p->a[n] == q[n]"},
      {"  if (*q++) return 17;", "*q++"},
      {"  if ((long)n < 3) return 17;", "(long)n < 3"},
      {"  return n > 3 ? g(1) : 2;", "n > 3"},
      {"  if (p) if (n > 1) return 4;", "p | n > 1"},
      {"  n = n < 3 ? q[0] : q[1];", "n < 3"},
      {"  q[n > 2 ? g(1) : 0] = 3;", "n > 2"},
      {"#if 0\n  (((\n#endif\n  if (n == 5) return 1;", "n == 5"},
      {"  if (\"a)\"[n] == 'a') return 1;", "\"a)\"[n] == 'a'"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    TEST_ASSERT_EQUAL_STRING_MESSAGE(cases[i].want, texts(cases[i].body, false), cases[i].body);
}

static void test_calls(void) {
  static const struct {
    const char *body, *want;
  } cases[] = {
      {"  n = g(1) + g(n + 2);", "g(1) | g(n + 2)"},
      {"  return more(g(3), n);", "g(3) | more(g(3), n)"},
      {"  return list(4)->next->fn(2);", "list(4) | list(4)"},
      {"  return p->fn(n) < 4;", "p->fn(n)"},
      {"  return (*p->fn)(n);", "(*p->fn)(n)"},
      {"  g(\n    1 /* one */\n  );", "g( 1 )"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    TEST_ASSERT_EQUAL_STRING_MESSAGE(cases[i].want, texts(cases[i].body, true), cases[i].body);
}

static void test_short_buffer_and_missing_file(void) {
  const char *body = "  if (n < 100) return 1;";
  FILE *file = fopen(path, "w");
  fprintf(file, "%s%s\n  return 0;\n}\n", head, body);
  fclose(file);
  const char *const paths[] = {path};
  fe_sources *s = fe_sources_files(paths, 1, NULL, 0);
  for (int gone = 0; gone < 2; gone++) {
    fe_program *p = fe_load(s, NULL);
    uint32_t index;
    TEST_ASSERT_EQUAL_UINT(1, fe_find_func(p, "f", &index, 1));
    const fe_func *f = &p->funcs[index];
    if (gone) unlink(path);
    for (uint32_t i = 0; i < f->ninsns; i++) {
      if (!fe_is_decision(f, &f->insns[i])) continue;
      char buf[6];
      TEST_ASSERT_EQUAL_UINT(gone ? 0 : 5, fe_source_text(p, f, &f->insns[i], buf, sizeof buf));
      TEST_ASSERT_EQUAL_STRING(gone ? "" : "n < 1", buf);
    }
    fe_program_free(p);
  }
  fe_sources_free(s);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(test_decisions);
  RUN_TEST(test_calls);
  RUN_TEST(test_short_buffer_and_missing_file);
  return UNITY_END();
}
