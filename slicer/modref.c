/* Side effects, bottom-up over the components of the call graph: which cells a function and everything it calls may write
 * (mod) and read (ref). Accesses directly through a parameter are kept apart and told in terms of the argument at each call
 * site; that keeps small helpers (setters, list operations) from mixing up the objects of all their callers. */
#include "slicer/impl.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_ACCESS = 24 };

const char *slice_reason(slice_program *sp, const char *fmt, const char *arg) {
  size_t n = strlen(fmt) + strlen(arg) + 1;
  char *s = slice_alloc(n, 1);
  snprintf(s, n, fmt, arg);
  for (uint32_t i = 0; i < sp->nreasons; i++)
    if (strcmp(sp->reasons[i], s) == 0) {
      free(s);
      return sp->reasons[i];
    }
  SLICE_ROOM(sp->reasons, sp->nreasons, sp->capreasons);
  return sp->reasons[sp->nreasons++] = s;
}

typedef struct scan { /* of one function */
  slice_program *sp;
  uint32_t func;
  const fe_func *f;
  uint32_t *def; /* [reg]: defining instruction, FE_NONE for parameters, constants and merged values */
  bool apart;    /* keep accesses through parameters apart (not in recursion) */
  slice_set mod, ref;
  slice_summary sum;
} scan;

/* Is r a parameter, or a parameter plus a constant offset? Variable steps need no offset: they folded the object. */
static bool from_parameter(const scan *s, fe_reg r, uint32_t *param, int64_t *off) {
  *off = 0;
  for (int depth = 0; depth < 64; depth++) {
    if (r >= s->f->nconsts && r < s->f->nconsts + s->f->nparams) {
      *param = r - s->f->nconsts;
      return !(s->f->param_byval && s->f->param_byval[*param]);
    }
    if (r < s->f->nconsts || s->def[r] == FE_NONE) return false;
    const fe_insn *in = &s->f->insns[s->def[r]];
    if (in->op == FE_PTRADD) {
      *off += in->imm;
      if (in->b != FE_NONE && in->b < s->f->nconsts) return false;
    } else if (in->op != FE_MOV) {
      return false;
    }
    r = in->a;
  }
  return false;
}

static void touch_cells(scan *s, uint32_t cset, bool write) {
  slice_set_or(write ? &s->mod : &s->ref, &s->sp->csets.sets[cset]);
}

static void touch(scan *s, fe_reg r, int64_t off, uint64_t len, bool write) {
  slice_access a = {.len = len, .write = write};
  if (s->apart && from_parameter(s, r, &a.param, &a.off)) {
    a.off += off;
    for (uint32_t i = 0; i < s->sum.naccess; i++)
      if (s->sum.access[i].param == a.param && s->sum.access[i].off == a.off &&
          s->sum.access[i].len == a.len && s->sum.access[i].write == a.write)
        return;
    if (s->sum.naccess < MAX_ACCESS) {
      SLICE_ROOM(s->sum.access, s->sum.naccess, s->sum.capaccess);
      s->sum.access[s->sum.naccess++] = a;
      return;
    }
  }
  touch_cells(s, slice_cells_of(s->sp, slice_ptset(s->sp, s->func, r), off, len), write);
}

static uint64_t block_length(const fe_func *f, fe_reg r) {
  if (r < f->nconsts && f->consts[r].kind == FE_C_INT && f->consts[r].val.lo > 0) return f->consts[r].val.lo;
  return SLICE_ANY;
}

static void own_accesses(scan *s) {
  const fe_func *f = s->f;
  for (uint32_t i = 0; i < f->ninsns; i++) {
    const fe_insn *in = &f->insns[i];
    uint32_t at = s->sp->insn0[s->func] + i, *set = s->sp->mem_set, *set2 = s->sp->mem_set2;
    uint64_t len = SLICE_SCALAR;
    switch ((fe_op)in->op) {
    case FE_LOAD:
    case FE_STORE:
      set[at] = slice_cells_of(s->sp, slice_ptset(s->sp, s->func, in->a), 0, SLICE_SCALAR);
      touch(s, in->a, 0, SLICE_SCALAR, in->op == FE_STORE);
      break;
    case FE_MEMCPY:
    case FE_MEMMOVE:
    case FE_VACOPY:
      len = in->op == FE_VACOPY ? 24 : block_length(f, in->c);
      set[at] = slice_cells_of(s->sp, slice_ptset(s->sp, s->func, in->a), 0, len);
      set2[at] = slice_cells_of(s->sp, slice_ptset(s->sp, s->func, in->b), 0, len);
      touch(s, in->a, 0, len, true);
      touch(s, in->b, 0, len, false);
      break;
    case FE_MEMSET:
    case FE_VASTART:
      len = in->op == FE_VASTART ? 24 : block_length(f, in->c);
      set[at] = slice_cells_of(s->sp, slice_ptset(s->sp, s->func, in->a), 0, len);
      touch(s, in->a, 0, len, true);
      break;
    default: break;
    }
  }
}

