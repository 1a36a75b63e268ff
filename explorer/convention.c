/* The names that tools have for assuming, asserting and failing. Beyond those that are listed, a name made of two underscores,
 * capitals and one of the three words means the same (__SEA_assume), unless the program has a body for it. */
#include "explorer/convention.h"

#include <stddef.h>
#include <string.h>

static const struct {
  const char *name;
  ex_convention what;
  _Bool even_with_body;
} names[] = {
    {"__CPROVER_assert", EX_ASSERTS, 1},
    {"__CPROVER_assume", EX_ASSUMES, 1},
    {"__CPROVER_postcondition", EX_ASSERTS, 0},
    {"__CPROVER_precondition", EX_ASSERTS, 0},
    {"__ESBMC_assert", EX_ASSERTS, 1},
    {"__ESBMC_assume", EX_ASSUMES, 1},
    {"__VERIFIER_assume", EX_ASSUMES, 1},
    {"__VERIFIER_error", EX_FAILS, 1},
    {"__assert", EX_FAILS, 0},
    {"__assert_fail", EX_FAILS, 0},
    {"__assert_perror_fail", EX_FAILS, 0},
    {"assert", EX_ASSERTS, 0}, /* called without its header */
    {"assume", EX_ASSUMES, 0},
    {"assume_abort_if_not", EX_ASSUMES, 1},
    {"klee_assume", EX_ASSUMES, 1},
    {"reach_error", EX_FAILS, 1},
    {"summ_assume", EX_ASSUMES, 1},
};

static ex_convention by_word(const char *name) {
  size_t n = 2;
  if (strncmp(name, "__", 2)) return EX_NO_CONVENTION;
  while (name[n] >= 'A' && name[n] <= 'Z') n++;
  if (n == 2 || name[n] != '_') return EX_NO_CONVENTION;
  const char *word = name + n + 1;
  return !strcmp(word, "assume")   ? EX_ASSUMES
         : !strcmp(word, "assert") ? EX_ASSERTS
         : !strcmp(word, "error")  ? EX_FAILS
                                   : EX_NO_CONVENTION;
}

ex_convention ex_convention_of(const char *name, _Bool *even_with_body) {
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (strcmp(names[i].name, name)) continue;
    *even_with_body = names[i].even_with_body;
    return names[i].what;
  }
  *even_with_body = 0;
  return by_word(name);
}
