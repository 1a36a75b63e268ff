/* Side effects, bottom-up over the components of the call graph: which cells a function and everything it calls may write
 * (mod) and read (ref). Accesses directly through a parameter are kept apart and told in terms of the argument at each call
 * site, with the bytes they touch; that keeps small helpers (setters, list operations) from mixing up the objects of all
 * their callers, and the fields of one object. */
#include "slicer/impl.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_ACCESS = 48 };

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
  slice_base *base; /* [reg] */
  bool apart;       /* keep accesses through parameters apart (not in recursion) */
  slice_set mod, ref;
  slice_summary sum;
} scan;

/* Is r a parameter, or a parameter plus an offset? A variable one is of no concern to the cells: it folded the object. */
static bool from_parameter(const scan *s, fe_reg r, slice_access *a) {
  const slice_base *b = &s->base[r];
  if (b->root == FE_NONE || b->root < s->f->nconsts || b->root >= s->f->nconsts + s->f->nparams) return false;
  a->param = b->root - s->f->nconsts;
  a->off = b->off;
  a->exact = b->exact;
  return !(s->f->param_byval && s->f->param_byval[a->param]);
}

static void touch_cells(scan *s, uint32_t cset, bool write) {
  slice_set_or(write ? &s->mod : &s->ref, &s->sp->csets.sets[cset]);
}

static bool same_access(const slice_access *a, const slice_access *b) {
  return a->param == b->param && a->off == b->off && a->len == b->len && a->size == b->size &&
         a->exact == b->exact && a->write == b->write;
}

