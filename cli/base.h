// The base layer: summaries of libc's models, which every program that calls them shares. They are kept in a store of their
// own, below $XDG_CACHE_HOME or ~/.cache, and filled by the runs that had to explore them: strtol takes half a minute once and not
// once per project. Nothing is taken from it that the trace does not show to be what an exploration would give here.
//
// A convenience: without a home, on a network file system, on a full disk, or while another run fills it, there is just none.
#ifndef CLI_BASE_H
#define CLI_BASE_H

#include "cli/options.h"
#include "store/store.h"

typedef struct cli_base cli_base;

// NULL: these options use none (only summaries made with the default options are shared). Free with cli_base_free.
cli_base *cli_base_open(const cli_options *o);
void cli_base_free(cli_base *b);

// Takes over the function into st if the base has it and it is current here. Callees before callers. Threads may share b.
bool cli_base_adopt(cli_base *b, store *st, const char *usr, const uint8_t body[32],
                    const uint8_t options[32], const char *engine, const store_lookup *lookup);
// The other way round. The first one that gives something opens the base for writing.
void cli_base_give(cli_base *b, store *st, const char *usr, const uint8_t body[32], const uint8_t options[32],
                   const char *engine, const store_lookup *lookup);

#endif
