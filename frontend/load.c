/* fe_load: every translation unit through clang in parallel, lowered in the order of the sources by the calling thread
 * while the compilations of later units still run, then linked and given its interfaces. A unit is lowered as soon as
 * its bitcode is there; its worker meanwhile reads the interfaces. Workers keep at most a window of units ahead of the
 * lowering, so that memory does not grow with the project. */
#include "frontend/iface.h"
#include "frontend/lower.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct slot {
  bool compiled;          /* product is there for the lowering */
  bool finished, lowered; /* who comes last frees the product */
  bool loaded;            /* lowered without a failure: a translation unit of the program */
  fe_product product;
  fe_record record;
  uint8_t input[32];
} slot;

typedef struct loader {
  const fe_sources *s;
  const fe_options *opt;
  fe_shop *shop;
  slot *slots;
  size_t window; /* how far compilation may run ahead of lowering */
  pthread_mutex_t lock;
  pthread_cond_t changed;
  size_t next, consumed;
  uint64_t lower_usec, compile_usec;
  uint32_t ncompiled, ncached;
} loader;

static uint64_t now_usec(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t); /* other work on the computer does not count */
  return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

static void *worker(void *arg) {
  loader *l = arg;
  pthread_mutex_lock(&l->lock);
  for (;;) {
    while (l->next < l->s->n && l->next >= l->consumed + l->window) pthread_cond_wait(&l->changed, &l->lock);
    if (l->next >= l->s->n) break;
    size_t i = l->next++;
    pthread_mutex_unlock(&l->lock);
    slot *s = &l->slots[i];
    fe_product_compile(l->shop, &l->s->units[i], &s->product);
    pthread_mutex_lock(&l->lock);
    s->compiled = true;
    pthread_cond_broadcast(&l->changed);
    pthread_mutex_unlock(&l->lock);
    if (!l->opt->bodies_only) fe_product_finish(l->shop, &l->s->units[i], &s->product);
    if (s->product.record) fe_record_parse(&s->record, s->product.record, s->product.record_len);
    memcpy(s->input, s->product.input, 32);
    pthread_mutex_lock(&l->lock);
    s->finished = true;
    if (s->lowered) fe_product_free(&s->product);
    pthread_cond_broadcast(&l->changed);
  }
  pthread_mutex_unlock(&l->lock);
  return NULL;
}

/* Lowers unit i once it is compiled. */
static void lower(loader *l, fe_builder *b, size_t i) {
  slot *s = &l->slots[i];
  pthread_mutex_lock(&l->lock);
  while (!s->compiled) pthread_cond_wait(&l->changed, &l->lock);
  pthread_mutex_unlock(&l->lock);
  const fe_unit *u = &l->s->units[i];
  const fe_product *p = &s->product;
  l->compile_usec += p->usec;
  l->ncached += p->ok && p->cached;
  l->ncompiled += p->ok && !p->cached;
  if (p->ok) {
    uint64_t start = now_usec();
    char *err = NULL;
    s->loaded = fe_builder_add_bitcode(b, p->bitcode, p->bitcode_len, u->path, u->dir, &err);
    if (!s->loaded) {
      char *message = fe_xformat("%s: %s", u->path, err);
      fe_builder_fail(b, u->path, message);
      free(message);
    }
    free(err);
    l->lower_usec += now_usec() - start;
  } else {
    fe_builder_fail(b, u->path, p->error);
  }
  pthread_mutex_lock(&l->lock);
  l->consumed = i + 1;
  s->lowered = true;
  if (s->finished) fe_product_free(&s->product);
  pthread_cond_broadcast(&l->changed);
  pthread_mutex_unlock(&l->lock);
  if (l->opt->progress) l->opt->progress(l->opt->progress_self, (uint32_t)i + 1, (uint32_t)l->s->n, u->path);
}

