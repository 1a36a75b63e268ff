// Workers take strongly connected components of the call graph whose callees are finished, lowest number first. For each
// function the store is asked whether its summary is current; if not, the worker's own engine explores it and the store
// gets the summary with the trace of what was consulted (library.c).
#define _GNU_SOURCE // pthread stack size
#include "cli/schedule.h"
#include "explorer/models.h"
#include "explorer/replay.h"

#include "cli/base.h"
#include "cli/cli.h"
#include "cli/library.h"
#include "cli/places.h"
#include "cli/record.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ALONE_CASES = 1000, ALONE_EFFORT_PART = 4 };
enum { STACK_BYTES = 256 << 20 }; // address space, not memory: deep terms recurse

typedef struct {
  const cli_work *w;
  cli_result *r;
  uint32_t nsccs;
  uint32_t *waits_for;   // SCC: number of unfinished callee components
  uint32_t **dependents; // SCC: the components that wait for it
  uint32_t *ndependents;
  bool *ready, *done;
  uint32_t left, total_units, finished_units;
  pthread_mutex_t lock;
  pthread_cond_t wake;
  cli_world *world;
  int code; // first store error
  store_error error;
} pool;

typedef struct {
  pool *pool;
  ex_engine *engine, *entry_engine;
  cli_library *library;
  uint32_t unit;
} worker;

// ---- one unit ----

