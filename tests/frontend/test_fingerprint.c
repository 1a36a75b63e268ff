/* Body fingerprints: which edits keep them and which change them. Each case is a program before and after an edit; the
 * fingerprint of f (and where named, of other functions) is compared. */
#include "tests/frontend/snippet.h"

void setUp(void) {}
void tearDown(void) {}

static void digest_of(const char *text, const char *func, uint8_t out[32]) {
  snippet s = snippet_load(text);
  memcpy(out, func_named(s.p, func)->fingerprint, 32);
  snippet_free(&s);
}

static void expect(bool same, const char *func, const char *before, const char *after) {
  static const uint8_t zero[32];
  uint8_t a[32], b[32];
  digest_of(before, func, a);
  digest_of(after, func, b);
  TEST_ASSERT_TRUE(memcmp(a, zero, 32) != 0);
  TEST_ASSERT_EQUAL_INT_MESSAGE(same, !memcmp(a, b, 32), after);
}

static void same(const char *before, const char *after) { expect(true, "f", before, after); }
static void changed(const char *before, const char *after) { expect(false, "f", before, after); }

static void test_text_only(void) {
  const char *base = "int f(int a) { int b = a * 2; return b + 1; }";
  same(base, "/* new */ int f(int a) { int b = a * 2; /* more */ return b + 1; } // end");
  same(base, "int f(int a)\n{\n  int b = a * 2;\n\n  return b + 1;\n}");
  same(base, "\n\n\n\n\n\nint f(int a) { int b = a * 2; return b + 1; }");
  same(base, "int f(int first) { int doubled = first * 2; return doubled + 1; }");
  same(base, "int other(void) { return 7; } int f(int a) { int b = a * 2; return b + 1; } int last(void) { "
             "return 8; }");
  same(base, "#define TWO 2\nint f(int a) { int b = a * TWO; return b + 1; }");
}

static void test_body(void) {
  const char *base = "int f(int a) { int b = a * 2; return b + 1; }";
  changed(base, "int f(int a) { int b = a * 3; return b + 1; }");
  changed(base, "int f(int a) { int b = a + 2; return b + 1; }");
  changed(base, "int f(int a) { int b = a * 2; return b - 1; }");
  changed(base, "int f(unsigned a) { int b = a * 2; return b + 1; }");
  changed(base, "long f(int a) { int b = a * 2; return b + 1; }");
  changed(base, "int f(int a) { int b = a * 2; if (b) return b + 1; return 0; }");
  changed("int f(int a) { return a < 3; }", "int f(int a) { return a <= 3; }");
  changed("int f(int a) { return a < 3; }", "int f(unsigned a) { return a < 3; }");
  changed("double f(double a) { return a * 0.5; }", "double f(double a) { return a * 0.25; }");
  changed("int f(int a) { switch (a) { case 1: return 2; } return 3; }",
          "int f(int a) { switch (a) { case 4: return 2; } return 3; }");
  changed("int f(int a, int b) { return a ? b : 3; }", "int f(int a, int b) { return a ? 3 : b; }");
  changed("int f(int *p) { return *p; }", "int f(volatile int *p) { return *p; }");
  changed("int f(int *p) { __asm__(\"nop\"); return *p; }",
          "int f(int *p) { __asm__(\"pause\"); return *p; }");
}

static void test_macros_and_types(void) {
  changed("#define N 3\nint f(int a) { return a + N; }", "#define N 4\nint f(int a) { return a + N; }");
  const char *use = "int f(struct s *p) { return p->b; }";
  char a[200], b[200];
  snprintf(a, sizeof a, "struct s { int a; int b; }; %s", use);
  snprintf(b, sizeof b, "struct s { long a; int b; }; %s", use);
  changed(a, b);
  snprintf(b, sizeof b, "struct s { int a; int b; int c; }; %s", use);
  same(a, b); /* p->b is where it was */
  snprintf(b, sizeof b, "struct s { int b; int a; }; %s", use);
  changed(a, b);
  snprintf(b, sizeof b, "struct s { int aa; int b; }; %s", use);
  same(a, b);
  changed("struct s { char c[4]; }; void f(struct s *p, struct s *q) { *p = *q; }",
          "struct s { char c[5]; }; void f(struct s *p, struct s *q) { *p = *q; }");
  changed("enum { A, B }; int f(void) { return B; }", "enum { A, C, B }; int f(void) { return B; }");
}

