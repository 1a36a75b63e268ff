/* From a finished path to a case: the entry constraint is the path condition, the effect is what memory holds that differs
 * from entry. Paths with the same own decisions, the same outcome and the same shape are one case: their constraints are
 * joined by "or" and their effects guarded, so that a callee run inside the unit multiplies nothing. */
#include "explorer/internal.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_STUB_BYTES = 4096 };

typedef struct draft {
  sum_case c;
  uint64_t hash;      /* of decisions, outcome, place */
  struct draft *next; /* of the same hash bucket */
} draft;

struct ex_case_index {
  draft **buckets;
  uint32_t nbuckets, n, cap;
  draft **all;
};

static void *keep(ex_unit *u, const void *p, size_t n) {
  return n ? memcpy(sum_alloc_bytes(u->sum, n), p, n) : NULL;
}

/* ---- parts of the case ---- */

static void take_decisions(ex_unit *u, const ex_state *s, sum_case *c) {
  c->ndecisions = s->path ? s->path->length : 0;
  c->decisions = sum_alloc_bytes(u->sum, c->ndecisions * sizeof *c->decisions);
  uint32_t i = c->ndecisions;
  for (const ex_node *n = s->path; n; n = n->next) c->decisions[--i] = (sum_decision){n->insn, n->edge};
}

static void take_constraint(ex_unit *u, const ex_state *s, sum_case *c) {
  uint32_t n = (uint32_t)ex_pc_depth(s->pc);
  c->constraint = sum_alloc_bytes(u->sum, n * sizeof *c->constraint);
  c->nconstraint = n;
  for (ex_pc *pc = s->pc; pc; pc = ex_pc_parent(pc)) c->constraint[--n] = ex_pc_term(pc);
  assert(n == 0);
}

static void take_needs(ex_unit *u, const ex_state *s, sum_case *c) {
  for (const ex_need_node *n = s->needs; n; n = n->next) c->nneeds++;
  c->needs = sum_alloc_bytes(u->sum, c->nneeds * sizeof *c->needs);
  uint32_t i = c->nneeds;
  for (const ex_need_node *n = s->needs; n; n = n->next) {
    const ex_obj *o = ex_obj_at(s, n->obj);
    c->needs[--i] = (sum_need){n->obj, o->lo, o->hi};
  }
}

static void take_stack(ex_unit *u, const ex_state *s, sum_case *c) {
  const sum_case *inner = u->inner_stack;
  if (inner) c->nstack = inner->nstack;
  for (const ex_frame *f = s->top; f; f = f->caller) c->nstack++;
  c->stack = sum_alloc_bytes(u->sum, c->nstack * sizeof *c->stack);
  uint32_t i = 0;
  for (; inner && i < inner->nstack; i++)
    c->stack[i] = (sum_place){sum_strdup(u->sum, inner->stack[i].usr), inner->stack[i].insn};
  for (const ex_frame *f = s->top; f; f = f->caller)
    c->stack[i++] = (sum_place){sum_strdup(u->sum, u->p->funcs[f->func].usr), f->insn};
}

/* ---- effect ---- */

typedef struct writes {
  sum_write *w;
  uint32_t n, cap;
} writes;

static void add_write(writes *ws, sum_write w) {
  if (ws->n == ws->cap) {
    ws->cap = ws->cap ? 2 * ws->cap : 16;
    ws->w = ex_xrealloc(ws->w, ws->cap * sizeof *ws->w);
  }
  ws->w[ws->n++] = w;
}

static bool number_bytes(const ex_obj *o, int64_t offset, unsigned n, uint64_t *value) {
  *value = 0;
  for (unsigned i = 0; i < n; i++) {
    ex_cell c = ex_mem_cell(o, offset + i);
    if (c.state != EX_BYTE || !c.dirty) return false;
    *value |= (uint64_t)c.byte << (8 * i);
  }
  return true;
}

