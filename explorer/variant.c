/* Re-analysis (SGEN 5.2.2). A summary holds for distinct input objects. Where a caller lets two of them be one, the callee is
 * explored once more as a unit of its own, with that alias pattern assumed. The result is a summary beside the first one, for
 * that pattern. It is a property of the callee and the pattern, not of the caller that asked first: it is known by the
 * pattern's text, which names atoms by the way that leads to them. */
#include "explorer/apply.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_ALIASES = 4, MAX_PATTERNS = 24 /* a unit may ask for */ };

/* ---- from one space to another ---- */

static uint32_t import_obj(shape_space *to, const shape_space *from, uint32_t id) {
  shape_obj o = *shape_obj_get(from, id);
  if (o.kind == SHAPE_INPUT) o.via = ex_import_atom(to, from, o.via);
  return shape_obj_intern(to, &o);
}

uint32_t ex_import_atom(shape_space *to, const shape_space *from, uint32_t id) {
  shape_atom a = *shape_atom_get(from, id);
  if (shape_atom_in_object(&a)) a.obj = import_obj(to, from, a.obj);
  return shape_atom_intern(to, &a);
}

/* ---- patterns ---- */

/* The way to a pointer: p0, p0.8, g<usr>.16, … */
static void write_way(FILE *out, const shape_space *space, uint32_t atom) {
  const shape_atom *a = shape_atom_get(space, atom);
  if (a->kind != SHAPE_CELL && a->kind != SHAPE_VOLATILE) {
    fprintf(out, "%c%u%s", a->kind == SHAPE_PARAM ? 'p' : 's', a->index, a->symbol ? a->symbol : "");
    return;
  }
  const shape_obj *o = shape_obj_get(space, a->obj);
  if (o->kind == SHAPE_INPUT)
    write_way(out, space, o->via);
  else
    fprintf(out, "g<%s>", o->symbol);
  fprintf(out, ".%lld", (long long)a->offset);
  if (a->kind == SHAPE_VOLATILE) fprintf(out, "v%u", a->index);
}

typedef struct entry {
  sum_alias alias;
  char *text;
} entry;

static int by_text(const void *a, const void *b) {
  return strcmp(((const entry *)a)->text, ((const entry *)b)->text);
}

/* Puts the pattern into its canonical order; its text is malloc'ed. */
static char *canonical(const shape_space *space, sum_alias *aliases, uint32_t n) {
  entry es[MAX_ALIASES];
  size_t size;
  assert(n <= MAX_ALIASES);
  for (uint32_t i = 0; i < n; i++) {
    FILE *out = open_memstream(&es[i].text, &size);
    if (!out) abort();
    write_way(out, space, aliases[i].q);
    fputc('=', out);
    write_way(out, space, aliases[i].p);
    fprintf(out, "%+lld", (long long)aliases[i].offset);
    fclose(out);
    es[i].alias = aliases[i];
  }
  qsort(es, n, sizeof *es, by_text);
  char *text;
  FILE *out = open_memstream(&text, &size);
  if (!out) abort();
  for (uint32_t i = 0; i < n; i++) {
    fprintf(out, i ? ";%s" : "%s", es[i].text);
    aliases[i] = es[i].alias;
    free(es[i].text);
  }
  fclose(out);
  return text;
}

/* A loop over &a[i], &a[i+1], … must not make a pattern for each i. */
static bool may_ask(ex_unit *u, const char *text) {
  uint32_t n = 0;
  for (ex_pattern *p = u->patterns; p; p = p->next, n++)
    if (!strcmp(p->text, text)) return true;
  if (n >= MAX_PATTERNS) return false;
  ex_pattern *p = ex_arena_alloc(u->arena, sizeof *p);
  *p = (ex_pattern){u->patterns, ex_arena_printf(u->arena, "%s", text)};
  u->patterns = p;
  return true;
}

/* Within a recursive component there is no order in which variants could be made once and for all. */
static bool is_below(const ex_unit *u, uint32_t callee) {
  const slice_program *sp = u->e->slices;
  return callee != u->func && !u->e->extending[callee] &&
         (!sp || slice_scc_of(sp, callee) != slice_scc_of(sp, u->func));
}

const sum_summary *ex_variant(ex_application *a) {
  ex_engine *e = a->u->e;
  const sum_variant *assumed = &a->sum->variants[0];
  uint32_t n = assumed->naliases + 1;
  if (!e->provider.variant || n > MAX_ALIASES || !is_below(a->u, a->callee)) return NULL;
  sum_alias pattern[MAX_ALIASES];
  if (n > 1) memcpy(pattern, assumed->aliases, (n - 1) * sizeof *pattern);
  pattern[n - 1] = a->clash;
  char *text = canonical(a->sum->space, pattern, n);
  const sum_summary *found = NULL;
  if (may_ask(a->u, text)) {
    ex_used(a->u, a->callee, true); /* it is made from the body */
    found = e->provider.variant(e->provider.self, a->callee, text);
    if (!found) {
      e->extending[a->callee] = 1;
      e->stats.reanalyses++;
      sum_summary *fresh = ex_explore_aliased(e, a->callee, text, a->sum->space, pattern, n);
      e->extending[a->callee] = 0;
      found = e->provider.made(e->provider.self, a->callee, text, fresh);
    }
  }
  free(text);
  return found && found->status != SUM_FAILED && found->ncases ? found : NULL;
}
