/* What a function returns, where that can be told at each call instead of once for all calls: a parameter (a cast helper, a
 * skip-blanks function that does not step), or memory it just allocated and showed to nobody (xmalloc). Without this
 * one such helper mixes up the objects of all its callers. */
#include "slicer/pointsto.h"

#include <stdlib.h>
#include <string.h>

typedef struct look {
  const pt_graph *g;
  const fe_func *f;
  uint32_t *def; /* [reg]: defining instruction, FE_NONE for parameters, constants and merged values */
  bool *in;      /* [reg]: belongs to the value under inspection */
} look;

static bool is_null(const fe_func *f, fe_reg r) {
  return r < f->nconsts && (f->consts[r].kind == FE_C_NULL || f->consts[r].kind == FE_C_INT);
}

/* r as parameter plus constant offset. */
static bool as_parameter(const look *l, fe_reg r, uint32_t *param, int64_t *off) {
  *off = 0;
  for (int depth = 0; depth < 32; depth++) {
    if (r < l->f->nconsts) return false;
    if (r < l->f->nconsts + l->f->nparams) {
      *param = r - l->f->nconsts;
      return !(l->f->param_byval && l->f->param_byval[*param]);
    }
    if (l->def[r] == FE_NONE) return false;
    const fe_insn *in = &l->f->insns[l->def[r]];
    if (in->op == FE_PTRADD && in->b == FE_NONE)
      *off += in->imm;
    else if (in->op != FE_MOV)
      return false;
    r = in->a;
  }
  return false;
}

static bool returns_parameter(const look *l, pt_shortcut *out) {
  bool any = false;
  for (uint32_t i = 0; i < l->f->ninsns; i++) {
    const fe_insn *in = &l->f->insns[i];
    if (in->op != FE_RET) continue;
    fe_reg r = l->f->lists[in->aux];
    uint32_t param;
    int64_t off;
    if (is_null(l->f, r)) continue;
    if (!as_parameter(l, r, &param, &off) || (any && (param != out->param || off != out->off))) return false;
    any = true;
    out->param = param;
    out->off = off;
  }
  return any;
}

static bool allocates(const look *l, const fe_insn *in) {
  if (in->op != FE_CALL || l->f->calls[in->aux].indirect) return false;
  uint32_t t = l->f->calls[in->aux].func;
  const fe_func *callee = &l->g->p->funcs[t];
  if (callee->has_body) return l->g->shortcut[t].kind == PT_RETURNS_FRESH;
  const libc_model *m = callee->unsupported ? NULL : libc_find(callee->name);
  return m && m->ret == LIBC_RET_ALLOC && !m->keeps;
}

/* Marks everything a returned value may be; false when it is anything but null and fresh memory. */
static bool mark_sources(look *l, fe_reg root) {
  fe_reg *stack = slice_alloc(l->f->nregs + 1, sizeof *stack);
  uint32_t n = 0;
  bool ok = true;
  if (!is_null(l->f, root) && !l->in[root]) {
    l->in[root] = true;
    stack[n++] = root;
  }
  while (n && ok) {
    fe_reg r = stack[--n], from[2] = {FE_NONE, FE_NONE};
    if (r < l->f->nconsts + l->f->nparams) {
      ok = false;
      break;
    }
    if (l->def[r] != FE_NONE) {
      const fe_insn *in = &l->f->insns[l->def[r]];
      if (in->op == FE_MOV) {
        from[0] = in->a;
      } else if (in->op == FE_SELECT) {
        from[0] = in->b;
        from[1] = in->c;
      } else {
        ok = allocates(l, in);
      }
    } else {
      for (uint32_t m = 0; m < l->f->nmoves; m++)
        if (l->f->moves[m].dst == r && !is_null(l->f, l->f->moves[m].src) && !l->in[l->f->moves[m].src]) {
          l->in[l->f->moves[m].src] = true;
          stack[n++] = l->f->moves[m].src;
        }
    }
    for (int k = 0; k < 2; k++)
      if (from[k] != FE_NONE && !is_null(l->f, from[k]) && !l->in[from[k]]) {
        l->in[from[k]] = true;
        stack[n++] = from[k];
      }
  }
  free(stack);
  return ok;
}

/* Is a marked value used for anything but returning, comparing, moving and clearing it? */
static bool leaks(const look *l) {
  const fe_func *f = l->f;
  for (uint32_t i = 0; i < f->ninsns; i++) {
    const fe_insn *in = &f->insns[i];
    if (in->op == FE_CALL || in->op == FE_ASM) {
      const fe_call *c = &f->calls[in->aux];
      for (uint32_t a = 0; a < c->nargs; a++)
        if (l->in[c->args[a]]) return true;
      if (c->indirect && l->in[c->target]) return true;
      continue;
    }
    if (in->op == FE_RET || in->op == FE_ICMP) continue;
    fe_reg r[] = {in->a, in->b, in->c};
    for (int k = 0; k < 3; k++) {
      if (r[k] == FE_NONE || r[k] >= f->nregs || !l->in[r[k]]) continue;
      bool moved = (in->op == FE_MOV || in->op == FE_SELECT) && l->in[in->dst];
      if (!moved && !(in->op == FE_MEMSET && k == 0)) return true;
    }
  }
  for (uint32_t m = 0; m < f->nmoves; m++)
    if (l->in[f->moves[m].src] && !l->in[f->moves[m].dst]) return true;
  return false;
}

static bool returns_fresh(look *l) {
  bool any = false;
  memset(l->in, 0, l->f->nregs);
  for (uint32_t i = 0; i < l->f->ninsns; i++) {
    const fe_insn *in = &l->f->insns[i];
    if (in->op != FE_RET) continue;
    any |= !is_null(l->f, l->f->lists[in->aux]);
    if (!mark_sources(l, l->f->lists[in->aux])) return false;
  }
  return any && !leaks(l);
}

static void inspect(pt_graph *g, uint32_t func, bool first) {
  const fe_func *f = &g->p->funcs[func];
  look l = {g, f, slice_grow(NULL, f->nregs ? f->nregs : 1, sizeof(uint32_t)), slice_alloc(f->nregs, 1)};
  memset(l.def, 0xff, f->nregs * sizeof *l.def);
  for (uint32_t i = 0; i < f->ninsns; i++)
    if (f->insns[i].dst != FE_NONE) l.def[f->insns[i].dst] = i;
  for (uint32_t i = 0; i < f->nmoves; i++) l.def[f->moves[i].dst] = FE_NONE;
  pt_shortcut *s = &g->shortcut[func];
  if (first && returns_parameter(&l, s))
    s->kind = PT_RETURNS_PARAM;
  else if (returns_fresh(&l))
    s->kind = PT_RETURNS_FRESH;
  free(l.def);
  free(l.in);
}

void pt_find_shortcuts(pt_graph *g) {
  const fe_program *p = g->p;
  g->shortcut = slice_alloc(p->nfuncs, sizeof *g->shortcut);
  for (int round = 0; round < 4; round++) /* wrappers of wrappers */
    for (uint32_t i = 0; i < p->nfuncs; i++) {
      const fe_func *f = &p->funcs[i];
      if (f->has_body && f->ret_n == 1 && f->ret_ty[0].kind == FE_PTR &&
          g->shortcut[i].kind == PT_RETURNS_ANY)
        inspect(g, i, round == 0);
    }
}
