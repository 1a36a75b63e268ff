#include "cli/cli.h"

int cmd_list(const cli_options *o) {
  (void)o;
  return cli_fail(CLI_EXIT_INPUT, "list is not built yet");
}
