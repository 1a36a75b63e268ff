// summ log: the runs, newest last. Their numbers are what summ diff takes.
#include "cli/brief.h"
#include "cli/cli.h"
#include "cli/input.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

static void when(int64_t seconds, char *buf, size_t cap) {
  time_t t = (time_t)seconds;
  struct tm tm;
  localtime_r(&t, &tm);
  strftime(buf, cap, "%Y-%m-%d %H:%M:%S", &tm);
}

static uint64_t total(const store_run *r, const char *name) {
  for (uint32_t i = 0; i < r->ntotals; i++)
    if (!strcmp(r->totals[i].name, name)) return r->totals[i].value;
  return 0;
}

static void print_text(const store_runs *runs) {
  static const char *const titles[] = {"run",      "started", "seconds", "functions",
                                       "explored", "cases",   "errors",  "what"};
  static const char *const counts[] = {"functions", "explored", "cases", "errors"};
  cli_table *t = cli_table_new("rlrrrrrl", titles);
  for (uint32_t i = 0; i < runs->n; i++) {
    const store_run *r = &runs->items[i];
    char text[64];
    when(r->started, text, sizeof text);
    cli_table_cell(t, "%" PRIu64, r->id);
    cli_table_cell(t, "%s", text);
    if (r->finished)
      cli_table_cell(t, "%" PRId64, r->finished - r->started);
    else
      cli_table_cell(t, "unfinished");
    for (size_t k = 0; k < 4; k++) cli_table_cell(t, "%" PRIu64, total(r, counts[k]));
    cli_table_cell(t, "%s", r->what);
  }
  cli_table_print(t, stdout);
  cli_table_free(t);
}

static void print_json(const store_runs *runs) {
  cJSON *root = cJSON_CreateObject(), *list = cJSON_AddArrayToObject(root, "runs");
  for (uint32_t i = 0; i < runs->n; i++) {
    const store_run *r = &runs->items[i];
    cJSON *o = cJSON_CreateObject();
    cJSON_AddNumberToObject(o, "id", (double)r->id);
    cJSON_AddNumberToObject(o, "started", (double)r->started);
    cJSON_AddNumberToObject(o, "finished", (double)r->finished);
    cJSON_AddStringToObject(o, "what", r->what);
    cJSON_AddStringToObject(o, "options", r->options);
    cJSON_AddStringToObject(o, "engine", r->engine);
    cJSON *totals = cJSON_AddObjectToObject(o, "totals");
    for (uint32_t k = 0; k < r->ntotals; k++)
      cJSON_AddNumberToObject(totals, r->totals[k].name, (double)r->totals[k].value);
    cJSON_AddItemToArray(list, o);
  }
  cli_print_json(root);
  cJSON_Delete(root);
}

int cmd_log(const cli_options *o) {
  store *st;
  store_error err;
  store_runs *runs;
  int status = cli_store_open(o, &st);
  if (status) return status;
  int code = store_get_runs(st, &runs, &err);
  if (!code) {
    (o->json ? print_json : print_text)(runs);
    store_runs_free(runs);
  }
  store_close(st, NULL);
  return code ? cli_store_fail(&err) : 0;
}
