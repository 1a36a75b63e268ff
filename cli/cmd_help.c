// Everything that is written about the command line is made here from the tables: help texts, the man page
// and the completions for bash and zsh. None of them can disagree with the parser.
#include "cli/cli.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#ifndef SUMM_VERSION
#define SUMM_VERSION "?"
#endif

static const char what_it_is[] =
    "generates tests for C and finds bugs in it, one function at a time, and keeps what "
    "it learned about every function in a store on disk";

// Prints words wrapped at column 100, further lines indented.
static void wrapped(FILE *out, const char *text, int column, int indent) {
  while (*text) {
    int n = (int)strcspn(text, " ");
    if (column > indent && column + 1 + n > 100)
      column = fprintf(out, "\n%*s", indent, "") - 1;
    else if (column > indent)
      column += fprintf(out, " ");
    column += fprintf(out, "%.*s", n, text);
    text += n + (text[n] == ' ');
  }
  fputc('\n', out);
}

static bool takes(const cli_option_row *row, cli_command command) { return row->commands & 1u << command; }

static bool is_set_of_words(const cli_option_row *row) {
  return row->kind == CLI_KIND_CHOICE || row->kind == CLI_KIND_SET;
}

// "-p, --project DIR" and so on. The names of a SET are too many for the left column.
static int print_left(FILE *out, const cli_option_row *row) {
  int n = row->letter ? fprintf(out, "  -%c, --%s", row->letter, row->name)
                      : fprintf(out, "      --%s", row->name);
  if (*row->argument) n += fprintf(out, " %s", row->kind == CLI_KIND_SET ? "LIST" : row->argument);
  return n;
}

static char *help_text(const cli_option_row *row) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  if (!out) abort();
  fputs(row->help, out);
  if (row->kind == CLI_KIND_SET) {
    fputs(": ", out);
    for (const char *word = row->argument; *word;) {
      int n = (int)strcspn(word, "|");
      fprintf(out, "%.*s%s", n, word, word[n] ? ", " : "; all, none, and -NAME to leave one out");
      word += n + (word[n] == '|');
    }
  }
  if (*row->fallback && strcmp(row->fallback, "0")) fprintf(out, " (default: %s)", row->fallback);
  fclose(out);
  return text;
}

static void print_option(FILE *out, const cli_option_row *row) {
  enum { COLUMN = 30 };
  char *text = help_text(row);
  int n = print_left(out, row);
  if (n + 2 > COLUMN) n = fprintf(out, "\n") - 1;
  fprintf(out, "%*s", COLUMN - n, "");
  wrapped(out, text, COLUMN, COLUMN);
  free(text);
}

static void print_exit_codes(FILE *out) {
  fputs("\nExit codes:\n", out);
#define EXIT(id, code, help) fprintf(out, "  %d  %s\n", code, help);
#include "cli/exit_codes.def"
#undef EXIT
}

void cli_print_help(FILE *out, cli_command command) {
  if (command < CLI_COMMANDS) {
    const cli_command_row *row = &cli_command_table[command];
    fprintf(out, "usage: summ %s [OPTION...] %s\n\n", row->name, row->operands);
    fprintf(out, "%c%s.\n\nOptions:\n", toupper(row->help[0]), row->help + 1);
    for (size_t i = 0; i < cli_option_count; i++)
      if (takes(&cli_option_table[i], command)) print_option(out, &cli_option_table[i]);
    return;
  }
  fprintf(out, "usage: summ COMMAND [OPTION...] [ARGUMENT...]\n       summ --version | --help\n\n");
  int column = fprintf(out, "summ");
  wrapped(out, what_it_is, column, 0);
  fputs("\nCommands:\n", out);
  for (cli_command c = 0; c < CLI_COMMANDS; c++)
    fprintf(out, "  %-8s  %s\n", cli_command_table[c].name, cli_command_table[c].help);
  fputs("\nsumm COMMAND --help lists the options of a command.\n", out);
  print_exit_codes(out);
}

