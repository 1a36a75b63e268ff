/* Facts about the program that need no path: globals nobody writes, functions without side effects, units that compare
 * pointers. Each errs on the safe side. */
#define _GNU_SOURCE /* qsort_r */
#include "explorer/internal.h"

#include <stdlib.h>
#include <string.h>

/* ---- globals the program never writes ---- */

static void uses_of(const fe_func *f, const fe_insn *in, void (*use)(void *, fe_reg, bool read_only),
                    void *self) {
  fe_reg none = FE_NONE;
  switch (in->op) {
  case FE_LOAD: use(self, in->a, true); return;
  case FE_ICMP: use(self, in->a, true), use(self, in->b, true); return;
  case FE_PTRADD:
    if (in->b != none) use(self, in->b, false);
    return; /* the base is followed through its result */
  case FE_MEMCPY:
  case FE_MEMMOVE: use(self, in->a, false), use(self, in->b, true), use(self, in->c, false); return;
  case FE_CALL:
  case FE_ASM: {
    const fe_call *c = &f->calls[in->aux];
    for (uint32_t i = 0; i < c->nargs; i++) use(self, c->args[i], c->byval[i] != 0);
    if (c->indirect) use(self, c->target, true);
    return;
  }
  case FE_RET:
    for (uint32_t i = 0; i < in->b; i++) use(self, f->lists[in->aux + i], false);
    return;
  case FE_BR:
  case FE_UNREACHABLE: return;
  default:
    if (in->a != none) use(self, in->a, false);
    if (in->b != none && in->op != FE_RET) use(self, in->b, false);
    if (in->c != none) use(self, in->c, false);
  }
}

typedef struct scan {
  uint32_t *root; /* per register: 1 + global it is derived from, 0 none */
  uint8_t *constant;
} scan;

static void note_use(void *self, fe_reg r, bool read_only) {
  scan *sc = self;
  if (sc->root[r] && !read_only) sc->constant[sc->root[r] - 1] = 0;
}

uint8_t *ex_constant_globals(const fe_program *p) {
  uint8_t *constant = ex_xrealloc(NULL, p->nglobals + 1);
  for (uint32_t g = 0; g < p->nglobals; g++) constant[g] = p->globals[g].has_init;
  for (uint32_t g = 0; g < p->nglobals; g++)
    for (uint32_t r = 0; r < p->globals[g].nrelocs; r++)
      if (!p->globals[g].relocs[r].is_func && p->globals[g].relocs[r].index < p->nglobals)
        constant[p->globals[g].relocs[r].index] = 0;
  for (uint32_t i = 0; i < p->nfuncs; i++) {
    const fe_func *f = &p->funcs[i];
    if (!f->has_body) continue;
    scan sc = {ex_xrealloc(NULL, f->nregs * sizeof *sc.root), constant};
    memset(sc.root, 0, f->nregs * sizeof *sc.root);
    for (uint32_t c = 0; c < f->nconsts; c++)
      if (f->consts[c].kind == FE_C_GLOBAL) sc.root[c] = 1 + f->consts[c].index;
    for (bool changed = true; changed;) {
      changed = false;
      for (uint32_t k = 0; k < f->ninsns; k++) {
        const fe_insn *in = &f->insns[k];
        if (in->op != FE_PTRADD || !sc.root[in->a] || sc.root[in->dst]) continue;
        sc.root[in->dst] = sc.root[in->a];
        changed = true;
      }
    }
    for (uint32_t k = 0; k < f->ninsns; k++) uses_of(f, &f->insns[k], note_use, &sc);
    for (uint32_t m = 0; m < f->nmoves; m++) note_use(&sc, f->moves[m].src, false);
    free(sc.root);
  }
  return constant;
}

/* ---- functions without side effects ---- */

static bool local_address(const fe_func *f, fe_reg r) {
  for (int guard = 0; guard < 1000; guard++) {
    if (r < f->nconsts + f->nparams) return false;
    const fe_insn *def = NULL;
    for (uint32_t k = 0; k < f->ninsns && !def; k++)
      if (f->insns[k].dst == r) def = &f->insns[k];
    if (!def) return false;
    if (def->op == FE_ALLOCA) return true;
    if (def->op != FE_PTRADD && def->op != FE_MOV) return false;
    r = def->a;
  }
  return false;
}

static bool pure_body(ex_engine *e, uint32_t func) {
  const fe_func *f = &e->p->funcs[func];
  if (!f->has_body || f->variadic) return false;
  for (uint32_t k = 0; k < f->ninsns; k++) {
    const fe_insn *in = &f->insns[k];
    switch (in->op) {
    case FE_STORE:
    case FE_MEMCPY:
    case FE_MEMMOVE:
    case FE_MEMSET:
      if (!local_address(f, in->a)) return false;
      break;
    case FE_ASM:
    case FE_VASTART: return false;
    case FE_LOAD:
      if (in->flags & FE_F_VOLATILE) return false;
      if (!local_address(f, in->a)) return false; /* its result would depend on memory */
      break;
    case FE_CALL: {
      const fe_call *c = &f->calls[in->aux];
      if (c->indirect || !ex_is_pure(e, c->func)) return false;
      break;
    }
    default: break;
    }
  }
  return true;
}

bool ex_is_pure(ex_engine *e, uint32_t func) {
  if (e->pure[func]) return e->pure[func] == 2;
  e->pure[func] = 2; /* while it is being looked at: recursion alone makes nothing impure */
  if (!pure_body(e, func)) e->pure[func] = 1;
  return e->pure[func] == 2;
}

