/* The slicer on whole small programs: the papers' examples and the situations where a verdict is easily got wrong. */
#include "slicer/slicer.h"
#include "unity.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static fe_sources *sources;
static fe_program *program;
static slice_program *sliced;

void setUp(void) {}
void tearDown(void) {
  slice_free(sliced);
  sliced = NULL;
  if (program) fe_program_free(program);
  if (sources) fe_sources_free(sources);
  program = NULL;
  sources = NULL;
}

static void load_file(const char *path, const slice_options *opt) {
  sources = fe_sources_files(&path, 1, NULL, 0);
  program = fe_load(sources, &(fe_options){.jobs = 1});
  TEST_ASSERT_EQUAL_UINT32_MESSAGE(0, program->nfailures,
                                   program->nfailures ? program->failures[0].message : "");
  sliced = slice_new(program, opt);
}

static void load_text(const char *text) {
  char path[] = "/tmp/summ-slicer-XXXXXX.c";
  int fd = mkstemps(path, 2);
  TEST_ASSERT_TRUE(fd >= 0);
  TEST_ASSERT_EQUAL_INT((int)strlen(text), (int)write(fd, text, strlen(text)));
  close(fd);
  load_file(path, NULL);
  unlink(path);
}

static uint32_t func(const char *name) {
  uint32_t f = FE_NONE;
  TEST_ASSERT_EQUAL_INT_MESSAGE(1, (int)fe_find_func(program, name, &f, 1), name);
  return f;
}

/* The k-th call of a callee (NULL: any callee) in a function, in order of position. */
static const slice_site *site(const char *unit, const char *callee, int k) {
  const slice_result *r = slice_func(sliced, func(unit));
  const fe_func *f = &program->funcs[func(unit)];
  for (uint32_t i = 0; i < r->nsites; i++) {
    const fe_call *c = &f->calls[r->sites[i].call];
    bool hit = !callee || (f->insns[r->sites[i].insn].op == FE_CALL && !c->indirect &&
                           strcmp(program->funcs[c->func].name, callee) == 0);
    if (hit && k-- == 0) return &r->sites[i];
  }
  TEST_FAIL_MESSAGE("no such call");
  return NULL;
}

static void expect(slice_verdict v, const char *unit, const char *callee, int k) {
  const slice_site *s = site(unit, callee, k);
  TEST_ASSERT_EQUAL_STRING_MESSAGE(slice_verdict_name(v), slice_verdict_name(s->verdict),
                                   callee ? callee : unit);
  for (uint32_t i = 0; i < s->ndecisions; i++)
    TEST_ASSERT_TRUE(
        fe_is_decision(&program->funcs[func(unit)], &program->funcs[func(unit)].insns[s->decisions[i]]));
}

/* ---- the papers ---- */

static void fib_calls_reach_no_decision(void) {
  load_file(SOURCE_DIR "/corpora/seeds/fib.c", NULL);
  expect(SLICE_EXIT_ONLY, "fib", "fib", 0);
  expect(SLICE_EXIT_ONLY, "fib", "fib", 1);
}

static void bst_search_first_call_decides(void) {
  load_file(SOURCE_DIR "/corpora/seeds/bst_search.c", NULL);
  expect(SLICE_DECISION, "BST_search", "BST_search", 0);
  expect(SLICE_EXIT_ONLY, "BST_search", "BST_search", 1);
  TEST_ASSERT_EQUAL_UINT32(1, site("BST_search", "BST_search", 0)->ndecisions);
  TEST_ASSERT_NULL(site("BST_search", "BST_search", 0)->reason);
}

static void keyword_as_in_table_3(void) {
  load_file(SOURCE_DIR "/corpora/seeds/xheader.c", NULL);
  expect(SLICE_DECISION, "set_keyword_equal", "is_space", 0);
  expect(SLICE_DECISION, "set_keyword_equal", "is_space", 1);
  expect(SLICE_DECISION, "set_keyword_equal", "str_cmp", 0);
  expect(SLICE_DECISION, "set_keyword_equal", "str_cmp", 1);
  expect(SLICE_EXIT_ONLY, "set_keyword_equal", "assign_string", 0);
  expect(SLICE_EXIT_ONLY, "set_keyword_equal", "assign_string", 1);
}

/* ---- memory ---- */

