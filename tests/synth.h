/* Summaries made from a number, for the tests of the codec and of the store: the same seed gives the same summary. They use
 * every kind of object, atom, term, outcome and bound, and are well formed but mean nothing. */
#ifndef TESTS_SYNTH_H
#define TESTS_SYNTH_H

#include "summaries/summary.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct synth {
  uint64_t state;
  sum_summary *s;
  uint32_t atoms[16], objs[16];
  uint32_t natoms, nobjs;
} synth;

static inline uint64_t synth_next(synth *g) { /* splitmix64 */
  uint64_t z = g->state += 0x9E3779B97F4A7C15u;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
  z = (z ^ z >> 27) * 0x94D049BB133111EBu;
  return z ^ z >> 31;
}

static inline uint32_t synth_below(synth *g, uint32_t n) { return (uint32_t)(synth_next(g) % n); }

static inline void synth_space(synth *g) {
  static const uint8_t widths[] = {8, 16, 32, 32, 64, 1, 128};
  shape_space *space = g->s->space;
  uint32_t nparams = 1 + synth_below(g, 5);
  char name[64], from[64];
  for (uint32_t i = 0; i < nparams; i++) {
    shape_atom a = {.kind = SHAPE_PARAM, .index = i, .name = name, .type = i % 2 ? "int" : "node *"};
    a.is_pointer = i % 2 == 0, a.is_signed = i % 2 == 1;
    a.width = a.is_pointer ? 64 : widths[synth_below(g, 7)];
    snprintf(name, sizeof name, "p%u", i);
    g->atoms[g->natoms++] = shape_atom_intern(space, &a);
  }
  for (uint32_t i = 0; i < nparams; i += 2) {
    shape_obj o = {.kind = SHAPE_INPUT, .via = g->atoms[i], .name = name, .type = "node", .elem = 24};
    snprintf(name, sizeof name, "*p%u", i);
    uint32_t id = g->objs[g->nobjs++] = shape_obj_intern(space, &o);
    for (uint32_t k = 0; k < 2; k++) {
      shape_atom a = {
          .kind = SHAPE_CELL, .obj = id, .offset = 8 * k, .width = k ? 32 : 64, .name = from, .type = "int"};
      a.is_pointer = k == 0, a.is_signed = k == 1;
      snprintf(from, sizeof from, "p%u->%s", i, k ? "key" : "next");
      if (synth_below(g, 3)) g->atoms[g->natoms++] = shape_atom_intern(space, &a);
    }
  }
  const shape_obj others[] = {
      {.kind = SHAPE_GLOBAL, .symbol = "c:@counter", .name = "counter", .type = "int", .size = 4},
      {.kind = SHAPE_FUNC, .symbol = "c:@F@handler", .name = "handler", .is_const = true},
      {.kind = SHAPE_LOCAL, .symbol = "c:@F@f", .site = 3, .name = "buf", .size = 16},
      {.kind = SHAPE_HEAP, .symbol = "c:@F@f", .site = 12, .seq = synth_below(g, 3), .name = "malloc@12"},
  };
  for (uint32_t i = 0; i < 4; i++)
    if (synth_below(g, 2)) g->objs[g->nobjs++] = shape_obj_intern(space, &others[i]);
  const shape_atom stub = {.kind = SHAPE_STUB,
                           .symbol = "getchar",
                           .index = synth_below(g, 4),
                           .width = 32,
                           .name = "getchar#1",
                           .is_signed = true};
  if (synth_below(g, 2)) g->atoms[g->natoms++] = shape_atom_intern(space, &stub);
}

static inline unsigned synth_width(synth *g, term t) { return term_get(g->s->tc, t)->width; }

/* t made as wide as width by extending or cutting. */
static inline term synth_fit(synth *g, term t, unsigned width) {
  unsigned w = synth_width(g, t);
  if (w == width) return t;
  if (w > width) return term_extract(g->s->tc, synth_below(g, w - width + 1), width, t);
  return synth_below(g, 2) ? term_zext(g->s->tc, width, t) : term_sext(g->s->tc, width, t);
}

