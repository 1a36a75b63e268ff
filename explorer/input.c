/* Inputs: atoms and the objects behind input pointers, made when the code first looks at them (SGEN's materialisation
 * from TOP). A pointer that is followed leads to a new object of its own, to an object the path already knows it equals,
 * or, where the program compares pointers or the caller's context says so, to an existing object of the same type. */
#include "explorer/internal.h"

#include <stdlib.h>
#include <string.h>

/* ---- side tables by object and atom id ---- */

static void grow(uint32_t **array, uint32_t *cap, uint32_t id) {
  if (id < *cap) return;
  uint32_t n = id + 64 > 2 * *cap ? id + 64 : 2 * *cap;
  *array = ex_xrealloc(*array, n * sizeof **array);
  for (uint32_t i = *cap; i < n; i++) (*array)[i] = FE_NONE;
  *cap = n;
}

void ex_set_ctype(ex_unit *u, uint32_t obj, uint32_t ctype) {
  grow(&u->obj_ctype, &u->obj_ctype_cap, obj);
  u->obj_ctype[obj] = ctype;
}
uint32_t ex_get_ctype(const ex_unit *u, uint32_t obj) {
  return obj < u->obj_ctype_cap ? u->obj_ctype[obj] : FE_NONE;
}

static void set_atom_ctype(ex_unit *u, uint32_t atom, uint32_t ctype) {
  grow(&u->atom_ctype, &u->atom_ctype_cap, atom);
  if (u->atom_ctype[atom] == FE_NONE) u->atom_ctype[atom] = ctype;
}
static uint32_t atom_ctype(const ex_unit *u, uint32_t atom) {
  return atom < u->atom_ctype_cap ? u->atom_ctype[atom] : FE_NONE;
}

static void describe(const ex_unit *u, shape_atom *a, uint32_t ctype) {
  if (ctype == FE_NONE) {
    a->type = "";
    return;
  }
  const fe_ctype *t = ex_type(u, ctype);
  a->type = t->name;
  a->is_signed = (t->kind == FE_T_INT || t->kind == FE_T_ENUM) && t->is_signed;
  a->is_pointer = t->kind == FE_T_PTR;
  a->is_float = t->kind == FE_T_FLOAT;
  a->is_bool = t->kind == FE_T_BOOL;
}

/* ---- globals and functions ---- */

uint32_t ex_global_id(ex_unit *u, uint32_t global) {
  if (u->global_obj[global]) return u->global_obj[global];
  ex_consult(u, EX_FACT_GLOBAL, global);
  const fe_global *g = &u->p->globals[global];
  uint32_t elem = g->ctype;
  if (elem != FE_NONE && ex_type(u, elem)->kind == FE_T_ARRAY) elem = ex_type(u, elem)->to;
  shape_obj o = {.kind = SHAPE_GLOBAL,
                 .is_const = g->is_const,
                 .symbol = g->usr ? g->usr : g->name,
                 .name = g->name,
                 .type = elem == FE_NONE ? "" : ex_type(u, elem)->name,
                 .size = g->size};
  uint32_t id = shape_obj_intern(u->space, &o);
  ex_set_ctype(u, id, elem);
  grow(&u->obj_global, &u->obj_global_cap, id);
  u->obj_global[id] = global;
  return u->global_obj[global] = id;
}

uint32_t ex_func_object(ex_unit *u, uint32_t func) {
  if (u->func_obj[func]) return u->func_obj[func];
  const fe_func *f = &u->p->funcs[func];
  shape_obj o = {
      .kind = SHAPE_FUNC, .is_const = true, .symbol = f->usr ? f->usr : f->name, .name = f->name, .type = ""};
  uint32_t id = shape_obj_intern(u->space, &o);
  grow(&u->obj_func, &u->obj_func_cap, id);
  u->obj_func[id] = func;
  return u->func_obj[func] = id;
}

