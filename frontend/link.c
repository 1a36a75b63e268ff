/* Linking: one symbol table for all units. External symbols are entered by name while the units are lowered, so bodies
 * already refer to symbols of the whole program; at the end symbols are put in their final order, aliases are replaced
 * by what they stand for, and every reference in bodies and initialisers is renumbered. */
#include "frontend/lower.h"
#include "frontend/project.h"

#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* What fe_program.impl points to. */
typedef struct impl {
  fe_arena *arena;
  uint32_t nunits;
  fe_map *unit_f, *unit_g; /* per unit: interned linkage name → final index */
  fe_map func_names;       /* interned C name → first entry of that name in chain */
  uint32_t *func_next;     /* per function: the next one of the same name */
  fe_map global_names;
  uint32_t *func_unit, *global_unit;
} impl;

fe_builder *fe_builder_new(void) {
  fe_builder *b = fe_grow(NULL, sizeof *b);
  memset(b, 0, sizeof *b);
  b->arena = fe_arena_new();
  b->first_library = FE_NONE;
  b->noted_unit = FE_NONE;
  return b;
}

fe_arena *fe_builder_arena(fe_builder *b) { return b->arena; }
fe_arena *fe_program_arena(const fe_program *p) { return ((const impl *)p->impl)->arena; }

static void free_tables(fe_builder *b) {
  for (uint32_t i = 0; i < b->unit_f.n; i++) fe_map_free(&b->unit_f.p[i]);
  for (uint32_t i = 0; i < b->unit_g.n; i++) fe_map_free(&b->unit_g.p[i]);
  free(b->fsyms.p), free(b->funcs.p), free(b->gsyms.p), free(b->globals.p), free(b->units.p),
      free(b->headers.p);
  free(b->unit_f.p), free(b->unit_g.p), free(b->failures.p), free(b->notes.p), free(b->ctors.p);
  fe_map_free(&b->fmap);
  fe_map_free(&b->gmap);
  fe_map_free(&b->header_map);
}

void fe_builder_free(fe_builder *b) {
  if (!b) return;
  free_tables(b);
  fe_arena_free(b->arena);
  free(b);
}

void fe_builder_root(fe_builder *b, const char *root) {
  b->root = root ? fe_intern_str(b->arena, root) : NULL;
}

void fe_builder_fail(fe_builder *b, const char *path, const char *message) {
  FE_PUSH(b->failures, ((fe_failure){fe_intern_str(b->arena, path), fe_intern_str(b->arena, message)}));
}

void lw_note(fe_builder *b, const char *format, ...) {
  char text[500];
  va_list ap;
  va_start(ap, format);
  vsnprintf(text, sizeof text, format, ap);
  va_end(ap);
  FE_PUSH(b->notes, fe_intern_str(b->arena, text));
}

/* ---- symbols ---- */

static lw_sym new_sym(const char *linkage, bool is_static) {
  return (lw_sym){.linkage = linkage, .is_static = is_static, .unit = FE_NONE, .target = FE_NONE};
}

/* Whether a strong definition in the unit is a second one beside another file's: a project with several programs has
 * several main functions. The unit then gets a symbol of its own. */
static bool is_second(fe_builder *b, lw_sym *s, uint32_t unit, bool defined) {
  if (!defined || s->strength != LW_STRONG || s->target != FE_NONE || unit >= b->first_library) return false;
  if (s->unit == unit || !strcmp(b->units.p[s->unit].path, b->units.p[unit].path)) return false;
  if (!s->again++) s->again_unit = unit;
  return true;
}

/* One note per name, however many files define it. */
static void note_seconds(fe_builder *b, const lw_sym *s, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    if (!s[i].again) continue;
    char more[40] = "";
    if (s[i].again > 1) snprintf(more, sizeof more, " and %u more", s[i].again - 1);
    lw_note(b, "%s is defined in %s and again in %s%s; each file uses its own, others the first",
            s[i].linkage, b->units.p[s[i].unit].path, b->units.p[s[i].again_unit].path, more);
  }
}

