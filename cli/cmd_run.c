// summ run: read the sources, plan, explore what is not current, store, report. Nothing is written before the input has
// been read and the names on the command line are known to exist, so a wrong call leaves the disk as it was.
#define _GNU_SOURCE // asprintf
#include "cli/answer.h"
#include "cli/base.h"
#include "cli/cli.h"
#include "cli/engine.h"
#include "cli/input.h"
#include "cli/modules.h"
#include "cli/report.h"
#include "cli/schedule.h"
#include "cli/vanished.h"
#include "explorer/models.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
  const cli_options *o;
  char *store_path;
  store *st;
  cli_modules *modules;
  fe_program *program;
  slice_program *slices;
  char *options_text, *engine;
  uint8_t inputs[32]; // key of the answer
  bool has_inputs;    // everything could be read, so that the answer may be given again
  cli_answer *answer; // nothing has changed: the last answer, and no program
  cli_base *base;
  cli_work work;
  cli_result result;
} run;

// ---- reading ----

static void show_progress(void *self, uint32_t done, uint32_t total, const char *file) {
  (void)self;
  cli_progress(done, total, file);
}

// Opens the store if there is one; a new one is made only when there is something to put into it.
static int open_existing(run *r) {
  store_error err;
  r->store_path = cli_store_path(r->o, false);
  int code = cli_store_open_to_write(r->o, r->store_path, 0, &r->st, &err);
  return code && code != STORE_ABSENT ? cli_store_fail(&err) : 0;
}

static int make_store(run *r) {
  store_error err;
  if (!r->st && cli_store_open_to_write(r->o, r->store_path, STORE_CREATE, &r->st, &err))
    return cli_store_fail(&err);
  return cli_modules_save(r->modules, r->st, &err) ? cli_store_fail(&err) : 0;
}

// What needs the program itself cannot be answered from the store.
static bool may_answer(const cli_options *o) {
  return !o->stats && !o->replay && !o->probe && !o->slice_report;
}

static bool find_answer(run *r, const fe_sources *sources, const fe_options *options) {
  uint8_t key[32];
  if (!r->st || !may_answer(r->o) || !fe_sources_unchanged_key(sources, options, key)) return false;
  cli_answer_key(r->o, key, r->options_text, r->engine, r->inputs);
  return r->has_inputs = cli_answer_get(r->st, r->inputs, &r->answer);
}

static int read_program(run *r, const fe_sources *sources, const fe_options *options) {
  uint8_t key[32];
  r->program = fe_load(sources, options);
  cli_progress_end();
  if ((r->has_inputs = fe_program_key(r->program, sources, key)))
    cli_answer_key(r->o, key, r->options_text, r->engine, r->inputs);
  for (uint32_t i = 0; i < r->program->nfailures; i++)
    cli_fail(CLI_EXIT_INPUT, "%s", r->program->failures[i].message);
  size_t count = fe_sources_count(sources);
  if (r->program->nfailures >= count && count)
    return cli_fail(CLI_EXIT_INPUT,
                    "none of the %zu file%s could be read; mend them, or give their flags after --", count,
                    count == 1 ? "" : "s");
  return 0;
}

static int load(run *r) {
  fe_sources *sources;
  int status = cli_sources(r->o, &sources);
  if (status) return status;
  r->options_text = cli_options_text(r->o);
  r->engine = cli_engine_version();
  if (!(status = open_existing(r))) {
    r->modules = cli_modules_new(r->st);
    fe_options options = {
        .jobs = (int)r->o->jobs, .cache = cli_modules_cache(r->modules), .progress = show_progress};
    options.libraries = ex_models(&options.nlibraries);
    if (!find_answer(r, sources, &options)) status = read_program(r, sources, &options);
    const fe_program *p = r->answer ? cli_answer_program(r->answer) : r->program;
    for (uint32_t i = 0; i < p->nnotes; i++) cli_note("%s", p->notes[i]);
  }
  fe_sources_free(sources);
  return status;
}

