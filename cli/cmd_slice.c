// summ slice: for every call of a function, whether it can reach one of the function's decisions; as a table of the
// statements in between (the columns of CAUT's Table 3) and one verdict per call. --all: one line per function.
#include "cli/cli.h"
#include "cli/table.h"
#include "slicer/slicer.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

static void place_text(const fe_program *p, const fe_func *f, uint32_t insn, char *buf, size_t cap) {
  uint32_t loc = f->insns[insn].loc;
  if (loc >= f->nlocs) {
    snprintf(buf, cap, "%s:?", f->name);
    return;
  }
  const char *path = f->locs[loc].file < p->nfiles ? p->files[f->locs[loc].file].path : "?";
  snprintf(buf, cap, "%s:%u:%u", path, f->locs[loc].line, f->locs[loc].col);
}

// The source line of an instruction, "" when the file cannot be read.
static const char *line_text(const slice_table *t, const fe_func *f, uint32_t insn) {
  uint32_t loc = f->insns[insn].loc;
  for (uint32_t i = 0; loc < f->nlocs && i < t->nrows; i++)
    if (t->rows[i].file == f->locs[loc].file && t->rows[i].line == f->locs[loc].line) return t->rows[i].stmt;
  return "";
}

static const char *callee_name(const fe_program *p, const fe_func *f, const slice_site *s) {
  const fe_call *c = &f->calls[s->call];
  if (f->insns[s->insn].op == FE_ASM) return "asm";
  return c->indirect ? "(*pointer)" : p->funcs[c->func].name;
}

// ---- one function ----

enum { MAX_STATEMENT = 60 }; // columns

// How many bytes of a text fit its column, ending between two characters.
static size_t fitting(const char *s) {
  int columns = 0;
  size_t i = 0;
  for (; s[i]; i++)
    if (((unsigned char)s[i] & 0xc0) != 0x80 && columns++ == MAX_STATEMENT) break;
  return i;
}

static void print_rows(const slice_table *t) {
  static const char *const titles[] = {"place",     "statement",  "ref",     "def",
                                       "alias set", "active set", "affected"};
  cli_table *out = cli_table_new("lllllll", titles);
  for (uint32_t i = 0; i < t->nrows; i++) {
    const slice_row *r = &t->rows[i];
    size_t n = fitting(r->stmt);
    cli_table_cell(out, "%s", r->place);
    cli_table_cell(out, "%.*s%s", (int)n, r->stmt, r->stmt[n] ? "…" : "");
    const char *cells[] = {r->ref, r->def, r->psa, r->active, r->affected};
    for (int k = 0; k < 5; k++) cli_table_cell(out, "%s", cells[k]);
  }
  cli_table_print(out, stdout);
  cli_table_free(out);
}

// Line and column alone: what a call reaches is in the same function.
static void position(const fe_func *f, uint32_t insn, char *buf, size_t cap) {
  uint32_t loc = f->insns[insn].loc;
  if (loc < f->nlocs)
    snprintf(buf, cap, "%u:%u", f->locs[loc].line, f->locs[loc].col);
  else
    snprintf(buf, cap, "?");
}

// Error checks are listed where they are what counts, each place once; else their number is told.
static void print_checks(const fe_func *f, const slice_site *s, const slice_table *t) {
  char place[64], last[64] = "";
  uint32_t places = 0;
  for (uint32_t i = 0; i < s->nchecks; i++) {
    const slice_check *c = &s->checks[i];
    position(f, c->insn, place, sizeof place);
    bool again = i > 0 && c->kind == s->checks[i - 1].kind && !strcmp(place, last);
    strcpy(last, place);
    if (again) continue;
    places++;
    if (s->verdict == SLICE_ERROR_CHECK)
      printf("    %-8s %-7s %s\n", slice_check_name((slice_check_kind)c->kind), place,
             line_text(t, f, c->insn));
  }
  if (places && s->verdict == SLICE_DECISION)
    printf("    and %u error check%s\n", places, places > 1 ? "s" : "");
}

static void print_site(const fe_program *p, const fe_func *f, const slice_site *s, const slice_table *t) {
  char place[512];
  place_text(p, f, s->insn, place, sizeof place);
  printf("%s: %s %s %s", place, callee_name(p, f, s), s->reason ? "may reach" : "reaches",
         s->verdict == SLICE_DECISION      ? "a decision"
         : s->verdict == SLICE_ERROR_CHECK ? "an error check"
         : s->verdict == SLICE_EXIT_ONLY   ? "only the exit"
                                           : "nothing");
  if (s->verdict == SLICE_DECISION && !s->by_data) printf(", by not returning");
  if (s->reason) printf(" (%s)", s->reason);
  printf("\n");
  for (uint32_t i = 0; i < s->ndecisions; i++) {
    position(f, s->decisions[i], place, sizeof place);
    printf("    %-8s %-7s %s\n", "decision", place, line_text(t, f, s->decisions[i]));
  }
  print_checks(f, s, t);
}

