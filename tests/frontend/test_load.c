/* From files to a program: failures, the cache, interfaces, and the way from the ABI back to the source. */
#include "frontend/module.h"
#include "frontend/project.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <unity.h>

static char dir[64], old_dir[4096];

void setUp(void) {
  strcpy(dir, "/tmp/summ-load-XXXXXX");
  TEST_ASSERT_NOT_NULL(mkdtemp(dir));
  TEST_ASSERT_NOT_NULL(getcwd(old_dir, sizeof old_dir));
  TEST_ASSERT_EQUAL_INT(0, chdir(dir));
}

void tearDown(void) {
  char command[128];
  TEST_ASSERT_EQUAL_INT(0, chdir(old_dir));
  snprintf(command, sizeof command, "rm -rf %s", dir);
  TEST_ASSERT_EQUAL_INT(0, system(command));
}

static void put(const char *name, const char *text) {
  FILE *f = fopen(name, "w");
  TEST_ASSERT_NOT_NULL(f);
  fputs(text, f);
  fclose(f);
}

/* ---- a cache in memory ---- */

typedef struct memory {
  pthread_mutex_t lock;
  struct {
    uint8_t key[32];
    uint8_t *data;
    size_t len;
  } e[64];
  size_t n;
} memory;

static uint8_t *memory_get(void *self, const uint8_t key[32], size_t *len) {
  memory *m = self;
  uint8_t *out = NULL;
  pthread_mutex_lock(&m->lock);
  for (size_t i = 0; i < m->n && !out; i++) {
    if (memcmp(m->e[i].key, key, 32)) continue;
    out = memcpy(malloc(m->e[i].len + 1), m->e[i].data, m->e[i].len);
    *len = m->e[i].len;
  }
  pthread_mutex_unlock(&m->lock);
  return out;
}

static void memory_put(void *self, const uint8_t key[32], const uint8_t *data, size_t len) {
  memory *m = self;
  pthread_mutex_lock(&m->lock);
  size_t i = 0;
  while (i < m->n && memcmp(m->e[i].key, key, 32)) i++;
  TEST_ASSERT_LESS_THAN_UINT(64, i);
  if (i == m->n) {
    memcpy(m->e[i].key, key, 32);
    m->e[i].data = NULL;
    m->n++;
  }
  m->e[i].data = memcpy(realloc(m->e[i].data, len + 1), data, len);
  m->e[i].len = len;
  pthread_mutex_unlock(&m->lock);
}

static fe_options with_memory(memory *m) {
  *m = (memory){.lock = PTHREAD_MUTEX_INITIALIZER};
  return (fe_options){.jobs = 2, .cache = {m, memory_get, memory_put}};
}

static void forget(memory *m) {
  for (size_t i = 0; i < m->n; i++) free(m->e[i].data);
}

static fe_program *load_files(const char *const *paths, size_t n, const fe_options *opt) {
  fe_sources *s = fe_sources_files(paths, n, NULL, 0);
  fe_program *p = fe_load(s, opt);
  fe_sources_free(s);
  return p;
}

static fe_program *load_text(const char *text) {
  static const char *const path = "a.c";
  put(path, text);
  fe_program *p = load_files(&path, 1, NULL);
  TEST_ASSERT_EQUAL_UINT32_MESSAGE(0, p->nfailures, p->nfailures ? p->failures[0].message : "");
  return p;
}

static const fe_func *func(const fe_program *p, const char *name) {
  uint32_t i;
  TEST_ASSERT_EQUAL_UINT_MESSAGE(1, fe_find_func(p, name, &i, 1), name);
  return &p->funcs[i];
}

/* ---- failures ---- */

