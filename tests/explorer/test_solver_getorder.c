/* LA Fig. 7 straight on the solver: getOrder is interpreted symbolically, depth first, each branch whose other side is not
 * shown by the witness costs one query, exactly as an explorer does it. Without arguments a test of the path counts; with
 * arguments a measurement: test_solver_getorder N [plain] prints the time of the stack and, if asked, of Z3 alone. */
#include "explorer/solver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unity.h>

void setUp(void) {}
void tearDown(void) {}

enum { MAX_N = 12 };

typedef struct run {
  term_ctx *tc;
  ex_solver *s;
  unsigned n, paths;
  term p[MAX_N];
} run;

static term k32(run *r, int64_t v) { return term_const(r->tc, 32, (term_u128)v); }

static term precondition(run *r) {
  term all = term_bool(r->tc, true);
  for (unsigned i = 0; i < r->n; i++) {
    all = term_and(r->tc, all, term_bin(r->tc, T_SLE, k32(r, 0), r->p[i]));
    all = term_and(r->tc, all, term_bin(r->tc, T_SLT, r->p[i], k32(r, r->n)));
    for (unsigned j = 0; j < i; j++)
      all = term_and(r->tc, all, term_not(r->tc, term_eq(r->tc, r->p[i], r->p[j])));
  }
  return all;
}

/* From the test power[i] == i on; takes over pc and witness. */
static void explore(run *r, const term *power, unsigned i, ex_pc *pc, term_model *witness) {
  term next[MAX_N];
  if (i == r->n) { /* the identity: return */
    r->paths++;
    ex_pc_unref(r->s, pc);
    term_model_free(witness);
    return;
  }
  term is = term_eq(r->tc, power[i], k32(r, i));
  bool first = term_eval(r->tc, is, witness) != 0;
  for (unsigned k = 0; k < r->n; k++) next[k] = term_read(r->tc, power, r->n, term_sext(r->tc, 64, r->p[k]));
  for (int turn = 0; turn < 2; turn++) {
    bool truth = first != (turn == 1);
    term c = truth ? is : term_not(r->tc, is);
    term_model *m = turn ? NULL : term_model_copy(witness);
    if (turn) {
      ex_sat sat = ex_solve(r->s, pc, c, witness, &m);
      TEST_ASSERT_TRUE(sat != EX_UNKNOWN);
      if (sat == EX_UNSAT) continue;
    }
    ex_pc *deeper = ex_pc_push(r->s, pc, c);
    if (truth)
      explore(r, power, i + 1, deeper, m);
    else
      explore(r, next, 0, deeper, m);
  }
  ex_pc_unref(r->s, pc);
  term_model_free(witness);
}

static double seconds(void) {
  struct timespec ts;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ts);
  return (double)ts.tv_sec + (double)ts.tv_nsec * 1e-9;
}

static unsigned paths_of(unsigned n, bool plain, bool report) {
  run r = {.n = n, .tc = term_ctx_new()};
  ex_solver_options opt = {.plain = plain, .rlimit = plain ? UINT32_MAX : 0};
  r.s = ex_solver_new(r.tc, &opt);
  for (unsigned i = 0; i < n; i++) r.p[i] = term_atom(r.tc, 32, i);
  double start = seconds();
  ex_pc *pc = ex_pc_push(r.s, NULL, precondition(&r));
  term_model *witness = NULL;
  TEST_ASSERT_EQUAL_INT(EX_SAT, ex_solve(r.s, pc, 0, NULL, &witness));
  explore(&r, r.p, 0, pc, witness);
  const ex_solver_stats *st = ex_solver_get_stats(r.s);
  if (report)
    printf("N=%u %s: %u paths in %.3f s of processor time; %llu queries, %llu unsat; by simplification %llu, "
           "witness %llu, "
           "intervals %llu, "
           "finite domains %llu (%llu nodes, %.3f s), cache %llu, Z3 %llu (%.3f s)\n",
           n, plain ? "plain" : "stack", r.paths, seconds() - start, (unsigned long long)st->queries,
           (unsigned long long)st->unsat, (unsigned long long)st->by_simplify,
           (unsigned long long)st->by_witness, (unsigned long long)st->by_interval,
           (unsigned long long)st->by_fd, (unsigned long long)st->fd_nodes, (double)st->usec_fd * 1e-6,
           (unsigned long long)st->by_cache, (unsigned long long)st->by_z3, (double)st->usec_z3 * 1e-6);
  ex_solver_free(r.s);
  term_ctx_free(r.tc);
  return r.paths;
}

static void test_path_counts(void) {
  static const unsigned paths[] = {[3] = 4, 7, 16, 30, 62, 110};
  for (unsigned n = 3; n <= 8; n++) TEST_ASSERT_EQUAL_UINT(paths[n], paths_of(n, false, false));
}

static void test_plain_agrees(void) {
  TEST_ASSERT_EQUAL_UINT(4, paths_of(3, true, false));
  TEST_ASSERT_EQUAL_UINT(7, paths_of(4, true, false));
}

int main(int argc, char **argv) {
  if (argc > 1) {
    unsigned n = (unsigned)atoi(argv[1]);
    if (n < 2 || n > MAX_N) return 2;
    paths_of(n, false, true);
    if (argc > 2 && !strcmp(argv[2], "plain")) paths_of(n, true, true);
    return 0;
  }
  UNITY_BEGIN();
  RUN_TEST(test_path_counts);
  RUN_TEST(test_plain_agrees);
  return UNITY_END();
}
