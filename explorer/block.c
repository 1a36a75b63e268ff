/* Blocks of memory: memcpy, memmove, memset. A length that is a number is copied byte for byte. A symbolic length is no
 * decision of the unit, so it must not multiply paths: it is checked against both objects as a term, and then, like a late
 * alias, each byte that may or may not belong to the block becomes conditional on the length. Only a length that ranges too
 * widely for that is enumerated. The work is charged as steps, so that the step bounds hold for big blocks too. */
#include "explorer/internal.h"

#include <stdlib.h>

enum { MAX_UNITS = 128 /* conditional pieces of one block */, BYTES_PER_STEP = 2 };

typedef struct place {
  uint32_t obj;
  int64_t off;
} place;

/* Takes the work of n bytes from the budgets; false: they are spent, the path is cut. */
static bool charge(ex_unit *u, ex_state *s, uint64_t n) {
  uint64_t steps = n / BYTES_PER_STEP;
  s->steps += steps;
  u->steps += steps;
  if (s->steps <= u->e->opt.step_bound && u->steps <= u->most_steps) return true;
  u->stop |= u->steps > u->most_steps;
  ex_cut(u, s, SUM_B_STEPS);
  return false;
}

/* A length beyond the object is an error; an input object grows, up to the bound on input arrays. *most is lowered to what
 * the object can hold. */
static ex_go check_length(ex_unit *u, ex_state *s, place p, term n, term_u128 *most) {
  term_ctx *tc = u->tc;
  const ex_obj *o = ex_obj_at(s, p.obj);
  if (o->growable) {
    uint32_t ctype = ex_get_ctype(u, p.obj);
    uint64_t elem = ctype == FE_NONE ? 1 : ex_type(u, ctype)->size;
    uint64_t room = (uint64_t)u->e->opt.array_bound * (elem ? elem : 1);
    if (room < *most) *most = room;
    return ex_limit(u, s, term_bin(tc, T_ULT, term_const(tc, 64, room), n), SUM_B_ARRAY) ? EX_GO : EX_FORKED;
  }
  char detail[320];
  ex_bounds_detail(u, p.obj, detail, sizeof detail);
  term off = term_const(tc, 64, (uint64_t)p.off), size = ex_term(u, o->size, 64);
  term bad = term_or(tc, term_bin(tc, T_ULT, size, off),
                     term_bin(tc, T_ULT, term_bin(tc, T_SUB, size, off), n));
  if (!o->size.t && o->size.c - (uint64_t)p.off < *most) *most = o->size.c - (uint64_t)p.off;
  return ex_guard(u, s, bad, SUM_OUT_OF_BOUNDS, detail) ? EX_GO : EX_FORKED;
}

/* Pieces in which a length can grow: its stride's power of two, at most a word. */
static unsigned unit_of(ex_unit *u, term n) {
  uint64_t stride = ex_stride(u, n);
  unsigned unit = 1;
  while (unit < 8 && stride % (2 * unit) == 0) unit *= 2;
  return unit;
}

static void need(ex_unit *u, ex_state *s, place p, uint64_t n) {
  if (n && ex_obj_at(s, p.obj)->growable) ex_need_extent(u, s, p.obj, p.off, p.off + (int64_t)n);
}

/* dst[i] = i < n ? new[i] : dst[i] for the pieces in [lo, hi); the source is read before anything is written. */
static void write_conditionally(ex_unit *u, ex_state *s, const ex_block *b, place dst, place src, uint64_t lo,
                                uint64_t hi, unsigned unit) {
  term_ctx *tc = u->tc;
  uint64_t count = (hi - lo) / unit;
  term *values = ex_xrealloc(NULL, (count + 1) * sizeof *values), fill = 0;
  if (!b->copies) {
    term byte = ex_term(u, b->byte, 8);
    fill = byte;
    for (unsigned i = 1; i < unit; i++) fill = term_concat(tc, byte, fill);
  }
  for (uint64_t i = 0; i < count; i++) {
    int64_t at = (int64_t)(lo + i * unit);
    values[i] = b->copies ? ex_term(u, ex_mem_read(u, s, src.obj, src.off + at, unit), 8 * unit) : fill;
  }
  for (uint64_t i = 0; i < count; i++) {
    int64_t at = dst.off + (int64_t)(lo + i * unit);
    term inside = term_bin(tc, T_ULT, term_const(tc, 64, lo + i * unit), b->length.t);
    term old = ex_term(u, ex_mem_read(u, s, dst.obj, at, unit), 8 * unit);
    ex_mem_write(u, s, dst.obj, at, unit, ex_from_term(u, term_ite(tc, inside, values[i], old)), true);
  }
  free(values);
}

