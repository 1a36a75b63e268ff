// The summaries a worker gives its engine, from the store, and the trace of what a unit was given. Each worker has its own,
// because a term context belongs to one thread.
#ifndef CLI_LIBRARY_H
#define CLI_LIBRARY_H

#include "cli/schedule.h"
#include "cli/trace.h"

typedef struct cli_library cli_library;

// units[func].state and .hash of finished functions are read, and must be visible to the calling thread.
cli_library *cli_library_new(const cli_work *w, const cli_world *world, const cli_unit *units);
void cli_library_free(cli_library *l);

// For ex_new; valid as long as l.
ex_provider cli_library_provider(cli_library *l);

// The hash of the options as far as they concern a unit: a whole program starts otherwise.
void cli_unit_options(const cli_work *w, uint32_t func, uint8_t out[32]);

// Begins a unit: from now on the engine sees what `func` may see. Its trace so far: cli_library_deps.
void cli_library_begin(cli_library *l, uint32_t func);
void cli_library_deps(const cli_library *l, store_dep **deps, uint32_t *n);
// The first store error while keeping a variant, if there was one since the last call.
int cli_library_error(cli_library *l, store_error *err);

#endif
