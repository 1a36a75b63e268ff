// From a stored summary to a view of it: the record gives lines and source text to instruction numbers. Apart from record.c,
// so that a program that only asks the store does not link the frontend.
#include "cli/cli.h"
#include "cli/input.h"
#include "cli/record.h"

#include <stdlib.h>
#include <string.h>

struct cli_record_view {
  store *st;
  sum_summary *summary;
  store_function **functions; // [0] is the function itself, the others were needed for places
  size_t count;
  emit_view view;
};

static const store_function *function_of(cli_record_view *v, const char *usr) {
  for (size_t i = 0; i < v->count; i++)
    if (!strcmp(v->functions[i]->usr, usr)) return v->functions[i];
  store_function *f;
  if (store_get_function(v->st, usr, &f, NULL)) return NULL;
  v->functions = cli_realloc(v->functions, (v->count + 1) * sizeof *v->functions);
  return v->functions[v->count++] = f;
}

static const store_place *place_of(const store_function *f, uint32_t insn) {
  uint32_t lo = 0, hi = f ? f->nplaces : 0;
  while (lo < hi) {
    uint32_t mid = lo + (hi - lo) / 2;
    if (f->places[mid].insn < insn)
      lo = mid + 1;
    else
      hi = mid;
  }
  return f && lo < f->nplaces && f->places[lo].insn == insn ? &f->places[lo] : NULL;
}

static void find_place(void *self, const char *usr, uint32_t insn, emit_place *out) {
  const store_function *f = function_of(self, usr);
  const store_place *place = place_of(f, insn);
  *out = (emit_place){.file = f ? f->file : "", .text = ""};
  if (place) *out = (emit_place){f->file, place->line, place->col, place->text};
}

static void find_edge(void *self, const sum_decision *d, char *buf, size_t cap) {
  const cli_record_view *v = self;
  const store_place *place = place_of(v->functions[0], d->insn);
  if (place && place->nedges && d->edge < place->nedges)
    snprintf(buf, cap, "%s", place->edges[d->edge]);
  else
    snprintf(buf, cap, "%s", d->edge ? "true" : "false");
}

int cli_record_open(store *st, const char *usr, cli_record_view **out) {
  store_error err;
  cli_record_view *v = cli_realloc(NULL, sizeof *v);
  *v = (cli_record_view){.st = st};
  store_function *f;
  int code = store_get_function(st, usr, &f, &err);
  if (!code) {
    v->functions = cli_realloc(NULL, sizeof *v->functions);
    v->functions[v->count++] = f;
    code = store_get_summary(st, usr, &v->summary, NULL, &err);
  }
  if (code) {
    cli_record_close(v);
    return cli_store_fail(&err);
  }
  v->view = (emit_view){.summary = v->summary,
                        .file = f->file,
                        .line = f->line,
                        .signature = *f->signature ? f->signature : f->name,
                        .place = find_place,
                        .edge = find_edge,
                        .self = v};
  *out = v;
  return 0;
}

const emit_view *cli_record_get(const cli_record_view *v) { return &v->view; }
const store_function *cli_record_function(const cli_record_view *v) { return v->functions[0]; }

void cli_record_close(cli_record_view *v) {
  if (!v) return;
  for (size_t i = 0; i < v->count; i++) store_function_free(v->functions[i]);
  free(v->functions);
  if (v->summary) sum_free(v->summary);
  free(v);
}
