// The frontend's cache of compiled modules, kept in the store. What is new stays in memory until cli_modules_save, so that
// a run that ends early for wrong input changes nothing on disk.
#ifndef CLI_MODULES_H
#define CLI_MODULES_H

#include "frontend/frontend.h"
#include "store/store.h"

typedef struct cli_modules cli_modules;

// `st` may be NULL: then nothing is found.
cli_modules *cli_modules_new(store *st);
fe_cache cli_modules_cache(cli_modules *m); // valid as long as m
int cli_modules_save(cli_modules *m, store *st, store_error *err);
void cli_modules_free(cli_modules *m);

#endif
