/* Two tables with interning, one for objects and one for atoms: an array in order of arrival and an
 * open-addressing hash index over it. Only what identifies an entry is hashed and compared; what serves
 * people (names, types) is kept from the first time the entry came, so that the ids depend on the order of
 * the calls alone. */
#include "summaries/shape.h"

#include "summaries/codec.h"
#include "summaries/mem.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct table {
  uint32_t *slots; /* id or 0 */
  uint32_t nslots; /* a power of two, more than 4/3 of the entries */
  uint32_t used;
} table;

struct shape_space {
  shape_obj *objs;
  shape_atom *atoms;
  uint32_t nobjs, natoms, cap_objs, cap_atoms;
  table obj_index, atom_index;
  mem_arena *text;
};

shape_space *shape_space_new(void) {
  shape_space *s = mem_realloc(NULL, sizeof *s);
  *s = (shape_space){.text = mem_arena_new()};
  return s;
}

void shape_space_free(shape_space *s) {
  if (!s) return;
  free(s->objs), free(s->atoms);
  free(s->obj_index.slots), free(s->atom_index.slots);
  mem_arena_free(s->text);
  free(s);
}

static uint64_t mix(uint64_t h, uint64_t x) {
  h = (h ^ x) * 0x9E3779B97F4A7C15u;
  return h ^ h >> 29;
}

static uint64_t mix_text(uint64_t h, const char *text) {
  if (text)
    while (*text) h = mix(h, (unsigned char)*text++);
  return h;
}

static bool same_text(const char *a, const char *b) { return !strcmp(a ? a : "", b ? b : ""); }

/* Which fields identify an entry depends on its kind; the others may hold anything. */
static uint64_t obj_hash(const shape_obj *o) {
  uint64_t h = mix(1, o->kind);
  if (o->kind == SHAPE_INPUT) return mix(h, o->via);
  h = mix_text(h, o->symbol);
  if (o->kind == SHAPE_LOCAL || o->kind == SHAPE_HEAP) h = mix(mix(h, o->site), o->seq);
  return h;
}

static bool obj_same(const shape_obj *a, const shape_obj *b) {
  if (a->kind != b->kind) return false;
  if (a->kind == SHAPE_INPUT) return a->via == b->via;
  if (!same_text(a->symbol, b->symbol)) return false;
  return (a->kind != SHAPE_LOCAL && a->kind != SHAPE_HEAP) || (a->site == b->site && a->seq == b->seq);
}

static uint64_t atom_hash(const shape_atom *a) {
  uint64_t h = mix(mix(2, a->kind), a->width);
  switch (a->kind) {
  case SHAPE_PARAM:
  case SHAPE_FAIL: return mix(h, a->index);
  case SHAPE_CELL: return mix(mix(h, a->obj), (uint64_t)a->offset);
  case SHAPE_SIZE: return mix(h, a->obj);
  case SHAPE_VOLATILE: return mix(mix(mix(h, a->obj), (uint64_t)a->offset), a->index);
  default: return mix_text(mix(mix(h, a->index), a->piece), a->symbol);
  }
}

static bool atom_same(const shape_atom *a, const shape_atom *b) {
  if (a->kind != b->kind || a->width != b->width) return false;
  switch (a->kind) {
  case SHAPE_PARAM:
  case SHAPE_FAIL: return a->index == b->index;
  case SHAPE_CELL: return a->obj == b->obj && a->offset == b->offset;
  case SHAPE_SIZE: return a->obj == b->obj;
  case SHAPE_VOLATILE: return a->obj == b->obj && a->offset == b->offset && a->index == b->index;
  default: return a->index == b->index && a->piece == b->piece && same_text(a->symbol, b->symbol);
  }
}

/* Makes room for one more entry; true when the index was emptied and must be filled again. */
static bool table_grow(table *t) {
  if (++t->used < t->nslots / 4 * 3) return false;
  t->nslots = t->nslots ? 2 * t->nslots : 16;
  t->slots = mem_realloc(t->slots, t->nslots * sizeof *t->slots);
  memset(t->slots, 0, t->nslots * sizeof *t->slots);
  return true;
}

static void table_put(table *t, uint64_t hash, uint32_t id) {
  uint32_t i = (uint32_t)hash & (t->nslots - 1);
  while (t->slots[i]) i = (i + 1) & (t->nslots - 1);
  t->slots[i] = id;
}

static uint32_t obj_find(const shape_space *s, const shape_obj *o) {
  uint32_t mask = s->obj_index.nslots - 1;
  for (uint32_t i = (uint32_t)obj_hash(o) & mask; s->obj_index.nslots && s->obj_index.slots[i];
       i = (i + 1) & mask)
    if (obj_same(&s->objs[s->obj_index.slots[i] - 1], o)) return s->obj_index.slots[i];
  return 0;
}

static uint32_t atom_find(const shape_space *s, const shape_atom *a) {
  uint32_t mask = s->atom_index.nslots - 1;
  for (uint32_t i = (uint32_t)atom_hash(a) & mask; s->atom_index.nslots && s->atom_index.slots[i];
       i = (i + 1) & mask)
    if (atom_same(&s->atoms[s->atom_index.slots[i] - 1], a)) return s->atom_index.slots[i];
  return 0;
}

