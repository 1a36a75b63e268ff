#include "tests/summaries/random_term.h"

#include <math.h>
#include <stdlib.h>
#include <unity.h>

static term_ctx *tc;
void setUp(void) { tc = term_ctx_new(); }
void tearDown(void) { term_ctx_free(tc); }

/* ---- the constructors mean what the operators mean ---- */

static const unsigned widths[] = {1, 7, 8, 31, 32, 33, 64, 100, 128};
enum { NWIDTHS = sizeof widths / sizeof *widths, ATOMS_PER_WIDTH = 2, NATOMS = NWIDTHS * ATOMS_PER_WIDTH };

static void check_facts(term t, u128 v) {
  u128 lo, hi;
  term_range(tc, t, &lo, &hi);
  TEST_ASSERT_TRUE_MESSAGE(lo <= v && v <= hi, "value outside the range");
  TEST_ASSERT_TRUE_MESSAGE((term_known_zero(tc, t) & v) == 0, "known zero is one");
  TEST_ASSERT_TRUE_MESSAGE((term_known_one(tc, t) & ~v) == 0, "known one is zero");
}

static void test_simplified_equals_plain(void) {
  rnd r = {88172645463325252u};
  unsigned cases = 0;
  for (int round = 0; cases < 200000; round++) {
    rnd_expr e = {.n = 0};
    int root = rnd_build(&r, tc, &e, widths[rnd_below(&r, NWIDTHS)], 1 + (int)rnd_below(&r, 5), widths,
                         NWIDTHS, ATOMS_PER_WIDTH);
    for (int i = 0; i < e.n; i++) TEST_ASSERT_EQUAL_UINT(e.at[i].width, term_get(tc, e.at[i].t)->width);
    for (int models = 0; models < 4; models++, cases++) {
      u128 atoms[NATOMS], memo[RND_MAX];
      char have[RND_MAX] = {0};
      term_model *m = term_model_new();
      for (unsigned i = 0; i < NATOMS; i++) {
        atoms[i] = rnd_value(&r, widths[i / ATOMS_PER_WIDTH]);
        term_model_set(m, i, atoms[i]);
      }
      ref_eval(&e, root, atoms, memo, have);
      for (int i = 0; i < e.n; i++) { /* every part of it */
        u128 want = ref_eval(&e, i, atoms, memo, have), got = term_eval(tc, e.at[i].t, m);
        if (want != got) {
          char *s = term_to_string(tc, e.at[i].t, NULL, 400);
          printf("round %d node %d op %d width %u: %s\n", round, i, e.at[i].op, e.at[i].width, s);
          free(s);
        }
        TEST_ASSERT_TRUE(want == got);
        check_facts(e.at[i].t, got);
      }
      term_model_free(m);
    }
    if (round % 500 == 499) { /* a fresh context keeps the collisions of hash-consing varied */
      term_ctx_free(tc);
      tc = term_ctx_new();
    }
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(test_simplified_equals_plain);
  return UNITY_END();
}
