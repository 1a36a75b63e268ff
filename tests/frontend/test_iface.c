/* What libclang tells about a translation unit, and that it survives being written and read. */
#include "frontend/iface.h"

#include <stdlib.h>
#include <string.h>
#include <unity.h>

static char dir[64];

void setUp(void) {
  strcpy(dir, "/tmp/summ-iface-XXXXXX");
  TEST_ASSERT_NOT_NULL(mkdtemp(dir));
}

void tearDown(void) {
  char command[128];
  snprintf(command, sizeof command, "rm -rf %s", dir);
  TEST_ASSERT_EQUAL_INT(0, system(command));
}

static fe_record read_text(const char *text) {
  char *path = fe_path_join(dir, "a.c");
  FILE *f = fopen(path, "w");
  TEST_ASSERT_NOT_NULL(f);
  fputs(text, f);
  fclose(f);
  free(path);
  fe_unit u = {.path = "a.c", .dir = dir};
  fe_strv flags = {0};
  size_t len;
  uint8_t *bytes = fe_iface_read(&u, &flags, &len);
  TEST_ASSERT_NOT_NULL(bytes);
  fe_record r;
  TEST_ASSERT_TRUE(fe_record_parse(&r, bytes, len));
  free(bytes);
  return r;
}

static const fe_rfunc *func(const fe_record *r, const char *name) {
  for (uint32_t i = 0; i < r->nfuncs; i++)
    if (!strcmp(r->funcs[i].linkage, name)) return &r->funcs[i];
  TEST_FAIL_MESSAGE(name);
  return NULL;
}

static const fe_rtype *global_type(const fe_record *r, const char *name) {
  for (uint32_t i = 0; i < r->nglobals; i++)
    if (!strcmp(r->globals[i].linkage, name)) return &r->types[r->globals[i].type];
  TEST_FAIL_MESSAGE(name);
  return NULL;
}

static void test_parameters(void) {
  fe_record r = read_text(
      "typedef int perm[4];\n"
      "typedef struct node { struct node *next; int key; } node;\n"
      "int f(perm p, int a[3], const char *s, node *list, int m[2][3], int cb(int), int q[]);\n");
  const fe_rfunc *f = func(&r, "f");
  static const struct {
    const char *name, *type;
    uint64_t bound;
  } want[] = {{"p", "int *", 4},     {"a", "int *", 3},      {"s", "const char *", 0},
              {"list", "node *", 0}, {"m", "int (*)[3]", 2}, {"cb", "int (*)(int)", 0},
              {"q", "int *", 0}};
  TEST_ASSERT_EQUAL_UINT32(7, f->nparams);
  for (uint32_t i = 0; i < 7; i++) {
    TEST_ASSERT_EQUAL_STRING(want[i].name, f->params[i].name);
    TEST_ASSERT_EQUAL_STRING(want[i].type, r.types[f->params[i].type].t.name);
    TEST_ASSERT_EQUAL_UINT8(FE_T_PTR, r.types[f->params[i].type].t.kind);
    TEST_ASSERT_EQUAL_UINT64(want[i].bound, f->params[i].bound);
  }
  const fe_ctype *node = &r.types[r.types[f->params[3].type].t.to].t;
  TEST_ASSERT_EQUAL_STRING("node", node->name);
  TEST_ASSERT_EQUAL_UINT8(FE_T_STRUCT, node->kind);
  TEST_ASSERT_EQUAL_UINT32(2, node->nfields);
  TEST_ASSERT_EQUAL_STRING("struct node *", r.types[node->fields[0].type].t.name);
  TEST_ASSERT_EQUAL_STRING("int", r.types[f->result.type].t.name);
  TEST_ASSERT_FALSE(f->is_definition);
  fe_record_free(&r);
}

static void test_nonnull(void) {
  fe_record r = read_text(
      "#define NN __attribute__((nonnull(1, 3)))\n"
      "int NN f(int *a, int *b, int *c, int d);\n"
      "int g(int *a, int *b, int c) __attribute__((nonnull));\n"
      "int *h(int *a __attribute__((nonnull)), int *b) __attribute__((returns_nonnull));\n"
      "int i(int a[static 3], int b[3], int *_Nonnull c);\n");
  static const struct {
    const char *name;
    unsigned nonnull, result;
  } want[] = {{"f", 1 | 4, 0}, {"g", 1 | 2, 0}, {"h", 1, 1}, {"i", 1 | 4, 0}};
  for (size_t i = 0; i < 4; i++) {
    const fe_rfunc *f = func(&r, want[i].name);
    unsigned got = 0;
    for (uint32_t k = 0; k < f->nparams; k++) got |= (unsigned)f->params[k].nonnull << k;
    TEST_ASSERT_EQUAL_UINT_MESSAGE(want[i].nonnull, got, want[i].name);
    TEST_ASSERT_EQUAL_UINT_MESSAGE(want[i].result, f->result.nonnull, want[i].name);
  }
  fe_record_free(&r);
}

