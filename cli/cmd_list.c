// summ list [NAME…]: what the store knows, a line for each function.
#include "cli/cli.h"
#include "cli/input.h"

#include "cli/brief.h"

#include <fnmatch.h>
#include <string.h>

// Names may be patterns: summ list 'list_*'.
static bool is_wanted(const cli_options *o, const store_brief *f) {
  for (int i = 0; i < o->args.count; i++)
    if (!fnmatch(o->args.items[i], f->name, 0)) return true;
  return !o->args.count;
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
  store_error err;
  int status = cli_store_open(o, &st);
  if (status) return status;
  if (store_list(st, &all, &err)) {
    status = cli_store_fail(&err);
  } else {
    if (o->json)
      print_json(o, all);
    else
      print_text(o, all);
    store_briefs_free(all);
  }
  store_close(st, NULL);
  return status;
}
