/* From IR to the form the machine runs, one function at a time, at its first call.
 *
 * Registers become 8-byte slots of a frame (two for __int128 and long double), parameters first so that a caller can
 * lay out its arguments without knowing the callee, then constants, then the rest. Instructions are specialised by
 * width. Three fusions, each of an instruction with the one right after it: a comparison with its branch; a constant
 * pointer offset with the access through it; a jump with the block it leads to, by placing that block next. Edge moves
 * become plain moves: inline before a jump, else in a stub behind the blocks. */
#include "explorer/machine_decode.h"

#include <stdio.h>

/* ---- arena ---- */

typedef struct chunk {
  struct chunk *next;
  max_align_t data[];
} chunk;

void *exm_keep(decoder *d, size_t n) {
  chunk *c = exm_xalloc(sizeof *c + n);
  c->next = d->c->arena;
  d->c->arena = c;
  memset(c->data, 0, n);
  return c->data;
}

void exm_undecode(exm_code *c) {
  for (chunk *k = c->arena, *next; k; k = next) {
    next = k->next;
    free(k);
  }
  c->arena = NULL;
  free(c->ins);
  free(c->src);
  c->ins = NULL;
  c->src = NULL;
  c->decoded = false;
}

/* ---- registers ---- */

static void lay_out_registers(decoder *d) {
  const fe_func *f = d->f;
  exm_code *c = d->c;
  c->slot = exm_keep(d, (f->nregs + 1) * sizeof *c->slot);
  uint32_t n = 0, rest = f->nconsts + f->nparams;
  for (uint32_t i = 0; i < f->nparams; i++) {
    c->slot[f->nconsts + i] = n;
    n += exm_wide(f->param_ty[i]) ? 2 : 1;
  }
  c->nparam_slots = n;
  for (uint32_t r = 0; r < f->nconsts; r++) {
    c->slot[r] = n;
    n += exm_wide(f->consts[r].ty) ? 2 : 1;
  }
  c->nconst_slots = n - c->nparam_slots;
  for (uint32_t r = rest; r < f->nregs; r++) {
    c->slot[r] = n;
    n += exm_wide(f->reg_ty[r]) ? 2 : 1;
  }
  d->scratch = n; /* results nobody wants go here */
  c->nslots = n + 2;
  c->ret_slots = 0;
  for (uint32_t i = 0; i < f->ret_n; i++) c->ret_slots += exm_wide(f->ret_ty[i]) ? 2 : 1;
}

static void fill_constants(decoder *d) {
  const fe_func *f = d->f;
  exm_code *c = d->c;
  c->consts = exm_keep(d, (c->nconst_slots + 1) * sizeof *c->consts);
  for (uint32_t r = 0; r < f->nconsts; r++) {
    const fe_const *k = &f->consts[r];
    fe_val v = {0};
    switch (k->kind) {
    case FE_C_INT:
    case FE_C_FLOAT: v = exm_clip(k->val, k->ty); break;
    case FE_C_GLOBAL:
      v.lo = d->m->global_addr[k->index];
      v.lo = d->m->opt.strict_pointers ? exm_strict_sum(v.lo, k->addend) : v.lo + (uint64_t)k->addend;
      break;
    case FE_C_FUNC: v.lo = exm_func_addr(d->m, k->index) + (uint64_t)k->addend; break;
    case FE_C_BLOCK: v.lo = exm_block_addr(c->index, k->index); break;
    default: break; /* NULL and UNDEF are zero */
    }
    exm_put(c->consts, c->slot[r] - c->nparam_slots, k->ty, v);
  }
}

/* Which registers are used once only: an offset used by one access can go into it. */
static void use(decoder *d, fe_reg r) {
  if (r != FE_NONE && d->uses[r] < 2) d->uses[r]++;
}

static void count_uses(decoder *d) {
  const fe_func *f = d->f;
  d->uses = exm_keep(d, f->nregs + 1);
  for (uint32_t i = 0; i < f->ninsns; i++) {
    const fe_insn *in = &f->insns[i];
    if (in->op == FE_CALL || in->op == FE_ASM) {
      const fe_call *call = &f->calls[in->aux];
      for (uint32_t k = 0; k < call->nargs; k++) use(d, call->args[k]);
      if (call->indirect) use(d, call->target);
    } else if (in->op == FE_RET) {
      for (uint32_t k = 0; k < in->b; k++) use(d, f->lists[in->aux + k]);
    } else {
      use(d, in->a);
      use(d, in->b);
      use(d, in->c);
    }
  }
  for (uint32_t i = 0; i < f->nmoves; i++) use(d, f->moves[i].src);
}

