/* Models of libc functions, written in C (models/), compiled when summ is built. They are linked into a program as libraries
 * (fe_options.libraries) and explored and summarised like any other code. What the program defines itself wins. */
#ifndef EXPLORER_MODELS_H
#define EXPLORER_MODELS_H

#include "frontend/frontend.h"

const fe_library *ex_models(size_t *n);

/* A model that is worth executing where its arguments are known (the format of printf is), and hopeless for every format and
 * every argument: whole programs execute it, to a unit it is a stub, and it is never summarised. */
bool ex_model_needs_context(const fe_program *p, uint32_t func);

#endif