static void test_layouts(void) {
  fe_record r = read_text(
      "enum color { RED, GREEN = 5, BLUE = -1 };\n"
      "union u { char c[8]; double d; };\n"
      "struct s { unsigned a : 3; int b : 10; struct { short x, y; }; enum color e; union u u;\n"
      "  const char *name; int flex[]; } s;\n"
      "const unsigned long table[2][3] = {{1}};\n"
      "_Bool flag; long double ld; __int128 big; _Complex double cd; struct undefined *ptr;\n");
  const fe_ctype *s = &global_type(&r, "s")->t;
  TEST_ASSERT_EQUAL_UINT8(FE_T_STRUCT, s->kind);
  TEST_ASSERT_EQUAL_UINT64(32, s->size);
  TEST_ASSERT_EQUAL_UINT32(7, s->nfields);
  TEST_ASSERT_EQUAL_UINT32(3, s->fields[0].bit_width);
  TEST_ASSERT_EQUAL_UINT64(3, s->fields[1].bit_offset);
  TEST_ASSERT_EQUAL_UINT32(10, s->fields[1].bit_width);
  TEST_ASSERT_EQUAL_STRING("", s->fields[2].name);
  TEST_ASSERT_EQUAL_STRING("struct {...}", r.types[s->fields[2].type].t.name);
  TEST_ASSERT_EQUAL_UINT64(16, r.types[s->fields[2].type].t.fields[1].bit_offset);
  TEST_ASSERT_EQUAL_UINT64(64, s->fields[3].bit_offset);
  const fe_ctype *e = &r.types[s->fields[3].type].t;
  TEST_ASSERT_EQUAL_UINT8(FE_T_ENUM, e->kind);
  TEST_ASSERT_TRUE(e->is_signed);
  TEST_ASSERT_EQUAL_UINT32(3, e->nenumerators);
  TEST_ASSERT_EQUAL_STRING("BLUE", e->enumerators[2].name);
  TEST_ASSERT_EQUAL_INT64(-1, e->enumerators[2].value);
  TEST_ASSERT_EQUAL_UINT8(FE_T_UNION, r.types[s->fields[4].type].t.kind);
  TEST_ASSERT_EQUAL_UINT8(FE_T_ARRAY, r.types[s->fields[6].type].t.kind);
  TEST_ASSERT_EQUAL_UINT64(0, r.types[s->fields[6].type].t.count);

  const fe_ctype *table = &global_type(&r, "table")->t;
  TEST_ASSERT_TRUE(table->is_const);
  TEST_ASSERT_EQUAL_UINT64(2, table->count);
  TEST_ASSERT_EQUAL_UINT64(3, r.types[table->to].t.count);
  const fe_ctype *elem = &r.types[r.types[table->to].t.to].t;
  TEST_ASSERT_EQUAL_STRING("const unsigned long", elem->name);
  TEST_ASSERT_FALSE(elem->is_signed);
  TEST_ASSERT_EQUAL_UINT8(FE_T_BOOL, global_type(&r, "flag")->t.kind);
  TEST_ASSERT_EQUAL_UINT64(16, global_type(&r, "ld")->t.size);
  TEST_ASSERT_EQUAL_UINT8(FE_T_FLOAT, global_type(&r, "ld")->t.kind);
  TEST_ASSERT_EQUAL_UINT8(FE_T_INT, global_type(&r, "big")->t.kind);
  TEST_ASSERT_EQUAL_UINT64(16, global_type(&r, "big")->t.size);
  TEST_ASSERT_EQUAL_UINT8(FE_T_OTHER, global_type(&r, "cd")->t.kind);
  const fe_rtype *undefined = &r.types[global_type(&r, "ptr")->t.to];
  TEST_ASSERT_EQUAL_UINT64(0, undefined->t.size);
  TEST_ASSERT_EQUAL_STRING("struct undefined", undefined->tag);
  fe_record_free(&r);
}

static void test_static_locals_and_ranges(void) {
  fe_record r = read_text("static int counter;\n"
                          "int f(void) {\n  static const char *names[3];\n  return names[0] != 0;\n}\n"
                          "int g(void) __asm__(\"g_renamed\");\n");
  TEST_ASSERT_EQUAL_STRING("const char *[3]", global_type(&r, "f.names")->t.name);
  TEST_ASSERT_EQUAL_STRING("int", global_type(&r, "counter")->t.name);
  const fe_rfunc *f = func(&r, "f");
  TEST_ASSERT_TRUE(f->is_definition);
  TEST_ASSERT_EQUAL_UINT32(2, f->begin_line);
  TEST_ASSERT_EQUAL_UINT32(5, f->end_line);
  func(&r, "g_renamed");
  fe_record_free(&r);
}

static void test_range_of_a_skipped_body(void) {
  fe_record r = read_text("int f(int x)\n{\n  if (x) {\n    x++;\n  }\n  return x;\n}\nint y;\n");
  const fe_rfunc *f = func(&r, "f");
  TEST_ASSERT_TRUE(f->is_definition);
  TEST_ASSERT_EQUAL_UINT32(1, f->begin_line);
  TEST_ASSERT_EQUAL_UINT32(7, f->end_line);
  fe_record_free(&r);
}

static void test_damaged_records_are_refused(void) {
  fe_record r = read_text("struct s { int a; struct s *n; }; int f(struct s *p) { return p->a; }\n");
  fe_buf b = {0};
  fe_record_write(&b, &r);
  fe_record_free(&r);
  for (size_t cut = 0; cut < b.n; cut++) TEST_ASSERT_FALSE(fe_record_parse(&r, b.p, cut));
  for (size_t i = 0; i < b.n; i++) { /* whatever the byte, no crash */
    uint8_t old = b.p[i];
    b.p[i] = (uint8_t)(old ^ 0xff);
    if (fe_record_parse(&r, b.p, b.n)) fe_record_free(&r);
    b.p[i] = old;
  }
  free(b.p);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(test_parameters);
  RUN_TEST(test_nonnull);
  RUN_TEST(test_layouts);
  RUN_TEST(test_static_locals_and_ranges);
  RUN_TEST(test_range_of_a_skipped_body);
  RUN_TEST(test_damaged_records_are_refused);
  return UNITY_END();
}