ex_obj *ex_find_obj(ex_unit *u, ex_state *s, uint32_t id) {
  ex_obj *o = ex_obj_at(s, id);
  if (o || id >= u->obj_global_cap || u->obj_global[id] == FE_NONE) return o;
  uint32_t global = u->obj_global[id];
  const fe_global *g = &u->p->globals[global];
  bool image = g->has_init && (g->is_const || u->e->opt.whole_program || ex_is_constant(u->e->facts, global));
  if (image) ex_consult(u, EX_FACT_IMAGE, global);
  o = ex_obj_add(s, id, SHAPE_GLOBAL, image ? EX_FILL_IMAGE : EX_FILL_INPUT, ex_num(g->size));
  o->read_only = g->is_const;
  o->global = global;
  o->ctype = ex_get_ctype(u, id);
  o->hi = (int64_t)g->size;
  if (!g->has_init && !g->size) o->growable = true; /* extern int a[]; */
  return o;
}

void ex_image_fill(ex_unit *u, ex_obj *o, int64_t offset, unsigned n,
                   void (*put)(ex_obj *, int64_t, ex_cell)) {
  const fe_global *g = &u->p->globals[o->global];
  for (unsigned i = 0; i < n; i++) {
    int64_t at = offset + i;
    uint8_t byte = g->init && at >= 0 && (uint64_t)at < g->size ? g->init[at] : 0;
    put(o, at, (ex_cell){.byte = byte, .state = EX_BYTE});
  }
  for (uint32_t r = 0; r < g->nrelocs; r++) {
    const fe_reloc *rel = &g->relocs[r];
    if ((int64_t)rel->offset + 8 <= offset || (int64_t)rel->offset >= offset + n) continue;
    uint32_t id = rel->is_func ? ex_func_object(u, rel->index) : ex_global_id(u, rel->index);
    ex_val v = ex_address(u, id, rel->addend);
    for (unsigned k = 0; k < 8; k++) {
      int64_t at = (int64_t)rel->offset + k;
      if (at >= offset && at < offset + n)
        put(o, at,
            v.t ? (ex_cell){.t = v.t, .k = (uint8_t)k, .state = EX_TERM}
                : (ex_cell){.byte = (uint8_t)(v.c >> (8 * k)), .state = EX_BYTE});
    }
  }
}

/* ---- atoms ---- */

/* The precondition was evaluated in a memory of its own, and its condition is about the cells it read there: they stay as they
 * are, or a wider or narrower one would be another, unrelated input. */
void ex_fix_cells(ex_unit *u, const ex_pc *pc) {
  for (; pc; pc = ex_pc_parent(pc)) {
    uint32_t n;
    const uint32_t *atoms = term_atoms(u->tc, ex_pc_term(pc), &n);
    for (uint32_t i = 0; i < n; i++) {
      if (shape_atom_get(u->space, atoms[i])->kind != SHAPE_CELL) continue;
      u->fixed = ex_xrealloc(u->fixed, (u->nfixed + 1) * sizeof *u->fixed);
      u->fixed[u->nfixed++] = atoms[i];
    }
  }
}

/* The fixed cell that has byte *off; 0: none, and *n reaches no further than to the next one. */
static uint32_t fixed_cell(const ex_unit *u, uint32_t obj, int64_t *off, unsigned *n) {
  for (uint32_t i = 0; i < u->nfixed; i++) {
    const shape_atom *a = shape_atom_get(u->space, u->fixed[i]);
    int64_t end = a->offset + a->width / 8;
    if (a->obj != obj || end <= *off || a->offset >= *off + *n) continue;
    if (a->offset <= *off) {
      *off = a->offset, *n = a->width / 8u;
      return u->fixed[i];
    }
    *n = (unsigned)(a->offset - *off);
  }
  return 0;
}

static bool overlaps_fixed(const ex_unit *u, uint32_t obj, int64_t off, unsigned n) {
  for (uint32_t i = 0; i < u->nfixed; i++) {
    const shape_atom *a = shape_atom_get(u->space, u->fixed[i]);
    if (a->obj == obj && a->offset < off + n && a->offset + a->width / 8 > off) return true;
  }
  return false;
}

