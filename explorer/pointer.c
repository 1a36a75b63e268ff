/* From an address term to memory. An address is a base (an object, an input pointer, a guarded choice of pointers) plus a
 * linear offset. Input pointers are materialised (input.c), guarded ones forked. A symbolic index stays symbolic: a read
 * becomes T_READ over the cells it may hit, a write makes each of those cells conditional. This is LA's delayed alias
 * relation; which cell it is gets decided by the solver, when a witness is needed. */
#include "explorer/internal.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_CELLS = 1024, MAX_ENUM = 64, MAX_ADDENDS = 32, NULL_PAGE = 4096 };

/* ---- taking an address apart ---- */

/* untyped: also count a 64-bit input whose type is not known. */
static bool is_pointer(ex_unit *u, term t, bool untyped, int depth) {
  const term_node *n = term_get(u->tc, t);
  switch (n->op) {
  case T_ADDR: return true;
  case T_ATOM: {
    const shape_atom *a = shape_atom_get(u->space, n->aux);
    return a->is_pointer || (untyped && a->width == 64 && !a->type[0]);
  }
  case T_ITE: {
    term a = n->b, b = n->c;
    return depth < 8 && (is_pointer(u, a, untyped, depth + 1) || is_pointer(u, b, untyped, depth + 1));
  }
  case T_ADD: {
    term a = n->a, b = n->b;
    return depth < 8 && (is_pointer(u, a, untyped, depth + 1) || is_pointer(u, b, untyped, depth + 1));
  }
  case T_READ: {
    uint32_t cells;
    const term *table = term_table(u->tc, n->aux, &cells);
    for (uint32_t i = 0; i < cells && i < 8; i++)
      if (depth < 8 && is_pointer(u, table[i], untyped, depth + 1)) return true;
    return false;
  }
  default: return false;
  }
}

/* addr == base + rest; false when no addend can be the base. */
static bool split_by(ex_unit *u, term addr, bool untyped, term *base, term *rest) {
  term todo[MAX_ADDENDS];
  unsigned n = 0;
  todo[n++] = addr;
  *base = 0;
  *rest = term_const(u->tc, 64, 0);
  while (n) {
    term t = todo[--n];
    term_node node = *term_get(u->tc, t);
    if (node.op == T_ADD && n + 2 <= MAX_ADDENDS) {
      todo[n++] = node.b;
      todo[n++] = node.a;
    } else if (!*base && is_pointer(u, t, untyped, 0)) {
      *base = t;
    } else {
      *rest = term_bin(u->tc, T_ADD, *rest, t);
    }
  }
  return *base != 0;
}

static void split(ex_unit *u, term addr, term *base, term *rest) {
  if (split_by(u, addr, false, base, rest) || split_by(u, addr, true, base, rest)) return;
  /* an integer input used as an address */
  if (term_get(u->tc, addr)->op == T_ATOM) *base = addr, *rest = term_const(u->tc, 64, 0);
}

typedef struct linear { /* value == stride * index + rem, index over the addends */
  uint64_t stride;
  int64_t rem;
  term index;
} linear;

static uint64_t gcd(uint64_t a, uint64_t b) {
  while (b) {
    uint64_t t = a % b;
    a = b;
    b = t;
  }
  return a;
}

/* A product by a constant, as coefficient and factor; factor 0 for a constant. */
static int64_t coefficient(ex_unit *u, term t, term *factor) {
  term_node n = *term_get(u->tc, t);
  *factor = t;
  if (n.op == T_CONST) {
    *factor = 0;
    return (int64_t)n.value;
  }
  if (n.op == T_MUL && (term_is_const(u->tc, n.a) || term_is_const(u->tc, n.b))) {
    bool left = term_is_const(u->tc, n.a);
    *factor = left ? n.b : n.a;
    return (int64_t)term_const_value(u->tc, left ? n.a : n.b);
  }
  if (n.op == T_SHL && term_is_const(u->tc, n.b) && term_const_value(u->tc, n.b) < 32) {
    *factor = n.a;
    return (int64_t)1 << term_const_value(u->tc, n.b);
  }
  if (n.op == T_CONCAT && term_is_const(u->tc, n.b) && !term_const_value(u->tc, n.b)) {
    unsigned low = term_get(u->tc, n.b)->width;
    if (low < 32) {
      *factor = term_zext(u->tc, 64, n.a);
      return (int64_t)1 << low;
    }
  }
  if (n.op == T_NEG) {
    *factor = n.a;
    return -1;
  }
  return 1;
}

