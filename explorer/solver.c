/* The solver: path conditions, and the layers in the order of their cost. */
#include "explorer/z3_backend.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct ex_pc {
  ex_pc *parent;
  term constraint;
  uint32_t refs;
  size_t depth;
};

struct ex_solver {
  term_ctx *tc;
  ex_solver_options opt;
  ex_solver_stats stats;
  ex_z3 *z3; /* made when first needed */
  term *list;
  size_t list_cap;
};

static void *checked(void *p) {
  if (!p) {
    fputs("summ: out of memory\n", stderr);
    abort();
  }
  return p;
}

ex_solver *ex_solver_new(term_ctx *tc, const ex_solver_options *opt) {
  ex_solver *s = checked(calloc(1, sizeof *s));
  s->tc = tc;
  if (opt) s->opt = *opt;
  return s;
}

void ex_solver_free(ex_solver *s) {
  if (!s) return;
  ex_z3_free(s->z3);
  free(s->list);
  free(s);
}

const ex_solver_stats *ex_solver_get_stats(const ex_solver *s) { return &s->stats; }

/* ---- path conditions ---- */

ex_pc *ex_pc_push(ex_solver *s, ex_pc *parent, term constraint) {
  (void)s;
  ex_pc *pc = checked(calloc(1, sizeof *pc));
  pc->parent = ex_pc_ref(parent);
  pc->constraint = constraint;
  pc->refs = 1;
  pc->depth = parent ? parent->depth + 1 : 1;
  return pc;
}
ex_pc *ex_pc_ref(ex_pc *pc) {
  if (pc) pc->refs++;
  return pc;
}
void ex_pc_unref(ex_solver *s, ex_pc *pc) {
  (void)s;
  while (pc && --pc->refs == 0) {
    ex_pc *parent = pc->parent;
    free(pc);
    pc = parent;
  }
}
term ex_pc_term(const ex_pc *pc) { return pc->constraint; }
ex_pc *ex_pc_parent(const ex_pc *pc) { return pc->parent; }
size_t ex_pc_depth(const ex_pc *pc) { return pc ? pc->depth : 0; }

/* ---- queries ---- */

static uint64_t now_usec(void) {
  struct timespec ts;
  clock_gettime(CLOCK_MONOTONIC, &ts);
  return (uint64_t)ts.tv_sec * 1000000u + (uint64_t)ts.tv_nsec / 1000u;
}

static ex_sat ask_z3(ex_solver *s, const ex_pc *pc, term extra, const term_model *witness, term_model **out) {
  size_t n = ex_pc_depth(pc) + (extra ? 1 : 0);
  if (n > s->list_cap) {
    s->list_cap = n * 2;
    s->list = checked(realloc(s->list, s->list_cap * sizeof *s->list));
  }
  if (extra) s->list[n - 1] = extra;
  size_t i = ex_pc_depth(pc);
  for (const ex_pc *p = pc; p; p = p->parent) s->list[--i] = p->constraint;
  if (!s->z3) s->z3 = checked(ex_z3_new(s->tc, s->opt.rlimit));
  term_model *m = witness ? term_model_copy(witness) : term_model_new();
  uint64_t start = now_usec();
  ex_sat r = ex_z3_check(s->z3, s->list, n, m);
  s->stats.usec_z3 += now_usec() - start;
  s->stats.z3_rlimit = ex_z3_rlimit_used(s->z3);
  s->stats.by_z3++;
  if (r == EX_SAT && out)
    *out = m;
  else
    term_model_free(m);
  return r;
}

static ex_sat counted(ex_solver *s, ex_sat r) {
  if (r == EX_SAT)
    s->stats.sat++;
  else if (r == EX_UNSAT)
    s->stats.unsat++;
  else
    s->stats.unknown++;
  return r;
}

ex_sat ex_solve(ex_solver *s, ex_pc *pc, term extra, const term_model *witness, term_model **out) {
  if (out) *out = NULL;
  s->stats.queries++;
  if (!s->opt.plain) {
    if (extra && term_is_const(s->tc, extra) && !term_const_value(s->tc, extra)) {
      s->stats.by_simplify++;
      return counted(s, EX_UNSAT);
    }
    if (witness) {
      term_model *m = term_model_copy(witness);
      if (!extra || term_eval(s->tc, extra, m)) {
        s->stats.by_witness++;
        if (out)
          *out = m;
        else
          term_model_free(m);
        return counted(s, EX_SAT);
      }
      term_model_free(m);
    }
  }
  return counted(s, ask_z3(s, pc, extra, witness, out));
}

bool ex_must_be(ex_solver *s, ex_pc *pc, term t, const term_model *witness) {
  if (term_is_const(s->tc, t)) return true;
  if (!witness) return false;
  term_model *m = term_model_copy(witness);
  term value = term_const(s->tc, term_get(s->tc, t)->width, term_eval(s->tc, t, m));
  term_model_free(m);
  return ex_solve(s, pc, term_not(s->tc, term_eq(s->tc, t, value)), witness, NULL) == EX_UNSAT;
}

void ex_bounds(ex_solver *s, ex_pc *pc, term t, term_u128 *lo, term_u128 *hi) {
  (void)pc;
  term_range(s->tc, t, lo, hi);
}
