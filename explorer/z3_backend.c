/* Queries to Z3. The constraints of a query come oldest first; those that the previous query shares at its
 * beginning stay asserted, one scope each, the rest is popped: along a depth-first search that is most of
 * them. That solver is quick on the many easy queries and poor at the few hard ones (identities of bits, products, floats).
 * So it gets a small part of the effort, and a query it gives up on goes to Z3's strategy for bit-vectors and floats, which
 * starts from nothing, simplifies the whole and hands it to a SAT solver. */
#include "explorer/solver_internal.h"
#include "explorer/z3_translate.h"

#define DEFAULT_RLIMIT 5000000u
#define QUICK_RLIMIT 100000u /* of the incremental solver */

/* A query put while Z3 slept, see below. */
typedef struct past_query {
  size_t same, end;   /* the first same constraints of the last query, then those of `terms` up to end */
  uint32_t nattempts; /* at answering it */
  uint64_t effort;    /* of the session, with it */
} past_query;

struct ex_z3 {
  term_ctx *tc;
  Z3_context ctx;   /* NULL: Z3 sleeps */
  Z3_solver solver; /* the incremental one */
  Z3_tactic blast;
  z3_translation *tr;
  term *stack; /* what is asserted, one scope each */
  size_t depth, cap;
  uint32_t rlimit;
  transcript *log; /* may be NULL */
  z3_reply reply;  /* to the query at hand */
  past_query *past;
  size_t npast, cap_past;
  term *terms;
  size_t nterms, cap_terms;
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

ex_z3 *ex_z3_new(term_ctx *tc, uint32_t rlimit, transcript *log) {
  ex_z3 *z = calloc(1, sizeof *z);
  if (!z) return NULL;
  z->tc = tc;
  z->rlimit = rlimit ? rlimit : DEFAULT_RLIMIT;
  z->log = log;
  return z;
}

void ex_z3_free(ex_z3 *z) {
  if (!z) return;
  if (z->ctx) {
    z3_translation_free(z->tr);
    Z3_tactic_dec_ref(z->ctx, z->blast);
    Z3_solver_dec_ref(z->ctx, z->solver);
    Z3_del_context(z->ctx);
  }
  z3_reply_free(&z->reply);
  free(z->stack), free(z->past), free(z->terms);
  free(z);
}

bool ex_z3_sleeps(const ex_z3 *z) { return !z->ctx; }
uint64_t ex_z3_rlimit_used(const ex_z3 *z) { return z->reply.effort; }

static void *room(void *p, size_t *cap, size_t need, size_t elem) {
  if (need <= *cap) return p;
  *cap = need * 2;
  return ex_checked(realloc(p, *cap * elem));
}

/* ---- Z3 awake ---- */

static void wake(ex_z3 *z) {
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
  z->tr = z3_translation_new(z->tc, z->ctx);
}

/* The first same constraints are asserted already. */
static void assert_all(ex_z3 *z, size_t same, const term *constraints, size_t n) {
  if (z->depth > same) Z3_solver_pop(z->ctx, z->solver, (unsigned)(z->depth - same));
  z->depth = same;
  for (size_t i = same; i < n; i++) {
    Z3_ast a = z3_translate(z->tr, constraints[i]);
    if (!a) break;
    Z3_solver_push(z->ctx, z->solver);
    z->stack[z->depth++] = constraints[i];
    Z3_solver_assert(z->ctx, z->solver, a);
    if (Z3_get_error_code(z->ctx) != Z3_OK) break;
  }
  z->reply.asserted = (uint32_t)z->depth;
}

/* The count is the context's, whichever solver is asked. */
static void count_effort(ex_z3 *z, Z3_solver solver) {
  Z3_stats st = Z3_solver_get_statistics(z->ctx, solver);
  if (!st) return;
  Z3_stats_inc_ref(z->ctx, st);
  for (unsigned i = 0, n = Z3_stats_size(z->ctx, st); i < n; i++)
    if (!strcmp(Z3_stats_get_key(z->ctx, st, i), "rlimit count") && Z3_stats_is_uint(z->ctx, st, i))
      z->reply.effort = Z3_stats_get_uint_value(z->ctx, st, i);
  Z3_stats_dec_ref(z->ctx, st);
}

static ex_sat answer(ex_z3 *z, Z3_solver solver, const term *constraints, size_t n, z3_attempt *a) {
  Z3_lbool r = Z3_solver_check(z->ctx, solver);
  if (Z3_get_error_code(z->ctx) != Z3_OK || r == Z3_L_UNDEF) return EX_UNKNOWN;
  if (r == Z3_L_FALSE) return EX_UNSAT;
  Z3_model zm = Z3_solver_get_model(z->ctx, solver);
  if (!zm || Z3_get_error_code(z->ctx) != Z3_OK) return EX_UNKNOWN;
  Z3_model_inc_ref(z->ctx, zm);
  z3_model_read(z->tr, zm, constraints, n, a);
  Z3_model_dec_ref(z->ctx, zm);
  return EX_SAT;
}

static ex_sat answer_blasted(ex_z3 *z, const term *constraints, size_t n, z3_attempt *a) {
  Z3_solver solver = Z3_mk_solver_from_tactic(z->ctx, z->blast);
  if (!solver) return EX_UNKNOWN;
  Z3_solver_inc_ref(z->ctx, solver);
  set_limits(z, solver, z->rlimit);
  for (size_t i = 0; i < n; i++) Z3_solver_assert(z->ctx, solver, z3_translate(z->tr, constraints[i]));
  ex_sat r = Z3_get_error_code(z->ctx) == Z3_OK ? answer(z, solver, constraints, n, a) : EX_UNKNOWN;
  count_effort(z, solver);
  Z3_solver_dec_ref(z->ctx, solver);
  return r;
}

static void attempt(ex_z3 *z, const term *constraints, size_t n) {
  bool first = z->reply.nattempts == 0;
  z3_attempt *a = &z->reply.attempt[z->reply.nattempts++];
  a->nvalues = 0;
  a->said = first ? answer(z, z->solver, constraints, n, a) : answer_blasted(z, constraints, n, a);
  if (first) count_effort(z, z->solver);
}

/* ---- Z3 asleep: the transcript answers ----
 *
 * Z3 is only woken by the first query that the transcript does not know, and then goes through all before it, so that it
 * is in the very state it would be in. */

static void remember(ex_z3 *z, size_t same, const term *constraints) {
  size_t asserted = z->reply.asserted;
  z->terms = room(z->terms, &z->cap_terms, z->nterms + (asserted - same) + 1, sizeof *z->terms);
  memcpy(z->terms + z->nterms, constraints + same, (asserted - same) * sizeof *constraints);
  memcpy(z->stack + same, constraints + same, (asserted - same) * sizeof *constraints);
  z->nterms += asserted - same;
  z->depth = asserted;
  z->past = room(z->past, &z->cap_past, z->npast + 1, sizeof *z->past);
  z->past[z->npast++] = (past_query){same, z->nterms, z->reply.nattempts, z->reply.effort};
}

static void relive(ex_z3 *z) {
  size_t now = z->depth, begin = 0;
  term *list = ex_checked(malloc((z->cap + 1) * sizeof *list));
  z->depth = 0;
  z->reply.effort = 0;
  for (size_t i = 0; i < z->npast; i++) {
    const past_query *q = &z->past[i];
    size_t n = q->same + (q->end - begin);
    memcpy(list + q->same, z->terms + begin, (q->end - begin) * sizeof *list);
    begin = q->end;
    assert_all(z, q->same, list, n);
    z->reply.nattempts = 0;
    while (z->reply.nattempts < q->nattempts) attempt(z, list, n);
    assert(z->reply.effort == q->effort);
  }
  assert(z->depth == now), (void)now;
  free(list), free(z->past), free(z->terms);
  z->past = NULL, z->terms = NULL;
}

/* ---- a query ---- */

static bool is_model(ex_z3 *z, const z3_attempt *a, const term *constraints, size_t n, term_model *m) {
  for (uint32_t i = 0; i < a->nvalues; i++)
    if (a->values[i].call)
      term_model_set_call(m, a->values[i].id, a->values[i].value);
    else
      term_model_set(m, a->values[i].id, a->values[i].value);
  for (size_t i = 0; i < n; i++)
    if (!term_eval(z->tc, constraints[i], m)) return false;
  return true;
}

ex_sat ex_z3_check(ex_z3 *z, const term *constraints, size_t n, term_model *m) {
  size_t same = 0;
  while (same < z->depth && same < n && z->stack[same] == constraints[same]) same++;
  z->stack = room(z->stack, &z->cap, n + 1, sizeof *z->stack);
  if (z->log) transcript_ask(z->log, same, constraints + same, n - same);
  bool known = !z->ctx && z->log && transcript_reply(z->log, &z->reply);
  if (known) {
    remember(z, same, constraints);
  } else {
    if (!z->ctx) wake(z), relive(z);
    assert_all(z, same, constraints, n);
    z->reply.nattempts = 0;
  }
  ex_sat r = EX_UNKNOWN;
  for (uint32_t i = 0; i < Z3_ATTEMPTS && r == EX_UNKNOWN && z->reply.asserted == n; i++) {
    if (!known) attempt(z, constraints, n);
    if (i == z->reply.nattempts) break; /* never, unless the transcript was not written by us */
    r = z->reply.attempt[i].said;
    if (r == EX_SAT && !is_model(z, &z->reply.attempt[i], constraints, n, m)) r = EX_UNKNOWN;
  }
  if (!known && z->log) transcript_note(z->log, &z->reply);
  return r;
}
