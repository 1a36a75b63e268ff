/* fe_load: every translation unit through clang in parallel, lowered in the order of the sources by the calling thread
 * while the compilations of later units still run, then linked. Workers keep at most a window of finished units ahead
 * of the lowering, so that memory does not grow with the project. */
#include "frontend/module.h"
#include "frontend/project.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct result {
  bool done;
  fe_run run;
} result;

typedef struct loader {
  const fe_sources *s;
  const fe_options *opt;
  const char *clang;
  result *results;
  size_t window; /* how far compilation may run ahead of lowering */
  pthread_mutex_t lock;
  pthread_cond_t changed;
  size_t next, consumed, finished;
} loader;

static uint64_t now_usec(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

/* Removes what the compiler rejected; false when nothing was removed, so that trying again is pointless. */
static bool drop_flags(fe_strv *flags, const fe_strv *rejected) {
  size_t kept = 0;
  for (size_t i = 0; i < flags->n; i++) {
    bool drop = false;
    for (size_t k = 0; k < rejected->n; k++) {
      size_t n = strlen(rejected->v[k]);
      bool stem = n && rejected->v[k][n - 1] == '=' && !strncmp(flags->v[i], rejected->v[k], n);
      if (stem || !strcmp(flags->v[i], rejected->v[k])) drop = true;
    }
    if (drop)
      free(flags->v[i]);
    else
      flags->v[kept++] = flags->v[i];
  }
  bool any = kept < flags->n;
  flags->n = kept;
  return any;
}

static void compile(const loader *l, const fe_unit *u, fe_run *run) {
  *run = (fe_run){0};
  if (u->error) {
    run->error = fe_xstrdup(u->error);
    return;
  }
  fe_strv flags = {0};
  run->error = fe_flags_clean(u, &flags);
  uint64_t usec = 0;
  for (bool again = !run->error; again;) {
    fe_process p;
    fe_run_free(run);
    if (fe_clang_start(l->clang, u, &flags, FE_RUN_BITCODE, &p, run)) fe_clang_finish(&p, u, run);
    usec += run->usec;
    again = !run->ok && run->rejected.n && drop_flags(&flags, &run->rejected);
  }
  run->usec = usec;
  fe_strv_free(&flags);
}

static void *worker(void *arg) {
  loader *l = arg;
  pthread_mutex_lock(&l->lock);
  for (;;) {
    while (l->next < l->s->n && l->next >= l->consumed + l->window) pthread_cond_wait(&l->changed, &l->lock);
    if (l->next >= l->s->n) break;
    size_t i = l->next++;
    pthread_mutex_unlock(&l->lock);
    fe_run run;
    compile(l, &l->s->units[i], &run);
    pthread_mutex_lock(&l->lock);
    l->results[i] = (result){.done = true, .run = run};
    l->finished++;
    pthread_cond_broadcast(&l->changed);
  }
  pthread_mutex_unlock(&l->lock);
  return NULL;
}

/* Lowers unit i once it is compiled. */
static void consume(loader *l, fe_builder *b, size_t i, uint64_t *lower_usec, uint64_t *compile_usec) {
  pthread_mutex_lock(&l->lock);
  while (!l->results[i].done) pthread_cond_wait(&l->changed, &l->lock);
  pthread_mutex_unlock(&l->lock);
  const fe_unit *u = &l->s->units[i];
  fe_run *run = &l->results[i].run;
  *compile_usec += run->usec;
  if (run->ok) {
    uint64_t start = now_usec();
    char *err = NULL;
    if (!fe_builder_add_bitcode(b, run->out, run->out_len, u->path, u->dir, &err)) {
      fe_builder_fail(b, u->path, err);
      free(err);
    }
    *lower_usec += now_usec() - start;
  } else {
    fe_builder_fail(b, u->path, run->error);
  }
  fe_run_free(run);
  pthread_mutex_lock(&l->lock);
  l->consumed = i + 1;
  pthread_cond_broadcast(&l->changed);
  pthread_mutex_unlock(&l->lock);
  if (l->opt->progress) l->opt->progress(l->opt->progress_self, (uint32_t)i + 1, (uint32_t)l->s->n, u->path);
}

fe_program *fe_load(const fe_sources *s, const fe_options *opt) {
  static const fe_options defaults = {0};
  if (!opt) opt = &defaults;
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  size_t jobs = opt->jobs > 0 ? (size_t)opt->jobs : cores > 0 ? (size_t)cores : 1;
  if (jobs > s->n) jobs = s->n;
  loader l = {.s = s, .opt = opt, .clang = opt->clang ? opt->clang : "clang-19", .window = 4 * jobs + 4};
  l.results = calloc(s->n + 1, sizeof *l.results);
  if (!l.results) l.results = fe_xrealloc(NULL, SIZE_MAX);
  pthread_mutex_init(&l.lock, NULL);
  pthread_cond_init(&l.changed, NULL);
  pthread_t *threads = fe_xrealloc(NULL, jobs * sizeof *threads);
  size_t started = 0;
  while (started < jobs && !pthread_create(&threads[started], NULL, worker, &l)) started++;

  fe_builder *b = fe_builder_new();
  uint64_t lower_usec = 0, compile_usec = 0;
  if (!started && jobs) { /* no thread to be had: compile here */
    l.window = s->n + 1;
    worker(&l);
  }
  for (size_t i = 0; i < s->n; i++) consume(&l, b, i, &lower_usec, &compile_usec);
  for (size_t i = 0; i < opt->nlibraries; i++) {
    char *err = NULL;
    if (!fe_builder_add_library(b, &opt->libraries[i], &err)) fe_builder_fail(b, opt->libraries[i].name, err);
    free(err);
  }
  for (size_t i = 0; i < started; i++) pthread_join(threads[i], NULL);
  uint64_t start = now_usec();
  fe_program *p = fe_builder_link(b);
  p->lower_usec = lower_usec + now_usec() - start;
  p->compile_usec = compile_usec;
  p->ncompiled = (uint32_t)s->n;

  free(threads);
  free(l.results);
  pthread_cond_destroy(&l.changed);
  pthread_mutex_destroy(&l.lock);
  return p;
}