// Roff: a backslash and a leading dot or quote are special, a minus must be escaped to stay one.
static void roff(FILE *out, const char *text) {
  for (const char *p = text; *p; p++) {
    if (*p == '\\')
      fputs("\\e", out);
    else if (*p == '-')
      fputs("\\-", out);
    else if (p == text && (*p == '.' || *p == '\''))
      fprintf(out, "\\&%c", *p);
    else
      fputc(*p, out);
  }
}

static void print_man_option(FILE *out, const cli_option_row *row) {
  fputs(".TP\n", out);
  if (row->letter) fprintf(out, "\\fB\\-%c\\fR, ", row->letter);
  fputs("\\fB\\-\\-", out);
  roff(out, row->name);
  fputs("\\fR", out);
  if (*row->argument) {
    fputs(" \\fI", out);
    roff(out, row->kind == CLI_KIND_SET ? "LIST" : row->argument);
    fputs("\\fR", out);
  }
  char *text = help_text(row);
  fputc('\n', out);
  roff(out, text);
  fputc('\n', out);
  free(text);
}

static void print_man(FILE *out) {
  fprintf(
      out,
      ".TH SUMM 1 \"\" \"summ %s\" \"User Commands\"\n.SH NAME\nsumm \\- tests and bugs for C, function by "
      "function\n.SH SYNOPSIS\n",
      SUMM_VERSION);
  for (cli_command c = 0; c < CLI_COMMANDS; c++) {
    fprintf(out, "%s\\fBsumm %s\\fR [\\fIOPTION\\fR...] ", c ? ".br\n" : "", cli_command_table[c].name);
    roff(out, cli_command_table[c].operands);
    fputc('\n', out);
  }
  fputs(".br\n\\fBsumm \\-\\-version\\fR [\\fB\\-\\-json\\fR]\n.SH DESCRIPTION\n\\fBsumm\\fR ", out);
  roff(out, what_it_is);
  fputs(".\nA function is explored once; its callers reuse the result. After an edit only what the edit can "
        "change is\n"
        "explored again.\n",
        out);
  for (cli_command c = 0; c < CLI_COMMANDS; c++) {
    fprintf(out, ".SH SUMM %s\n", cli_command_table[c].name);
    roff(out, cli_command_table[c].help);
    fputs(".\n", out);
    for (size_t i = 0; i < cli_option_count; i++)
      if (takes(&cli_option_table[i], c)) print_man_option(out, &cli_option_table[i]);
  }
  fputs(".SH EXIT STATUS\n", out);
#define EXIT(id, code, help) fprintf(out, ".TP\n%d\n%s\n", code, help);
#include "cli/exit_codes.def"
#undef EXIT
  fputs(".SH ENVIRONMENT\n.TP\nNO_COLOR\nwhen set and not empty, output to a terminal has no colour\n"
        ".SH FILES\n.TP\n\\&.summ/\nthe store: next to the compile database, or in the current folder\n",
        out);
}

static void print_bash(FILE *out) {
  fputs("# bash completion for summ, made by: summ help --completion=bash\n_summ() {\n"
        "  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} words\n"
        "  if [ \"$COMP_CWORD\" = 1 ]; then\n    COMPREPLY=($(compgen -W '",
        out);
  for (cli_command c = 0; c < CLI_COMMANDS; c++) fprintf(out, "%s ", cli_command_table[c].name);
  fputs(
      "--help --version' -- \"$cur\")); return\n  fi\n"
      "  if [ \"$prev\" = = ]; then prev=${COMP_WORDS[COMP_CWORD-2]}; elif [ \"$cur\" = = ]; then cur=; fi\n"
      "  case $prev in\n",
      out);
  for (size_t i = 0; i < cli_option_count; i++) {
    const cli_option_row *row = &cli_option_table[i];
    if (!is_set_of_words(row)) continue;
    char *words = strdup(row->argument);
    if (!words) abort();
    for (char *p = words; (p = strchr(p, '|'));) *p = ' ';
    fprintf(out, "    --%s) COMPREPLY=($(compgen -W '%s' -- \"$cur\")); return ;;\n", row->name, words);
    free(words);
  }
  fputs("    --help) return ;;\n  esac\n  case $cur in\n    -*)\n      case ${COMP_WORDS[1]} in\n", out);
  for (cli_command c = 0; c < CLI_COMMANDS; c++) {
    fprintf(out, "        %s) words='", cli_command_table[c].name);
    for (size_t i = 0; i < cli_option_count; i++)
      if (takes(&cli_option_table[i], c)) fprintf(out, "--%s ", cli_option_table[i].name);
    fputs("' ;;\n", out);
  }
  fputs("      esac\n      COMPREPLY=($(compgen -W \"$words\" -- \"$cur\")) ;;\n"
        "    *) COMPREPLY=($(compgen -f -- \"$cur\")) ;;\n  esac\n}\ncomplete -o filenames -F _summ summ\n",
        out);
}