static void test_bad_files_do_not_stop_the_others(void) {
  put("good1.c", "int one(void) { return 1; }\n");
  put("missing.c", "#include \"gone.h\"\nint x;\n");
  put("cut.c", "int f(int a) { if (a");
  FILE *f = fopen("binary.c", "wb");
  for (int i = 0; i < 5000; i++) fputc((i * 37) & 255, f);
  fclose(f);
  put("good2.c", "int one(void);\nint two(void) { return one() + 1; }\n");
  const char *const paths[] = {"good1.c", "missing.c", "cut.c", "binary.c", "absent.c", "good2.c"};
  fe_program *p = load_files(paths, 6, &(fe_options){.jobs = 2});
  TEST_ASSERT_EQUAL_UINT32(4, p->nfailures);
  TEST_ASSERT_EQUAL_STRING("missing.c", p->failures[0].file);
  TEST_ASSERT_EQUAL_STRING("missing.c:1:10: fatal error: 'gone.h' file not found", p->failures[0].message);
  TEST_ASSERT_EQUAL_STRING("cut.c", p->failures[1].file);
  TEST_ASSERT_NOT_NULL(strstr(p->failures[1].message, "cut.c:1:"));
  TEST_ASSERT_EQUAL_STRING("binary.c", p->failures[2].file);
  TEST_ASSERT_NOT_NULL(strstr(p->failures[3].message, "no such file or directory: 'absent.c'"));
  TEST_ASSERT_TRUE(func(p, "one")->has_body);
  TEST_ASSERT_TRUE(func(p, "two")->has_body);
  TEST_ASSERT_EQUAL_UINT32(2, p->ncompiled);
  fe_program_free(p);
}

static void test_nothing_to_load(void) {
  fe_program *p = load_files(NULL, 0, NULL);
  TEST_ASSERT_EQUAL_UINT32(0, p->nfuncs);
  fe_program_free(p);
}

/* Writes head, n times unit, tail. */
static void put_repeated(const char *name, const char *head, const char *unit, int n, const char *tail) {
  FILE *f = fopen(name, "w");
  fputs(head, f);
  for (int i = 0; i < n; i++) fputs(unit, f);
  fputs(tail, f);
  fclose(f);
}

static void test_deeply_nested_files_do_not_crash(void) {
  put_repeated("not.c", "int f(int x) { return ", "!", 100000, "x; }\n");
  put_repeated("sum.c", "int f(int x) { return x", "+x", 100000, "; }\n");
  put_repeated("block.c", "int f(int x) { ", "{", 50000, "\n");
  put("good.c", "int good(void) { return 1; }\n");
  const char *const paths[] = {"not.c", "sum.c", "block.c", "good.c"};
  fe_program *p = load_files(paths, 4, NULL);
  TEST_ASSERT_EQUAL_UINT32(3, p->nfailures);
  for (uint32_t i = 0; i < 3; i++) {
    TEST_ASSERT_EQUAL_STRING(paths[i], p->failures[i].file);
    TEST_ASSERT_EQUAL_STRING_LEN(paths[i], p->failures[i].message, strlen(paths[i]));
    TEST_ASSERT_NULL(strchr(p->failures[i].message, '\n'));
  }
  TEST_ASSERT_TRUE(func(p, "good")->has_body);
  fe_program_free(p);
}

static void test_nesting_a_generator_makes_is_read(void) {
  put_repeated("paren.c", "int f(int x) { return ", "(1+", 500, "x");
  FILE *f = fopen("paren.c", "a");
  for (int i = 0; i < 500; i++) fputc(')', f);
  fputs("; }\n", f);
  fclose(f);
  const char *const path = "paren.c";
  fe_program *p = load_files(&path, 1, NULL);
  TEST_ASSERT_EQUAL_UINT32(0, p->nfailures);
  TEST_ASSERT_TRUE(func(p, "f")->has_body);
  fe_program_free(p);
}

static void test_flags_of_another_compiler(void) {
  put("a.c", "#if X != 3\n#error flag lost\n#endif\nint f(void) { return X; }\n");
  const char *const path = "a.c";
  const char *const flags[] = {"-fno-such-pass", "-DX=3", "-mno-such-machine", "-fplugin=x.so",
                               "-fno-ipa-sra"};
  fe_sources *s = fe_sources_files(&path, 1, flags, 5);
  fe_program *p = fe_load(s, NULL);
  TEST_ASSERT_EQUAL_UINT32_MESSAGE(0, p->nfailures, p->nfailures ? p->failures[0].message : "");
  func(p, "f");
  fe_program_free(p);
  fe_sources_free(s);
}

