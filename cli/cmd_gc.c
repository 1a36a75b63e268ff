// summ gc: drop what neither a function nor one of the last runs refers to, and rewrite the file without holes.
#include "cli/brief.h"
#include "cli/cli.h"
#include "cli/input.h"

#include <inttypes.h>
#include <stdlib.h>

int cmd_gc(const cli_options *o) {
  store *st;
  store_error err;
  store_gc_result r;
  char *path = cli_store_path(o, true);
  int code = cli_store_open_to_write(o, path, 0, &st, &err);
  free(path);
  if (code) return cli_store_fail(&err);
  code = store_gc(st, (uint32_t)o->keep, &r, &err);
  if (!code)
    code = store_close(st, &err);
  else
    store_close(st, NULL);
  if (code) return cli_store_fail(&err);
  if (o->json) {
    cJSON *root = cJSON_CreateObject(), *dropped = cJSON_AddObjectToObject(root, "dropped");
    cJSON_AddNumberToObject(dropped, "summaries", (double)r.summaries);
    cJSON_AddNumberToObject(dropped, "modules", (double)r.modules);
    cJSON_AddNumberToObject(dropped, "groups", (double)r.groups);
    cJSON_AddNumberToObject(dropped, "runs", (double)r.runs);
    cJSON_AddNumberToObject(root, "bytes_before", (double)r.bytes_before);
    cJSON_AddNumberToObject(root, "bytes_after", (double)r.bytes_after);
    cli_print_json(root);
    cJSON_Delete(root);
    return 0;
  }
  printf("dropped %" PRIu64 " summaries, %" PRIu64 " modules, %" PRIu64 " transcripts, %" PRIu64
         " runs; %" PRIu64 " KB before, %" PRIu64 " KB now\n",
         r.summaries, r.modules, r.groups, r.runs, r.bytes_before / 1024, r.bytes_after / 1024);
  return 0;
}
