// summ stats: how much the store holds, and what a case costs on disk.
#include "cli/brief.h"
#include "cli/cli.h"
#include "cli/input.h"

#include <inttypes.h>

typedef struct {
  const char *name;
  uint64_t entries, bytes;
} row;

static void print_json(const store_sizes *s, const row *rows, size_t n) {
  cJSON *root = cJSON_CreateObject();
  for (size_t i = 0; i < n; i++) {
    cJSON *o = cJSON_AddObjectToObject(root, rows[i].name);
    cJSON_AddNumberToObject(o, "entries", (double)rows[i].entries);
    cJSON_AddNumberToObject(o, "bytes", (double)rows[i].bytes);
  }
  cJSON_AddNumberToObject(root, "cases", (double)s->cases);
  cJSON_AddNumberToObject(root, "file_bytes", (double)s->file_bytes);
  cJSON_AddNumberToObject(root, "free_bytes", (double)s->free_bytes);
  cli_print_json(root);
  cJSON_Delete(root);
}

static void print_text(const store_sizes *s, const row *rows, size_t n) {
  static const char *const titles[] = {"table", "entries", "KB"};
  cli_table *t = cli_table_new("lrr", titles);
  for (size_t i = 0; i < n; i++) {
    cli_table_cell(t, "%s", rows[i].name);
    cli_table_cell(t, "%" PRIu64, rows[i].entries);
    cli_table_cell(t, "%" PRIu64, (rows[i].bytes + 1023) / 1024);
  }
  cli_table_print(t, stdout);
  cli_table_free(t);
  printf("\n%" PRIu64 " cases, %.0f bytes of summary each; file %" PRIu64 " KB, of which %" PRIu64
         " KB are free (summ gc gives them back)\n",
         s->cases, s->cases ? (double)s->summary_bytes / (double)s->cases : 0, s->file_bytes / 1024,
         s->free_bytes / 1024);
}

int cmd_stats(const cli_options *o) {
  store *st;
  store_error err;
  store_sizes s;
  int status = cli_store_open(o, &st);
  if (status) return status;
  int code = store_get_sizes(st, &s, &err);
  store_close(st, NULL);
  if (code) return cli_store_fail(&err);
  const row rows[] = {{"functions", s.functions, s.function_bytes},
                      {"summaries", s.summaries, s.summary_bytes},
                      {"variants", s.variants, s.variant_bytes},
                      {"findings", s.findings, s.finding_bytes},
                      {"modules", s.modules, s.module_bytes},
                      {"transcripts", s.groups, s.group_bytes},
                      {"runs", s.runs, s.run_bytes}};
  (o->json ? print_json : print_text)(&s, rows, sizeof rows / sizeof *rows);
  return 0;
}
