/* Random traces of calls against a model in memory (in the manner of CaDiCaL's mobical).
 *
 *   stress_traces COUNT [SEED]     COUNT traces; the first that disagrees is shrunk and printed; exit 1
 *   stress_traces --replay TEXT    runs a printed trace
 *
 * A trace is a text of one letter and a digit per call: open for writing, put, get, touch, delete, find, list, currency,
 * findings, cache, sync, gc, check, begin and end a run, close, and kill: the writing handle is abandoned the way a kill does
 * it, without its last batch. What was put before a kill may or may not have become durable; the model holds both
 * possibilities for each function and lets the store decide at the next reading. */
#define _GNU_SOURCE
#include "tests/store/common.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>

enum { FUNCTIONS = 10, VERSIONS = 4, LENGTH = 40 };
static const char letters[] = "pppppggtdfflcFmsGCbexk";

/* A function's state: version in VERSIONS, or absent. */
typedef struct model {
  int version[FUNCTIONS]; /* -1: absent */
  uint32_t line[FUNCTIONS];
  uint32_t findings[FUNCTIONS];
  int module[FUNCTIONS]; /* -1: unknown to the model, may be dropped by gc */
  uint64_t run;
  uint32_t finished;
} model;

typedef struct world {
  char folder[64];
  store *st;
  model now, durable; /* durable: as of the last time everything was surely written */
  const char *why;
  store_error err;
} world;

#define EXPECT(w, condition, text)                     \
  do {                                                 \
    if (!(condition)) return (w)->why = (text), false; \
  } while (0)

static made cached[FUNCTIONS][VERSIONS];
static uint8_t hashes[FUNCTIONS][VERSIONS][32];

static void make_all(void) {
  for (uint32_t n = 0; n < FUNCTIONS; n++)
    for (uint32_t v = 0; v < VERSIONS; v++) {
      made *m = &cached[n][v];
      make_function(m, n, v);
      size_t len;
      uint8_t *bytes = sum_encode(m->s, &len);
      sum_content_hash(bytes, len, hashes[n][v]);
      free(bytes);
      sum_free(m->s);
      m->s = synth_summary(m->usr, m->name, n * UINT64_C(1000003) + v, 1 + (n + v) % 12);
    }
}

static bool open_world(world *w, unsigned flags) {
  if (w->st) return true;
  int status = store_open(w->folder, flags, &w->st, &w->err);
  EXPECT(w, !status, "cannot open");
  return true;
}

static bool close_world(world *w) {
  if (!w->st) return true;
  int status = store_close(w->st, &w->err);
  w->st = NULL;
  EXPECT(w, !status, "cannot close");
  w->durable = w->now;
  w->now.run = w->durable.run = 0;
  return true;
}

static bool check_function(world *w, uint32_t n) {
  store_function *f;
  sum_summary *s;
  int version = w->now.version[n];
  int status = store_get_function(w->st, cached[n][0].usr, &f, &w->err);
  EXPECT(w, status == (version < 0 ? STORE_NOT_FOUND : STORE_OK), "get: wrong status");
  if (status) return true;
  bool same = !memcmp(f->summary, hashes[n][version], 32) && f->line == w->now.line[n] &&
              !memcmp(f->body, cached[n][version].f.body, 32) && f->ncases == cached[n][version].s->ncases;
  store_function_free(f);
  EXPECT(w, same, "get: wrong function");
  EXPECT(w, !store_get_summary(w->st, cached[n][0].usr, &s, NULL, &w->err), "get: no summary");
  same = s->ncases == cached[n][version].s->ncases && !strcmp(s->usr, cached[n][0].usr);
  sum_free(s);
  EXPECT(w, same, "get: wrong summary");
  return true;
}

static bool check_list(world *w) {
  store_briefs *b;
  EXPECT(w, !store_list(w->st, &b, &w->err), "list fails");
  uint32_t wanted = 0, right = 0;
  for (uint32_t n = 0; n < FUNCTIONS; n++) wanted += w->now.version[n] >= 0;
  for (uint32_t i = 0; i < b->n; i++) {
    uint32_t n = (uint32_t)atoi(b->items[i].name + 1);
    right += n < FUNCTIONS && w->now.version[n] >= 0 &&
             !memcmp(b->items[i].summary, hashes[n][w->now.version[n]], 32) &&
             b->items[i].line == w->now.line[n];
  }
  bool same = b->n == wanted && right == wanted;
  store_briefs_free(b);
  EXPECT(w, same, "list differs");
  return true;
}