static void test_same_project_with_different_flags(void) {
  put("a.c", "#ifdef B\nint b(void) { return 2; }\n#else\nint a(void) { return 1; }\n#endif\n"
             "int both(void) { return 3; }\n");
  put("compile_commands.json", "[{\"directory\":\".\",\"file\":\"a.c\",\"command\":\"cc -c a.c\"},"
                               " {\"directory\":\".\",\"file\":\"a.c\",\"command\":\"cc -DB -c a.c\"},"
                               " {\"directory\":\".\",\"file\":\"x.S\",\"command\":\"cc -c x.S\"},"
                               " {\"directory\":\"nowhere\",\"file\":\"n.c\",\"command\":\"cc -c n.c\"}]");
  char *err;
  fe_sources *s = fe_sources_database(".", &err);
  TEST_ASSERT_NULL(err);
  fe_program *p = fe_load(s, NULL);
  TEST_ASSERT_TRUE(func(p, "a")->has_body);
  TEST_ASSERT_TRUE(func(p, "b")->has_body);
  TEST_ASSERT_TRUE(func(p, "both")->has_body);
  TEST_ASSERT_EQUAL_UINT32(1, p->nfailures);
  TEST_ASSERT_NOT_NULL(strstr(p->failures[0].message, "/nowhere does not exist"));
  TEST_ASSERT_EQUAL_UINT32(2, p->nnotes);
  TEST_ASSERT_NOT_NULL(strstr(p->notes[0], "1 entry skipped"));
  TEST_ASSERT_NOT_NULL(strstr(p->notes[1], "a.c is compiled more than once"));
  fe_program_free(p);
  fe_sources_free(s);
}

/* ---- the cache ---- */

static void expect_counts(const char *const *paths, size_t n, const fe_options *opt, uint32_t compiled,
                          uint32_t cached) {
  fe_program *p = load_files(paths, n, opt);
  TEST_ASSERT_EQUAL_UINT32(0, p->nfailures);
  TEST_ASSERT_EQUAL_UINT32(compiled, p->ncompiled);
  TEST_ASSERT_EQUAL_UINT32(cached, p->ncached);
  fe_program_free(p);
}

static void test_unchanged_files_are_not_compiled(void) {
  memory m;
  fe_options opt = with_memory(&m);
  put("h.h", "#define N 3\ntypedef struct { int v; } box;\n");
  put("a.c", "#include \"h.h\"\nint f(box b) { return b.v + N; }\n");
  put("b.c", "int g(int x) { return x; }\n");
  const char *const paths[] = {"a.c", "b.c"};
  expect_counts(paths, 2, &opt, 2, 0);
  expect_counts(paths, 2, &opt, 0, 2);
  fe_program *p = load_files(paths, 2, &opt);
  TEST_ASSERT_EQUAL_STRING("b", func(p, "f")->iface->params[0].name);
  TEST_ASSERT_EQUAL_STRING("box", p->types[func(p, "f")->iface->params[0].ctype].name);
  fe_program_free(p);
  put("h.h", "#define N 4\ntypedef struct { int v; } box;\n");
  expect_counts(paths, 2, &opt, 1, 1);
  put("h.h", "#define N 4\ntypedef struct { int v; } box;\n#define UNUSED 1\n");
  expect_counts(paths, 2, &opt, 0, 2); /* another text, but the same after preprocessing */
  put("b.c", "int  g(int x) { return x; }\n");
  expect_counts(paths, 2, &opt, 1, 1); /* columns moved */
  forget(&m);
}

static void test_damaged_cache_is_only_a_miss(void) {
  memory m;
  fe_options opt = with_memory(&m);
  put("a.c", "int f(int x) { return x; }\n");
  const char *const path = "a.c";
  expect_counts(&path, 1, &opt, 1, 0);
  for (size_t i = 0; i < m.n; i++) m.e[i].len /= 2;
  expect_counts(&path, 1, &opt, 1, 0);
  for (size_t i = 0; i < m.n; i++) memset(m.e[i].data, 0xff, m.e[i].len);
  expect_counts(&path, 1, &opt, 1, 0);
  for (size_t i = 0; i < m.n; i++) m.e[i].len = 0;
  expect_counts(&path, 1, &opt, 1, 0);
  expect_counts(&path, 1, &opt, 0, 1);
  forget(&m);
}