/* How many bytes from offset on form one value: a whole term, an address, the cell of the type, else an aligned word. */
static unsigned value_bytes(ex_unit *u, const ex_obj *o, int64_t offset) {
  ex_cell c = ex_mem_cell(o, offset);
  uint64_t value;
  if (c.state == EX_TERM && c.k == 0) {
    unsigned n = term_get(u->tc, c.t)->width / 8, i = 1;
    for (; i < n; i++) {
      ex_cell d = ex_mem_cell(o, offset + i);
      if (d.state != EX_TERM || d.t != c.t || d.k != i || !d.dirty) break;
    }
    if (i == n) return n;
  }
  if (c.state != EX_BYTE) return 1;
  uint32_t obj;
  int64_t at, cell;
  unsigned bytes;
  char path[64];
  if (number_bytes(o, offset, 8, &value) && term_addr_split(value, &obj, &at) && obj &&
      obj <= shape_obj_count(u->space))
    return 8;
  if (ex_type_at(u, o->ctype, offset, 1, &cell, &bytes, path, sizeof path) != FE_NONE)
    return cell == offset && bytes <= 8 && number_bytes(o, offset, bytes, &value) ? bytes : 1;
  for (bytes = 8; bytes > 1; bytes /= 2)
    if (offset % bytes == 0 && number_bytes(o, offset, bytes, &value)) return bytes;
  return 1;
}

static bool is_entry_value(ex_unit *u, const ex_obj *o, int64_t offset, unsigned n, term t) {
  const term_node *node = term_get(u->tc, t);
  if (node->op != T_ATOM) return false;
  const shape_atom *a = shape_atom_get(u->space, node->aux);
  return a->kind == SHAPE_CELL && a->obj == o->id && a->offset == offset && a->width == 8 * n;
}

/* What a stub wrote is named in the effect, for people; sum_clobber covers whatever is left. */
static void name_stub_bytes(ex_unit *u, ex_state *s, uint32_t id) {
  const ex_obj *o = ex_obj_at(s, id);
  int64_t end = o->growable || o->size.t ? o->hi : (int64_t)o->size.c;
  if (end < (int64_t)1 && o->ctype != FE_NONE) end = (int64_t)ex_type(u, o->ctype)->size;
  if (end > MAX_STUB_BYTES) end = MAX_STUB_BYTES;
  for (int64_t at = 0; at < end;) {
    int64_t cell = at;
    unsigned bytes = 1;
    char path[256];
    if (ex_mem_cell(ex_obj_at(s, id), at).state != EX_UNSET) { /* somebody read it since */
      ex_mem_mark(s, id, at++);
      continue;
    }
    if (ex_type_at(u, ex_obj_at(s, id)->ctype, at, 1, &cell, &bytes, path, sizeof path) == FE_NONE ||
        cell != at)
      bytes = 1;
    ex_val v = ex_mem_read(u, s, id, at, bytes);
    ex_mem_write(u, s, id, at, bytes, v, true);
    at += bytes;
  }
}

static void object_writes(ex_unit *u, ex_state *s, const ex_obj *o, writes *ws) {
  if (o->fill == EX_FILL_STUB) {
    name_stub_bytes(u, s, o->id);
    o = ex_obj_at(s, o->id);
  }
  for (uint32_t i = 0; i < o->nchunks; i++) {
    for (int64_t at = o->index[i] * EX_CHUNK, end = at + EX_CHUNK; at < end;) {
      ex_cell c = ex_mem_cell(o, at);
      if (c.state == EX_UNSET || !c.dirty) {
        at++;
        continue;
      }
      unsigned n = value_bytes(u, o, at);
      term t = ex_term(u, ex_mem_read(u, s, o->id, at, n), 8 * n);
      if (!is_entry_value(u, o, at, n, t)) add_write(ws, (sum_write){o->id, at, n, t});
      at += n;
    }
  }
}

/* ---- stubs ---- */