/* After a kill: each function is as it was when last surely written, or as it was put; a batch is all or nothing, but
 * batches may have been written in between, so any prefix of the puts is fine. The model follows the store. */
static bool adopt(world *w, const model *before) {
  for (uint32_t n = 0; n < FUNCTIONS; n++) {
    store_function *f;
    store_findings *all;
    int status = store_get_function(w->st, cached[n][0].usr, &f, &w->err);
    EXPECT(w, status == STORE_OK || status == STORE_NOT_FOUND, "unreadable after a kill");
    int found = -1;
    for (int v = 0; !status && v < VERSIONS; v++)
      if (!memcmp(f->summary, hashes[n][v], 32)) found = v;
    EXPECT(w, status || found >= 0, "an unknown summary after a kill");
    w->now.version[n] = found;
    w->now.line[n] = status ? 0 : f->line;
    if (!status) store_function_free(f);
    EXPECT(w, !store_get_findings(w->st, cached[n][0].usr, &all, &w->err), "findings after a kill");
    w->now.findings[n] = all->n;
    store_findings_free(all);
    w->now.module[n] = -1;
  }
  store_runs *runs;
  EXPECT(w, !store_get_runs(w->st, &runs, &w->err), "runs after a kill");
  w->now.finished = 0;
  for (uint32_t i = 0; i < runs->n; i++) w->now.finished += runs->items[i].finished != 0;
  bool fine = w->now.finished >= before->finished;
  store_runs_free(runs);
  EXPECT(w, fine, "a finished run is gone after a kill");
  w->now.run = 0;
  w->durable = w->now;
  return true;
}