uint32_t lw_sym_func(fe_builder *b, uint32_t unit, const char *linkage, bool is_static, bool defined) {
  uint32_t s = is_static ? FE_NONE : fe_map_get(&b->fmap, FE_KEY(linkage));
  bool second = s != FE_NONE && is_second(b, &b->fsyms.p[s], unit, defined);
  if (s == FE_NONE || second) {
    s = b->fsyms.n;
    FE_PUSH(b->fsyms, new_sym(linkage, is_static));
    FE_PUSH(b->funcs, ((fe_func){.file = FE_NONE, .is_static = is_static}));
    b->fsyms.p[s].second = second;
    if (!is_static && !second) fe_map_put(&b->fmap, FE_KEY(linkage), s);
  }
  fe_map_put(&b->unit_f.p[unit], FE_KEY(linkage), s);
  return s;
}

uint32_t lw_sym_global(fe_builder *b, uint32_t unit, const char *linkage, bool is_static, bool defined) {
  uint32_t s = is_static ? FE_NONE : fe_map_get(&b->gmap, FE_KEY(linkage));
  bool second = s != FE_NONE && is_second(b, &b->gsyms.p[s], unit, defined);
  if (s == FE_NONE || second) {
    s = b->gsyms.n;
    FE_PUSH(b->gsyms, new_sym(linkage, is_static));
    FE_PUSH(b->globals, ((fe_global){.file = FE_NONE, .is_static = is_static, .ctype = FE_NONE}));
    b->gsyms.p[s].second = second;
    if (!is_static && !second) fe_map_put(&b->gmap, FE_KEY(linkage), s);
  }
  fe_map_put(&b->unit_g.p[unit], FE_KEY(linkage), s);
  return s;
}

bool lw_sym_define(fe_builder *b, lw_sym *s, uint32_t unit, lw_strength strength) {
  const char *here = b->units.p[unit].path;
  if (s->strength != LW_UNDEFINED && unit >= b->first_library) return false;
  if (s->strength != LW_UNDEFINED) {
    const char *there = b->units.p[s->unit].path;
    if (s->strength == LW_STRONG && strength == LW_STRONG) {
      if (strcmp(here, there))
        lw_note(b, "%s is defined in %s and again in %s; the first definition is taken", s->linkage, there,
                here);
      else if (b->noted_unit != unit)
        lw_note(b, "%s is compiled more than once; of what it defines the first compilation counts", here);
      b->noted_unit = unit;
    } else if (s->strength == LW_WEAK && strength > LW_WEAK) {
      lw_note(b, "the weak %s of %s is overridden by %s", s->linkage, there, here);
    } else if (strength == LW_WEAK && s->strength > LW_WEAK) {
      lw_note(b, "the weak %s of %s is overridden by %s", s->linkage, here, there);
    }
    if (strength <= s->strength) return false;
  }
  s->strength = (uint8_t)strength;
  s->unit = unit;
  s->target = FE_NONE;
  s->order = b->ndefined++;
  return true;
}

/* ---- the final order ---- */

/* The key by which definitions are sorted: unit, position in its text, order of appearance. */
typedef struct place {
  uint32_t sym, unit, file, line, order;
} place;

static int by_place(const void *a, const void *b) {
  const place *x = a, *y = b;
  if (x->unit != y->unit) return x->unit < y->unit ? -1 : 1; /* FE_NONE: declarations come last */
  if (x->file != y->file) return x->file < y->file ? -1 : 1;
  if (x->line != y->line) return x->line < y->line ? -1 : 1;
  return x->order < y->order ? -1 : x->order > y->order;
}

/* Follows aliases; one that leads in a circle stays what it is. */
static uint32_t resolve(const lw_sym *syms, uint32_t s, int64_t *addend) {
  for (int hops = 0; syms[s].target != FE_NONE && hops < 100; hops++) {
    *addend += syms[s].addend;
    s = syms[s].target;
  }
  return s;
}

static uint32_t final_file(const fe_builder *b, uint32_t file) {
  return file == FE_NONE || !(file & LW_HEADER) ? file : b->units.n + (file & ~LW_HEADER);
}

static int sort_places(place *v, uint32_t n) {
  if (n) qsort(v, n, sizeof *v, by_place);
  return 0;
}