/* path: as ex_type_at wrote it. */
static void name_cell(const ex_unit *u, const ex_obj *o, const char *path, char *name, size_t cap) {
  const shape_obj *so = shape_obj_get(u->space, o->id);
  const char *base = so->kind == SHAPE_INPUT ? shape_atom_get(u->space, so->via)->name : so->name;
  ex_cell_name(so, base, path, name, cap);
}

uint32_t ex_describe_cell(ex_unit *u, const ex_obj *o, int64_t off, unsigned n, char *name, size_t cap) {
  char path[256];
  int64_t cell = off;
  unsigned bytes = n;
  uint32_t type = ex_type_at(u, o->ctype, off, n, &cell, &bytes, path, sizeof path);
  bool natural = type != FE_NONE && cell == off && bytes == n;
  if (!natural) snprintf(path, sizeof path, "[%lld:%u]", (long long)off, n);
  name_cell(u, o, path, name, cap);
  return natural ? type : FE_NONE;
}

uint32_t ex_typed_atom(ex_unit *u, shape_atom *a, uint32_t type) {
  describe(u, a, type);
  uint32_t id = shape_atom_intern(u->space, a);
  if (type != FE_NONE) set_atom_ctype(u, id, type);
  return id;
}

uint32_t ex_cell_atom(ex_unit *u, const ex_obj *o, int64_t *off, unsigned *n) {
  uint32_t fixed = fixed_cell(u, o->id, off, n);
  if (fixed) return fixed;
  char path[256], name[512];
  int64_t cell = *off;
  unsigned bytes = *n;
  uint32_t type = ex_type_at(u, o->ctype, *off, *n, &cell, &bytes, path, sizeof path);
  bool natural = type != FE_NONE && !overlaps_fixed(u, o->id, cell, bytes);
  for (unsigned i = 0; natural && i < bytes; i++) natural = ex_mem_cell(o, cell + i).state == EX_UNSET;
  if (natural) {
    *off = cell;
    *n = bytes;
  } else {
    if (*n > 8 && *n != 16) *n = 8;
    type = FE_NONE;
    snprintf(path, sizeof path, "[%lld:%u]", (long long)*off, *n);
  }
  name_cell(u, o, path, name, sizeof name);
  shape_atom a = {.kind = SHAPE_CELL, .width = (uint8_t)(8 * *n), .obj = o->id, .offset = *off, .name = name};
  return ex_typed_atom(u, &a, type);
}

uint32_t ex_param_atom(ex_unit *u, uint32_t index) {
  const fe_iface *iface = u->fn->iface;
  char name[256];
  snprintf(name, sizeof name, "arg%u", index);
  uint32_t ctype = FE_NONE;
  shape_atom a = {.kind = SHAPE_PARAM, .width = u->fn->param_ty[index].bits, .index = index, .name = name};
  for (uint32_t i = 0; iface && i < iface->nparams; i++) {
    const fe_param *pa = &iface->params[i];
    for (uint32_t k = 0; k < pa->npieces; k++) {
      if (pa->pieces[k].index != index) continue;
      if (pa->abi == FE_ABI_DIRECT) {
        snprintf(name, sizeof name, "%s", pa->name);
        ctype = pa->ctype;
      } else if (pa->abi == FE_ABI_COERCED) {
        char path[200];
        int64_t cell;
        unsigned bytes;
        uint32_t t = ex_type_at(u, pa->ctype, pa->pieces[k].offset, fe_ty_size(u->fn->param_ty[index]), &cell,
                                &bytes, path, sizeof path);
        if (t == FE_NONE)
          snprintf(name, sizeof name, "%s[%u..]", pa->name, pa->pieces[k].offset);
        else
          snprintf(name, sizeof name, "%s%s", pa->name, strchr(path, ']') + 1);
        ctype = t;
      }
    }
  }
  describe(u, &a, ctype);
  if (u->fn->param_ty[index].kind == FE_PTR) a.is_pointer = true;
  uint32_t id = shape_atom_intern(u->space, &a);
  if (ctype != FE_NONE) set_atom_ctype(u, id, ctype);
  return id;
}