/* Marks the registers that decide at in: see machine.h on uninitialised memory. A register that only hands its value on
 * (widened, or as a comparison that is branched on) decides when what it becomes does. */
static void mark_deciding(const fe_func *f, const fe_insn *in, uint32_t *mark, uint32_t now) {
  bool through = in->dst != FE_NONE && mark[in->dst] == now;
  bool a = false, b = false, c = false;
  switch (in->op) {
  case FE_MOV:
  case FE_ZEXT:
  case FE_SEXT:
  case FE_PTRTOINT:
  case FE_INTTOPTR: a = through; break;
  case FE_TRUNC: a = through && in->ty.bits == 1 && in->ty2.bits == 8; break;
  case FE_XOR: a = b = through && in->ty.bits == 1; break;
  case FE_ICMP:
  case FE_FCMP: a = b = through; break;
  case FE_UDIV:
  case FE_SDIV:
  case FE_UREM:
  case FE_SREM: b = true; break;
  case FE_PTRADD: a = b = through; break;
  case FE_LOAD:
  case FE_STORE:
  case FE_SWITCH:
  case FE_IBR:
  case FE_CBR: a = true; break;
  case FE_MEMCPY:
  case FE_MEMMOVE: a = b = c = true; break;
  case FE_MEMSET: a = c = true; break;
  case FE_CALL:
    if (f->calls[in->aux].indirect) mark[f->calls[in->aux].target] = now;
    break;
  default: break;
  }
  if (a && in->a != FE_NONE) mark[in->a] = now;
  if (b && in->b != FE_NONE) mark[in->b] = now;
  if (c && in->c != FE_NONE) mark[in->c] = now;
}

/* Finds the loads whose value is sure to decide: in their own block, or in the one it jumps to. */
static void find_deciding_loads(decoder *d) {
  const fe_func *f = d->f;
  d->check = exm_keep(d, f->ninsns + 1);
  uint32_t *mark = exm_xalloc(f->nregs * sizeof *mark); /* now: marked in the block at hand */
  memset(mark, 0, f->nregs * sizeof *mark);
  for (uint32_t k = 0; k < f->nblocks; k++) {
    const fe_block *b = &f->blocks[k];
    uint32_t last = b->first + b->count - 1, now = k + 1;
    if (f->insns[last].op == FE_BR) {
      const fe_edge *e = &f->edges[f->insns[last].aux];
      const fe_block *to = &f->blocks[e->block];
      for (uint32_t i = to->first + to->count; i-- > to->first;) mark_deciding(f, &f->insns[i], mark, now);
      for (uint32_t i = e->move0 + e->nmoves; i-- > e->move0;) {
        bool decides = mark[f->moves[i].dst] == now;
        mark[f->moves[i].dst] = 0;
        if (decides) mark[f->moves[i].src] = now;
      }
    }
    for (uint32_t i = last + 1; i-- > b->first;) {
      const fe_insn *in = &f->insns[i];
      d->check[i] = in->op == FE_LOAD && in->dst != FE_NONE && mark[in->dst] == now;
      mark_deciding(f, in, mark, now);
    }
  }
  free(mark);
}

/* ---- emission ---- */

exm_ins *exm_emit(decoder *d, enum exm_opcode op) {
  exm_code *c = d->c;
  if (c->nins == d->cap) {
    d->cap = d->cap ? d->cap * 2 : 64;
    c->ins = exm_xrealloc(c->ins, d->cap * sizeof *c->ins);
    c->src = exm_xrealloc(c->src, d->cap * sizeof *c->src);
  }
  exm_ins *i = &c->ins[c->nins];
  memset(i, 0, sizeof *i);
  i->op = (uint16_t)op;
  c->src[c->nins++] = d->at;
  return i;
}

uint32_t exm_slot(const decoder *d, fe_reg r) { return r == FE_NONE ? d->scratch : d->c->slot[r]; }
static uint32_t slot(const decoder *d, fe_reg r) { return exm_slot(d, r); }

static void emit_moves(decoder *d, const fe_edge *e) {
  for (uint32_t k = 0; k < e->nmoves; k++) {
    const fe_move *mv = &d->f->moves[e->move0 + k];
    exm_ins *i = exm_emit(d, exm_wide(d->f->reg_ty[mv->dst]) ? EXM_MOV2 : EXM_MOV);
    i->dst = slot(d, mv->dst);
    i->a = slot(d, mv->src);
  }
}

