/* libm on numbers. */
#ifndef EXPLORER_MATH_CALL_H
#define EXPLORER_MATH_CALL_H

#include "explorer/internal.h"

/* The value of a call of a function of libm without a body whose arguments are numbers; false: not such a call. */
bool ex_math_call(const char *name, const fe_call *c, const ex_val *args, ex_val *out);

#endif