static void test_key_of_unchanged_sources(void) {
  memory m;
  fe_options opt = with_memory(&m);
  put("h.h", "enum { N = 1 };\n");
  put("a.c", "#include \"h.h\"\nint f(void) { return N; }\n");
  const char *const path = "a.c";
  fe_sources *s = fe_sources_files(&path, 1, NULL, 0);
  uint8_t before[32], same[32], after[32];
  TEST_ASSERT_FALSE(fe_sources_unchanged_key(s, &opt, before));
  expect_counts(&path, 1, &opt, 1, 0);
  TEST_ASSERT_TRUE(fe_sources_unchanged_key(s, &opt, before));
  TEST_ASSERT_TRUE(fe_sources_unchanged_key(s, &opt, same));
  TEST_ASSERT_EQUAL_MEMORY(before, same, 32);
  put("h.h", "enum { N = 2 };\n");
  TEST_ASSERT_FALSE(fe_sources_unchanged_key(s, &opt, after));
  expect_counts(&path, 1, &opt, 1, 0);
  TEST_ASSERT_TRUE(fe_sources_unchanged_key(s, &opt, after));
  TEST_ASSERT_NOT_EQUAL(0, memcmp(before, after, 32));
  fe_sources_free(s);
  forget(&m);
}

/* ---- interfaces of the linked program ---- */

/* C99's inline gives no definition others can link with, but it has a body; what is extern elsewhere wins over it. */
static void test_inline_functions_have_bodies(void) {
  put("h.h", "inline int most(int a, int b) { return a > b ? a : b; }\n"
             "inline int only_here(int a) { return a + 1; }\n");
  put("a.c", "#include \"h.h\"\nint f(int x) { return most(x, only_here(x)); }\n");
  put("b.c",
      "#include \"h.h\"\nextern inline int most(int a, int b);\nint inline_h(void) { return most(1, 2); }\n");
  put("c.c", "int g(int x) { int inline = x; return inline; }\n"); /* a name, with -std=c89 */
  const char *const paths[] = {"a.c", "b.c"}, *const old[] = {"-std=c89"};
  fe_sources *s = fe_sources_files(paths, 2, NULL, 0);
  fe_sources_add(s, "c.c", old, 1);
  fe_program *p = fe_load(s, NULL);
  TEST_ASSERT_EQUAL_UINT32_MESSAGE(0, p->nfailures, p->nfailures ? p->failures[0].message : "");
  static const char *const names[] = {"f", "most", "only_here", "inline_h", "g"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    uint32_t func;
    TEST_ASSERT_EQUAL_UINT_MESSAGE(1, fe_find_func(p, names[i], &func, 1), names[i]);
    TEST_ASSERT_TRUE_MESSAGE(p->funcs[func].has_body, names[i]);
    TEST_ASSERT_NOT_NULL_MESSAGE(p->funcs[func].iface, names[i]);
    if (i == 1) TEST_ASSERT_EQUAL_UINT32(1, fe_link_func_unit(p, func));
  }
  TEST_ASSERT_EQUAL_UINT32(0, p->nnotes);
  fe_program_free(p);
  fe_sources_free(s);
}

static void test_types_are_shared_between_files(void) {
  put("h.h", "typedef struct node { struct node *next; int key; struct late *l; } node;\n");
  put("a.c",
      "#include \"h.h\"\nint f(node *n) { return n->key; }\nint later(struct late *l) { return l != 0; }\n");
  put("b.c", "#include \"h.h\"\nstruct late { int z; };\nint g(node *n) { return n->key + n->l->z; }\n");
  const char *const paths[] = {"a.c", "b.c"};
  fe_program *p = load_files(paths, 2, NULL);
  const fe_iface *f = func(p, "f")->iface, *g = func(p, "g")->iface, *later = func(p, "later")->iface;
  TEST_ASSERT_EQUAL_UINT32(f->params[0].ctype, g->params[0].ctype);
  const fe_ctype *ptr = &p->types[f->params[0].ctype], *node = &p->types[ptr->to];
  TEST_ASSERT_EQUAL_STRING("node *", ptr->name);
  TEST_ASSERT_EQUAL_STRING("node", node->name);
  TEST_ASSERT_EQUAL_UINT32(3, node->nfields);
  const fe_ctype *next = &p->types[node->fields[0].type];
  TEST_ASSERT_EQUAL_STRING("struct node *", next->name);
  TEST_ASSERT_EQUAL_UINT32(3, p->types[next->to].nfields);
  /* a.c knows struct late only by name: the program knows it from b.c. */
  TEST_ASSERT_EQUAL_UINT32(1, p->types[p->types[later->params[0].ctype].to].nfields);
  fe_program_free(p);
}

