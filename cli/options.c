// One pass over argv against the option table. Values are parsed by kind and written at the row's offset into
// cli_options; a default goes the same way as a value from the command line, so a bad default cannot hide.
#define _GNU_SOURCE // asprintf
#include "cli/options.h"

#include "cli/cli.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const cli_command_row cli_command_table[CLI_COMMANDS] = {
#define CMD(id, name, operands, help) {#name, operands, help, cmd_##name},
#include "cli/commands.def"
#undef CMD
};

enum {
#define CMD(id, name, operands, help) id = 1u << CLI_##id,
#include "cli/commands.def"
#undef CMD
  EVERY = (1u << CLI_COMMANDS) - 1,
  PLAIN = false,
  RESULT = true,
};

const cli_option_row cli_option_table[] = {
#define OPTION(kind, field, name, letter, argument, min, max, fallback, commands, effect, help) \
  {CLI_KIND_##kind,                                                                             \
   name,                                                                                        \
   letter,                                                                                      \
   argument,                                                                                    \
   min,                                                                                         \
   max,                                                                                         \
   fallback,                                                                                    \
   commands,                                                                                    \
   effect,                                                                                      \
   help,                                                                                        \
   offsetof(cli_options, field)},
#include "cli/options.def"
#undef OPTION
};
const size_t cli_option_count = sizeof cli_option_table / sizeof *cli_option_table;

static void *field(cli_options *o, const cli_option_row *row) { return (char *)o + row->offset; }

static void list_add(cli_list *list, const char *item) {
  // Doubling at powers of two needs no capacity field.
  if ((list->count & (list->count - 1)) == 0)
    list->items = cli_realloc(list->items,
                              sizeof *list->items * (list->count ? 2u * (unsigned)list->count : 1u));
  list->items[list->count++] = item;
}

// Is the word [word, word + length) one of the names in "a|b|c"?
static bool among(const char *names, const char *word, size_t length) {
  for (;;) {
    size_t n = strcspn(names, "|");
    if (n == length && !memcmp(names, word, n)) return true;
    if (!names[n]) return false;
    names += n + 1;
  }
}

static int bad_value(const cli_option_row *row, const char *value) {
  return cli_fail(CLI_EXIT_USAGE, "'%s' is no value for --%s, which takes %s%s", value, row->name,
                  row->kind == CLI_KIND_CHOICE ? "one of " : "a comma-separated list out of ", row->argument);
}

static int parse_number(const cli_option_row *row, const char *value, int64_t *out) {
  char *end;
  errno = 0;
  long long number = strtoll(value, &end, 10);
  if (end == value || *end || errno || number < row->min || number > row->max)
    return cli_fail(CLI_EXIT_USAGE,
                    "'%s' is no value for --%s, which takes a number from %" PRId64 " to %" PRId64, value,
                    row->name, row->min, row->max);
  *out = number;
  return 0;
}

static int parse_value(cli_options *o, const cli_option_row *row, const char *value) {
  switch (row->kind) {
  case CLI_KIND_FLAG: *(bool *)field(o, row) = true; return 0;
  case CLI_KIND_NUMBER: return parse_number(row, value, field(o, row));
  case CLI_KIND_CHOICE:
    if (!among(row->argument, value, strlen(value))) return bad_value(row, value);
    break;
  case CLI_KIND_SET:
    for (const char *word = value; *word;) {
      size_t n = strcspn(word, ",");
      size_t minus = *word == '-';
      if (!among("all|none", word, n) && !among(row->argument, word + minus, n - minus))
        return bad_value(row, value);
      word += n + (word[n] == ',');
    }
    break;
  case CLI_KIND_LIST: list_add(field(o, row), value); return 0;
  case CLI_KIND_TEXT: break;
  }
  *(const char **)field(o, row) = value;
  return 0;
}

// `typed` is the option as it was typed, with its dashes, up to `length`.
static int unknown_option(cli_command command, const char *typed, size_t length) {
  char **names = cli_realloc(NULL, sizeof *names * cli_option_count);
  size_t count = 0;
  for (size_t i = 0; i < cli_option_count; i++)
    if (cli_option_table[i].commands & 1u << command &&
        asprintf(&names[count++], "--%s", cli_option_table[i].name) < 0)
      abort();
  char *wanted = strndup(typed, length);
  if (!wanted) abort();
  char *hint = cli_suggest(wanted, (const char *const *)names, count);
  const char *command_name = cli_command_table[command].name;
  cli_fail(CLI_EXIT_USAGE, "summ %s has no option %s%s; see summ %s --help", command_name, wanted, hint,
           command_name);
  while (count) free(names[--count]);
  free(hint), free(wanted), free(names);
  return CLI_EXIT_USAGE;
}

static const cli_option_row *find_option(cli_command command, char letter, const char *name, size_t length) {
  for (size_t i = 0; i < cli_option_count; i++) {
    const cli_option_row *row = &cli_option_table[i];
    if (!(row->commands & 1u << command)) continue;
    if (letter ? row->letter == letter : strlen(row->name) == length && !memcmp(row->name, name, length))
      return row;
  }
  return NULL;
}

