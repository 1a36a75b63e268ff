// The report of a run: the functions explored, findings with inputs that reach them, what could not be analysed, totals,
// and on request the figures of the engine's layers and of the slicer.
#include "cli/report.h"

#include "cli/brief.h"
#include "cli/cli.h"
#include "cli/input.h"
#include "cli/record.h"
#include "cli/table.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static cli_totals count(const cli_report *r) {
  cli_totals t = {0};
  for (uint32_t i = 0; i < r->program->nfuncs; i++) {
    const cli_unit *u = &r->result->units[i];
    t.unsupported += r->program->funcs[i].unsupported != NULL;
    if (u->state < CLI_UNIT_CURRENT) continue;
    t.functions++;
    t.explored += u->state == CLI_UNIT_EXPLORED;
    t.current += u->state == CLI_UNIT_CURRENT;
    t.complete += u->status == SUM_COMPLETE;
    t.covered += u->status == SUM_COVERED;
    t.cases += u->ncases;
    t.errors += u->nerrors;
    t.findings += u->nfindings;
    t.replayed += u->nreplayed, t.diverged += u->ndiverged;
    t.probed += u->nprobed, t.wrong += u->nwrong;
  }
  return t;
}

static bool branches_only(const cli_report *r) { return r->o->cover && !strcmp(r->o->cover, "branches"); }

static store_brief brief_of(const cli_report *r, uint32_t func) {
  const fe_func *f = &r->program->funcs[func];
  const cli_unit *u = &r->result->units[func];
  store_brief b = {.usr = f->usr, .name = f->name, .line = f->line, .status = u->status};
  b.file = f->file == FE_NONE ? "" : r->program->files[f->file].path;
  b.ncases = u->ncases, b.nerrors = u->nerrors, b.ncut = u->ncut;
  b.nbranches = u->nbranches, b.ncovered = u->ncovered;
  memcpy(b.summary, u->hash, sizeof b.summary);
  return b;
}

// Why the exploration of a whole program is not complete.
static void reasons(const cli_report *r, uint32_t func, cJSON *function) {
  cli_record_view *v;
  uint8_t status = r->result->units[func].status;
  if (status == SUM_COMPLETE || status == SUM_FAILED ||
      cli_record_open(r->st, r->program->funcs[func].usr, &v))
    return;
  if (function)
    cJSON_AddItemToObject(function, "bounds", emit_bounds_json(cli_record_get(v)));
  else
    emit_bounds(stdout, cli_record_get(v));
  cli_record_close(v);
}

// ---- findings ----

static void findings_of(const cli_report *r, const char *usr, cJSON *list) {
  cli_record_view *v;
  store_findings *found;
  store_error err;
  if (store_get_findings(r->st, usr, &found, &err)) {
    cli_store_fail(&err);
    return;
  }
  if (!cli_record_open(r->st, usr, &v)) {
    for (uint32_t i = 0; i < found->n; i++) {
      if (!found->items[i].manifest || found->items[i].ncase >= cli_record_get(v)->summary->ncases) continue;
      if (list)
        cJSON_AddItemToArray(list, emit_finding_json(cli_record_get(v), found->items[i].ncase));
      else
        emit_finding(stdout, cli_record_get(v), found->items[i].ncase);
    }
    cli_record_close(v);
  }
  store_findings_free(found);
}

static void findings(const cli_report *r, cJSON *list) {
  for (uint32_t i = 0; i < r->program->nfuncs; i++)
    if (r->result->units[i].nfindings) findings_of(r, r->program->funcs[i].usr, list);
}

// ---- figures ----

typedef struct {
  const char *name;
  uint64_t value;
} figure;

enum { NFIGURES = 48 };

static size_t engine_figures(const cli_report *r, figure out[NFIGURES]) {
  const ex_stats *s = &r->result->stats;
  const figure all[] = {
      {"files compiled", r->program->ncompiled},
      {"files from the cache", r->program->ncached},
      {"clang, ms", r->program->compile_usec / 1000},
      {"lowering, ms", r->program->lower_usec / 1000},
      {"paths", s->paths},
      {"forks", s->forks},
      {"steps", s->steps},
      {"terms", s->terms},
      {"calls answered by summaries", s->calls_summarised},
      {"calls executed", s->calls_inlined},
      {"calls skipped by the slice", s->calls_skipped},
      {"calls stubbed", s->calls_stubbed},
      {"re-analyses", s->reanalyses},
      {"solver queries", s->solver.queries},
      {"… by simplification", s->solver.by_simplify},
      {"… by a known witness", s->solver.by_witness},
      {"… by the cache", s->solver.by_cache},
      {"… by intervals", s->solver.by_interval},
      {"… by finite-domain search", s->solver.by_fd},
      {"… by Z3", s->solver.by_z3},
      {"… as an earlier run", s->solver.by_transcript},
      {"… satisfiable", s->solver.sat},
      {"… unsatisfiable", s->solver.unsat},
      {"… unknown", s->solver.unknown},
      {"finite-domain search, operators", s->solver.fd_work},
      {"finite-domain search, ms", s->solver.usec_fd / 1000},
      {"Z3, resource units", s->solver.z3_rlimit},
      {"Z3, ms", s->solver.usec_z3 / 1000},
  };
  size_t n = sizeof all / sizeof *all;
  static_assert(sizeof all / sizeof *all + EX_DECLINES <= NFIGURES, "room for all");
  memcpy(out, all, sizeof all);
  for (int i = 0; i < EX_DECLINES; i++) out[n++] = (figure){ex_decline_name((ex_decline)i), s->declined[i]};
  return n;
}