typedef struct linker {
  fe_builder *b;
  fe_program *p;
  impl *m;
  uint32_t *newf, *newg;     /* symbol → final index; aliases too */
  bool *second_f, *second_g; /* per final index: lw_sym.second */
} linker;

static void order_funcs(linker *l) {
  fe_builder *b = l->b;
  FE_VEC(place) v = {0};
  for (uint32_t i = 0; i < b->fsyms.n; i++) {
    const lw_sym *s = &b->fsyms.p[i];
    if (s->target != FE_NONE) continue;
    bool defined = s->unit != FE_NONE;
    FE_PUSH(v, ((place){i, s->unit, b->funcs.p[i].file, defined ? b->funcs.p[i].line : 0,
                        defined ? s->order : i}));
  }
  sort_places(v.p, v.n);
  l->newf = fe_alloc(b->arena, (b->fsyms.n + 1) * sizeof *l->newf);
  l->m->func_unit = fe_alloc(b->arena, (v.n + 1) * sizeof *l->m->func_unit);
  l->second_f = fe_alloc(b->arena, v.n + 1);
  l->p->nfuncs = v.n;
  l->p->funcs = fe_alloc(b->arena, (v.n + 1) * sizeof *l->p->funcs);
  for (uint32_t i = 0; i < v.n; i++) {
    l->newf[v.p[i].sym] = i;
    l->p->funcs[i] = b->funcs.p[v.p[i].sym];
    l->m->func_unit[i] = v.p[i].unit;
    l->p->funcs[i].is_model = v.p[i].unit != FE_NONE && v.p[i].unit >= b->first_library;
    l->second_f[i] = b->fsyms.p[v.p[i].sym].second;
  }
  int64_t ignored = 0;
  for (uint32_t i = 0; i < b->fsyms.n; i++)
    if (b->fsyms.p[i].target != FE_NONE) l->newf[i] = l->newf[resolve(b->fsyms.p, i, &ignored)];
  free(v.p);
}

static void order_globals(linker *l) {
  fe_builder *b = l->b;
  FE_VEC(place) v = {0};
  for (uint32_t i = 0; i < b->gsyms.n; i++) {
    const lw_sym *s = &b->gsyms.p[i];
    if (s->target != FE_NONE) continue;
    bool defined = s->unit != FE_NONE;
    FE_PUSH(v, ((place){i, s->unit, b->globals.p[i].file, defined ? b->globals.p[i].line : 0,
                        defined ? s->order : i}));
  }
  sort_places(v.p, v.n);
  l->newg = fe_alloc(b->arena, (b->gsyms.n + 1) * sizeof *l->newg);
  l->m->global_unit = fe_alloc(b->arena, (v.n + 1) * sizeof *l->m->global_unit);
  l->second_g = fe_alloc(b->arena, v.n + 1);
  l->p->nglobals = v.n;
  l->p->globals = fe_alloc(b->arena, (v.n + 1) * sizeof *l->p->globals);
  for (uint32_t i = 0; i < v.n; i++) {
    l->newg[v.p[i].sym] = i;
    l->p->globals[i] = b->globals.p[v.p[i].sym];
    l->m->global_unit[i] = v.p[i].unit;
    l->second_g[i] = b->gsyms.p[v.p[i].sym].second;
  }
  int64_t ignored = 0;
  for (uint32_t i = 0; i < b->gsyms.n; i++)
    if (b->gsyms.p[i].target != FE_NONE) l->newg[i] = l->newg[resolve(b->gsyms.p, i, &ignored)];
  free(v.p);
}

/* ---- renumbering ---- */

static void relink_func(linker *l, fe_func *f) {
  fe_builder *b = l->b;
  f->file = final_file(b, f->file);
  for (uint32_t i = 0; i < f->nconsts; i++) {
    fe_const *c = &f->consts[i];
    if (c->kind == FE_C_FUNC) {
      c->index = l->newf[c->index];
    } else if (c->kind == FE_C_GLOBAL) {
      resolve(b->gsyms.p, c->index, &c->addend);
      c->index = l->newg[c->index];
    }
  }
  for (uint32_t i = 0; i < f->ncalls; i++)
    if (!f->calls[i].indirect && f->calls[i].func != FE_NONE) f->calls[i].func = l->newf[f->calls[i].func];
  for (uint32_t i = 0; i < f->nlocs; i++) f->locs[i].file = final_file(b, f->locs[i].file);
}