static inline term synth_term(synth *g, unsigned width, int depth) {
  static const term_op binary[] = {T_ADD, T_SUB,  T_MUL,  T_UDIV, T_SDIV, T_UREM, T_SREM,
                                   T_SHL, T_LSHR, T_ASHR, T_AND,  T_OR,   T_XOR};
  static const term_op predicates[] = {T_EQ, T_ULT, T_ULE, T_SLT, T_SLE};
  static const term_op floats[] = {T_FADD, T_FSUB, T_FMUL, T_FDIV, T_FMIN, T_FMAX};
  term_ctx *tc = g->s->tc;
  uint32_t pick = depth <= 0 ? synth_below(g, 3) : synth_below(g, 12);
  if (pick == 0) return term_const(tc, width, (term_u128)synth_next(g) << 64 | synth_next(g));
  if (pick == 1 && width == 64 && g->nobjs)
    return term_addr(tc, g->objs[synth_below(g, g->nobjs)], (int64_t)synth_below(g, 64) - 16);
  if (pick <= 2) {
    uint32_t atom = g->atoms[synth_below(g, g->natoms)];
    return synth_fit(g, term_atom(tc, shape_atom_get(g->s->space, atom)->width, atom), width);
  }
  if (pick == 3) return synth_fit(g, synth_term(g, 1 + synth_below(g, 128), depth - 1), width);
  if (pick == 4) {
    term c = synth_term(g, 1, depth - 1), a = synth_term(g, width, depth - 1);
    return term_ite(tc, c, a, synth_term(g, width, depth - 1));
  }
  if (pick == 5) {
    term cells[4];
    for (int i = 0; i < 4; i++) cells[i] = synth_term(g, width, depth - 2);
    return term_read(tc, cells, 4, synth_term(g, 32, depth - 1));
  }
  if (pick == 6) {
    term args[2] = {synth_term(g, 32, depth - 2), synth_term(g, 64, depth - 2)};
    return term_call(tc, width, synth_below(g, 2) ? "twice" : "thrice", synth_below(g, 2), args,
                     synth_below(g, 3));
  }
  if (width == 1 && pick < 10) {
    unsigned w = 1 + synth_below(g, 64);
    term a = synth_term(g, w, depth - 1);
    return term_bin(tc, predicates[synth_below(g, 5)], a, synth_term(g, w, depth - 1));
  }
  if ((width == 32 || width == 64) && pick == 7) {
    term a = synth_term(g, width, depth - 1);
    return term_bin(tc, floats[synth_below(g, 6)], a, synth_term(g, width, depth - 1));
  }
  if ((width == 32 || width == 64) && pick == 8)
    return synth_below(g, 2)
               ? term_funary(tc, T_STOF, width, 0, synth_term(g, 32, depth - 1))
               : term_funary(tc, T_FRINT, width, synth_below(g, 5), synth_term(g, width, depth - 1));
  if (pick == 9)
    return synth_below(g, 2) ? term_not(tc, synth_term(g, width, depth - 1))
                             : term_neg(tc, synth_term(g, width, depth - 1));
  term a = synth_term(g, width, depth - 1);
  return term_bin(tc, binary[synth_below(g, 13)], a, synth_term(g, width, depth - 1));
}

#define SYNTH_ARRAY(g, field, count) ((field) = sum_alloc_bytes((g)->s, (count) * sizeof *(field)))

static inline void synth_effects(synth *g, sum_case *c) {
  c->nwrites = g->nobjs ? synth_below(g, 3) : 0;
  SYNTH_ARRAY(g, c->writes, c->nwrites);
  for (uint32_t k = 0; k < c->nwrites; k++) {
    uint32_t bytes = 1u << synth_below(g, 4);
    c->writes[k] = (sum_write){g->objs[synth_below(g, g->nobjs)], 8 * (int64_t)k, bytes,
                               synth_term(g, 8 * bytes, 3)};
  }
  c->nallocs = g->nobjs ? synth_below(g, 2) : 0;
  SYNTH_ARRAY(g, c->allocs, c->nallocs);
  for (uint32_t k = 0; k < c->nallocs; k++)
    c->allocs[k] = (sum_alloc){g->objs[synth_below(g, g->nobjs)], synth_term(g, 64, 2), synth_below(g, 2)};
  c->nfrees = g->nobjs ? synth_below(g, 2) : 0;
  SYNTH_ARRAY(g, c->frees, c->nfrees);
  for (uint32_t k = 0; k < c->nfrees; k++) c->frees[k] = g->objs[synth_below(g, g->nobjs)];
}

