// summ check: verify the whole store. One line for each thing wrong: which entry, what, and what follows from it.
#include "cli/brief.h"
#include "cli/cli.h"
#include "cli/input.h"

#include <inttypes.h>

static void say(void *self, const char *line) {
  cJSON *list = self;
  if (list)
    cJSON_AddItemToArray(list, cJSON_CreateString(line));
  else
    printf("%s\n", line);
}

int cmd_check(const cli_options *o) {
  store *st;
  store_error err;
  uint64_t checked = 0;
  int status = cli_store_open(o, &st);
  if (status) return status;
  cJSON *root = o->json ? cJSON_CreateObject() : NULL;
  int code = store_check(st, say, root ? cJSON_AddArrayToObject(root, "problems") : NULL, &checked, &err);
  if (root) {
    cJSON_AddNumberToObject(root, "checked", (double)checked);
    cJSON_AddBoolToObject(root, "fine", !code);
    cli_print_json(root);
    cJSON_Delete(root);
  } else if (!code) {
    printf("%" PRIu64 " entries, all fine\n", checked);
  }
  store_close(st, NULL);
  return code ? cli_store_fail(&err) : 0;
}
