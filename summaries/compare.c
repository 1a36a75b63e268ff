/* See compare.h. The translation between two spaces is by interning: a copy of the entry, with the ids inside it translated,
 * is looked up in (or added to) the other space, whose id for it is the answer. */
#include "summaries/compare.h"

#include "summaries/mem.h"

#include <stdlib.h>
#include <string.h>

typedef struct translation {
  const sum_summary *from;
  sum_summary *to;
  uint32_t *objs, *atoms; /* ids in `to`, 0 until asked for */
} translation;

static uint32_t translate_atom(translation *t, uint32_t id);

static uint32_t translate_obj(translation *t, uint32_t id) {
  if (t->objs[id]) return t->objs[id];
  shape_obj o = *shape_obj_get(t->from->space, id);
  if (o.kind == SHAPE_GAP) return 0;
  if (o.kind == SHAPE_INPUT) o.via = translate_atom(t, o.via);
  return t->objs[id] = shape_obj_intern(t->to->space, &o);
}

static uint32_t translate_atom(translation *t, uint32_t id) {
  if (t->atoms[id]) return t->atoms[id];
  shape_atom a = *shape_atom_get(t->from->space, id);
  if (a.kind == SHAPE_CELL || a.kind == SHAPE_SIZE) a.obj = translate_obj(t, a.obj);
  return t->atoms[id] = shape_atom_intern(t->to->space, &a);
}

/* A number that is an address of an object becomes the address of the same object in the other space. */
static term_u128 translate_value(translation *t, term_u128 v) {
  uint32_t obj;
  int64_t offset;
  if (v > UINT64_MAX || !term_addr_split((uint64_t)v, &obj, &offset)) return v;
  if (obj < 1 || obj > shape_obj_count(t->from->space)) return v;
  uint32_t other = translate_obj(t, obj);
  return other ? term_addr_value(other, offset) : v;
}

static translation translation_new(const sum_summary *from, sum_summary *to) {
  translation t = {from, to, NULL, NULL};
  size_t nobjs = (size_t)shape_obj_count(from->space) + 1, natoms = (size_t)shape_atom_count(from->space) + 1;
  t.objs = memset(mem_realloc(NULL, nobjs * sizeof *t.objs), 0, nobjs * sizeof *t.objs);
  t.atoms = memset(mem_realloc(NULL, natoms * sizeof *t.atoms), 0, natoms * sizeof *t.atoms);
  return t;
}

static void translation_free(translation *t) { free(t->objs), free(t->atoms); }

/* ---- the witness as a model ---- */

static term_u128 bits(const sum_value *v) { return (term_u128)v->hi << 64 | v->lo; }

static term_model *own_model(const sum_case *c) {
  term_model *m = term_model_new();
  for (uint32_t i = 0; i < c->nwitness; i++) term_model_set(m, c->witness[i].atom, bits(&c->witness[i]));
  return m;
}

static term_model *other_model(translation *t, const sum_case *c) {
  term_model *m = term_model_new();
  for (uint32_t i = 0; i < c->nwitness; i++)
    term_model_set(m, translate_atom(t, c->witness[i].atom), translate_value(t, bits(&c->witness[i])));
  return m;
}

static bool takes(sum_summary *s, const sum_case *c, term_model *m) {
  for (uint32_t i = 0; i < c->nconstraint; i++)
    if (!term_eval(s->tc, c->constraint[i], m)) return false;
  return true;
}

/* ---- effects under a model ---- */

typedef struct byte_at {
  uint32_t obj;
  int64_t offset;
  uint8_t value;
} byte_at;
typedef struct effect {
  byte_at *bytes;
  size_t n;
} effect;

static int by_place(const void *a, const void *b) {
  const byte_at *x = a, *y = b;
  if (x->obj != y->obj) return x->obj < y->obj ? -1 : 1;
  return x->offset < y->offset ? -1 : x->offset > y->offset;
}

