#include "tests/compose/behave.h"

#include "explorer/outside.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct place_byte {
  uint32_t obj;
  int64_t off;
  uint8_t value;
} place_byte;
typedef struct bytes {
  place_byte *b;
  size_t n, cap;
} bytes;

static uint64_t seed;
static uint32_t draw(uint32_t n) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(seed >> 33) % n;
}

/* ---- from one summary to the other ---- */

static uint32_t move_atom(const sum_summary *from, sum_summary *to, uint32_t id);

static uint32_t move_obj(const sum_summary *from, sum_summary *to, uint32_t id) {
  shape_obj o = *shape_obj_get(from->space, id);
  if (o.kind == SHAPE_GAP) return 0;
  if (o.kind == SHAPE_INPUT) o.via = move_atom(from, to, o.via);
  return shape_obj_intern(to->space, &o);
}

static uint32_t move_atom(const sum_summary *from, sum_summary *to, uint32_t id) {
  shape_atom a = *shape_atom_get(from->space, id);
  if (a.kind == SHAPE_GAP) return 0;
  if (shape_atom_in_object(&a)) a.obj = move_obj(from, to, a.obj);
  return shape_atom_intern(to->space, &a);
}

static term_u128 move_value(const sum_summary *from, sum_summary *to, term_u128 v) {
  uint32_t obj;
  int64_t off;
  if (v > UINT64_MAX || !term_addr_split((uint64_t)v, &obj, &off) || !obj ||
      obj > shape_obj_count(from->space))
    return v;
  uint32_t other = move_obj(from, to, obj);
  return other ? term_addr_value(other, off) : v;
}

/* ---- bytes ---- */

enum { WRITTEN = 0x80000000u, OFFSET = 0xffffff };

/* Is the atom a part of some memory, of an input object or of what a stub wrote? Other cases may cut that otherwise. The place is
 * said in the space of to. */
static bool place_of(const sum_summary *from, sum_summary *to, uint32_t id, uint32_t *obj, int64_t *off) {
  shape_atom a = *shape_atom_get(from->space, id);
  if (a.kind == SHAPE_CELL) {
    *obj = from == to ? a.obj : move_obj(from, to, a.obj), *off = a.offset;
    return true;
  }
  if (a.kind != SHAPE_STUB || a.piece < EX_WRITTEN) return false;
  uint32_t at = a.piece - EX_WRITTEN;
  a.piece = EX_WRITTEN + (at & ~(uint32_t)OFFSET), a.width = 8;
  *obj = WRITTEN | shape_atom_intern(to->space, &a), *off = at & OFFSET;
  return true;
}

static int by_place(const void *pa, const void *pb) {
  const place_byte *a = pa, *b = pb;
  if (a->obj != b->obj) return a->obj < b->obj ? -1 : 1;
  return (a->off > b->off) - (a->off < b->off);
}

static void put(bytes *s, uint32_t obj, int64_t off, unsigned n, term_u128 v) {
  if (s->n + n > s->cap) s->b = realloc(s->b, (s->cap = 2 * s->cap + n + 64) * sizeof *s->b);
  for (unsigned i = 0; i < n; i++) s->b[s->n++] = (place_byte){obj, off + i, (uint8_t)(v >> 8 * i)};
}

static void sort(bytes *s) {
  if (s->n) qsort(s->b, s->n, sizeof *s->b, by_place);
}

static uint8_t byte_at(const bytes *s, uint32_t obj, int64_t off) { /* what nobody looked at is 0 */
  place_byte key = {obj, off, 0}, *found = s->n ? bsearch(&key, s->b, s->n, sizeof key, by_place) : NULL;
  return found ? found->value : 0;
}

/* The bytes of memory under a model, objects named as in to. */
static bytes entry_bytes(sum_summary *from, sum_summary *to, const term_model *m) {
  bytes s = {0};
  uint32_t n = shape_atom_count(from->space);
  for (uint32_t id = 1; id <= n; id++) {
    uint32_t obj;
    int64_t off;
    if (!term_model_has(m, id) || !place_of(from, to, id, &obj, &off)) continue;
    put(&s, obj, off, shape_atom_get(from->space, id)->width / 8,
        move_value(from, to, term_model_get(m, id)));
  }
  sort(&s);
  return s;
}

static term_model *move_model(sum_summary *from, sum_summary *to, const term_model *m, const bytes *entry) {
  term_model *r = term_model_new();
  uint32_t n = shape_atom_count(from->space), obj;
  int64_t off;
  for (uint32_t id = 1; id <= n; id++) {
    if (shape_atom_get(from->space, id)->kind == SHAPE_GAP || !term_model_has(m, id) ||
        place_of(from, to, id, &obj, &off))
      continue;
    term_model_set(r, move_atom(from, to, id), move_value(from, to, term_model_get(m, id)));
  }
  n = shape_atom_count(to->space); /* cells may be cut otherwise there */
  for (uint32_t id = 1; id <= n; id++) {
    if (!place_of(to, to, id, &obj, &off)) continue;
    term_u128 v = 0;
    for (unsigned k = 0; k < shape_atom_get(to->space, id)->width / 8u; k++)
      v |= (term_u128)byte_at(entry, obj, off + k) << 8 * k;
    term_model_set(r, id, v);
  }
  return r;
}