static void test_callees(void) {
  const char *base = "int g(int); int h(int); int f(int a) { return g(a); }";
  changed(base, "int g(int); int h(int); int f(int a) { return h(a); }");
  same(base, "int g(int x) { return x + 1; } int f(int a) { return g(a); }");
  same("static int g(int x) { return x + 1; } int f(int a) { return g(a); }",
       "static int g(int x) { return x + 2; } int f(int a) { return g(a); }");
  changed("int g(int); int h(int); int f(int a) { int (*p)(int) = a ? g : h; return p(a); }",
          "int g(int); int h(int); int f(int a) { int (*p)(int) = a ? h : g; return p(a); }");
}

static void test_globals(void) {
  const char *base = "static int v = 3; int f(void) { return v; }";
  changed(base, "static int v = 4; int f(void) { return v; }");
  changed(base, "static const int v = 3; int f(void) { return *(volatile const int *)&v; }");
  changed(base, "static int w = 3; int f(void) { return w; }");
  same(base, "static int unrelated = 9; static int v = 3; int f(void) { return v; } int g(void) { return "
             "unrelated; }");
  changed("int v[3]; int f(int i) { return v[i]; }", "int v[4]; int f(int i) { return v[i]; }");
  changed("extern int v; int f(void) { return v; }", "int v; int f(void) { return v; }");
}

static void test_behind_pointers(void) {
  const char *form =
      "static int deep = %d; static int *p = &deep; static int **pp = &p; int f(void) { return **pp; }";
  char a[200], b[200];
  snprintf(a, sizeof a, form, 1);
  snprintf(b, sizeof b, form, 2);
  changed(a, b);
  form = "struct n { struct n *next; int v; }; static struct n x, y = {&x, 1}, z = {&y, %d}, x = {&z, 3};"
         "int f(void) { return x.next->next->v; }";
  snprintf(a, sizeof a, form, 1);
  snprintf(b, sizeof b, form, 2);
  changed(a, b);
  same(a, a);
  changed("int g(void), h(void); static int (*t[])(void) = {g, h}; int f(int i) { return t[i](); }",
          "int g(void), h(void); static int (*t[])(void) = {h, g}; int f(int i) { return t[i](); }");
}

static void test_literals(void) {
  const char *base = "int puts(const char *); int f(void) { return puts(\"one\"); }";
  changed(base, "int puts(const char *); int f(void) { return puts(\"two\"); }");
  same(base, "int puts(const char *); int g(void) { return puts(\"zero\") + puts(\"minus\"); } int f(void) { "
             "return puts(\"one\"); }");
  same("int f(int i) { int t[4] = {1, 2, 3, 4}; return t[i]; }",
       "int f(int k) { int u[4] = {1, 2, 3, 4}; return u[k]; }");
  changed("int f(int i) { int t[4] = {1, 2, 3, 4}; return t[i]; }",
          "int f(int i) { int t[4] = {1, 2, 3, 5}; return t[i]; }");
  changed("const char *f(void) { return \"a\\0b\"; }", "const char *f(void) { return \"a\\0c\"; }");
}

/* The same file read twice, and in other company, gives the same fingerprints. */
/* What the engine reads beside the body. */
static void test_interface(void) {
  const char *base = "int f(int *p) { return *p; }";
  changed(base, "__attribute__((nonnull)) int f(int *p) { return *p; }");
  changed(base, "__attribute__((nonnull(1))) int f(int *p) { return *p; }");
  changed(base, "int f(int p[3]) { return *p; }");
  changed(base, "int f(const int *p) { return *p; }");
  changed("int f(int p[3]) { return *p; }", "int f(int p[4]) { return *p; }");
  same(base, "typedef int number; int f(number *q) { return *q; }");
  same(base, "extern int f(int *); int f(int *p) { return *p; }");
  changed("int g(const int *); int f(int *p) { *p = 1; g(p); return *p; }",
          "int g(int *); int f(int *p) { *p = 1; g(p); return *p; }");
  changed("int *g(void); int f(void) { return *g(); }",
          "__attribute__((returns_nonnull)) int *g(void); int f(void) { return *g(); }");
  same("struct s { int a; }; int f(struct s *p) { return p->a; }",
       "struct s { int a, b; }; int f(struct s *p) { return p->a; }");
  changed("struct s { int a; }; int f(struct s p[2]) { return p->a; }",
          "struct s { int a, b; }; int f(struct s p[2]) { return p->a; }");
  same("struct s { int a; }; int f(struct s *p) { return p->a; }",
       "struct t { int renamed; }; int f(struct t *p) { return p->renamed; }");
  changed("struct s { int a; } *g; int f(void) { return *(int *)g; }",
          "struct s { short a, b; } *g; int f(void) { return *(int *)g; }");
}