static void test_statics_and_lookup(void) {
  TEST_ASSERT_EQUAL_INT(0, mkdir("sub", 0777));
  put("a.c", "static int h(int a) { return a; }\nint f(void) { return h(1); }\nstatic char *name;\n"
             "char *get(void) { static long n; n++; return name; }\n");
  put("sub/b.c", "static int h(long b, int c) { return (int)b + c; }\nint g(void) { return h(1, 2); }\n");
  const char *const paths[] = {"a.c", "sub/b.c"};
  fe_program *p = load_files(paths, 2, NULL);
  uint32_t found[4];
  TEST_ASSERT_EQUAL_UINT(2, fe_find_func(p, "h", found, 4));
  TEST_ASSERT_EQUAL_UINT(1, fe_find_func(p, "h", found, 1) - 1); /* counts beyond what fits */
  TEST_ASSERT_EQUAL_UINT32(1, func(p, "a.c:h")->iface->nparams);
  TEST_ASSERT_EQUAL_UINT32(2, func(p, "b.c:h")->iface->nparams);
  TEST_ASSERT_EQUAL_PTR(func(p, "b.c:h"), func(p, "sub/b.c:h"));
  TEST_ASSERT_EQUAL_UINT(0, fe_find_func(p, "ub/b.c:h", found, 4));
  TEST_ASSERT_EQUAL_PTR(func(p, "a.c:h"), func(p, func(p, "a.c:h")->usr));
  uint32_t g = fe_find_global(p, "name");
  TEST_ASSERT_NOT_EQUAL(FE_NONE, g);
  TEST_ASSERT_EQUAL_STRING("char *", p->types[p->globals[g].ctype].name);
  TEST_ASSERT_EQUAL_UINT32(FE_NONE, fe_find_global(p, "nothing"));
  bool static_local = false;
  for (uint32_t i = 0; i < p->nglobals; i++)
    static_local |= p->globals[i].ctype != FE_NONE && !strcmp(p->types[p->globals[i].ctype].name, "long");
  TEST_ASSERT_TRUE(static_local);
  fe_program_free(p);
}

static void test_static_locals_of_one_name(void) {
  fe_program *p = load_text(
      "int f(int a) {\n  static char x = 1;\n  if (a) { static long x = 2; return (int)x++; }\n"
      "  { static short x = 3; x++; a += x; }\n  return a + x++;\n}\n");
  unsigned seen = 0;
  for (uint32_t i = 0; i < p->nglobals; i++) {
    const fe_global *g = &p->globals[i];
    TEST_ASSERT_NOT_EQUAL(FE_NONE, g->ctype);
    TEST_ASSERT_EQUAL_UINT64(g->size, p->types[g->ctype].size);
    seen |= 1u << g->size;
  }
  TEST_ASSERT_EQUAL_UINT(1u << 1 | 1u << 2 | 1u << 8, seen);
  fe_program_free(p);
}

static void test_size_limit(void) {
  TEST_ASSERT_NULL(fe_product_too_large("a.c", 50000000, 20000000, 16000000000));
  TEST_ASSERT_NULL(fe_product_too_large("a.c", 50000000, 20000000, 0));
  char *why = fe_product_too_large("a.c", 50000000, 200000000, 4000000000);
  TEST_ASSERT_EQUAL_STRING(
      "a.c: too large: reading it takes about 7.5 GB, and this machine has 4.0 GB; split the file", why);
  free(why);
}

/* ---- the ABI ---- */

