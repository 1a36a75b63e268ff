/* The records of all translation units become one table of types and the interfaces of the linked functions.
 *
 * Types are interned by structure, so that "node *" of two files is one type. Recursion in C types goes through records
 * only, and a record is identified by its tag and by-value layout (pointers inside count by their spelling), so every
 * identity is a finite hash. A record that is incomplete in one file takes the layout another file gives its tag, when
 * the program has just one. */
#include "frontend/arena.h"
#include "frontend/iface.h"

#include <string.h>

typedef struct place {
  uint32_t record, type;
} place;

typedef struct layout {
  uint64_t hash;
  place where;
  bool ambiguous;
} layout;

typedef struct todo {
  place from;      /* what the entry is made of */
  uint32_t record; /* whose indices its parts have */
} todo;

typedef struct attach {
  fe_program *p;
  const fe_record *records;
  fe_arena *arena;
  uint64_t **by_value; /* memo per record and type, 0: not yet */
  uint64_t **identity;
  fe_map tags; /* hash of a tag to index in layouts */
  FE_VEC(layout) layouts;
  fe_map interned;
  FE_VEC(fe_ctype) types;
  FE_VEC(todo) todo; /* one per type */
} attach;

static uint64_t mix(uint64_t h, uint64_t v) { return fe_hash(&v, sizeof v, h); }
static uint64_t mix_str(uint64_t h, const char *s) { return fe_hash(s, strlen(s) + 1, h); }

static bool is_record(const fe_ctype *t) { return t->kind == FE_T_STRUCT || t->kind == FE_T_UNION; }

/* The layout a value of this type has. */
static uint64_t by_value(attach *a, uint32_t rec, uint32_t type) {
  uint64_t *memo = &a->by_value[rec][type];
  if (*memo) return *memo;
  const fe_rtype *r = &a->records[rec].types[type];
  const fe_ctype *t = &r->t;
  uint64_t h = mix(mix(mix(1, t->kind), t->size), t->align);
  if (is_record(t)) {
    h = mix_str(h, r->tag);
    for (uint32_t i = 0; i < t->nfields; i++) {
      h = mix(mix(mix_str(h, t->fields[i].name), t->fields[i].bit_offset), t->fields[i].bit_width);
      h = mix(h, by_value(a, rec, t->fields[i].type));
    }
  } else if (t->kind == FE_T_ARRAY) {
    h = mix(mix(h, t->count), by_value(a, rec, t->to));
  } else {
    h = mix_str(h, t->name);
  }
  return *memo = h ? h : 1;
}

static uint64_t tag_key(const fe_rtype *r) { return mix_str(r->t.kind, r->tag); }

static void note_layouts(attach *a, uint32_t rec) {
  for (uint32_t i = 0; i < a->records[rec].ntypes; i++) {
    const fe_rtype *r = &a->records[rec].types[i];
    if (!is_record(&r->t) || !r->t.nfields) continue;
    uint64_t h = by_value(a, rec, i);
    uint32_t at = fe_map_get(&a->tags, tag_key(r));
    if (at == FE_NONE) {
      layout l = {h, {rec, i}, false};
      fe_map_put(&a->tags, tag_key(r), a->layouts.n);
      FE_PUSH(a->layouts, l);
    } else if (a->layouts.p[at].hash != h) {
      a->layouts.p[at].ambiguous = true;
    }
  }
}

/* Where the fields of this record are told. */
static place complete(attach *a, uint32_t rec, uint32_t type) {
  const fe_rtype *r = &a->records[rec].types[type];
  place self = {rec, type};
  if (!is_record(&r->t) || r->t.nfields || r->t.size) return self;
  uint32_t at = fe_map_get(&a->tags, tag_key(r));
  return at == FE_NONE || a->layouts.p[at].ambiguous ? self : a->layouts.p[at].where;
}

