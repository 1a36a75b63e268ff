// Which store, and which function in it. Apart from input.c, so that a program that only asks the store does not link the
// frontend.
#define _GNU_SOURCE // asprintf
#include "cli/cli.h"
#include "cli/input.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool is_folder(const char *path) {
  struct stat st;
  return !stat(path, &st) && S_ISDIR(st.st_mode);
}

static bool ends_with(const char *text, const char *end) {
  size_t n = strlen(text), m = strlen(end);
  return n >= m && !strcmp(text + n - m, end);
}

const char *cli_database(const cli_options *o) {
  if (o->project) return o->project;
  if (o->command != CLI_RUN || o->args.count != 1) return NULL;
  const char *arg = o->args.items[0];
  return ends_with(arg, ".json") || is_folder(arg) ? arg : NULL;
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
  const char *path = cli_database(o);
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

int cli_store_open_to_write(const cli_options *o, const char *path, unsigned flags, store **out,
                            store_error *err) {
  int code = store_open(path, STORE_WRITE | flags, out, err);
  if (code != STORE_BUSY) return code;
  if (!o->wait) {
    size_t n = strlen(err->detail);
    snprintf(err->detail + n, sizeof err->detail - n,
             ": try again when it has ended, or let --wait wait for it");
    return code;
  }
  cli_note("%s: waiting for it to end", err->detail);
  return store_open(path, STORE_WRITE | STORE_WAIT | flags, out, err);
}

static int unknown_function(store *st, const char *name) {
  store_briefs *all;
  store_error err;
  if (store_list(st, &all, &err)) return cli_store_fail(&err);
  const char **names = cli_realloc(NULL, (all->n + 1) * sizeof *names);
  uint32_t n = 0;
  for (uint32_t i = 0; i < all->n; i++) // sorted: equal names stand together
    if (!n || strcmp(names[n - 1], all->items[i].name)) names[n++] = all->items[i].name;
  char *hint = cli_suggest(name, names, n);
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
      fprintf(stderr, "  %s:%s (%s)\n", found->items[i].file, found->items[i].name, found->items[i].usr);
  }
  store_briefs_free(found);
  return status;
}
