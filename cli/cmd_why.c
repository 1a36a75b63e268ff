// summ why NAME [FILE.c…]: is the summary current, and because of what? Without sources the program is taken as the last run
// saw it; with sources (files or -p) they are read now, so the answer is what the next run would find.
#include "cli/brief.h"
#include "cli/cli.h"
#include "cli/differences.h"
#include "cli/input.h"
#include "cli/modules.h"
#include "cli/trace.h"
#include "explorer/models.h"

#include <stdlib.h>
#include <string.h>

// What there is to know: the store, and the program as it is now when sources were named.
typedef struct {
  const cli_options *o;
  store *st;
  char *engine;
  cli_modules *modules;
  fe_program *program; // NULL: no sources
  slice_program *slices;
  cli_world *world;
  store_lookup lookup;
} question;

static int load(question *q) {
  const cli_options *o = q->o;
  if (!o->project && o->args.count < 2) return 0;
  cli_options files = *o; // the first operand is the function
  files.args.items++, files.args.count--;
  fe_sources *sources;
  int status = cli_sources(&files, &sources);
  if (status) return status;
  q->modules = cli_modules_new(q->st);
  fe_options options = {.cache = cli_modules_cache(q->modules)};
  options.libraries = ex_models(&options.nlibraries);
  q->program = fe_load(sources, &options);
  fe_sources_free(sources);
  for (uint32_t i = 0; i < q->program->nfailures; i++)
    status = cli_fail(CLI_EXIT_INPUT, "%s", q->program->failures[i].message);
  q->slices = slice_new(q->program, NULL);
  q->world = cli_world_new(q->program, q->slices);
  q->lookup = cli_world_lookup(q->world);
  return status;
}

static void forget(question *q) {
  cli_world_free(q->world);
  if (q->slices) slice_free(q->slices);
  if (q->program) fe_program_free(q->program);
  cli_modules_free(q->modules);
  free(q->engine);
}

static int judge(const question *q, const store_function *f, store_verdict *v, store_error *err) {
  uint8_t body[32];
  memcpy(body, f->body, 32);
  *v = (store_verdict){.reason = STORE_BODY_CHANGED};
  if (q->program && !q->lookup.body(q->lookup.self, f->usr, body)) return 0;
  // The options that made it are taken as they were: with others, summ run says so.
  return store_current(q->st, f->usr, body, f->options, q->engine, q->program ? &q->lookup : NULL, v, err);
}

// ---- in words ----

// A function by its name, a global or a type as it stands in the trace.
static void print_subject(store *st, const store_dep *d) {
  store_function *f;
  const char *at = strrchr(d->usr, '@');
  if (d->kind != STORE_DEP_TYPE && !store_get_function(st, d->usr, &f, NULL)) {
    printf("%s", f->name);
    store_function_free(f);
  } else {
    printf("%s", d->kind != STORE_DEP_TYPE && !strncmp(d->usr, "c:", 2) && at ? at + 1 : d->usr);
  }
}

// One line per kind of thing: what it is, and of what.
static void print_trace(const question *q, const store_function *f) {
  static const char *const what[STORE_DEP_KINDS] = {
      [STORE_DEP_SUMMARY] = "summaries of",
      [STORE_DEP_BODY] = "bodies, executed, of",
      [STORE_DEP_NO_BODY] = "declarations, for want of a body, of",
      [STORE_DEP_HIDDEN] = "being in one recursion with",
      [STORE_DEP_SLICE] = "calls that reach no decision, in",
      [STORE_DEP_PURE] = "freedom of side effects of",
      [STORE_DEP_COMPARES] = "comparison of pointers in",
      [STORE_DEP_ADDRESSES] = "use of addresses as numbers in",
      [STORE_DEP_SIGNATURE] = "passing of arguments to",
      [STORE_DEP_PRECONDITION] = "preconditions, or that there is none, of",
      [STORE_DEP_INTERFACE] = "declared parameters of",
      [STORE_DEP_GLOBAL] = "size, type and whether anything writes it, of",
      [STORE_DEP_IMAGE] = "initial values of",
      [STORE_DEP_TYPE] = "layout of",
  };
  for (uint32_t i = 0; i < f->ndeps; i++) {
    const store_dep *d = &f->deps[i];
    bool first = !i || d[-1].kind != d->kind;
    if (!first && !strcmp(d->usr, d[-1].usr)) continue;
    printf(first ? "%s  %s " : "%s%s", first ? i ? "\n" : "" : ", ", first ? what[d->kind] : "");
    print_subject(q->st, d);
  }
  if (f->ndeps) putchar('\n');
  uint32_t unused = 0;
  for (uint32_t i = 0; i < f->ncallees; i++) {
    bool consulted = !strcmp(f->callees[i], f->usr);
    for (uint32_t k = 0; k < f->ndeps && !consulted; k++) consulted = !strcmp(f->deps[k].usr, f->callees[i]);
    unused += !consulted;
  }
  if (unused)
    printf("  %u callee%s not consulted: %s change cannot matter\n", unused, unused == 1 ? "" : "s",
           unused == 1 ? "its" : "their");
}

// USRs, each once, in the order of their coming.
typedef struct {
  char **items;
  uint32_t n;
} usr_list;

static void add_usr(usr_list *l, const char *usr) {
  for (uint32_t i = 0; i < l->n; i++)
    if (!strcmp(l->items[i], usr)) return;
  l->items = cli_realloc(l->items, (l->n + 1) * sizeof *l->items);
  if (!(l->items[l->n++] = strdup(usr))) abort();
}