const char *ex_stub_name(const ex_unit *u, uint32_t func) {
  return func < u->p->nfuncs ? u->p->funcs[func].name : func == EX_ANON_STUB ? EX_CALLBACK : "asm";
}

void ex_callback_symbol(const ex_unit *u, uint32_t atom, char *out, size_t cap) {
  snprintf(out, cap, "(*%s)", shape_atom_get(u->space, atom)->name);
}

uint32_t ex_stub_answers(const ex_state *s, uint32_t func) {
  for (const ex_count *c = s->answers; c; c = c->next)
    if (c->func == func) return c->count;
  return 0;
}

uint32_t ex_stub_advance(ex_unit *u, ex_state *s, uint32_t func, uint32_t via, uint32_t n) {
  ex_count *c = ex_arena_alloc(u->arena, sizeof *c);
  *c = (ex_count){
      .next = s->answers, .func = func, .count = ex_stub_answers(s, func) + n, .via = via, .step = n};
  s->answers = c;
  return c->count;
}

uint32_t ex_stub_count(ex_unit *u, ex_state *s, uint32_t func) {
  return ex_stub_advance(u, s, func, func == EX_ANON_STUB ? u->callback : 0, 1);
}

uint32_t ex_stub_atom(ex_unit *u, ex_state *s, uint32_t func, const char *symbol, uint32_t piece, fe_ty ty,
                      uint32_t ctype) {
  uint32_t count = piece == 0 ? ex_stub_count(u, s, func) : ex_stub_answers(s, func);
  char name[256];
  snprintf(name, sizeof name, piece ? "%s#%u.%u" : "%s#%u", symbol, count, piece);
  shape_atom a = {
      .kind = SHAPE_STUB, .width = ty.bits, .index = count, .piece = piece, .symbol = symbol, .name = name};
  describe(u, &a, ctype);
  if (ty.kind == FE_PTR) a.is_pointer = true;
  if (ty.kind == FE_F32 || ty.kind == FE_F64) a.is_float = true;
  uint32_t id = shape_atom_intern(u->space, &a);
  if (ctype != FE_NONE) set_atom_ctype(u, id, ctype);
  return id;
}

/* An unnamed argument of the unit is read whole, whatever its type: what type it has is the reader's guess. */
static uint32_t unnamed_cell(ex_unit *u, const ex_obj *o, int64_t *off, unsigned *n) {
  int64_t whole = *off & ~(int64_t)7;
  bool natural = true;
  for (unsigned i = 0; i < 8; i++) natural &= ex_mem_cell(o, whole + i).state == EX_UNSET;
  if (natural) *off = whole, *n = 8;
  static const char *const kinds[] = {"va_int", "va_double", "va_stack"};
  ex_unnamed arg = ex_unnamed_at(u->fn, o->stub_arg == 1, *off);
  uint32_t within = (uint32_t)(*off & (arg.kind == EX_VA_DOUBLE ? 15 : 7));
  char name[64];
  snprintf(name, sizeof name, natural && within < 8 ? "%s#%u" : "%s#%u[%u]", kinds[arg.kind], arg.number,
           within);
  shape_atom a = {.kind = SHAPE_STUB,
                  .width = (uint8_t)(8 * *n),
                  .index = arg.number,
                  .piece = 16 * (uint32_t)arg.kind + within,
                  .symbol = EX_UNNAMED,
                  .name = name,
                  .type = "",
                  .is_float = arg.kind == EX_VA_DOUBLE};
  return shape_atom_intern(u->space, &a);
}