/* ---- one input ---- */

static const sum_case *taken(sum_summary *s, term_model *m) {
  for (uint32_t i = 0; i < s->ncases; i++) {
    bool all = true;
    for (uint32_t k = 0; k < s->cases[i].nconstraint && all; k++)
      all = term_eval(s->tc, s->cases[i].constraint[k], m) != 0;
    if (all) return &s->cases[i];
  }
  return NULL;
}

static bool keeps_calls(const sum_summary *s, const sum_case *c) {
  for (uint32_t i = 0; i < c->nwrites; i++)
    if (term_has_call(s->tc, c->writes[i].value)) return true;
  for (uint32_t i = 0; i < c->nret; i++)
    if (term_has_call(s->tc, c->ret[i])) return true;
  return false;
}

static bytes written(sum_summary *s, const sum_case *c, term_model *m, sum_summary *to) {
  bytes w = {0};
  for (uint32_t i = 0; i < c->nwrites; i++) {
    term_u128 v = term_eval(s->tc, c->writes[i].value, m);
    uint32_t obj = c->writes[i].obj;
    if (to) v = move_value(s, to, v), obj = move_obj(s, to, obj);
    put(&w, obj, c->writes[i].offset, c->writes[i].bytes, v);
  }
  sort(&w);
  return w;
}

/* A byte that only one of them names must be as it was. NULL, or the one that differs. */
static const place_byte *other_byte(const bytes *a, const bytes *b, const bytes *entry) {
  for (size_t i = 0, k = 0; i < a->n || k < b->n;) {
    int o = i == a->n ? 1 : k == b->n ? -1 : by_place(&a->b[i], &b->b[k]);
    const place_byte *p = o <= 0 ? &a->b[i] : &b->b[k];
    if (p->value != (o ? byte_at(entry, p->obj, p->off) : b->b[k].value)) return p;
    i += o <= 0;
    k += o >= 0;
  }
  return NULL;
}

static bool same_frees(sum_summary *from, const sum_case *c, sum_summary *to, const sum_case *d) {
  if (c->nfrees != d->nfrees) return false;
  for (uint32_t i = 0; i < c->nfrees; i++) {
    bool found = false;
    for (uint32_t k = 0; k < d->nfrees; k++) found |= move_obj(from, to, c->frees[i]) == d->frees[k];
    if (!found) return false;
  }
  return true;
}

static const char *difference(sum_summary *from, const term_model *given, sum_summary *to) {
  static char place[300];
  /* cells may be cut otherwise in another case: each gets the value of its bytes */
  bytes mine = entry_bytes(from, from, given);
  term_model *own = move_model(from, from, given, &mine);
  bytes entry = entry_bytes(from, to, given);
  term_model *other = move_model(from, to, given, &entry);
  free(mine.b);
  const sum_case *c = taken(from, own), *d = taken(to, other);
  const char *what = NULL;
  if (!c || !d) {
    what = c || d ? "taken by one only" : NULL;
  } else if (c->outcome != d->outcome) {
    what = "outcome";
  } else if (c->ndecisions != d->ndecisions ||
             (c->ndecisions && memcmp(c->decisions, d->decisions, c->ndecisions * sizeof *c->decisions))) {
    what = "decisions";
  } else if (c->outcome == SUM_RETURNED && !keeps_calls(from, c) && !keeps_calls(to, d)) {
    for (uint32_t i = 0; i < c->nret && !what; i++)
      if (move_value(from, to, term_eval(from->tc, c->ret[i], own)) != term_eval(to->tc, d->ret[i], other))
        what = "result";
    bytes x = written(from, c, own, to), y = written(to, d, other, NULL);
    const place_byte *p = what ? NULL : other_byte(&x, &y, &entry);
    if (p) {
      snprintf(place, sizeof place, "%s[%" PRId64 "]", shape_obj_get(to->space, p->obj)->name, p->off);
      what = place;
    }
    if (!what && !same_frees(from, c, to, d)) what = "freed objects";
    free(x.b), free(y.b);
  }
  free(entry.b);
  term_model_free(other);
  term_model_free(own);
  return what;
}

/* ---- inputs ---- */

/* A pointer that a path does not follow need not lead anywhere: any value but NULL will do for its witness. One that can be
 * played leads to an object of its own; a path that does follow it takes no other. */