static void add_consulted(usr_list *l, const store_function *f) {
  for (uint32_t i = 0; i < f->ndeps; i++)
    if (f->deps[i].kind == STORE_DEP_SUMMARY) add_usr(l, f->deps[i].usr);
}

// Functions below it, at any depth, whose summaries the next run makes anew: if they come out the same, nothing follows.
static void print_stale_callees(const question *q, const store_function *f) {
  usr_list below = {0};
  if (q->program) add_consulted(&below, f);
  for (uint32_t i = 0; i < below.n; i++) {
    store_function *callee;
    store_verdict v;
    if (store_get_function(q->st, below.items[i], &callee, NULL)) continue;
    if (!judge(q, callee, &v, NULL) && v.reason != STORE_CURRENT)
      printf("  %s is itself stale (%s): if its summary changes, so may this one\n", callee->name,
             store_reason_name(v.reason));
    add_consulted(&below, callee);
    free(v.callee);
    store_function_free(callee);
  }
  for (uint32_t i = 0; i < below.n; i++) free(below.items[i]);
  free(below.items);
}

// The two newest different summaries of a function that runs remember.
static void print_callee_changes(store *st, const char *usr) {
  store_runs *runs;
  uint8_t hash[2][32];
  int found = 0;
  if (store_get_runs(st, &runs, NULL)) return;
  for (uint32_t i = runs->n; i-- && found < 2;) {
    store_map *map;
    if (store_get_map(st, runs->items[i].id, &map, NULL)) continue;
    for (uint32_t k = 0; k < map->n && found < 2; k++)
      if (!strcmp(map->items[k].usr, usr) && (!found || memcmp(hash[0], map->items[k].summary, 32)))
        memcpy(hash[found++], map->items[k].summary, 32);
    store_map_free(map);
  }
  store_runs_free(runs);
  sum_summary *now = NULL, *before = NULL;
  if (found == 2 && !store_get_summary_by_hash(st, hash[0], &now, NULL) &&
      !store_get_summary_by_hash(st, hash[1], &before, NULL))
    cli_differences_text(stdout, before, now);
  sum_free(now), sum_free(before);
}

static void print_text(const question *q, const store_function *f, const store_verdict *v) {
  if (v->reason == STORE_CURRENT) {
    printf(
        "%s is current: its body, the options and the engine are unchanged, and so is what it consulted%s\n",
        f->name, f->ndeps ? ":" : ", which is nothing");
    print_trace(q, f);
    print_stale_callees(q, f);
    return;
  }
  printf("%s is stale: %s", f->name, store_reason_name(v->reason));
  if (v->callee) {
    printf(": ");
    print_subject(q->st, &(store_dep){.kind = v->kind, .usr = v->callee});
    if (v->reason == STORE_FACT_CHANGED || v->kind == STORE_DEP_BODY) printf(": %s", store_dep_name(v->kind));
  }
  if (v->reason == STORE_ENGINE_CHANGED) printf(" (%s, now %s)", f->engine, q->engine);
  putchar('\n');
  if (v->reason == STORE_CALLEE_CHANGED && v->kind != STORE_DEP_BODY) print_callee_changes(q->st, v->callee);
}

static void print_json(const store_function *f, const store_verdict *v) {
  cJSON *root = cJSON_CreateObject();
  cJSON_AddStringToObject(root, "name", f->name);
  cJSON_AddStringToObject(root, "usr", f->usr);
  cJSON_AddBoolToObject(root, "current", v->reason == STORE_CURRENT);
  cJSON_AddStringToObject(root, "reason", store_reason_name(v->reason));
  if (v->callee) cJSON_AddStringToObject(root, "callee", v->callee);
  if (v->callee) cJSON_AddStringToObject(root, "what", store_dep_name(v->kind));
  cJSON *list = cJSON_AddArrayToObject(root, "consulted");
  for (uint32_t i = 0; i < f->ndeps; i++) {
    cJSON *o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "usr", f->deps[i].usr);
    cJSON_AddStringToObject(o, "what", store_dep_name(f->deps[i].kind));
    cJSON_AddItemToArray(list, o);
  }
  cli_print_json(root);
  cJSON_Delete(root);
}

static int explain(const question *q, const store_function *f) {
  store_verdict v;
  store_error err;
  uint8_t body[32];
  if (q->program && !q->lookup.body(q->lookup.self, f->usr, body))
    return cli_fail(CLI_EXIT_INPUT, "%s is not in these files any more; the next summ run drops it", f->name);
  if (judge(q, f, &v, &err)) return cli_store_fail(&err);
  q->o->json ? print_json(f, &v) : print_text(q, f, &v);
  free(v.callee);
  return 0;
}

int cmd_why(const cli_options *o) {
  question q = {.o = o};
  store_error err;
  char *usr;
  store_function *f;
  if (!o->args.count) return cli_fail(CLI_EXIT_USAGE, "which function? usage: summ why NAME [FILE.c...]");
  int status = cli_store_open(o, &q.st);
  if (status) return status;
  q.engine = cli_engine_version();
  status = cli_store_find(q.st, o->args.items[0], &usr);
  if (!status) {
    status = store_get_function(q.st, usr, &f, &err) ? cli_store_fail(&err) : 0;
    free(usr);
    if (!status) {
      status = load(&q);
      if (!status) status = explain(&q, f);
      store_function_free(f);
    }
  }
  forget(&q);
  store_close(q.st, NULL);
  return status;
}
