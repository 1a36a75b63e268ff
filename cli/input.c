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

static bool ends_with(const char *text, const char *end) {
  size_t n = strlen(text), m = strlen(end);
  return n >= m && !strcmp(text + n - m, end);
}

// The compile database the options name, or NULL when they name files.
static const char *database(const cli_options *o) {
  if (o->project) return o->project;
  if (o->command != CLI_RUN || o->args.count != 1) return NULL;
  const char *arg = o->args.items[0];
  return ends_with(arg, ".json") || is_folder(arg) ? arg : NULL;
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
  const char *path = database(o);
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

static char *join(const char *folder, const char *name) {
  char *path;
  if (asprintf(&path, "%s/%s", folder, name) < 0) abort();
  return path;
}

// The nearest .summ at or above the current folder; where there is none, the one in the current folder.
static char *search_upwards(void) {
  char *folder = realpath(".", NULL);
  for (char *slash; folder && (slash = strrchr(folder, '/')); *slash = 0) {
    char *path = join(folder, ".summ");
    if (is_folder(path)) {
      free(folder);
      return path;
    }
    free(path);
  }
  free(folder);
  return strdup(".summ");
}

char *cli_store_path(const cli_options *o, bool for_reading) {
  if (o->store) return strdup(o->store);
  const char *path = database(o);
  if (!path) return for_reading && !is_folder(".summ") ? search_upwards() : strdup(".summ");
  if (is_folder(path)) return join(path, ".summ");
  const char *slash = strrchr(path, '/');
  if (!slash) return strdup(".summ");
  char *folder = strndup(path, (size_t)(slash - path)), *result = join(folder, ".summ");
  free(folder);
  return result;
}

int cli_store_fail(const store_error *err) { return cli_fail(CLI_EXIT_STORE, "%s", err->detail); }

int cli_store_open(const cli_options *o, store **out) {
  store_error err;
  char *path = cli_store_path(o, true);
  int code = store_open(path, STORE_READ, out, &err);
  free(path);
  return code ? cli_store_fail(&err) : 0;
}

static int unknown_function(store *st, const char *name) {
  store_briefs *all;
  store_error err;
  if (store_list(st, &all, &err)) return cli_store_fail(&err);
  const char **names = cli_realloc(NULL, (all->n + 1) * sizeof *names);
  for (uint32_t i = 0; i < all->n; i++) names[i] = all->items[i].name;
  char *hint = cli_suggest(name, names, all->n);
  cli_fail(CLI_EXIT_USAGE, "no function '%s' in the store%s; see summ list", name, hint);
  free(hint), free(names);
  store_briefs_free(all);
  return CLI_EXIT_USAGE;
}

int cli_store_find(store *st, const char *name, char **usr) {
  store_briefs *found;
  store_error err;
  int code = store_find(st, name, &found, &err);
  if (code == STORE_NOT_FOUND) return unknown_function(st, name);
  if (code) return cli_store_fail(&err);
  int status = 0;
  if (found->n == 1) {
    *usr = strdup(found->items[0].usr);
  } else {
    status = cli_fail(CLI_EXIT_USAGE, "%u functions are called '%s'; say which one:", found->n, name);
    for (uint32_t i = 0; i < found->n; i++)
      fprintf(stderr, "  summ %s %s:%s\n", "show", found->items[i].file, found->items[i].name);
  }
  store_briefs_free(found);
  return status;
}
