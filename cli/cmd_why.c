// summ why NAME [FILE.c…]: is the summary current, and because of what? Without sources the bodies are taken as the last run
// saw them; with sources (files or -p) they are read now, so the answer is what the next run would find.
#include "cli/brief.h"
#include "cli/cli.h"
#include "cli/differences.h"
#include "cli/input.h"

#include <stdlib.h>
#include <string.h>

#ifndef SUMM_VERSION
#define SUMM_VERSION "?"
#endif

static bool body_now(void *self, const char *usr, uint8_t fingerprint[32]) {
  const fe_program *p = self;
  uint32_t func;
  if (!fe_find_func(p, usr, &func, 1) || !p->funcs[func].has_body) return false;
  memcpy(fingerprint, p->funcs[func].fingerprint, 32);
  return true;
}

// The program as it is now, when sources were named; *p stays NULL otherwise.
static int load(const cli_options *o, fe_program **p) {
  if (!o->project && o->args.count < 2) return 0;
  cli_options files = *o; // the first operand is the function
  files.args.items++, files.args.count--;
  fe_sources *sources;
  int status = cli_sources(&files, &sources);
  if (status) return status;
  *p = fe_load(sources, &(fe_options){0});
  fe_sources_free(sources);
  for (uint32_t i = 0; i < (*p)->nfailures; i++)
    status = cli_fail(CLI_EXIT_INPUT, "%s", (*p)->failures[i].message);
  return status;
}

static const char *name_of(store *st, const char *usr, store_function **f) {
  if (store_get_function(st, usr, f, NULL)) *f = NULL;
  return *f ? (*f)->name : usr;
}

// One line per callee: variants of one summary are one thing to a person.
static void print_trace(store *st, const store_function *f) {
  for (uint32_t i = 0; i < f->ndeps; i++) {
    const store_dep *d = &f->deps[i];
    if (i && d->kind == STORE_DEP_VARIANT && d[-1].kind == STORE_DEP_VARIANT && !strcmp(d->usr, d[-1].usr))
      continue;
    store_function *callee;
    printf("  %s: %s\n", name_of(st, d->usr, &callee), store_dep_name(d->kind));
    store_function_free(callee);
  }
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

static void print_text(store *st, const store_function *f, const store_verdict *v) {
  store_function *callee = NULL;
  if (v->reason == STORE_CURRENT) {
    printf("%s is current: its body, the options and the engine (%s) are unchanged, and so is what it "
           "consulted%s\n",
           f->name, f->engine, f->ndeps ? ":" : ", which is nothing");
    print_trace(st, f);
    return;
  }
  printf("%s is stale: %s", f->name, store_reason_name(v->reason));
  if (v->callee) printf(": %s", name_of(st, v->callee, &callee));
  putchar('\n');
  if (v->reason == STORE_CALLEE_CHANGED) print_callee_changes(st, v->callee);
  store_function_free(callee);
}

static void print_json(const store_function *f, const store_verdict *v) {
  static const char *const names[] = {"summary", "variant", "body", "stub"};
  cJSON *root = cJSON_CreateObject();
  cJSON_AddStringToObject(root, "name", f->name);
  cJSON_AddStringToObject(root, "usr", f->usr);
  cJSON_AddBoolToObject(root, "current", v->reason == STORE_CURRENT);
  cJSON_AddStringToObject(root, "reason", store_reason_name(v->reason));
  if (v->callee) cJSON_AddStringToObject(root, "callee", v->callee);
  cJSON *list = cJSON_AddArrayToObject(root, "consulted");
  for (uint32_t i = 0; i < f->ndeps; i++) {
    cJSON *o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "usr", f->deps[i].usr);
    cJSON_AddStringToObject(o, "what", names[f->deps[i].kind]);
    cJSON_AddItemToArray(list, o);
  }
  cli_print_json(root);
  cJSON_Delete(root);
}

static int explain(const cli_options *o, store *st, const store_function *f, const fe_program *p) {
  store_verdict v;
  store_error err;
  store_lookup lookup = {.self = (void *)p, .body = body_now};
  uint8_t body[32];
  memcpy(body, f->body, 32);
  if (p && !body_now((void *)p, f->usr, body))
    return cli_fail(CLI_EXIT_INPUT, "%s is not in these files any more; the next summ run drops it", f->name);
  // The options that made it are taken as they were: with others, summ run says so.
  if (store_current(st, f->usr, body, f->options, SUMM_VERSION, p ? &lookup : NULL, &v, &err))
    return cli_store_fail(&err);
  o->json ? print_json(f, &v) : print_text(st, f, &v);
  free(v.callee);
  return 0;
}

int cmd_why(const cli_options *o) {
  store *st;
  store_error err;
  char *usr;
  store_function *f;
  fe_program *p = NULL;
  if (!o->args.count) return cli_fail(CLI_EXIT_USAGE, "which function? usage: summ why NAME [FILE.c...]");
  int status = cli_store_open(o, &st);
  if (status) return status;
  status = cli_store_find(st, o->args.items[0], &usr);
  if (!status) {
    if (store_get_function(st, usr, &f, &err)) status = cli_store_fail(&err);
    free(usr);
    if (!status) status = load(o, &p);
    if (!status) status = explain(o, st, f, p);
    if (p) fe_program_free(p);
    store_function_free(f);
  }
  store_close(st, NULL);
  return status;
}
