/* What the outside does while a witness is played: functions without a body answer and write, volatile memory changes, and the
 * caller of a variadic unit gave it unnamed arguments. */
#include "explorer/outside.h"
#include "explorer/replay_impl.h"

#include <stdlib.h>
#include <string.h>

static const shape_atom *stub_atom(const replay *r, const char *name, uint32_t index, uint32_t piece,
                                   const sum_value **v) {
  for (uint32_t i = 0; i < r->c->nwitness; i++) {
    const shape_atom *a = shape_atom_get(r->s->space, r->c->witness[i].atom);
    if (a->kind == SHAPE_STUB && a->index == index && a->piece == piece && !strcmp(a->symbol, name)) {
      *v = &r->c->witness[i];
      return a;
    }
  }
  return NULL;
}

/* ---- what a stub wrote ---- */

typedef struct found { /* objects the arguments lead to */
  exm_addr at[EX_MOST_BEHIND + 64];
  uint32_t n;
} found;

static bool is_stand_in(const replay *r, exm_addr a) {
  for (uint32_t i = 0; i < r->ndummies; i++)
    if (r->dummies[i].addr == a) return true;
  return false;
}

static void add_found(const replay *r, found *f, exm_addr a) {
  exm_object o;
  bool is_function = exm_addr_func(r->m, a) != FE_NONE;
  if (!is_function && !exm_object_at(r->m, a, &o)) return;
  exm_addr base = is_function ? a : o.base;
  if (is_stand_in(r, base)) return; /* nobody followed the pointer: the explorer knows no object there */
  for (uint32_t i = 0; i < f->n; i++)
    if (f->at[i] == base) return;
  if (f->n < sizeof f->at / sizeof *f->at) f->at[f->n++] = base;
}

static bool leads_to_const(const replay *r, const exm_hook_call *c, uint32_t arg) {
  const fe_iface *iface = r->p->funcs[c->func].iface;
  for (uint32_t i = 0; iface && i < iface->nparams; i++) {
    const fe_param *p = &iface->params[i];
    if (p->npieces != 1 || p->pieces[0].index != arg || p->ctype == FE_NONE) continue;
    const fe_ctype *t = &r->p->types[p->ctype];
    return t->kind == FE_T_PTR && (r->p->types[t->to].is_const || r->p->types[t->to].kind == FE_T_FUNC);
  }
  return false;
}

/* The objects as ex_reach_close finds them: those of the arguments first (*direct), then what these hold. */
static void find_objects(const replay *r, const exm_hook_call *c, found *f, uint32_t *direct) {
  f->n = 0;
  for (uint32_t i = 0; i < c->nargs; i++)
    if (c->arg_ty[i].kind == FE_PTR && !leads_to_const(r, c, i)) add_found(r, f, c->args[i].lo);
  *direct = f->n;
  for (uint32_t i = 0; i < f->n; i++) {
    exm_object o;
    exm_addr held;
    if (!exm_object_at(r->m, f->at[i], &o)) continue;
    for (uint64_t at = 0; at + 8 <= o.size; at += 8)
      if (exm_peek(r->m, o.base + at, &held, 8)) add_found(r, f, held);
  }
}

static void stub_writes(replay *r, const exm_hook_call *c, const found *f, uint32_t direct,
                        const shape_atom *a, const sum_value *v) {
  uint32_t arg = (a->piece - EX_WRITTEN) >> 24, off = (a->piece - EX_WRITTEN) & 0xffffff;
  fe_val value = ex_replay_value(r, a, v);
  exm_object o;
  if (arg >= EX_BEHIND && direct + arg - EX_BEHIND < f->n)
    exm_poke(r->m, f->at[direct + arg - EX_BEHIND] + off, &value, a->width / 8);
  else if (arg < c->nargs && exm_object_at(r->m, c->args[arg].lo, &o))
    exm_poke(r->m, o.base + off, &value, a->width / 8);
}

static bool is_write(const shape_atom *a, const char *name, uint32_t index) {
  return a->kind == SHAPE_STUB && a->index == index && a->piece >= EX_WRITTEN && !strcmp(a->symbol, name);
}