static void memory_between_calls(void) {
  load_text("static int a, b;\n"
            "static void set_a(int x) { a = x; }\n"
            "static void set_b(int x) { b = x; }\n"
            "static void move(void) { b = a; }\n"
            "static int get_b(void) { return b; }\n"
            "int flows(int x) { set_a(x); move(); if (get_b()) return 1; return 0; }\n"
            "int stops(int x) { set_a(x); set_b(0); if (get_b()) return 1; return 0; }\n");
  expect(SLICE_DECISION, "flows", "set_a", 0);
  expect(SLICE_DECISION, "flows", "move", 0);
  expect(SLICE_DECISION, "flows", "get_b", 0);
  expect(SLICE_EXIT_ONLY, "stops", "set_a", 0);
  expect(SLICE_DECISION, "stops", "set_b", 0);
}

static void fields_are_told_apart(void) {
  load_text("struct s { int a, b; };\n"
            "static void set(struct s *p) { p->a = 7; }\n"
            "int same(struct s *p) { set(p); if (p->a) return 1; return 0; }\n"
            "int other(struct s *p) { set(p); if (p->b) return 1; return 0; }\n"
            "int local(void) { struct s x, y; x.a = y.a = 1; set(&x); if (y.a) return 1; return 0; }\n");
  expect(SLICE_DECISION, "same", "set", 0);
  expect(SLICE_EXIT_ONLY, "other", "set", 0);
  expect(SLICE_NOTHING, "local", "set", 0);
}

static void overwriting_takes_it_out(void) {
  load_text(
      "static int g;\n"
      "static void set(int *p) { *p = 7; }\n"
      "int after(void) { set(&g); g = 0; if (g) return 1; return 0; }\n"
      "int one_side(int c) { set(&g); if (c) g = 0; if (g) return 1; return 0; }\n"
      "int in_loop(int n) { int r = 0; for (int i = 0; i < n; i++) { if (g) r++; set(&g); } return r; }\n");
  expect(SLICE_NOTHING, "after", "set", 0);
  expect(SLICE_DECISION, "one_side", "set", 0);
  expect(SLICE_DECISION, "in_loop", "set", 0);
}

static void through_stored_pointers(void) {
  load_text("static int x, y; static int *p, **pp;\n"
            "static void aim(int **at) { *at = &x; }\n"
            "static void hit(void) { **pp = 3; }\n"
            "int unit(void) { pp = &p; aim(&p); hit(); if (x) return 1; return 0; }\n"
            "int other(void) { pp = &p; aim(&p); hit(); if (y) return 1; return 0; }\n");
  expect(SLICE_DECISION, "unit", "hit", 0);
  expect(SLICE_DECISION, "unit", "aim", 0);
}

static void pointers_in_memory_per_program_point(void) {
  load_text("static int x, y, *g;\n"
            "static void set(int *p) { *p = 7; }\n"
            "static void aim(int **pp, int *to) { *pp = to; }\n"
            "struct s { int *p, *q; };\n"
            "int local(void) { int a = 0, b = 0, *p = &a, **pp = &p; set(p); *pp = &b; if (*p) return 1; "
            "return a; }\n"
            "int late(void) { int a = 0, b = 0, *p = &a, **pp = &p; *pp = &b; set(p); if (b) return 1; "
            "return a; }\n"
            "int gone(void) { int a = 0, b = 0, *p = &a, **pp = &p; *pp = &b; set(p); if (a) return 1; "
            "return b; }\n"
            "int field(struct s *s) { int a = 0, b = 0; s->p = &a; set(s->p); s->p = &b; if (*s->p) return "
            "1; return a; }\n"
            "int global(void) { g = &x; set(g); g = &y; if (*g) return 1; return 0; }\n"
            "int maybe(int c) { g = &x; set(g); if (c) g = &y; if (*g) return 1; return 0; }\n"
            "int call(void) { int a = 0, b = 0, *p = &a; aim(&p, &b); set(p); if (b) return 1; return a; }\n"
            "int loop(int n) { int a = 0, b = 0, *p = &a; int **pp = &p; int r = 0;\n"
            "  while (n--) { if (b) r++; set(*pp); *pp = &b; } return r; }\n"
            "int either(struct s *s, struct s *t) { int a = 0, b = 0; s->p = &a; t->p = &b; set(s->p); if "
            "(b) return 1; return a; }\n");
  expect(SLICE_EXIT_ONLY, "local", "set", 0);
  expect(SLICE_DECISION, "late", "set", 0);
  expect(SLICE_EXIT_ONLY, "gone", "set", 0);
  expect(SLICE_EXIT_ONLY, "field", "set", 0);
  expect(SLICE_EXIT_ONLY, "global", "set", 0);
  expect(SLICE_DECISION, "maybe", "set", 0);
  expect(SLICE_DECISION, "call", "set", 0);
  expect(SLICE_DECISION, "call", "aim", 0);
  expect(SLICE_DECISION, "loop", "set", 0);
  expect(SLICE_DECISION, "either", "set", 0); /* s and t may be the same */
}

