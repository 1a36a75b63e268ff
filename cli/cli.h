// What the subcommands share: messages, progress, tables, near names, the folder of the store.
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include "cli/options.h"
#include "emit/emit.h"

// Messages for people go to stderr as "summ: …", one line: what happened to which thing, and what to do next.
// cli_fail returns `code`, so that a command can end with `return cli_fail(CLI_EXIT_INPUT, …)`.
int cli_fail(cli_exit code, const char *format, ...) __attribute__((format(printf, 2, 3)));
void cli_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

// realloc that ends the process with a message when memory is out.
void *cli_realloc(void *old, size_t size);

// Progress: one line on stderr, rewritten in place, and only when stderr is a terminal. cli_progress_end
// wipes it.
void cli_progress(size_t done, size_t total, const char *what);
void cli_progress_end(void);

// Of `count` names, the ones nearest to `name` by edit distance (transpositions count one; only close ones),
// best first, at most `limit`. Writes them to `out` and returns how many.
size_t cli_nearest(const char *name, const char *const *names, size_t count, const char **out, size_t limit);

// The edit distance itself, cut off at `limit` + 1.
size_t cli_distance(const char *a, const char *b, size_t limit);

// " (near: 'a', 'b')" for the nearest names, or "" when none is near. The result is malloc'ed.
char *cli_suggest(const char *name, const char *const *names, size_t count);

// Loading LLVM, libclang and Z3 takes 20 ms, more than a query of the store does. So there are two programs: `summ`, which
// answers queries itself, and `summ-engine`, which has everything and which summ becomes for all other commands. What a
// program does not have is NULL in it.
#ifdef CLI_LIGHT
#define CLI_MAYBE __attribute__((weak))
#else
#define CLI_MAYBE
#endif

// Becomes summ-engine with the same arguments; comes back only to say that it is not there.
int cli_become_engine(char **argv);

// Prints `summ --version`: summ's own version and those of the libraries it runs with.
CLI_MAYBE void cli_print_version(bool json);

// Which engine makes the summaries: version, a hash of its sources, the libraries that can change a result. malloc'ed.
CLI_MAYBE char *cli_engine_version(void);

// Prints the help of a command, or of summ when `command` is CLI_COMMANDS.
void cli_print_help(FILE *out, cli_command command);

#define CMD(id, name, operands, help) CLI_MAYBE int cmd_##name(const cli_options *o);
#include "cli/commands.def"
#undef CMD

#endif