static inline void synth_case(synth *g, sum_case *c) {
  c->ndecisions = synth_below(g, 5);
  SYNTH_ARRAY(g, c->decisions, c->ndecisions);
  for (uint32_t k = 0; k < c->ndecisions; k++)
    c->decisions[k] = (sum_decision){synth_below(g, 60), synth_below(g, 3)};
  c->nconstraint = synth_below(g, 4);
  SYNTH_ARRAY(g, c->constraint, c->nconstraint);
  for (uint32_t k = 0; k < c->nconstraint; k++) c->constraint[k] = synth_term(g, 1, 4);
  c->nneeds = g->nobjs ? synth_below(g, 3) : 0;
  SYNTH_ARRAY(g, c->needs, c->nneeds);
  for (uint32_t k = 0; k < c->nneeds; k++)
    c->needs[k] = (sum_need){g->objs[synth_below(g, g->nobjs)], -(int64_t)synth_below(g, 9),
                             synth_below(g, 99)};
  c->outcome = (uint8_t)synth_below(g, SUM_OUTCOME_COUNT);
  c->bound = c->outcome == SUM_CUT ? (uint8_t)synth_below(g, SUM_B_KIND_COUNT) : 0;
  c->nstack = c->outcome >= SUM_CUT ? 1 + synth_below(g, 2) : 0;
  SYNTH_ARRAY(g, c->stack, c->nstack);
  for (uint32_t k = 0; k < c->nstack; k++)
    c->stack[k] = (sum_place){sum_strdup(g->s, k ? g->s->usr : "c:@F@callee"), synth_below(g, 60)};
  c->detail = c->outcome > SUM_CUT ? sum_strdup(g->s, "p0->next is NULL here") : "";
  c->nret = synth_below(g, 2);
  SYNTH_ARRAY(g, c->ret, c->nret);
  for (uint32_t k = 0; k < c->nret; k++) c->ret[k] = synth_term(g, 32, 4);
  synth_effects(g, c);
  SYNTH_ARRAY(g, c->witness, g->natoms);
  for (uint32_t k = 0; k < g->natoms; k++) {
    const shape_atom *a = shape_atom_get(g->s->space, g->atoms[k]);
    uint64_t value = synth_next(g) & (a->width >= 64 ? UINT64_MAX : (UINT64_C(1) << a->width) - 1);
    if (a->is_pointer) value = g->nobjs && synth_below(g, 2) ? term_addr_value(g->objs[0], 0) : 0;
    if (value) c->witness[c->nwitness++] = (sum_value){g->atoms[k], value, a->width > 64 ? synth_next(g) : 0};
  }
}

/* usr and name identify; the seed decides everything else. */
static inline sum_summary *synth_summary(const char *usr, const char *name, uint64_t seed, uint32_t ncases) {
  synth g = {.state = seed, .s = sum_new(usr, name)};
  sum_summary *s = g.s;
  synth_space(&g);
  s->ncases = ncases;
  SYNTH_ARRAY(&g, s->cases, ncases);
  for (uint32_t i = 0; i < ncases; i++) synth_case(&g, &s->cases[i]);
  s->nvariants = 1;
  SYNTH_ARRAY(&g, s->variants, 1);
  s->status = (uint8_t)synth_below(&g, 2);
  s->variants[0].complete = s->status == SUM_COMPLETE;
  if (s->status == SUM_PARTIAL) {
    s->nbounds = 1 + synth_below(&g, 2);
    SYNTH_ARRAY(&g, s->bounds, s->nbounds);
    for (uint32_t i = 0; i < s->nbounds; i++)
      s->bounds[i] =
          (sum_bound){(uint8_t)synth_below(&g, SUM_B_KIND_COUNT), {s->usr, 7 * i}, 1 + synth_below(&g, 9)};
  }
  s->nbranches = 8, s->ncovered = synth_below(&g, 9);
  s->ninfeasible = synth_below(&g, 2);
  SYNTH_ARRAY(&g, s->infeasible, 1);
  s->infeasible[0] = (sum_edge){9, 1};
  s->nstubs = synth_below(&g, 2);
  SYNTH_ARRAY(&g, s->stubs, 1);
  s->stubs[0] = "getchar";
  s->nassumptions = synth_below(&g, 2);
  SYNTH_ARRAY(&g, s->assumptions, 1);
  s->assumptions[0] = "distinct: *p0, *p2";
  return s;
}

#endif