/* The bytes a case leaves behind; t, if not NULL, translates them. */
static effect effect_of(sum_summary *s, const sum_case *c, term_model *m, translation *t) {
  effect e = {0};
  size_t total = 0;
  for (uint32_t i = 0; i < c->nwrites; i++) total += c->writes[i].bytes;
  e.bytes = mem_realloc(NULL, total * sizeof *e.bytes);
  for (uint32_t i = 0; i < c->nwrites; i++) {
    const sum_write *w = &c->writes[i];
    term_u128 v = term_eval(s->tc, w->value, m);
    if (t) v = translate_value(t, v);
    uint32_t obj = t ? translate_obj(t, w->obj) : w->obj;
    for (uint32_t k = 0; k < w->bytes; k++)
      e.bytes[e.n++] = (byte_at){obj, w->offset + k, (uint8_t)(v >> 8 * k)};
  }
  if (e.n) qsort(e.bytes, e.n, sizeof *e.bytes, by_place);
  return e;
}

static bool same_bytes(const effect *a, const effect *b) {
  if (a->n != b->n) return false;
  for (size_t i = 0; i < a->n; i++)
    if (by_place(&a->bytes[i], &b->bytes[i]) || a->bytes[i].value != b->bytes[i].value) return false;
  return true;
}

static bool same_frees(const sum_case *c, translation *t, const sum_case *d) {
  if (c->nfrees != d->nfrees) return false;
  for (uint32_t i = 0; i < c->nfrees; i++) {
    bool found = false;
    for (uint32_t k = 0; k < d->nfrees && !found; k++) found = translate_obj(t, c->frees[i]) == d->frees[k];
    if (!found) return false;
  }
  return true;
}

/* Do case c of the one summary and case d of the other end alike under the two forms of one input? */
static bool same_effect(translation *t, sum_summary *from, const sum_case *c, term_model *own,
                        const sum_case *d, term_model *other) {
  if (c->outcome != d->outcome || c->nret != d->nret || c->nallocs != d->nallocs || !same_frees(c, t, d))
    return false;
  for (uint32_t i = 0; i < c->nret; i++)
    if (!c->ret[i] != !d->ret[i] || (c->ret[i] && translate_value(t, term_eval(from->tc, c->ret[i], own)) !=
                                                      term_eval(t->to->tc, d->ret[i], other)))
      return false;
  effect a = effect_of(from, c, own, t), b = effect_of(t->to, d, other, NULL);
  bool same = same_bytes(&a, &b);
  free(a.bytes), free(b.bytes);
  return same;
}

/* ---- comparing ---- */

typedef struct list {
  sum_difference *items;
  uint32_t n, cap;
} list;

static void add(list *l, sum_difference d) {
  for (uint32_t i = 0; i < l->n; i++)
    if (l->items[i].before == d.before && l->items[i].now == d.now) return;
  if (l->n == l->cap) l->items = mem_realloc(l->items, (l->cap = 2 * l->cap + 8) * sizeof *l->items);
  l->items[l->n++] = d;
}

/* Gives the witnesses of one summary's cases to the other. Where several cases take one (variants overlap), one that ends
 * alike is enough. */
static void compare_one_way(sum_summary *from, sum_summary *to, bool from_is_old, list *out) {
  translation t = translation_new(from, to);
  for (uint32_t i = 0; i < from->ncases; i++) {
    const sum_case *c = &from->cases[i];
    term_model *own = own_model(c), *other = other_model(&t, c);
    uint32_t found = SHAPE_NONE;
    bool same = false;
    for (uint32_t k = 0; k < to->ncases && !same; k++) {
      if (!takes(to, &to->cases[k], other)) continue;
      if (found == SHAPE_NONE) found = k;
      same = same_effect(&t, from, c, own, &to->cases[k], other);
    }
    sum_difference d = {SUM_CHANGED, from_is_old, from_is_old ? i : found, from_is_old ? found : i};
    if (found == SHAPE_NONE) d.change = from_is_old ? SUM_DISAPPEARED : SUM_APPEARED;
    if (!same) add(out, d);
    term_model_free(own), term_model_free(other);
  }
  translation_free(&t);
}

sum_difference *sum_compare(sum_summary *before, sum_summary *now, uint32_t *n) {
  list l = {0};
  compare_one_way(now, before, false, &l);
  compare_one_way(before, now, true, &l);
  *n = l.n;
  return l.items;
}
