/* The last layer of the solver: Z3 with one context, each term translated once, constraints kept on Z3's own
 * stack as long as the next query shares them. For the solver only. */
#ifndef EXPLORER_Z3_BACKEND_H
#define EXPLORER_Z3_BACKEND_H

#include "explorer/transcript.h"

typedef struct ex_z3 ex_z3;

/* log, which may be NULL, is the caller's: as far as it knows the answers Z3 is not asked, with the very same results. */
ex_z3 *ex_z3_new(term_ctx *tc, uint32_t rlimit, transcript *log);
void ex_z3_free(ex_z3 *z);

/* Is the conjunction satisfiable? On EX_SAT the values of its atoms and calls are set in m (others stay as
 * they are); m then satisfies every constraint under term_eval: a model that does not (NaN bits, an operator
 * Z3 only approximates) is EX_UNKNOWN. Effort is limited by rlimit; a query too large to translate is
 * EX_UNKNOWN. */
ex_sat ex_z3_check(ex_z3 *z, const term *constraints, size_t n, term_model *m);

/* Did the transcript answer all queries so far? */
bool ex_z3_sleeps(const ex_z3 *z);
/* The sum of Z3's resource counts so far. */
uint64_t ex_z3_rlimit_used(const ex_z3 *z);

#endif
