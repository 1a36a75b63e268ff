/* A program's questions about its pointers, in the conventions of other tools. */
#ifndef EXPLORER_PRIMITIVE_H
#define EXPLORER_PRIMITIVE_H

#include "explorer/internal.h"

/* Answers a call of a function without a body under one of these names (__CPROVER_r_ok, __ESBMC_same_object, …); false: the
 * name means nothing here. */
bool ex_primitive(ex_unit *u, ex_state *s, const fe_insn *in, const fe_call *c, const char *name,
                  const ex_val *args, ex_go *go);

#endif