// ---- planning ----

static int find_function(const run *r, const char *name, uint32_t *func) {
  const fe_program *p = r->program;
  uint32_t found[8];
  size_t n = fe_find_func(p, name, found, 8), bodies = 0;
  for (size_t i = 0; i < n && i < 8; i++)
    if (p->funcs[found[i]].has_body && !bodies++) *func = found[i];
  if (bodies == 1) return 0;
  if (bodies > 1)
    return cli_fail(CLI_EXIT_USAGE, "several functions are called '%s'; say FILE.c:%s", name, name);
  if (n && p->funcs[found[0]].unsupported)
    return cli_fail(CLI_EXIT_INPUT, "'%s' cannot be analysed: %s", name, p->funcs[found[0]].unsupported);
  const char **names = cli_realloc(NULL, (p->nfuncs + 1) * sizeof *names);
  size_t count = 0;
  for (uint32_t i = 0; i < p->nfuncs; i++)
    if (p->funcs[i].has_body) names[count++] = p->funcs[i].name;
  char *hint = cli_suggest(name, names, count);
  cli_fail(CLI_EXIT_USAGE, "no function '%s' in these files%s; summ list shows what a run has found", name,
           hint);
  free(hint), free(names);
  return CLI_EXIT_USAGE;
}

static int plan(run *r) {
  const cli_options *o = r->o;
  r->base = cli_base_open(o);
  r->slices = slice_new(r->program, &(slice_options){.all = o->no_slice});
  r->work = (cli_work){.program = r->program,
                       .slices = r->slices,
                       .options = cli_engine_options(o),
                       .entry = FE_NONE,
                       .options_text = r->options_text,
                       .engine = r->engine,
                       .jobs = o->jobs ? (int)o->jobs : (int)sysconf(_SC_NPROCESSORS_ONLN),
                       .replay = o->replay,
                       .probe = (uint32_t)o->probe,
                       .base = r->base,
                       .report_progress = true};
  cli_result_init(&r->result, r->program);
  int status = 0;
  if (o->entry) status = find_function(r, o->entry, &r->work.entry);
  for (int i = 0; i < o->functions.count && !status; i++) {
    uint32_t func;
    if (!(status = find_function(r, o->functions.items[i], &func))) cli_work_want(&r->work, &r->result, func);
  }
  if (!o->entry && !o->functions.count) cli_work_want(&r->work, &r->result, FE_NONE);
  return status;
}

// ---- exploring ----

static void free_run(run *r) {
  cli_result_free(&r->result);
  if (r->slices) slice_free(r->slices);
  if (r->program) fe_program_free(r->program);
  cli_modules_free(r->modules);
  cli_base_free(r->base);
  cli_answer_free(r->answer);
  free(r->options_text), free(r->engine), free(r->store_path);
}

// The command line as the list of runs shows it.
static char *command_line(const cli_options *o) {
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  if (!out) abort();
  fputs("run", out);
  if (o->project) fprintf(out, " -p %s", o->project);
  if (o->entry) fprintf(out, " --entry %s", o->entry);
  for (int i = 0; i < o->functions.count; i++) fprintf(out, " --function %s", o->functions.items[i]);
  for (int i = 0; i < o->args.count; i++) fprintf(out, " %s", o->args.items[i]);
  fclose(out);
  return text;
}

static int end_run(run *r, uint64_t id, const fe_program *p, const cli_result *result, const cli_totals *t,
                   store_error *err) {
  const store_count counts[] = {
      {"functions", t->functions}, {"explored", t->explored}, {"current", t->current},
      {"complete", t->complete},   {"cases", t->cases},       {"errors", t->errors},
      {"findings", t->findings},
  };
  const char **usrs = cli_realloc(NULL, (p->nfuncs + 1) * sizeof *usrs);
  uint32_t n = 0;
  for (uint32_t i = 0; i < p->nfuncs; i++)
    if (result->units[i].state >= CLI_UNIT_CURRENT) usrs[n++] = p->funcs[i].usr;
  int code = r->has_inputs ? cli_answer_put(r->st, r->inputs, id, p, result, err) : 0;
  if (!code) code = store_end_run(r->st, id, counts, sizeof counts / sizeof *counts, usrs, n, err);
  free(usrs);
  return code;
}