static uint64_t now_usec(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

// Statistics are plain rows of uint64_t counters.
static void add_counters(ex_stats *sum, const ex_stats *s, int sign) {
  static_assert(sizeof *s % sizeof(uint64_t) == 0, "counters only");
  uint64_t *to = (uint64_t *)sum;
  const uint64_t *from = (const uint64_t *)s;
  for (size_t i = 0; i < sizeof *s / sizeof *to; i++) to[i] += sign > 0 ? from[i] : -from[i];
}

// An error is manifest when nothing the unit receives has to be chosen for it: what the unit was called with, or found in
// memory, is not in the condition. In a whole program everything is the program's own doing.
static bool is_manifest(const sum_summary *s, const sum_case *c, bool whole_program) {
  if (whole_program) return true;
  for (uint32_t i = 0; i < c->nconstraint; i++) {
    uint32_t n;
    const uint32_t *atoms = term_atoms(s->tc, c->constraint[i], &n);
    for (uint32_t a = 0; a < n; a++) {
      const shape_atom *atom = shape_atom_get(s->space, atoms[a]);
      if (atom->kind == SHAPE_PARAM || shape_atom_in_object(atom)) return false;
    }
  }
  return true;
}

static int put_findings(const worker *k, const sum_summary *s, cli_unit *unit, store_error *err) {
  const cli_work *w = k->pool->w;
  store_finding *items = cli_realloc(NULL, (s->ncases + 1) * sizeof *items);
  uint32_t n = 0;
  for (uint32_t i = 0; i < s->ncases; i++) {
    const sum_case *c = &s->cases[i];
    if (!sum_is_error(c->outcome)) continue;
    items[n] = (store_finding){
        .usr = s->usr, .ncase = i, .outcome = c->outcome, .detail = c->detail ? c->detail : ""};
    items[n].manifest = is_manifest(s, c, k->unit == w->entry);
    items[n].place_usr = c->nstack ? c->stack[0].usr : s->usr;
    items[n].place_insn = c->nstack ? c->stack[0].insn : 0;
    unit->nfindings += items[n++].manifest;
  }
  int code = store_put_findings(w->st, s->usr, items, n, err);
  free(items);
  return code;
}

// A function whose findings were lost to a kill would be current for ever without them: they are written together.
static int put_unit(const worker *k, const store_function *record, const sum_summary *s, cli_unit *unit,
                    store_error *err) {
  store *st = k->pool->w->st;
  store_together(st);
  int code = store_put_function(st, record, s, unit->hash, unit->relation, err);
  if (!code) code = put_findings(k, s, unit, err);
  int ended = store_together_end(st, code ? NULL : err);
  return code ? code : ended;
}

// A witness that does not do as predicted is a bug of ours: said, counted, and the summary is kept as it is.
static void replay(const cli_work *w, uint32_t func, const sum_summary *s, cli_unit *unit) {
  ex_replayer *player = ex_replayer_new(w->program);
  for (uint32_t i = 0; i < s->ncases; i++) {
    char why[400];
    ex_replay_result r = ex_replay(player, func, s, &s->cases[i], why, sizeof why);
    unit->nreplayed += r != EX_REPLAY_SKIPPED;
    if (r != EX_REPLAY_DIFFERENT) continue;
    unit->ndiverged++;
    cli_note("%s, case %u: the witness does not do as predicted: %s", s->name, i + 1, why);
  }
  ex_replayer_free(player);
}

static void probe(const cli_work *w, uint32_t func, const sum_summary *s, cli_unit *unit) {
  ex_replayer *player = ex_replayer_new(w->program);
  char why[2000];
  ex_probe_result r = ex_probe(player, w->program, func, s, w->probe, why, sizeof why);
  unit->nprobed = r.played, unit->nwrong = r.wrong;
  if (r.wrong)
    cli_note("%s: %u of %u random inputs are not as summarised: %s", s->name, r.wrong, w->probe, why);
  ex_replayer_free(player);
}

static bool out_of_budget(const sum_summary *s) {
  for (uint32_t i = 0; i < s->nbounds; i++) {
    uint8_t kind = s->bounds[i].kind;
    if (kind == SUM_B_CASES || kind == SUM_B_STEPS || kind == SUM_B_SOLVER) return true;
  }
  return false;
}

// A place in a function that was executed inside the entry and is not summarised by itself: its record is stored, with
// an empty summary, for its lines.
static int keep_places(const worker *k, const char *usr, bool *placed, store_error *err) {
  const cli_work *w = k->pool->w;
  uint32_t func = 0;
  while (func < w->program->nfuncs && strcmp(w->program->funcs[func].usr, usr)) func++;
  if (func == w->program->nfuncs || func == k->unit || placed[func] ||
      k->pool->r->units[func].state != CLI_UNIT_UNWANTED)
    return 0;
  placed[func] = true;
  store_function *record = cli_record_new(k->pool->world, w->program, func), *old = NULL;
  record->engine = w->engine;
  int code = store_get_function(w->st, usr, &old, NULL);
  if (!code && !memcmp(old->body, record->body, sizeof record->body)) {
    code = store_touch_function(w->st, record, err);
  } else {
    sum_summary *s = sum_new(usr, record->name);
    s->status = SUM_FAILED;
    s->reason = sum_strdup(s, "executed inside the entry point, not summarised by itself");
    code = store_put_function(w->st, record, s, NULL, NULL, err);
    sum_free(s);
  }
  if (old) store_function_free(old);
  cli_record_free(record);
  return code;
}

static int keep_all_places(const worker *k, const sum_summary *s, store_error *err) {
  int code = 0;
  bool *placed = calloc(k->pool->w->program->nfuncs + 1, sizeof *placed);
  if (!placed) abort();
  for (uint32_t i = 0; i < s->nbounds && !code; i++)
    code = keep_places(k, s->bounds[i].place.usr, placed, err);
  for (uint32_t i = 0; i < s->ncases && !code; i++)
    for (uint32_t f = 0; f < s->cases[i].nstack && !code; f++)
      code = keep_places(k, s->cases[i].stack[f].usr, placed, err);
  free(placed);
  return code;
}

static int explore(worker *k, store_function *record, cli_unit *unit, store_error *err) {
  const cli_work *w = k->pool->w;
  ex_engine *engine = k->unit == w->entry ? k->entry_engine : k->engine;
  cli_library_begin(k->library, k->unit);
  ex_stats before = ex_get_stats(engine);
  uint64_t start = now_usec();
  sum_summary *s = ex_explore(engine, k->unit);
  unit->usec = now_usec() - start;
  unit->spent = ex_get_stats(engine);
  add_counters(&unit->spent, &before, -1);
  if (w->replay) replay(w, k->unit, s, unit);
  if (w->probe && k->unit != w->entry) probe(w, k->unit, s, unit);
  cli_library_deps(k->library, &record->deps, &record->ndeps);
  cli_places_name(k->pool->world, s);
  int code = cli_library_error(k->library, err);
  if (!code) code = put_unit(k, record, s, unit, err);
  if (!code && w->alone) code = keep_all_places(k, s, err);
  unit->status = s->status;
  unit->ncases = s->ncases, unit->nbranches = s->nbranches, unit->ncovered = s->ncovered;
  for (uint32_t i = 0; i < s->ncases; i++) {
    unit->nerrors += sum_is_error(s->cases[i].outcome);
    unit->ncut += s->cases[i].outcome == SUM_CUT;
  }
  unit->out_of_budget = out_of_budget(s);
  unit->state = CLI_UNIT_EXPLORED;
  sum_free(s);
  return code;
}

// Every error case is a finding: fewer means that the entry was damaged.
static bool has_findings(const cli_work *w, const char *usr) {
  store_function *f;
  store_findings *findings;
  if (store_get_function(w->st, usr, &f, NULL)) return false;
  uint32_t wanted = f->nerrors;
  store_function_free(f);
  if (!wanted) return true;
  if (store_get_findings(w->st, usr, &findings, NULL)) return false;
  bool whole = findings->n == wanted;
  store_findings_free(findings);
  return whole;
}

static int take_current(const cli_work *w, const store_function *record, cli_unit *unit, store_error *err) {
  store_function *old;
  int code = store_touch_function(w->st, record, err);
  if (!code) code = store_get_function(w->st, record->usr, &old, err);
  if (code) return code;
  memcpy(unit->hash, old->summary, sizeof unit->hash);
  memcpy(unit->relation, old->relation, sizeof unit->relation);
  unit->status = old->status, unit->ncases = old->ncases, unit->nerrors = old->nerrors,
  unit->ncut = old->ncut;
  unit->nbranches = old->nbranches, unit->ncovered = old->ncovered;
  unit->state = CLI_UNIT_CURRENT;
  sum_summary *summary;
  if (w->alone && unit->status == SUM_PARTIAL) {
    if ((code = store_get_summary(w->st, record->usr, &summary, NULL, err))) return code;
    unit->out_of_budget = out_of_budget(summary);
    sum_free(summary);
  }
  store_function_free(old);
  store_findings *findings;
  if (!unit->nerrors) return 0;
  if ((code = store_get_findings(w->st, record->usr, &findings, err))) return code;
  for (uint32_t i = 0; i < findings->n; i++) unit->nfindings += findings->items[i].manifest;
  store_findings_free(findings);
  return 0;
}

static int do_unit(worker *k, uint32_t func, store_error *err) {
  const cli_work *w = k->pool->w;
  const fe_func *f = &w->program->funcs[func];
  cli_unit *unit = &k->pool->r->units[func];
  store_verdict verdict;
  uint8_t options[32];
  cli_unit_options(w, func, options);
  store_lookup lookup = cli_world_lookup(k->pool->world);
  int code = store_current(w->st, f->usr, f->fingerprint, options, w->engine, &lookup, &verdict, err);
  if (code) return code;
  free(verdict.callee);
  unit->why = (uint8_t)verdict.reason;
  store_function *record = cli_record_new(k->pool->world, w->program, func);
  memcpy(record->options, options, sizeof options);
  record->engine = w->engine;
  k->unit = func;
  bool current = verdict.reason == STORE_CURRENT && has_findings(w, f->usr);
  if (!current && verdict.reason == STORE_CURRENT) unit->why = STORE_SUMMARY_LOST;
  if (!current && f->is_model && w->base && func != w->entry)
    current = unit->adopted = cli_base_adopt(w->base, w->st, f->usr, f->fingerprint, options, w->engine,
                                             &lookup);
  code = current ? take_current(w, record, unit, err) : explore(k, record, unit, err);
  cli_record_free(record);
  return code;
}

// ---- the pool ----

static bool is_wanted(const pool *p, uint32_t scc) {
  slice_scc members = slice_scc_at(p->w->slices, scc);
  for (uint32_t i = 0; i < members.n; i++)
    if (p->r->units[members.funcs[i]].state != CLI_UNIT_UNWANTED) return true;
  return false;
}

// Calls `edge` once for each pair (component, callee component), in a fixed order.
static void each_edge(pool *p, void (*edge)(pool *p, uint32_t from, uint32_t to)) {
  const cli_work *w = p->w;
  uint32_t *seen = cli_realloc(NULL, (p->nsccs + 1) * sizeof *seen); // seen[to] == from + 1: done already
  memset(seen, 0, (p->nsccs + 1) * sizeof *seen);
  for (uint32_t from = 0; from < p->nsccs; from++) {
    slice_scc members = slice_scc_at(w->slices, from);
    for (uint32_t i = 0; i < members.n; i++)
      for (uint32_t c = 0; c < w->program->funcs[members.funcs[i]].ncalls; c++) {
        uint32_t n;
        bool complete;
        const uint32_t *targets = slice_targets(w->slices, members.funcs[i], c, &n, &complete);
        for (uint32_t t = 0; t < n; t++) {
          uint32_t to = slice_scc_of(w->slices, targets[t]);
          if (to == from || seen[to] == from + 1) continue;
          seen[to] = from + 1;
          edge(p, from, to);
        }
      }
  }
  free(seen);
}

static void add_edge(pool *p, uint32_t from, uint32_t to) {
  uint32_t n = p->ndependents[to]++;
  if ((n & (n - 1)) == 0)
    p->dependents[to] = cli_realloc(p->dependents[to], (n ? 2 * n : 1) * sizeof(uint32_t));
  p->dependents[to][n] = from;
  p->waits_for[from]++;
}

static void finish(pool *p, uint32_t scc) {
  p->done[scc] = true;
  p->left--;
  for (uint32_t i = 0; i < p->ndependents[scc]; i++) {
    uint32_t next = p->dependents[scc][i];
    if (--p->waits_for[next] == 0) p->ready[next] = true;
  }
  pthread_cond_broadcast(&p->wake);
}

// The next component to work on; components without wanted functions are finished on the way. p->nsccs: none any more.
static uint32_t next_scc(pool *p) {
  for (;;) {
    if (!p->left || p->code) return p->nsccs;
    uint32_t found = p->nsccs;
    for (uint32_t i = 0; i < p->nsccs && found == p->nsccs; i++)
      if (p->ready[i]) found = i;
    if (found == p->nsccs) {
      pthread_cond_wait(&p->wake, &p->lock);
      continue;
    }
    p->ready[found] = false;
    if (is_wanted(p, found)) return found;
    finish(p, found);
  }
}

// The functions of a component in the order in which they see each other (cli_world_visible).
static uint32_t *in_order(const cli_work *w, uint32_t scc, uint32_t *n) {
  slice_scc members = slice_scc_at(w->slices, scc);
  uint32_t *funcs = cli_realloc(NULL, (members.n + 1) * sizeof *funcs);
  for (uint32_t i = 0; i < members.n; i++) {
    uint32_t k = i;
    for (; k && strcmp(w->program->funcs[funcs[k - 1]].usr, w->program->funcs[members.funcs[i]].usr) > 0; k--)
      funcs[k] = funcs[k - 1];
    funcs[k] = members.funcs[i];
  }
  *n = members.n;
  return funcs;
}

static void *work(void *arg) {
  worker *k = arg;
  pool *p = k->pool;
  const cli_work *w = p->w;
  pthread_mutex_lock(&p->lock);
  for (uint32_t scc; (scc = next_scc(p)) < p->nsccs;) {
    pthread_mutex_unlock(&p->lock);
    uint32_t n, *funcs = in_order(w, scc, &n);
    int code = 0;
    store_error err;
    for (uint32_t i = 0; i < n && !code; i++) {
      uint32_t func = funcs[i];
      if (p->r->units[func].state != CLI_UNIT_PENDING) continue;
      code = do_unit(k, func, &err);
      pthread_mutex_lock(&p->lock);
      p->finished_units++;
      if (w->report_progress) cli_progress(p->finished_units, p->total_units, w->program->funcs[func].name);
      pthread_mutex_unlock(&p->lock);
    }
    free(funcs);
    pthread_mutex_lock(&p->lock);
    if (code && !p->code) p->code = code, p->error = err;
    finish(p, scc);
  }
  pthread_mutex_unlock(&p->lock);
  return NULL;
}

static uint32_t min_u32(uint32_t a, uint32_t b) { return a < b ? a : b; }

static void worker_open(worker *k, pool *p) {
  const cli_work *w = p->w;
  *k = (worker){.pool = p};
  k->library = cli_library_new(w, p->world, p->r->units);
  ex_provider provider = cli_library_provider(k->library);
  ex_options whole = w->options;
  whole.whole_program = true;
  if (w->alone) {
    whole.no_summaries = true;
    whole.case_bound = min_u32(whole.case_bound, ALONE_CASES);
    whole.total_effort /= ALONE_EFFORT_PART;
  }
  k->engine = ex_new(w->program, w->slices, &w->options, &provider);
  if (w->entry != FE_NONE) k->entry_engine = ex_new(w->program, w->slices, &whole, &provider);
}

static void add_stats(ex_stats *sum, const ex_engine *e) {
  if (!e) return;
  ex_stats s = ex_get_stats(e);
  add_counters(sum, &s, 1);
}

static void worker_close(worker *k) {
  add_stats(&k->pool->r->stats, k->engine);
  add_stats(&k->pool->r->stats, k->entry_engine);
  ex_free(k->engine);
  if (k->entry_engine) ex_free(k->entry_engine);
  cli_library_free(k->library);
}

static void run_workers(pool *p, int jobs) {
  worker *workers = cli_realloc(NULL, (size_t)jobs * sizeof *workers);
  pthread_t *threads = cli_realloc(NULL, (size_t)jobs * sizeof *threads);
  pthread_attr_t attr;
  pthread_attr_init(&attr);
  pthread_attr_setstacksize(&attr, STACK_BYTES);
  int started = 0;
  for (int i = 0; i < jobs; i++) {
    worker_open(&workers[i], p);
    if (pthread_create(&threads[i], &attr, work, &workers[i])) {
      worker_close(&workers[i]);
      break;
    }
    started++;
  }
  if (!started) abort();
  for (int i = 0; i < started; i++) {
    pthread_join(threads[i], NULL);
    worker_close(&workers[i]);
  }
  pthread_attr_destroy(&attr);
  free(threads), free(workers);
}

// What was explored of the models goes into the base layer, callees before callers.
static void give_models(const pool *p) {
  const cli_work *w = p->w;
  const store_lookup lookup = cli_world_lookup(p->world);
  bool fresh = false;
  for (uint32_t i = 0; i < w->program->nfuncs && w->base; i++)
    fresh |= w->program->funcs[i].is_model && i != w->entry && p->r->units[i].state == CLI_UNIT_EXPLORED;
  for (uint32_t scc = 0; scc < p->nsccs && fresh && !p->code; scc++) {
    uint32_t n, *funcs = in_order(w, scc, &n);
    for (uint32_t i = 0; i < n; i++) {
      const fe_func *f = &w->program->funcs[funcs[i]];
      uint8_t options[32];
      if (!f->is_model || funcs[i] == w->entry || p->r->units[funcs[i]].state < CLI_UNIT_CURRENT) continue;
      cli_unit_options(w, funcs[i], options);
      cli_base_give(w->base, w->st, f->usr, f->fingerprint, options, w->engine, &lookup);
    }
    free(funcs);
  }
}

int cli_work_do(const cli_work *w, cli_result *r, store_error *err) {
  pool p = {.w = w, .r = r, .nsccs = slice_nsccs(w->slices)};
  p.waits_for = calloc(p.nsccs + 1, sizeof *p.waits_for);
  p.dependents = calloc(p.nsccs + 1, sizeof *p.dependents);
  p.ndependents = calloc(p.nsccs + 1, sizeof *p.ndependents);
  p.ready = calloc(p.nsccs + 1, sizeof *p.ready);
  p.done = calloc(p.nsccs + 1, sizeof *p.done);
  if (!p.waits_for || !p.dependents || !p.ndependents || !p.ready || !p.done) abort();
  pthread_mutex_init(&p.lock, NULL);
  pthread_cond_init(&p.wake, NULL);
  each_edge(&p, add_edge);
  p.world = cli_world_new(w->program, w->slices);
  p.left = p.nsccs;
  for (uint32_t i = 0; i < p.nsccs; i++) p.ready[i] = p.waits_for[i] == 0;
  for (uint32_t i = 0; i < w->program->nfuncs; i++) p.total_units += r->units[i].state == CLI_UNIT_PENDING;
  if (p.total_units) run_workers(&p, w->jobs < 1 ? 1 : w->jobs);
  cli_progress_end();
  give_models(&p);
  for (uint32_t i = 0; i < p.nsccs; i++) free(p.dependents[i]);
  free(p.waits_for), free(p.dependents), free(p.ndependents), free(p.ready), free(p.done);
  cli_world_free(p.world);
  pthread_cond_destroy(&p.wake);
  pthread_mutex_destroy(&p.lock);
  if (p.code) *err = p.error;
  return p.code;
}

void cli_work_want_alone(cli_result *r, uint32_t func) {
  r->units[func] = (cli_unit){.state = CLI_UNIT_PENDING};
}

void cli_work_want(const cli_work *w, cli_result *r, uint32_t func) {
  const fe_program *p = w->program;
  if (func == FE_NONE) {
    for (uint32_t i = 0; i < p->nfuncs; i++)
      if (p->funcs[i].has_body && !p->funcs[i].is_model) cli_work_want(w, r, i);
    return;
  }
  if (!p->funcs[func].has_body || r->units[func].state == CLI_UNIT_PENDING || ex_model_needs_context(p, func))
    return;
  r->units[func].state = CLI_UNIT_PENDING;
  for (uint32_t c = 0; c < p->funcs[func].ncalls; c++) {
    uint32_t n;
    bool complete;
    const uint32_t *targets = slice_targets(w->slices, func, c, &n, &complete);
    for (uint32_t t = 0; t < n; t++) cli_work_want(w, r, targets[t]);
  }
}

void cli_result_init(cli_result *r, const fe_program *p) {
  *r = (cli_result){.units = calloc(p->nfuncs + 1, sizeof *r->units)};
  if (!r->units) abort();
}

void cli_result_free(cli_result *r) { free(r->units); }