/* Notes of the sources go before those of the linker. */
static void add_notes(fe_program *p, const fe_strv *from) {
  if (!from->n) return;
  fe_arena *a = fe_program_arena(p);
  const char **notes = fe_alloc(a, (from->n + p->nnotes) * sizeof *notes);
  for (size_t i = 0; i < from->n; i++) notes[i] = fe_intern_str(a, from->v[i]);
  if (p->nnotes) memcpy(notes + from->n, p->notes, p->nnotes * sizeof *notes);
  p->notes = notes;
  p->nnotes += (uint32_t)from->n;
}

static fe_program *finish(loader *l, fe_builder *b) {
  uint64_t start = now_usec();
  fe_program *p = fe_builder_link(b);
  fe_record *records = fe_xrealloc(NULL, (l->s->n + 1) * sizeof *records);
  uint32_t n = 0;
  for (size_t i = 0; i < l->s->n; i++) {
    if (!l->slots[i].loaded) continue;
    memcpy(p->files[n].content, l->slots[i].input, 32);
    records[n++] = l->slots[i].record;
  }
  fe_iface_attach(p, records, n);
  free(records);
  fe_fingerprint_interfaces(p);
  add_notes(p, &l->s->notes);
  p->texts = fe_texts_new(p->nfiles);
  p->lower_usec = l->lower_usec + now_usec() - start;
  p->compile_usec = l->compile_usec;
  p->ncompiled = l->ncompiled;
  p->ncached = l->ncached;
  return p;
}

/* As a linker takes members of an archive: until none defines anything that is still open. */
static void add_libraries(fe_builder *b, const fe_options *opt) {
  bool *added = fe_xrealloc(NULL, opt->nlibraries + 1), more = true;
  memset(added, 0, opt->nlibraries + 1);
  while (more) {
    more = false;
    for (size_t i = 0; i < opt->nlibraries; i++) {
      if (added[i] || !fe_builder_needs(b, &opt->libraries[i])) continue;
      char *err = NULL;
      if (!fe_builder_add_library(b, &opt->libraries[i], &err))
        fe_builder_fail(b, opt->libraries[i].name, err);
      free(err);
      added[i] = more = true;
    }
  }
  free(added);
}

fe_program *fe_load(const fe_sources *s, const fe_options *opt) {
  static const fe_options defaults = {0};
  if (!opt) opt = &defaults;
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  size_t jobs = opt->jobs > 0 ? (size_t)opt->jobs : cores > 0 ? (size_t)cores : 1;
  if (jobs > s->n) jobs = s->n;
  loader l = {.s = s, .opt = opt, .window = 4 * jobs + 4};
  l.shop = fe_shop_new(opt->clang, opt->bodies_only ? &defaults.cache : &opt->cache);
  l.slots = fe_xrealloc(NULL, (s->n + 1) * sizeof *l.slots);
  memset(l.slots, 0, (s->n + 1) * sizeof *l.slots);
  pthread_mutex_init(&l.lock, NULL);
  pthread_cond_init(&l.changed, NULL);
  pthread_t *threads = fe_xrealloc(NULL, jobs * sizeof *threads);
  size_t started = 0;
  while (started < jobs && !pthread_create(&threads[started], NULL, worker, &l)) started++;
  if (!started && jobs) { /* no thread to be had: compile here */
    l.window = s->n + 1;
    worker(&l);
  }
  fe_builder *b = fe_builder_new();
  fe_builder_root(b, s->root);
  for (size_t i = 0; i < s->n; i++) lower(&l, b, i);
  add_libraries(b, opt);
  for (size_t i = 0; i < started; i++) pthread_join(threads[i], NULL);
  fe_program *p = finish(&l, b);

  for (size_t i = 0; i < s->n; i++) fe_record_free(&l.slots[i].record);
  free(threads);
  free(l.slots);
  fe_shop_free(l.shop);
  pthread_cond_destroy(&l.changed);
  pthread_mutex_destroy(&l.lock);
  return p;
}
