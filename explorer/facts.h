/* Facts about the program as a whole that an exploration may rest on, each with a subject and a hash, so that a summary's trace
 * can say what it relied on and a later run can tell whether that still holds.
 *
 * The rule for everything in this folder: whatever a unit reads of the program beyond the bodies it executes and the
 * summaries it is given must be announced with ex_consult (internal.h) under one of these kinds. What a kind's hash covers is
 * written beside it; to read more, widen the hash. docs/design.md lists it all. */
#ifndef EXPLORER_FACTS_H
#define EXPLORER_FACTS_H

#include "frontend/frontend.h"
#include "slicer/slicer.h"

typedef enum ex_fact {
  EX_FACT_DECLARATION,  /* function without a body: unsupported, noreturn, variadic, interface */
  EX_FACT_SLICE,        /* function: slice_fingerprint */
  EX_FACT_PURE,         /* function: ex_is_pure */
  EX_FACT_COMPARES,     /* function: ex_compares_pointers */
  EX_FACT_ADDRESSES,    /* function: ex_sees_addresses */
  EX_FACT_PRECONDITION, /* function: fingerprint of its precondition, or that there is none */
  EX_FACT_INTERFACE,    /* function: parameters and result as declared; their types by name */
  EX_FACT_SIGNATURE, /* function with a body: parameters and results as the ABI passes them, use of unnamed arguments */
  EX_FACT_GLOBAL, /* global: size, constness, whether anything writes it, name of its type */
  EX_FACT_IMAGE,  /* global: its initialiser; addresses in it by symbol */
  EX_FACT_TYPE,   /* type: of all types of that name, kind, size and for each member name, place, size and
                           kind; types of members and pointees by name, those without a name in full */
  EX_FACTS
} ex_fact;

/* Immutable after ex_facts_new; threads may share it. The program must outlive it. */
typedef struct ex_facts ex_facts;
ex_facts *ex_facts_new(const fe_program *p);
void ex_facts_free(ex_facts *f);

/* The subject's name, the same in every run: a USR, or the name of a type. NULL: needs no mention (the type is part of what led
 * to it, or cannot change). */
const char *ex_fact_subject(const ex_facts *f, ex_fact kind, uint32_t index);
/* The fact about the subject as it is in this program; false when the program has no such subject. slices may be NULL if
 * kind is not EX_FACT_SLICE. */
bool ex_fact_hash(const ex_facts *f, slice_program *slices, ex_fact kind, const char *subject,
                  uint8_t out[32]);

/* ---- the facts themselves ---- */

/* The program has its contents and never writes it. */
bool ex_is_constant(const ex_facts *f, uint32_t global);
/* Writes no memory but its own locals and reads no other, and calls only such functions. */
bool ex_is_pure(const ex_facts *f, uint32_t func);
/* Some code in the function, or called from it by name, compares two pointers. */
bool ex_compares_pointers(const ex_facts *f, uint32_t func);
/* Compares or converts pointers, or calls what does, or calls through a pointer. */
bool ex_sees_addresses(const ex_facts *f, uint32_t func);
/* The function NAME_precond for a function NAME (PathCrawler's convention): with the same number of parameters, a result, and
 * the only one of that name. FE_NONE: none. */
uint32_t ex_precondition(const fe_program *p, uint32_t func);

/* ---- looking up ---- */

/* FE_NONE when the program has none. */
uint32_t ex_func_by_usr(const ex_facts *f, const char *usr);
uint32_t ex_global_by_usr(const ex_facts *f, const char *usr);
/* The function without a body of this C name. */
uint32_t ex_stub_by_name(const ex_facts *f, const char *name);

#endif
