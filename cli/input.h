// From the command line to a program: which files, which flags, which store.
#ifndef CLI_INPUT_H
#define CLI_INPUT_H

#include "cli/options.h"
#include "frontend/frontend.h"
#include "store/store.h"

// The sources that `o` names: -p DIR, a compile_commands.json, or C files with the flags after `--`; --with and --model
// files are added. Looks that every named file exists. Returns 0 and *out, or prints a message and returns the exit
// code; nothing is written in either case.
int cli_sources(const cli_options *o, fe_sources **out);

// The compile database the options name, or NULL when they name files.
const char *cli_database(const cli_options *o);

// The folder of the store: --store, or .summ next to the compile database, or in the current folder; for reading, the
// nearest folder upwards that has one. malloc'ed.
char *cli_store_path(const cli_options *o, bool for_reading);

// Opens that store for reading. Returns 0, or prints a message and returns CLI_EXIT_STORE.
int cli_store_open(const cli_options *o, store **out);

// Opens the store at path for writing, with `flags` of store_open. When somebody else writes to it: says who, and waits if the
// options say so.
int cli_store_open_to_write(const cli_options *o, const char *path, unsigned flags, store **out,
                            store_error *err);

// The exit code for a store's error, after printing it.
int cli_store_fail(const store_error *err);

// The function that the user calls `name`. When there is none, near names are suggested; when there are several, they
// are listed. Returns 0 and *usr (malloc'ed), or an exit code.
int cli_store_find(store *st, const char *name, char **usr);

#endif