static void make_playable(sum_summary *s, term_model *m) {
  for (uint32_t id = 1, n = shape_atom_count(s->space); id <= n; id++) {
    const shape_atom *a = shape_atom_get(s->space, id);
    uint32_t obj;
    int64_t off;
    if (a->kind == SHAPE_GAP || !a->is_pointer || a->width != 64 || !term_model_has(m, id)) continue;
    uint64_t v = (uint64_t)term_model_get(m, id);
    if (!v || term_addr_split(v, &obj, &off)) continue;
    shape_obj o = {.kind = SHAPE_INPUT, .via = id, .name = "", .type = "", .symbol = ""};
    term_model_set(m, id, term_addr_value(shape_obj_intern(s->space, &o), 0));
  }
}

static uint32_t scalars_of(sum_summary *s, uint32_t *out, uint32_t cap) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < s->ncases; i++)
    for (uint32_t k = 0; k < s->cases[i].nconstraint; k++) {
      uint32_t count;
      const uint32_t *atoms = term_atoms(s->tc, s->cases[i].constraint[k], &count);
      for (uint32_t j = 0; j < count && n < cap; j++) {
        const shape_atom *a = shape_atom_get(s->space, atoms[j]);
        bool known = a->is_pointer || a->width == 64 ||
                     (a->kind == SHAPE_STUB && !strcmp(a->symbol, "uninit"));
        for (uint32_t x = 0; x < n && !known; x++) known = out[x] == atoms[j];
        if (!known) out[n++] = atoms[j];
      }
    }
  return n;
}

static term_u128 some_value(void) {
  static const int64_t usual[] = {0,   1,   -1,  2,    3,       7,         8,        100,
                                  127, 128, 255, -128, 1 << 15, INT32_MAX, INT32_MIN};
  uint32_t k = draw(24);
  return k < 15 ? (term_u128)usual[k] : k < 20 ? (term_u128)(draw(200))-100 : (term_u128)draw(UINT32_MAX);
}

static void describe(const sum_summary *s, const term_model *m, const char *what) {
  printf("    %s differs for", what);
  for (uint32_t id = 1; id <= shape_atom_count(s->space); id++)
    if (shape_atom_get(s->space, id)->kind != SHAPE_GAP && term_model_has(m, id))
      printf(" %s=%" PRId64, shape_atom_get(s->space, id)->name, (int64_t)term_model_get(m, id));
  printf("\n");
}

static bool overlapped_in(sum_summary *s, uint32_t atom, const term *list, uint32_t n) {
  uint32_t mine, obj;
  int64_t at, off;
  if (!place_of(s, s, atom, &mine, &at)) return false;
  int64_t end = at + shape_atom_get(s->space, atom)->width / 8;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t count;
    const uint32_t *ids = term_atoms(s->tc, list[i], &count);
    for (uint32_t k = 0; k < count; k++)
      if (ids[k] != atom && place_of(s, s, ids[k], &obj, &off) && obj == mine && off < end &&
          at < off + shape_atom_get(s->space, ids[k])->width / 8)
        return true;
  }
  return false;
}

/* Does the case name the memory of this atom by another one? */
static bool cuts_otherwise(sum_summary *s, const sum_case *c, uint32_t atom) {
  bool any = overlapped_in(s, atom, c->constraint, c->nconstraint) || overlapped_in(s, atom, c->ret, c->nret);
  for (uint32_t i = 0; i < c->nwrites && !any; i++) any = overlapped_in(s, atom, &c->writes[i].value, 1);
  return any;
}

static unsigned one_way(sum_summary *from, sum_summary *to, unsigned per_case, unsigned *inputs) {
  uint32_t scalars[64], nscalars = scalars_of(from, scalars, 64);
  unsigned n = 0;
  for (uint32_t i = 0; i < from->ncases; i++)
    for (unsigned r = 0; r <= per_case; r++) {
      term_model *m = term_model_new();
      const sum_case *c = &from->cases[i];
      for (uint32_t k = 0; k < c->nwitness; k++)
        term_model_set(m, c->witness[k].atom, (term_u128)c->witness[k].hi << 64 | c->witness[k].lo);
      for (uint32_t k = 0; r && nscalars && k <= draw(3); k++) {
        uint32_t atom = scalars[draw(nscalars)];
        unsigned w = shape_atom_get(from->space, atom)->width;
        if (cuts_otherwise(from, c, atom)) continue;
        term_model_set(m, atom, some_value() & (((term_u128)1 << w) - 1));
      }
      make_playable(from, m);
      const char *what = difference(from, m, to);
      if (what && !n++) describe(from, m, what);
      ++*inputs;
      term_model_free(m);
    }
  return n;
}

unsigned behave_differences(sum_summary *a, sum_summary *b, unsigned per_case, unsigned *inputs) {
  seed = 1;
  return one_way(a, b, per_case, inputs) + one_way(b, a, per_case, inputs);
}
