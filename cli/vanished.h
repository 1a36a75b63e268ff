// Functions that the store has and the program does not have any more.
#ifndef CLI_VANISHED_H
#define CLI_VANISHED_H

#include "cli/options.h"
#include "cli/schedule.h"

// Forgets them, after a run. A project says what there is: of a store whose run read all of it without failures, every function
// that is not in it goes. Files named by hand speak for themselves only: their functions go, those of other files stay. A model of
// the library goes when a run over everything did not need it. What runs remember stays for comparison.
int cli_drop_vanished(const cli_options *o, store *st, const fe_program *p, const cli_result *r,
                      store_error *err);

#endif