/* Layouts count as far as the body can reach. */
static void test_reachable_layouts(void) {
#define CHAIN(members, body)                                                                      \
  "struct c { " members " }; struct b { struct c *c; int n; }; struct a { struct b *b; int n; };" \
  "int f(struct a *a, int i) { " body " }"
  changed(CHAIN("int v;", "return *(int *)a->b->c;"), CHAIN("short v, w;", "return *(int *)a->b->c;"));
  same(CHAIN("int v;", "return *(int *)a->b;"), CHAIN("int v; int u, t;", "return *(int *)a->b;"));
  same(CHAIN("int v;", "return a->b != 0;"), CHAIN("short v, w;", "return a->b != 0;"));
  same(CHAIN("long v;", "return *(int *)a->b->c;"), CHAIN("long v; int more;", "return *(int *)a->b->c;"));
  changed(CHAIN("int v[2];", "return a->b->c->v[i];"), CHAIN("int v[2]; int more;", "return a->b->c->v[i];"));
#undef CHAIN
}

/* Edits of each kind around a function that uses all of them. */
static void test_kinds_of_edit(void) {
#define PROGRAM(enumerator, width, fields, table, inlined, tail)                                     \
  "enum e { A, B = " enumerator " }; typedef " width " word; struct s { " fields " };"               \
  "static const int table[] = { " table " }; static inline int twice(int x) { return " inlined "; }" \
  "int f(struct s *p, word w, enum e e) { if (e == B) goto done; p->b = twice(table[1]) + (int)w;"   \
  "done: return p->b; } " tail
  const char *base = PROGRAM("5", "int", "int a; int b;", "1, 2, 3", "x + x", "");
  changed(base, PROGRAM("6", "int", "int a; int b;", "1, 2, 3", "x + x", ""));
  changed(base, PROGRAM("5", "long", "int a; int b;", "1, 2, 3", "x + x", ""));
  changed(base, PROGRAM("5", "unsigned", "int a; int b;", "1, 2, 3", "x + x", ""));
  changed(base, PROGRAM("5", "int", "int b; int a;", "1, 2, 3", "x + x", ""));
  changed(base, PROGRAM("5", "int", "int a; long b;", "1, 2, 3", "x + x", ""));
  changed(base, PROGRAM("5", "int", "int a; int b;", "1, 7, 3", "x + x", ""));
  changed(base, PROGRAM("5", "int", "int a; int b;", "1, 2", "x + x", ""));
  same(base, PROGRAM("5", "int", "int a; int b;", "1, 2, 3", "x * 2", "")); /* the callee's body is its own */
  expect(false, "twice", base, PROGRAM("5", "int", "int a; int b;", "1, 2, 3", "x * 2", ""));
  same(base, PROGRAM("5", "int", "int a; int b;", "1, 2, 3", "x + x", "int other(void) { return 3; }"));
  same(base, PROGRAM("4 + 1", "int", "int a; int b;", "1, 1 + 1, 3", "x + x", "static int unused[3];"));
  same("int f(int a) { if (a) goto out; a = 3; out: return a; }",
       "int f(int a) { if (a) goto done; a = 3; done: return a; }");
  same("int f(int a) { return a; }", "#line 700 \"elsewhere.c\"\nint f(int a) { return a; }");
  same("int g(void) { return 1; } int f(int a) { return a; }",
       "int f(int a) { return a; } int g(void) { return 1; }");
  changed("int g(int); int f(void) { return g(1); }", "int g(long); int f(void) { return g(1); }");
  changed("int g(int); int f(void) { return g(1); }", "void g(int); int f(void) { g(1); return 1; }");
  changed("static int g(void) { return 1; } int f(void) { return g(); }",
          "int g(void) { return 1; } int f(void) { return g(); }");
  changed("static int v; int f(void) { return v; }", "int v; int f(void) { return v; }");
  changed("int g(void); int f(void) { g(); return 1; }",
          "__attribute__((noreturn)) int g(void); int f(void) { g(); return 1; }");
#undef PROGRAM
}