/* ---- effect of a call site ---- */

typedef struct effect {
  scan *s;
  uint32_t *mod, *ref, nmod, nref, capmod, capref;
  const char *reason;
  bool own; /* also account it to the calling function */
} effect;

static void add_set(uint32_t **v, uint32_t *n, uint32_t *cap, uint32_t set) {
  for (uint32_t i = 0; i < *n; i++)
    if ((*v)[i] == set) return;
  if (set == 0) return;
  SLICE_ROOM(*v, *n, *cap);
  (*v)[(*n)++] = set;
}

static void effect_cells(effect *e, uint32_t set, bool write) {
  if (write)
    add_set(&e->mod, &e->nmod, &e->capmod, set);
  else
    add_set(&e->ref, &e->nref, &e->capref, set);
  if (e->own) touch_cells(e->s, set, write);
}

/* Memory at an argument. */
static void effect_at(effect *e, fe_reg arg, int64_t off, uint64_t len, bool write) {
  uint32_t set = slice_cells_of(e->s->sp, slice_ptset(e->s->sp, e->s->func, arg), off, len);
  if (write)
    add_set(&e->mod, &e->nmod, &e->capmod, set);
  else
    add_set(&e->ref, &e->nref, &e->capref, set);
  if (e->own) touch(e->s, arg, off, len, write);
}

static void effect_unknown(effect *e, const char *reason) {
  effect_cells(e, e->s->sp->ext_mod, true);
  effect_cells(e, e->s->sp->ext_ref, false);
  e->reason = reason;
}

static uint32_t special(slice_program *sp, uint32_t obj) {
  slice_set s = {0};
  slice_set_add(&s, sp->blob_of[obj]);
  uint32_t id = slice_pool_id(&sp->csets, &s);
  slice_set_free(&s);
  return id;
}

static void effect_model(effect *e, const fe_call *c, const libc_model *m) {
  slice_program *sp = e->s->sp;
  uint64_t len = m->sizes && c->nargs > 2 ? block_length(e->s->f, c->args[2]) : SLICE_ANY;
  if (!m->copies && m->ret != LIBC_RET_ARG0) len = SLICE_ANY;
  for (uint32_t i = 0; i < c->nargs; i++) {
    bool pointer = c->arg_ty[i].kind == FE_PTR;
    uint32_t fixed = c->variadic ? c->nfixed : c->nargs;
    if (pointer && libc_arg(m->writes, i, fixed)) effect_at(e, c->args[i], 0, len, true);
    if (pointer && libc_arg(m->reads, i, fixed)) effect_at(e, c->args[i], 0, len, false);
  }
  if (m->sets_errno) effect_cells(e, special(sp, sp->g->err), true);
  if (m->state) {
    effect_cells(e, special(sp, sp->g->io), true);
    effect_cells(e, special(sp, sp->g->io), false);
  }
}

static void effect_body(effect *e, const fe_call *c, uint32_t target) {
  slice_program *sp = e->s->sp;
  const slice_summary *sum = &sp->sums[target];
  const fe_func *t = &sp->p->funcs[target];
  effect_cells(e, sum->mod, true);
  effect_cells(e, sum->ref, false);
  for (uint32_t i = 0; i < sum->naccess && !(sp->opt.leave_out & SLICE_PART_PARAMETERS); i++)
    if (sum->access[i].param < c->nargs)
      effect_at(e, c->args[sum->access[i].param], sum->access[i].off, sum->access[i].len,
                sum->access[i].write);
  for (uint32_t i = 0; i < c->nargs && i < t->nparams; i++)
    if (t->param_byval && t->param_byval[i]) effect_at(e, c->args[i], 0, t->param_byval[i], false);
}

static void effect_target(effect *e, const fe_call *c, uint32_t target) {
  slice_program *sp = e->s->sp;
  const fe_func *t = &sp->p->funcs[target];
  if (t->has_body) {
    effect_body(e, c, target);
    return;
  }
  const libc_model *m = t->unsupported ? NULL : libc_find(t->name);
  if (m) {
    effect_model(e, c, m);
  } else if (t->unsupported) {
    effect_cells(e, sp->all_cells, true);
    effect_cells(e, sp->all_cells, false);
    e->reason = slice_reason(sp, "the body of %s could not be read: it may write anything", t->name);
  } else {
    effect_unknown(e, slice_reason(sp, "%s has no body here: it may write any memory it can reach", t->name));
  }
}

