/* Objects and locations. Fields are told apart by byte offset; an array's elements are not: stepping by a variable index
 * makes the offsets of the array equal modulo the step (where the object's type says which array it is, only within
 * that array). So the number of locations stays finite without trusting types: a step that no array explains folds the
 * whole object. Folding merges the contents of the locations that became equal. */
#include "slicer/pointsto.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_LOCS = 160 }; /* more offsets in one object: fold it */

typedef struct pt_fresh {
  uint32_t obj, link;
} pt_fresh;

typedef struct pt_symkey {
  uint64_t key;
  uint32_t obj;
} pt_symkey;

static uint64_t gcd(uint64_t a, uint64_t b) {
  while (b) {
    uint64_t t = a % b;
    a = b;
    b = t;
  }
  return a;
}

uint32_t pt_new_node(pt_graph *g) {
  if (g->nnodes == g->capnodes) {
    g->capnodes = g->capnodes ? 2 * g->capnodes : 1024;
    size_t n = g->capnodes;
    g->rep = slice_grow(g->rep, n, sizeof *g->rep);
    g->cons = slice_grow(g->cons, n, sizeof *g->cons);
    g->cons_tail = slice_grow(g->cons_tail, n, sizeof *g->cons_tail);
    g->pts = slice_grow(g->pts, n, sizeof *g->pts);
    g->done = slice_grow(g->done, n, sizeof *g->done);
    g->succ = slice_grow(g->succ, n, sizeof *g->succ);
    g->dirty = slice_grow(g->dirty, n, sizeof *g->dirty);
  }
  uint32_t i = g->nnodes++;
  g->rep[i] = i;
  g->cons[i] = g->cons_tail[i] = FE_NONE;
  g->pts[i] = g->done[i] = 0;
  g->succ[i] = (slice_set){0};
  g->dirty[i] = 0;
  return i;
}

uint32_t pt_new_obj(pt_graph *g, pt_kind kind, uint32_t a, uint32_t b, uint64_t size, uint32_t ctype) {
  SLICE_ROOM(g->objs, g->nobjs, g->capobjs);
  g->objs[g->nobjs] = (pt_obj){.kind = (uint8_t)kind, .a = a, .b = b, .size = size, .ctype = ctype};
  return g->nobjs++;
}

bool pt_one_cell(const pt_obj *o) { return o->kind <= PT_IO || o->kind == PT_FUNC || o->kind == PT_VARARGS; }

const pt_range *pt_range_at(const pt_obj *o, int64_t off) {
  for (uint32_t i = 0; i < o->nranges; i++)
    if (off >= o->ranges[i].lo && off < o->ranges[i].hi) return &o->ranges[i];
  return NULL;
}

static int64_t canon(const pt_obj *o, int64_t off) {
  if (pt_one_cell(o)) return 0;
  const pt_range *r = pt_range_at(o, off);
  if (!r) return off;
  int64_t d = (off - r->base) % (int64_t)r->m;
  return r->base + (d < 0 ? d + (int64_t)r->m : d);
}

uint32_t pt_loc_find(pt_graph *g, uint32_t l) {
  while (g->locs[l].rep != l) {
    g->locs[l].rep = g->locs[g->locs[l].rep].rep;
    l = g->locs[l].rep;
  }
  return l;
}

/* ---- types ---- */

static uint64_t mix(uint64_t h, uint64_t v) {
  h = (h ^ v) * UINT64_C(0xff51afd7ed558ccd);
  return h ^ (h >> 32);
}

static uint64_t mix_text(uint64_t h, const char *s) {
  for (; s && *s; s++) h = mix(h, (unsigned char)*s);
  return h;
}

/* Types that differ only in how they are spelt (typedef, const) must lead to the same input object. */
static uint64_t type_key(pt_graph *g, uint32_t t, int depth) {
  const fe_ctype *ty = &g->p->types[t];
  if (ty->kind == FE_T_ARRAY) return type_key(g, ty->to, depth);
  if (ty->kind == FE_T_STRUCT || ty->kind == FE_T_UNION) {
    uint64_t h = mix(ty->kind, ty->size);
    for (uint32_t i = 0; i < ty->nfields; i++)
      h = mix(mix_text(h, ty->fields[i].name), ty->fields[i].bit_offset);
    return ty->nfields ? h : mix_text(h, ty->name);
  }
  if (ty->kind == FE_T_PTR) return depth > 6 ? 77 : mix(FE_T_PTR, type_key(g, ty->to, depth + 1));
  if (ty->kind == FE_T_BOOL || ty->kind == FE_T_ENUM || ty->kind == FE_T_INT) return mix(FE_T_INT, ty->size);
  return mix(ty->kind, ty->size);
}

