// summ diff [RUN1 RUN2]: what changed in behaviour between two runs. Only functions whose content hash differs are loaded.
#include "cli/brief.h"
#include "cli/cli.h"
#include "cli/differences.h"
#include "cli/input.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  const cli_options *o;
  store *st;
  uint64_t runs[2];
  store_map *maps[2];
  cJSON *list;
  uint32_t changed, added, removed;
} diff;

// The runs given, or the last two that finished.
static int choose_runs(diff *d) {
  const cli_options *o = d->o;
  if (o->args.count == 2) {
    for (int i = 0; i < 2; i++) {
      char *end;
      d->runs[i] = strtoull(o->args.items[i], &end, 10);
      if (*end || !d->runs[i])
        return cli_fail(CLI_EXIT_USAGE, "'%s' is no number of a run; see summ log", o->args.items[i]);
    }
    return 0;
  }
  if (o->args.count) return cli_fail(CLI_EXIT_USAGE, "give two runs, or none for the last two; see summ log");
  store_runs *runs;
  store_error err;
  if (store_get_runs(d->st, &runs, &err)) return cli_store_fail(&err);
  int found = 2;
  for (uint32_t i = runs->n; i-- && found;)
    if (runs->items[i].finished) d->runs[--found] = runs->items[i].id;
  store_runs_free(runs);
  return found ? cli_fail(CLI_EXIT_USAGE, "there are no two finished runs to compare yet; see summ log") : 0;
}

// A summary of one of the runs; NULL when the run has none.
static int load(diff *d, const store_map_entry *e, sum_summary **out) {
  store_error err;
  *out = NULL;
  return e && store_get_summary_by_hash(d->st, e->summary, out, &err) ? cli_store_fail(&err) : 0;
}

static int compare(diff *d, const store_map_entry *before, const store_map_entry *now) {
  sum_summary *s[2];
  int status = load(d, before, &s[0]);
  if (status) return status;
  status = load(d, now, &s[1]);
  if (!status) {
    const char *name = (s[1] ? s[1] : s[0])->name, *usr = (now ? now : before)->usr;
    before &&now ? d->changed++ : now ? d->added++ : d->removed++;
    if (d->o->json) {
      cJSON *o = cJSON_CreateObject();
      cJSON_AddStringToObject(o, "name", name);
      cJSON_AddStringToObject(o, "usr", usr);
      cJSON_AddStringToObject(o, "function", before && now ? "changed" : now ? "new" : "gone");
      cJSON_AddItemToObject(o, "differences", cli_differences_json(s[0], s[1]));
      cJSON_AddItemToArray(d->list, o);
    } else {
      printf("%s%s%s\n", emit_paint(stdout, EMIT_BOLD), name, emit_paint(stdout, EMIT_PLAIN));
      cli_differences_text(stdout, s[0], s[1]);
    }
    sum_free(s[1]);
  }
  sum_free(s[0]);
  return status;
}

// Both lists are sorted by USR.
static int compare_all(diff *d) {
  const store_map *a = d->maps[0], *b = d->maps[1];
  int status = 0;
  for (uint32_t i = 0, k = 0; (i < a->n || k < b->n) && !status;) {
    int c = i == a->n ? 1 : k == b->n ? -1 : strcmp(a->items[i].usr, b->items[k].usr);
    const store_map_entry *before = c <= 0 ? &a->items[i] : NULL, *now = c >= 0 ? &b->items[k] : NULL;
    if (!before || !now || memcmp(before->summary, now->summary, 32)) status = compare(d, before, now);
    i += c <= 0;
    k += c >= 0;
  }
  return status;
}

static void print_end(diff *d) {
  if (d->o->json) {
    cJSON *root = cJSON_CreateObject();
    cJSON_AddNumberToObject(root, "before", (double)d->runs[0]);
    cJSON_AddNumberToObject(root, "now", (double)d->runs[1]);
    cJSON_AddItemToObject(root, "functions", d->list);
    d->list = NULL;
    cli_print_json(root);
    cJSON_Delete(root);
  } else {
    printf("%sfrom run %" PRIu64 " to run %" PRIu64 ": functions changed %" PRIu32 ", new %" PRIu32
           ", gone %" PRIu32 "\n",
           d->changed + d->added + d->removed ? "\n" : "", d->runs[0], d->runs[1], d->changed, d->added,
           d->removed);
  }
}

int cmd_diff(const cli_options *o) {
  diff d = {.o = o, .list = cJSON_CreateArray()};
  store_error err;
  int status = cli_store_open(o, &d.st);
  if (!status) status = choose_runs(&d);
  for (int i = 0; i < 2 && !status; i++)
    if (store_get_map(d.st, d.runs[i], &d.maps[i], &err)) status = cli_store_fail(&err);
  if (!status) status = compare_all(&d);
  if (!status) print_end(&d);
  store_map_free(d.maps[0]), store_map_free(d.maps[1]);
  store_close(d.st, NULL);
  cJSON_Delete(d.list);
  return status;
}
