#include "cli/brief.h"

#include "cli/cli.h"
#include "emit/emit.h"

#include <inttypes.h>
#include <stdlib.h>

cli_table *cli_brief_table(void) {
  static const char *const titles[] = {"function", "status", "cases", "errors", "branches", "place"};
  return cli_table_new("llrrrl", titles);
}

void cli_brief_row(cli_table *t, const store_brief *f) {
  cli_table_cell(t, "%s", f->name);
  cli_table_cell(t, "%s", emit_status_name(f->status));
  cli_table_cell(t, "%" PRIu32, f->ncases);
  cli_table_cell(t, "%" PRIu32, f->nerrors);
  cli_table_cell(t, "%" PRIu32 "/%" PRIu32, f->ncovered, f->nbranches);
  cli_table_cell(t, "%s:%" PRIu32, f->file, f->line);
}

cJSON *cli_brief_json(const store_brief *f) {
  cJSON *o = cJSON_CreateObject();
  cJSON_AddStringToObject(o, "name", f->name);
  cJSON_AddStringToObject(o, "usr", f->usr);
  cJSON_AddStringToObject(o, "file", f->file);
  cJSON_AddNumberToObject(o, "line", f->line);
  cJSON_AddStringToObject(o, "status", emit_status_name(f->status));
  cJSON_AddNumberToObject(o, "cases", f->ncases);
  cJSON_AddNumberToObject(o, "errors", f->nerrors);
  cJSON_AddNumberToObject(o, "cut", f->ncut);
  cJSON_AddNumberToObject(o, "branches", f->nbranches);
  cJSON_AddNumberToObject(o, "covered", f->ncovered);
  char hash[65];
  for (int i = 0; i < 32; i++) snprintf(hash + 2 * i, 3, "%02x", f->summary[i]);
  cJSON_AddStringToObject(o, "summary", hash);
  return o;
}

// cJSON indents by tabs and its compact form is one line; two blanks read better in a terminal.
void cli_print_json(const cJSON *document) {
  char *text = cJSON_Print(document);
  if (!text) abort();
  bool line_start = true;
  for (const char *p = text; *p; p++) {
    if (*p == '\t')
      fputs(line_start ? "  " : " ", stdout);
    else
      putchar(*p), line_start = *p == '\n';
  }
  putchar('\n');
  cJSON_free(text);
}