void shape_index_objs(shape_space *s) {
  table *t = &s->obj_index;
  if (t->nslots) memset(t->slots, 0, t->nslots * sizeof *t->slots);
  for (uint32_t i = 1; i <= s->nobjs; i++)
    if (s->objs[i - 1].kind != SHAPE_GAP) table_put(t, obj_hash(&s->objs[i - 1]), i);
}

void shape_obj_set_site(shape_space *s, uint32_t id, uint32_t site) {
  assert(id >= 1 && id <= s->nobjs && s->objs[id - 1].kind >= SHAPE_LOCAL);
  s->objs[id - 1].site = site;
}

/* Fills entry id, which exists, and adds it to the index. */
static void obj_set(shape_space *s, uint32_t id, const shape_obj *o) {
  shape_obj *copy = &s->objs[id - 1];
  *copy = *o;
  copy->symbol = mem_strdup(s->text, o->symbol);
  copy->name = mem_strdup(s->text, o->name);
  copy->type = mem_strdup(s->text, o->type);
  if (table_grow(&s->obj_index)) {
    for (uint32_t i = 1; i <= s->nobjs; i++)
      if (i != id && s->objs[i - 1].kind != SHAPE_GAP) table_put(&s->obj_index, obj_hash(&s->objs[i - 1]), i);
  }
  table_put(&s->obj_index, obj_hash(copy), id);
}

static void atom_set(shape_space *s, uint32_t id, const shape_atom *a) {
  shape_atom *copy = &s->atoms[id - 1];
  *copy = *a;
  copy->symbol = mem_strdup(s->text, a->symbol);
  copy->name = mem_strdup(s->text, a->name);
  copy->type = mem_strdup(s->text, a->type);
  if (table_grow(&s->atom_index)) {
    for (uint32_t i = 1; i <= s->natoms; i++)
      if (i != id && s->atoms[i - 1].kind != SHAPE_GAP)
        table_put(&s->atom_index, atom_hash(&s->atoms[i - 1]), i);
  }
  table_put(&s->atom_index, atom_hash(copy), id);
}

uint32_t shape_obj_intern(shape_space *s, const shape_obj *o) {
  assert(o->kind <= SHAPE_HEAP);
  uint32_t id = obj_find(s, o);
  if (id) return id;
  if (s->nobjs == s->cap_objs) {
    s->cap_objs = s->cap_objs ? 2 * s->cap_objs : 8;
    s->objs = mem_realloc(s->objs, s->cap_objs * sizeof *s->objs);
  }
  obj_set(s, ++s->nobjs, o);
  return s->nobjs;
}

uint32_t shape_atom_intern(shape_space *s, const shape_atom *a) {
  assert(a->kind <= SHAPE_VOLATILE && a->width >= 1 && a->width <= 128);
  uint32_t id = atom_find(s, a);
  if (id) return id;
  if (s->natoms == s->cap_atoms) {
    s->cap_atoms = s->cap_atoms ? 2 * s->cap_atoms : 8;
    s->atoms = mem_realloc(s->atoms, s->cap_atoms * sizeof *s->atoms);
  }
  atom_set(s, ++s->natoms, a);
  return s->natoms;
}

void shape_reserve(shape_space *s, uint32_t nobjs, uint32_t natoms) {
  assert(!s->nobjs && !s->natoms);
  s->nobjs = s->cap_objs = nobjs;
  s->natoms = s->cap_atoms = natoms;
  s->objs = mem_realloc(s->objs, nobjs * sizeof *s->objs);
  s->atoms = mem_realloc(s->atoms, natoms * sizeof *s->atoms);
  for (uint32_t i = 0; i < nobjs; i++)
    s->objs[i] = (shape_obj){.kind = SHAPE_GAP, .symbol = "", .name = "", .type = ""};
  for (uint32_t i = 0; i < natoms; i++)
    s->atoms[i] = (shape_atom){.kind = SHAPE_GAP, .width = 1, .symbol = "", .name = "", .type = ""};
}

bool shape_obj_restore(shape_space *s, uint32_t id, const shape_obj *o) {
  if (id < 1 || id > s->nobjs || s->objs[id - 1].kind != SHAPE_GAP || obj_find(s, o)) return false;
  obj_set(s, id, o);
  return true;
}

bool shape_atom_restore(shape_space *s, uint32_t id, const shape_atom *a) {
  if (id < 1 || id > s->natoms || s->atoms[id - 1].kind != SHAPE_GAP || atom_find(s, a)) return false;
  atom_set(s, id, a);
  return true;
}

const shape_obj *shape_obj_get(const shape_space *s, uint32_t id) {
  assert(id >= 1 && id <= s->nobjs);
  return &s->objs[id - 1];
}

const shape_atom *shape_atom_get(const shape_space *s, uint32_t id) {
  assert(id >= 1 && id <= s->natoms);
  return &s->atoms[id - 1];
}

uint32_t shape_obj_count(const shape_space *s) { return s->nobjs; }
uint32_t shape_atom_count(const shape_space *s) { return s->natoms; }