/* of: memory at register r, in the words of an access of a callee (or of this function: its offset is then 0). */
static void touch(scan *s, fe_reg r, const slice_access *of) {
  int64_t off = of->off;
  uint64_t len = of->len;
  bool write = of->write;
  slice_access a = *of;
  if (s->apart && from_parameter(s, r, &a)) {
    a.off += off;
    a.exact &= of->exact;
    for (uint32_t i = 0; i < s->sum.naccess; i++)
      if (same_access(&s->sum.access[i], &a)) return;
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

uint64_t slice_write_length(const fe_func *f, const fe_insn *in) {
  switch ((fe_op)in->op) {
  case FE_STORE: return fe_ty_size(in->ty);
  case FE_VASTART:
  case FE_VACOPY: return 24;
  case FE_MEMCPY:
  case FE_MEMMOVE:
  case FE_MEMSET: return block_length(f, in->c);
  default: return 0;
  }
}

static void own_accesses(scan *s) {
  const fe_func *f = s->f;
  for (uint32_t i = 0; i < f->ninsns; i++) {
    const fe_insn *in = &f->insns[i];
    uint32_t at = s->sp->insn0[s->func] + i;
    bool scalar = in->op == FE_LOAD || in->op == FE_STORE;
    bool copy = in->op == FE_MEMCPY || in->op == FE_MEMMOVE || in->op == FE_VACOPY;
    uint64_t written = slice_write_length(f, in);
    if (!scalar && !written) continue;
    slice_access a = {.len = scalar ? SLICE_SCALAR : written, .exact = true, .write = in->op != FE_LOAD};
    if (scalar) a.size = fe_ty_size(in->ty);
    s->sp->mem_set[at] = slice_cells_of(s->sp, slice_ptset(s->sp, s->func, in->a), 0, a.len);
    touch(s, in->a, &a);
    if (!copy) continue;
    a.write = false;
    s->sp->mem_set2[at] = slice_cells_of(s->sp, slice_ptset(s->sp, s->func, in->b), 0, a.len);
    touch(s, in->b, &a);
  }
}

/* ---- effect of a call site ---- */

typedef struct effect {
  scan *s;
  slice_touch *mod, *ref;
  uint32_t nmod, nref, capmod, capref;
  const char *reason;
  bool own; /* also account it to the calling function */
} effect;

static void add_touch(effect *e, slice_touch t, bool write) {
  slice_touch **v = write ? &e->mod : &e->ref;
  uint32_t *n = write ? &e->nmod : &e->nref, *cap = write ? &e->capmod : &e->capref;
  if (t.cells == 0) return;
  for (uint32_t i = 0; i < *n; i++)
    if ((*v)[i].cells == t.cells && (*v)[i].root == t.root && (*v)[i].lo == t.lo && (*v)[i].hi == t.hi &&
        (*v)[i].whole == t.whole)
      return;
  SLICE_ROOM(*v, *n, *cap);
  (*v)[(*n)++] = t;
}

static void effect_cells(effect *e, uint32_t set, bool write) {
  add_touch(e, (slice_touch){set, FE_NONE, INT64_MIN, INT64_MAX, false}, write);
  if (e->own) touch_cells(e->s, set, write);
}

/* Memory at an argument. */
static void effect_at(effect *e, fe_reg arg, const slice_access *a) {
  uint32_t set = slice_cells_of(e->s->sp, slice_ptset(e->s->sp, e->s->func, arg), a->off, a->len);
  slice_touch t = slice_touch_at(e->s->base, arg, a->off, a->len == SLICE_SCALAR ? a->size : a->len, set);
  if (!a->exact) {
    t.lo = INT64_MIN;
    t.hi = INT64_MAX;
    t.whole = false;
  }
  add_touch(e, t, a->write);
  if (e->own) touch(e->s, arg, a);
}

static void effect_block(effect *e, fe_reg arg, uint64_t len, bool write) {
  effect_at(e, arg, &(slice_access){.len = len, .exact = true, .write = write});
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
    if (pointer && libc_arg(m->writes, i, fixed)) effect_block(e, c->args[i], len, true);
    if (pointer && libc_arg(m->reads, i, fixed)) effect_block(e, c->args[i], len, false);
  }
  if (m->stream && sp->g->memory_streams) {
    effect_cells(e, sp->ext_mod, true);
    effect_cells(e, sp->ext_ref, false);
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
    if (sum->access[i].param < c->nargs) effect_at(e, c->args[sum->access[i].param], &sum->access[i]);
  for (uint32_t i = 0; i < c->nargs && i < t->nparams; i++)
    if (t->param_byval && t->param_byval[i]) effect_block(e, c->args[i], t->param_byval[i], false);
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

/* Many targets: one set instead of a list of hundreds. Those with a base stay apart while they are few. */
static void condense(slice_program *sp, slice_touch *v, uint32_t *n) {
  uint32_t kept = 0, with_base = 0;
  slice_set s = {0};
  for (uint32_t i = 0; i < *n; i++) with_base += v[i].root != FE_NONE;
  bool few = *n - with_base <= 8;
  for (uint32_t i = 0; i < *n; i++)
    if (v[i].root != FE_NONE ? with_base <= 2 * MAX_ACCESS : few)
      v[kept++] = v[i];
    else
      slice_set_or(&s, &sp->csets.sets[v[i].cells]);
  if (kept < *n)
    v[kept++] = (slice_touch){slice_pool_id(&sp->csets, &s), FE_NONE, INT64_MIN, INT64_MAX, false};
  *n = kept;
  slice_set_free(&s);
}

static void site_effect(scan *s, uint32_t insn, bool own, bool outside_only) {
  slice_program *sp = s->sp;
  const fe_insn *in = &s->f->insns[insn];
  const fe_call *c = &s->f->calls[in->aux];
  uint32_t site = sp->g->site_of[s->func] + in->aux;
  const pt_callsite *cs = &sp->g->sites[site];
  effect e = {.s = s, .own = own};
  uint32_t nt = sp->target0[site + 1] - sp->target0[site];
  for (uint32_t k = 0; k < nt; k++) {
    uint32_t t = sp->targets[sp->target0[site] + k];
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
  if (!outside_only) {
    condense(sp, e.mod, &e.nmod);
    condense(sp, e.ref, &e.nref);
    slice_effect *out = &sp->effects[site];
    *out = (slice_effect){sp->ntouches, e.nmod, e.nref, false, e.reason};
    for (uint32_t i = 0; i < e.nmod + e.nref; i++) {
      SLICE_ROOM(sp->touches, sp->ntouches, sp->captouches);
      sp->touches[sp->ntouches++] = i < e.nmod ? e.mod[i] : e.ref[i - e.nmod];
    }
  }
  free(e.mod);
  free(e.ref);
}

/* ---- functions ---- */

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
    s[i].base = slice_bases(s[i].f);
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
    free(s[i].base);
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

/* The final pass: callees first, with alias sets per program point (refine.c), which need the effects of the calls. */
static void refined_component(slice_program *sp, uint32_t scc) {
  bool better = false;
  component(sp, scc);
  for (uint32_t k = sp->scc_first[scc]; k < sp->scc_first[scc + 1]; k++)
    if (sp->p->funcs[sp->scc_funcs[k]].has_body) better |= slice_refine(sp, sp->scc_funcs[k]);
  if (better) component(sp, scc);
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
    sp->ntouches = 0;
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
  sp->ntouches = 0;
  for (uint32_t s = 0; s < sp->nsccs; s++) refined_component(sp, s);
  slice_set_free(&mod);
  slice_set_free(&ref);
}
