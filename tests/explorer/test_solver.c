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

/* ---- against Z3 alone, at real widths ---- */

static void test_random_paths_against_z3(void) {
  static const unsigned wide[] = {1, 8, 32, 64, 100};
  rnd r = {77u};
  unsigned compared = 0;
  for (int round = 0; round < 6; round++) {
    term_ctx *tc = term_ctx_new();
    ex_solver *stack = ex_solver_new(tc, &(ex_solver_options){.rlimit = 300000});
    ex_solver *plain = ex_solver_new(tc, &(ex_solver_options){.plain = true, .rlimit = 300000});
    for (int path = 0; path < 6; path++) {
      ex_pc *pc = NULL, *pc_plain = NULL;
      term_model *witness = term_model_new();
      for (int step = 0; step < 6; step++) {
        rnd_expr e = {.n = 0};
        term c = e.at[rnd_build(&r, tc, &e, 1, 1 + (int)rnd_below(&r, 3), wide, 5, 2)].t;
        c = e.at[e.n - 1].t;
        term_model *m = NULL, *m2 = NULL;
        ex_sat got = ex_solve(stack, pc, c, witness, &m), got2 = ex_solve(plain, pc_plain, c, witness, &m2);
        if (got != EX_UNKNOWN && got2 != EX_UNKNOWN) {
          TEST_ASSERT_EQUAL_INT(got2, got);
          compared++;
        }
        term side = m ? c : term_not(tc, c);
        if (m) {
          TEST_ASSERT_TRUE(term_eval(tc, c, m) != 0);
          for (ex_pc *p = pc; p; p = ex_pc_parent(p)) TEST_ASSERT_TRUE(term_eval(tc, ex_pc_term(p), m) != 0);
          term_model_free(witness);
          witness = m;
        } else if (!term_eval(tc, side, witness)) {
          break; /* unknown both ways */
        }
        term_model_free(m2);
        m2 = NULL;
        ex_pc *next = ex_pc_push(stack, pc, side), *next_plain = ex_pc_push(plain, pc_plain, side);
        ex_pc_unref(stack, pc);
        ex_pc_unref(plain, pc_plain);
        pc = next, pc_plain = next_plain;
      }
      ex_pc_unref(stack, pc);
      ex_pc_unref(plain, pc_plain);
      term_model_free(witness);
    }
    ex_solver_free(stack);
    ex_solver_free(plain);
    term_ctx_free(tc);
  }
  TEST_ASSERT_TRUE(compared > 150);
}

/* ---- comparisons between atoms, against brute force ---- */

enum { KEYS = 5, KEY_BITS = 3, ALL = 1 << (KEYS * KEY_BITS) };

static term random_comparison(rnd *r, term_ctx *tc, bool allow_const) {
  term a = term_atom(tc, KEY_BITS, rnd_below(r, KEYS));
  term b = allow_const && rnd_below(r, 3) == 0 ? term_const(tc, KEY_BITS, rnd_below(r, 8))
                                               : term_atom(tc, KEY_BITS, rnd_below(r, KEYS));
  if (rnd_below(r, 2)) {
    term t = a;
    a = b, b = t;
  }
  term c = term_bin(tc, T_EQ + (term_op)rnd_below(r, T_SLE - T_EQ + 1), a, b);
  return rnd_below(r, 2) ? c : term_not(tc, c);
}

static void test_orders_against_brute_force(void) {
  rnd r = {4711u};
  term_ctx *tc = term_ctx_new();
  ex_solver *s = ex_solver_new(tc, NULL);
  static unsigned char alive[ALL], value[ALL];
  for (int path = 0; path < 60; path++) {
    ex_pc *pc = NULL;
    term_model *witness = term_model_new(), *probe = term_model_new();
    memset(alive, 1, sizeof alive);
    for (int step = 0; step < 10; step++) {
      term c = random_comparison(&r, tc, true);
      unsigned yes = 0;
      for (unsigned all = 0; all < ALL; all++) {
        if (!alive[all]) continue;
        for (unsigned i = 0; i < KEYS; i++) term_model_set(probe, i, all >> (i * KEY_BITS) & 7);
        value[all] = term_eval(tc, c, probe) != 0;
        yes += value[all];
      }
      term_model *m = NULL;
      TEST_ASSERT_EQUAL_INT(yes ? EX_SAT : EX_UNSAT, ex_solve(s, pc, c, witness, &m));
      bool take = yes != 0;
      if (take) {
        unsigned all = 0;
        for (unsigned i = 0; i < KEYS; i++) all |= (unsigned)term_model_get(m, i) << (i * KEY_BITS);
        TEST_ASSERT_TRUE(alive[all] && value[all]);
        term_model_free(witness);
        witness = m;
      }
      for (unsigned all = 0; all < ALL; all++) alive[all] = alive[all] && value[all] == take;
      ex_pc *next = ex_pc_push(s, pc, take ? c : term_not(tc, c));
      ex_pc_unref(s, pc);
      pc = next;
    }
    ex_pc_unref(s, pc);
    term_model_free(witness);
    term_model_free(probe);
  }
  ex_solver_free(s);
  term_ctx_free(tc);
}

