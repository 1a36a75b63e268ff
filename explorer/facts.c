/* Facts about the program that need no path: globals nobody writes, functions without side effects, units that compare
 * pointers. Each errs on the safe side. What holds of a function because of its callees is a fixed point, so that it does not
 * depend on where one begins. */
#include "explorer/facts_impl.h"

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

static uint8_t *constant_globals(const fe_program *p) {
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

/* ---- what a function inherits from those it calls by name ---- */

typedef struct callers {
  uint32_t *first, *list; /* of function f: list[first[f] … first[f + 1]) */
} callers;

static void each_direct_call(const fe_program *p, void (*call)(callers *c, uint32_t caller, uint32_t callee),
                             callers *c) {
  for (uint32_t i = 0; i < p->nfuncs; i++)
    for (uint32_t k = 0; p->funcs[i].has_body && k < p->funcs[i].ncalls; k++)
      if (!p->funcs[i].calls[k].indirect && !p->funcs[i].calls[k].asm_text)
        call(c, i, p->funcs[i].calls[k].func);
}

static void count_caller(callers *c, uint32_t caller, uint32_t callee) {
  (void)caller;
  c->first[callee + 2]++;
}

static void list_caller(callers *c, uint32_t caller, uint32_t callee) {
  c->list[c->first[callee + 1]++] = caller;
}

/* A counting sort: first[f + 1] is where f's part begins, and once that is filled where it ends. */
static callers find_callers(const fe_program *p) {
  callers c = {ex_xrealloc(NULL, (p->nfuncs + 2) * sizeof *c.first), NULL};
  memset(c.first, 0, (p->nfuncs + 2) * sizeof *c.first);
  each_direct_call(p, count_caller, &c);
  for (uint32_t i = 1; i < p->nfuncs + 2; i++) c.first[i] += c.first[i - 1];
  c.list = ex_xrealloc(NULL, (c.first[p->nfuncs + 1] + 1) * sizeof *c.list);
  each_direct_call(p, list_caller, &c);
  return c;
}

/* Sets the flag of every function that calls, directly or not, one that has it. */
static void spread(const fe_program *p, const callers *c, uint8_t *flag) {
  uint32_t *work = ex_xrealloc(NULL, (p->nfuncs + 1) * sizeof *work), n = 0;
  for (uint32_t i = 0; i < p->nfuncs; i++)
    if (flag[i]) work[n++] = i;
  while (n) {
    uint32_t f = work[--n];
    for (uint32_t k = c->first[f]; k < c->first[f + 1]; k++) {
      uint32_t caller = c->list[k];
      if (flag[caller]) continue;
      flag[caller] = 1;
      work[n++] = caller;
    }
  }
  free(work);
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

/* Something in the body itself, calls by name apart. */
static bool impure_body(const fe_func *f) {
  if (!f->has_body || f->variadic) return true;
  for (uint32_t k = 0; k < f->ninsns; k++) {
    const fe_insn *in = &f->insns[k];
    switch (in->op) {
    case FE_STORE:
    case FE_MEMCPY:
    case FE_MEMMOVE:
    case FE_MEMSET:
      if (!local_address(f, in->a)) return true;
      break;
    case FE_ASM:
    case FE_VASTART: return true;
    case FE_LOAD:
      if (in->flags & FE_F_VOLATILE) return true;
      if (!local_address(f, in->a)) return true; /* its result would depend on memory */
      break;
    case FE_CALL:
      if (f->calls[in->aux].indirect) return true;
      break;
    default: break;
    }
  }
  return false;
}

/* ---- comparing pointers ---- */

static bool compares_body(const fe_func *f) {
  for (uint32_t k = 0; f->has_body && k < f->ninsns; k++) {
    const fe_insn *in = &f->insns[k];
    if (in->op == FE_ICMP && in->ty2.kind == FE_PTR && (in->sub == FE_EQ || in->sub == FE_NE) &&
        in->a >= f->nconsts && in->b >= f->nconsts)
      return true;
  }
  return false;
}

/* ---- seeing addresses as numbers ---- */

static bool sees_body(const fe_func *f) {
  for (uint32_t k = 0; f->has_body && k < f->ninsns; k++) {
    const fe_insn *in = &f->insns[k];
    bool pointers = in->a != FE_NONE && in->a < f->nregs && f->reg_ty[in->a].kind == FE_PTR;
    if (in->op == FE_ICMP && in->ty2.kind == FE_PTR && in->a >= f->nconsts && in->b >= f->nconsts)
      return true;
    if (in->op == FE_PTRTOINT && pointers) return true;
    if (in->op == FE_CALL && f->calls[in->aux].indirect) return true;
  }
  return false;
}

/* ---- all of them ---- */

void ex_facts_compute(ex_facts *f) {
  const fe_program *p = f->p;
  callers c = find_callers(p);
  f->constant = constant_globals(p);
  f->impure = ex_xrealloc(NULL, p->nfuncs + 1);
  f->compares = ex_xrealloc(NULL, p->nfuncs + 1);
  f->addresses = ex_xrealloc(NULL, p->nfuncs + 1);
  for (uint32_t i = 0; i < p->nfuncs; i++) {
    f->impure[i] = impure_body(&p->funcs[i]);
    f->compares[i] = compares_body(&p->funcs[i]);
    f->addresses[i] = sees_body(&p->funcs[i]);
  }
  spread(p, &c, f->impure);
  spread(p, &c, f->compares);
  spread(p, &c, f->addresses);
  free(c.first), free(c.list);
}

bool ex_is_constant(const ex_facts *f, uint32_t global) { return f->constant[global]; }
bool ex_is_pure(const ex_facts *f, uint32_t func) { return !f->impure[func]; }
bool ex_compares_pointers(const ex_facts *f, uint32_t func) { return f->compares[func]; }
bool ex_sees_addresses(const ex_facts *f, uint32_t func) { return f->addresses[func]; }

uint32_t ex_precondition(const fe_program *p, uint32_t func) {
  const fe_func *f = &p->funcs[func];
  char name[512];
  uint32_t found;
  snprintf(name, sizeof name, "%s_precond", f->name);
  if (fe_find_func(p, name, &found, 1) != 1) return FE_NONE;
  const fe_func *pre = &p->funcs[found];
  return pre->has_body && pre->nparams == f->nparams && pre->ret_n == 1 ? found : FE_NONE;
}

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