/* Notes that instruction ins (its field, or a switch table's cell) must lead to edge. */
static void fix_later(decoder *d, uint32_t ins, int32_t *cell, bool is_f, uint32_t edge, bool observed) {
  if (d->nfixes == d->fix_cap) {
    d->fix_cap = d->fix_cap ? d->fix_cap * 2 : 32;
    d->fixes = exm_xrealloc(d->fixes, d->fix_cap * sizeof *d->fixes);
  }
  d->fixes[d->nfixes++] =
      (fix){.ins = ins, .cell = cell, .is_f = is_f, .edge = edge, .observed = observed, .at = d->at};
}

static uint16_t take_steps(decoder *d) {
  uint16_t n = d->pending > UINT16_MAX ? UINT16_MAX : (uint16_t)d->pending;
  d->pending = 0;
  return n;
}

static void emit_jump(decoder *d, uint32_t block) {
  exm_ins *i = exm_emit(d, EXM_BR);
  i->x = take_steps(d);
  if (d->start[block] != FE_NONE)
    i->t = (int32_t)d->start[block] - (int32_t)(d->c->nins - 1);
  else
    fix_later(d, d->c->nins - 1, NULL, false, FE_NONE - 1 - block, false);
}

static bool observed(const decoder *d, const fe_insn *in) {
  return d->c->observer && fe_is_decision(d->f, in);
}

void exm_emit_cbr(decoder *d, const fe_insn *in, exm_ins *branch) {
  branch->x = take_steps(d);
  uint32_t at = d->c->nins - 1;
  fix_later(d, at, NULL, false, in->aux, observed(d, in));
  fix_later(d, at, NULL, true, in->aux + 1, observed(d, in));
}

typedef struct scase {
  unsigned __int128 v;
  uint32_t edge;
} scase;
static int by_value(const void *a, const void *b) {
  const scase *x = a, *y = b;
  return x->v < y->v ? -1 : x->v > y->v;
}

/* A jump table; cells no case fills keep EXM_NO_TARGET. */
static int32_t *new_table(decoder *d, uint32_t n) {
  int32_t *t = exm_keep(d, (n + 1) * sizeof *t);
  for (uint32_t i = 0; i < n; i++) t[i] = EXM_NO_TARGET;
  return t;
}

static void emit_switch(decoder *d, const fe_insn *in) {
  const fe_switch *sw = &d->f->switches[in->aux];
  exm_switch *s = exm_keep(d, sizeof *s);
  exm_ins *i = exm_emit(d, EXM_SWITCH);
  uint32_t at = d->c->nins - 1;
  bool obs = observed(d, in);
  i->a = slot(d, in->a);
  i->p = s;
  i->x = take_steps(d);
  s->wide = exm_wide(in->ty2);
  s->ncases = sw->ncases;
  fix_later(d, at, &s->otherwise, false, sw->edge0, obs);
  scase *cases = exm_xalloc(sw->ncases * sizeof *cases);
  for (uint32_t k = 0; k < sw->ncases; k++) {
    cases[k] = (scase){exm_clip(sw->values[k], in->ty2).u, sw->edge0 + 1 + k};
  }
  qsort(cases, sw->ncases, sizeof *cases, by_value);
  unsigned __int128 range = sw->ncases ? cases[sw->ncases - 1].v - cases[0].v : 0;
  if (!s->wide && sw->ncases && range < 8 + 4 * (uint64_t)sw->ncases) {
    s->lo = (uint64_t)cases[0].v;
    s->ntable = (uint32_t)range + 1;
    s->table = new_table(d, s->ntable);
    for (uint32_t k = 0; k < sw->ncases; k++) {
      fix_later(d, at, &s->table[(uint32_t)(cases[k].v - s->lo)], false, cases[k].edge, obs);
    }
  } else {
    s->values = exm_keep(d, (sw->ncases + 1) * sizeof *s->values);
    s->to = exm_keep(d, (sw->ncases + 1) * sizeof *s->to);
    for (uint32_t k = 0; k < sw->ncases; k++) {
      s->values[k] = cases[k].v;
      fix_later(d, at, &s->to[k], false, cases[k].edge, obs);
    }
  }
  free(cases);
}

/* Computed goto: a table by block number. */
static void emit_ibr(decoder *d, const fe_insn *in) {
  const fe_switch *sw = &d->f->switches[in->aux];
  exm_switch *s = exm_keep(d, sizeof *s);
  exm_ins *i = exm_emit(d, EXM_IBR);
  uint32_t at = d->c->nins - 1;
  i->a = slot(d, in->a);
  i->p = s;
  i->x = take_steps(d);
  s->ntable = d->f->nblocks;
  s->table = new_table(d, s->ntable);
  for (uint32_t k = 0; k < sw->ncases; k++) {
    uint32_t block = (uint32_t)sw->values[k].lo;
    if (block < s->ntable) fix_later(d, at, &s->table[block], false, sw->edge0 + k, observed(d, in));
  }
}