/* ---- single promises of the interface ---- */

static term_ctx *tc0;
static ex_solver *s0;
static void open_solver(void) {
  tc0 = term_ctx_new();
  s0 = ex_solver_new(tc0, NULL);
}
static void close_solver(void) {
  ex_solver_free(s0);
  term_ctx_free(tc0);
}
static term k(unsigned width, term_u128 v) { return term_const(tc0, width, v); }
static term atom(unsigned width, uint32_t id) { return term_atom(tc0, width, id); }
static term op(term_op o, term a, term b) { return term_bin(tc0, o, a, b); }

static void test_no_witness(void) {
  open_solver();
  term x = atom(32, 0), y = atom(32, 1);
  ex_pc *a = ex_pc_push(s0, NULL, term_and(tc0, op(T_ULT, k(32, 100), x), op(T_ULT, x, y)));
  ex_pc *b = ex_pc_push(s0, a, op(T_ULT, y, k(32, 103)));
  term_model *m = NULL;
  TEST_ASSERT_EQUAL_INT(EX_SAT, ex_solve(s0, b, 0, NULL, &m));
  TEST_ASSERT_TRUE(term_model_get(m, 0) == 101 && term_model_get(m, 1) == 102);
  term_model_free(m);
  TEST_ASSERT_EQUAL_INT(EX_UNSAT, ex_solve(s0, b, op(T_EQ, y, k(32, 101)), NULL, &m));
  TEST_ASSERT_NULL(m);
  ex_pc *none = ex_pc_push(s0, b, op(T_ULT, x, k(32, 50)));
  TEST_ASSERT_EQUAL_INT(EX_UNSAT, ex_solve(s0, none, 0, NULL, &m));
  TEST_ASSERT_EQUAL_INT(EX_SAT, ex_solve(s0, NULL, 0, NULL, NULL));
  ex_pc_unref(s0, none);
  ex_pc_unref(s0, b);
  ex_pc_unref(s0, a);
  close_solver();
}

static void test_other_atoms_keep_the_witness(void) {
  open_solver();
  term_model *w = term_model_new(), *m = NULL;
  term_model_set(w, 0, 5);
  term_model_set(w, 7, 1234);
  TEST_ASSERT_EQUAL_INT(EX_SAT, ex_solve(s0, NULL, op(T_SLT, atom(32, 0), k(32, 0)), w, &m));
  TEST_ASSERT_EQUAL_HEX32(0xFFFFFFFF, (uint32_t)term_model_get(m, 0)); /* the nearest to zero */
  TEST_ASSERT_EQUAL_UINT(1234, (unsigned)term_model_get(m, 7));
  term_model_free(m);
  term_model_free(w);
  close_solver();
}

static void test_bounds_and_must_be(void) {
  open_solver();
  term x = atom(32, 0), y = atom(32, 1);
  ex_pc *a = ex_pc_push(s0, NULL, op(T_ULT, x, k(32, 8)));
  ex_pc *b = ex_pc_push(s0, a, op(T_EQ, y, k(32, 3)));
  term_u128 lo, hi;
  ex_bounds(s0, b, op(T_ADD, op(T_MUL, term_zext(tc0, 64, x), k(64, 4)), term_zext(tc0, 64, y)), &lo, &hi);
  TEST_ASSERT_TRUE(lo == 3 && hi == 31);
  TEST_ASSERT_TRUE(ex_must_be(s0, b, op(T_ADD, y, k(32, 1)), NULL));
  term_model *w = term_model_new();
  term_model_set(w, 1, 3);
  TEST_ASSERT_FALSE(ex_must_be(s0, b, x, w));
  ex_pc *c = ex_pc_push(s0, b, op(T_EQ, op(T_ADD, x, y), k(32, 3)));
  TEST_ASSERT_TRUE(ex_must_be(s0, c, x, w));
  term_model_free(w);
  ex_pc_unref(s0, c);
  ex_pc_unref(s0, b);
  ex_pc_unref(s0, a);
  close_solver();
}

