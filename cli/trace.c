#include "cli/trace.h"

#include "cli/cli.h"
#include "cli/places.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// The explorer's kinds of facts and the store's, in the same order.
static const uint8_t dep_of[EX_FACTS] = {
    [EX_FACT_DECLARATION] = STORE_DEP_NO_BODY,
    [EX_FACT_SLICE] = STORE_DEP_SLICE,
    [EX_FACT_PURE] = STORE_DEP_PURE,
    [EX_FACT_COMPARES] = STORE_DEP_COMPARES,
    [EX_FACT_ADDRESSES] = STORE_DEP_ADDRESSES,
    [EX_FACT_SIGNATURE] = STORE_DEP_SIGNATURE,
    [EX_FACT_PRECONDITION] = STORE_DEP_PRECONDITION,
    [EX_FACT_INTERFACE] = STORE_DEP_INTERFACE,
    [EX_FACT_GLOBAL] = STORE_DEP_GLOBAL,
    [EX_FACT_IMAGE] = STORE_DEP_IMAGE,
    [EX_FACT_TYPE] = STORE_DEP_TYPE,
};

// ---- the world ----

struct cli_world {
  const fe_program *p;
  slice_program *slices;
  ex_facts *facts;
  cli_places *places;
  const fe_func **by_usr;
  uint32_t nsccs;
  uint64_t *reach; // a row of bits per component: the components it can reach
  size_t row;
};

static int compare_usr(const void *a, const void *b) {
  return strcmp((*(const fe_func *const *)a)->usr, (*(const fe_func *const *)b)->usr);
}

// Components come callees first, so that every row below is complete when it is added.
static void find_reachable(cli_world *w) {
  w->nsccs = slice_nsccs(w->slices);
  w->row = (w->nsccs + 63) / 64;
  w->reach = calloc(w->nsccs * w->row + 1, sizeof *w->reach);
  if (!w->reach) abort();
  for (uint32_t from = 0; from < w->nsccs; from++) {
    slice_scc members = slice_scc_at(w->slices, from);
    uint64_t *mine = w->reach + from * w->row;
    mine[from / 64] |= UINT64_C(1) << (from % 64);
    for (uint32_t i = 0; i < members.n; i++)
      for (uint32_t c = 0; c < w->p->funcs[members.funcs[i]].ncalls; c++) {
        uint32_t n;
        bool complete;
        const uint32_t *targets = slice_targets(w->slices, members.funcs[i], c, &n, &complete);
        for (uint32_t t = 0; t < n; t++) {
          uint32_t to = slice_scc_of(w->slices, targets[t]);
          if (mine[to / 64] >> (to % 64) & 1) continue;
          for (size_t k = 0; k < w->row; k++) mine[k] |= w->reach[to * w->row + k];
        }
      }
  }
}

cli_world *cli_world_new(const fe_program *p, slice_program *slices) {
  cli_world *w = cli_realloc(NULL, sizeof *w);
  *w = (cli_world){.p = p, .slices = slices, .facts = ex_facts_new(p), .places = cli_places_new(p)};
  w->by_usr = cli_realloc(NULL, (p->nfuncs + 1) * sizeof *w->by_usr);
  for (uint32_t i = 0; i < p->nfuncs; i++) w->by_usr[i] = &p->funcs[i];
  qsort(w->by_usr, p->nfuncs, sizeof *w->by_usr, compare_usr);
  find_reachable(w);
  return w;
}

void cli_world_free(cli_world *w) {
  if (!w) return;
  ex_facts_free(w->facts);
  cli_places_free(w->places);
  free(w->by_usr), free(w->reach), free(w);
}

const ex_facts *cli_world_facts(const cli_world *w) { return w->facts; }
const cli_places *cli_world_places(const cli_world *w) { return w->places; }

bool cli_world_visible(const cli_world *w, uint32_t viewer, bool variant, uint32_t callee) {
  uint32_t from = slice_scc_of(w->slices, viewer), to = slice_scc_of(w->slices, callee);
  if (from == to) return !variant && strcmp(w->p->funcs[callee].usr, w->p->funcs[viewer].usr) < 0;
  return w->reach[from * w->row + to / 64] >> (to % 64) & 1;
}

static const fe_func *function_called(const cli_world *w, const char *usr) {
  const fe_func key = {.usr = usr}, *wanted = &key;
  const fe_func **found = bsearch(&wanted, w->by_usr, w->p->nfuncs, sizeof *w->by_usr, compare_usr);
  return found ? *found : NULL;
}