static int by_symbol(const void *pa, const void *pb) {
  const sum_answers *a = pa, *b = pb;
  int d = strcmp(a->symbol, b->symbol);
  if (!d) d = (a->via > b->via) - (a->via < b->via);
  return d ? d : (a->obj > b->obj) - (a->obj < b->obj);
}

static void take_answers(ex_unit *u, const ex_state *s, sum_case *c) {
  sum_answers *found = NULL;
  uint32_t cap = 0;
  for (const ex_count *a = s->answers; a; a = a->next) {
    char callback[300];
    const char *symbol = a->via ? callback : a->obj ? "" : ex_stub_name(u, a->func);
    if (a->via) ex_callback_symbol(u, a->via, callback, sizeof callback);
    uint32_t i = 0;
    while (i < c->nanswers &&
           (found[i].via != a->via || found[i].obj != a->obj || strcmp(found[i].symbol, symbol)))
      i++;
    if (i == cap) found = ex_xrealloc(found, (cap = cap ? 2 * cap : 8) * sizeof *found);
    if (i == c->nanswers) found[c->nanswers++] = (sum_answers){sum_strdup(u->sum, symbol), a->via, a->obj, 0};
    found[i].count += a->step;
  }
  c->answers = sum_alloc_bytes(u->sum, c->nanswers * sizeof *c->answers);
  if (found) memcpy(c->answers, found, c->nanswers * sizeof *found);
  free(found);
  if (c->nanswers) qsort(c->answers, c->nanswers, sizeof *c->answers, by_symbol);
  c->ntries = s->nallocs;
}

static int by_object(const void *pa, const void *pb) {
  const sum_clobber *a = pa, *b = pb;
  return (a->obj > b->obj) - (a->obj < b->obj);
}

static void add_clobber(ex_unit *u, sum_case *c, uint32_t obj, uint32_t func, uint32_t answer, uint32_t arg) {
  for (uint32_t i = 0; i < c->nclobbers; i++)
    if (c->clobbers[i].obj == obj) return;
  sum_clobber *all = sum_alloc_bytes(u->sum, (c->nclobbers + 1) * sizeof *all);
  if (c->nclobbers) memcpy(all, c->clobbers, c->nclobbers * sizeof *all);
  all[c->nclobbers++] = (sum_clobber){obj, sum_strdup(u->sum, ex_stub_name(u, func)), answer, arg};
  c->clobbers = all;
}

bool ex_is_own_copy(const ex_unit *u, const ex_obj *o) {
  if (o->kind != SHAPE_INPUT) return false;
  const shape_atom *via = shape_atom_get(u->space, shape_obj_get(u->space, o->id)->via);
  return via->kind == SHAPE_PARAM && via->index < u->fn->nparams && u->fn->param_byval[via->index];
}

/* Objects the path left to stubs, those behind pointers nobody followed included. */
static void take_clobbers(ex_unit *u, const ex_state *s, sum_case *c) {
  for (uint32_t p = 0; p < s->npages; p++)
    for (uint32_t k = 0; s->pages[p] && k < EX_PAGE; k++) {
      const ex_obj *o = s->pages[p]->obj[k];
      if (o && o->alive && o->fill == EX_FILL_STUB && o->kind != SHAPE_LOCAL && !ex_is_own_copy(u, o))
        add_clobber(u, c, o->id, o->stub, o->stub_count, o->stub_arg);
    }
  for (const ex_left *l = s->left; l; l = l->next) {
    uint32_t obj;
    int64_t off;
    if (ex_bound(s, l->atom, &obj, &off)) continue;
    shape_atom a = *shape_atom_get(u->space, l->atom);
    char name[300];
    snprintf(name, sizeof name, "*%s", a.name);
    shape_obj so = {.kind = SHAPE_INPUT, .via = l->atom, .name = name, .type = "", .symbol = ""};
    add_clobber(u, c, shape_obj_intern(u->space, &so), l->func, l->count, l->arg);
  }
  if (c->nclobbers) qsort(c->clobbers, c->nclobbers, sizeof *c->clobbers, by_object);
}