static void test_products_of_bounded_numbers(void) {
  open_solver();
  ex_pc *pc = NULL;
  for (uint32_t i = 0; i < 2; i++) {
    ex_pc *low = ex_pc_push(s0, pc, op(T_SLT, k(32, (term_u128)-46000), atom(32, i)));
    ex_pc_unref(s0, pc);
    pc = ex_pc_push(s0, low, op(T_SLT, atom(32, i), k(32, 46000)));
    ex_pc_unref(s0, low);
  }
  term product = op(T_MUL, term_sext(tc0, 64, atom(32, 0)), term_sext(tc0, 64, atom(32, 1)));
  term high = op(T_SLT, k(64, INT32_MAX), product),
       low = op(T_SLT, product, k(64, (term_u128)(__int128)INT32_MIN));
  term_model *w = term_model_new(), *m = NULL;
  TEST_ASSERT_EQUAL_INT(EX_UNSAT, ex_solve(s0, pc, term_or(tc0, low, high), w, NULL));
  TEST_ASSERT_EQUAL_UINT64(0, ex_solver_get_stats(s0)->by_z3);
  TEST_ASSERT_EQUAL_INT(EX_SAT, ex_solve(s0, pc, op(T_SLT, product, k(64, (term_u128)-5)), w, &m));
  term_model_free(m);
  term_model_free(w);
  ex_pc_unref(s0, pc);
  close_solver();
}

static void test_calls_are_unknowns(void) {
  open_solver();
  term x = atom(32, 0), f = term_call(tc0, 32, "f", 0, &x, 1), g = term_call(tc0, 32, "g", 0, NULL, 0);
  term_model *w = term_model_new(), *m = NULL;
  ex_pc *a = ex_pc_push(s0, NULL, op(T_ULT, f, g)); /* 0 < 0 under w, so ask first */
  TEST_ASSERT_EQUAL_INT(EX_SAT, ex_solve(s0, NULL, op(T_ULT, f, g), w, &m));
  TEST_ASSERT_TRUE(term_eval(tc0, f, m) < term_eval(tc0, g, m));
  TEST_ASSERT_EQUAL_INT(EX_UNSAT, ex_solve(s0, a, op(T_EQ, g, k(32, 0)), m, NULL));
  term_model_free(m);
  term_model_free(w);
  ex_pc_unref(s0, a);
  close_solver();
}

static void test_too_hard_is_unknown(void) {
  term_ctx *tc = term_ctx_new();
  ex_solver *s = ex_solver_new(tc, &(ex_solver_options){.rlimit = 200000});
  term x = term_zext(tc, 64, term_atom(tc, 32, 0)), y = term_zext(tc, 64, term_atom(tc, 32, 1));
  term one = term_const(tc, 64, 1);
  ex_pc *pc = ex_pc_push(s, NULL, term_and(tc, term_bin(tc, T_ULT, one, x), term_bin(tc, T_ULT, one, y)));
  term hard = term_eq(tc, term_bin(tc, T_MUL, x, y),
                      term_const(tc, 64, (term_u128)4294967291u * 4294967279u));
  term_model *m = NULL;
  TEST_ASSERT_EQUAL_INT(EX_UNKNOWN, ex_solve(s, pc, hard, NULL, &m));
  TEST_ASSERT_NULL(m);
  TEST_ASSERT_EQUAL_UINT64(1, ex_solver_get_stats(s)->unknown);
  /* and the solver is still usable */
  TEST_ASSERT_EQUAL_INT(
      EX_SAT,
      ex_solve(s, pc, term_bin(tc, T_ULT, term_bin(tc, T_MUL, x, y), term_const(tc, 64, 9)), NULL, &m));
  term_model_free(m);
  ex_pc_unref(s, pc);
  ex_solver_free(s);
  term_ctx_free(tc);
}

/* ---- floats ---- */

static term f64(double d) {
  uint64_t bits;
  memcpy(&bits, &d, 8);
  return k(64, bits);
}
static double value64(term_model *m, uint32_t id) {
  uint64_t bits = (uint64_t)term_model_get(m, id);
  double d;
  memcpy(&d, &bits, 8);
  return d;
}