static size_t slice_figures(const cli_report *r, figure out[NFIGURES]) {
  uint64_t verdicts[4] = {0}, sites = 0, conservative = 0;
  for (uint32_t i = 0; i < r->program->nfuncs; i++) {
    if (r->result->units[i].state < CLI_UNIT_CURRENT) continue;
    const slice_result *s = slice_func(r->slices, i);
    sites += s->nsites;
    for (uint32_t k = 0; k < s->nsites; k++) {
      verdicts[s->sites[k].verdict]++;
      conservative += s->sites[k].reason != NULL;
    }
  }
  const figure all[] = {
      {"call sites", sites},
      {"… that reach a decision", verdicts[SLICE_DECISION]},
      {"… that reach an error check", verdicts[SLICE_ERROR_CHECK]},
      {"… that reach only the exit", verdicts[SLICE_EXIT_ONLY]},
      {"… that reach nothing", verdicts[SLICE_NOTHING]},
      {"… judged with caution", conservative},
  };
  memcpy(out, all, sizeof all);
  return sizeof all / sizeof *all;
}

static void print_figures(size_t (*make)(const cli_report *, figure *), const cli_report *r, cJSON *root,
                          const char *key) {
  figure figures[NFIGURES];
  size_t n = make(r, figures);
  if (root) {
    cJSON *o = cJSON_AddObjectToObject(root, key);
    for (size_t i = 0; i < n; i++) cJSON_AddNumberToObject(o, figures[i].name, (double)figures[i].value);
    return;
  }
  cli_table *t = cli_table_new("lr", NULL);
  for (size_t i = 0; i < n; i++)
    cli_table_cell(t, "%s", figures[i].name), cli_table_cell(t, "%" PRIu64, figures[i].value);
  putchar('\n');
  cli_table_print(t, stdout);
  cli_table_free(t);
}

// The functions that took most of the effort, for --stats: where a bound or a model would pay.
enum { COSTLIEST = 10 };

static uint64_t effort_of(const cli_unit *u) {
  return u->spent.solver.z3_rlimit + u->spent.solver.fd_work + u->spent.steps;
}

static uint32_t costliest(const cli_report *r, uint32_t out[COSTLIEST]) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < r->program->nfuncs; i++) {
    uint64_t effort = effort_of(&r->result->units[i]);
    uint32_t k = n;
    while (k && effort_of(&r->result->units[out[k - 1]]) < effort) k--;
    if (!effort || k == COSTLIEST) continue;
    n += n < COSTLIEST;
    memmove(out + k + 1, out + k, (n - k - 1) * sizeof *out);
    out[k] = i;
  }
  return n;
}

static void print_costliest(const cli_report *r, cJSON *root) {
  uint32_t top[COSTLIEST], n = costliest(r, top);
  cJSON *list = root ? cJSON_AddArrayToObject(root, "costliest") : NULL;
  static const char *const titles[] = {"costliest", "paths", "queries", "by Z3", "effort", "ms"};
  cli_table *t = root ? NULL : cli_table_new("lrrrrr", titles);
  for (uint32_t i = 0; i < n; i++) {
    const cli_unit *u = &r->result->units[top[i]];
    const char *name = r->program->funcs[top[i]].name;
    const uint64_t figures[] = {u->spent.paths, u->spent.solver.queries, u->spent.solver.by_z3, effort_of(u),
                                u->usec / 1000};
    static const char *const names[] = {"paths", "queries", "by_z3", "effort", "ms"};
    cJSON *o = root ? cJSON_CreateObject() : NULL;
    if (o) cJSON_AddStringToObject(o, "name", name), cJSON_AddItemToArray(list, o);
    if (t) cli_table_cell(t, "%s", name);
    for (size_t k = 0; k < sizeof figures / sizeof *figures; k++) {
      if (o) cJSON_AddNumberToObject(o, names[k], (double)figures[k]);
      if (t) cli_table_cell(t, "%" PRIu64, figures[k]);
    }
  }
  if (!t) return;
  putchar('\n');
  cli_table_print(t, stdout);
  cli_table_free(t);
}

// ---- the two forms ----

static void add_pair(cJSON *list, const char *key1, const char *value1, const char *key2,
                     const char *value2) {
  cJSON *o = cJSON_CreateObject();
  cJSON_AddStringToObject(o, key1, value1);
  cJSON_AddStringToObject(o, key2, value2);
  cJSON_AddItemToArray(list, o);
}

