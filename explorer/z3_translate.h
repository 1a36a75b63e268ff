/* Terms as Z3 expressions, each translated once; for z3_backend.c. */
#ifndef EXPLORER_Z3_TRANSLATE_H
#define EXPLORER_Z3_TRANSLATE_H

#include "explorer/z3_backend.h"

#include <z3.h>

typedef struct z3_translation z3_translation;
z3_translation *z3_translation_new(term_ctx *tc, Z3_context ctx);
void z3_translation_free(z3_translation *tr); /* before the context */
/* Bool for width 1, else a bit-vector; owned by the translation. NULL: too large, or Z3 reported an error. */
Z3_ast z3_translate(z3_translation *tr, term t);
/* Is the operator at the root of t one of Z3's, rather than an unknown named after t's number? */
bool z3_expressible(const term_ctx *tc, term t);
/* Notes in a what the Z3 model says about the atoms and calls of n translated constraints. */
void z3_model_read(z3_translation *tr, Z3_model zm, const term *constraints, size_t n, z3_attempt *a);

#endif
