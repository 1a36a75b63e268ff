#include "cli/cli.h"

int cmd_run(const cli_options *o) {
  (void)o;
  return cli_fail(CLI_EXIT_INPUT, "run is not built yet");
}