/* A copy within one object that reads what it writes; n is the length. */
static bool apart(ex_unit *u, ex_state *s, const ex_block *b, place dst, place src, ex_val n) {
  uint64_t distance = (uint64_t)(dst.off < src.off ? src.off - dst.off : dst.off - src.off);
  if (!b->apart || dst.obj != src.obj || !distance) return true;
  term bad = term_bin(u->tc, T_ULT, term_const(u->tc, 64, distance), ex_term(u, n, 64));
  return ex_guard(u, s, bad, SUM_BAD_CALL, "memcpy between overlapping memory");
}

static ex_go number_of_bytes(ex_unit *u, ex_state *s, const ex_block *b, uint64_t n) {
  place dst, src = {0};
  if (!n) return EX_GO;
  if (ex_access(u, s, b->dst, n, true, &dst.obj, &dst.off) == EX_FORKED) return EX_FORKED;
  if (b->copies && ex_access(u, s, b->src, n, false, &src.obj, &src.off) == EX_FORKED) return EX_FORKED;
  if ((b->copies && !apart(u, s, b, dst, src, ex_num(n))) || !charge(u, s, n)) return EX_FORKED;
  if (b->copies)
    ex_mem_copy(u, s, dst.obj, dst.off, src.obj, src.off, n);
  else
    ex_mem_set(u, s, dst.obj, dst.off, b->byte, n);
  return EX_GO;
}

ex_go ex_block_op(ex_unit *u, ex_state *s, const ex_block *b) {
  if (!b->length.t) return number_of_bytes(u, s, b, b->length.c);
  term_ctx *tc = u->tc;
  if (ex_depends_on_uninit(u, s, b->length.t) &&
      !ex_guard(u, s, term_bool(tc, true), SUM_UNINIT, "the length depends on an uninitialised value"))
    return EX_FORKED;
  /* no bytes: the pointers are not followed, they may be anything */
  if (ex_choose(u, s, term_eq(tc, b->length.t, term_const(tc, 64, 0)))) return EX_GO;
  place dst, src = {0};
  if (ex_access(u, s, b->dst, 0, true, &dst.obj, &dst.off) == EX_FORKED) return EX_FORKED;
  if (b->copies && ex_access(u, s, b->src, 0, false, &src.obj, &src.off) == EX_FORKED) return EX_FORKED;
  term_u128 lo, hi, most = UINT64_MAX;
  if (check_length(u, s, dst, b->length.t, &most) == EX_FORKED) return EX_FORKED;
  if (b->copies && check_length(u, s, src, b->length.t, &most) == EX_FORKED) return EX_FORKED;
  if (b->copies && !apart(u, s, b, dst, src, b->length)) return EX_FORKED;
  ex_bounds(u->solver, s->pc, b->length.t, &lo, &hi);
  if (hi > most) hi = most;
  unsigned unit = unit_of(u, b->length.t);
  hi -= hi % unit;
  /* where source and target may overlap all is read before anything is written */
  lo = b->copies && dst.obj == src.obj ? 0 : lo - lo % unit;
  if (lo > hi || (hi - lo) / unit > MAX_UNITS) {
    uint64_t n = ex_fix(u, s, b->length, 64);
    return number_of_bytes(u, s, b, n);
  }
  if (!charge(u, s, (uint64_t)hi)) return EX_FORKED;
  need(u, s, dst, (uint64_t)hi);
  if (b->copies) {
    need(u, s, src, (uint64_t)hi);
    ex_mem_copy(u, s, dst.obj, dst.off, src.obj, src.off, (uint64_t)lo);
  } else {
    ex_mem_set(u, s, dst.obj, dst.off, b->byte, (uint64_t)lo);
  }
  write_conditionally(u, s, b, dst, src, (uint64_t)lo, (uint64_t)hi, unit);
  return EX_GO;
}
