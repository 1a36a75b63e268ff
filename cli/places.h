// Names for places that survive edits elsewhere in the body. The explorer names an instruction by its position, which every
// statement added above moves. A summary in the store names it by what it is: a number made from the operation and, through
// its operands, from what they are, so that an edit changes only the names of what it changes, and a callee whose behaviour
// stayed as it was keeps its summary to the byte.
#ifndef CLI_PLACES_H
#define CLI_PLACES_H

#include "cli/trace.h"
#include "summaries/summary.h"

typedef struct cli_places cli_places;
// The numbers of every instruction of every body. They depend on the body alone, as its fingerprint sees it.
cli_places *cli_places_new(const fe_program *p);
void cli_places_free(cli_places *l);

// Can a case point to this instruction?
bool cli_is_place(const fe_func *f, const fe_insn *in);
uint32_t cli_place_number(const cli_places *l, uint32_t func, uint32_t insn);

// From positions to names, for the store. A place at which no case can point, as where a bound on steps was hit, becomes the
// next one behind it.
void cli_places_name(const cli_world *w, sum_summary *s);
// From names to positions, for the explorer. false: the bodies have no such place, and the summary cannot be used.
bool cli_places_find(const cli_world *w, sum_summary *s);

#endif
