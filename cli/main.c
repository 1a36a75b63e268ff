// summ: the first word chooses the command, the rest is parsed against the option table, the command does the
// work and its return value is the exit code. A failed write to stdout (full disk, closed pipe) is a failure
// of the command.
#include "cli/cli.h"

#include <errno.h>
#include <string.h>

static int run(int argc, char **argv) {
  if (argc < 2) {
    cli_print_help(stderr, CLI_COMMANDS);
    return CLI_EXIT_USAGE;
  }
  const char *word = argv[1];
  if (!strcmp(word, "--version") || !strcmp(word, "-V")) {
    void (*print)(bool json) = cli_print_version; // NULL where the engine is not
    if (!print) return cli_become_engine(argv);
    print(argc > 2 && !strcmp(argv[2], "--json"));
    return CLI_EXIT_FINE;
  }
  if (!strcmp(word, "--help") || !strcmp(word, "-h")) {
    cli_print_help(stdout, CLI_COMMANDS);
    return CLI_EXIT_FINE;
  }
  cli_command command = cli_command_find(word);
  if (command == CLI_COMMANDS) return cli_unknown_command(word);
  cli_options o;
  int status = cli_options_parse(&o, command, argc - 1, argv + 1);
  if (!status && o.help)
    cli_print_help(stdout, command);
  else if (!status && !cli_command_table[command].main)
    status = cli_become_engine(argv);
  else if (!status)
    status = cli_command_table[command].main(&o);
  cli_options_free(&o);
  return status;
}

int main(int argc, char **argv) {
  int status = run(argc, argv);
  if (fflush(stdout) || ferror(stdout))
    return cli_fail(CLI_EXIT_STORE, "cannot write the output: %s", strerror(errno));
  return status;
}