uint32_t ex_stub_cell(ex_unit *u, const ex_obj *o, int64_t *off, unsigned *n) {
  char path[256], name[512];
  int64_t cell = *off;
  unsigned bytes = *n;
  if (o->stub == EX_UNNAMED_STUB) return unnamed_cell(u, o, off, n);
  uint32_t type = ex_type_at(u, o->ctype, *off, *n, &cell, &bytes, path, sizeof path);
  bool natural = type != FE_NONE && !overlaps_fixed(u, o->id, cell, bytes);
  for (unsigned i = 0; natural && i < bytes; i++) natural = ex_mem_cell(o, cell + i).state == EX_UNSET;
  if (natural)
    *off = cell, *n = bytes;
  else
    type = FE_NONE;
  if (*n > 8 && *n != 16) *n = 8;
  const char *symbol = ex_stub_name(u, o->stub);
  snprintf(name, sizeof name, "%s#%u->%s[%lld]", symbol, o->stub_count, shape_obj_get(u->space, o->id)->name,
           (long long)*off);
  shape_atom a = {.kind = SHAPE_STUB,
                  .width = (uint8_t)(8 * *n),
                  .index = o->stub_count,
                  .piece = EX_WRITTEN + (o->stub_arg << 24) + (uint32_t)(*off & 0xffffff),
                  .symbol = symbol,
                  .name = name};
  describe(u, &a, type);
  uint32_t id = shape_atom_intern(u->space, &a);
  if (type != FE_NONE) set_atom_ctype(u, id, type);
  return id;
}

term ex_uninit(ex_unit *u, ex_state *s, unsigned width) {
  char name[64];
  snprintf(name, sizeof name, "uninit#%u", s->nuninit);
  shape_atom a = {.kind = SHAPE_STUB,
                  .width = (uint8_t)width,
                  .index = s->nuninit++,
                  .symbol = "uninit",
                  .name = name,
                  .type = ""};
  uint32_t id = shape_atom_intern(u->space, &a);
  grow(&u->uninit, &u->uninit_cap, id);
  u->uninit[id] = 1;
  return term_atom(u->tc, width, id);
}

bool ex_mentions_uninit(ex_unit *u, term t) {
  if (!u->uninit_cap) return false;
  uint32_t n;
  const uint32_t *atoms = term_atoms(u->tc, t, &n);
  for (uint32_t i = 0; i < n; i++)
    if (atoms[i] < u->uninit_cap && u->uninit[atoms[i]] == 1) return true;
  return false;
}

static term other_uninit(void *self, uint32_t atom, unsigned width) {
  ex_unit *u = self;
  if (atom >= u->uninit_cap || u->uninit[atom] != 1) return 0;
  char name[64];
  snprintf(name, sizeof name, "uninit'#%u", atom);
  shape_atom a = {.kind = SHAPE_STUB,
                  .width = (uint8_t)width,
                  .index = atom,
                  .piece = 1,
                  .symbol = "uninit",
                  .name = name,
                  .type = ""};
  return term_atom(u->tc, width, shape_atom_intern(u->space, &a));
}

/* The value depends on it when two uninitialised memories, all else equal, can give two values: padding that is copied, bits
 * that are masked away and cells that cannot be reached do not count. */
bool ex_depends_on_uninit(ex_unit *u, ex_state *s, term t) {
  if (!ex_mentions_uninit(u, t)) return false;
  term_subst *sub = term_subst_new(u->tc, u->tc, &(term_subst_fns){u, other_uninit, NULL, NULL});
  term other = term_subst_apply(sub, t);
  term_subst_free(sub);
  term differ = term_not(u->tc, term_eq(u->tc, t, other));
  if (term_is_const(u->tc, differ)) return term_const_value(u->tc, differ) != 0;
  term_model *m = NULL;
  ex_sat r = ex_solve(u->solver, s->pc, differ, s->model->m, &m);
  if (r == EX_SAT) term_model_free(m);
  if (r == EX_UNKNOWN) ex_note_bound(u, s, SUM_B_SOLVER);
  return r == EX_SAT;
}

/* ---- objects behind pointers ---- */

void ex_need_extent(ex_unit *u, ex_state *s, uint32_t obj, int64_t lo, int64_t hi) {
  (void)u;
  const ex_obj *o = ex_obj_at(s, obj);
  if (o->kind != SHAPE_INPUT || (lo >= o->lo && hi <= o->hi)) return;
  ex_obj *w = ex_obj_own(s, obj);
  if (lo < w->lo) w->lo = lo;
  if (hi > w->hi) w->hi = hi;
}

