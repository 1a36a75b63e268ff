// summ show NAME…: the stored summary of a function, as text, JSON or Graphviz.
#include "cli/brief.h"
#include "cli/cli.h"
#include "cli/input.h"
#include "cli/record.h"

#include <stdlib.h>

static int show_callers(const cli_options *o, store *st, const char *usr, cJSON *list) {
  store_briefs *b;
  store_error err;
  if (store_callers(st, usr, &b, &err)) return cli_store_fail(&err);
  cli_table *t = cli_brief_table();
  cJSON *callers = cJSON_CreateArray();
  for (uint32_t i = 0; i < b->n; i++) {
    cli_brief_row(t, &b->items[i]);
    cJSON_AddItemToArray(callers, cli_brief_json(&b->items[i]));
  }
  if (o->json)
    cJSON_AddItemToArray(list, callers);
  else
    cli_table_print(t, stdout), cJSON_Delete(callers);
  cli_table_free(t);
  store_briefs_free(b);
  return 0;
}

static int show(const cli_options *o, store *st, const char *name, cJSON *list) {
  char *usr;
  cli_record_view *v;
  int status = cli_store_find(st, name, &usr);
  if (status) return status;
  status = o->callers ? show_callers(o, st, usr, list) : cli_record_open(st, usr, &v);
  free(usr);
  if (o->callers) return status;
  if (status) return status;
  if (o->json)
    cJSON_AddItemToArray(list, emit_json(cli_record_get(v)));
  else if (o->dot)
    emit_dot(stdout, cli_record_get(v));
  else
    emit_text(stdout, cli_record_get(v));
  cli_record_close(v);
  return 0;
}

int cmd_show(const cli_options *o) {
  if (!o->args.count) return cli_fail(CLI_EXIT_USAGE, "which function? usage: summ show NAME; see summ list");
  store *st;
  int status = cli_store_open(o, &st);
  if (status) return status;
  cJSON *list = cJSON_CreateArray();
  for (int i = 0; i < o->args.count && !status; i++) {
    if (i && !o->json) putchar('\n');
    status = show(o, st, o->args.items[i], list);
  }
  // One name gives one object; several give an array.
  if (o->json && !status) cli_print_json(o->args.count == 1 ? cJSON_GetArrayItem(list, 0) : list);
  cJSON_Delete(list);
  store_close(st, NULL);
  return status;
}
