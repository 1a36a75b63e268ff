/* Differences are found by behaviour: other numbers for the same thing are none, another result for one input is one. */
#include "summaries/compare.h"
#include "unity.h"

#include <stdlib.h>

void setUp(void) {}
void tearDown(void) {}

/* int f(int n, node *p): n < limit ? returns low : (p->key = n, returns p->key + more). `twist` numbers everything in another
 * order and writes the conditions down differently. */
static sum_summary *make(int limit, int low, int more, bool twist) {
  sum_summary *s = sum_new("c:@F@f", "f");
  shape_atom an = {.kind = SHAPE_PARAM, .index = 0, .width = 32, .is_signed = true, .name = "n"};
  shape_atom ap = {
      .kind = SHAPE_PARAM, .index = 1, .width = 64, .is_pointer = true, .name = twist ? "q" : "p"};
  shape_obj junk = {.kind = SHAPE_GLOBAL, .symbol = "c:@unused", .size = 4};
  if (twist) shape_obj_intern(s->space, &junk);
  uint32_t p = twist ? shape_atom_intern(s->space, &ap) : 0, n = shape_atom_intern(s->space, &an);
  if (!twist) p = shape_atom_intern(s->space, &ap);
  shape_obj node = {.kind = SHAPE_INPUT, .via = p, .name = "*p", .type = "node"};
  uint32_t obj = shape_obj_intern(s->space, &node);
  shape_atom ak = {
      .kind = SHAPE_CELL, .obj = obj, .offset = 8, .width = 32, .is_signed = true, .name = "p->key"};
  uint32_t k = shape_atom_intern(s->space, &ak);
  term_ctx *tc = s->tc;
  term tn = term_atom(tc, 32, n), tp = term_atom(tc, 64, p), bound = term_const(tc, 32, (uint32_t)limit);
  term less = twist ? term_not(tc, term_bin(tc, T_SLE, bound, tn)) : term_bin(tc, T_SLT, tn, bound);
  s->ncases = 2, s->nvariants = 1;
  s->cases = sum_alloc_bytes(s, 2 * sizeof *s->cases);
  s->variants = sum_alloc_bytes(s, sizeof *s->variants);
  sum_case *small = &s->cases[twist ? 1 : 0], *large = &s->cases[twist ? 0 : 1];
  small->detail = large->detail = "";
  small->constraint = sum_alloc_bytes(s, sizeof(term)), small->nconstraint = 1, small->constraint[0] = less;
  small->ret = sum_alloc_bytes(s, sizeof(term)), small->nret = 1,
  small->ret[0] = term_const(tc, 32, (uint32_t)low);
  small->witness = sum_alloc_bytes(s, sizeof(sum_value)), small->nwitness = 1;
  small->witness[0] = (sum_value){n, (uint32_t)(limit - 5), 0};
  large->constraint = sum_alloc_bytes(s, 2 * sizeof(term)), large->nconstraint = 2;
  large->constraint[0] = term_not(tc, less);
  large->constraint[1] = term_eq(tc, tp, term_addr(tc, obj, 0));
  large->ret = sum_alloc_bytes(s, sizeof(term)), large->nret = 1;
  large->ret[0] = term_bin(tc, T_ADD, term_atom(tc, 32, k), term_const(tc, 32, (uint32_t)more));
  large->writes = sum_alloc_bytes(s, sizeof(sum_write)), large->nwrites = 1;
  large->writes[0] = (sum_write){obj, 8, 4, tn};
  large->witness = sum_alloc_bytes(s, 3 * sizeof(sum_value)), large->nwitness = 3;
  large->witness[0] = (sum_value){n, (uint32_t)(limit + 20), 0};
  large->witness[1] = (sum_value){p, term_addr_value(obj, 0), 0};
  large->witness[2] = (sum_value){k, 7, 0};
  return s;
}

static uint32_t differences(sum_summary *a, sum_summary *b, sum_difference out[8]) {
  uint32_t n;
  sum_difference *d = sum_compare(a, b, &n, NULL);
  for (uint32_t i = 0; i < n && i < 8; i++) out[i] = d[i];
  free(d), sum_free(a), sum_free(b);
  return n;
}

static void test_writing_it_down_differently_is_no_difference(void) {
  sum_difference d[8];
  TEST_ASSERT_EQUAL_UINT32(0, differences(make(10, 1, 2, false), make(10, 1, 2, false), d));
  TEST_ASSERT_EQUAL_UINT32(0, differences(make(10, 1, 2, false), make(10, 1, 2, true), d));
  TEST_ASSERT_EQUAL_UINT32(0, differences(make(10, 1, 2, true), make(10, 1, 2, false), d));
}

static void test_another_result_is_a_change(void) {
  sum_difference d[8];
  TEST_ASSERT_EQUAL_UINT32(1, differences(make(10, 1, 2, false), make(10, 9, 2, true), d));
  TEST_ASSERT_EQUAL_UINT8(SUM_CHANGED, d[0].change);
  TEST_ASSERT_EQUAL_UINT32(0, d[0].before);
  TEST_ASSERT_EQUAL_UINT32(1, d[0].now);
  TEST_ASSERT_EQUAL_UINT32(1, differences(make(10, 1, 2, false), make(10, 1, 3, false), d));
  TEST_ASSERT_EQUAL_UINT32(1, d[0].before);
}

