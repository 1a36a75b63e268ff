// The three forms of a summary, on one made by hand: f(node *p, int n) with p == NULL, and with p->key < n.
#include "emit/emit.h"
#include "unity.h"

#include <stdlib.h>
#include <string.h>

static sum_summary *s;
static emit_view view;

static void place(void *self, const char *usr, uint32_t insn, emit_place *out) {
  (void)self, (void)usr;
  *out = (emit_place){"f.c", insn + 1, 3, insn == 1 ? "p == NULL" : insn == 2 ? "p->key < n" : ""};
}

static void edge(void *self, const sum_decision *d, char *buf, size_t cap) {
  (void)self;
  snprintf(buf, cap, "%s", d->edge ? "true" : "false");
}

static void *copy(const void *from, size_t size) { return memcpy(sum_alloc_bytes(s, size), from, size); }
#define COPY(type, ...) copy((type[])__VA_ARGS__, sizeof((type[])__VA_ARGS__))

void setUp(void) {
  s = sum_new("c:@F@f", "f");
  uint32_t p = shape_atom_intern(
      s->space,
      &(shape_atom){
          .kind = SHAPE_PARAM, .index = 0, .width = 64, .is_pointer = true, .name = "p", .type = "node *"});
  uint32_t n = shape_atom_intern(
      s->space,
      &(shape_atom){
          .kind = SHAPE_PARAM, .index = 1, .width = 32, .is_signed = true, .name = "n", .type = "int"});
  uint32_t obj = shape_obj_intern(
      s->space,
      &(shape_obj){.kind = SHAPE_INPUT, .via = p, .symbol = "", .name = "*p", .type = "node", .elem = 16});
  uint32_t key = shape_atom_intern(s->space, &(shape_atom){.kind = SHAPE_CELL,
                                                           .obj = obj,
                                                           .offset = 0,
                                                           .width = 32,
                                                           .is_signed = true,
                                                           .name = "p->key",
                                                           .type = "int"});
  term tp = term_atom(s->tc, 64, p), tn = term_atom(s->tc, 32, n), tk = term_atom(s->tc, 32, key);
  term is_null = term_eq(s->tc, tp, term_const(s->tc, 64, 0));
  s->ncases = 2;
  s->cases = sum_alloc_bytes(s, 2 * sizeof *s->cases);
  s->cases[0] = (sum_case){.decisions = COPY(sum_decision, {{1, 1}}),
                           .ndecisions = 1,
                           .constraint = COPY(term, {is_null}),
                           .nconstraint = 1,
                           .outcome = SUM_NULL_DEREF,
                           .stack = COPY(sum_place, {{"c:@F@f", 4}}),
                           .nstack = 1,
                           .detail = "p is NULL"};
  s->cases[1] = (sum_case){
      .decisions = COPY(sum_decision, {{1, 0}, {2, 1}}),
      .ndecisions = 2,
      .constraint = COPY(term, {term_not(s->tc, is_null), term_bin(s->tc, T_SLT, tk, tn)}),
      .nconstraint = 2,
      .needs = COPY(sum_need, {{obj, 0, 16}}),
      .nneeds = 1,
      .outcome = SUM_RETURNED,
      .detail = "",
      .ret = COPY(term, {tn}),
      .nret = 1,
      .writes = COPY(sum_write, {{obj, 0, 4, tn}, {obj, 8, 8, term_const(s->tc, 64, 0)}}),
      .nwrites = 2,
      .witness = COPY(sum_value, {{p, term_addr_value(obj, 0), 0}, {n, 0, 0}, {key, 0xffffffff, 0}}),
      .nwitness = 3};
  s->status = SUM_PARTIAL;
  s->bounds = COPY(sum_bound, {{SUM_B_LOOP, {"c:@F@f", 6}, 2}});
  s->nbounds = 1;
  s->nbranches = 4, s->ncovered = 3;
  view = (emit_view){.summary = s,
                     .file = "f.c",
                     .line = 1,
                     .signature = "int f(node *p, int n)",
                     .place = place,
                     .edge = edge};
}

void tearDown(void) { sum_free(s); }

static char *printed(void (*print)(FILE *, const emit_view *)) {
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  print(out, &view);
  fclose(out);
  return text;
}

static void test_text(void) {
  char *text = printed(emit_text);
  TEST_ASSERT_EQUAL_STRING("int f(node *p, int n)  f.c:1\n"
                           "partial: 2 cases, 3 of 4 branches covered\n"
                           "cut: loop bound at f.c:7 (2 times)\n"
                           "\n"
                           "case 1: null dereference at f.c:5: p is NULL\n"
                           "  path      2: p == NULL is true\n"
                           "  when      p == 0\n"
                           "  input     p = NULL\n"
                           "            n = 0\n"
                           "\n"
                           "case 2: returned\n"
                           "  path      2: p == NULL is false\n"
                           "            3: p->key < n is true\n"
                           "  when      p != 0\n"
                           "            p->key < n\n"
                           "  input     p → node, 16 bytes\n"
                           "            └ p->key = -1\n"
                           "            n = 0\n"
                           "  returns   n\n"
                           "  effect    p->key = n\n"
                           "            *p[8..15] = 0\n",
                           text);
  free(text);
}

static void test_json(void) {
  cJSON *o = emit_json(&view);
  TEST_ASSERT_EQUAL_STRING("partial", cJSON_GetObjectItem(o, "status")->valuestring);
  cJSON *cases = cJSON_GetObjectItem(o, "cases");
  TEST_ASSERT_EQUAL(2, cJSON_GetArraySize(cases));
  cJSON *first = cJSON_GetArrayItem(cases, 0), *second = cJSON_GetArrayItem(cases, 1);
  TEST_ASSERT_TRUE(cJSON_IsTrue(cJSON_GetObjectItem(first, "error")));
  TEST_ASSERT_TRUE(cJSON_IsNull(cJSON_GetObjectItem(cJSON_GetObjectItem(first, "witness"), "p")));
  TEST_ASSERT_EQUAL(
      5, cJSON_GetObjectItem(cJSON_GetArrayItem(cJSON_GetObjectItem(first, "stack"), 0), "line")->valueint);
  char *witness = cJSON_PrintUnformatted(cJSON_GetObjectItem(second, "witness"));
  TEST_ASSERT_EQUAL_STRING("{\"p\":\"p\",\"n\":0,\"p->key\":-1}", witness);
  cJSON_free(witness);
  TEST_ASSERT_EQUAL(2, cJSON_GetArraySize(cJSON_GetObjectItem(second, "decisions")));
  cJSON_Delete(o);
}

static void test_dot(void) {
  char *text = printed(emit_dot);
  TEST_ASSERT_NOT_NULL(strstr(text, "digraph \"f\" {\n"));
  TEST_ASSERT_NOT_NULL(strstr(text, "label=\"case 2: returned\""));
  TEST_ASSERT_NOT_NULL(strstr(text, "c2_o0:a1 -> c2_o1;"));
  TEST_ASSERT_NULL(strstr(text, "c1_o0:a1 ->"));
  TEST_ASSERT_NOT_NULL(strstr(text, "p-&gt;key = -1"));
  free(text);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(test_text);
  RUN_TEST(test_json);
  RUN_TEST(test_dot);
  return UNITY_END();
}
