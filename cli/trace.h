// What an exploration consulted, and whether it is still the same: between the explorer's callbacks, the facts about the
// program, and the traces in the store.
#ifndef CLI_TRACE_H
#define CLI_TRACE_H

#include "explorer/explorer.h"
#include "explorer/facts.h"
#include "store/store.h"

// The program as currency sees it: fingerprints, facts, and which summaries a unit may use. Threads may share it.
typedef struct cli_world cli_world;
cli_world *cli_world_new(const fe_program *p, slice_program *slices);
void cli_world_free(cli_world *w);
const ex_facts *cli_world_facts(const cli_world *w);
uint32_t cli_world_func(const cli_world *w, const char *usr); // FE_NONE: the program has no such function
struct cli_places;
const struct cli_places *cli_world_places(const cli_world *w);
// A unit uses the summaries of the functions it can reach, and within its own strongly connected component of those before it
// in the order of USRs, and no others: so the result depends neither on the number of workers nor on the order of files. While a
// variant of a callee is made for a caller, its component may be unfinished, so that nothing of it is used.
bool cli_world_visible(const cli_world *w, uint32_t viewer, bool variant, uint32_t callee);
// For store_current and its like; valid as long as w.
store_lookup cli_world_lookup(const cli_world *w);

// The trace of one exploration: of a unit, or of a variant of a callee on behalf of a unit.
typedef struct cli_trace cli_trace;
cli_trace *cli_trace_new(const fe_program *p, uint32_t viewer, bool variant);
void cli_trace_free(cli_trace *t);
typedef enum { CLI_CONSULTED = 1, CLI_EXECUTED = 2 } cli_use; // its summary was asked for; its body was run
void cli_trace_callee(cli_trace *t, uint32_t callee, cli_use use);
void cli_trace_fact(cli_trace *t, ex_fact kind, uint32_t index);
// What is in `from`, the trace of a variant, is part of `into` as well; once is enough. from must outlive into.
void cli_trace_merge(cli_trace *into, const cli_trace *from);
// The same for the trace of a variant that was stored; deps must outlive t.
void cli_trace_stored(cli_trace *t, const store_dep *deps, uint32_t n);

// The trace as the store keeps it: sorted by kind and subject, hashes as they are now. summary gives the hash of a
// callee's summary that callers depend on, NULL when there is none. *deps is malloc'ed; the strings in it belong to the program, or to stored deps.
void cli_trace_deps(const cli_trace *t, const cli_world *w,
                    const uint8_t *(*summary)(void *self, uint32_t callee), void *self, store_dep **deps,
                    uint32_t *n);

#endif