uint32_t cli_world_func(const cli_world *w, const char *usr) {
  const fe_func *f = function_called(w, usr);
  return f ? (uint32_t)(f - w->p->funcs) : FE_NONE;
}

static bool body_now(void *self, const char *usr, uint8_t fingerprint[32]) {
  const fe_func *f = function_called(self, usr);
  if (!f || !f->has_body) return false;
  memcpy(fingerprint, f->fingerprint, 32);
  return true;
}

static bool visible_now(void *self, const char *viewer, bool variant, const char *callee) {
  const cli_world *w = self;
  const fe_func *v = function_called(w, viewer), *c = function_called(w, callee);
  return v && c && cli_world_visible(w, (uint32_t)(v - w->p->funcs), variant, (uint32_t)(c - w->p->funcs));
}

static bool fact_now(void *self, store_dep_kind kind, const char *usr, uint8_t hash[32]) {
  const cli_world *w = self;
  for (ex_fact k = 0; k < EX_FACTS; k++)
    if (dep_of[k] == kind) return ex_fact_hash(w->facts, w->slices, k, usr, hash);
  return false;
}

store_lookup cli_world_lookup(const cli_world *w) {
  return (store_lookup){(void *)w, body_now, visible_now, fact_now};
}

// ---- a trace ----

typedef struct {
  uint32_t viewer, callee;
} view;

struct cli_trace {
  const fe_program *p;
  uint32_t viewer;
  bool variant;
  uint8_t *callees; // cli_use bits
  uint16_t *funcs;  // a bit per ex_fact
  uint8_t *globals; // bit 0 EX_FACT_GLOBAL, bit 1 EX_FACT_IMAGE
  uint8_t *types;
  view *views; // summaries consulted by variants
  uint32_t nviews, cap_views;
  const cli_trace **merged;
  uint32_t nmerged;
  store_dep *stored;
  uint32_t nstored;
};

cli_trace *cli_trace_new(const fe_program *p, uint32_t viewer, bool variant) {
  cli_trace *t = cli_realloc(NULL, sizeof *t);
  *t = (cli_trace){.p = p, .viewer = viewer, .variant = variant};
  t->callees = calloc(p->nfuncs + 1, 1);
  t->funcs = calloc(p->nfuncs + 1, sizeof *t->funcs);
  t->globals = calloc(p->nglobals + 1, 1);
  t->types = calloc(p->ntypes + 1, 1);
  if (!t->callees || !t->funcs || !t->globals || !t->types) abort();
  return t;
}

void cli_trace_free(cli_trace *t) {
  if (!t) return;
  free(t->callees), free(t->funcs), free(t->globals), free(t->types);
  free(t->views), free(t->merged), free(t->stored), free(t);
}

static void add_view(cli_trace *t, view v) {
  if (t->nviews == t->cap_views)
    t->views = cli_realloc(t->views, (t->cap_views = 2 * t->cap_views + 16) * sizeof *t->views);
  t->views[t->nviews++] = v;
}

void cli_trace_callee(cli_trace *t, uint32_t callee, cli_use use) {
  if (use == CLI_CONSULTED && t->variant && !(t->callees[callee] & use))
    add_view(t, (view){t->viewer, callee});
  t->callees[callee] |= (uint8_t)use;
}

void cli_trace_fact(cli_trace *t, ex_fact kind, uint32_t index) {
  static_assert(EX_FACTS <= 16, "a bit for each");
  if (kind == EX_FACT_TYPE)
    t->types[index] = 1;
  else if (kind == EX_FACT_GLOBAL || kind == EX_FACT_IMAGE)
    t->globals[index] |= (uint8_t)(1 + (kind == EX_FACT_IMAGE));
  else
    t->funcs[index] |= (uint16_t)(1 << kind);
}

void cli_trace_merge(cli_trace *into, const cli_trace *from) {
  for (uint32_t i = 0; i < into->nmerged; i++)
    if (into->merged[i] == from) return;
  into->merged = cli_realloc(into->merged, (into->nmerged + 1) * sizeof *into->merged);
  into->merged[into->nmerged++] = from;
  for (uint32_t i = 0; i < into->p->nfuncs; i++)
    into->callees[i] |= from->callees[i] & CLI_EXECUTED, into->funcs[i] |= from->funcs[i];
  for (uint32_t i = 0; i < into->p->nglobals; i++) into->globals[i] |= from->globals[i];
  for (uint32_t i = 0; i < into->p->ntypes; i++) into->types[i] |= from->types[i];
  for (uint32_t i = 0; i < from->nviews; i++) add_view(into, from->views[i]);
  cli_trace_stored(into, from->stored, from->nstored);
}

