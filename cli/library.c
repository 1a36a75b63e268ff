#include "cli/library.h"

#include "cli/cli.h"
#include "cli/places.h"

#include <assert.h>
#include <llvm-c/blake3.h>
#include <stdlib.h>
#include <string.h>

typedef struct variant {
  struct variant *next;
  uint32_t func;
  bool whole; // made by the engine for whole programs
  char *pattern;
  sum_summary *summary;
  store_variant *stored; // whose strings the trace uses; NULL when it was made here
  cli_trace *trace;
  // while it is made: the unit, and the trace, that asked
  uint32_t asked_by;
  bool asked_by_variant;
  cli_trace *asking;
} variant;

struct cli_library {
  const cli_work *w;
  const cli_world *world;
  const cli_unit *units;
  sum_summary **summaries; // of callees, decoded
  variant *variants;       // callees under alias patterns
  variant *making;         // those being made, innermost first
  cli_trace *trace;        // of what is being explored
  uint32_t unit, viewer;   // viewer: the unit, or the callee of which a variant is being made
  bool as_variant;
  int code;
  store_error err;
};

cli_library *cli_library_new(const cli_work *w, const cli_world *world, const cli_unit *units) {
  cli_library *l = cli_realloc(NULL, sizeof *l);
  *l = (cli_library){.w = w, .world = world, .units = units};
  l->summaries = calloc(w->program->nfuncs + 1, sizeof *l->summaries);
  if (!l->summaries) abort();
  return l;
}

static void free_variant(variant *v) {
  sum_free(v->summary);
  store_variant_free(v->stored);
  cli_trace_free(v->trace);
  free(v->pattern), free(v);
}

void cli_library_free(cli_library *l) {
  for (uint32_t i = 0; i < l->w->program->nfuncs; i++) sum_free(l->summaries[i]);
  for (variant *v = l->variants, *next; v; v = next) next = v->next, free_variant(v);
  cli_trace_free(l->trace);
  free(l->summaries), free(l);
}

void cli_unit_options(const cli_work *w, uint32_t func, uint8_t out[32]) {
  llvm_blake3_hasher h;
  llvm_blake3_hasher_init(&h);
  llvm_blake3_hasher_update(&h, w->options_text, strlen(w->options_text));
  // What "auto" means; models are the same with either, and shared.
  if (func == FE_NONE || !w->program->funcs[func].is_model)
    llvm_blake3_hasher_update(&h, w->options.volatile_inputs ? "input" : "memory",
                              w->options.volatile_inputs ? 5 : 6);
  if (func != FE_NONE && func == w->entry) llvm_blake3_hasher_update(&h, w->alone ? "alone" : "entry", 5);
  llvm_blake3_hasher_finalize(&h, out, 32);
}

void cli_library_begin(cli_library *l, uint32_t func) {
  cli_trace_free(l->trace);
  l->trace = cli_trace_new(l->w->program, func, false);
  l->unit = l->viewer = func;
  l->as_variant = false;
}

// ---- summaries ----

// As the explorer sees it: places by their position, and nothing that a caller's trace does not cover.
static sum_summary *prepare(const cli_library *l, sum_summary *s) {
  size_t len;
  uint8_t *bytes = sum_encode_relation(s, &len);
  sum_summary *relation = sum_decode(bytes, len, NULL);
  free(bytes), sum_free(s);
  if (relation && cli_places_find(l->world, relation)) return relation;
  sum_free(relation);
  return NULL;
}

static const sum_summary *provide(void *self, uint32_t callee) {
  cli_library *l = self;
  sum_summary *s;
  cli_trace_callee(l->trace, callee, CLI_CONSULTED);
  if (!cli_world_visible(l->world, l->viewer, l->as_variant, callee) ||
      l->units[callee].state < CLI_UNIT_CURRENT)
    return NULL;
  if (!l->summaries[callee] && !store_get_summary(l->w->st, l->w->program->funcs[callee].usr, &s, NULL, NULL))
    l->summaries[callee] = prepare(l, s);
  s = l->summaries[callee];
  return !s || s->status == SUM_FAILED ? NULL : s;
}

static void note_use(void *self, uint32_t callee, bool executed) {
  cli_trace_callee(((cli_library *)self)->trace, callee, executed ? CLI_EXECUTED : CLI_CONSULTED);
}

static void note_fact(void *self, ex_fact kind, uint32_t index) {
  cli_trace_fact(((cli_library *)self)->trace, kind, index);
}

static const uint8_t *hash_of(void *self, uint32_t callee) {
  const cli_library *l = self;
  return l->units[callee].state < CLI_UNIT_CURRENT ? NULL : l->units[callee].relation;
}

void cli_library_deps(const cli_library *l, store_dep **deps, uint32_t *n) {
  cli_trace_deps(l->trace, l->world, hash_of, (void *)l, deps, n);
}

// ---- variants ----
//
// What a variant is must not depend on who asked first: while it is made, the engine sees what the callee may see, and what
// it consulted is noted with it and becomes part of the trace of every unit that uses it.

static void use_variant(cli_library *l, const variant *v) {
  cli_trace_callee(l->trace, v->func, CLI_EXECUTED); // it was made from the body
  cli_trace_merge(l->trace, v->trace);
}