static const fe_ctype *type_of(const pt_graph *g, uint32_t t) {
  return t == FE_NONE ? NULL : &g->p->types[t];
}

/* Calls f for every pointer the type has at byte offset off. */
static void pointers_at(const pt_graph *g, uint32_t t, int64_t off, void (*f)(void *, uint32_t pointee),
                        void *self) {
  const fe_ctype *ty = type_of(g, t);
  if (!ty || off < 0) return;
  if (ty->kind == FE_T_PTR) {
    if (off == 0) f(self, ty->to);
  } else if (ty->kind == FE_T_ARRAY) {
    const fe_ctype *e = type_of(g, ty->to);
    if (e && e->size) pointers_at(g, ty->to, off % (int64_t)e->size, f, self);
  } else if (ty->kind == FE_T_STRUCT || ty->kind == FE_T_UNION) {
    for (uint32_t i = 0; i < ty->nfields; i++) {
      const fe_field *fd = &ty->fields[i];
      const fe_ctype *ft = type_of(g, fd->type);
      int64_t at = (int64_t)(fd->bit_offset / 8);
      if (ft && off >= at && (off < at + (int64_t)ft->size || (ft->kind == FE_T_ARRAY && ft->count == 0)))
        pointers_at(g, fd->type, off - at, f, self);
    }
  }
}

/* A pointer at off that moves by multiples of step, and where the object's type says that it stays. */
typedef struct walk {
  const pt_graph *g;
  int64_t off;
  uint64_t step;
  bool open; /* arrays of no or one element may be longer than their type says, at the end of an allocation */
  int64_t lo, hi; /* out */
} walk;

/* Adds the arrays of the type, laid at base, that the walk may be in: those around off, and those that end there, for it may
 * start one past the end and go down. The elements have the size of the step or divide it, and two of them a step apart
 * are in the array: a step as long as the array goes over an array of such arrays, or over an object behind which more of
 * its kind lie. Rows of one array are walked through as one. Several fit where arrays meet and in unions. */
static bool arrays_in(walk *w, uint32_t t, int64_t base) {
  const fe_ctype *ty = type_of(w->g, t);
  bool any = false;
  if (!ty || w->off < base) return false;
  if (ty->kind == FE_T_STRUCT || ty->kind == FE_T_UNION) {
    for (uint32_t i = 0; i < ty->nfields; i++) {
      const fe_ctype *ft = type_of(w->g, ty->fields[i].type);
      int64_t at = base + (int64_t)(ty->fields[i].bit_offset / 8);
      bool longer = w->open && ft && ft->kind == FE_T_ARRAY && ft->count <= 1;
      if (ft && w->off >= at && (longer || w->off <= at + (int64_t)ft->size))
        any |= arrays_in(w, ty->fields[i].type, at);
    }
    return any;
  }
  if (ty->kind != FE_T_ARRAY) return false;
  uint64_t n = ty->count;
  const fe_ctype *e = type_of(w->g, t = ty->to);
  while (e && e->kind == FE_T_ARRAY) {
    n *= e->count;
    e = type_of(w->g, t = e->to);
  }
  bool longer = w->open && n <= 1;
  if (!e || !e->size || (!longer && (uint64_t)(w->off - base) > n * e->size)) return false;
  uint64_t at = (uint64_t)(w->off - base) / e->size;
  if (longer || at < n) any |= arrays_in(w, t, base + (int64_t)(at * e->size));
  if (at && base + (int64_t)(at * e->size) == w->off) /* the element before ends here */
    any |= arrays_in(w, t, base + (int64_t)((at - 1) * e->size));
  if (w->step % e->size || (!longer && w->step >= n * e->size)) return any;
  int64_t end = longer ? INT64_MAX : base + (int64_t)(n * e->size);
  w->lo = base < w->lo ? base : w->lo;
  w->hi = end > w->hi ? end : w->hi;
  return true;
}