// Inside a zsh _arguments specification brackets, colons and quotes end things.
static void zsh_quoted(FILE *out, const char *text) {
  for (; *text; text++) {
    if (*text == '\'')
      fputs("'\\''", out);
    else if (strchr("[]:\\", *text))
      fprintf(out, "\\%c", *text);
    else
      fputc(*text, out);
  }
}

static void zsh_option(FILE *out, const cli_option_row *row) {
  const char *repeat = row->kind == CLI_KIND_LIST ? "*" : "";
  for (int form = row->letter ? 0 : 1; form < 2; form++) {
    fputs("          '", out);
    if (form == 0)
      fprintf(out, "%s-%c[", repeat, row->letter);
    else
      fprintf(out, "%s--%s%s[", repeat, row->name, row->kind == CLI_KIND_FLAG ? "" : "=");
    zsh_quoted(out, row->help);
    fputc(']', out);
    if (is_set_of_words(row)) {
      fprintf(out, ":%s:(", row->name);
      for (const char *p = row->argument; *p; p++) fputc(*p == '|' ? ' ' : *p, out);
      fputc(')', out);
    } else if (row->kind != CLI_KIND_FLAG) {
      fprintf(out, ":%s:%s", row->argument, row->kind == CLI_KIND_NUMBER ? "" : "_files");
    }
    fputs("' \\\n", out);
  }
}

static void print_zsh(FILE *out) {
  fputs("#compdef summ\n# zsh completion for summ, made by: summ help --completion=zsh\n_summ() {\n"
        "  local context state line\n  _arguments -C '1:command:->command' '*::argument:->argument'\n"
        "  case $state in\n    command)\n      local -a commands=(\n",
        out);
  for (cli_command c = 0; c < CLI_COMMANDS; c++) {
    fprintf(out, "        '%s:", cli_command_table[c].name);
    zsh_quoted(out, cli_command_table[c].help);
    fputs("'\n", out);
  }
  fputs("      )\n      _describe command commands ;;\n    argument)\n      case $words[1] in\n", out);
  for (cli_command c = 0; c < CLI_COMMANDS; c++) {
    fprintf(out, "        %s) _arguments \\\n", cli_command_table[c].name);
    for (size_t i = 0; i < cli_option_count; i++)
      if (takes(&cli_option_table[i], c)) zsh_option(out, &cli_option_table[i]);
    fputs("          '*:file:_files' ;;\n", out);
  }
  fputs("      esac ;;\n  esac\n}\n_summ \"$@\"\n", out);
}

int cmd_help(const cli_options *o) {
  if (o->man) {
    print_man(stdout);
  } else if (o->completion) {
    if (!strcmp(o->completion, "bash"))
      print_bash(stdout);
    else
      print_zsh(stdout);
  } else {
    cli_command command = CLI_COMMANDS;
    if (o->args.count && (command = cli_command_find(o->args.items[0])) == CLI_COMMANDS)
      return cli_unknown_command(o->args.items[0]);
    cli_print_help(stdout, command);
  }
  return CLI_EXIT_FINE;
}