static void take_effect(ex_unit *u, ex_state *s, sum_case *c) {
  writes ws = {0};
  uint32_t nfrees = 0, nallocs = 0, cap = 0;
  uint32_t *frees = NULL;
  sum_alloc *allocs = NULL;
  for (uint32_t p = 0; p < s->npages; p++) {
    for (uint32_t k = 0; s->pages[p] && k < EX_PAGE; k++) {
      const ex_obj *o = s->pages[p]->obj[k];
      if (!o || o->kind == SHAPE_LOCAL || ex_is_own_copy(u, o) || (!o->dirty && o->kind != SHAPE_HEAP))
        continue;
      if (nfrees + nallocs >= cap) {
        cap = cap ? 2 * cap : 8;
        frees = ex_xrealloc(frees, cap * sizeof *frees);
        allocs = ex_xrealloc(allocs, cap * sizeof *allocs);
      }
      if (!o->alive) {
        if (o->kind == SHAPE_INPUT) frees[nfrees++] = o->id;
        continue;
      }
      if (o->kind == SHAPE_HEAP)
        allocs[nallocs++] = (sum_alloc){o->id, ex_term(u, o->size, 64), o->fill == EX_FILL_ZERO};
      object_writes(u, s, o, &ws);
    }
  }
  c->nwrites = ws.n;
  c->writes = keep(u, ws.w, ws.n * sizeof *ws.w);
  c->nfrees = nfrees;
  c->frees = keep(u, frees, nfrees * sizeof *frees);
  c->nallocs = nallocs;
  c->allocs = keep(u, allocs, nallocs * sizeof *allocs);
  free(ws.w), free(frees), free(allocs);
}

/* ---- leaks ---- */

/* The first heap object, by allocation, that is still allocated at the end: of the program, or of a unit that leaves no way
 * to it (through its result, a global or what it was given). 0: none. */
static uint32_t leaked(ex_unit *u, ex_state *s, const ex_val *ret, uint32_t nret) {
  uint32_t nobjs = shape_obj_count(u->space), found = 0;
  ex_reach r = {.u = u};
  if (!u->e->opt.whole_program) {
    for (uint32_t i = 0; i < nret; i++) ex_reach_value(&r, s, ret[i]);
    for (uint32_t id = 1; id <= nobjs; id++) {
      const ex_obj *o = ex_obj_at(s, id);
      if (o && o->alive && o->kind != SHAPE_HEAP && o->kind != SHAPE_LOCAL)
        ex_reach_value(&r, s, ex_num(term_addr_value(id, 0)));
    }
    ex_reach_close(&r, s);
  }
  for (uint32_t id = 1; id <= nobjs && !found; id++) {
    const ex_obj *o = ex_obj_at(s, id);
    if (o && o->alive && o->kind == SHAPE_HEAP && !ex_reached(&r, id)) found = id;
  }
  ex_reach_free(&r);
  return found;
}

bool ex_leaks(ex_unit *u, ex_state *s, const ex_val *ret, uint32_t nret) {
  if (u->relation || !(u->e->opt.checks & EX_CHECK(SUM_LEAK))) return false;
  uint32_t obj = leaked(u, s, ret, nret);
  if (!obj) return false;
  char detail[320];
  const shape_obj *so = shape_obj_get(u->space, obj);
  snprintf(detail, sizeof detail, "%s is never freed", so->name);
  /* the place to look at is where it was allocated */
  sum_place site = {so->symbol, so->site};
  sum_case allocation = {.stack = &site, .nstack = 1};
  u->inner_stack = &allocation;
  ex_error(u, s, SUM_LEAK, detail);
  u->inner_stack = NULL;
  return true;
}

/* ---- witness ---- */