static void emit_ret(decoder *d, const fe_insn *in) {
  const fe_func *f = d->f;
  if (in->b == 0) {
    exm_emit(d, EXM_RET0)->x = take_steps(d);
  } else if (in->b == 1 && !exm_wide(f->ret_ty[0])) {
    exm_ins *i = exm_emit(d, EXM_RET1);
    i->a = slot(d, f->lists[in->aux]);
    i->x = take_steps(d);
  } else {
    uint32_t *slots = exm_keep(d, d->c->ret_slots * sizeof *slots), n = 0;
    for (uint32_t k = 0; k < in->b; k++) {
      slots[n++] = slot(d, f->lists[in->aux + k]);
      if (exm_wide(f->ret_ty[k])) slots[n] = slots[n - 1] + 1, n++;
    }
    exm_ins *i = exm_emit(d, EXM_RETN);
    i->p = slots;
    i->x = take_steps(d);
  }
}

static void emit_terminator(decoder *d, const fe_insn *in) {
  switch (in->op) {
  case FE_CBR:
    if (in->a < d->f->nconsts && d->f->consts[in->a].kind == FE_C_UNDEF) {
      exm_emit(d, EXM_UNINIT);
      break;
    }
    exm_emit(d, EXM_CBR)->a = slot(d, in->a);
    exm_emit_cbr(d, in, &d->c->ins[d->c->nins - 1]);
    break;
  case FE_SWITCH: emit_switch(d, in); break;
  case FE_IBR: emit_ibr(d, in); break;
  case FE_RET: emit_ret(d, in); break;
  default: exm_emit(d, EXM_UNREACHABLE);
  }
}

/* Emits block b and the chain of blocks that unconditional jumps lead to from it. */
static void emit_chain(decoder *d, uint32_t b) {
  const fe_func *f = d->f;
  d->pending = 0;
  for (;;) {
    const fe_block *blk = &f->blocks[b];
    d->start[b] = d->c->nins;
    d->pending += blk->count;
    uint32_t last = blk->first + blk->count - 1;
    for (uint32_t i = blk->first; i < last;) i += exm_emit_insn(d, i, last);
    const fe_insn *in = &f->insns[last];
    d->at = last;
    if (in->op != FE_BR) {
      if (!d->fused) emit_terminator(d, in);
      d->fused = false;
      return;
    }
    const fe_edge *e = &f->edges[in->aux];
    emit_moves(d, e);
    if (d->start[e->block] != FE_NONE) {
      emit_jump(d, e->block);
      return;
    }
    b = e->block;
  }
}

/* Emits the stubs of edges with moves or observers and fills in all branch targets. */
static void resolve(decoder *d) {
  for (uint32_t k = 0; k < d->nfixes; k++) { /* stubs add fixes: the bound moves */
    fix x = d->fixes[k];
    uint32_t to;
    if (x.edge > FE_NONE - 1 - d->f->nblocks) {
      to = d->start[FE_NONE - 1 - x.edge];
    } else {
      const fe_edge *e = &d->f->edges[x.edge];
      if (e->nmoves || x.observed) {
        to = d->c->nins;
        d->at = x.at;
        d->pending = 0;
        if (x.observed) {
          exm_ins *o = exm_emit(d, EXM_OBSERVE);
          o->a = x.at;
          o->b = x.edge;
        }
        emit_moves(d, e);
        emit_jump(d, e->block);
      } else {
        to = d->start[e->block];
      }
    }
    assert(to != FE_NONE);
    int32_t rel = (int32_t)to - (int32_t)x.ins;
    if (x.cell)
      *x.cell = rel;
    else if (x.is_f)
      d->c->ins[x.ins].f = rel;
    else
      d->c->ins[x.ins].t = rel;
  }
}

void exm_decode(exm_machine *m, exm_code *c) {
  assert(!c->decoded && c->f->has_body);
  decoder dec = {.m = m, .c = c, .f = c->f}, *d = &dec;
  const fe_func *f = c->f;
  c->nins = 0;
  lay_out_registers(d);
  fill_constants(d);
  count_uses(d);
  find_deciding_loads(d);
  d->start = exm_xalloc(f->nblocks * sizeof *d->start);
  memset(d->start, 0xff, f->nblocks * sizeof *d->start);
  for (uint32_t b = 0; b < f->nblocks; b++) {
    if (d->start[b] == FE_NONE) emit_chain(d, b);
  }
  resolve(d);
  free(d->start);
  free(d->fixes);
  c->decoded = true;
}
