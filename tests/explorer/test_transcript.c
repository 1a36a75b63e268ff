/* With a transcript every answer, model and effort is what it is without: whether the transcript fits to the end, up to some
 * query, or not at all, and whether it is whole or damaged. */
#include "explorer/solver.h"
#include "tests/summaries/random_term.h"

#include <stdlib.h>
#include <unity.h>

void setUp(void) {}
void tearDown(void) {}

enum { STEPS = 24, ATOMS = 6, NEVER = STEPS };
static const unsigned widths[] = {1, 12, 6};

typedef struct step {
  ex_sat said;
  uint64_t effort;
  u128 values[ATOMS];
} step;

typedef struct play {
  step steps[STEPS];
  uint64_t asked, answered; /* of Z3; of these, by the transcript */
  uint8_t *bytes;
  size_t len;
} play;

/* A walk over path conditions that grow and shrink, every query straight to Z3; another one from query `turn` on. */
static play walk(uint64_t seed, int turn, const uint8_t *bytes, size_t len) {
  play p = {.asked = 0};
  rnd r = {seed};
  term_ctx *tc = term_ctx_new();
  ex_solver_options opt = {.plain = true, .rlimit = 4000};
  ex_solver *s = ex_solver_new(tc, &opt);
  ex_solver_follow(s, bytes, len);
  ex_pc *path[STEPS + 1] = {NULL};
  int depth = 0;
  term_model *none = term_model_new();
  for (int i = 0; i < STEPS; i++) {
    if (i == turn) r.s ^= 0x5555555555;
    rnd_expr e = {.n = 0};
    int root = rnd_build(&r, tc, &e, 1, 2 + (int)rnd_below(&r, 4), widths, 3, ATOMS / 3);
    term c = e.at[root].t;
    term_model *m = NULL;
    p.steps[i].said = ex_solve(s, path[depth], c, none, &m);
    p.steps[i].effort = ex_solver_effort(s);
    for (uint32_t a = 0; a < ATOMS && m; a++) p.steps[i].values[a] = term_model_get(m, a);
    term_model_free(m);
    if (p.steps[i].said == EX_SAT && rnd_below(&r, 4)) {
      path[depth + 1] = ex_pc_push(s, path[depth], c);
      depth++;
    }
    for (uint32_t back = rnd_below(&r, 3) ? 0 : rnd_below(&r, 4); back && depth; back--)
      ex_pc_unref(s, path[depth--]);
  }
  while (depth) ex_pc_unref(s, path[depth--]);
  p.asked = ex_solver_get_stats(s)->by_z3;
  p.answered = ex_solver_get_stats(s)->by_transcript;
  p.bytes = ex_solver_transcript(s, &p.len);
  term_model_free(none);
  ex_solver_free(s);
  term_ctx_free(tc);
  return p;
}

static void expect_same(const play *a, const play *b) {
  for (int i = 0; i < STEPS; i++) {
    TEST_ASSERT_EQUAL_INT(a->steps[i].said, b->steps[i].said);
    TEST_ASSERT_EQUAL_UINT64(a->steps[i].effort, b->steps[i].effort);
    TEST_ASSERT_EQUAL_MEMORY(a->steps[i].values, b->steps[i].values, sizeof a->steps[i].values);
  }
}

static void test_the_same_again_asks_nothing(void) {
  for (uint64_t seed = 1; seed <= 6; seed++) {
    play first = walk(seed, NEVER, NULL, 0);
    TEST_ASSERT_NOT_NULL(first.bytes);
    TEST_ASSERT_EQUAL_UINT64(0, first.answered);
    play again = walk(seed, NEVER, first.bytes, first.len);
    expect_same(&first, &again);
    TEST_ASSERT_EQUAL_UINT64(first.asked, again.asked);
    TEST_ASSERT_EQUAL_UINT64(first.asked, again.answered);
    TEST_ASSERT_NULL(again.bytes); /* nothing new to keep */
    free(first.bytes);
  }
}

static void test_another_turn_is_as_without(void) {
  uint64_t answered = 0;
  for (uint64_t seed = 1; seed <= 12; seed++) {
    int turn = (int)(seed % STEPS);
    play old = walk(seed, NEVER, NULL, 0), plain = walk(seed, turn, NULL, 0);
    play with = walk(seed, turn, old.bytes, old.len);
    expect_same(&plain, &with);
    answered += with.answered;
    TEST_ASSERT_NOT_NULL(with.bytes);
    TEST_ASSERT_EQUAL_UINT64(plain.len, with.len);
    TEST_ASSERT_EQUAL_MEMORY(plain.bytes, with.bytes, with.len);
    free(old.bytes), free(plain.bytes), free(with.bytes);
  }
  TEST_ASSERT_GREATER_THAN_UINT64(50, answered);
}

static void test_a_damaged_one_changes_nothing(void) {
  play whole = walk(7, NEVER, NULL, 0);
  for (size_t i = 0; i < 10; i++) { /* cut anywhere; the rest is of no use */
    play cut = walk(7, NEVER, whole.bytes, i * whole.len / 10);
    expect_same(&whole, &cut);
    TEST_ASSERT_EQUAL_MEMORY(whole.bytes, cut.bytes, whole.len);
    free(cut.bytes);
  }
  play other = walk(8, NEVER, NULL, 0), mixed = walk(7, NEVER, other.bytes, other.len);
  expect_same(&whole, &mixed);
  TEST_ASSERT_EQUAL_UINT64(0, mixed.answered);
  free(whole.bytes), free(other.bytes), free(mixed.bytes);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(test_the_same_again_asks_nothing);
  RUN_TEST(test_another_turn_is_as_without);
  RUN_TEST(test_a_damaged_one_changes_nothing);
  return UNITY_END();
}
