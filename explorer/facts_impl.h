/* Private to facts.c and facts_hash.c. */
#ifndef EXPLORER_FACTS_IMPL_H
#define EXPLORER_FACTS_IMPL_H

#include "explorer/facts.h"
#include "explorer/internal.h"

typedef struct named {
  const char *name;
  uint32_t index;
} named;

struct ex_facts {
  const fe_program *p;
  uint8_t *constant;                      /* per global */
  uint8_t *impure, *compares, *addresses; /* per function */
  named *funcs, *globals;                 /* by USR, sorted */
  named *names;                           /* functions by C name */
  named *types; /* those that have a name, sorted; several of one name stand together */
  uint32_t ntypes;
};

void ex_facts_compute(ex_facts *f); /* the first two rows */

#endif