/* Many targets: one set instead of a list of hundreds. */
static void condense(effect *e) {
  slice_program *sp = e->s->sp;
  slice_set s = {0};
  if (e->nmod > 8) {
    for (uint32_t i = 0; i < e->nmod; i++) slice_set_or(&s, &sp->csets.sets[e->mod[i]]);
    e->mod[0] = slice_pool_id(&sp->csets, &s);
    e->nmod = 1;
  }
  s.n = 0;
  if (e->nref > 8) {
    for (uint32_t i = 0; i < e->nref; i++) slice_set_or(&s, &sp->csets.sets[e->ref[i]]);
    e->ref[0] = slice_pool_id(&sp->csets, &s);
    e->nref = 1;
  }
  slice_set_free(&s);
}

static void site_effect(scan *s, uint32_t insn, bool own, bool outside_only) {
  slice_program *sp = s->sp;
  const fe_insn *in = &s->f->insns[insn];
  const fe_call *c = &s->f->calls[in->aux];
  uint32_t site = sp->g->site_of[s->func] + in->aux;
  const pt_callsite *cs = &sp->g->sites[site];
  effect e = {.s = s, .own = own};
  bool dies = c->noreturn || in->op == FE_ASM;
  uint32_t nt = sp->target0[site + 1] - sp->target0[site];
  for (uint32_t k = 0; k < nt; k++) {
    uint32_t t = sp->targets[sp->target0[site] + k];
    dies |= sp->not_return[t];
    if (k && sp->opt.leave_out & SLICE_PART_TARGETS) break;
    if (!outside_only || sp->scc_of[t] != sp->scc_of[s->func]) effect_target(&e, c, t);
  }
  if (in->op == FE_ASM) {
    effect_unknown(&e, "inline assembly may write any memory it can reach");
  } else if (nt == 0) {
    effect_unknown(&e, "calls through a pointer that leads to no known function");
  } else if (cs->unknown && !e.reason) {
    e.reason = "calls through a pointer that may also lead outside the program";
  }
  dies |= sp->ext_not_return && (nt == 0 || cs->escaped);
  if (!outside_only) {
    condense(&e);
    slice_effect *out = &sp->effects[site];
    *out = (slice_effect){sp->neffect_sets, e.nmod, e.nref, dies, e.reason};
    for (uint32_t i = 0; i < e.nmod + e.nref; i++) {
      SLICE_ROOM(sp->effect_sets, sp->neffect_sets, sp->capeffect_sets);
      sp->effect_sets[sp->neffect_sets++] = i < e.nmod ? e.mod[i] : e.ref[i - e.nmod];
    }
  }
  free(e.mod);
  free(e.ref);
}

/* ---- functions ---- */

static void find_defs(scan *s) {
  const fe_func *f = s->f;
  s->def = slice_grow(NULL, f->nregs ? f->nregs : 1, sizeof *s->def);
  memset(s->def, 0xff, f->nregs * sizeof *s->def);
  for (uint32_t i = 0; i < f->ninsns; i++)
    if (f->insns[i].dst != FE_NONE) s->def[f->insns[i].dst] = i;
  for (uint32_t i = 0; i < f->nmoves; i++) s->def[f->moves[i].dst] = FE_NONE;
}

/* A function's own stack objects are gone when it returns. */
static void drop_locals(slice_program *sp, slice_set *s, uint32_t func) {
  slice_set out = {0};
  for (slice_iter it = {0}; slice_set_next(s, &it);) {
    const pt_obj *o = &sp->g->objs[sp->cells[it.x].obj];
    if (!((o->kind == PT_ALLOCA || o->kind == PT_BYVAL) && o->a == func)) slice_set_add(&out, it.x);
  }
  slice_set_free(s);
  *s = out;
}

static void calls_of(scan *s, bool own, bool outside_only) {
  for (uint32_t i = 0; i < s->f->ninsns; i++)
    if (s->f->insns[i].op == FE_CALL || s->f->insns[i].op == FE_ASM) site_effect(s, i, own, outside_only);
}

