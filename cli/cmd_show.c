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

// "z == x + 8": the aliasing a variant assumes, as the source names the pointers.
static void write_aliases(FILE *out, const sum_summary *s) {
  const sum_variant *v = &s->variants[0];
  for (uint32_t i = 0; i < v->naliases; i++) {
    fprintf(out, "%s%s == %s", i ? " && " : "", shape_atom_get(s->space, v->aliases[i].q)->name,
            shape_atom_get(s->space, v->aliases[i].p)->name);
    if (v->aliases[i].offset) fprintf(out, " %+lld bytes", (long long)v->aliases[i].offset);
  }
}

// The callee under the aliasing of its callers, below what holds for distinct objects.
static int show_variants(const cli_options *o, store *st, const char *usr, const emit_view *base,
                         cJSON *json) {
  store_patterns *p;
  store_error err;
  if (store_list_variants(st, usr, &p, &err)) return cli_store_fail(&err);
  cJSON *all = json && p->n ? cJSON_AddArrayToObject(json, "variants") : NULL;
  int status = 0;
  for (uint32_t i = 0; i < p->n; i++) {
    store_variant *v;
    sum_summary *s;
    if (store_get_variant(st, usr, p->items[i], &v, &s, &err)) { // listed, so it is damaged
      status = cli_store_fail(&err);
      continue;
    }
    emit_view view = *base;
    view.summary = s;
    char *aliases = NULL;
    size_t size;
    FILE *out = open_memstream(&aliases, &size);
    if (!out) abort();
    if (s->nvariants) write_aliases(out, s);
    fclose(out);
    if (all) {
      cJSON *one = emit_json(&view);
      cJSON_AddStringToObject(one, "aliases", aliases);
      cJSON_AddItemToArray(all, one);
    } else if (!o->dot) {
      printf("\nwhere %s\n", aliases);
      emit_text(stdout, &view);
    }
    free(aliases);
    sum_free(s);
    store_variant_free(v);
  }
  store_patterns_free(p);
  return status;
}

static int show(const cli_options *o, store *st, const char *name, cJSON *list) {
  char *usr;
  cli_record_view *v;
  int status = cli_store_find(st, name, &usr);
  if (status) return status;
  status = o->callers ? show_callers(o, st, usr, list) : cli_record_open(st, usr, &v);
  if (o->callers || status) {
    free(usr);
    return status;
  }
  emit_view view = *cli_record_get(v);
  view.full = o->full;
  cJSON *json = o->json ? emit_json(&view) : NULL;
  if (o->json)
    cJSON_AddItemToArray(list, json);
  else if (o->dot)
    emit_dot(stdout, &view);
  else
    emit_text(stdout, &view);
  status = show_variants(o, st, usr, &view, json);
  free(usr);
  cli_record_close(v);
  return status;
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