static void fields_from_one_base_in_folded_memory(void) {
  load_text(
      "struct s { int a, b; struct s *n; };\n"
      "static char pool[1000]; static int used;\n"
      "static void *grab(int n) { char *p = &pool[used]; used += n; for (int i = 0; i < n; i++) p[i] = 0; "
      "return p; }\n"
      "static void set_a(struct s *p) { p->a = 7; }\n"
      "static void set_both(struct s *p) { int *q = &p->a; q[0] = 1; q[1] = 2; }\n"
      "static void set_some(struct s *p, int i) { int *q = &p->a; q[i] = 1; }\n"
      "static int get_b(struct s *p) { return p->b; }\n"
      "int other(int x) { struct s *p = grab(16); p->b = x; set_a(p); if (p->b) return 1; return 0; }\n"
      "int asked(int x) { struct s *p = grab(16); p->b = x; set_a(p); if (get_b(p)) return 1; return 0; }\n"
      "int same(int x) { struct s *p = grab(16); p->b = x; set_a(p); if (p->a) return 1; return 0; }\n"
      "int two(int x) { struct s *p = grab(16), *q = grab(16); p->b = x; set_a(q); if (p->b) return 1; "
      "return 0; }\n"
      "int both(int x) { struct s *p = grab(16); p->b = x; set_both(p); if (p->b) return 1; return 0; }\n"
      "int some(int x) { struct s *p = grab(16); p->b = x; set_some(p, x); if (p->b) return 1; return 0; }\n"
      "int over(struct s *p, int x) { set_a(p); p->a = x; if (p->a) return 1; return 0; }\n"
      "int walk(int x) { struct s *p = grab(16), *q = p; while (x--) { if (q->b) return 1; set_a(q); q = "
      "q->n; } return 0; }\n");
  expect(SLICE_EXIT_ONLY, "other", "set_a", 0);
  expect(SLICE_EXIT_ONLY, "asked", "set_a", 0);
  expect(SLICE_DECISION, "same", "set_a", 0);
  expect(SLICE_DECISION, "two", "set_a", 0); /* all of the pool is one to the whole-program analysis */
  expect(SLICE_DECISION, "both", "set_both", 0);
  expect(SLICE_DECISION, "some", "set_some", 0);
  expect(SLICE_EXIT_ONLY, "over", "set_a", 0);
  expect(SLICE_DECISION, "walk", "set_a", 0); /* q is another node each time */
}

static void byte_copies_keep_pointers(void) {
  load_text("struct s { int *p; };\n"
            "static void copy(void *d, const void *s, unsigned long n) {\n"
            "  char *a = d; const char *b = s; while (n--) *a++ = *b++; }\n"
            "static void poke(struct s *q) { *q->p = 5; }\n"
            "int unit(void) { int v = 0; struct s a, b; a.p = &v; copy(&b, &a, sizeof a); poke(&b);\n"
            "  if (v) return 1; return 0; }\n");
  expect(SLICE_DECISION, "unit", "poke", 0);
}

static void arrays_by_index(void) {
  load_text("static int t[10];\n"
            "static void put(int i) { t[i] = 1; }\n"
            "int unit(void) { put(3); if (t[7]) return 1; return 0; }\n");
  expect(SLICE_DECISION, "unit", "put", 0);
}

/* An index of a row is as long as the row: it goes over the rows, not within one. */
static void rows_of_arrays(void) {
  load_text("static int t[4][9], *at = &t[0][0], one[4][1];\n"
            "static void put(int i, int j) { t[i][j] = 1; }\n"
            "static void column(int i) { t[i][3] = 1; }\n"
            "static void flat(int i) { at[i] = 1; }\n"
            "static void single(int i) { one[i][0] = 1; }\n"
            "int unit(void) { put(2, 2); if (t[2][2]) return 1; return 0; }\n"
            "int fixed(void) { column(2); if (t[2][3]) return 1; return 0; }\n"
            "int through(void) { flat(20); if (t[2][2]) return 1; return 0; }\n"
            "int of_one(void) { single(2); if (one[2][0]) return 1; return 0; }\n");
  expect(SLICE_DECISION, "unit", "put", 0);
  expect(SLICE_DECISION, "fixed", "column", 0);
  expect(SLICE_DECISION, "through", "flat", 0);
  expect(SLICE_DECISION, "of_one", "single", 0);
}