/* "x:0,8" for each parameter: how it is passed, and the offset each lowered scalar has in it. */
static const char *passing(const fe_func *f) {
  static char buf[1024];
  static const char letters[] = "DCBSI"; /* direct, coerced, byval, sret, ignored */
  char *at = buf;
  TEST_ASSERT_NOT_NULL(f->iface);
  for (uint32_t i = 0; i <= f->iface->nparams; i++) {
    const fe_param *q = i ? &f->iface->params[i - 1] : &f->iface->result;
    if (i) *at++ = ' ';
    *at++ = letters[q->abi];
    for (uint32_t k = 0; k < q->npieces; k++)
      at += sprintf(at, "%c%u@%u", k ? ',' : ':', q->pieces[k].index, q->pieces[k].offset);
  }
  *at = 0;
  return buf;
}

static void test_parameters_are_mapped_back(void) {
  static const struct {
    const char *types, *params, *want; /* of: void f(params) */
  } cases[] = {
      {"", "int a, char *b, double c", "I D:0@0 D:1@0 D:2@0"},
      {"struct s { int a; };", "struct s x, int y", "I C:0@0 D:1@0"},
      {"struct s { int a, b, c; };", "struct s x, int y", "I C:0@0,1@8 D:2@0"},
      {"struct s { long a, b; };", "int y, struct s x", "I D:0@0 C:1@0,2@8"},
      {"struct s { long a, b, c; };", "struct s x, int y", "I B:0@0 D:1@0"},
      {"struct s { char c[3]; };", "struct s x, int y", "I C:0@0 D:1@0"},
      {"struct s { char c[9]; };", "struct s x, int y", "I C:0@0,1@8 D:2@0"},
      {"struct s { float a, b; };", "struct s x, float y", "I C:0@0,1@4 D:2@0"},
      {"struct s { float a, b, c; };", "struct s x, float y", "I C:0@0,1@4,2@8 D:3@0"},
      {"struct s { float a, b, c, d; };", "struct s x, float y", "I C:0@0,1@4,2@8,3@12 D:4@0"},
      {"struct s { float a; double b; };", "struct s x, float y", "I C:0@0,1@8 D:2@0"},
      {"struct s { double a; int b; };", "struct s x, int y", "I C:0@0,1@8 D:2@0"},
      {"struct s { int a; float b; };", "struct s x, int y", "I C:0@0 D:1@0"},
      {"struct s { float a; int b; };", "struct s x, int y", "I C:0@0 D:1@0"},
      {"struct s { void *p; float f; };", "struct s x, int y", "I C:0@0,1@8 D:2@0"},
      {"struct s { };", "struct s x, int y", "I I D:0@0"},
      {"struct s { int : 5; };", "struct s x, int y", "I I D:0@0"},
      {"struct s { unsigned a : 3, b : 30; };", "struct s x, int y", "I C:0@0 D:1@0"},
      {"struct s { _Alignas(16) long a; };", "struct s x, int y", "I C:0@0 D:1@0"},
      {"union s { long l; double d; };", "union s x, int y", "I C:0@0 D:1@0"},
      {"union s { float f[2]; double d; };", "union s x, int y", "I C:0@0 D:1@0"},
      {"struct s { union { char c; long l; } u; int t; };", "struct s x, int y", "I C:0@0,1@8 D:2@0"},
      {"struct s { long double l; };", "struct s x, int y", "I B:0@0 D:1@0"},
      {"struct s { char c; long l; } __attribute__((packed));", "struct s x, int y", "I B:0@0 D:1@0"},
      {"struct s { long a, b; };", "long a, long b, long c, long d, long e, struct s x, int y",
       "I D:0@0 D:1@0 D:2@0 D:3@0 D:4@0 B:5@0 D:6@0"},
      {"", "__int128 x, int y", "I C:0@0,1@8 D:2@0"},
      {"struct s { __int128 x; };", "struct s x, int y", "I C:0@0,1@8 D:2@0"},
      {"", "_Complex double x, int y", "I C:0@0,1@8 D:2@0"},
      {"", "_Complex float x, int y", "I C:0@0,1@4 D:2@0"},
      {"", "_Complex long double x, int y", "I B:0@0 D:1@0"},
      {"", "_Bool b, long double l, short s", "I D:0@0 D:1@0 D:2@0"},
      {"struct s { int n; int a[]; };", "struct s *p, struct s x", "I D:0@0 B:1@0"}, /* as clang does it */
      {"struct in { short a, b; }; struct s { struct in i[2]; char t; };", "struct s x, int y",
       "I C:0@0,1@8 D:2@0"},
      {"typedef float v4 __attribute__((vector_size(16)));", "v4 x, int y", "I C:0@0,1@4,2@8,3@12 D:4@0"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char *text = fe_xformat("%s\nvoid f(%s) { }\n", cases[i].types, cases[i].params);
    fe_program *p = load_text(text);
    TEST_ASSERT_EQUAL_STRING_MESSAGE(cases[i].want, passing(func(p, "f")), text);
    fe_program_free(p);
    free(text);
  }
}

static void test_results_are_mapped_back(void) {
  static const struct {
    const char *types, *result, *want; /* of: result f(int y) */
  } cases[] = {
      {"", "int", "D:0@0 D:0@0"},
      {"", "void", "I D:0@0"},
      {"struct s { int a; };", "struct s", "C:0@0 D:0@0"},
      {"struct s { long a, b; };", "struct s", "C:0@0,1@8 D:0@0"},
      {"struct s { long a; double b; };", "struct s", "C:0@0,1@8 D:0@0"},
      {"struct s { float a, b, c; };", "struct s", "C:0@0,1@4,2@8 D:0@0"},
      {"struct s { long a, b, c; };", "struct s", "S:0@0 D:1@0"},
      {"struct s { };", "struct s", "I D:0@0"},
      {"struct s { long double l; };", "struct s", "C:0@0 D:0@0"},
      {"", "_Complex double", "C:0@0,1@8 D:0@0"},
      {"", "_Complex long double", "C:0@0,1@16 D:0@0"},
      {"", "__int128", "C:0@0,1@8 D:0@0"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    bool is_void = !strcmp(cases[i].result, "void");
    char *text = fe_xformat("%s\n%s g;\n%s f(int y) { %s }\n", cases[i].types,
                            is_void ? "int" : cases[i].result, cases[i].result, is_void ? "" : "return g;");
    fe_program *p = load_text(text);
    TEST_ASSERT_EQUAL_STRING_MESSAGE(cases[i].want, passing(func(p, "f")), text);
    fe_program_free(p);
    free(text);
  }
}

static void test_old_style_and_unprototyped(void) {
  fe_program *p = load_text("int ext();\nint f(c, x) char c; float x; { return ext(c) + (int)x; }\n"
                            "int v(const char *fmt, ...) { return *fmt; }\n");
  TEST_ASSERT_EQUAL_STRING("D:0@0 D:0@0 D:1@0", passing(func(p, "f")));
  TEST_ASSERT_EQUAL_STRING("c", func(p, "f")->iface->params[0].name);
  TEST_ASSERT_EQUAL_STRING("D:0@0 D:0@0", passing(func(p, "v")));
  fe_program_free(p);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(test_bad_files_do_not_stop_the_others);
  RUN_TEST(test_nothing_to_load);
  RUN_TEST(test_deeply_nested_files_do_not_crash);
  RUN_TEST(test_nesting_a_generator_makes_is_read);
  RUN_TEST(test_flags_of_another_compiler);
  RUN_TEST(test_same_project_with_different_flags);
  RUN_TEST(test_unchanged_files_are_not_compiled);
  RUN_TEST(test_damaged_cache_is_only_a_miss);
  RUN_TEST(test_key_of_unchanged_sources);
  RUN_TEST(test_inline_functions_have_bodies);
  RUN_TEST(test_types_are_shared_between_files);
  RUN_TEST(test_statics_and_lookup);
  RUN_TEST(test_static_locals_of_one_name);
  RUN_TEST(test_size_limit);
  RUN_TEST(test_parameters_are_mapped_back);
  RUN_TEST(test_results_are_mapped_back);
  RUN_TEST(test_old_style_and_unprototyped);
  return UNITY_END();
}
