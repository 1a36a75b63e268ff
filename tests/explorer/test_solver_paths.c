/* Small programs interpreted symbolically on the solver alone, depth first, one query per untaken side: straight
 * comparisons with constants (corpora/seeds/straight.c), sorting (comparisons between inputs), and a search in a table. The
 * numbers of paths are known exactly. With an argument, prints what each costs. */
#include "explorer/solver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unity.h>

void setUp(void) {}
void tearDown(void) {}

static bool report;

typedef struct run {
  term_ctx *tc;
  ex_solver *s;
  unsigned n, paths;
  void (*step)(struct run *r, void *state, ex_pc *pc, term_model *witness);
} run;

static run run_new(unsigned n) {
  run r = {.n = n, .tc = term_ctx_new()};
  r.s = ex_solver_new(r.tc, NULL);
  return r;
}

static double seconds(void) {
  struct timespec ts;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ts);
  return (double)ts.tv_sec + (double)ts.tv_nsec * 1e-9;
}

static unsigned run_end(run *r, const char *name, double start) {
  const ex_solver_stats *st = ex_solver_get_stats(r->s);
  if (report)
    printf("%s n=%u: %u paths in %.3f s of processor time (%.0f/s); %llu queries, %llu unsat; by witness "
           "%llu, intervals "
           "%llu, finite domains %llu, cache %llu, Z3 %llu (%.3f s)\n",
           name, r->n, r->paths, seconds() - start, r->paths / (seconds() - start),
           (unsigned long long)st->queries, (unsigned long long)st->unsat, (unsigned long long)st->by_witness,
           (unsigned long long)st->by_interval, (unsigned long long)st->by_fd,
           (unsigned long long)st->by_cache, (unsigned long long)st->by_z3, (double)st->usec_z3 * 1e-6);
  TEST_ASSERT_EQUAL_UINT64(0, st->unknown);
  unsigned paths = r->paths;
  ex_solver_free(r->s);
  term_ctx_free(r->tc);
  return paths;
}

/* Both sides of a condition; calls next for each feasible one with the state after it. */
typedef void next_fn(run *r, bool truth, const void *state, ex_pc *pc, const term_model *m);
static void branch(run *r, term c, const void *state, ex_pc *pc, const term_model *witness, next_fn *next) {
  if (term_is_const(r->tc, c)) {
    next(r, term_const_value(r->tc, c) != 0, state, pc, witness);
    return;
  }
  term_model *w = term_model_copy(witness);
  bool first = term_eval(r->tc, c, w) != 0;
  for (int turn = 0; turn < 2; turn++) {
    bool truth = first != (turn == 1);
    term side = truth ? c : term_not(r->tc, c);
    term_model *m = NULL;
    if (turn) {
      ex_sat sat = ex_solve(r->s, pc, side, w, &m);
      TEST_ASSERT_TRUE(sat != EX_UNKNOWN);
      if (sat == EX_UNSAT) continue;
      TEST_ASSERT_TRUE(term_eval(r->tc, side, m) != 0);
    }
    ex_pc *deeper = ex_pc_push(r->s, pc, side);
    next(r, truth, state, deeper, m ? m : w);
    ex_pc_unref(r->s, deeper);
    term_model_free(m);
  }
  term_model_free(w);
}

/* ---- straight.c ---- */

typedef struct straight {
  unsigned i, test;
} straight;