/* The record's own array is as long as the step from record to record. */
static void records_that_are_an_array(void) {
  load_text("struct s { int x[3]; };\n"
            "union u { char c[2], d[16]; };\n"
            "struct tail { int n; int a[1]; };\n"
            "static void record(struct s *p, int i) { p[i].x[0] = 1; }\n"
            "static void member(union u *p, int i) { p->d[i] = 1; }\n"
            "static void longer(struct tail *p, int i) { p->a[i] = 1; }\n"
            "int records(struct s *p) { record(p, 2); if (p[2].x[0]) return 1; return 0; }\n"
            "int members(union u *p) { member(p, 5); if (p->d[5]) return 1; return 0; }\n"
            "int tails(struct tail *p) { longer(p, 2); if (p->a[2]) return 1; return 0; }\n"
            "int count(struct tail *p) { longer(p, 2); if (p->n) return 1; return 0; }\n");
  expect(SLICE_DECISION, "records", "record", 0);
  expect(SLICE_DECISION, "members", "member", 0);
  expect(SLICE_DECISION, "tails", "longer", 0);
  expect(SLICE_EXIT_ONLY, "count", "longer", 0);
}

/* A pointer may start one past the end of an array and go down, also where the next array begins. */
static void down_from_the_end(void) {
  load_text("static int t[8];\n"
            "static struct { int n; char x[4], y[4]; } s;\n"
            "static void loop(int v) { int *p = t + 8; do *--p = v % 10; while (v /= 10); }\n"
            "static void step(int i) { int *p = t + 8; p[-i] = 1; }\n"
            "static void digits(int v) { char *p = s.x + 4; do *--p = v % 10; while (v /= 10); }\n"
            "int looped(void) { loop(1234); if (t[5]) return 1; return 0; }\n"
            "int stepped(void) { step(3); if (t[5]) return 1; return 0; }\n"
            "int unit(void) { digits(1234); if (s.x[1]) return 1; return 0; }\n"
            "int count(void) { digits(1234); if (s.n) return 1; return 0; }\n");
  expect(SLICE_DECISION, "looped", "loop", 0);
  expect(SLICE_DECISION, "stepped", "step", 0);
  expect(SLICE_DECISION, "unit", "digits", 0);
  expect(SLICE_EXIT_ONLY, "count", "digits", 0);
}

/* ---- values and control ---- */

static void unused_results(void) {
  load_text("static int f(int x) { return x * 2; }\n"
            "int unit(int x) { int y = f(x); (void)y; if (x) return 1; return 0; }\n"
            "int divides(int x) { return 10 / f(x); }\n"
            "int *address(int *p, int i) { p[f(i)] = 0; return p; }\n");
  expect(SLICE_NOTHING, "unit", "f", 0);
  expect(SLICE_ERROR_CHECK, "divides", "f", 0);
  TEST_ASSERT_EQUAL_INT(SLICE_DIVISOR, site("divides", "f", 0)->checks[0].kind);
  expect(SLICE_ERROR_CHECK, "address", "f", 0);
  TEST_ASSERT_EQUAL_INT(SLICE_ADDRESS, site("address", "f", 0)->checks[0].kind);
}

static void deciding_whether_a_definition_happens(void) {
  load_text("static int f(int x) { return x * 2; }\n"
            "int unit(int x, int y) { int r = 1; if (f(x)) r = 2; if (r == y) return 5; return 0; }\n");
  expect(SLICE_DECISION, "unit", "f", 0);
  TEST_ASSERT_EQUAL_UINT32(2, site("unit", "f", 0)->ndecisions);
}

static void not_returning(void) {
  load_text("#include <stdlib.h>\n"
            "static void check(int x) { if (x < 0) exit(1); }\n"
            "static void spin(int x) { if (x) for (;;); }\n"
            "static int limit; static void limited(void) { if (limit) abort(); }\n"
            "static void set(void) { limit = 1; }\n"
            "int before(int x) { check(x); if (x > 5) return 1; return 0; }\n"
            "int after(int x) { if (x > 5) return 1; check(x); return 0; }\n"
            "int loops(int x) { spin(x); if (x > 5) return 1; return 0; }\n"
            "int chain(int x) { set(); limited(); if (x > 5) return 1; return 0; }\n");
  expect(SLICE_DECISION, "before", "check", 0);
  TEST_ASSERT_FALSE(site("before", "check", 0)->by_data);
  expect(SLICE_EXIT_ONLY, "after", "check", 0);
  expect(SLICE_DECISION, "loops", "spin", 0);
  expect(SLICE_DECISION, "chain", "set", 0);
  TEST_ASSERT_TRUE(slice_may_not_return(sliced, func("limited")));
  TEST_ASSERT_FALSE(slice_may_not_return(sliced, func("set")));
}