/* What the witness does not name is 0. */
static void all_writes(replay *r, const exm_hook_call *c, const char *name, uint32_t index) {
  found f;
  uint32_t direct;
  find_objects(r, c, &f, &direct);
  for (uint32_t i = 1; i <= shape_atom_count(r->s->space); i++) {
    const shape_atom *a = shape_atom_get(r->s->space, i);
    if (is_write(a, name, index)) stub_writes(r, c, &f, direct, a, NULL);
  }
  for (uint32_t i = 0; i < r->c->nwitness; i++) {
    const shape_atom *a = shape_atom_get(r->s->space, r->c->witness[i].atom);
    if (is_write(a, name, index)) stub_writes(r, c, &f, direct, a, &r->c->witness[i]);
  }
}

void ex_replay_stub(replay *r, exm_hook_call *c, const char *name, uint32_t index) {
  for (uint32_t i = 0; i < c->nres; i++) {
    const sum_value *v = NULL;
    const shape_atom *a = stub_atom(r, name, index, i, &v);
    memset(&c->res[i], 0, sizeof c->res[i]);
    if (a) c->res[i] = ex_replay_value(r, a, v);
  }
  all_writes(r, c, name, index);
}

/* ---- volatile memory ---- */

bool ex_replay_volatile(void *self, exm_addr a, uint32_t n, fe_val *v) {
  replay *r = self;
  const sum_case *c = r->c;
  exm_object o, read;
  for (uint32_t i = 0; i < c->nanswers; i++) {
    exm_addr base = c->answers[i].obj ? ex_replay_object(r, c->answers[i].obj) : 0;
    if (!base || !exm_object_at(r->m, base, &o) || !exm_object_at(r->m, a, &read) || o.base != read.base)
      continue;
    uint32_t index = ++r->reads[i];
    memset(v, 0, sizeof *v);
    for (uint32_t k = 0; k < c->nwitness; k++) {
      const shape_atom *at = shape_atom_get(r->s->space, c->witness[k].atom);
      if (at->kind == SHAPE_VOLATILE && at->obj == c->answers[i].obj && at->index == index &&
          at->offset == (int64_t)(a - base) && at->width == 8 * n)
        *v = ex_replay_value(r, at, &c->witness[k]);
    }
    return true;
  }
  return false;
}

/* ---- unnamed arguments ---- */

/* All registers that are left are filled, so that what lies on the stack does lie there. */
unnamed ex_replay_unnamed(replay *r) {
  unnamed u = {0};
  uint32_t gp, fp, first[3], nstack = 0;
  if (!r->p->funcs[r->func].variadic) return u;
  ex_named_registers(&r->p->funcs[r->func], &gp, &fp);
  for (uint32_t i = 1; i <= shape_atom_count(r->s->space);
       i++) { /* the witness names only those that matter */
    const shape_atom *a = shape_atom_get(r->s->space, i);
    if (a->kind == SHAPE_STUB && !strcmp(a->symbol, EX_UNNAMED) && a->piece / 16 == EX_VA_STACK &&
        a->index > nstack)
      nstack = a->index;
  }
  first[EX_VA_INT] = 0;
  first[EX_VA_DOUBLE] = EX_VA_GP_REGS - gp;
  first[EX_VA_STACK] = first[EX_VA_DOUBLE] + EX_VA_FP_REGS - fp;
  u.n = first[EX_VA_STACK] + nstack;
  u.value = calloc(u.n + 1, sizeof *u.value);
  u.ty = calloc(u.n + 1, sizeof *u.ty);
  for (uint32_t i = 0; i < u.n; i++) {
    bool real = i >= first[EX_VA_DOUBLE] && i < first[EX_VA_STACK];
    u.ty[i] = real ? (fe_ty){FE_F64, 64} : (fe_ty){FE_INT, 64};
  }
  for (uint32_t i = 0; i < r->c->nwitness; i++) {
    const shape_atom *a = shape_atom_get(r->s->space, r->c->witness[i].atom);
    if (a->kind != SHAPE_STUB || strcmp(a->symbol, EX_UNNAMED)) continue;
    uint32_t k = first[a->piece / 16] + a->index - 1;
    /* a symbolic place in the save area has the named arguments' registers among its candidates */
    if (a->index - 1 >= (a->piece / 16 == EX_VA_INT      ? EX_VA_GP_REGS - gp
                         : a->piece / 16 == EX_VA_DOUBLE ? EX_VA_FP_REGS - fp
                                                         : nstack))
      continue;
    if (a->piece % 16 < 8)
      u.value[k].lo |= ex_replay_value(r, a, &r->c->witness[i]).lo << (8 * (a->piece % 16));
    else
      r->unplayable = true; /* the upper half of a vector */
  }
  return u;
}