static int by_atom(const void *a, const void *b) {
  uint32_t x = ((const sum_value *)a)->atom, y = ((const sum_value *)b)->atom;
  return (x > y) - (x < y);
}

static void take_witness(ex_unit *u, const ex_state *s, sum_case *c) {
  uint32_t natoms = shape_atom_count(u->space) + 1;
  uint8_t *seen = ex_xrealloc(NULL, natoms);
  memset(seen, 0, natoms);
  for (uint32_t i = 0; i < u->fn->nparams; i++)
    if (u->param_atom[i]) seen[u->param_atom[i]] = 1;
  for (uint32_t i = 0; i < c->nconstraint; i++) {
    uint32_t n;
    const uint32_t *atoms = term_atoms(u->tc, c->constraint[i], &n);
    for (uint32_t k = 0; k < n; k++) seen[atoms[k]] = 1;
  }
  for (const ex_bind *b = s->binds; b; b = b->next) seen[b->atom] = 1;
  uint32_t n = 0;
  for (uint32_t i = 0; i < natoms; i++) n += seen[i];
  c->witness = sum_alloc_bytes(u->sum, n * sizeof *c->witness);
  for (uint32_t i = 0; i < natoms; i++) {
    if (!seen[i]) continue;
    term_u128 v = term_model_get(s->model->m, i);
    c->witness[c->nwitness++] = (sum_value){i, (uint64_t)v, (uint64_t)(v >> 64)};
  }
  qsort(c->witness, c->nwitness, sizeof *c->witness, by_atom);
  free(seen);
}

/* ---- joining ---- */

static uint64_t hash_case(const sum_case *c) {
  uint64_t h = 1469598103934665603u ^ c->outcome;
  for (uint32_t i = 0; i < c->ndecisions; i++) {
    h = (h ^ c->decisions[i].insn) * 1099511628211u;
    h = (h ^ c->decisions[i].edge) * 1099511628211u;
  }
  if (c->nstack && c->outcome > SUM_CUT) h = (h ^ c->stack[0].insn) * 1099511628211u;
  return h ^ (h >> 29);
}

static bool same_shape(const sum_case *a, const sum_case *b) {
  if (a->outcome != b->outcome || a->bound != b->bound || a->ndecisions != b->ndecisions ||
      a->variant != b->variant ||
      (a->ndecisions && memcmp(a->decisions, b->decisions, a->ndecisions * sizeof *a->decisions)))
    return false;
  if (a->outcome == SUM_CUT) return true; /* how it looked when it was given up is nobody's business */
  if (a->nneeds != b->nneeds || a->nfrees != b->nfrees || a->nallocs != b->nallocs || a->nret != b->nret ||
      a->nwrites != b->nwrites || a->nstack != b->nstack || strcmp(a->detail, b->detail))
    return false;
  for (uint32_t i = 0; i < a->nstack && a->outcome != SUM_RETURNED; i++)
    if (a->stack[i].insn != b->stack[i].insn || strcmp(a->stack[i].usr, b->stack[i].usr)) return false;
  for (uint32_t i = 0; i < a->nneeds; i++)
    if (a->needs[i].obj != b->needs[i].obj) return false;
  for (uint32_t i = 0; i < a->nwrites; i++)
    if (a->writes[i].obj != b->writes[i].obj || a->writes[i].offset != b->writes[i].offset ||
        a->writes[i].bytes != b->writes[i].bytes)
      return false;
  if (a->nfrees && memcmp(a->frees, b->frees, a->nfrees * sizeof *a->frees)) return false;
  if (!sum_same_stub_use(a, b)) return false;
  for (uint32_t i = 0; i < a->nallocs; i++)
    if (a->allocs[i].obj != b->allocs[i].obj || a->allocs[i].zeroed != b->allocs[i].zeroed) return false;
  return true;
}