static void loops_that_may_stay(void) {
  load_text("int flag, other; volatile int port;\n"
            "void stay(int x) { while (x) {} }\n"
            "void count(int x) { while (x) x--; }\n"
            "void both(int x, int y, int n) { while (x && (y || n > 3)) other++; }\n"
            "void memory(int *p) { int i = 0; for (;;) { i++; if (*p) break; } }\n"
            "void writes(int *p) { while (*p) p[0] = other; }\n"
            "void inner(int x, int n) { for (int i = 0; i < n; i++) while (x) {} }\n"
            "void outer(int x, int n) { while (x) for (int i = 0; i < n; i++) other++; }\n"
            "void device(void) { while (port) {} }\n"
            "int get(void) { return flag; }\n"
            "void waits(void) { while (!get()) {} }\n"
            "void walk(int **p) { while (*p) p = (int **)*p; }\n"
            "int next(void) { return flag++; }\n"
            "void calls(void) { while (next() < 9) {} }\n"
            "void twice(int x) { int again = x; while (again) again = 0; }\n"
            "int cases(int n) { int x = 0; while (n--) { int y = 1; switch (n) {\n"
            "  case 1: case 2: case 3: case 4: case 5: case 6: case 7: case 8: case 9: case 10: case 11: "
            "case 12: case 13: case 14:\n"
            "  case 15: case 16: case 17: case 18: case 19: case 20: case 21: case 22: case 23: case 24: "
            "case 25: case 26: break;\n"
            "  default: y = 2; } x += y; } return x; }\n"
            "void use(int *p);\n"
            "int leaves(int x) { for (int i = 0; i < x; i++) { int local[9]; use(local); if (local[3]) goto "
            "out; }\n"
            "  if (x > 5) { int other[9]; use(other); if (other[2]) goto out; x++; }\n"
            "  return x; out: return 0; }\n"
            "int g(void);\n"
            "int unit(int y) { int x = g(); stay(x); if (y) return 1; return 0; }\n"
            "int unit2(int y) { int x = g(); count(x); if (y) return 1; return 0; }\n");
  static const char *const stay[] = {"stay", "both", "memory", "inner", "outer", "waits"};
  static const char *const end[] = {"count", "writes", "device", "get",   "walk",
                                    "calls", "twice",  "cases",  "leaves"};
  for (size_t i = 0; i < sizeof stay / sizeof *stay; i++)
    TEST_ASSERT_TRUE_MESSAGE(slice_may_not_return(sliced, func(stay[i])), stay[i]);
  for (size_t i = 0; i < sizeof end / sizeof *end; i++)
    TEST_ASSERT_FALSE_MESSAGE(slice_may_not_return(sliced, func(end[i])), end[i]);
  expect(SLICE_DECISION, "unit", "g", 0);
  TEST_ASSERT_FALSE(site("unit", "g", 0)->by_data);
  expect(SLICE_DECISION, "unit", "stay", 0);
  expect(SLICE_NOTHING, "unit2", "count", 0);
}

static void library_functions_that_may_not_return(void) {
  load_text("#include <signal.h>\n#include <unistd.h>\n#include <stdlib.h>\n"
            "void error(int, int, const char *, ...);\n"
            "static int hit; static void on(int s) { hit = s; }\n"
            "void set(void) { signal(SIGUSR1, on); }\n"
            "int handled(void) { raise(SIGUSR1); if (hit) return 1; return 0; }\n"
            "int told(int y) { error(1, 0, \"x\"); if (y) return 1; return 0; }\n"
            "int gone(char **v, int y) { execv(v[0], v); if (y) return 1; return 0; }\n"
            "int fine(int y) { setenv(\"A\", \"1\", 1); if (y) return 1; return 0; }\n");
  expect(SLICE_DECISION, "handled", "raise", 0);
  TEST_ASSERT_TRUE(site("handled", "raise", 0)->by_data);
  expect(SLICE_DECISION, "told", "error", 0);
  expect(SLICE_DECISION, "gone", "execv", 0);
  expect(SLICE_EXIT_ONLY, "fine", "setenv", 0);
}

/* ---- calls through pointers, and what is not known ---- */