/* ---- comparing pointers ---- */

static bool compares(const fe_program *p, uint32_t func, uint8_t *seen) {
  const fe_func *f = &p->funcs[func];
  if (seen[func] || !f->has_body) return false;
  seen[func] = 1;
  for (uint32_t k = 0; k < f->ninsns; k++) {
    const fe_insn *in = &f->insns[k];
    if (in->op == FE_ICMP && in->ty2.kind == FE_PTR && (in->sub == FE_EQ || in->sub == FE_NE) &&
        in->a >= f->nconsts && in->b >= f->nconsts)
      return true;
    if (in->op == FE_CALL && !f->calls[in->aux].indirect && compares(p, f->calls[in->aux].func, seen))
      return true;
  }
  return false;
}

bool ex_compares_pointers(const fe_program *p, uint32_t func) {
  uint8_t *seen = ex_xrealloc(NULL, p->nfuncs);
  memset(seen, 0, p->nfuncs);
  bool r = compares(p, func, seen);
  free(seen);
  return r;
}

static bool sees(ex_engine *e, uint32_t func) {
  const fe_func *f = &e->p->funcs[func];
  if (e->addresses[func]) return e->addresses[func] == 2;
  e->addresses[func] = 1; /* while it is being looked at: recursion alone sees nothing */
  bool yes = false;
  for (uint32_t k = 0; f->has_body && k < f->ninsns && !yes; k++) {
    const fe_insn *in = &f->insns[k];
    bool pointers = in->a != FE_NONE && in->a < f->nregs && f->reg_ty[in->a].kind == FE_PTR;
    if (in->op == FE_ICMP)
      yes = in->ty2.kind == FE_PTR && in->a >= f->nconsts && in->b >= f->nconsts;
    else if (in->op == FE_PTRTOINT)
      yes = pointers;
    else if (in->op == FE_CALL)
      yes = f->calls[in->aux].indirect || sees(e, f->calls[in->aux].func);
  }
  e->addresses[func] = yes ? 2 : 1;
  return yes;
}

bool ex_sees_addresses(ex_engine *e, uint32_t func) { return sees(e, func); }

/* ---- names ---- */

const char *ex_decline_name(ex_decline d) {
  static const char *const names[EX_DECLINES] = {
      [EX_NO_SUMMARY] = "not by summary: no summary",     [EX_SIGNATURE] = "not by summary: other signature",
      [EX_NO_CASE] = "not by summary: no case",           [EX_ALIASED] = "not by summary: aliased objects",
      [EX_OFFSET] = "not by summary: symbolic place",     [EX_TOO_SMALL] = "not by summary: unfit object",
      [EX_NO_OBJECT] = "not by summary: unknown object",  [EX_STUBBED] = "not by summary: stub's memory",
      [EX_UNINIT_USED] = "not by summary: uninitialised", [EX_CALL_TERM] = "not by summary: call term"};
  return names[d];
}

/* ---- looking up by name ---- */

static const char *global_symbol(const fe_program *p, uint32_t i) {
  return p->globals[i].usr ? p->globals[i].usr : p->globals[i].name;
}
static const char *func_symbol(const fe_program *p, uint32_t i) {
  return p->funcs[i].usr ? p->funcs[i].usr : p->funcs[i].name;
}
static const char *func_name(const fe_program *p, uint32_t i) { return p->funcs[i].name; }

typedef struct by_name {
  const fe_program *p;
  const char *(*name)(const fe_program *p, uint32_t i);
} by_name;

static int in_order(const void *a, const void *b, void *self) {
  const by_name *n = self;
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  int d = strcmp(n->name(n->p, x), n->name(n->p, y));
  return d ? d : (x > y) - (x < y);
}

/* The first of the sorted index with this name, FE_NONE when there is none. */
static uint32_t look_up(uint32_t **index, uint32_t n, by_name by, const char *name) {
  if (!*index) {
    *index = ex_xrealloc(NULL, (n + 1) * sizeof **index);
    for (uint32_t i = 0; i < n; i++) (*index)[i] = i;
    qsort_r(*index, n, sizeof **index, in_order, &by);
  }
  uint32_t lo = 0, hi = n;
  while (lo < hi) {
    uint32_t mid = (lo + hi) / 2;
    if (strcmp(by.name(by.p, (*index)[mid]), name) < 0)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo < n && !strcmp(by.name(by.p, (*index)[lo]), name) ? lo : FE_NONE;
}

uint32_t ex_func_by_usr(ex_engine *e, const char *usr) {
  uint32_t at = look_up(&e->funcs_by_usr, e->p->nfuncs, (by_name){e->p, func_symbol}, usr);
  return at == FE_NONE ? FE_NONE : e->funcs_by_usr[at];
}

uint32_t ex_global_by_usr(ex_engine *e, const char *usr) {
  uint32_t at = look_up(&e->globals_by_usr, e->p->nglobals, (by_name){e->p, global_symbol}, usr);
  return at == FE_NONE ? FE_NONE : e->globals_by_usr[at];
}

uint32_t ex_stub_by_symbol(ex_engine *e, const char *symbol) {
  if (symbol[0] == '(') return EX_ANON_STUB;
  uint32_t at = look_up(&e->funcs_by_name, e->p->nfuncs, (by_name){e->p, func_name}, symbol);
  for (; at < e->p->nfuncs && !strcmp(func_name(e->p, e->funcs_by_name[at]), symbol); at++)
    if (!e->p->funcs[e->funcs_by_name[at]].has_body) return e->funcs_by_name[at];
  return FE_NONE;
}