static linear linear_form(ex_unit *u, term t) {
  term todo[MAX_ADDENDS], factors[MAX_ADDENDS];
  int64_t coef[MAX_ADDENDS];
  unsigned n = 0, k = 0;
  int64_t constant = 0;
  uint64_t stride = 0;
  todo[n++] = t;
  while (n) {
    term a = todo[--n], factor;
    term_node node = *term_get(u->tc, a);
    if (node.op == T_ADD && n + 2 <= MAX_ADDENDS && k + n + 2 <= MAX_ADDENDS) {
      todo[n++] = node.b;
      todo[n++] = node.a;
      continue;
    }
    int64_t c = coefficient(u, a, &factor);
    if (!factor) {
      constant += c;
      continue;
    }
    coef[k] = c;
    factors[k++] = factor;
    stride = gcd(stride, (uint64_t)(c < 0 ? -c : c));
  }
  linear l = {stride ? stride : 1, 0, 0};
  int64_t st = (int64_t)l.stride;
  l.rem = ((constant % st) + st) % st;
  l.index = term_const(u->tc, 64, (uint64_t)((constant - l.rem) / st));
  for (unsigned i = 0; i < k; i++)
    l.index = term_bin(u->tc, T_ADD, l.index,
                       term_bin(u->tc, T_MUL, factors[i], term_const(u->tc, 64, (uint64_t)(coef[i] / st))));
  return l;
}

uint64_t ex_stride(ex_unit *u, term t) {
  linear l = linear_form(u, t);
  return gcd(l.stride, (uint64_t)l.rem);
}

/* ---- which object ---- */

static ex_go null_or_object(ex_unit *u, ex_state *s, term p, uint32_t atom, bool deref, bool *is_null) {
  *is_null = false;
  term null = term_eq(u->tc, p, term_const(u->tc, 64, 0));
  if (ex_declared_nonnull(u, atom)) {
    u->narrowed = true;
    return ex_assume(u, s, term_not(u->tc, null)) ? EX_GO : EX_FORKED;
  }
  if (!deref) {
    *is_null = ex_choose(u, s, null);
    return EX_GO;
  }
  char detail[320];
  snprintf(detail, sizeof detail, "%s is NULL", shape_atom_get(u->space, atom)->name);
  return ex_guard(u, s, null, SUM_NULL_DEREF, detail) ? EX_GO : EX_FORKED;
}

static ex_go resolve(ex_unit *u, ex_state *s, ex_val addr, bool deref, uint32_t *obj, ex_val *off) {
  for (;;) {
    if (!addr.t) {
      int64_t at;
      if (!term_addr_split(addr.c, obj, &at) || !*obj || *obj > shape_obj_count(u->space)) {
        *obj = 0;
        *off = addr;
      } else {
        *off = ex_num((uint64_t)at);
      }
      return EX_GO;
    }
    if (ex_depends_on_uninit(u, s, addr.t) &&
        !ex_guard(u, s, term_bool(u->tc, true), SUM_UNINIT, "the address depends on an uninitialised value"))
      return EX_FORKED;
    term base, rest;
    split(u, addr.t, &base, &rest);
    term_node n = {0};
    if (base) n = *term_get(u->tc, base);
    switch (n.op) {
    case T_ADDR:
      *obj = n.aux;
      *off = ex_from_term(u, term_bin(u->tc, T_ADD, rest, term_const(u->tc, 64, n.value)));
      return EX_GO;
    case T_ATOM: {
      int64_t at = 0;
      if (!ex_bound(s, n.aux, obj, &at)) {
        if (n.aux < u->uninit_cap &&
            u->uninit[n.aux] == 1) { /* with the search for such reads switched off */
          ex_error(u, s, SUM_DANGLING, "the pointer was never set");
          return EX_FORKED;
        }
        bool is_null;
        if (null_or_object(u, s, base, n.aux, deref, &is_null) == EX_FORKED) return EX_FORKED;
        if (is_null) {
          addr = ex_from_term(u, rest);
          continue;
        }
        *obj = ex_materialise(u, s, n.aux);
        if (!*obj) return EX_FORKED;
        ex_bound(s, n.aux, obj, &at);
      }
      *off = ex_from_term(u, term_bin(u->tc, T_ADD, rest, term_const(u->tc, 64, (uint64_t)at)));
      return EX_GO;
    }
    case T_ITE: {
      bool v = ex_choose(u, s, n.a);
      addr = ex_from_term(u, term_bin(u->tc, T_ADD, v ? n.b : n.c, rest));
      continue;
    }
    case T_READ: addr = ex_from_term(u, term_bin(u->tc, T_ADD, ex_choose_cell(u, s, base), rest)); continue;
    default: {
      term value = term_const(u->tc, 64, term_eval(u->tc, addr.t, s->model->m)),
           same = term_eq(u->tc, addr.t, value);
      if (s->resolves++ < MAX_ENUM) {
        ex_choose(u, s, same);
      } else {
        ex_note_bound(u, s, SUM_B_INDEX);
        ex_add_constraint(u, s, same);
      }
      addr = ex_from_term(u, value);
      continue;
    }
    }
  }
}

