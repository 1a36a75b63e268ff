#include "cli/cli.h"

int cmd_show(const cli_options *o) {
  (void)o;
  return cli_fail(CLI_EXIT_INPUT, "show is not built yet");
}