static void relink_global(linker *l, fe_global *g) {
  g->file = final_file(l->b, g->file);
  for (uint32_t i = 0; i < g->nrelocs; i++) {
    fe_reloc *r = &g->relocs[i];
    if (!r->is_func) resolve(l->b->gsyms.p, r->index, &r->addend);
    r->index = r->is_func ? l->newf[r->index] : l->newg[r->index];
  }
}

static void renumber_units(linker *l) {
  impl *m = l->m;
  fe_builder *b = l->b;
  m->nunits = b->units.n;
  m->unit_f = fe_copy(b->arena, b->unit_f.p, b->unit_f.n * sizeof *b->unit_f.p);
  m->unit_g = fe_copy(b->arena, b->unit_g.p, b->unit_g.n * sizeof *b->unit_g.p);
  b->unit_f.n = b->unit_g.n = 0; /* now ours */
  for (uint32_t u = 0; u < m->nunits; u++) {
    for (uint32_t i = 0; i < m->unit_f[u].cap; i++) m->unit_f[u].e[i].val = l->newf[m->unit_f[u].e[i].val];
    for (uint32_t i = 0; i < m->unit_g[u].cap; i++) m->unit_g[u].e[i].val = l->newg[m->unit_g[u].e[i].val];
  }
}

static int by_priority(const void *a, const void *b) {
  const lw_ctor *x = a, *y = b;
  if (x->priority != y->priority) return x->priority < y->priority ? -1 : 1;
  return 0;
}

/* Constructors run by rising priority, equal ones in link order; destructors the other way round. */
static void order_ctors(linker *l) {
  fe_builder *b = l->b;
  fe_program *p = l->p;
  p->ctors = fe_alloc(b->arena, (b->ctors.n + 1) * sizeof *p->ctors);
  p->dtors = fe_alloc(b->arena, (b->ctors.n + 1) * sizeof *p->dtors);
  for (uint32_t i = 1; i < b->ctors.n; i++) /* insertion: stable, and there are few */
    for (uint32_t k = i; k && by_priority(&b->ctors.p[k - 1], &b->ctors.p[k]) > 0; k--) {
      lw_ctor t = b->ctors.p[k];
      b->ctors.p[k] = b->ctors.p[k - 1];
      b->ctors.p[k - 1] = t;
    }
  for (uint32_t i = 0; i < b->ctors.n; i++)
    if (!b->ctors.p[i].is_dtor) p->ctors[p->nctors++] = l->newf[b->ctors.p[i].func];
  for (uint32_t i = b->ctors.n; i-- > 0;)
    if (b->ctors.p[i].is_dtor) p->dtors[p->ndtors++] = l->newf[b->ctors.p[i].func];
}

/* ---- names ---- */

static const char *unique_usr(fe_arena *a, fe_map *seen, const char *usr) {
  const char *s = fe_intern_str(a, usr);
  for (int k = 2; fe_map_get(seen, FE_KEY(s)) != FE_NONE; k++)
    s = fe_intern_str(a, fe_format(a, "%s#%d", usr, k));
  fe_map_put(seen, FE_KEY(s), 1);
  return s;
}

/* The unit's path relative to the root; as given when the two have no folder in common. */
static const char *identity(const linker *l, uint32_t unit) {
  const fe_file *u = &l->b->units.p[unit];
  fe_arena *a = l->m->arena;
  if (!l->b->root || !*u->dir) return u->path;
  char *full = fe_path_join(u->dir, u->path), *real = realpath(full, NULL),
       *root = realpath(l->b->root, NULL);
  const char *from = root ? root : l->b->root, *to = real ? real : full;
  size_t same = 0; /* length of the folders they share */
  for (size_t i = 0; from[i] == to[i] && to[i]; i++)
    if (to[i + 1] == '/' && (from[i + 1] == '/' || !from[i + 1])) same = i + 1;
  const char *path = u->path;
  if (same) {
    path = fe_intern_str(a, to + same + 1);
    for (const char *c = from + same; *c; c++)
      if (*c == '/') path = fe_format(a, "../%s", path);
  }
  free(full), free(real), free(root);
  return path;
}