static variant *new_variant(cli_library *l, uint32_t callee, const char *pattern) {
  variant *v = cli_realloc(NULL, sizeof *v);
  *v = (variant){.func = callee, .whole = l->unit == l->w->entry, .pattern = strdup(pattern)};
  v->trace = cli_trace_new(l->w->program, callee, true);
  return v;
}

// The variant from the store if it still holds.
static variant *load_variant(cli_library *l, uint32_t callee, const char *pattern) {
  const fe_func *f = &l->w->program->funcs[callee];
  store_variant *stored;
  sum_summary *s;
  store_verdict verdict;
  uint8_t options[32];
  store_lookup lookup = cli_world_lookup(l->world);
  if (store_get_variant(l->w->st, f->usr, pattern, &stored, &s, NULL)) return NULL;
  cli_unit_options(l->w, l->unit == l->w->entry ? l->unit : FE_NONE, options);
  bool current = !store_variant_current(l->w->st, stored, f->fingerprint, options, l->w->engine, &lookup,
                                        &verdict, NULL);
  current = current && verdict.reason == STORE_CURRENT;
  free(verdict.callee);
  s = prepare(l, s);
  if (!current || !s) {
    store_variant_free(stored), sum_free(s);
    return NULL;
  }
  variant *v = new_variant(l, callee, pattern);
  v->stored = stored, v->summary = s;
  cli_trace_stored(v->trace, stored->deps, stored->ndeps);
  return v;
}

static const sum_summary *find_variant(void *self, uint32_t callee, const char *pattern) {
  cli_library *l = self;
  bool whole = l->unit == l->w->entry;
  variant *v = l->variants;
  while (v && (v->func != callee || v->whole != whole || strcmp(v->pattern, pattern))) v = v->next;
  if (!v && (v = load_variant(l, callee, pattern))) v->next = l->variants, l->variants = v;
  if (v) {
    use_variant(l, v);
    return v->summary;
  }
  v = new_variant(l, callee, pattern);
  v->next = l->making;
  v->asking = l->trace, v->asked_by = l->viewer, v->asked_by_variant = l->as_variant;
  l->making = v;
  l->trace = v->trace;
  l->viewer = callee, l->as_variant = true;
  return NULL;
}

static void store_made(cli_library *l, const variant *v, const sum_summary *s) {
  const fe_func *f = &l->w->program->funcs[v->func];
  store_variant record = {.usr = f->usr, .pattern = v->pattern, .engine = l->w->engine};
  memcpy(record.body, f->fingerprint, 32);
  cli_unit_options(l->w, v->whole ? l->unit : FE_NONE, record.options);
  cli_trace_deps(v->trace, l->world, hash_of, l, &record.deps, &record.ndeps);
  store_error err;
  int code = store_put_variant(l->w->st, &record, s, &err);
  if (code && !l->code) l->code = code, l->err = err;
  free(record.deps);
}

static const sum_summary *keep_variant(void *self, uint32_t callee, const char *pattern, sum_summary *s) {
  cli_library *l = self;
  variant *v = l->making;
  assert(v && v->func == callee && !strcmp(v->pattern, pattern)), (void)callee, (void)pattern;
  l->making = v->next;
  l->trace = v->asking, l->viewer = v->asked_by, l->as_variant = v->asked_by_variant;
  size_t len;
  cli_places_name(l->world, s);
  store_made(l, v, s);
  uint8_t *bytes = sum_encode(s, &len); // what is applied is always the stored form
  sum_free(s);
  s = sum_decode(bytes, len, NULL);
  v->summary = s ? prepare(l, s) : NULL;
  free(bytes);
  v->next = l->variants;
  l->variants = v;
  use_variant(l, v);
  return v->summary;
}

// ---- transcripts ----

static store_transcript transcript_of(const cli_library *l, uint32_t func, const char *part) {
  store_transcript t = {.usr = l->w->program->funcs[func].usr, .part = part, .engine = l->w->engine};
  cli_unit_options(l->w, l->unit == l->w->entry ? l->unit : FE_NONE, t.options);
  return t;
}

static uint8_t *recall(void *self, uint32_t func, const char *part, size_t *len) {
  cli_library *l = self;
  store_transcript which = transcript_of(l, func, part);
  uint8_t *bytes;
  return store_get_transcript(l->w->st, &which, &bytes, len, NULL) ? NULL : bytes;
}

static void record(void *self, uint32_t func, const char *part, const uint8_t *bytes, size_t len) {
  cli_library *l = self;
  store_transcript t = transcript_of(l, func, part);
  t.bytes = bytes, t.length = len;
  store_error err;
  int code = store_put_transcript(l->w->st, &t, &err);
  if (code && !l->code) l->code = code, l->err = err;
}

int cli_library_error(cli_library *l, store_error *err) {
  int code = l->code;
  if (code) *err = l->err;
  l->code = 0;
  return code;
}

ex_provider cli_library_provider(cli_library *l) {
  return (ex_provider){.self = l,
                       .get = provide,
                       .used = note_use,
                       .variant = find_variant,
                       .made = keep_variant,
                       .consulted = note_fact,
                       .recall = recall,
                       .record = record,
                       .facts = cli_world_facts(l->world)};
}