static uint64_t identity(attach *a, uint32_t rec, uint32_t type) {
  uint64_t *memo = &a->identity[rec][type];
  if (*memo) return *memo;
  const fe_ctype *t = &a->records[rec].types[type].t;
  uint64_t h = mix(mix_str(mix(2, t->kind), t->name), t->is_const);
  place full = complete(a, rec, type);
  if (is_record(t)) {
    h = mix(h, by_value(a, full.record, full.type));
  } else {
    h = mix(mix(mix(h, t->size), t->count), t->is_signed);
    for (uint32_t i = 0; i < t->nenumerators; i++)
      h = mix(mix_str(h, t->enumerators[i].name), (uint64_t)t->enumerators[i].value);
    if (t->to != FE_NONE) h = mix(h, identity(a, rec, t->to));
  }
  return *memo = h ? h : 1;
}

/* The program's index of a type; its parts are filled in by finish_types. */
static uint32_t intern(attach *a, uint32_t rec, uint32_t type) {
  uint64_t id = identity(a, rec, type);
  uint32_t index = fe_map_get(&a->interned, id);
  if (index != FE_NONE) return index;
  index = a->types.n;
  place full = complete(a, rec, type);
  const fe_ctype *own = &a->records[rec].types[type].t;
  fe_ctype t = a->records[full.record].types[full.type].t;
  t.name = fe_intern_str(a->arena, own->name);
  t.is_const = own->is_const;
  todo d = {full, full.record};
  FE_PUSH(a->types, t);
  FE_PUSH(a->todo, d);
  fe_map_put(&a->interned, id, index);
  return index;
}

/* Types refer to types: each round may add more. */
static void finish_types(attach *a, uint32_t *done) {
  for (; *done < a->types.n; ++*done) {
    uint32_t rec = a->todo.p[*done].record;
    fe_ctype t = a->types.p[*done];
    if (t.to != FE_NONE) t.to = intern(a, rec, t.to);
    if (t.nfields) {
      const fe_field *from = t.fields;
      t.fields = fe_alloc(a->arena, t.nfields * sizeof *t.fields);
      for (uint32_t i = 0; i < t.nfields; i++) {
        t.fields[i] = from[i];
        t.fields[i].name = fe_intern_str(a->arena, from[i].name);
        t.fields[i].type = intern(a, rec, from[i].type);
      }
    }
    if (t.nenumerators) {
      const fe_enumerator *from = t.enumerators;
      t.enumerators = fe_alloc(a->arena, t.nenumerators * sizeof *t.enumerators);
      for (uint32_t i = 0; i < t.nenumerators; i++)
        t.enumerators[i] = (fe_enumerator){fe_intern_str(a->arena, from[i].name), from[i].value};
    }
    a->types.p[*done] = t;
  }
}

static fe_param param_of(attach *a, uint32_t rec, const fe_rparam *from) {
  return (fe_param){.name = fe_intern_str(a->arena, from->name),
                    .ctype = intern(a, rec, from->type),
                    .bound = from->bound,
                    .nonnull = from->nonnull};
}

static fe_iface *iface_of(attach *a, uint32_t rec, const fe_rfunc *f) {
  fe_iface *out = fe_alloc(a->arena, sizeof *out);
  out->begin_line = f->begin_line;
  out->begin_col = f->begin_col;
  out->end_line = f->end_line;
  out->end_col = f->end_col;
  out->result = param_of(a, rec, &f->result);
  out->nparams = f->nparams;
  out->params = fe_alloc(a->arena, f->nparams * sizeof *out->params);
  for (uint32_t i = 0; i < f->nparams; i++) out->params[i] = param_of(a, rec, &f->params[i]);
  return out;
}

/* How much a declaration tells: the definition that was linked, a prototype, anything. */
static int worth(const fe_program *p, uint32_t func, uint32_t tu, const fe_rfunc *f) {
  if (f->is_definition && fe_link_func_unit(p, func) == tu) return 3;
  return f->prototyped ? 2 : 1;
}

static void attach_functions(attach *a, uint32_t n) {
  fe_program *p = a->p;
  int *best = fe_grow(NULL, (p->nfuncs + 1) * sizeof *best);
  memset(best, 0, (p->nfuncs + 1) * sizeof *best);
  for (uint32_t tu = 0; tu < n; tu++) {
    for (uint32_t i = 0; i < a->records[tu].nfuncs; i++) {
      const fe_rfunc *f = &a->records[tu].funcs[i];
      uint32_t func = fe_link_func(p, tu, f->linkage);
      if (func == FE_NONE) continue;
      int w = worth(p, func, tu, f);
      if (w <= best[func]) continue;
      best[func] = w;
      p->funcs[func].iface = iface_of(a, tu, f);
    }
  }
  free(best);
}