static void test_floats(void) {
  open_solver();
  term x = atom(64, 0), y = atom(64, 1), i = atom(32, 2);
  term_model *w = term_model_new(), *m = NULL;
  /* 1.5 < x && x * 2 < 4 */
  ex_pc *a = ex_pc_push(s0, NULL, op(T_FLT, f64(1.5), x));
  TEST_ASSERT_EQUAL_INT(EX_SAT, ex_solve(s0, a, op(T_FLT, op(T_FMUL, x, f64(2)), f64(4)), NULL, &m));
  TEST_ASSERT_TRUE(value64(m, 0) > 1.5 && value64(m, 0) < 2);
  TEST_ASSERT_EQUAL_INT(EX_UNSAT, ex_solve(s0, a, op(T_FLT, x, f64(1)), m, NULL));
  term_model_free(m);
  /* x != x is NaN */
  TEST_ASSERT_EQUAL_INT(EX_SAT, ex_solve(s0, NULL, term_not(tc0, op(T_FEQ, x, x)), w, &m));
  TEST_ASSERT_TRUE(value64(m, 0) != value64(m, 0));
  TEST_ASSERT_EQUAL_INT(1, (int)term_eval(tc0, term_funary(tc0, T_FISNAN, 1, 0, x), m));
  term_model_free(m);
  /* (double)i == 3.0, and no int is 2.5 */
  term d = term_funary(tc0, T_STOF, 64, 0, i);
  TEST_ASSERT_EQUAL_INT(EX_SAT, ex_solve(s0, NULL, op(T_FEQ, d, f64(3)), w, &m));
  TEST_ASSERT_EQUAL_UINT(3, (unsigned)term_model_get(m, 2));
  term_model_free(m);
  TEST_ASSERT_EQUAL_INT(EX_UNSAT, ex_solve(s0, NULL, op(T_FEQ, d, f64(2.5)), w, NULL));
  /* (int)y == 7 with y not whole */
  ex_pc *b = ex_pc_push(s0, NULL, op(T_FLT, f64(7.25), y));
  TEST_ASSERT_EQUAL_INT(EX_SAT,
                        ex_solve(s0, b, op(T_EQ, term_funary(tc0, T_FTOS, 32, 0, y), k(32, 7)), NULL, &m));
  TEST_ASSERT_TRUE(value64(m, 1) > 7.25 && value64(m, 1) < 8);
  term_model_free(m);
  term_model_free(w);
  ex_pc_unref(s0, a);
  ex_pc_unref(s0, b);
  close_solver();
}

/* What Z3 cannot express may be unknown, never wrong. */
static void test_fmod_is_never_wrong(void) {
  open_solver();
  term x = atom(64, 0), r = op(T_FREM, x, f64(4));
  term_model *m = NULL;
  ex_sat got = ex_solve(s0, NULL, op(T_FEQ, r, f64(3)), NULL, &m);
  TEST_ASSERT_TRUE(got != EX_UNSAT);
  if (m) TEST_ASSERT_EQUAL_INT(1, (int)term_eval(tc0, op(T_FEQ, r, f64(3)), m));
  term_model_free(m);
  close_solver();
}

static void test_float_random_against_evaluation(void) {
  open_solver();
  rnd r = {99u};
  unsigned sat = 0;
  for (int n = 0; n < 60; n++) {
    static const double some[] = {0, -0.0, 1, -1, 0.5, 3.25, 1e10, 1e-10, 100};
    unsigned ops[] = {T_FADD, T_FSUB, T_FMUL, T_FMIN, T_FMAX};
    term a = atom(64, rnd_below(&r, 2)),
         b = rnd_below(&r, 2) ? f64(some[rnd_below(&r, 9)]) : atom(64, rnd_below(&r, 2));
    term e = op((term_op)ops[rnd_below(&r, 5)], a, b), rhs = f64(some[rnd_below(&r, 9)]);
    if (rnd_below(&r, 3) == 0) e = term_funary(tc0, T_FRINT, 64, rnd_below(&r, 5), e);
    term c = op(T_FEQ + (term_op)rnd_below(&r, 3), e, rhs);
    if (rnd_below(&r, 2)) c = term_not(tc0, c);
    term_model *m = NULL;
    ex_sat got = ex_solve(s0, NULL, c, NULL, &m);
    if (got == EX_SAT) {
      TEST_ASSERT_EQUAL_INT(1, (int)term_eval(tc0, c, m));
      sat++;
    }
    TEST_ASSERT_TRUE(got != EX_UNKNOWN);
    term_model_free(m);
  }
  TEST_ASSERT_TRUE(sat > 40);
  close_solver();
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(test_random_paths_against_brute_force);
  RUN_TEST(test_random_paths_against_z3);
  RUN_TEST(test_orders_against_brute_force);
  RUN_TEST(test_no_witness);
  RUN_TEST(test_other_atoms_keep_the_witness);
  RUN_TEST(test_bounds_and_must_be);
  RUN_TEST(test_products_of_bounded_numbers);
  RUN_TEST(test_calls_are_unknowns);
  RUN_TEST(test_too_hard_is_unknown);
  RUN_TEST(test_floats);
  RUN_TEST(test_fmod_is_never_wrong);
  RUN_TEST(test_float_random_against_evaluation);
  return UNITY_END();
}
