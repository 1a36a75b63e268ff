#include "explorer/solver.h"
#include "tests/summaries/random_term.h"

#include <stdio.h>
#include <stdlib.h>
#include <unity.h>

void setUp(void) {}
void tearDown(void) {}

/* ---- against brute force ---- */

static const unsigned widths[] = {1, 4, 3};
enum { NWIDTHS = 3, PER_WIDTH = 2, NATOMS = NWIDTHS * PER_WIDTH, BITS = PER_WIDTH * (1 + 4 + 3) };

static void unpack(unsigned all, u128 *atoms) {
  for (unsigned i = 0; i < NATOMS; i++) {
    unsigned w = widths[i / PER_WIDTH];
    atoms[i] = all & ((1u << w) - 1);
    all >>= w;
  }
}

static bool holds(const rnd_expr *e, int root, const u128 *atoms) {
  u128 memo[RND_MAX];
  char have[RND_MAX] = {0};
  return ref_eval(e, root, atoms, memo, have) != 0;
}

/* A path of random constraints; alive[] is the set of all inputs that satisfy it. */
static void random_path(rnd *r, ex_solver *stack, ex_solver *plain, term_ctx *tc, unsigned *checked) {
  static unsigned char alive[1u << BITS];
  memset(alive, 1, sizeof alive);
  ex_pc *pc = NULL, *pc_plain = NULL;
  term_model *witness = term_model_new();
  for (int step = 0; step < 8; step++) {
    rnd_expr e = {.n = 0};
    int root = rnd_build(r, tc, &e, 1, 1 + (int)rnd_below(r, 4), widths, NWIDTHS, PER_WIDTH);
    term c = e.at[root].t;
    unsigned yes = 0, no = 0;
    static unsigned char value[1u << BITS];
    for (unsigned all = 0; all < 1u << BITS; all++) {
      if (!alive[all]) continue;
      u128 atoms[NATOMS];
      unpack(all, atoms);
      value[all] = holds(&e, root, atoms);
      if (value[all])
        yes++;
      else
        no++;
    }
    term_model *m = NULL, *m2 = NULL;
    ex_sat got = ex_solve(stack, pc, c, witness, &m), got2 = ex_solve(plain, pc_plain, c, witness, &m2);
    TEST_ASSERT_EQUAL_INT(yes ? EX_SAT : EX_UNSAT, got);
    TEST_ASSERT_EQUAL_INT(yes ? EX_SAT : EX_UNSAT, got2);
    ++*checked;
    if (m) {
      unsigned all = 0;
      for (unsigned i = NATOMS; i-- > 0;) all = all << widths[i / PER_WIDTH] | (unsigned)term_model_get(m, i);
      TEST_ASSERT_TRUE_MESSAGE(alive[all] && value[all], "the model does not satisfy the path");
    }
    bool take = yes && (!no || rnd_below(r, 2));
    if (take) {
      term_model_free(witness);
      witness = term_model_copy(m);
    } else if (yes && !term_eval(tc, term_not(tc, c), witness)) { /* a witness of the other side */
      term_model *other = NULL;
      TEST_ASSERT_EQUAL_INT(EX_SAT, ex_solve(stack, pc, term_not(tc, c), witness, &other));
      term_model_free(witness);
      witness = other;
    }
    term_model_free(m);
    term_model_free(m2);
    term side = take ? c : term_not(tc, c);
    for (unsigned all = 0; all < 1u << BITS; all++) alive[all] = alive[all] && value[all] == take;
    ex_pc *next = ex_pc_push(stack, pc, side), *next_plain = ex_pc_push(plain, pc_plain, side);
    ex_pc_unref(stack, pc);
    ex_pc_unref(plain, pc_plain);
    pc = next, pc_plain = next_plain;
  }
  ex_pc_unref(stack, pc);
  ex_pc_unref(plain, pc_plain);
  term_model_free(witness);
}

static void test_random_paths_against_brute_force(void) {
  rnd r = {20240601u};
  unsigned checked = 0;
  for (int round = 0; round < 4; round++) {
    term_ctx *tc = term_ctx_new();
    ex_solver *stack = ex_solver_new(tc, NULL),
              *plain = ex_solver_new(tc, &(ex_solver_options){.plain = true});
    for (int path = 0; path < 10; path++) random_path(&r, stack, plain, tc, &checked);
    TEST_ASSERT_EQUAL_UINT64(0, ex_solver_get_stats(stack)->unknown);
    ex_solver_free(stack);
    ex_solver_free(plain);
    term_ctx_free(tc);
  }
  TEST_ASSERT_EQUAL_UINT(320, checked);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(test_random_paths_against_brute_force);
  return UNITY_END();
}
