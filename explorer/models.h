/* Models of libc functions, written in C (models/), compiled when summ is built. They are linked into a program as libraries
 * (fe_options.libraries) and explored and summarised like any other code. What the program defines itself wins. */
#ifndef EXPLORER_MODELS_H
#define EXPLORER_MODELS_H

#include "frontend/frontend.h"

const fe_library *ex_models(size_t *n);

#endif