ex_go ex_resolve(ex_unit *u, ex_state *s, ex_val addr, uint32_t *obj, ex_val *off) {
  return resolve(u, s, addr, false, obj, off);
}

term ex_choose_cell(ex_unit *u, ex_state *s, term read) {
  term_node n = *term_get(u->tc, read);
  term_u128 at = term_eval(u->tc, n.a, s->model->m);
  uint32_t cells;
  const term *table = term_table(u->tc, n.aux, &cells);
  uint32_t k = at < cells ? (uint32_t)at : cells - 1;
  term cell = table[k], place = term_const(u->tc, term_get(u->tc, n.a)->width, k);
  ex_choose(u, s, k + 1 < cells ? term_eq(u->tc, n.a, place) : term_bin(u->tc, T_ULE, place, n.a));
  return cell;
}

/* ---- checks ---- */

static ex_go check_object(ex_unit *u, ex_state *s, uint32_t obj, ex_val off, bool write) {
  char detail[320];
  if (!obj) {
    bool null = !off.t && off.c < NULL_PAGE;
    ex_error(u, s, null ? SUM_NULL_DEREF : SUM_DANGLING,
             null ? "NULL is followed" : "an address that belongs to no object");
    return EX_FORKED;
  }
  const ex_obj *o = ex_find_obj(u, s, obj);
  const shape_obj *so = shape_obj_get(u->space, obj);
  if (!o) {
    snprintf(detail, sizeof detail, "%s is no data", so->name);
    ex_error(u, s, SUM_DANGLING, detail);
    return EX_FORKED;
  }
  if (!o->alive) {
    snprintf(detail, sizeof detail, "%s was %s", so->name,
             o->kind == SHAPE_LOCAL ? "a local whose function or block has ended" : "freed");
    ex_error(u, s, SUM_DANGLING, detail);
    return EX_FORKED;
  }
  if (write && o->read_only) {
    snprintf(detail, sizeof detail, "%s is read-only", so->name);
    ex_error(u, s, SUM_READ_ONLY, detail);
    return EX_FORKED;
  }
  return EX_GO;
}

void ex_bounds_detail(ex_unit *u, uint32_t obj, char *detail, size_t cap) {
  const shape_obj *so = shape_obj_get(u->space, obj);
  if (so->size)
    snprintf(detail, cap, "outside %s, which has %llu bytes", so->name, (unsigned long long)so->size);
  else
    snprintf(detail, cap, "outside %s", so->name);
}

/* A number offset and a number length: in bounds, or grown to be. */
static ex_go check_extent(ex_unit *u, ex_state *s, uint32_t obj, int64_t off, uint64_t n) {
  const ex_obj *o = ex_obj_at(s, obj);
  char detail[320];
  ex_bounds_detail(u, obj, detail, sizeof detail);
  if (o->growable) {
    if (off < -(1 << 20) || off > (1 << 28) || n > (1u << 28)) {
      ex_cut(u, s, SUM_B_ARRAY);
      return EX_FORKED;
    }
    return EX_GO;
  }
  if (!o->size.t) {
    if (off >= 0 && (uint64_t)off <= o->size.c && n <= o->size.c - (uint64_t)off) return EX_GO;
    ex_error(u, s, SUM_OUT_OF_BOUNDS, detail);
    return EX_FORKED;
  }
  if (off < 0) {
    ex_error(u, s, SUM_OUT_OF_BOUNDS, detail);
    return EX_FORKED;
  }
  term bad = term_bin(u->tc, T_ULT, o->size.t, term_const(u->tc, 64, (uint64_t)off + n));
  return ex_guard(u, s, bad, SUM_OUT_OF_BOUNDS, detail) ? EX_GO : EX_FORKED;
}