static void bind(ex_unit *u, ex_state *s, uint32_t atom, uint32_t obj, int64_t offset) {
  ex_bind *b = ex_arena_alloc(u->arena, sizeof *b);
  *b = (ex_bind){s->binds, atom, obj, offset};
  s->binds = b;
}

bool ex_bound(const ex_state *s, uint32_t atom, uint32_t *obj, int64_t *offset) {
  for (const ex_bind *b = s->binds; b; b = b->next)
    if (b->atom == atom) {
      *obj = b->obj;
      *offset = b->offset;
      return true;
    }
  return false;
}

ex_val ex_known(ex_unit *u, const ex_state *s, ex_val v) {
  if (!v.t || term_get(u->tc, v.t)->op != T_ATOM) return v;
  uint32_t obj;
  int64_t off;
  return ex_bound(s, term_get(u->tc, v.t)->aux, &obj, &off) ? ex_num(term_addr_value(obj, off)) : v;
}

static bool is_received(const ex_unit *u, term t) {
  const term_node *n = term_get(u->tc, t);
  if (n->op != T_ATOM) return false;
  uint8_t kind = shape_atom_get(u->space, n->aux)->kind;
  return kind == SHAPE_PARAM || kind == SHAPE_CELL;
}

static bool is_made_here(const ex_unit *u, term t) {
  const term_node *n = term_get(u->tc, t);
  if (n->op != T_ADDR) return false;
  uint8_t kind = shape_obj_get(u->space, n->aux)->kind;
  return kind == SHAPE_LOCAL || kind == SHAPE_HEAP;
}

term ex_equal(ex_unit *u, term a, term b) {
  if ((is_received(u, a) && is_made_here(u, b)) || (is_received(u, b) && is_made_here(u, a)))
    return term_bool(u->tc, false);
  return term_eq(u->tc, a, b);
}

/* The declared number of elements of an array parameter (int p[N]), 0 when there is none. */
static uint64_t declared_bound(const ex_unit *u, const shape_atom *a, bool *nonnull) {
  *nonnull = false;
  if (a->kind != SHAPE_PARAM || !u->fn->iface) return 0;
  for (uint32_t i = 0; i < u->fn->iface->nparams; i++) {
    const fe_param *pa = &u->fn->iface->params[i];
    if (pa->npieces != 1 || pa->pieces[0].index != a->index || pa->abi != FE_ABI_DIRECT) continue;
    *nonnull = pa->nonnull || pa->bound;
    return pa->bound;
  }
  return 0;
}

bool ex_declared_nonnull(const ex_unit *u, uint32_t atom) {
  bool nonnull;
  const shape_atom *a = shape_atom_get(u->space, atom);
  if (u->argv && a->kind == SHAPE_CELL && a->obj == u->argv) return true;
  declared_bound(u, shape_atom_get(u->space, atom), &nonnull);
  return nonnull;
}

static uint32_t new_object(ex_unit *u, ex_state *s, uint32_t atom) {
  shape_atom a = *shape_atom_get(u->space, atom);
  uint32_t ptr = atom_ctype(u, atom), elem = FE_NONE;
  if (ptr != FE_NONE && ex_type(u, ptr)->kind == FE_T_PTR) elem = ex_type(u, ptr)->to;
  if (elem != FE_NONE && !ex_type(u, elem)->size) elem = FE_NONE;
  bool nonnull;
  uint64_t bound = declared_bound(u, &a, &nonnull), size = elem == FE_NONE ? 0 : ex_type(u, elem)->size;
  char name[300];
  snprintf(name, sizeof name, "*%s", a.name);
  shape_obj so = {.kind = SHAPE_INPUT,
                  .via = atom,
                  .name = name,
                  .type = elem == FE_NONE ? "" : ex_type(u, elem)->name,
                  .elem = bound ? (uint32_t)size : 0,
                  .symbol = ""};
  uint32_t id = shape_obj_intern(u->space, &so);
  ex_set_ctype(u, id, elem);
  ex_obj *o = ex_obj_add(s, id, SHAPE_INPUT, EX_FILL_INPUT, ex_num(bound * size));
  o->ctype = elem;
  o->growable = !bound;
  o->hi = (int64_t)(bound * size);
  for (const ex_left *l = s->left; l; l = l->next) { /* a stub had the pointer before: these are its bytes */
    if (l->atom != atom) continue;
    o->fill = EX_FILL_STUB;
    o->dirty = true;
    o->stub = l->func, o->stub_count = l->count, o->stub_arg = l->arg;
    break;
  }
  s->ninputs++;
  ex_need_node *n = ex_arena_alloc(u->arena, sizeof *n);
  *n = (ex_need_node){s->needs, id};
  s->needs = n;
  return id;
}