static void straight_next(run *r, bool truth, const void *state, ex_pc *pc, const term_model *m);
static void straight_test(run *r, straight st, ex_pc *pc, const term_model *m) {
  if (st.i == r->n) {
    r->paths++;
    return;
  }
  term x = term_atom(r->tc, 32, st.i);
  int64_t i = (int64_t)st.i + 1, k[4] = {-10 * i, 0, i, 100 + i};
  term c = term_const(r->tc, 32, (term_u128)k[st.test]);
  branch(r,
         st.test == 2   ? term_eq(r->tc, x, c)
         : st.test == 3 ? term_bin(r->tc, T_SLT, c, x)
                        : term_bin(r->tc, T_SLT, x, c),
         &st, pc, m, straight_next);
}
static void straight_next(run *r, bool truth, const void *state, ex_pc *pc, const term_model *m) {
  straight st = *(const straight *)state;
  if (truth || st.test == 3)
    st.i++, st.test = 0;
  else
    st.test++;
  straight_test(r, st, pc, m);
}
static unsigned straight_paths(unsigned n) {
  run r = run_new(n);
  double start = seconds();
  term_model *m = term_model_new();
  straight_test(&r, (straight){0, 0}, NULL, m);
  term_model_free(m);
  const ex_solver_stats *st = ex_solver_get_stats(r.s);
  TEST_ASSERT_EQUAL_UINT64(0, st->by_z3); /* that is what the ranges are for */
  return run_end(&r, "straight", start);
}

static void test_straight(void) {
  TEST_ASSERT_EQUAL_UINT(5, straight_paths(1));
  TEST_ASSERT_EQUAL_UINT(625, straight_paths(4));
  TEST_ASSERT_EQUAL_UINT(15625, straight_paths(6));
}

/* ---- insertion sort of n inputs: n! paths without equal ones, more with ties ---- */

enum { MAX_SORT = 6 };
typedef struct sorting {
  unsigned i, j;
  term a[MAX_SORT];
} sorting;

static void sort_next(run *r, bool truth, const void *state, ex_pc *pc, const term_model *m);
static void sort_test(run *r, const sorting *st, ex_pc *pc, const term_model *m) {
  sorting s = *st;
  if (s.j == 0) s.i++, s.j = s.i;
  if (s.i >= r->n) {
    r->paths++;
    return;
  }
  branch(r, term_bin(r->tc, T_SLT, s.a[s.j], s.a[s.j - 1]), &s, pc, m, sort_next);
}
static void sort_next(run *r, bool truth, const void *state, ex_pc *pc, const term_model *m) {
  sorting s = *(const sorting *)state;
  if (truth) {
    term t = s.a[s.j];
    s.a[s.j] = s.a[s.j - 1], s.a[s.j - 1] = t;
    s.j--;
  } else {
    s.j = 0;
  }
  sort_test(r, &s, pc, m);
}
static unsigned sort_paths(unsigned n) {
  run r = run_new(n);
  double start = seconds();
  sorting s = {.i = 0, .j = 0};
  for (unsigned i = 0; i < n; i++) s.a[i] = term_atom(r.tc, 32, i);
  term_model *m = term_model_new();
  sort_test(&r, &s, NULL, m);
  term_model_free(m);
  return run_end(&r, "sort", start);
}

static void test_sort(void) {
  TEST_ASSERT_EQUAL_UINT(6, sort_paths(3));
  TEST_ASSERT_EQUAL_UINT(
      120, sort_paths(5)); /* insertion sort tests each pair once: the weak orders fall together */
}

/* ---- sums and products: needs the solver proper ---- */

static void sum_next(run *r, bool truth, const void *state, ex_pc *pc, const term_model *m) {
  (void)truth;
  unsigned depth = *(const unsigned *)state + 1;
  if (depth == r->n) {
    r->paths++;
    return;
  }
  term x = term_atom(r->tc, 32, depth % 3), y = term_atom(r->tc, 32, (depth + 1) % 3);
  term c = term_bin(r->tc, T_SLT, term_bin(r->tc, T_ADD, x, y), term_const(r->tc, 32, depth * 7));
  branch(r, c, &depth, pc, m, sum_next);
}
static void test_sums(void) {
  run r = run_new(8);
  double start = seconds();
  unsigned depth = (unsigned)-1;
  term_model *m = term_model_new();
  sum_next(&r, true, &depth, NULL, m);
  term_model_free(m);
  unsigned paths = run_end(&r, "sums", start);
  TEST_ASSERT_TRUE(paths > 20);
}

int main(int argc, char **argv) {
  (void)argv;
  report = argc > 1;
  UNITY_BEGIN();
  RUN_TEST(test_straight);
  RUN_TEST(test_sort);
  RUN_TEST(test_sums);
  return UNITY_END();
}