// The entry point among the functions of the report; FE_NONE: there is none.
static uint32_t entry_in(const cli_options *o, const fe_program *p, const cli_result *result) {
  const char *name = o->entry && strrchr(o->entry, ':') ? strrchr(o->entry, ':') + 1 : o->entry;
  for (uint32_t i = 0; name && i < p->nfuncs; i++)
    if (result->units[i].state >= CLI_UNIT_CURRENT && !strcmp(p->funcs[i].name, name)) return i;
  return FE_NONE;
}

// In a whole program only what the entry point reaches is a finding: an error below it may never happen.
static void forget_findings_below(const cli_options *o, const fe_program *p, cli_result *result) {
  uint32_t entry = entry_in(o, p, result);
  for (uint32_t i = 0; entry != FE_NONE && !o->functions.count && i < p->nfuncs; i++)
    if (i != entry) result->units[i].nfindings = 0;
}

static int finish(run *r, uint64_t id, const fe_program *p, cli_result *result) {
  store_error err;
  forget_findings_below(r->o, p, result);
  cli_report report = {r->o, p, r->slices, r->st, result, entry_in(r->o, p, result)};
  cli_totals totals = cli_report_print(&report);
  if (end_run(r, id, p, result, &totals, &err)) return cli_store_fail(&err);
  if (totals.findings) return CLI_EXIT_FINDINGS;
  return p->nfailures ? CLI_EXIT_INPUT : CLI_EXIT_FINE;
}

static int begin_run(run *r, uint64_t *id, store_error *err) {
  char *what = command_line(r->o);
  int code = store_begin_run(r->st, what, r->options_text, r->engine, id, err);
  free(what);
  return code;
}

// A whole program is first explored by itself, every call executed: its own context is all that a callee will see of the
// world, and a summary for every other one may cost much more. Only where that runs out of budget are the functions below
// summarised, so that what they do is merged at the calls.
static int explore_entry(run *r, store_error *err) {
  cli_unit *unit = &r->result.units[r->work.entry];
  r->work.alone = true;
  cli_work_want_alone(&r->result, r->work.entry);
  int code = cli_work_do(&r->work, &r->result, err);
  if (code || unit->nfindings || !unit->out_of_budget) return code;
  r->work.alone = false;
  unit->state = CLI_UNIT_UNWANTED;
  cli_work_want(&r->work, &r->result, r->work.entry);
  cli_work_want_alone(&r->result, r->work.entry);
  return cli_work_do(&r->work, &r->result, err);
}

static int explore(run *r) {
  store_error err;
  uint64_t id;
  int status = make_store(r);
  if (status) return status;
  int code = begin_run(r, &id, &err);
  r->work.st = r->st;
  if (!code && (r->o->functions.count || !r->o->entry)) code = cli_work_do(&r->work, &r->result, &err);
  if (!code && r->o->entry) code = explore_entry(r, &err);
  if (!code) code = cli_drop_vanished(r->o, r->st, r->program, &r->result, &err);
  return code ? cli_store_fail(&err) : finish(r, id, r->program, &r->result);
}

static int say_again(run *r) {
  store_error err;
  uint64_t id;
  if (begin_run(r, &id, &err)) return cli_store_fail(&err);
  return finish(r, id, cli_answer_program(r->answer), cli_answer_result(r->answer));
}

int cmd_run(const cli_options *o) {
  run r = {.o = o};
  int status = load(&r);
  if (!status && r.answer) {
    status = say_again(&r);
  } else {
    if (!status) status = plan(&r);
    if (!status) status = explore(&r);
  }
  store_error err;
  if (store_close(r.st, &err) && !status) status = cli_store_fail(&err);
  free_run(&r);
  return status;
}