static term conjunction(ex_unit *u, const term *t, uint32_t n) {
  term r = term_bool(u->tc, true);
  for (uint32_t i = 0; i < n; i++) r = term_and(u->tc, r, t[i]);
  return r;
}

/* a stands for both afterwards. */
static void join(ex_unit *u, sum_case *a, const sum_case *b) {
  uint32_t k = 0;
  while (k < a->nconstraint && k < b->nconstraint && a->constraint[k] == b->constraint[k]) k++;
  term ga = conjunction(u, a->constraint + k, a->nconstraint - k),
       gb = conjunction(u, b->constraint + k, b->nconstraint - k);
  term either = term_or(u->tc, ga, gb);
  term *conj = sum_alloc_bytes(u->sum, (k + 1) * sizeof *conj);
  if (k) memcpy(conj, a->constraint, k * sizeof *conj);
  a->nconstraint = k;
  if (!term_is_const(u->tc, either)) conj[a->nconstraint++] = either;
  a->constraint = conj;
  for (uint32_t i = 0; i < a->nret; i++) a->ret[i] = term_ite(u->tc, ga, a->ret[i], b->ret[i]);
  for (uint32_t i = 0; i < a->nwrites; i++)
    a->writes[i].value = term_ite(u->tc, ga, a->writes[i].value, b->writes[i].value);
  for (uint32_t i = 0; i < a->nallocs; i++)
    a->allocs[i].size = term_ite(u->tc, ga, a->allocs[i].size, b->allocs[i].size);
  for (uint32_t i = 0; i < a->nneeds; i++) {
    if (b->needs[i].lo < a->needs[i].lo) a->needs[i].lo = b->needs[i].lo;
    if (b->needs[i].hi > a->needs[i].hi) a->needs[i].hi = b->needs[i].hi;
  }
}

static void index_add(ex_unit *u, const sum_case *c) {
  if (!u->cases) {
    u->cases = ex_arena_alloc(u->arena, sizeof *u->cases);
    u->cases->nbuckets = 4096;
    u->cases->buckets = ex_arena_alloc(u->arena, u->cases->nbuckets * sizeof *u->cases->buckets);
  }
  struct ex_case_index *x = u->cases;
  uint64_t h = hash_case(c);
  draft **bucket = &x->buckets[h % x->nbuckets];
  for (draft *d = *bucket; d; d = d->next)
    if (d->hash == h && same_shape(&d->c, c)) {
      if (c->outcome == SUM_CUT) return;
      if (!u->e->opt.whole_program && !u->e->opt.no_partial) {
        join(u, &d->c, c);
        return;
      }
      if (!u->e->opt.no_partial)
        return; /* one way of several: nobody applies the summary of an entry point */
    }
  draft *d = ex_arena_alloc(u->arena, sizeof *d);
  *d = (draft){*c, h, *bucket};
  *bucket = d;
  if (x->n == x->cap) {
    x->cap = x->cap ? 2 * x->cap : 64;
    draft **all = ex_arena_alloc(u->arena, x->cap * sizeof *all);
    if (x->n) memcpy(all, x->all, x->n * sizeof *all);
    x->all = all;
  }
  x->all[x->n++] = d;
}

/* ---- the two ends ---- */

static void finish_relation(ex_unit *u, ex_state *s, sum_outcome outcome, const ex_val *ret,
                            const fe_ty *ret_ty, uint32_t nret) {
  if (outcome != SUM_RETURNED || !nret) return;
  unsigned w = ret_ty[0].bits;
  ex_leaf *leaf = ex_arena_alloc(u->arena, sizeof *leaf);
  leaf->allowed = term_not(u->tc, term_eq(u->tc, ex_term(u, ret[0], w), term_const(u->tc, w, 0)));
  leaf->pc = s->pc ? ex_pc_ref(s->pc) : NULL;
  leaf->next = u->relation->leaves;
  u->relation->leaves = leaf;
}