static void name_literals(linker *l, fe_map *seen, const char *const *paths, const lw_digest *digests) {
  fe_program *p = l->p;
  for (uint32_t i = 0; i < p->nglobals; i++) {
    fe_global *g = &p->globals[i];
    char hex[17];
    if (!g->is_literal) continue;
    for (int k = 0; k < 8; k++) snprintf(hex + 2 * k, 3, "%02x", digests[i].b[k]);
    const char *path = paths[l->m->global_unit[i]];
    g->usr = unique_usr(l->m->arena, seen, fe_format(l->m->arena, "c:%s@literal:%s", path, hex));
  }
}

/* Names everything, and fingerprints what has a body: literals are named by their digests. */
static void name_symbols(linker *l) {
  fe_program *p = l->p;
  impl *m = l->m;
  fe_arena *a = m->arena;
  fe_map seen = {0};
  const char **paths = fe_alloc(a, (l->b->units.n + 1) * sizeof *paths);
  for (uint32_t i = 0; i < l->b->units.n; i++) paths[i] = identity(l, i);
  m->func_next = fe_alloc(a, (p->nfuncs + 1) * sizeof *m->func_next);
  for (uint32_t i = p->nfuncs; i-- > 0;) {
    fe_func *f = &p->funcs[i];
    f->name = fe_intern_str(a, f->name ? f->name : "");
    m->func_next[i] = fe_map_get(&m->func_names, FE_KEY(f->name));
    fe_map_put(&m->func_names, FE_KEY(f->name), i);
  }
  for (uint32_t i = 0; i < p->nfuncs; i++) {
    fe_func *f = &p->funcs[i];
    const char *path = f->is_static || l->second_f[i] ? paths[m->func_unit[i]] : "";
    f->usr = unique_usr(a, &seen, fe_format(a, "c:%s@F@%s", path, f->name));
  }
  for (uint32_t i = p->nglobals; i-- > 0;) {
    fe_global *g = &p->globals[i];
    g->name = fe_intern_str(a, g->name ? g->name : "");
    fe_map_put(&m->global_names, FE_KEY(g->name), i);
  }
  for (uint32_t i = 0; i < p->nglobals; i++) {
    fe_global *g = &p->globals[i];
    const char *path = g->is_static || l->second_g[i] ? paths[m->global_unit[i]] : "";
    if (!g->is_literal) g->usr = unique_usr(a, &seen, fe_format(a, "c:%s@%s", path, g->name));
  }
  lw_digest *digests = fe_global_digests(p);
  name_literals(l, &seen, paths, digests);
  fe_fingerprint_all(p, digests);
  free(digests);
  fe_map_free(&seen);
}

fe_program *fe_builder_link(fe_builder *b) {
  fe_arena *a = b->arena;
  fe_program *p = fe_alloc(a, sizeof *p);
  impl *m = fe_alloc(a, sizeof *m);
  m->arena = a;
  p->impl = m;
  linker l = {.b = b, .p = p, .m = m};
  order_funcs(&l);
  order_globals(&l);
  note_seconds(b, b->fsyms.p, b->fsyms.n);
  note_seconds(b, b->gsyms.p, b->gsyms.n);
  for (uint32_t i = 0; i < p->nfuncs; i++) relink_func(&l, &p->funcs[i]);
  for (uint32_t i = 0; i < p->nglobals; i++) relink_global(&l, &p->globals[i]);
  renumber_units(&l);
  order_ctors(&l);
  name_symbols(&l);
  p->nfiles = b->units.n + b->headers.n;
  p->files = fe_alloc(a, (p->nfiles + 1) * sizeof *p->files);
  if (b->units.n) memcpy(p->files, b->units.p, b->units.n * sizeof *p->files);
  if (b->headers.n) memcpy(p->files + b->units.n, b->headers.p, b->headers.n * sizeof *p->files);
  p->nfailures = b->failures.n;
  p->failures = fe_copy(a, b->failures.p, b->failures.n * sizeof *b->failures.p);
  p->nnotes = b->notes.n;
  p->notes = fe_copy(a, b->notes.p, b->notes.n * sizeof *b->notes.p);
  free_tables(b);
  free(b);
  return p;
}

