// The engine's options from the command line's.
#include "cli/engine.h"

#include "cli/cli.h"

#include <string.h>

static const struct {
  const char *name;
  sum_outcome outcome;
} checks[] = {
    {"null", SUM_NULL_DEREF},
    {"dangling", SUM_DANGLING},
    {"bounds", SUM_OUT_OF_BOUNDS},
    {"free", SUM_DOUBLE_FREE},
    {"free", SUM_INVALID_FREE},
    {"div", SUM_DIV_ZERO},
    {"overflow", SUM_OVERFLOW},
    {"shift", SUM_BAD_SHIFT},
    {"uninit", SUM_UNINIT},
    {"assert", SUM_ASSERT},
    {"abort", SUM_ABORT},
    {"unreachable", SUM_UNREACHABLE},
    {"leak", SUM_LEAK},
    {"readonly", SUM_READ_ONLY},
    {"call", SUM_BAD_CALL},
    {"float", SUM_FLOAT_OVERFLOW},
};

static uint32_t checks_in(const char *set) {
  uint32_t bits = 0;
  for (size_t i = 0; i < sizeof checks / sizeof *checks; i++)
    if (cli_set_has(set, checks[i].name)) bits |= EX_CHECK(checks[i].outcome);
  return bits;
}

uint32_t cli_all_checks(void) { return checks_in("all"); }

ex_options cli_engine_options(const cli_options *o) {
  ex_options x = ex_options_default();
  x.cover_branches = !strcmp(o->cover, "branches");
  x.no_slice = o->no_slice;
  x.no_summaries = o->no_summaries;
  x.no_partial = o->no_partial;
  x.alloc_fails = o->alloc_fails;
  x.volatile_inputs = !strcmp(o->volatile_reads, "auto") ? !o->entry : !strcmp(o->volatile_reads, "input");
  x.checks = checks_in(o->check);
  x.loop_bound = (uint32_t)o->max_loop;
  x.recursion_bound = (uint32_t)o->max_depth;
  x.step_bound = (uint64_t)o->max_steps;
  x.total_steps = (uint64_t)o->max_total_steps;
  x.total_effort = (uint64_t)o->max_total_effort;
  x.case_bound = (uint32_t)o->max_cases;
  x.array_bound = (uint32_t)o->max_array;
  x.object_bound = (uint32_t)o->max_objects;
  x.solver.rlimit = (uint32_t)o->max_effort;
  return x;
}
