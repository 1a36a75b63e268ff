// The command line: what was asked for, checked. The tables commands.def and options.def are the whole truth
// about subcommands and options; everything here is derived from them.
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef enum {
#define CMD(id, name, operands, help) CLI_##id,
#include "cli/commands.def"
#undef CMD
  CLI_COMMANDS
} cli_command;

typedef enum {
#define EXIT(id, code, help) CLI_EXIT_##id = code,
#include "cli/exit_codes.def"
#undef EXIT
} cli_exit;

typedef enum {
  CLI_KIND_FLAG,
  CLI_KIND_NUMBER,
  CLI_KIND_TEXT,
  CLI_KIND_CHOICE,
  CLI_KIND_SET,
  CLI_KIND_LIST
} cli_kind;

// Pointers into argv; `items` is owned by the cli_options that holds the list.
typedef struct {
  const char **items;
  int count;
} cli_list;

typedef bool cli_type_FLAG;
typedef int64_t cli_type_NUMBER;
typedef const char *cli_type_TEXT;
typedef const char *cli_type_CHOICE;
typedef const char *cli_type_SET;
typedef cli_list cli_type_LIST;

typedef struct {
  cli_command command;
#define OPTION(kind, field, ...) cli_type_##kind field;
#include "cli/options.def"
#undef OPTION
  cli_list args; // operands
  cli_list rest; // what follows `--`
} cli_options;

// One row of commands.def and of options.def, for whoever prints or walks them.
typedef struct {
  const char *name, *operands, *help;
  int (*main)(const cli_options *o);
} cli_command_row;

typedef struct {
  cli_kind kind;
  const char *name;
  char letter;
  const char *argument;
  int64_t min, max;
  const char *fallback;
  unsigned commands; // bit set of 1u << cli_command
  bool changes_results;
  const char *help;
  size_t offset; // of the field in cli_options
} cli_option_row;

extern const cli_command_row cli_command_table[CLI_COMMANDS];
extern const cli_option_row cli_option_table[];
extern const size_t cli_option_count;

// Reads argv (argv[0] is the subcommand) into `o`. Returns 0, or prints a message and returns CLI_EXIT_USAGE.
// Strings stay in argv; cli_options_free releases the lists in either case.
int cli_options_parse(cli_options *o, cli_command command, int argc, char **argv);
void cli_options_free(cli_options *o);

// The command of that name, or CLI_COMMANDS. cli_unknown_command says so and suggests near ones:
// CLI_EXIT_USAGE.
cli_command cli_command_find(const char *name);
int cli_unknown_command(const char *name);

// Is `name` in the SET value `set` (a comma-separated list; "all", "none", "-name"; later words win)?
bool cli_set_has(const char *set, const char *name);

// The value of every option that can change results, one `name=value` per line, in the table's order: two
// runs with equal text explore alike. The result is malloc'ed.
char *cli_options_text(const cli_options *o);

#endif