static cJSON *place_json(const fe_program *p, const fe_func *f, uint32_t insn, const slice_table *t) {
  char place[512];
  place_text(p, f, insn, place, sizeof place);
  cJSON *o = cJSON_CreateObject();
  cJSON_AddNumberToObject(o, "insn", insn);
  cJSON_AddStringToObject(o, "place", place);
  cJSON_AddStringToObject(o, "text", line_text(t, f, insn));
  return o;
}

static cJSON *site_json(const fe_program *p, const fe_func *f, const slice_site *s, const slice_table *t) {
  cJSON *o = place_json(p, f, s->insn, t);
  cJSON_AddStringToObject(o, "callee", callee_name(p, f, s));
  cJSON_AddStringToObject(o, "verdict", slice_verdict_name(s->verdict));
  cJSON_AddBoolToObject(o, "by_data", s->by_data);
  cJSON_AddBoolToObject(o, "may_not_return", s->may_not_return);
  if (s->reason) cJSON_AddStringToObject(o, "reason", s->reason);
  cJSON *list = cJSON_AddArrayToObject(o, "decisions");
  for (uint32_t i = 0; i < s->ndecisions; i++)
    cJSON_AddItemToArray(list, place_json(p, f, s->decisions[i], t));
  list = cJSON_AddArrayToObject(o, "checks");
  for (uint32_t i = 0; i < s->nchecks; i++) {
    cJSON *c = place_json(p, f, s->checks[i].insn, t);
    cJSON_AddStringToObject(c, "kind", slice_check_name(s->checks[i].kind));
    cJSON_AddItemToArray(list, c);
  }
  return o;
}

static cJSON *rows_json(const slice_table *t) {
  cJSON *list = cJSON_CreateArray();
  for (uint32_t i = 0; i < t->nrows; i++) {
    const slice_row *r = &t->rows[i];
    cJSON *o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "place", r->place);
    cJSON_AddStringToObject(o, "statement", r->stmt);
    cJSON_AddStringToObject(o, "ref", r->ref);
    cJSON_AddStringToObject(o, "def", r->def);
    cJSON_AddStringToObject(o, "alias_set", r->psa);
    cJSON_AddStringToObject(o, "active_set", r->active);
    cJSON_AddStringToObject(o, "affected", r->affected);
    cJSON_AddItemToArray(list, o);
  }
  return list;
}

static void print_json(cJSON *o) {
  char *text = cJSON_Print(o);
  printf("%s\n", text);
  free(text);
  cJSON_Delete(o);
}

static int slice_one(slice_program *sp, const fe_program *p, uint32_t func, const cli_options *o) {
  const fe_func *f = &p->funcs[func];
  const slice_result *r = slice_func(sp, func);
  slice_table *t = slice_table_new(sp, func);
  if (o->json) {
    cJSON *out = cJSON_CreateObject();
    cJSON_AddStringToObject(out, "function", f->name);
    cJSON_AddItemToObject(out, "rows", rows_json(t));
    cJSON *sites = cJSON_AddArrayToObject(out, "calls");
    for (uint32_t i = 0; i < r->nsites; i++) cJSON_AddItemToArray(sites, site_json(p, f, &r->sites[i], t));
    print_json(out);
  } else {
    print_rows(t);
    printf("\n");
    for (uint32_t i = 0; i < r->nsites; i++) print_site(p, f, &r->sites[i], t);
    printf("%s: %u calls, %u reach a decision\n", f->name, r->nsites, r->nrelevant);
  }
  slice_table_free(t);
  return CLI_EXIT_FINE;
}

// ---- all functions ----