/* The offsets [*lo, *hi) that a walk from off, which they include, may reach; false when the type does not say. */
static bool array_at(const pt_graph *g, const pt_obj *o, int64_t off, uint64_t step, int64_t *lo,
                     int64_t *hi) {
  const fe_ctype *ty = type_of(g, o->ctype);
  if (!ty || off < 0) return false;
  walk w = {g, off, step, false, INT64_MAX, INT64_MIN};
  bool within = (uint64_t)off < ty->size || o->size == ty->size; /* else it may be another of the type */
  if (!within || !arrays_in(&w, o->ctype, 0)) {
    w.open = true;
    if (!arrays_in(&w, o->ctype, 0)) return false;
  }
  if (w.lo == 0 && w.hi == INT64_MAX)
    return false; /* all of it, and what lies before may be of its kind too */
  *lo = w.lo;
  *hi = off == w.hi ? off + 1 : w.hi;
  assert(*lo <= off && off < *hi);
  return true;
}

/* ---- locations ---- */

static void enqueue(pt_graph *g, uint32_t loc) {
  SLICE_ROOM(g->pending, g->npending, g->cappending);
  g->pending[g->npending++] = loc;
}

/* Where in o->locs an offset is or belongs. */
static uint32_t place_of(const pt_graph *g, const pt_obj *o, int64_t off) {
  uint32_t lo = 0, hi = o->nlocs;
  while (lo < hi) {
    uint32_t mid = (lo + hi) / 2;
    if (g->locs[o->locs[mid]].off < off)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo;
}

/* After the ranges of an object changed: merge the locations that fell together. */
static void refold(pt_graph *g, uint32_t obj) {
  uint32_t n = g->objs[obj].nlocs, *was = g->objs[obj].locs;
  g->objs[obj].locs = NULL;
  g->objs[obj].nlocs = g->objs[obj].caplocs = 0;
  for (uint32_t i = 0; i < n; i++) {
    pt_obj *o = &g->objs[obj];
    int64_t off = canon(o, g->locs[was[i]].off);
    uint32_t at = place_of(g, o, off);
    if (at < o->nlocs && g->locs[o->locs[at]].off == off) {
      uint32_t keep = o->locs[at];
      g->locs[was[i]].rep = keep;
      pt_unify(g, g->locs[keep].node, g->locs[was[i]].node);
      continue;
    }
    g->locs[was[i]].off = off;
    SLICE_ROOM(o->locs, o->nlocs, o->caplocs);
    memmove(o->locs + at + 1, o->locs + at, (o->nlocs - at) * sizeof *o->locs);
    o->locs[at] = was[i];
    o->nlocs++;
  }
  free(was);
  for (uint32_t i = 0; i < g->objs[obj].nlocs; i++) enqueue(g, g->objs[obj].locs[i]);
}

void pt_widen(pt_graph *g, uint32_t obj, int64_t off, uint64_t stride) {
  pt_obj *o = &g->objs[obj];
  if (pt_one_cell(o) || stride == 0) return;
  pt_range r = {INT64_MIN, INT64_MAX, 0, stride};
  if (array_at(g, o, off, stride, &r.lo, &r.hi)) r.base = r.lo;
  for (bool again = true; again;) { /* swallow what overlaps, until nothing more does */
    again = false;
    for (uint32_t i = 0; i < o->nranges; i++) {
      pt_range x = o->ranges[i];
      if (x.hi <= r.lo || x.lo >= r.hi) continue;
      if (x.lo <= r.lo && x.hi >= r.hi && r.m % x.m == 0 && (r.base - x.base) % (int64_t)x.m == 0)
        return; /* already folded so */
      r.m = gcd(gcd(r.m, x.m), (uint64_t)llabs(x.base - r.base));
      r.lo = x.lo < r.lo ? x.lo : r.lo;
      r.hi = x.hi > r.hi ? x.hi : r.hi;
      r.base = r.lo == INT64_MIN ? 0 : r.lo;
      r.m = gcd(r.m, (uint64_t)llabs(x.base - r.base));
      o->ranges[i] = o->ranges[--o->nranges];
      again = true;
      break;
    }
  }
  o->ranges = slice_grow(o->ranges, o->nranges + 1, sizeof *o->ranges);
  o->ranges[o->nranges++] = r;
  refold(g, obj);
}

typedef struct seed {
  pt_graph *g;
  uint32_t node;
  bool any;
} seed;
static void seed_pointer(void *self, uint32_t pointee) {
  seed *s = self;
  s->any = true;
  pt_add(s->g, s->node, pt_sym(s->g, pointee));
}

static void note_pointer(void *self, uint32_t pointee) {
  (void)pointee;
  *(bool *)self = true;
}

/* What input memory holds before the unit runs: for a pointer in the type, the input object of its target type; where
 * the type tells nothing, anything the outside has. */
static void initial_contents(pt_graph *g, uint32_t obj, int64_t off, uint32_t node) {
  pt_obj o = g->objs[obj];
  bool input = o.kind == PT_SYM || o.kind == PT_BYVAL || (o.kind == PT_GLOBAL && !o.is_const);
  if (!input) return;
  seed s = {g, node, false};
  pointers_at(g, o.ctype, off, seed_pointer, &s);
  bool unknown = o.kind == PT_SYM || (o.kind == PT_GLOBAL && !g->p->globals[o.a].has_init);
  if (!s.any && unknown) pt_add(g, node, g->u);
}

uint32_t pt_loc_at(pt_graph *g, uint32_t obj, int64_t off) {
  pt_obj *o = &g->objs[obj];
  off = canon(o, off);
  uint32_t at = place_of(g, o, off);
  if (at < o->nlocs && g->locs[o->locs[at]].off == off) return o->locs[at];
  if (o->nlocs >= MAX_LOCS) {
    uint64_t m = (uint64_t)llabs(off);
    for (uint32_t i = 0; i < o->nlocs; i++) m = gcd(m, (uint64_t)llabs(g->locs[o->locs[i]].off));
    pt_widen(g, obj, INT64_MIN, m ? m : 1); /* INT64_MIN is in no array: folds the whole object */
    return pt_loc_at(g, obj, off);
  }
  uint32_t node = pt_new_node(g), loc = g->nlocs;
  SLICE_ROOM(g->locs, g->nlocs, g->caplocs);
  g->locs[g->nlocs++] = (pt_loc){.obj = obj, .node = node, .rep = loc, .off = off};
  SLICE_ROOM(o->locs, o->nlocs, o->caplocs);
  memmove(o->locs + at + 1, o->locs + at, (o->nlocs - at) * sizeof *o->locs);
  o->locs[at] = loc;
  o->nlocs++;
  initial_contents(g, obj, off, node);
  enqueue(g, loc);
  return loc;
}

uint32_t pt_loc_step(pt_graph *g, uint32_t loc, int64_t off, uint64_t stride) {
  loc = pt_loc_find(g, loc);
  uint32_t obj = g->locs[loc].obj;
  const pt_obj *o = &g->objs[obj];
  if (pt_one_cell(o) || (o->nranges == 1 && o->ranges[0].m == 1 && o->ranges[0].lo == INT64_MIN))
    return loc; /* nothing left to tell apart */
  if (off == 0 && stride && g->locs[loc].stepped == stride) return loc;
  int64_t to;
  if (__builtin_add_overflow(g->locs[loc].off, off, &to) || to > INT64_C(1) << 40 || to < -(INT64_C(1) << 40))
    to = 0, stride = 1; /* no object is that large: the offset means nothing, so fold */
  if (stride) pt_widen(g, obj, to, stride);
  uint32_t at = pt_loc_at(g, obj, to);
  if (off == 0 && stride && stride < UINT32_MAX) g->locs[at].stepped = (uint32_t)stride;
  return at;
}

uint32_t pt_sym(pt_graph *g, uint32_t t) {
  const fe_ctype *ty = type_of(g, t);
  if (!ty) return g->u;
  if (ty->kind == FE_T_FUNC) return pt_loc_at(g, g->unkfn, 0);
  if (!g->typekey[t]) g->typekey[t] = type_key(g, t, 0) | 1;
  uint64_t key = g->typekey[t];
  for (uint32_t i = 0; i < g->nsyms; i++)
    if (g->syms[i].key == key) return pt_loc_at(g, g->syms[i].obj, 0);
  while (ty->kind == FE_T_ARRAY && ty->to != FE_NONE) t = ty->to, ty = type_of(g, t);
  uint32_t obj = pt_new_obj(g, PT_SYM, t, 0, 0, t);
  SLICE_ROOM(g->syms, g->nsyms, g->capsyms);
  g->syms[g->nsyms++] = (pt_symkey){key, obj};
  return pt_loc_at(g, obj, 0);
}

/* ---- block copies and the outside ---- */

static bool typed_record(const pt_graph *g, const pt_obj *o) {
  const fe_ctype *ty = type_of(g, o->ctype);
  return ty && (ty->kind == FE_T_STRUCT || ty->kind == FE_T_UNION || ty->kind == FE_T_PTR) && ty->size;
}

void pt_smear_in(pt_graph *g, uint32_t obj, uint32_t node) {
  if (obj == g->unknown) { /* what comes back from there is the outside, whatever went in */
    pt_edge(g, node, g->out);
    return;
  }
  if (!slice_set_add(&g->objs[obj].smear_in, node)) return;
  for (uint32_t i = 0; i < g->objs[obj].nlocs; i++) pt_edge(g, node, g->locs[g->objs[obj].locs[i]].node);
  for (uint32_t i = 0; i < g->objs[obj].nlinks; i++) pt_smear_in(g, g->objs[obj].links[i].dst, node);
}

void pt_smear_out(pt_graph *g, uint32_t obj, uint32_t node) {
  if (!slice_set_add(&g->objs[obj].smear_out, node)) return;
  for (uint32_t i = 0; i < g->objs[obj].nlocs; i++) pt_edge(g, g->locs[g->objs[obj].locs[i]].node, node);
}

void pt_link_add(pt_graph *g, uint32_t obj, pt_link l) {
  pt_obj *o = &g->objs[obj];
  if (o->kind == PT_FUNC || o->kind == PT_UNKFN) return;
  SLICE_ROOM(o->links, o->nlinks, o->caplinks);
  o->links[o->nlinks++] = l;
  if (pt_one_cell(o)) { /* no offsets to carry over: its contents may be anywhere in the copy */
    pt_smear_in(g, l.dst, pt_node_at(g, obj, 0));
    return;
  }
  if (o->kind == PT_SYM && !typed_record(g, o)) pt_smear_in(g, l.dst, g->src);
  if (o->kind == PT_SYM ||
      o->kind == PT_GLOBAL) { /* make the pointers the type names exist, so that they are copied */
    const fe_ctype *ty = type_of(g, o->ctype);
    uint64_t size = ty ? ty->size : 0;
    for (uint64_t k = 0; k + 8 <= size && k < 8 * MAX_LOCS; k += 8) {
      bool any = false;
      pointers_at(g, g->objs[obj].ctype, (int64_t)k, note_pointer, &any);
      if (any) pt_loc_at(g, obj, (int64_t)k);
    }
  }
  for (slice_iter it = {0}; slice_set_next(&g->objs[obj].smear_in, &it);) pt_smear_in(g, l.dst, it.x);
  SLICE_ROOM(g->fresh, g->nfresh, g->capfresh);
  g->fresh[g->nfresh++] = (pt_fresh){obj, g->objs[obj].nlinks - 1};
}

static void apply_link(pt_graph *g, uint32_t loc, pt_link l) {
  pt_obj *o = &g->objs[g->locs[loc].obj];
  int64_t rel = g->locs[loc].off - l.from;
  uint64_t stride = 0;
  const pt_range *r = pt_range_at(o, g->locs[loc].off);
  if (r) { /* the location stands for all elements of an array */
    int64_t m = (int64_t)r->m;
    if (pt_range_at(o, l.from) == r) rel = ((rel % m) + m) % m;
    if (l.len == 0 || l.len > r->m || pt_range_at(o, l.from) != r) stride = r->m;
  }
  if (!stride && (rel < 0 || (l.len && (uint64_t)rel >= l.len))) return;
  uint32_t node = g->locs[loc].node;
  if (stride) pt_widen(g, l.dst, l.to + rel, stride);
  uint32_t to = pt_loc_at(g, l.dst, l.to + rel);
  pt_edge(g, node, to == g->u ? g->out : g->locs[to].node);
}

void pt_drain(pt_graph *g) {
  while (g->npending || g->nfresh) {
    if (!g->npending) { /* a new link: its object's locations, as they are now (applying may fold the object) */
      pt_fresh x = g->fresh[--g->nfresh];
      uint32_t n = g->objs[x.obj].nlocs, *locs = slice_alloc(n, sizeof *locs);
      if (n) memcpy(locs, g->objs[x.obj].locs, n * sizeof *locs);
      for (uint32_t i = 0; i < n; i++) apply_link(g, pt_loc_find(g, locs[i]), g->objs[x.obj].links[x.link]);
      free(locs);
      continue;
    }
    uint32_t loc = pt_loc_find(g, g->pending[--g->npending]);
    uint32_t obj = g->locs[loc].obj, node = g->locs[loc].node;
    for (slice_iter it = {0}; slice_set_next(&g->objs[obj].smear_in, &it);) pt_edge(g, it.x, node);
    for (slice_iter it = {0}; slice_set_next(&g->objs[obj].smear_out, &it);) pt_edge(g, node, it.x);
    for (uint32_t i = 0; i < g->objs[obj].nlinks; i++)
      if (!pt_one_cell(&g->objs[obj])) apply_link(g, pt_loc_find(g, loc), g->objs[obj].links[i]);
  }
}