void cli_trace_stored(cli_trace *t, const store_dep *deps, uint32_t n) {
  if (!n) return;
  t->stored = cli_realloc(t->stored, (t->nstored + n) * sizeof *t->stored);
  memcpy(t->stored + t->nstored, deps, n * sizeof *deps);
  t->nstored += n;
}

// ---- as the store keeps it ----

typedef struct {
  const cli_world *w;
  const uint8_t *(*summary)(void *self, uint32_t callee);
  void *self;
  store_dep *deps;
  uint32_t n, cap;
} dep_list;

static store_dep *add_dep(dep_list *l, uint8_t kind, const char *usr) {
  if (l->n == l->cap) l->deps = cli_realloc(l->deps, (l->cap = 2 * l->cap + 16) * sizeof *l->deps);
  l->deps[l->n] = (store_dep){.kind = kind, .usr = usr, .viewer = ""};
  return &l->deps[l->n++];
}

static void add_fact(dep_list *l, ex_fact kind, uint32_t index) {
  const char *subject = ex_fact_subject(l->w->facts, kind, index);
  if (!subject) return;
  store_dep *d = add_dep(l, dep_of[kind], subject);
  ex_fact_hash(l->w->facts, l->w->slices, kind, subject, d->hash);
}

static void add_summary(dep_list *l, uint32_t viewer, bool variant, uint32_t callee) {
  const fe_func *f = &l->w->p->funcs[callee];
  const uint8_t *hash = NULL;
  if (cli_world_visible(l->w, viewer, variant, callee)) hash = l->summary(l->self, callee);
  store_dep *d = add_dep(l, hash ? STORE_DEP_SUMMARY : STORE_DEP_HIDDEN, f->usr);
  if (hash) memcpy(d->hash, hash, 32);
  if (variant) d->viewer = l->w->p->funcs[viewer].usr;
}

static int by_kind_and_subject(const void *a, const void *b) {
  const store_dep *x = a, *y = b;
  if (x->kind != y->kind) return x->kind - y->kind;
  int c = strcmp(x->usr, y->usr);
  return c ? c : strcmp(x->viewer, y->viewer);
}

void cli_trace_deps(const cli_trace *t, const cli_world *w,
                    const uint8_t *(*summary)(void *self, uint32_t callee), void *self, store_dep **deps,
                    uint32_t *n) {
  const fe_program *p = t->p;
  dep_list l = {.w = w, .summary = summary, .self = self};
  for (uint32_t i = 0; i < p->nfuncs; i++) {
    const fe_func *f = &p->funcs[i];
    if (t->callees[i] & CLI_CONSULTED && !t->variant && i != t->viewer && f->has_body)
      add_summary(&l, t->viewer, false, i);
    if (t->callees[i] & CLI_EXECUTED && f->has_body && i != t->viewer)
      memcpy(add_dep(&l, STORE_DEP_BODY, f->usr)->hash, f->fingerprint, 32);
    for (ex_fact k = 0; t->funcs[i] && k < EX_FACTS; k++)
      if (t->funcs[i] >> k & 1) add_fact(&l, k, i);
  }
  for (uint32_t i = 0; i < t->nviews; i++)
    if (p->funcs[t->views[i].callee].has_body) add_summary(&l, t->views[i].viewer, true, t->views[i].callee);
  for (uint32_t i = 0; i < p->nglobals; i++) {
    if (t->globals[i] & 1) add_fact(&l, EX_FACT_GLOBAL, i);
    if (t->globals[i] & 2) add_fact(&l, EX_FACT_IMAGE, i);
  }
  for (uint32_t i = 0; i < p->ntypes; i++)
    if (t->types[i]) add_fact(&l, EX_FACT_TYPE, i);
  for (uint32_t i = 0; i < t->nstored; i++) {
    store_dep *d = add_dep(&l, t->stored[i].kind, t->stored[i].usr);
    *d = t->stored[i];
  }
  if (l.n) qsort(l.deps, l.n, sizeof *l.deps, by_kind_and_subject);
  uint32_t kept = 0; // several types of one name are one fact, and variants consult the same things
  for (uint32_t i = 0; i < l.n; i++)
    if (!kept || by_kind_and_subject(&l.deps[kept - 1], &l.deps[i])) l.deps[kept++] = l.deps[i];
  *deps = l.deps;
  *n = kept;
}
