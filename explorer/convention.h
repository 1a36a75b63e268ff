/* What functions mean by the conventions of testing tools and verifiers: __VERIFIER_assume, __CPROVER_assert, reach_error, … */
#ifndef EXPLORER_CONVENTION_H
#define EXPLORER_CONVENTION_H

typedef enum ex_convention {
  EX_NO_CONVENTION,
  EX_ASSUMES, /* the path goes on only where the first argument is not zero */
  EX_ASSERTS, /* an error where it is zero */
  EX_FAILS    /* an error whenever it is called */
} ex_convention;

/* *even_with_body: the name decides, also when the program has a body for it. */
ex_convention ex_convention_of(const char *name, _Bool *even_with_body);

#endif
