// Between a function of the program, its record in the store, and the view of its summary.
#ifndef CLI_RECORD_H
#define CLI_RECORD_H

#include "cli/trace.h"
#include "emit/emit.h"
#include "frontend/frontend.h"
#include "store/store.h"

// Fills in what the store keeps for display (names, signature, callees, places) and the fingerprint; options, engine
// and deps are left empty. Free with cli_record_free.
store_function *cli_record_new(const cli_world *w, const fe_program *p, uint32_t func);
void cli_record_free(store_function *f);

// A view of the stored summary of `usr`. Records of other functions that places lead into are fetched as needed. Returns 0,
// or prints a message and returns CLI_EXIT_STORE. Close with cli_record_close.
typedef struct cli_record_view cli_record_view;
int cli_record_open(store *st, const char *usr, cli_record_view **out);
const emit_view *cli_record_get(const cli_record_view *v);
const store_function *cli_record_function(const cli_record_view *v);
void cli_record_close(cli_record_view *v);

#endif