/* The files as they are at this instant are what a kill would leave: they become the store. */
static bool kill_world(world *w) {
  char from[100], to[120], buf[65536];
  if (!w->st) return true;
  model before = w->durable;
  snprintf(from, sizeof from, "%s/data.mdb", w->folder);
  snprintf(to, sizeof to, "%s/data.mdb.killed", w->folder);
  int in = open(from, O_RDONLY), out = open(to, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  for (ssize_t n; (n = read(in, buf, sizeof buf)) > 0;)
    if (write(out, buf, (size_t)n) != n) abort();
  close(in), close(out);
  store_close(w->st, NULL);
  w->st = NULL;
  if (rename(to, from)) abort();
  return open_world(w, STORE_WRITE) && adopt(w, &before);
}

static bool put(world *w, uint32_t n, uint32_t v) {
  uint8_t hash[32];
  EXPECT(w, !store_put_function(w->st, &cached[n][v].f, cached[n][v].s, hash, NULL, &w->err), "put fails");
  EXPECT(w, !memcmp(hash, hashes[n][v], 32), "put: wrong hash");
  if (w->now.version[n] >= 0 && memcmp(hashes[n][v], hashes[n][w->now.version[n]], 32))
    w->now.findings[n] = 0;
  w->now.version[n] = (int)v;
  w->now.line[n] = cached[n][v].f.line;
  return true;
}

static bool currency(world *w, uint32_t n, uint32_t v) {
  store_verdict verdict;
  const store_function *f = &cached[n][v].f;
  EXPECT(w, !store_current(w->st, f->usr, f->body, f->options, f->engine, NULL, &verdict, &w->err),
         "current fails");
  store_reason wanted = w->now.version[n] < 0                                      ? STORE_NEW
                        : memcmp(f->body, cached[n][w->now.version[n]].f.body, 32) ? STORE_BODY_CHANGED
                                                                                   : STORE_CURRENT;
  free(verdict.callee);
  EXPECT(w, verdict.reason == wanted, "current: wrong reason");
  return true;
}

static bool find(world *w, uint32_t n) {
  store_briefs *b;
  char name[64];
  snprintf(name, sizeof name, "%s", cached[n][0].name);
  if (n % 2 == 0) snprintf(name, sizeof name, "m%u.c:f%u", n % 7, n);
  int status = store_find(w->st, name, &b, &w->err);
  EXPECT(w, status == (w->now.version[n] < 0 ? STORE_NOT_FOUND : STORE_OK), "find: wrong status");
  if (status) return true;
  bool one = b->n == 1 && !strcmp(b->items[0].usr, cached[n][0].usr);
  store_briefs_free(b);
  EXPECT(w, one, "find: wrong function");
  return true;
}

static bool findings(world *w, uint32_t n, uint32_t count) {
  store_finding items[4] = {0};
  store_findings *all;
  const sum_summary *s = cached[n][w->now.version[n]].s;
  for (uint32_t i = 0; i < 4; i++) {
    items[i] = (store_finding){.place_usr = "", .detail = "x", .ncase = i % s->ncases};
    items[i].outcome = s->cases[items[i].ncase].outcome;
  }
  EXPECT(w, !store_put_findings(w->st, cached[n][0].usr, items, count, &w->err), "findings: put fails");
  w->now.findings[n] = count;
  EXPECT(w, !store_get_findings(w->st, cached[n][0].usr, &all, &w->err), "findings: get fails");
  bool same = all->n == count;
  store_findings_free(all);
  EXPECT(w, same, "findings: wrong number");
  return true;
}

static bool module(world *w, uint32_t n, uint32_t v) {
  uint8_t k[32] = {(uint8_t)n}, data[300], *got;
  size_t len;
  int status = store_cache_get(w->st, STORE_MODULES, k, &got, &len, &w->err);
  EXPECT(w, w->now.module[n] < 0 || (!status && len == 300 && got[7] == w->now.module[n]),
         "a module is gone or wrong");
  if (!status) free(got);
  memset(data, (int)v, sizeof data);
  EXPECT(w, !store_cache_put(w->st, STORE_MODULES, k, data, sizeof data, &w->err), "module: put fails");
  w->now.module[n] = (int)v;
  return true;
}

static bool end_run(world *w) {
  const char *usrs[FUNCTIONS];
  store_map *map;
  if (!w->now.run) return true;
  for (uint32_t n = 0; n < FUNCTIONS; n++) usrs[n] = cached[n][0].usr;
  EXPECT(w, !store_end_run(w->st, w->now.run, NULL, 0, usrs, FUNCTIONS, &w->err), "end of run fails");
  w->now.finished++;
  EXPECT(w, !store_get_map(w->st, w->now.run, &map, &w->err), "no map");
  uint32_t wanted = 0, right = 0;
  for (uint32_t n = 0; n < FUNCTIONS; n++) wanted += w->now.version[n] >= 0;
  for (uint32_t i = 0; i < map->n; i++) {
    uint32_t n = (uint32_t)atoi(map->items[i].usr + 6);
    right += n < FUNCTIONS && w->now.version[n] >= 0 &&
             !memcmp(map->items[i].summary, hashes[n][w->now.version[n]], 32);
  }
  bool same = map->n == wanted && right == wanted;
  store_map_free(map);
  EXPECT(w, same, "the map of the run differs");
  w->now.run = 0;
  w->durable = w->now;
  return true;
}

static bool gc(world *w) {
  store_gc_result r;
  uint32_t keep = 2;
  EXPECT(w, !store_gc(w->st, keep, &r, &w->err), "gc fails");
  if (w->now.finished > keep) w->now.finished = keep;
  for (uint32_t n = 0; n < FUNCTIONS; n++) w->now.module[n] = -1;
  w->now.run = 0; /* an unfinished run may be dropped */
  w->durable = w->now;
  return true;
}

static bool step(world *w, char letter, uint32_t digit) {
  uint32_t n = digit % FUNCTIONS, v = digit / FUNCTIONS % VERSIONS;
  if (letter == 'x') return close_world(w);
  if (letter == 'k') return kill_world(w);
  if (!open_world(w, STORE_WRITE | STORE_CREATE)) return false;
  switch (letter) {
  case 'p': return put(w, n, v);
  case 'g': return check_function(w, n);
  case 'f': return find(w, n);
  case 'l': return check_list(w);
  case 'c': return currency(w, n, v);
  case 'F': return w->now.version[n] < 0 || findings(w, n, v);
  case 'm': return module(w, n, v);
  case 'G': return gc(w);
  case 'e': return end_run(w);
  case 's':
    EXPECT(w, !store_sync(w->st, &w->err), "sync fails");
    w->durable = w->now;
    return true;
  case 'C': EXPECT(w, !store_check(w->st, NULL, NULL, NULL, &w->err), "check is not clean"); return true;
  case 'b':
    if (!w->now.run)
      EXPECT(w, !store_begin_run(w->st, "trace", "", "engine 1", &w->now.run, &w->err), "run fails");
    return true;
  case 't': {
    if (w->now.version[n] < 0) return true;
    store_function f = cached[n][w->now.version[n]].f;
    f.line = 1000 + digit;
    EXPECT(w, !store_touch_function(w->st, &f, &w->err), "touch fails");
    w->now.line[n] = f.line;
    return true;
  }
  default: { /* d */
    int status = store_delete_function(w->st, cached[n][0].usr, &w->err);
    EXPECT(w, status == (w->now.version[n] < 0 ? STORE_NOT_FOUND : STORE_OK), "delete: wrong status");
    w->now.version[n] = -1;
    w->now.findings[n] = 0;
    return true;
  }
  }
}

/* True when the store agreed with the model all along. */
static bool replay(const char *trace, const char *folder, char *why, size_t cap) {
  world w = {0};
  snprintf(w.folder, sizeof w.folder, "%s", folder);
  for (uint32_t n = 0; n < FUNCTIONS; n++) w.now.version[n] = w.now.module[n] = -1;
  w.durable = w.now;
  bool fine = true;
  for (const char *p = trace; *p && fine;) {
    char letter = *p++;
    fine = step(&w, letter, (uint32_t)strtoul(p, (char **)&p, 10));
    if (!fine) snprintf(why, cap, "%s at '%c' (%s)", w.why, letter, w.err.detail);
  }
  if (fine && !(fine = open_world(&w, STORE_WRITE | STORE_CREATE) && check_list(&w)))
    snprintf(why, cap, "%s at the end", w.why);
  store_close(w.st, NULL);
  char file[100];
  snprintf(file, sizeof file, "%s/data.mdb", folder);
  unlink(file);
  return fine;
}

/* Leaves out calls, long stretches first, as long as the trace still fails. */
static void shrink(char *trace, const char *folder) {
  char why[600], shorter[LENGTH * 8];
  for (size_t width = LENGTH / 2; width; width /= 2)
    for (bool again = true; again;) {
      again = false;
      const char *starts[LENGTH + 2];
      size_t n = 0;
      for (const char *p = trace; *p; p++)
        if (*p > '9') starts[n++] = p;
      starts[n] = trace + strlen(trace);
      for (size_t i = 0; i + width <= n && !again; i++) {
        snprintf(shorter, sizeof shorter, "%.*s%s", (int)(starts[i] - trace), trace, starts[i + width]);
        if (!replay(shorter, folder, why, sizeof why)) strcpy(trace, shorter), again = true;
      }
    }
}

int main(int argc, char **argv) {
  char why[600], *folder = temp_folder();
  int status = 0;
  make_all();
  if (argc == 3 && !strcmp(argv[1], "--replay")) {
    status = !replay(argv[2], folder, why, sizeof why);
    puts(status ? why : "agrees");
  } else if (argc >= 2) {
    uint64_t calls = 0, first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    for (uint64_t seed = first; seed < first + strtoull(argv[1], NULL, 10) && !status; seed++) {
      synth g = {.state = seed * 77777};
      char trace[LENGTH * 8] = "", *end = trace;
      uint32_t length = 5 + synth_below(&g, LENGTH - 5);
      for (uint32_t i = 0; i < length; i++)
        end += sprintf(end, "%c%u", letters[synth_below(&g, sizeof letters - 1)],
                       synth_below(&g, FUNCTIONS * VERSIONS));
      calls += length;
      if (replay(trace, folder, why, sizeof why)) continue;
      printf("seed %llu: %s\n", (unsigned long long)seed, why);
      shrink(trace, folder);
      replay(trace, folder, why, sizeof why);
      printf("shrunk to: %s\n  %s\n", trace, why);
      status = 1;
    }
    if (!status) printf("%s traces, %llu calls: no disagreement\n", argv[1], (unsigned long long)calls);
  } else {
    fprintf(stderr, "usage: stress_traces COUNT [SEED] | --replay TRACE\n");
    status = 2;
  }
  for (uint32_t n = 0; n < FUNCTIONS; n++)
    for (uint32_t v = 0; v < VERSIONS; v++) sum_free(cached[n][v].s);
  remove_folder(folder);
  free(folder);
  return status;
}