/* May the two pointers point into one object? Same pointee type, or one of them untyped. */
static bool may_alias(const ex_unit *u, uint32_t atom, const ex_obj *o) {
  uint32_t ptr = atom_ctype(u, atom);
  if (ptr == FE_NONE || ex_type(u, ptr)->kind != FE_T_PTR || o->ctype == FE_NONE) return false;
  return ex_type(u, ptr)->to == o->ctype;
}

static bool is_alias(ex_unit *u, ex_state *s, uint32_t atom, uint32_t obj) {
  const ex_obj *o = ex_obj_at(s, obj);
  if (!o->alive || !may_alias(u, atom, o)) return false;
  if (!ex_choose(u, s, term_eq(u->tc, term_atom(u->tc, 64, atom), term_addr(u->tc, obj, 0)))) return false;
  bind(u, s, atom, obj, 0);
  return true;
}

/* Aliases between inputs, only where the program could tell the difference: input objects, and the globals that were looked at.
 * 0: there is none on this path. */
static uint32_t find_alias(ex_unit *u, ex_state *s, uint32_t atom) {
  for (ex_need_node *n = s->needs; n; n = n->next)
    if (is_alias(u, s, atom, n->obj)) return n->obj;
  for (uint32_t id = 1; id < s->npages * EX_PAGE; id++) {
    const ex_obj *o = ex_obj_at(s, id);
    if (o && o->kind == SHAPE_GLOBAL && o->fill == EX_FILL_INPUT && is_alias(u, s, atom, id)) return id;
  }
  return 0;
}

uint32_t ex_materialise(ex_unit *u, ex_state *s, uint32_t atom) {
  term p = term_atom(u->tc, 64, atom);
  uint32_t known;
  int64_t off;
  /* the context's alias pattern (re-analysis) */
  for (uint32_t i = 0; i < u->naliases; i++) {
    if (u->aliases[i].q != atom) continue;
    uint32_t target;
    int64_t at;
    if (!ex_bound(s, u->aliases[i].p, &target, &at)) target = ex_materialise(u, s, u->aliases[i].p), at = 0;
    if (!target || !ex_assume(u, s, term_eq(u->tc, p, term_addr(u->tc, target, at + u->aliases[i].offset))))
      return 0;
    bind(u, s, atom, target, at + u->aliases[i].offset);
    return target;
  }
  if (u->compares_pointers && (known = find_alias(u, s, atom))) return known;
  if (s->ninputs >= u->e->opt.object_bound) {
    ex_cut(u, s, SUM_B_MEMORY);
    return 0;
  }
  uint32_t id = new_object(u, s, atom);
  if (ex_assume(u, s, term_eq(u->tc, p, term_addr(u->tc, id, 0)))) {
    bind(u, s, atom, id, 0);
    return id;
  }
  /* the path condition ties it to an address it knows (q == p + 1, p within [a, b)) */
  uint64_t value = (uint64_t)term_eval(u->tc, p, s->model->m);
  if (term_addr_split(value, &known, &off) && known != id && ex_find_obj(u, s, known) &&
      ex_choose(u, s, term_eq(u->tc, p, term_addr(u->tc, known, off)))) {
    bind(u, s, atom, known, off);
    return known;
  }
  ex_cut(u, s, SUM_B_UNSUPPORTED);
  return 0;
}