static void test_stable(void) {
  const char *one[] = {"int g; static int h(int a) { return a * g; } int f(int a) { return h(a) + 1; }"};
  const char *two[] = {
      one[0], "int z(void) { return 1; } static int h(int q) { return q; } int y(void) { return h(2); }"};
  snippet a = snippet_load_flags(one, 1, NULL, 0), b = snippet_load_flags(two, 2, NULL, 0);
  TEST_ASSERT_EQUAL_HEX8_ARRAY(func_named(a.p, "f")->fingerprint, func_named(b.p, "f")->fingerprint, 32);
  TEST_ASSERT_EQUAL_HEX8_ARRAY(func_named(a.p, "0.c:h")->fingerprint, func_named(b.p, "0.c:h")->fingerprint,
                               32);
  TEST_ASSERT_TRUE(memcmp(func_named(b.p, "0.c:h")->fingerprint, func_named(b.p, "1.c:h")->fingerprint, 32) !=
                   0);
  snippet_free(&a);
  snippet_free(&b);
}

/* A static callee of another file is another callee, whatever it is called. */
static void test_moved_to_another_file(void) {
  const char *h = "static int h(int a) { return a; } int one(void) { return h(1); }";
  const char *f =
      "static int h(int a) { return -a; } int two(void) { return h(2); } int f(int a) { return h(a); }";
  const char *with =
      "static int h(int a) { return a; } int one(void) { return h(1); } int f(int a) { return h(a); }";
  const char *without = "static int h(int a) { return -a; } int two(void) { return h(2); }";
  const char *before[] = {h, f}, *after[] = {with, without};
  snippet a = snippet_load_flags(before, 2, NULL, 0), b = snippet_load_flags(after, 2, NULL, 0);
  TEST_ASSERT_TRUE(memcmp(func_named(a.p, "f")->fingerprint, func_named(b.p, "f")->fingerprint, 32) != 0);
  TEST_ASSERT_EQUAL_HEX8_ARRAY(func_named(a.p, "one")->fingerprint, func_named(b.p, "one")->fingerprint, 32);
  snippet_free(&a);
  snippet_free(&b);
}

/* Literals are named by content: one more before them changes no name. */
static void test_names_of_literals(void) {
  const char *texts[] = {"const char *f(void) { return \"one\"; }",
                         "const char *g(void) { return \"zero\"; } const char *f(void) { return \"one\"; }"};
  const char *found[2] = {NULL, NULL};
  snippet s[2];
  for (int i = 0; i < 2; i++) {
    s[i] = snippet_load(texts[i]);
    const fe_func *f = func_named(s[i].p, "f");
    for (uint32_t k = 0; k < f->nconsts; k++)
      if (f->consts[k].kind == FE_C_GLOBAL) found[i] = s[i].p->globals[f->consts[k].index].usr;
    TEST_ASSERT_NOT_NULL(found[i]);
  }
  TEST_ASSERT_EQUAL_STRING(found[0], found[1]);
  snippet_free(&s[0]);
  snippet_free(&s[1]);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(test_text_only);
  RUN_TEST(test_body);
  RUN_TEST(test_macros_and_types);
  RUN_TEST(test_callees);
  RUN_TEST(test_globals);
  RUN_TEST(test_behind_pointers);
  RUN_TEST(test_literals);
  RUN_TEST(test_moved_to_another_file);
  RUN_TEST(test_names_of_literals);
  RUN_TEST(test_interface);
  RUN_TEST(test_reachable_layouts);
  RUN_TEST(test_kinds_of_edit);
  RUN_TEST(test_stable);
  return UNITY_END();
}