/* A symbolic offset: l.index is restricted to [0, *last]; *last may still be larger than the table limit. */
static ex_go check_index(ex_unit *u, ex_state *s, uint32_t obj, linear l, uint64_t n, term off,
                         uint64_t *last) {
  const ex_obj *o = ex_obj_at(s, obj);
  char detail[320];
  ex_bounds_detail(u, obj, detail, sizeof detail);
  term_ctx *tc = u->tc;
  if (o->size.t) {
    term len = term_const(tc, 64, n), size = o->size.t;
    term bad = term_or(tc, term_bin(tc, T_ULT, size, len),
                       term_bin(tc, T_ULT, term_bin(tc, T_SUB, size, len), off));
    if (!ex_guard(u, s, bad, SUM_OUT_OF_BOUNDS, detail)) return EX_FORKED;
    term_u128 lo, hi;
    ex_bounds(u->solver, s->pc, l.index, &lo, &hi);
    *last = hi > UINT32_MAX ? UINT32_MAX : (uint64_t)hi;
    return EX_GO;
  }
  uint64_t room;
  if (o->growable) {
    uint32_t ctype = ex_get_ctype(u, obj);
    uint64_t elem = ctype == FE_NONE ? 1 : ex_type(u, ctype)->size;
    room = (uint64_t)u->e->opt.array_bound * (elem ? elem : 1);
  } else {
    room = o->size.c;
  }
  if (room < n + (uint64_t)l.rem) {
    ex_error(u, s, SUM_OUT_OF_BOUNDS, detail);
    return EX_FORKED;
  }
  *last = (room - n - (uint64_t)l.rem) / l.stride;
  term bad = term_bin(tc, T_ULT, term_const(tc, 64, *last), l.index);
  if (!o->growable) return ex_guard(u, s, bad, SUM_OUT_OF_BOUNDS, detail) ? EX_GO : EX_FORKED;
  if (!ex_limit(u, s, bad, SUM_B_ARRAY)) return EX_FORKED;
  ex_need_extent(u, s, obj, 0, (int64_t)(*last * l.stride + (uint64_t)l.rem + n));
  return EX_GO;
}

/* ---- accesses ---- */

static ex_val as_type(ex_unit *u, ex_val v, fe_ty ty) {
  if (!v.t) return ty.bits >= 64 ? v : ex_num(v.c & (((uint64_t)1 << ty.bits) - 1));
  unsigned w = term_get(u->tc, v.t)->width;
  return w == ty.bits ? v : ex_from_term(u, term_extract(u->tc, 0, ty.bits, v.t));
}

static ex_val to_bytes(ex_unit *u, ex_val v, fe_ty ty) {
  unsigned w = 8 * fe_ty_size(ty);
  if (!v.t || w == ty.bits) return v;
  return ex_from_term(u, term_zext(u->tc, w, v.t));
}

/* Fixes a symbolic index to its value under the witness; the fork tries the others. */
static void enumerate(ex_unit *u, ex_state *s, term index, uint64_t *value) {
  *value = (uint64_t)term_eval(u->tc, index, s->model->m);
  term same = term_eq(u->tc, index, term_const(u->tc, 64, *value));
  if (s->resolves++ < MAX_ENUM) {
    ex_choose(u, s, same);
  } else {
    ex_note_bound(u, s, SUM_B_INDEX);
    ex_add_constraint(u, s, same);
  }
}

uint64_t ex_fix(ex_unit *u, ex_state *s, ex_val v, unsigned width) {
  if (!v.t) return v.c;
  uint64_t value;
  enumerate(u, s, width < 64 ? term_zext(u->tc, 64, v.t) : v.t, &value);
  return value;
}

/* The candidates of a checked symbolic access: indices [first, first + count). count 0: too many, *fixed is the one chosen. */
static void candidates(ex_unit *u, ex_state *s, linear l, uint64_t last, uint64_t *first, uint64_t *count,
                       uint64_t *fixed) {
  term_u128 lo, hi;
  ex_bounds(u->solver, s->pc, l.index, &lo, &hi);
  if (hi > last) hi = last;
  if (lo > hi) lo = 0;
  *first = (uint64_t)lo;
  *count = (uint64_t)(hi - lo) + 1;
  if (*count <= MAX_CELLS) return;
  *count = 0;
  enumerate(u, s, l.index, fixed);
}

/* Object, and either a number offset (count 0) or the candidates of a symbolic one. */
typedef struct target {
  uint32_t obj;
  int64_t off;
  linear l;
  uint64_t first, count;
} target;