static void print_json(const cli_report *r, const cli_totals *t) {
  cJSON *root = cJSON_CreateObject(), *list = cJSON_AddArrayToObject(root, "functions");
  for (uint32_t i = 0; i < r->program->nfuncs; i++) {
    const cli_unit *u = &r->result->units[i];
    if (u->state < CLI_UNIT_CURRENT) continue;
    store_brief brief = brief_of(r, i);
    cJSON *f = cli_brief_json(&brief);
    cJSON_AddStringToObject(f, "action",
                            u->adopted                      ? "adopted"
                            : u->state == CLI_UNIT_EXPLORED ? "explored"
                                                            : "current");
    cJSON_AddStringToObject(f, "because", store_reason_name(u->why));
    if (i == r->entry) reasons(r, i, f);
    cJSON_AddItemToArray(list, f);
  }
  findings(r, cJSON_AddArrayToObject(root, "findings"));
  cJSON *failures = cJSON_AddArrayToObject(root, "failures");
  for (uint32_t i = 0; i < r->program->nfailures; i++)
    add_pair(failures, "file", r->program->failures[i].file, "message", r->program->failures[i].message);
  cJSON *unsupported = cJSON_AddArrayToObject(root, "unsupported");
  for (uint32_t i = 0; i < r->program->nfuncs; i++)
    if (r->program->funcs[i].unsupported)
      add_pair(unsupported, "name", r->program->funcs[i].name, "reason", r->program->funcs[i].unsupported);
  cJSON *sum = cJSON_AddObjectToObject(root, "totals");
  cJSON_AddNumberToObject(sum, "functions", (double)t->functions);
  cJSON_AddNumberToObject(sum, "explored", (double)t->explored);
  cJSON_AddNumberToObject(sum, "current", (double)t->current);
  cJSON_AddNumberToObject(sum, "complete", (double)t->complete);
  if (branches_only(r)) cJSON_AddNumberToObject(sum, "covered", (double)t->covered);
  cJSON_AddNumberToObject(sum, "cases", (double)t->cases);
  cJSON_AddNumberToObject(sum, "errors", (double)t->errors);
  cJSON_AddNumberToObject(sum, "findings", (double)t->findings);
  if (r->o->replay) {
    cJSON_AddNumberToObject(sum, "replayed", (double)t->replayed);
    cJSON_AddNumberToObject(sum, "diverged", (double)t->diverged);
  }
  if (r->o->probe) {
    cJSON_AddNumberToObject(sum, "probed", (double)t->probed);
    cJSON_AddNumberToObject(sum, "wrong", (double)t->wrong);
  }
  if (r->o->slice_report) print_figures(slice_figures, r, root, "slice");
  if (r->o->stats) print_figures(engine_figures, r, root, "stats"), print_costliest(r, root);
  cli_print_json(root);
  cJSON_Delete(root);
}

static void print_text(const cli_report *r, const cli_totals *t) {
  if (t->explored) {
    cli_table *table = cli_brief_table();
    for (uint32_t i = 0; i < r->program->nfuncs; i++) {
      store_brief brief = brief_of(r, i);
      if (r->result->units[i].state == CLI_UNIT_EXPLORED) cli_brief_row(table, &brief);
    }
    cli_table_print(table, stdout);
    putchar('\n');
    cli_table_free(table);
  }
  for (uint32_t i = 0; i < r->program->nfuncs; i++)
    if (r->program->funcs[i].unsupported)
      printf("not analysed: %s: %s\n", r->program->funcs[i].name, r->program->funcs[i].unsupported);
  if (r->entry != FE_NONE) reasons(r, r->entry, NULL);
  findings(r, NULL);
  printf("%" PRIu64 " function%s: %" PRIu64 " explored, %" PRIu64 " current, %" PRIu64 " complete",
         t->functions, t->functions == 1 ? "" : "s", t->explored, t->current, t->complete);
  if (branches_only(r)) printf(", %" PRIu64 " with all branches covered", t->covered);
  printf("; %" PRIu64 " case%s, %" PRIu64 " of them errors; %" PRIu64 " finding%s\n", t->cases,
         t->cases == 1 ? "" : "s", t->errors, t->findings, t->findings == 1 ? "" : "s");
  if (r->o->replay)
    printf("%" PRIu64 " witnesses replayed, %" PRIu64 " of them not as predicted\n", t->replayed,
           t->diverged);
  if (r->o->probe)
    printf("%" PRIu64 " random inputs played, %" PRIu64 " of them not as summarised\n", t->probed, t->wrong);
  if (r->o->slice_report) print_figures(slice_figures, r, NULL, "");
  if (r->o->stats) print_figures(engine_figures, r, NULL, ""), print_costliest(r, NULL);
}

cli_totals cli_report_print(const cli_report *r) {
  cli_totals t = count(r);
  if (r->o->json)
    print_json(r, &t);
  else
    print_text(r, &t);
  return t;
}
