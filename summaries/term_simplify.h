/* Between the two files of constructors. */
#ifndef SUMMARIES_TERM_SIMPLIFY_H
#define SUMMARIES_TERM_SIMPLIFY_H

#include "summaries/term_internal.h"

static inline unsigned op_of(const term_ctx *tc, term t) { return tc->node[t].op; }
static inline unsigned width_of(const term_ctx *tc, term t) { return tc->node[t].width; }
static inline bool is_const(const term_ctx *tc, term t) { return tc->node[t].op == T_CONST; }
static inline u128 value_of(const term_ctx *tc, term t) { return term_const_value(tc, t); }

term term_make_eq(term_ctx *tc, term a, term b);
term term_make_less(term_ctx *tc, term_op op, term a, term b);
term term_make_float_compare(term_ctx *tc, term_op op, term a, term b);
/* Rules of T_AND, T_OR, T_XOR that hold for truth values only; 0: none applies. */
term term_connective(term_ctx *tc, term_op op, term a, term b);

#endif