static ex_go find_target(ex_unit *u, ex_state *s, ex_val addr, uint64_t n, bool write, target *t) {
  ex_val off;
  memset(t, 0, sizeof *t);
  if (resolve(u, s, addr, true, &t->obj, &off) == EX_FORKED) return EX_FORKED;
  if (check_object(u, s, t->obj, off, write) == EX_FORKED) return EX_FORKED;
  if (!off.t) {
    t->off = (int64_t)off.c;
    if (check_extent(u, s, t->obj, t->off, n) == EX_FORKED) return EX_FORKED;
    ex_need_extent(u, s, t->obj, t->off, t->off + (int64_t)n);
    return EX_GO;
  }
  t->l = linear_form(u, off.t);
  uint64_t last = 0, fixed = 0;
  if (check_index(u, s, t->obj, t->l, n, off.t, &last) == EX_FORKED) return EX_FORKED;
  candidates(u, s, t->l, last, &t->first, &t->count, &fixed);
  if (t->count == 1) t->count = 0, fixed = t->first;
  t->off = (int64_t)(fixed * t->l.stride) + t->l.rem;
  if (!t->count) ex_need_extent(u, s, t->obj, t->off, t->off + (int64_t)n);
  return EX_GO;
}

static int64_t candidate_offset(const target *t, uint64_t i) {
  return (int64_t)((t->first + i) * t->l.stride) + t->l.rem;
}

/* What an access at offset off gives: the asked-th answer of the outside, or (0) what memory holds. */
static ex_val read_at(ex_unit *u, ex_state *s, uint32_t obj, int64_t off, fe_ty ty, uint32_t asked) {
  unsigned n = fe_ty_size(ty);
  if (!asked) return as_type(u, ex_mem_read(u, s, obj, off, n), ty);
  return as_type(u, ex_from_term(u, ex_volatile_atom(u, ex_obj_at(s, obj), off, n, asked)), ty);
}

ex_go ex_load(ex_unit *u, ex_state *s, ex_val addr, fe_ty ty, bool asks, ex_val *out) {
  target t;
  u->e->stats.accesses++;
  if (find_target(u, s, addr, fe_ty_size(ty), false, &t) == EX_FORKED) return EX_FORKED;
  uint32_t asked = 0;
  if (asks && ex_is_outside(u, ex_obj_at(s, t.obj))) {
    ex_volatile_advance(u, s, t.obj, 1);
    asked = ex_volatile_reads(s, t.obj);
  }
  if (!t.count) {
    *out = ex_known(u, s, read_at(u, s, t.obj, t.off, ty, asked));
    return EX_GO;
  }
  term *cells = ex_xrealloc(NULL, t.count * sizeof *cells);
  for (uint64_t i = 0; i < t.count; i++)
    cells[i] = ex_term(u, read_at(u, s, t.obj, candidate_offset(&t, i), ty, asked), ty.bits);
  term index = term_bin(u->tc, T_SUB, t.l.index, term_const(u->tc, 64, t.first));
  *out = ex_from_term(u, term_read(u->tc, cells, (uint32_t)t.count, index));
  free(cells);
  return EX_GO;
}

ex_go ex_store(ex_unit *u, ex_state *s, ex_val addr, fe_ty ty, ex_val v) {
  unsigned n = fe_ty_size(ty);
  target t;
  u->e->stats.accesses++;
  if (find_target(u, s, addr, n, true, &t) == EX_FORKED) return EX_FORKED;
  v = to_bytes(u, v, ty);
  if (!t.count) {
    ex_mem_write(u, s, t.obj, t.off, n, v, true);
    return EX_GO;
  }
  term tv = ex_term(u, v, 8 * n);
  for (uint64_t i = 0; i < t.count; i++) {
    int64_t at = candidate_offset(&t, i);
    term old = ex_term(u, ex_mem_read(u, s, t.obj, at, n), 8 * n);
    term hit = term_eq(u->tc, t.l.index, term_const(u->tc, 64, t.first + i));
    ex_mem_write(u, s, t.obj, at, n, ex_from_term(u, term_ite(u->tc, hit, tv, old)), true);
  }
  return EX_GO;
}

ex_go ex_access(ex_unit *u, ex_state *s, ex_val addr, uint64_t n, bool write, uint32_t *obj, int64_t *off) {
  target t;
  if (find_target(u, s, addr, n, write, &t) == EX_FORKED) return EX_FORKED;
  if (t.count) {
    uint64_t index;
    enumerate(u, s, t.l.index, &index);
    t.off = (int64_t)(index * t.l.stride) + t.l.rem;
  }
  *obj = t.obj;
  *off = t.off;
  return EX_GO;
}
