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
  if (shape_atom_in_object(&a)) a.obj = translate_obj(t, a.obj);
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

/* ---- the list ---- */

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

/* ---- numbers worth trying ---- */

enum { MAX_NUMBERS = 64, MAX_INPUTS = 20000 };

typedef struct numbers {
  uint64_t value[MAX_NUMBERS];
  uint32_t n;
} numbers;

static void add_number(numbers *s, uint64_t v) {
  for (uint32_t i = 0; i < s->n; i++)
    if (s->value[i] == v) return;
  if (s->n < MAX_NUMBERS) s->value[s->n++] = v;
}

/* The constants of a summary and their neighbours, in the order of its terms. */
static void add_numbers(const sum_summary *s, numbers *out) {
  uint32_t obj;
  int64_t offset;
  for (term t = 1; t < term_count(s->tc); t++) {
    const term_node *n = term_get(s->tc, t);
    if (n->op != T_CONST || n->width < 2 || n->width > 64 || term_addr_split(n->value, &obj, &offset))
      continue;
    uint64_t mask = n->width == 64 ? UINT64_MAX : ((uint64_t)1 << n->width) - 1;
    for (int k = 0; k < 3; k++) add_number(out, (n->value + (uint64_t)(k == 2 ? -1 : k)) & mask);
  }
}

/* ---- comparing ---- */

typedef struct comparison {
  translation t;
  bool from_is_old;
  numbers numbers;
  uint64_t tried;
  list *out;
} comparison;

/* Gives one input to both sides. first: the case of `from` that takes it, or where the search for it begins. Where several cases
 * take it (variants overlap), one that ends alike is enough. */
static void try_input(comparison *c, uint32_t first, term_model *own, term_model *other, sum_difference d) {
  sum_summary *from = (sum_summary *)c->t.from, *to = c->t.to;
  uint32_t mine = first, found = SHAPE_NONE;
  if (d.atom)
    for (mine = 0; mine < from->ncases && !takes(from, &from->cases[mine], own);) mine++;
  c->tried++;
  if (mine == from->ncases) return; /* a partial summary need not have a case for it */
  bool same = false;
  for (uint32_t k = 0; k < to->ncases && !same; k++) {
    if (!takes(to, &to->cases[k], other)) continue;
    if (found == SHAPE_NONE) found = k;
    same = same_effect(&c->t, from, &from->cases[mine], own, &to->cases[k], other);
  }
  if (same || (d.atom && found == SHAPE_NONE)) return;
  d.change = found != SHAPE_NONE ? SUM_CHANGED : c->from_is_old ? SUM_DISAPPEARED : SUM_APPEARED;
  d.before = c->from_is_old ? mine : found, d.now = c->from_is_old ? found : mine;
  add(c->out, d);
}

/* Pointers stay: another address would be another shape. */
bool sum_can_vary(const sum_summary *s, uint32_t atom) {
  const shape_atom *a = shape_atom_get(s->space, atom);
  return a->kind != SHAPE_GAP && a->kind != SHAPE_SIZE && !a->is_pointer && !a->is_float && a->width <= 64;
}

uint64_t sum_cut(const sum_summary *s, uint32_t atom, uint64_t value) {
  return value & (UINT64_MAX >> (64 - shape_atom_get(s->space, atom)->width));
}

static void set_both(comparison *c, term_model *own, term_model *other, uint32_t atom, uint64_t value) {
  value = sum_cut(c->t.from, atom, value);
  term_model_set(own, atom, value);
  term_model_set(other, translate_atom(&c->t, atom), value);
}

/* The witness with these numbers changed. */
static void try_changed(comparison *c, uint32_t i, sum_difference d) {
  const sum_summary *from = c->t.from;
  uint32_t natoms = shape_atom_count(from->space);
  term_model *own = own_model(&from->cases[i]), *other = other_model(&c->t, &from->cases[i]);
  for (uint32_t atom = 1; atom <= natoms && d.fill; atom++)
    if (sum_can_vary(from, atom)) set_both(c, own, other, atom, d.fill);
  set_both(c, own, other, d.atom, d.value);
  try_input(c, i, own, other, d);
  term_model_free(own), term_model_free(other);
}

static void try_neighbours(comparison *c, uint32_t i, uint64_t fill) {
  static const uint64_t often[] = {13,        1 << 7,     1 << 10,   1 << 12,          1 << 15,   1 << 16,
                                   1 << 20,   1 << 24,    1 << 30,   1LL << 31,        1LL << 32, 1LL << 40,
                                   1LL << 62, UINT64_MAX, INT64_MAX, 0x123456789ABCDEF};
  enum { OFTEN = sizeof often / sizeof *often };
  const sum_summary *from = c->t.from;
  uint32_t natoms = shape_atom_count(from->space);
  for (uint32_t atom = 1; atom <= natoms; atom++)
    for (uint32_t k = 0; k < c->numbers.n + OFTEN && c->tried < MAX_INPUTS && sum_can_vary(from, atom); k++) {
      uint64_t value = k < c->numbers.n ? c->numbers.value[k] : often[k - c->numbers.n];
      if (k < c->numbers.n && value != sum_cut(from, atom, value)) continue;
      try_changed(c, i,
                  (sum_difference){.witness_is_old = c->from_is_old,
                                   .atom = atom,
                                   .value = sum_cut(from, atom, value),
                                   .fill = fill,
                                   .witness = i});
    }
}

static uint64_t compare_one_way(sum_summary *from, sum_summary *to, bool from_is_old, list *out) {
  static const uint64_t fills[] = {0, 1, 0x55555555555555, 0x1000};
  comparison c = {.t = translation_new(from, to), .from_is_old = from_is_old, .out = out};
  add_numbers(from, &c.numbers), add_numbers(to, &c.numbers);
  for (uint32_t i = 0; i < from->ncases; i++) {
    term_model *own = own_model(&from->cases[i]), *other = other_model(&c.t, &from->cases[i]);
    try_input(&c, i, own, other, (sum_difference){.witness_is_old = from_is_old, .witness = i});
    term_model_free(own), term_model_free(other);
  }
  for (size_t f = 0; f < sizeof fills / sizeof *fills && (!f || !out->n); f++)
    for (uint32_t i = 0; i < from->ncases && c.tried < MAX_INPUTS; i++) try_neighbours(&c, i, fills[f]);
  translation_free(&c.t);
  return c.tried;
}

sum_difference *sum_compare(sum_summary *before, sum_summary *now, uint32_t *n, uint64_t *tried) {
  list l = {0};
  uint64_t count = compare_one_way(now, before, false, &l);
  count += compare_one_way(before, now, true, &l);
  *n = l.n;
  if (tried) *tried = count;
  return l.items;
}
