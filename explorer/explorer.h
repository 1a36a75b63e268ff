/* explorer: finds the feasible paths of a unit, each with its entry constraint, shape, effect and witness.
 *
 *   ex_engine *e = ex_new(program, slices, &options, &provider);
 *   sum_summary *s = ex_explore(e, func);     explores one function as a unit
 *   …
 *   ex_free(e);
 *
 * An engine is used by one thread; several engines may share a program and its slices. The result depends on the program,
 * the options and the summaries the provider gave, and on nothing else. */
#ifndef EXPLORER_H
#define EXPLORER_H

#include "explorer/facts.h"
#include "explorer/solver.h"
#include "frontend/frontend.h"
#include "slicer/slicer.h"
#include "summaries/summary.h"

/* Kinds of error searched for, a bit per outcome: 1u << (outcome - SUM_NULL_DEREF). */
#define EX_CHECK(outcome) (1u << ((outcome) - SUM_NULL_DEREF))
/* All but signed overflow, leaks and float overflow. */
#define EX_CHECK_DEFAULT (~(EX_CHECK(SUM_OVERFLOW) | EX_CHECK(SUM_LEAK) | EX_CHECK(SUM_FLOAT_OVERFLOW)))

typedef struct ex_options {
  bool cover_branches;  /* only until every own branch edge is covered or shown infeasible; else all paths */
  bool whole_program;   /* --entry: globals start from their initialisers, not as inputs; the bounds on loops,
                         recursion, objects and solver effort count several times */
  bool no_slice;        /* every callee is relevant */
  bool no_summaries;    /* callees are executed inline */
  bool no_partial;      /* callee decisions count as nodes of the path tree: nothing is merged at calls */
  bool alloc_fails;     /* malloc may return NULL */
  bool volatile_inputs; /* each volatile read of memory that others see is an input; else it is memory */
  uint32_t checks;      /* EX_CHECK bits */
  uint32_t loop_bound;  /* iterations decided by a symbolic condition, per loop entry */
  uint32_t recursion_bound;
  uint64_t step_bound;   /* instructions on one path */
  uint64_t total_steps;  /* instructions in all, per unit */
  uint64_t total_effort; /* solver effort in all, per unit, in Z3's resource units; 0: no limit */
  uint32_t case_bound;   /* paths per unit */
  uint32_t array_bound;  /* elements an input array may grow to through a symbolic index */
  uint32_t object_bound; /* input objects per path (length of lists, depth of trees) */
  ex_solver_options solver;
  const sum_decision
      *path; /* not NULL: only cases whose own decisions begin like these (a test for one path) */
  uint32_t npath;
} ex_options;
ex_options ex_options_default(void);

/* Where callee summaries come from. get returns NULL when there is none (not explored yet, failed): the callee is then
 * executed inline. used is called for every callee that went into the unit's result, in either of the two ways or in both
 * (executed: its body was run inline, else its summary was applied): the unit's trace. */
typedef struct ex_provider {
  void *self;
  const sum_summary *(*get)(void *self, uint32_t func);
  void (*used)(void *self, uint32_t callee, bool executed);
  /* Re-analysis: the callee under an alias pattern, which has a text that says all about it. variant gives what is known, or
   * NULL: then the engine explores it, calling get and used on its behalf, and hands the result to made, which takes
   * ownership and returns what is to be applied (the stored form). */
  const sum_summary *(*variant)(void *self, uint32_t callee, const char *pattern);
  const sum_summary *(*made)(void *self, uint32_t callee, const char *pattern, sum_summary *s);
  /* A fact about the program went into the unit's result; index as the kind says. Often called again for the same one. */
  void (*consulted)(void *self, ex_fact kind, uint32_t index);
  /* Transcripts of what Z3 was asked and said (docs/summary-format.md): results are the same with and without. `part` says which
   * exploration of func it is: a pattern, or "" for the unit itself, and marks for rounds and for the second attempt at it. recall
   * gives the last one, malloc'ed, or NULL; record is called when there is another to keep. Both may be NULL. */
  uint8_t *(*recall)(void *self, uint32_t func, const char *part, size_t *len);
  void (*record)(void *self, uint32_t func, const char *part, const uint8_t *bytes, size_t len);
  const ex_facts *facts; /* of the program; NULL: the engine makes its own. Must outlive the engine. */
} ex_provider;

/* Why a call was not answered from the callee's summary. */
typedef enum ex_decline {
  EX_NO_SUMMARY, /* none yet: recursion, or it failed */
  EX_SIGNATURE,  /* declaration and definition differ, or unnamed arguments are read */
  EX_NO_CASE,    /* the context lies in a part that was cut */
  EX_ALIASED,
  EX_OFFSET,    /* a pointer to a symbolic place */
  EX_TOO_SMALL, /* an object is smaller than the case needs, read-only, or not to be freed */
  EX_NO_OBJECT, /* dead, a local of the callee, or unknown here */
  EX_STUBBED,   /* what a stub did there cannot be said here */
  EX_UNINIT_USED,
  EX_CALL_TERM,
  EX_DECLINES
} ex_decline;
const char *ex_decline_name(ex_decline d);

typedef struct ex_stats {
  uint64_t steps, paths, forks, calls_inlined, calls_summarised, calls_stubbed, calls_skipped, reanalyses,
      terms, accesses;            /* loads and stores */
  uint64_t declined[EX_DECLINES]; /* of the calls run inline, those that asked for a summary */
  ex_solver_stats solver;
} ex_stats;

typedef struct ex_engine ex_engine;
ex_engine *ex_new(const fe_program *p, slice_program *slices, const ex_options *opt,
                  const ex_provider *provider);
void ex_free(ex_engine *e);
/* Explores function func (it has a body) as a unit. Never NULL; a hopeless unit gives SUM_FAILED with a reason. */
sum_summary *ex_explore(ex_engine *e, uint32_t func);
/* Totals since ex_new. */
ex_stats ex_get_stats(const ex_engine *e);

#endif