void fe_program_free(fe_program *p) {
  if (!p) return;
  fe_texts_free(p->texts);
  impl *m = p->impl;
  for (uint32_t i = 0; i < m->nunits; i++) {
    fe_map_free(&m->unit_f[i]);
    fe_map_free(&m->unit_g[i]);
  }
  fe_map_free(&m->func_names);
  fe_map_free(&m->global_names);
  fe_arena_free(m->arena);
}

/* ---- looking things up ---- */

/* Interning adds; a look-up must not change a shared program, so it goes by the table's own content. */
static const char *interned(const fe_program *p, const char *s, size_t len) {
  return fe_interned(fe_program_arena(p), s, len);
}

uint32_t fe_link_func(const fe_program *p, uint32_t tu, const char *linkage_name) {
  const impl *m = p->impl;
  const char *s = interned(p, linkage_name, strlen(linkage_name));
  return s && tu < m->nunits ? fe_map_get(&m->unit_f[tu], FE_KEY(s)) : FE_NONE;
}

uint32_t fe_link_global(const fe_program *p, uint32_t tu, const char *linkage_name) {
  const impl *m = p->impl;
  const char *s = interned(p, linkage_name, strlen(linkage_name));
  return s && tu < m->nunits ? fe_map_get(&m->unit_g[tu], FE_KEY(s)) : FE_NONE;
}

uint32_t fe_link_func_unit(const fe_program *p, uint32_t func) {
  return ((const impl *)p->impl)->func_unit[func];
}
uint32_t fe_link_global_unit(const fe_program *p, uint32_t g) {
  return ((const impl *)p->impl)->global_unit[g];
}

/* Whether path ends in the given file name, at a slash. */
static bool path_matches(const char *path, const char *name, size_t len) {
  size_t n = strlen(path);
  return n >= len && !memcmp(path + n - len, name, len) && (n == len || path[n - len - 1] == '/');
}

size_t fe_find_func(const fe_program *p, const char *name, uint32_t *out, size_t cap) {
  const impl *m = p->impl;
  size_t n = 0;
  if (!strncmp(name, "c:", 2)) {
    for (uint32_t i = 0; i < p->nfuncs; i++)
      if (!strcmp(p->funcs[i].usr, name) && n++ < cap) out[n - 1] = i;
    if (n) return n;
  }
  const char *colon = strrchr(name, ':'), *base = colon ? colon + 1 : name;
  const char *s = interned(p, base, strlen(base));
  if (!s) return 0;
  bool own = false; /* a helper inside a library is not meant where the sources have the name */
  for (uint32_t i = fe_map_get(&m->func_names, FE_KEY(s)); i != FE_NONE; i = m->func_next[i])
    own |= !p->funcs[i].is_model;
  for (uint32_t i = fe_map_get(&m->func_names, FE_KEY(s)); i != FE_NONE; i = m->func_next[i]) {
    if (own && !colon && p->funcs[i].is_model) continue;
    if (colon) {
      size_t len = (size_t)(colon - name);
      uint32_t unit = m->func_unit[i], file = p->funcs[i].file;
      bool here = (unit != FE_NONE && path_matches(p->files[unit].path, name, len)) ||
                  (file != FE_NONE && path_matches(p->files[file].path, name, len));
      if (!here) continue;
    }
    if (n++ < cap) out[n - 1] = i;
  }
  return n;
}

uint32_t fe_find_global(const fe_program *p, const char *name) {
  const impl *m = p->impl;
  const char *s = interned(p, name, strlen(name));
  return s ? fe_map_get(&m->global_names, FE_KEY(s)) : FE_NONE;
}

const char *fe_reg_name(const fe_func *f, fe_reg r, bool *is_object) {
  uint32_t lo = 0, hi = f->nnames;
  while (lo < hi) {
    uint32_t mid = (lo + hi) / 2;
    if (f->names[mid].reg < r)
      lo = mid + 1;
    else
      hi = mid;
  }
  if (lo == f->nnames || f->names[lo].reg != r) return NULL;
  if (is_object) *is_object = f->names[lo].is_object;
  return f->names[lo].name;
}
