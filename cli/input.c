// Everything that can be wrong with the input is found here before anything is written.
#define _GNU_SOURCE // asprintf
#include "cli/input.h"

#include "cli/cli.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_folder(const char *path) {
  struct stat st;
  return !stat(path, &st) && S_ISDIR(st.st_mode);
}

static int check_files(const cli_list *files, const char *what) {
  for (int i = 0; i < files->count; i++) {
    const char *path = files->items[i];
    if (is_folder(path))
      return cli_fail(CLI_EXIT_INPUT, "%s is a folder; name %s, or -p for a project", path, what);
    if (access(path, R_OK))
      return cli_fail(CLI_EXIT_INPUT, "cannot read %s: %s; name %s", path, strerror(errno), what);
  }
  return 0;
}

int cli_sources(const cli_options *o, fe_sources **out) {
  int status;
  if ((status = check_files(&o->with, "a C file with preconditions"))) return status;
  if ((status = check_files(&o->models, "a C file with models"))) return status;
  const char *path = cli_database(o);
  if (path) {
    if (o->project && o->args.count)
      return cli_fail(CLI_EXIT_USAGE, "give files or -p, not both; '%s' would be ignored", o->args.items[0]);
    char *err = NULL;
    *out = fe_sources_database(path, &err);
    if (!*out) {
      cli_fail(CLI_EXIT_INPUT, "%s; make one with cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, or name C files",
               err);
      free(err);
      return CLI_EXIT_INPUT;
    }
  } else {
    if (!o->args.count)
      return cli_fail(CLI_EXIT_USAGE,
                      "nothing to read; name C files, or a project with -p; see summ run --help");
    if ((status = check_files(&o->args, "a C file"))) return status;
    *out = fe_sources_files(o->args.items, (size_t)o->args.count, o->rest.items, (size_t)o->rest.count);
  }
  for (int i = 0; i < o->with.count; i++)
    fe_sources_add(*out, o->with.items[i], o->rest.items, (size_t)o->rest.count);
  for (int i = 0; i < o->models.count; i++)
    fe_sources_add(*out, o->models.items[i], o->rest.items, (size_t)o->rest.count);
  return 0;
}
