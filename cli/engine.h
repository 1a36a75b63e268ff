#ifndef CLI_ENGINE_H
#define CLI_ENGINE_H

#include "cli/options.h"
#include "explorer/explorer.h"

// What the command line asks of the engine; everything but whole_program.
ex_options cli_engine_options(const cli_options *o);

// The bits of all kinds of error that --check can name.
uint32_t cli_all_checks(void);

#endif