/* The further static variables x of one function f are "f.x.N", N growing in order of the source but otherwise the
 * compiler's secret: the one of unit tu with the smallest number that has no type yet. */
static uint32_t numbered(const fe_program *p, uint32_t tu, const char *linkage) {
  size_t len = strlen(linkage);
  uint32_t best = FE_NONE;
  unsigned long least = 0;
  for (uint32_t i = 0; i < p->nglobals; i++) {
    const char *name = p->globals[i].name;
    if (p->globals[i].ctype != FE_NONE || strncmp(name, linkage, len) || name[len] != '.') continue;
    char *end;
    unsigned long k = strtoul(name + len + 1, &end, 10);
    if (*end || end == name + len + 1 || fe_link_global_unit(p, i) != tu) continue;
    if (best == FE_NONE || k < least) best = i, least = k;
  }
  return best;
}

static void attach_globals(attach *a, uint32_t n) {
  fe_program *p = a->p;
  for (uint32_t tu = 0; tu < n; tu++) {
    for (uint32_t i = 0; i < a->records[tu].nglobals; i++) {
      const fe_rglobal *g = &a->records[tu].globals[i];
      uint32_t global = fe_link_global(p, tu, g->linkage);
      bool taken = global != FE_NONE && p->globals[global].ctype != FE_NONE && strchr(g->linkage, '.');
      if (taken) global = numbered(p, tu, g->linkage);
      if (global == FE_NONE) continue;
      bool linked = g->is_definition && fe_link_global_unit(p, global) == tu;
      if (p->globals[global].ctype == FE_NONE || linked) p->globals[global].ctype = intern(a, tu, g->type);
    }
  }
}

static void add_note(fe_program *p, const char *note) {
  const char **notes = fe_alloc(fe_program_arena(p), (p->nnotes + 1) * sizeof *notes);
  if (p->nnotes) memcpy(notes, p->notes, p->nnotes * sizeof *notes);
  notes[p->nnotes++] = note;
  p->notes = notes;
}

static void map_abi(fe_program *p, fe_arena *arena) {
  for (uint32_t i = 0; i < p->nfuncs; i++) {
    fe_func *f = &p->funcs[i];
    if (!f->iface || fe_iface_map_abi(p, f, arena)) continue;
    f->iface = NULL;
    if (f->file != FE_NONE)
      add_note(
          p, fe_format(arena,
                       "%s:%u: %s: the source's parameters do not match the compiled ones; shown as compiled",
                       p->files[f->file].path, f->line, f->name));
  }
}

void fe_iface_attach(fe_program *p, const fe_record *records, uint32_t n) {
  attach a = {.p = p, .records = records, .arena = fe_program_arena(p)};
  a.by_value = fe_grow(NULL, (n + 1) * sizeof *a.by_value);
  a.identity = fe_grow(NULL, (n + 1) * sizeof *a.identity);
  for (uint32_t i = 0; i < n; i++) {
    size_t size = (records[i].ntypes + 1) * sizeof(uint64_t);
    a.by_value[i] = memset(fe_grow(NULL, size), 0, size);
    a.identity[i] = memset(fe_grow(NULL, size), 0, size);
    note_layouts(&a, i);
  }
  uint32_t done = 0;
  attach_functions(&a, n);
  attach_globals(&a, n);
  finish_types(&a, &done);
  p->ntypes = a.types.n;
  p->types = fe_copy(a.arena, a.types.p, a.types.n * sizeof *a.types.p);
  map_abi(p, a.arena);
  for (uint32_t i = 0; i < n; i++) {
    free(a.by_value[i]);
    free(a.identity[i]);
  }
  free(a.by_value);
  free(a.identity);
  free(a.layouts.p);
  free(a.types.p);
  free(a.todo.p);
  fe_map_free(&a.tags);
  fe_map_free(&a.interned);
}