static void function_pointers_are_resolved(void) {
  load_text("static int g, h;\n"
            "static void f1(void) { g = 1; }\n"
            "static void f2(void) { h = 1; }\n"
            "struct ops { void (*run)(void); };\n"
            "static const struct ops o1 = { f1 }, o2 = { f2 };\n"
            "int unit(int c) { const struct ops *o = c ? &o1 : &o1; o->run(); if (g) return 1; return 0; }\n"
            "int other(void) { o2.run(); if (g) return 1; return 0; }\n");
  expect(SLICE_DECISION, "unit", NULL, 0);
  expect(SLICE_EXIT_ONLY, "other", NULL, 0);
  uint32_t n;
  bool complete;
  const uint32_t *t = slice_targets(sliced, func("other"), site("other", NULL, 0)->call, &n, &complete);
  TEST_ASSERT_EQUAL_UINT32(1, n);
  TEST_ASSERT_EQUAL_UINT32(func("f2"), t[0]);
  TEST_ASSERT_TRUE(complete);
}

static void function_pointers_by_type(void) {
  load_text("static int g, h;\n"
            "static void one(int x) { g = x; }\n"
            "static int two(int x, char *s) { h = x + *s; return x; }\n"
            "static void *mixed[2] = { (void *)one, (void *)two };\n"
            "int first(int i) { ((void (*)(int))mixed[i])(3); if (h) return 1; return 0; }\n"
            "int second(int i) { ((void (*)(int, char *))mixed[i])(3, \"\"); if (h) return 1; return 0; }\n"
            "static void *only[1] = { (void *)one };\n"
            "int cast(int i) { ((void (*)(int, int))only[i])(3, 4); if (g) return 1; return 0; }\n");
  expect(SLICE_EXIT_ONLY, "first", NULL, 0);
  expect(SLICE_DECISION, "second", NULL, 0); /* the result may be dropped */
  expect(SLICE_DECISION, "cast", NULL, 0);   /* when no type agrees, all are taken */
}

static void unknown_pointer_says_why(void) {
  load_text("static int g; int *leak = &g;\n"
            "int unit(void (*cb)(void)) { cb(); if (*leak) return 1; return 0; }\n");
  const slice_site *s = site("unit", NULL, 0);
  TEST_ASSERT_EQUAL_INT(SLICE_DECISION, s->verdict);
  TEST_ASSERT_NOT_NULL(s->reason);
}

static void recursion_through_a_pointer(void) {
  load_text(
      "static int (*next)(int); static int depth;\n"
      "static int step(int n) { depth++; return n ? next(n - 1) : depth; }\n"
      "int unit(int n) { next = step; depth = 0; int r = step(n); if (depth > 3) return r; return 0; }\n");
  expect(SLICE_DECISION, "unit", "step", 0);
  slice_scc c = slice_scc_at(sliced, slice_scc_of(sliced, func("step")));
  TEST_ASSERT_TRUE(c.recursive);
}

static void assembly_may_reach(void) {
  load_text("int unit(int *p) { __asm__ volatile(\"nop\" : : \"r\"(p) : \"memory\"); if (*p) return 1; "
            "return 0; }\n");
  const slice_site *s = site("unit", NULL, 0);
  TEST_ASSERT_EQUAL_INT(SLICE_DECISION, s->verdict);
  TEST_ASSERT_NOT_NULL(s->reason);
}

static void body_less_function_may_write_what_it_reaches(void) {
  load_text("void ext(int *p); static int hidden;\n"
            "int reached(void) { int x = 0; ext(&x); if (x) return 1; return 0; }\n"
            "int kept(void) { int x = 0; static int *keep; int y = 0; keep = &y; ext(&x); if (y) return 1; "
            "return *keep; }\n"
            "int safe(void) { int x = 0; hidden = 4; ext(&x); if (hidden) return 1; return 0; }\n");
  expect(SLICE_DECISION, "reached", "ext", 0);
  TEST_ASSERT_NOT_NULL(site("reached", "ext", 0)->reason);
  expect(SLICE_EXIT_ONLY, "safe", "ext", 0);
}

static void errno_and_library_state(void) {
  load_text(
      "#include <errno.h>\n#include <stdlib.h>\n#include <string.h>\n"
      "int unit(const char *s) { errno = 0; char *end; long v = strtol(s, &end, 10);\n"
      "  if (errno) return 1; if (*end) return 2; return (int)v; }\n"
      "int pure(const char *s, int x) { unsigned long n = strlen(s); if (x) return 1; return (int)n; }\n"
      "int seeded(void) { srand(3); if (rand() > 5) return 1; return 0; }\n");
  expect(SLICE_DECISION, "unit", "strtol", 0);
  TEST_ASSERT_EQUAL_UINT32(2, site("unit", "strtol", 0)->ndecisions);
  expect(SLICE_EXIT_ONLY, "pure", "strlen", 0);
  expect(SLICE_DECISION, "seeded", "srand", 0);
}