/* Bytes of cases that one unit may make: paths through an endless loop grow with each round, and so do their cases. */
enum { MOST_RECORDED = 128 << 20 };

void ex_finish(ex_unit *u, ex_state *s, sum_outcome outcome, sum_bound_kind bound, const char *detail,
               const ex_val *ret, const fe_ty *ret_ty, uint32_t nret) {
  if (u->relation) {
    finish_relation(u, s, outcome, ret, ret_ty, nret);
    return;
  }
  u->e->stats.paths++;
  u->npaths++;
  ex_cover_path(u, s);
  if (u->npaths >= u->most_paths) {
    if (!u->stop) ex_note_bound(u, s, SUM_B_CASES);
    u->stop = true;
  }
  sum_case c = {.outcome = (uint8_t)outcome, .bound = (uint8_t)bound, .detail = sum_strdup(u->sum, detail)};
  take_decisions(u, s, &c);
  take_constraint(u, s, &c);
  take_needs(u, s, &c);
  if (outcome != SUM_RETURNED) take_stack(u, s, &c);
  c.nret = nret;
  c.ret = sum_alloc_bytes(u->sum, nret * sizeof *c.ret);
  for (uint32_t i = 0; i < nret; i++) c.ret[i] = ex_term(u, ret[i], ret_ty[i].bits);
  take_answers(u, s, &c);
  if (outcome == SUM_RETURNED || outcome == SUM_EXITED) {
    take_clobbers(u, s, &c);
    take_effect(u, s, &c);
  }
  take_witness(u, s, &c);
  index_add(u, &c);
  u->recorded += c.ndecisions * sizeof *c.decisions + c.nconstraint * sizeof *c.constraint +
                 c.nwitness * sizeof *c.witness;
  if (u->recorded > MOST_RECORDED) {
    if (!u->stop) ex_note_bound(u, s, SUM_B_MEMORY);
    u->stop = true;
  }
}

/* Depth-first order of the path tree, false before true: stable whatever order the search took. */
static int by_path(const void *pa, const void *pb) {
  const sum_case *a = &(*(draft *const *)pa)->c, *b = &(*(draft *const *)pb)->c;
  for (uint32_t i = 0; i < a->ndecisions && i < b->ndecisions; i++) {
    if (a->decisions[i].insn != b->decisions[i].insn)
      return a->decisions[i].insn < b->decisions[i].insn ? -1 : 1;
    if (a->decisions[i].edge != b->decisions[i].edge)
      return a->decisions[i].edge < b->decisions[i].edge ? -1 : 1;
  }
  if (a->ndecisions != b->ndecisions) return a->ndecisions < b->ndecisions ? -1 : 1;
  if (a->outcome != b->outcome) return a->outcome < b->outcome ? -1 : 1;
  return 0;
}

/* qsort is not stable: merge by hand. */
static void sort_stable(draft **a, draft **tmp, uint32_t n) {
  if (n < 2) return;
  uint32_t h = n / 2, i = 0, k = h, o = 0;
  sort_stable(a, tmp, h);
  sort_stable(a + h, tmp, n - h);
  while (i < h && k < n) tmp[o++] = by_path(&a[k], &a[i]) < 0 ? a[k++] : a[i++];
  while (i < h) tmp[o++] = a[i++];
  while (k < n) tmp[o++] = a[k++];
  memcpy(a, tmp, n * sizeof *a);
}

void ex_cases_done(ex_unit *u) {
  struct ex_case_index *x = u->cases;
  if (!x) return;
  draft **tmp = ex_xrealloc(NULL, x->n * sizeof *tmp);
  sort_stable(x->all, tmp, x->n);
  free(tmp);
  u->sum->cases = sum_alloc_bytes(u->sum, x->n * sizeof *u->sum->cases);
  u->sum->ncases = x->n;
  for (uint32_t i = 0; i < x->n; i++) u->sum->cases[i] = x->all[i]->c;
}
