// Where summ-engine is: beside summ in a build folder, in libexec when installed.
#define _GNU_SOURCE // asprintf
#include "cli/cli.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int cli_become_engine(char **argv) {
  static const char *const places[] = {"summ-engine", "../libexec/summ/summ-engine"};
  char self[4096];
  ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
  self[n > 0 ? n : 0] = 0;
  char *slash = strrchr(self, '/');
  if (slash) *slash = 0;
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    char *path;
    if (asprintf(&path, "%s/%s", self, places[i]) < 0) abort();
    execv(path, argv);
    free(path);
  }
  return cli_fail(CLI_EXIT_STORE, "cannot start %s/summ-engine: %s; build or install summ again", self,
                  strerror(errno));
}