static void streams_are_the_librarys(void) {
  load_text("#include <stdio.h>\n"
            "int shared; void publish(int *p); void start(void) { publish(&shared); }\n"
            "int writes(FILE *f) { fprintf(f, \"x\"); if (shared) return 1; return 0; }\n"
            "int state(FILE *f) { fputc('x', f); if (ferror(f)) return 1; return 0; }\n");
  expect(SLICE_EXIT_ONLY, "writes", "fprintf", 0);
  expect(SLICE_DECISION, "state", "fputc", 0);
  tearDown();
  load_text("#define _GNU_SOURCE\n#include <stdio.h>\n"
            "int unit(void) { char *buf = NULL; size_t n = 0; FILE *f = open_memstream(&buf, &n);\n"
            "  fprintf(f, \"x\"); fflush(f); if (n) return 1; return 0; }\n");
  expect(SLICE_DECISION, "unit", "fprintf", 0);
  expect(SLICE_DECISION, "unit", "fflush", 0);
}

/* ---- size and order ---- */

static void thousands_of_calls(void) {
  size_t cap = 1 << 20, n = 0;
  char *text = malloc(cap);
  TEST_ASSERT_NOT_NULL(text);
  n += (size_t)snprintf(text, cap,
                        "static int a; static void f(void) { a++; } static int g(void) { return a; }\n"
                        "int unit(int x) {\n");
  for (int i = 0; i < 3000; i++)
    n += (size_t)snprintf(text + n, cap - n,
                          i == 2999 ? "if (g()) x++;\n"
                          : i % 2   ? "f();\n"
                                    : "x += g();\n");
  snprintf(text + n, cap - n, "return x; }\n");
  load_text(text);
  free(text);
  expect(SLICE_DECISION, "unit", "f", 0);
  expect(SLICE_DECISION, "unit", "f", 1000);
  expect(SLICE_EXIT_ONLY, "unit", "g", 3);
  TEST_ASSERT_EQUAL_UINT32(3000, slice_func(sliced, func("unit"))->nsites);
}

static void spent_effort_is_conservative(void) {
  load_file(SOURCE_DIR "/corpora/seeds/xheader.c", &(slice_options){.effort = 1});
  const slice_result *r = slice_func(sliced, func("set_keyword_equal"));
  TEST_ASSERT_TRUE(r->gave_up);
  TEST_ASSERT_EQUAL_UINT32(r->nsites, r->nrelevant);
  TEST_ASSERT_NOT_NULL(r->sites[0].reason);
}

static void no_slice_and_naive(void) {
  load_file(SOURCE_DIR "/corpora/seeds/fib.c", &(slice_options){.all = true});
  expect(SLICE_DECISION, "fib", "fib", 1);
  tearDown();
  load_file(SOURCE_DIR "/corpora/seeds/fib.c", &(slice_options){.naive = true});
  expect(SLICE_EXIT_ONLY, "fib", "fib", 1);
}

static void callees_come_first(void) {
  load_text("int c(void) { return 1; }\nint b(void) { return c(); }\nint a(void) { return b() + c(); }\n"
            "int odd(int); int even(int n) { return n ? odd(n - 1) : 1; }\nint odd(int n) { return n ? "
            "even(n - 1) : 0; }\n");
  TEST_ASSERT_TRUE(slice_scc_of(sliced, func("c")) < slice_scc_of(sliced, func("b")));
  TEST_ASSERT_TRUE(slice_scc_of(sliced, func("b")) < slice_scc_of(sliced, func("a")));
  TEST_ASSERT_EQUAL_UINT32(slice_scc_of(sliced, func("odd")), slice_scc_of(sliced, func("even")));
  uint32_t total = 0;
  for (uint32_t i = 0; i < slice_nsccs(sliced); i++) total += slice_scc_at(sliced, i).n;
  TEST_ASSERT_EQUAL_UINT32(program->nfuncs, total);
}

/* ---- what a summary owes to the verdicts ---- */

static void fingerprint_of(const char *text, uint8_t out[32]) {
  tearDown();
  load_text(text);
  slice_fingerprint(sliced, func("unit"), out);
}