static int slice_all(slice_program *sp, const fe_program *p, const cli_options *o) {
  static const char *const titles[] = {"function",    "calls",     "decision",
                                       "error check", "exit only", "nothing"};
  cli_table *out = cli_table_new("lrrrrr", titles);
  cJSON *json = cJSON_CreateArray();
  uint32_t total[5] = {0};
  for (uint32_t i = 0; i < p->nfuncs; i++) {
    if (!p->funcs[i].has_body) continue;
    const slice_result *r = slice_func(sp, i);
    uint32_t n[5] = {0};
    n[4] = r->nsites;
    for (uint32_t k = 0; k < r->nsites; k++) n[r->sites[k].verdict]++;
    for (int k = 0; k < 5; k++) total[k] += n[k];
    cli_table_cell(out, "%s", p->funcs[i].name);
    cli_table_cell(out, "%u", n[4]);
    for (int v = SLICE_DECISION; v >= SLICE_NOTHING; v--) cli_table_cell(out, "%u", n[v]);
    cJSON *row = cJSON_CreateObject();
    cJSON_AddStringToObject(row, "function", p->funcs[i].name);
    cJSON_AddNumberToObject(row, "calls", n[4]);
    for (int v = SLICE_DECISION; v >= SLICE_NOTHING; v--)
      cJSON_AddNumberToObject(row, slice_verdict_name((slice_verdict)v), n[v]);
    cJSON_AddItemToArray(json, row);
  }
  if (o->json) {
    print_json(json);
  } else {
    cJSON_Delete(json);
    cli_table_print(out, stdout);
    printf("%u calls: %u reach a decision, %u an error check, %u only the exit, %u nothing\n", total[4],
           total[SLICE_DECISION], total[SLICE_ERROR_CHECK], total[SLICE_EXIT_ONLY], total[SLICE_NOTHING]);
  }
  cli_table_free(out);
  return CLI_EXIT_FINE;
}

// ---- the command ----

static int no_such_function(const fe_program *p, const char *name) {
  const char **names = cli_realloc(NULL, (p->nfuncs + 1) * sizeof *names);
  size_t n = 0;
  for (uint32_t i = 0; i < p->nfuncs; i++)
    if (p->funcs[i].has_body) names[n++] = p->funcs[i].name;
  char *near = cli_suggest(name, names, n);
  int status = cli_fail(
      CLI_EXIT_USAGE, "no function '%s' in these files%s; summ slice --all shows what there is", name, near);
  free(near);
  free(names);
  return status;
}

static int slice_program_of(const fe_program *p, const char *name, const cli_options *o) {
  for (uint32_t i = 0; i < p->nfailures; i++) fprintf(stderr, "%s\n", p->failures[i].message);
  uint32_t func = 0;
  if (name) {
    size_t n = fe_find_func(p, name, &func, 1);
    if (n == 0) return no_such_function(p, name);
    if (n > 1) return cli_fail(CLI_EXIT_USAGE, "%zu functions are called '%s'; say FILE.c:%s", n, name, name);
    if (p->funcs[func].unsupported)
      return cli_fail(CLI_EXIT_INPUT, "'%s' could not be read: %s", name, p->funcs[func].unsupported);
    if (!p->funcs[func].has_body) return cli_fail(CLI_EXIT_USAGE, "'%s' has no body in these files", name);
  } else if (p->nfuncs == 0) {
    return cli_fail(CLI_EXIT_INPUT, "no function could be read");
  }
  slice_program *sp = slice_new(p, &(slice_options){.naive = o->naive, .all = o->no_slice});
  int status = name ? slice_one(sp, p, func, o) : slice_all(sp, p, o);
  if (o->stats) {
    slice_stats s = slice_get_stats(sp);
    fprintf(
        stderr,
        "points-to %.3f s (%llu nodes, %llu constraints, %llu objects), side effects %.3f s (%llu cells), ",
        (double)s.usec_pointsto / 1e6, (unsigned long long)s.nodes, (unsigned long long)s.constraints,
        (unsigned long long)s.objects, (double)s.usec_modref / 1e6, (unsigned long long)s.cells);
    fprintf(stderr, "slices %.3f s; %llu calls through pointers, %llu unresolved\n",
            (double)s.usec_slices / 1e6, (unsigned long long)s.indirect_calls,
            (unsigned long long)s.unresolved_calls);
  }
  slice_free(sp);
  return status;
}

int cmd_slice(const cli_options *o) {
  int first = o->all ? 0 : 1;
  if (!o->all && o->args.count == 0)
    return cli_fail(CLI_EXIT_USAGE,
                    "slice needs a function: summ slice FUNC FILE.c..., or summ slice --all FILE.c...");
  if (!o->project && o->args.count == first)
    return cli_fail(CLI_EXIT_USAGE, "slice needs C files, or a project with -p DIR");
  fe_sources *s;
  if (o->project) {
    char *err = NULL;
    s = fe_sources_database(o->project, &err);
    if (!s) {
      int status = cli_fail(CLI_EXIT_INPUT, "%s", err);
      free(err);
      return status;
    }
  } else {
    s = fe_sources_files(o->args.items + first, (size_t)(o->args.count - first), o->rest.items,
                         (size_t)o->rest.count);
  }
  fe_program *p = fe_load(s, &(fe_options){0});
  int status = slice_program_of(p, o->all ? NULL : o->args.items[0], o);
  fe_program_free(p);
  fe_sources_free(s);
  return status;
}