static bool has_change(const sum_difference *d, uint32_t n, uint32_t before, uint32_t now) {
  for (uint32_t i = 0; i < n; i++)
    if (d[i].change == SUM_CHANGED && d[i].before == before && d[i].now == now) return true;
  return false;
}

static void test_a_moved_limit_shows_beyond_it(void) {
  sum_difference d[8];
  /* small's witness is limit - 5, large's limit + 20: with 10 and 40 they are 5, 30 and 35, 60 */
  uint32_t n = differences(make(10, 1, 2, false), make(40, 1, 2, false), d);
  TEST_ASSERT_TRUE(has_change(d, n, 1, 0));
}

/* By one: no witness lies between, but a number that the conditions name does. */
static void test_a_limit_moved_by_one_shows_next_to_it(void) {
  sum_difference d[8];
  uint32_t n = differences(make(10, 1, 2, false), make(11, 1, 2, false), d);
  TEST_ASSERT_TRUE(has_change(d, n, 1, 0));
  TEST_ASSERT_TRUE(d[0].atom);
  TEST_ASSERT_EQUAL_UINT64(10, d[0].value);
}

static void test_a_missing_case_disappears_and_appears(void) {
  sum_difference d[8];
  sum_summary *less = make(10, 1, 2, false);
  less->ncases = 1;
  TEST_ASSERT_EQUAL_UINT32(1, differences(make(10, 1, 2, false), less, d));
  TEST_ASSERT_EQUAL_UINT8(SUM_DISAPPEARED, d[0].change);
  TEST_ASSERT_EQUAL_UINT32(1, d[0].before);
  TEST_ASSERT_EQUAL_UINT32(SHAPE_NONE, d[0].now);
  less = make(10, 1, 2, false);
  less->ncases = 1;
  TEST_ASSERT_EQUAL_UINT32(1, differences(less, make(10, 1, 2, false), d));
  TEST_ASSERT_EQUAL_UINT8(SUM_APPEARED, d[0].change);
  TEST_ASSERT_EQUAL_UINT32(1, d[0].now);
}

static void test_another_outcome_is_a_change(void) {
  sum_difference d[8];
  sum_summary *b = make(10, 1, 2, false);
  b->cases[0].outcome = SUM_DIV_ZERO;
  TEST_ASSERT_EQUAL_UINT32(1, differences(make(10, 1, 2, false), b, d));
  TEST_ASSERT_EQUAL_UINT8(SUM_CHANGED, d[0].change);
}

/* unsigned long g(unsigned long a, unsigned long b): a * b, or a * b + (a >> 12): alike wherever a is small, and where b is 0. */
static sum_summary *product(bool shifted, bool squared) {
  sum_summary *s = sum_new("c:@F@g", "g");
  shape_atom aa = {.kind = SHAPE_PARAM, .index = 0, .width = 64, .name = "a"}, ab = aa;
  ab.index = 1, ab.name = "b";
  term a = term_atom(s->tc, 64, shape_atom_intern(s->space, &aa));
  term b = term_atom(s->tc, 64, shape_atom_intern(s->space, &ab));
  s->cases = sum_alloc_bytes(s, sizeof *s->cases), s->ncases = 1;
  s->variants = sum_alloc_bytes(s, sizeof *s->variants), s->nvariants = 1;
  sum_case *c = s->cases;
  c->detail = "", c->ret = sum_alloc_bytes(s, sizeof(term)), c->nret = 1;
  c->ret[0] = term_bin(s->tc, T_MUL, squared ? term_bin(s->tc, T_MUL, a, b) : a, b);
  if (shifted)
    c->ret[0] = term_bin(s->tc, T_ADD, c->ret[0], term_bin(s->tc, T_LSHR, a, term_const(s->tc, 64, 12)));
  return s;
}

static void test_a_difference_that_only_large_numbers_show(void) {
  sum_difference d[8];
  TEST_ASSERT_EQUAL_UINT32(1, differences(product(false, false), product(true, false), d));
  TEST_ASSERT_TRUE(d[0].value >= 1 << 12);
}

static void test_a_difference_that_one_number_alone_does_not_show(void) {
  sum_difference d[8];
  TEST_ASSERT_EQUAL_UINT32(1, differences(product(false, false), product(false, true), d));
  TEST_ASSERT_TRUE(d[0].atom && d[0].value && d[0].fill);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(test_writing_it_down_differently_is_no_difference);
  RUN_TEST(test_another_result_is_a_change);
  RUN_TEST(test_a_moved_limit_shows_beyond_it);
  RUN_TEST(test_a_limit_moved_by_one_shows_next_to_it);
  RUN_TEST(test_a_missing_case_disappears_and_appears);
  RUN_TEST(test_another_outcome_is_a_change);
  RUN_TEST(test_a_difference_that_only_large_numbers_show);
  RUN_TEST(test_a_difference_that_one_number_alone_does_not_show);
  return UNITY_END();
}
