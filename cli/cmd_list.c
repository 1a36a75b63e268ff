// summ list [NAME…]: what the store knows, a line for each function.
#include "cli/cli.h"
#include "cli/input.h"

#include "cli/brief.h"
#include "emit/emit.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

// Names may be patterns: summ list 'list_*'.
static bool is_named(const cli_options *o, const store_brief *f) {
  for (int i = 0; i < o->args.count; i++)
    if (!fnmatch(o->args.items[i], f->name, 0)) return true;
  return !o->args.count;
}

// "util/a.c" is the end of "src/util/a.c" and not of "src/futil/a.c".
static bool path_ends(const char *path, const char *end) {
  size_t n = strlen(path), m = strlen(end);
  return m <= n && !strcmp(path + n - m, end) && (m == n || path[n - m - 1] == '/');
}

static bool is_wanted(const cli_options *o, const store_brief *f) {
  if (o->in_file && !path_ends(f->file, o->in_file)) return false;
  if (o->status && strcmp(o->status, emit_status_name(f->status))) return false;
  return is_named(o, f);
}

static bool among(const char *usr, const char *const *usrs, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (!strcmp(usrs[i], usr)) return true;
  return false;
}

// Keeps the functions whose USR is among these.
static void keep_usrs(store_briefs *all, const char *const *usrs, uint32_t n) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < all->n; i++)
    if (among(all->items[i].usr, usrs, n)) all->items[kept++] = all->items[i];
  all->n = kept;
}

static int keep_callees(store *st, const char *name, store_briefs *all) {
  char *usr;
  store_function *f;
  store_error err;
  int status = cli_store_find(st, name, &usr);
  if (status) return status;
  if (store_get_function(st, usr, &f, &err)) {
    status = cli_store_fail(&err);
  } else {
    keep_usrs(all, f->callees, f->ncallees);
    store_function_free(f);
  }
  free(usr);
  return status;
}

static int keep_with_findings(store *st, store_briefs *all) {
  store_findings *found;
  store_error err;
  if (store_get_findings(st, NULL, &found, &err)) return cli_store_fail(&err);
  const char **usrs = cli_realloc(NULL, (found->n + 1) * sizeof *usrs);
  uint32_t n = 0;
  for (uint32_t i = 0; i < found->n; i++)
    if (found->items[i].manifest) usrs[n++] = found->items[i].usr;
  keep_usrs(all, usrs, n);
  free(usrs);
  store_findings_free(found);
  return 0;
}

// All functions, or the callers of one, less what the filters that need the store take away.
static int gather(const cli_options *o, store *st, store_briefs **all) {
  store_error err;
  int status = 0, code;
  if (o->callers_of) {
    char *usr;
    status = cli_store_find(st, o->callers_of, &usr);
    if (status) return status;
    code = store_callers(st, usr, all, &err);
    free(usr);
  } else {
    code = store_list(st, all, &err);
  }
  if (code) return cli_store_fail(&err);
  if (o->callees_of) status = keep_callees(st, o->callees_of, *all);
  if (!status && o->with_findings) status = keep_with_findings(st, *all);
  if (status) store_briefs_free(*all);
  return status;
}

static void print_json(const cli_options *o, const store_briefs *all) {
  cJSON *root = cJSON_CreateObject(), *list = cJSON_AddArrayToObject(root, "functions");
  for (uint32_t i = 0; i < all->n; i++)
    if (is_wanted(o, &all->items[i])) cJSON_AddItemToArray(list, cli_brief_json(&all->items[i]));
  cli_print_json(root);
  cJSON_Delete(root);
}

static void print_text(const cli_options *o, const store_briefs *all) {
  cli_table *t = cli_brief_table();
  for (uint32_t i = 0; i < all->n; i++)
    if (is_wanted(o, &all->items[i])) cli_brief_row(t, &all->items[i]);
  cli_table_print(t, stdout);
  cli_table_free(t);
}

int cmd_list(const cli_options *o) {
  store *st;
  store_briefs *all;
  int status = cli_store_open(o, &st);
  if (status) return status;
  status = gather(o, st, &all);
  if (!status) {
    if (o->json)
      print_json(o, all);
    else
      print_text(o, all);
    store_briefs_free(all);
  }
  store_close(st, NULL);
  return status;
}
