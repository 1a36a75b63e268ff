#define _GNU_SOURCE // asprintf
#include "cli/differences.h"

#include "cli/cli.h"
#include "emit/emit.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static emit_view view_of(const sum_summary *s) {
  return (emit_view){.summary = s, .file = "", .signature = s->name};
}

// "n = -1, list = NULL": what of the witness the case looks at, and one atom more.
static char *input_of(const sum_summary *s, const sum_case *c, uint32_t more) {
  emit_view v = view_of(s);
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  if (!out) abort();
  const char *between = "";
  for (uint32_t atom = 1; atom <= shape_atom_count(s->space); atom++) {
    const shape_atom *a = shape_atom_get(s->space, atom);
    if (a->kind == SHAPE_GAP || !*a->name || (atom != more && !emit_uses(&v, c, atom))) continue;
    char *value = emit_value(&v, c, atom);
    fprintf(out, "%s%s = %s", between, a->name, value);
    free(value);
    between = ", ";
  }
  if (!*between) fputs("any input", out);
  fclose(out);
  return text;
}

// "returns n + 1; list->key = n; frees *list", or the outcome when it is no return.
static char *effect_of(sum_summary *s, const sum_case *c) {
  emit_view v = view_of(s);
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  if (!out) abort();
  fputs(c->outcome == SUM_RETURNED ? "returns" : sum_outcome_name(c->outcome), out);
  if (*c->detail) fprintf(out, ": %s", c->detail);
  for (uint32_t i = 0; i < c->nret; i++) {
    char *value = c->ret[i] ? emit_term(&v, c->ret[i]) : strdup("?");
    fprintf(out, "%s %s", i ? "," : "", value);
    free(value);
  }
  for (uint32_t i = 0; i < c->nwrites; i++) {
    const sum_write *w = &c->writes[i];
    char *cell = emit_cell(&v, w->obj, w->offset, w->bytes), *value = emit_term(&v, w->value);
    fprintf(out, "; %s = %s", cell, value);
    free(cell), free(value);
  }
  for (uint32_t i = 0; i < c->nfrees; i++)
    fprintf(out, "; frees %s", shape_obj_get(s->space, c->frees[i])->name);
  fclose(out);
  return text;
}

typedef struct {
  const char *change;
  char *input, *before, *now; // the last two NULL where there is no case
} row;

// The case's witness with the numbers changed that show the difference.
static char *input_with(sum_summary *s, const sum_difference *d) {
  sum_case c = s->cases[d->witness];
  uint32_t n = 0, old = 0, natoms = shape_atom_count(s->space);
  sum_value *witness = cli_realloc(NULL, (natoms + 1) * sizeof *witness);
  for (uint32_t atom = 1; atom <= natoms; atom++) {
    bool listed = old < c.nwitness && c.witness[old].atom == atom;
    if (atom == d->atom)
      witness[n++] = (sum_value){atom, d->value, 0};
    else if (d->fill && sum_can_vary(s, atom))
      witness[n++] = (sum_value){atom, sum_cut(s, atom, d->fill), 0};
    else if (listed)
      witness[n++] = c.witness[old];
    old += listed;
  }
  c.witness = witness, c.nwitness = n;
  char *text = input_of(s, &c, d->atom);
  free(witness);
  return text;
}

static row row_of(sum_summary *before, sum_summary *now, const sum_difference *d) {
  static const char *const names[] = {"appeared", "disappeared", "changed"};
  row r = {.change = names[d->change]};
  r.input = input_with(d->witness_is_old ? before : now, d);
  if (d->before != SHAPE_NONE) r.before = effect_of(before, &before->cases[d->before]);
  if (d->now != SHAPE_NONE) r.now = effect_of(now, &now->cases[d->now]);
  return r;
}

static void row_free(row *r) { free(r->input), free(r->before), free(r->now); }

uint32_t cli_differences_text(FILE *out, sum_summary *before, sum_summary *now) {
  if (!before || !now) {
    const sum_summary *s = before ? before : now;
    fprintf(out, "  %s: %" PRIu32 " case%s\n", before ? "gone" : "new", s->ncases, s->ncases == 1 ? "" : "s");
    return 1;
  }
  uint32_t n;
  uint64_t tried;
  sum_difference *d = sum_compare(before, now, &n, &tried);
  for (uint32_t i = 0; i < n; i++) {
    row r = row_of(before, now, &d[i]);
    fprintf(out, "  %s%-11s%s for %s\n", emit_paint(out, EMIT_YELLOW), r.change, emit_paint(out, EMIT_PLAIN),
            r.input);
    if (r.before)
      fprintf(out, "    %sbefore%s  %s\n", emit_paint(out, EMIT_DIM), emit_paint(out, EMIT_PLAIN), r.before);
    if (r.now)
      fprintf(out, "    %snow%s     %s\n", emit_paint(out, EMIT_DIM), emit_paint(out, EMIT_PLAIN), r.now);
    row_free(&r);
  }
  free(d);
  if (!n) fprintf(out, "  written down differently; alike for all %" PRIu64 " inputs tried\n", tried);
  return n;
}

cJSON *cli_differences_json(sum_summary *before, sum_summary *now) {
  cJSON *list = cJSON_CreateArray();
  uint32_t n = 0;
  sum_difference *d = before && now ? sum_compare(before, now, &n, NULL) : NULL;
  for (uint32_t i = 0; i < n; i++) {
    row r = row_of(before, now, &d[i]);
    cJSON *o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "change", r.change);
    cJSON_AddStringToObject(o, "input", r.input);
    if (r.before) cJSON_AddStringToObject(o, "before", r.before);
    if (r.now) cJSON_AddStringToObject(o, "now", r.now);
    cJSON_AddItemToArray(list, o);
    row_free(&r);
  }
  free(d);
  return list;
}