static void fingerprint_follows_the_verdicts(void) {
#define UNIT "int g, h; void set(int);\nint unit(int x) { set(x); if (g) return 1; return 0; }\n"
  uint8_t base[32], now[32];
  fingerprint_of(UNIT "void set(int x) { h = x; }\n", base);
  static const char *const same[] = {
      "\n\n/* lines */ int before(void) { return 3; }\n" UNIT "void set(int x) { h = x; }\n",
      UNIT "int k; void set(int x) { h = x + 1; k = 3; }\n", /* other effects, the same verdict */
  };
  static const char *const changed[] = {
      UNIT "void set(int x) { g = x; }\n",                     /* writes what is decided on */
      UNIT "void set(int x) { if (x) for (;;); h = x; }\n",    /* may not return */
      UNIT "void set(int x) { h = x; if (x) unit(x - 1); }\n", /* recursive now */
      UNIT "int *p = &g; void set(int x) { *p = x; } void aim(void) { p = &h; }\n",
  };
  for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
    fingerprint_of(same[i], now);
    TEST_ASSERT_EQUAL_HEX8_ARRAY(base, now, 32);
  }
  for (size_t i = 0; i < sizeof changed / sizeof *changed; i++) {
    fingerprint_of(changed[i], now);
    TEST_ASSERT_TRUE_MESSAGE(memcmp(base, now, 32) != 0, changed[i]);
  }
#undef UNIT
}

static void fingerprint_names_the_targets_of_pointers(void) {
#define UNIT                                                                       \
  "int f1(int); int f2(int); int (*op)(int);\nint unit(int x) { return op(x); }\n" \
  "int f1(int x) { return x; } int f2(int x) { return -x; }\n"
  uint8_t one[32], two[32];
  fingerprint_of(UNIT "void choose(void) { op = f1; }\n", one);
  fingerprint_of(UNIT "void choose(void) { op = f2; }\n", two);
  TEST_ASSERT_TRUE(memcmp(one, two, 32) != 0);
#undef UNIT
}

static void table_names_the_affecting_call(void) {
  load_file(SOURCE_DIR "/corpora/seeds/bst_search.c", NULL);
  slice_table *t = slice_table_new(sliced, func("BST_search"));
  uint32_t call = 0;
  bool found = false;
  const fe_func *f = &program->funcs[func("BST_search")];
  call = f->locs[f->insns[site("BST_search", "BST_search", 0)->insn].loc].line;
  char want[24];
  snprintf(want, sizeof want, "@%u", call);
  for (uint32_t i = 0; i < t->nrows; i++)
    if (strcmp(t->rows[i].stmt, "if (left_s != NULL)") == 0) {
      found = true;
      TEST_ASSERT_EQUAL_STRING(want, t->rows[i].affected);
      TEST_ASSERT_NOT_NULL(strstr(t->rows[i].ref, "left_s"));
    }
  TEST_ASSERT_TRUE(found);
  slice_table_free(t);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(fib_calls_reach_no_decision);
  RUN_TEST(bst_search_first_call_decides);
  RUN_TEST(keyword_as_in_table_3);
  RUN_TEST(memory_between_calls);
  RUN_TEST(fields_are_told_apart);
  RUN_TEST(overwriting_takes_it_out);
  RUN_TEST(through_stored_pointers);
  RUN_TEST(pointers_in_memory_per_program_point);
  RUN_TEST(fields_from_one_base_in_folded_memory);
  RUN_TEST(function_pointers_by_type);
  RUN_TEST(byte_copies_keep_pointers);
  RUN_TEST(arrays_by_index);
  RUN_TEST(rows_of_arrays);
  RUN_TEST(records_that_are_an_array);
  RUN_TEST(down_from_the_end);
  RUN_TEST(unused_results);
  RUN_TEST(deciding_whether_a_definition_happens);
  RUN_TEST(not_returning);
  RUN_TEST(loops_that_may_stay);
  RUN_TEST(library_functions_that_may_not_return);
  RUN_TEST(function_pointers_are_resolved);
  RUN_TEST(unknown_pointer_says_why);
  RUN_TEST(recursion_through_a_pointer);
  RUN_TEST(assembly_may_reach);
  RUN_TEST(body_less_function_may_write_what_it_reaches);
  RUN_TEST(errno_and_library_state);
  RUN_TEST(streams_are_the_librarys);
  RUN_TEST(thousands_of_calls);
  RUN_TEST(spent_effort_is_conservative);
  RUN_TEST(no_slice_and_naive);
  RUN_TEST(callees_come_first);
  RUN_TEST(fingerprint_follows_the_verdicts);
  RUN_TEST(fingerprint_names_the_targets_of_pointers);
  RUN_TEST(table_names_the_affecting_call);
  return UNITY_END();
}