static void component(slice_program *sp, uint32_t scc) {
  uint32_t n = sp->scc_first[scc + 1] - sp->scc_first[scc];
  const uint32_t *funcs = sp->scc_funcs + sp->scc_first[scc];
  bool rec = sp->scc_rec[scc];
  scan *s = slice_alloc(n, sizeof *s);
  slice_set mod = {0}, ref = {0};
  for (uint32_t i = 0; i < n; i++) {
    s[i] = (scan){.sp = sp, .func = funcs[i], .f = &sp->p->funcs[funcs[i]], .apart = !rec};
    if (!s[i].f->has_body) continue;
    find_defs(&s[i]);
    own_accesses(&s[i]);
    calls_of(&s[i], true, rec);
    slice_set_or(&mod, &s[i].mod);
    slice_set_or(&ref, &s[i].ref);
  }
  if (!rec && s[0].f->has_body) {
    drop_locals(sp, &mod, funcs[0]);
    drop_locals(sp, &ref, funcs[0]);
  }
  uint32_t m = slice_pool_id(&sp->csets, &mod), r = slice_pool_id(&sp->csets, &ref);
  for (uint32_t i = 0; i < n; i++) {
    free(sp->sums[funcs[i]].access);
    sp->sums[funcs[i]] = s[i].sum;
    sp->sums[funcs[i]].mod = m;
    sp->sums[funcs[i]].ref = r;
  }
  for (uint32_t i = 0; i < n; i++) {
    if (rec && s[i].f->has_body) calls_of(&s[i], false, false);
    free(s[i].def);
    slice_set_free(&s[i].mod);
    slice_set_free(&s[i].ref);
  }
  slice_set_free(&mod);
  slice_set_free(&ref);
  free(s);
}

/* What the outside reaches without calling back, and all that may be written at all. */
static void outside(slice_program *sp, slice_set *mod, slice_set *ref) {
  const pt_graph *g = sp->g;
  slice_set all = {0};
  for (uint32_t c = 0; c < sp->ncells; c++) {
    const pt_obj *o = &g->objs[sp->cells[c].obj];
    if (slice_set_has(&sp->escaped, c) || o->kind == PT_ERRNO || o->kind == PT_IO) {
      slice_set_add(ref, c);
      if (!o->is_const) slice_set_add(mod, c);
    }
    bool local = o->kind == PT_ALLOCA || o->kind == PT_BYVAL || o->kind == PT_VARARGS;
    if (!o->is_const && (!local || o->escaped)) slice_set_add(&all, c);
  }
  sp->all_cells = slice_pool_id(&sp->csets, &all);
  slice_set_free(&all);
}

void slice_build_modref(slice_program *sp) {
  const fe_program *p = sp->p;
  sp->insn0 = slice_alloc(p->nfuncs + 1, sizeof *sp->insn0);
  for (uint32_t i = 0; i < p->nfuncs; i++) sp->insn0[i + 1] = sp->insn0[i] + p->funcs[i].ninsns;
  sp->mem_set = slice_alloc(sp->insn0[p->nfuncs], sizeof *sp->mem_set);
  sp->mem_set2 = slice_alloc(sp->insn0[p->nfuncs], sizeof *sp->mem_set2);
  sp->sums = slice_alloc(p->nfuncs, sizeof *sp->sums);
  sp->effects = slice_alloc(sp->g->nsites, sizeof *sp->effects);
  slice_set mod = {0}, ref = {0};
  outside(sp, &mod, &ref);
  for (bool again = true; again;) { /* the outside may call what escaped: its effect includes theirs */
    sp->ext_mod = slice_pool_id(&sp->csets, &mod);
    sp->ext_ref = slice_pool_id(&sp->csets, &ref);
    sp->neffect_sets = 0;
    for (uint32_t s = 0; s < sp->nsccs; s++) component(sp, s);
    again = false;
    for (uint32_t i = 0; i < p->nfuncs; i++) {
      if (!p->funcs[i].has_body || !sp->g->objs[sp->g->fobj[i]].escaped) continue;
      again |= slice_set_or(&mod, &sp->csets.sets[sp->sums[i].mod]);
      again |= slice_set_or(&ref, &sp->csets.sets[sp->sums[i].ref]);
      for (uint32_t k = 0; k < sp->sums[i].naccess; k++) {
        const slice_access *a = &sp->sums[i].access[k];
        uint32_t set = slice_cells_of(sp, slice_ptset(sp, i, p->funcs[i].nconsts + a->param), a->off, a->len);
        again |= slice_set_or(a->write ? &mod : &ref, &sp->csets.sets[set]);
      }
    }
  }
  slice_set_free(&mod);
  slice_set_free(&ref);
}
