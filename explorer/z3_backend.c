/* Queries to Z3. The constraints of a query come oldest first; those that the previous query shares at its
 * beginning stay asserted, one scope each, the rest is popped: along a depth-first search that is most of
 * them. That solver is quick on the many easy queries and poor at the few hard ones (identities of bits, products, floats).
 * So it gets a small part of the effort, and a query it gives up on goes to Z3's strategy for bit-vectors and floats, which
 * starts from nothing, simplifies the whole and hands it to a SAT solver. */
#include "explorer/z3_translate.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT_RLIMIT 5000000u
#define QUICK_RLIMIT 100000u /* of the incremental solver */

struct ex_z3 {
  term_ctx *tc;
  Z3_context ctx;
  Z3_solver solver; /* the incremental one */
  Z3_tactic blast;
  z3_translation *tr;
  term *stack; /* what is asserted, one scope each */
  size_t depth, cap;
  uint32_t rlimit;
  uint64_t rlimit_used;
};

/* Errors are asked for after each call; nothing is raised, printed or aborted. */
static void on_error(Z3_context c, Z3_error_code e) { (void)c, (void)e; }

static void set_limits(ex_z3 *z, Z3_solver solver, uint32_t rlimit) {
  Z3_params p = Z3_mk_params(z->ctx);
  Z3_params_inc_ref(z->ctx, p);
  Z3_params_set_uint(z->ctx, p, Z3_mk_string_symbol(z->ctx, "rlimit"), rlimit);
  Z3_params_set_uint(z->ctx, p, Z3_mk_string_symbol(z->ctx, "random_seed"), 0);
  Z3_solver_set_params(z->ctx, solver, p);
  Z3_params_dec_ref(z->ctx, p);
}

ex_z3 *ex_z3_new(term_ctx *tc, uint32_t rlimit) {
  ex_z3 *z = calloc(1, sizeof *z);
  if (!z) return NULL;
  z->tc = tc;
  z->rlimit = rlimit ? rlimit : DEFAULT_RLIMIT;
  Z3_config cfg = Z3_mk_config();
  Z3_set_param_value(cfg, "auto_config", "true");
  z->ctx = Z3_mk_context_rc(cfg);
  Z3_del_config(cfg);
  Z3_set_error_handler(z->ctx, on_error);
  z->solver = Z3_mk_simple_solver(z->ctx);
  Z3_solver_inc_ref(z->ctx, z->solver);
  set_limits(z, z->solver, z->rlimit < QUICK_RLIMIT ? z->rlimit : QUICK_RLIMIT);
  z->blast = Z3_mk_tactic(z->ctx, "qffpbv");
  Z3_tactic_inc_ref(z->ctx, z->blast);
  z->tr = z3_translation_new(tc, z->ctx);
  return z;
}

void ex_z3_free(ex_z3 *z) {
  if (!z) return;
  z3_translation_free(z->tr);
  Z3_tactic_dec_ref(z->ctx, z->blast);
  Z3_solver_dec_ref(z->ctx, z->solver);
  Z3_del_context(z->ctx);
  free(z->stack);
  free(z);
}

uint64_t ex_z3_rlimit_used(const ex_z3 *z) { return z->rlimit_used; }

static bool assert_all(ex_z3 *z, const term *constraints, size_t n) {
  size_t same = 0;
  while (same < z->depth && same < n && z->stack[same] == constraints[same]) same++;
  if (z->depth > same) Z3_solver_pop(z->ctx, z->solver, (unsigned)(z->depth - same));
  z->depth = same;
  if (n > z->cap) {
    z->cap = n * 2;
    term *grown = realloc(z->stack, z->cap * sizeof *z->stack);
    if (!grown) return false;
    z->stack = grown;
  }
  for (size_t i = same; i < n; i++) {
    Z3_ast a = z3_translate(z->tr, constraints[i]);
    if (!a) return false;
    Z3_solver_push(z->ctx, z->solver);
    z->stack[z->depth++] = constraints[i];
    Z3_solver_assert(z->ctx, z->solver, a);
    if (Z3_get_error_code(z->ctx) != Z3_OK) return false;
  }
  return true;
}

/* The count is the context's, whichever solver is asked. */
static void count_effort(ex_z3 *z, Z3_solver solver) {
  Z3_stats st = Z3_solver_get_statistics(z->ctx, solver);
  if (!st) return;
  Z3_stats_inc_ref(z->ctx, st);
  for (unsigned i = 0, n = Z3_stats_size(z->ctx, st); i < n; i++)
    if (!strcmp(Z3_stats_get_key(z->ctx, st, i), "rlimit count") && Z3_stats_is_uint(z->ctx, st, i))
      z->rlimit_used = Z3_stats_get_uint_value(z->ctx, st, i);
  Z3_stats_dec_ref(z->ctx, st);
}

static bool take_values(ex_z3 *z, Z3_solver solver, const term *constraints, size_t n, term_model *m) {
  Z3_model zm = Z3_solver_get_model(z->ctx, solver);
  if (!zm || Z3_get_error_code(z->ctx) != Z3_OK) return false;
  Z3_model_inc_ref(z->ctx, zm);
  for (size_t i = 0; i < n; i++) z3_model_read(z->tr, zm, constraints[i], m);
  Z3_model_dec_ref(z->ctx, zm);
  for (size_t i = 0; i < n; i++)
    if (!term_eval(z->tc, constraints[i], m)) return false;
  return true;
}

static ex_sat answer(ex_z3 *z, Z3_solver solver, const term *constraints, size_t n, term_model *m) {
  Z3_lbool r = Z3_solver_check(z->ctx, solver);
  if (Z3_get_error_code(z->ctx) != Z3_OK || r == Z3_L_UNDEF) return EX_UNKNOWN;
  if (r == Z3_L_FALSE) return EX_UNSAT;
  return take_values(z, solver, constraints, n, m) ? EX_SAT : EX_UNKNOWN;
}

static ex_sat check_blasted(ex_z3 *z, const term *constraints, size_t n, term_model *m) {
  Z3_solver solver = Z3_mk_solver_from_tactic(z->ctx, z->blast);
  if (!solver) return EX_UNKNOWN;
  Z3_solver_inc_ref(z->ctx, solver);
  set_limits(z, solver, z->rlimit);
  for (size_t i = 0; i < n; i++) Z3_solver_assert(z->ctx, solver, z3_translate(z->tr, constraints[i]));
  ex_sat r = Z3_get_error_code(z->ctx) == Z3_OK ? answer(z, solver, constraints, n, m) : EX_UNKNOWN;
  count_effort(z, solver);
  Z3_solver_dec_ref(z->ctx, solver);
  return r;
}

ex_sat ex_z3_check(ex_z3 *z, const term *constraints, size_t n, term_model *m) {
  if (!assert_all(z, constraints, n)) return EX_UNKNOWN;
  ex_sat r = answer(z, z->solver, constraints, n, m);
  count_effort(z, z->solver);
  return r == EX_UNKNOWN ? check_blasted(z, constraints, n, m) : r;
}
