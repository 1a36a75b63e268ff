/* Random inputs against a summary. An input is a value for every atom of the summary: the witness of some case with a few
 * atoms changed to something else that is worth trying (small numbers, limits, the value of another atom, NULL). Cases may
 * cut one object into different cells, so the bytes of the objects are the truth and the cells are read from them. Which
 * case the input falls into is decided by evaluating the conditions; playing it is the replayer's job, with the input in
 * place of the witness. */
#include "explorer/replay.h"

#include <stdlib.h>
#include <string.h>

typedef struct image { /* the bytes of one object that some atom names */
  int64_t lo, hi;
  uint8_t *bytes;
} image;

typedef struct probe {
  const fe_program *p;
  const fe_func *fn;
  const sum_summary *s;
  uint64_t random;
  image *images;    /* per object */
  uint32_t *behind; /* per atom: the input object it leads to, 0 none */
  term_u128 *value; /* per atom */
  sum_need *needs;  /* what any case needs */
  uint32_t nneeds;
  sum_value *witness; /* value, as a case has it */
  uint32_t nwitness;
} probe;

/* splitmix64: the same inputs on every machine. */
static uint64_t draw(probe *r) {
  uint64_t z = (r->random += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

static bool is_uninit(const shape_atom *a) { return a->kind == SHAPE_STUB && !strcmp(a->symbol, "uninit"); }

/* The address of a struct passed in memory, or of the place for a result, is the replayer's to choose. */
static bool is_place(const fe_func *fn, const shape_atom *a) {
  if (a->kind != SHAPE_PARAM || a->index >= fn->nparams) return false;
  const fe_param *result = fn->iface ? &fn->iface->result : NULL;
  return fn->param_byval[a->index] ||
         (result && result->abi == FE_ABI_SRET && result->npieces && result->pieces[0].index == a->index);
}

static bool usable(const probe *r, const shape_atom *a) {
  return a->kind != SHAPE_GAP && a->width && !is_uninit(a) && !is_place(r->fn, a);
}

/* ---- what the summary talks about ---- */

static void collect_needs(probe *r) {
  uint32_t nobjs = shape_obj_count(r->s->space);
  r->needs = calloc(nobjs + 1, sizeof *r->needs);
  uint32_t *at = calloc(nobjs + 1, sizeof *at);
  for (uint32_t i = 0; i < r->s->ncases; i++) {
    const sum_case *c = &r->s->cases[i];
    for (uint32_t k = 0; k < c->nneeds; k++) {
      uint32_t *slot = &at[c->needs[k].obj];
      if (!*slot) {
        r->needs[r->nneeds++] = c->needs[k];
        *slot = r->nneeds;
      }
      sum_need *n = &r->needs[*slot - 1];
      if (c->needs[k].lo < n->lo) n->lo = c->needs[k].lo;
      if (c->needs[k].hi > n->hi) n->hi = c->needs[k].hi;
    }
  }
  for (uint32_t i = 0; i < r->nneeds; i++) {
    const shape_obj *o = shape_obj_get(r->s->space, r->needs[i].obj);
    if (o->kind == SHAPE_INPUT) r->behind[o->via] = r->needs[i].obj;
  }
  free(at);
}

static void make_images(probe *r) {
  for (uint32_t pass = 0; pass < 2; pass++)
    for (uint32_t a = 1; a <= shape_atom_count(r->s->space); a++) {
      const shape_atom *at = shape_atom_get(r->s->space, a);
      if (at->kind != SHAPE_CELL) continue;
      image *im = &r->images[at->obj];
      int64_t end = at->offset + at->width / 8;
      if (pass) {
        if (!im->bytes) im->bytes = calloc(1, (size_t)(im->hi - im->lo));
      } else {
        bool first = im->lo == im->hi;
        if (first || at->offset < im->lo) im->lo = at->offset;
        if (first || end > im->hi) im->hi = end;
      }
    }
}

/* ---- one input ---- */

static void put(probe *r, uint32_t atom, term_u128 v) {
  const shape_atom *a = shape_atom_get(r->s->space, atom);
  if (a->width < 128) v &= ((term_u128)1 << a->width) - 1;
  r->value[atom] = v;
  if (a->kind != SHAPE_CELL) return;
  image *im = &r->images[a->obj];
  for (unsigned k = 0; k < a->width / 8u; k++) im->bytes[a->offset - im->lo + k] = (uint8_t)(v >> (8 * k));
}

static bool may_be_null(const probe *r, const shape_atom *a) {
  if (a->kind != SHAPE_PARAM || !r->fn->iface) return true;
  for (uint32_t i = 0; i < r->fn->iface->nparams; i++) {
    const fe_param *pa = &r->fn->iface->params[i];
    if (pa->npieces == 1 && pa->pieces[0].index == a->index && (pa->nonnull || pa->bound)) return false;
  }
  return true;
}

/* A pointer that some case follows is NULL or leads to its own object (distinct inputs are what a summary is about); one
 * that nobody follows keeps what the witness gave it. */
static void change_pointer(probe *r, uint32_t atom) {
  const shape_atom *a = shape_atom_get(r->s->space, atom);
  if (!may_be_null(r, a) || draw(r) % 3)
    put(r, atom, r->behind[atom] ? term_addr_value(r->behind[atom], 0) : r->value[atom]);
  else
    put(r, atom, 0);
}

static void change_number(probe *r, uint32_t atom) {
  const shape_atom *a = shape_atom_get(r->s->space, atom);
  static const double reals[] = {0, 1, -1, 0.5, 1.5, 2, 3, 10, 100, -7.25, 1e9, 1e-9, 65536.0};
  double real = reals[draw(r) % (sizeof reals / sizeof *reals)];
  float single = (float)real;
  uint64_t wide = 0;
  uint32_t other = (uint32_t)(1 + draw(r) % shape_atom_count(r->s->space)), narrow;
  switch (draw(r) % (a->is_float ? 9 : 7)) {
  case 0: put(r, atom, draw(r) % 16); break;
  case 1: put(r, atom, (term_u128)0 - draw(r) % 16); break;
  case 2: put(r, atom, ((term_u128)1 << (a->width - 1)) - draw(r) % 3); break;
  case 3: put(r, atom, (term_u128)draw(r) << 64 | draw(r)); break;
  case 4: put(r, atom, r->value[atom] + draw(r) % 5 - 2); break;
  case 5:
    if (usable(r, shape_atom_get(r->s->space, other)) && !shape_atom_get(r->s->space, other)->is_pointer)
      put(r, atom, r->value[other] + draw(r) % 3 - 1);
    break;
  case 6: put(r, atom, (term_u128)1 << draw(r) % a->width); break;
  default:
    memcpy(&wide, &real, sizeof real);
    memcpy(&narrow, &single, sizeof single);
    put(r, atom, a->width == 32 ? narrow : wide);
  }
}

static void change(probe *r, uint32_t atom) {
  const shape_atom *a = shape_atom_get(r->s->space, atom);
  if (!usable(r, a)) return;
  if (a->is_pointer)
    change_pointer(r, atom);
  else if (a->kind == SHAPE_FAIL || (a->is_bool && a->width <= 8))
    put(r, atom, draw(r) & 1);
  else
    change_number(r, atom);
}

/* Does the pointer have a value that means something? An object is named after the pointer that led to it first: others may
 * share it only while that one does point to it. */
static bool is_sound(const probe *r, uint32_t atom) {
  const shape_atom *a = shape_atom_get(r->s->space, atom);
  uint32_t obj;
  int64_t off;
  if (!r->value[atom]) return may_be_null(r, a);
  if (!term_addr_split((uint64_t)r->value[atom], &obj, &off)) return false;
  const shape_obj *o = obj && obj <= shape_obj_count(r->s->space) ? shape_obj_get(r->s->space, obj) : NULL;
  return !o || o->kind != SHAPE_INPUT || r->value[o->via] == term_addr_value(obj, 0);
}

/* What the bytes say. */
static void settle(probe *r) {
  uint32_t natoms = shape_atom_count(r->s->space);
  for (uint32_t i = 1; i <= natoms; i++)
    if (r->behind[i] && usable(r, shape_atom_get(r->s->space, i)) && !is_sound(r, i))
      put(r, i, term_addr_value(r->behind[i], 0));
  r->nwitness = 0;
  for (uint32_t i = 1; i <= natoms; i++) {
    const shape_atom *a = shape_atom_get(r->s->space, i);
    if (!usable(r, a)) continue;
    if (a->kind == SHAPE_CELL) {
      const image *im = &r->images[a->obj];
      r->value[i] = 0;
      for (unsigned k = 0; k < a->width / 8u; k++)
        r->value[i] |= (term_u128)im->bytes[a->offset - im->lo + k] << (8 * k);
    }
    r->witness[r->nwitness++] = (sum_value){i, (uint64_t)r->value[i], (uint64_t)(r->value[i] >> 64)};
  }
}

static void make_input(probe *r) {
  const sum_case *base = &r->s->cases[draw(r) % r->s->ncases];
  uint32_t natoms = shape_atom_count(r->s->space);
  for (uint32_t i = 1; i <= natoms; i++) {
    if (!usable(r, shape_atom_get(r->s->space, i))) continue;
    put(r, i, 0);
    if (draw(r) & 1) change(r, i);
  }
  for (uint32_t i = 0; i < base->nwitness; i++)
    if (usable(r, shape_atom_get(r->s->space, base->witness[i].atom)))
      put(r, base->witness[i].atom, (term_u128)base->witness[i].hi << 64 | base->witness[i].lo);
  for (uint64_t n = draw(r) % 4; n > 0; n--) {
    if (base->nwitness && draw(r) % 4)
      change(r, base->witness[draw(r) % base->nwitness].atom);
    else
      change(r, (uint32_t)(1 + draw(r) % natoms));
  }
  settle(r);
}

/* ---- judging ---- */

static bool mentions_uninit(const probe *r, const sum_case *c) {
  for (uint32_t i = 0; i < c->nconstraint; i++) {
    uint32_t n;
    const uint32_t *atoms = term_atoms(r->s->tc, c->constraint[i], &n);
    for (uint32_t k = 0; k < n; k++)
      if (is_uninit(shape_atom_get(r->s->space, atoms[k]))) return true;
  }
  return false;
}

/* The conditions are evaluated in order: a later one may only make sense where the earlier ones hold. */
static bool falls_into(const probe *r, const sum_case *c, term_model *m) {
  for (uint32_t i = 0; i < c->nconstraint; i++)
    if (!term_eval(r->s->tc, c->constraint[i], m)) return false;
  return true;
}

static bool judge_input(probe *r, ex_replayer *player, uint32_t func, char *why, size_t cap, bool *played) {
  term_model *m = term_model_new();
  for (uint32_t i = 0; i < r->nwitness; i++)
    term_model_set(m, r->witness[i].atom, r->value[r->witness[i].atom]);
  uint32_t in[2] = {0}, n = 0;
  bool unclear = false;
  for (uint32_t i = 0; i < r->s->ncases; i++) {
    const sum_case *c = &r->s->cases[i];
    unclear |= mentions_uninit(r, c);
    if (c->outcome == SUM_CUT || c->variant || !falls_into(r, c, m)) continue;
    if (n < 2) in[n] = i;
    n++;
  }
  term_model_free(m);
  *played = false;
  if (unclear) return true;
  if (n > 1) {
    snprintf(why, cap, "an input falls into %u cases, %u and %u among them", n, in[0] + 1, in[1] + 1);
    return false;
  }
  if (!n && (r->s->status != SUM_COMPLETE || !r->s->nvariants || !r->s->variants[0].complete)) return true;
  sum_case c = {.outcome = SUM_CUT}; /* says nothing: any run is as predicted */
  if (n) c = r->s->cases[in[0]];
  c.witness = r->witness, c.nwitness = r->nwitness;
  c.needs = r->needs, c.nneeds = r->nneeds;
  ex_replay_result result = ex_replay(player, func, r->s, &c, why, cap);
  *played = result != EX_REPLAY_SKIPPED;
  if (!n && *played && ex_replay_allowed(player)) {
    snprintf(why, cap, "an input falls into no case of a complete summary");
    return false;
  }
  return result != EX_REPLAY_DIFFERENT;
}

/* ---- the command ---- */

static void describe(const probe *r, char *why, size_t cap) {
  size_t at = strlen(why);
  for (uint32_t i = 0; i < r->nwitness && at + 80 < cap; i++)
    at += (size_t)snprintf(why + at, cap - at, "%s%s=%llx",
                           i ? ", " : "; input: ", shape_atom_get(r->s->space, r->witness[i].atom)->name,
                           (unsigned long long)r->witness[i].lo);
}

ex_probe_result ex_probe(ex_replayer *player, const fe_program *p, uint32_t func, const sum_summary *s,
                         uint32_t count, char *why, size_t cap) {
  ex_probe_result result = {0};
  uint32_t natoms = shape_atom_count(s->space);
  why[0] = 0;
  if (!s->ncases || !natoms) return result;
  probe r = {.p = p, .fn = &p->funcs[func], .s = s};
  for (const char *c = s->name; *c; c++) r.random = r.random * 31 + (uint8_t)*c;
  r.images = calloc(shape_obj_count(s->space) + 1, sizeof *r.images);
  r.behind = calloc(natoms + 1, sizeof *r.behind);
  r.value = calloc(natoms + 1, sizeof *r.value);
  r.witness = calloc(natoms + 1, sizeof *r.witness);
  collect_needs(&r);
  make_images(&r);
  for (uint32_t i = 0; i < count; i++) {
    char text[600];
    bool played;
    make_input(&r);
    bool good = judge_input(&r, player, func, text, sizeof text, &played);
    result.played += played;
    if (!good && !result.wrong++) {
      snprintf(why, cap, "%s", text);
      describe(&r, why, cap);
    }
  }
  for (uint32_t i = 0; i <= shape_obj_count(s->space); i++) free(r.images[i].bytes);
  free(r.images), free(r.behind), free(r.value), free(r.witness), free(r.needs);
  return result;
}