// Parses the option at argv[*i] and its argument, which may be the next element.
static int parse_option(cli_options *o, int argc, char **argv, int *i) {
  const char *arg = argv[*i], *value = NULL;
  const cli_option_row *row;
  if (arg[1] == '-') {
    size_t length = strcspn(arg + 2, "=");
    row = find_option(o->command, 0, arg + 2, length);
    if (!row) return unknown_option(o->command, arg, length + 2);
    if (arg[2 + length]) value = arg + 2 + length + 1;
  } else {
    const char *command = cli_command_table[o->command].name;
    row = find_option(o->command, arg[1], NULL, 0);
    if (!row)
      return cli_fail(CLI_EXIT_USAGE, "summ %s has no option -%c; see summ %s --help", command, arg[1],
                      command);
    if (arg[2]) value = arg + 2;
  }
  if (row->kind == CLI_KIND_FLAG) {
    if (value) return cli_fail(CLI_EXIT_USAGE, "--%s takes no value, but got '%s'", row->name, value);
  } else if (!value) {
    if (++*i == argc) return cli_fail(CLI_EXIT_USAGE, "--%s needs a value: %s", row->name, row->argument);
    value = argv[*i];
  }
  return parse_value(o, row, value);
}

int cli_options_parse(cli_options *o, cli_command command, int argc, char **argv) {
  assert(command < CLI_COMMANDS);
  memset(o, 0, sizeof *o);
  o->command = command;
  for (size_t i = 0; i < cli_option_count; i++) {
    const cli_option_row *row = &cli_option_table[i];
    if (*row->fallback && parse_value(o, row, row->fallback)) abort();
  }
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "--")) {
      while (++i < argc) list_add(&o->rest, argv[i]);
    } else if (argv[i][0] == '-' && argv[i][1]) {
      int status = parse_option(o, argc, argv, &i);
      if (status) return status;
    } else {
      list_add(&o->args, argv[i]);
    }
  }
  return 0;
}

void cli_options_free(cli_options *o) {
  for (size_t i = 0; i < cli_option_count; i++)
    if (cli_option_table[i].kind == CLI_KIND_LIST) free(((cli_list *)field(o, &cli_option_table[i]))->items);
  free(o->args.items);
  free(o->rest.items);
  memset(o, 0, sizeof *o);
}

int cli_unknown_command(const char *name) {
  const char *names[CLI_COMMANDS + 2] = {"--help", "--version"};
  for (cli_command c = 0; c < CLI_COMMANDS; c++) names[c + 2] = cli_command_table[c].name;
  char *hint = cli_suggest(name, names, CLI_COMMANDS + 2);
  cli_fail(CLI_EXIT_USAGE, "no %s '%s'%s; see summ --help", *name == '-' ? "option" : "command", name, hint);
  free(hint);
  return CLI_EXIT_USAGE;
}

cli_command cli_command_find(const char *name) {
  cli_command c = 0;
  while (c < CLI_COMMANDS && strcmp(cli_command_table[c].name, name)) c++;
  return c;
}

bool cli_set_has(const char *set, const char *name) {
  bool in = false;
  for (const char *word = set; *word;) {
    size_t n = strcspn(word, ",");
    bool minus = *word == '-';
    if (n == 3 && !memcmp(word, "all", 3))
      in = true;
    else if (n == 4 && !memcmp(word, "none", 4))
      in = false;
    else if (strlen(name) == n - minus && !memcmp(word + minus, name, n - minus))
      in = !minus;
    word += n + (word[n] == ',');
  }
  return in;
}

char *cli_options_text(const cli_options *o) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  if (!out) abort();
  for (size_t i = 0; i < cli_option_count; i++) {
    const cli_option_row *row = &cli_option_table[i];
    if (!row->changes_results) continue;
    const void *value = (const char *)o + row->offset;
    switch (row->kind) {
    case CLI_KIND_FLAG: fprintf(out, "%s=%d\n", row->name, *(const bool *)value); break;
    case CLI_KIND_NUMBER: fprintf(out, "%s=%" PRId64 "\n", row->name, *(const int64_t *)value); break;
    case CLI_KIND_TEXT:
    case CLI_KIND_CHOICE: {
      const char *word = *(const char *const *)value;
      fprintf(out, "%s=%s\n", row->name, word ? word : "");
      break;
    }
    case CLI_KIND_SET: // by content, so that two ways to write one set are equal
      fprintf(out, "%s=", row->name);
      for (const char *word = row->argument; *word;) {
        char name[64];
        size_t n = strcspn(word, "|");
        assert(n < sizeof name);
        snprintf(name, sizeof name, "%.*s", (int)n, word);
        if (cli_set_has(*(const char *const *)value, name)) fprintf(out, "%s,", name);
        word += n + (word[n] == '|');
      }
      fputc('\n', out);
      break;
    case CLI_KIND_LIST:
      for (int k = 0; k < ((const cli_list *)value)->count; k++)
        fprintf(out, "%s=%s\n", row->name, ((const cli_list *)value)->items[k]);
      break;
    }
  }
  fclose(out);
  return text;
}
