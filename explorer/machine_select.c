/* Which decoded instruction stands for which IR instruction: the common widths have one of their own, everything else
 * goes through GEN, which asks fe_eval. */
#include "explorer/machine_decode.h"

static uint32_t slot(const decoder *d, fe_reg r) { return exm_slot(d, r); }

static uint64_t width_mask(uint32_t bits) { return bits >= 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1; }

static exm_ins *emit3(decoder *d, enum exm_opcode op, const fe_insn *in) {
  exm_ins *i = exm_emit(d, op);
  i->dst = slot(d, in->dst);
  i->a = slot(d, in->a);
  i->b = slot(d, in->b);
  return i;
}

static bool wide_reg(const decoder *d, fe_reg r) {
  if (r == FE_NONE) return false;
  return exm_wide(r < d->f->nconsts ? d->f->consts[r].ty : d->f->reg_ty[r]);
}

static exm_gen *new_gen(decoder *d, const fe_insn *in) {
  exm_gen *g = exm_keep(d, sizeof *g);
  g->in = in;
  g->dst = slot(d, in->dst);
  g->dst2 = FE_NONE;
  g->a = in->a == FE_NONE ? FE_NONE : slot(d, in->a);
  g->b = in->b == FE_NONE ? FE_NONE : slot(d, in->b);
  g->c = in->c == FE_NONE ? FE_NONE : slot(d, in->c);
  g->wa = wide_reg(d, in->a);
  g->wb = wide_reg(d, in->b);
  g->wc = wide_reg(d, in->c);
  g->wd = wide_reg(d, in->dst);
  if (in->op >= FE_SADD_OVF && in->op <= FE_UMUL_OVF) g->dst2 = slot(d, in->dst + 1);
  return g;
}

static void emit_gen(decoder *d, enum exm_opcode op, const fe_insn *in) {
  exm_gen *g = new_gen(d, in);
  exm_emit(d, op)->p = g;
}

/* Integer arithmetic of up to 64 bits. false: not one of the common ones. */
static bool emit_arith(decoder *d, const fe_insn *in) {
  uint32_t bits = in->ty.bits;
  bool checked = d->m->opt.check_overflow;
  if (bits > 64) return false;
  switch (in->op) {
  case FE_AND: emit3(d, EXM_AND, in); return true;
  case FE_OR: emit3(d, EXM_OR, in); return true;
  case FE_XOR: emit3(d, EXM_XOR, in); return true;
  case FE_ADD:
  case FE_SUB:
  case FE_MUL: {
    if (checked && in->flags & FE_F_NSW) return false;
    static const uint16_t ops[][3] = {
        {EXM_ADD32, EXM_ADD64, EXM_ADDN}, {EXM_SUB32, EXM_SUB64, EXM_SUBN}, {EXM_MUL32, EXM_MUL64, EXM_MULN}};
    emit3(d, ops[in->op - FE_ADD][bits == 32 ? 0 : bits == 64 ? 1 : 2], in)->imm = (int64_t)width_mask(bits);
    return true;
  }
  default: break;
  }
  if (bits != 32 && bits != 64) return false;
  bool is64 = bits == 64;
  switch (in->op) {
  case FE_SHL:
    if (checked) return false;
    emit3(d, is64 ? EXM_SHL64 : EXM_SHL32, in);
    return true;
  case FE_LSHR:
    if (checked) return false;
    emit3(d, is64 ? EXM_LSHR64 : EXM_LSHR32, in);
    return true;
  case FE_ASHR:
    if (checked) return false;
    emit3(d, is64 ? EXM_ASHR64 : EXM_ASHR32, in);
    return true;
  case FE_UDIV: emit3(d, is64 ? EXM_UDIV64 : EXM_UDIV32, in); return true;
  case FE_SDIV: emit3(d, is64 ? EXM_SDIV64 : EXM_SDIV32, in); return true;
  case FE_UREM: emit3(d, is64 ? EXM_UREM64 : EXM_UREM32, in); return true;
  case FE_SREM: emit3(d, is64 ? EXM_SREM64 : EXM_SREM32, in); return true;
  default: return false;
  }
}

/* A comparison, together with the branch on it when that comes next. Returns the IR instructions taken, 0: not common. */
static uint32_t emit_icmp(decoder *d, const fe_insn *in, bool branch_next) {
  if (exm_wide(in->ty2)) return 0;
  uint32_t bits = in->ty2.bits;
  static const struct {
    uint8_t op; /* 0 EQ, 1 NE, 2 ULT, 3 ULE, 4 SLT, 5 SLE */
    uint8_t swap;
  } how[] = {[FE_EQ] = {0, 0},  [FE_NE] = {1, 0},  [FE_UGT] = {2, 1}, [FE_UGE] = {3, 1}, [FE_ULT] = {2, 0},
             [FE_ULE] = {3, 0}, [FE_SGT] = {4, 1}, [FE_SGE] = {5, 1}, [FE_SLT] = {4, 0}, [FE_SLE] = {5, 0}};
  assert(in->sub <= FE_SLE);
  uint32_t k = how[in->sub].op;
  uint32_t op = k < 4        ? EXM_EQ + k
                : bits == 32 ? EXM_SLT32 + k - 4
                : bits == 64 ? EXM_SLT64 + k - 4
                             : EXM_SLTN + k - 4;
  exm_ins *i = emit3(d, branch_next ? op + (EXM_BEQ - EXM_EQ) : op, in);
  if (how[in->sub].swap) {
    uint32_t a = i->a;
    i->a = i->b;
    i->b = a;
  }
  if (branch_next) {
    if (k >= 4 && bits != 32 && bits != 64) { /* x is taken by the steps: compare first, branch then */
      i->op = (uint16_t)op;
      i->x = (uint16_t)(64 - bits);
      return 1;
    }
    d->at++;
    d->c->src[d->c->nins - 1] = d->at;
    exm_emit_cbr(d, in + 1, i);
    d->fused = true;
    return 2;
  }
  i->x = (uint16_t)(64 - bits);
  return 1;
}

static bool emit_fcmp(decoder *d, const fe_insn *in) {
  if (in->ty2.kind != FE_F64 && in->ty2.kind != FE_F32) return false;
  bool f64 = in->ty2.kind == FE_F64, swap = false;
  enum exm_opcode op;
  switch (in->sub) {
  case FE_FP_OEQ:
    if (!f64) return false;
    op = EXM_FOEQ64;
    break;
  case FE_FP_UNE:
    if (!f64) return false;
    op = EXM_FUNE64;
    break;
  case FE_FP_OGT: swap = true; /* fall through */
  case FE_FP_OLT: op = f64 ? EXM_FOLT64 : EXM_FOLT32; break;
  case FE_FP_OGE: swap = true; /* fall through */
  case FE_FP_OLE: op = f64 ? EXM_FOLE64 : EXM_FOLE32; break;
  default: return false;
  }
  exm_ins *i = emit3(d, op, in);
  if (swap) {
    uint32_t a = i->a;
    i->a = i->b;
    i->b = a;
  }
  return true;
}

static bool emit_float(decoder *d, const fe_insn *in) {
  bool f64 = in->ty.kind == FE_F64;
  if (!f64 && in->ty.kind != FE_F32) return false;
  switch (in->op) {
  case FE_FADD: emit3(d, f64 ? EXM_FADD64 : EXM_FADD32, in); return true;
  case FE_FSUB: emit3(d, f64 ? EXM_FSUB64 : EXM_FSUB32, in); return true;
  case FE_FMUL: emit3(d, f64 ? EXM_FMUL64 : EXM_FMUL32, in); return true;
  case FE_FDIV: emit3(d, f64 ? EXM_FDIV64 : EXM_FDIV32, in); return true;
  default: return false;
  }
}

static bool emit_cast(decoder *d, const fe_insn *in) {
  fe_ty to = in->ty, from = in->ty2;
  if (exm_wide(to) || exm_wide(from)) return false;
  switch (in->op) {
  case FE_ZEXT:
  case FE_INTTOPTR:
  case FE_BITCAST: emit3(d, EXM_MOV, in); return true;
  case FE_TRUNC:
  case FE_PTRTOINT: emit3(d, EXM_MASK, in)->imm = (int64_t)width_mask(to.bits); return true;
  case FE_SEXT: {
    bool common = to.bits == 64 && from.bits == 32;
    exm_ins *i = emit3(d, common ? EXM_SEXT3264 : EXM_SEXT, in);
    i->x = (uint16_t)(64 - from.bits);
    i->imm = (int64_t)width_mask(to.bits);
    return true;
  }
  case FE_SITOFP:
    if (to.kind != FE_F64 || (from.bits != 32 && from.bits != 64)) return false;
    emit3(d, from.bits == 32 ? EXM_S32F64 : EXM_S64F64, in);
    return true;
  case FE_FPTOSI:
    if (from.kind != FE_F64 || to.bits != 32) return false;
    emit3(d, EXM_F64S32, in);
    return true;
  case FE_FPEXT:
    if (from.kind != FE_F32 || to.kind != FE_F64) return false;
    emit3(d, EXM_F32F64, in);
    return true;
  case FE_FPTRUNC:
    if (from.kind != FE_F64 || to.kind != FE_F32) return false;
    emit3(d, EXM_F64F32, in);
    return true;
  default: return false;
  }
}

/* Loads and stores. at is the register with the address, disp what to add to it. */
static void emit_load(decoder *d, const fe_insn *in, fe_reg at, int64_t disp) {
  uint32_t size = fe_ty_size(in->ty);
  bool check = d->check[in - d->f->insns];
  bool asks = (in->flags & FE_F_VOLATILE) && d->m->opt.hooks.volatile_read && !d->f->is_model;
  bool plain = !asks && !exm_wide(in->ty) && in->ty.bits == 8 * size;
  enum exm_opcode op = EXM_LOADN;
  if (plain) {
    switch (size) {
    case 1: op = check ? EXM_LOADC8 : EXM_LOAD8; break;
    case 2: op = check ? EXM_LOADC16 : EXM_LOAD16; break;
    case 4: op = check ? EXM_LOADC32 : EXM_LOAD32; break;
    case 8: op = check ? EXM_LOADC64 : EXM_LOAD64; break;
    default: break;
    }
  }
  if (op == EXM_LOADN) {
    exm_gen *g = new_gen(d, in);
    g->a = slot(d, at);
    g->bytes = size;
    g->check = check;
    g->asks = asks;
    exm_ins *i = exm_emit(d, op);
    i->p = g;
    i->a = (uint32_t)(int32_t)disp;
    assert(disp == (int32_t)disp);
    return;
  }
  exm_ins *i = exm_emit(d, op);
  i->dst = slot(d, in->dst);
  i->a = slot(d, at);
  i->imm = disp;
}

static void emit_store(decoder *d, const fe_insn *in, fe_reg at, int64_t disp) {
  uint32_t size = fe_ty_size(in->ty);
  enum exm_opcode op = EXM_STOREN;
  if (!exm_wide(in->ty)) {
    switch (size) {
    case 1: op = EXM_STORE8; break;
    case 2: op = EXM_STORE16; break;
    case 4: op = EXM_STORE32; break;
    case 8: op = EXM_STORE64; break;
    default: break;
    }
  }
  if (op == EXM_STOREN) {
    exm_gen *g = new_gen(d, in);
    g->a = slot(d, at);
    g->bytes = size;
    exm_ins *i = exm_emit(d, op);
    i->p = g;
    i->a = (uint32_t)(int32_t)disp;
    return;
  }
  exm_ins *i = exm_emit(d, op);
  i->a = slot(d, at);
  i->b = slot(d, in->b);
  i->imm = disp;
}

/* Pointer arithmetic; a constant offset used only by the access right after it goes into that access. */
static uint32_t emit_ptradd(decoder *d, const fe_insn *in, const fe_insn *next) {
  if (in->b == FE_NONE) {
    if (next && d->uses[in->dst] == 1 && next->a == in->dst && in->imm == (int32_t)in->imm &&
        (next->op == FE_LOAD || next->op == FE_STORE)) {
      d->at++;
      if (next->op == FE_LOAD)
        emit_load(d, next, in->a, in->imm);
      else
        emit_store(d, next, in->a, in->imm);
      return 2;
    }
    exm_ins *i = exm_emit(d, d->m->opt.strict_pointers ? EXM_PADDIS : EXM_PADDI);
    i->dst = slot(d, in->dst);
    i->a = slot(d, in->a);
    i->imm = in->imm;
    return 1;
  }
  uint32_t bits = in->ty2.bits;
  bool fits = in->imm == (int32_t)in->imm;
  exm_ins *i = exm_emit(d, d->m->opt.strict_pointers ? EXM_PADDXS : bits == 64 ? EXM_PADDX64 : EXM_PADDX);
  i->dst = slot(d, in->dst);
  i->a = slot(d, in->a);
  i->b = slot(d, in->b);
  i->x = (uint16_t)(64 - bits);
  i->scale = in->aux;
  i->disp = fits ? (int32_t)in->imm : 0;
  if (!fits) {
    i = exm_emit(d, d->m->opt.strict_pointers ? EXM_PADDIS : EXM_PADDI);
    i->dst = i->a = slot(d, in->dst);
    i->imm = in->imm;
  }
  return 1;
}

static const exm_call_hook *hook_at(const decoder *d) {
  for (uint32_t i = 0; i < d->m->nhooked; i++) {
    const exm_hooked_site *h = &d->m->hooked[i];
    if (h->site.func == d->c->index && h->site.insn == d->at) return &h->hook;
  }
  return NULL;
}

static void emit_call(decoder *d, const fe_insn *in) {
  const fe_call *call = &d->f->calls[in->aux];
  exm_callsite *s = exm_keep(d, sizeof *s);
  s->call = call;
  s->arg_slot = exm_keep(d, (call->nargs + 1) * sizeof *s->arg_slot);
  s->slots = exm_keep(d, (2 * call->nargs + 1) * sizeof *s->slots);
  bool byval = false;
  for (uint32_t k = 0; k < call->nargs; k++) {
    uint32_t from = s->arg_slot[k] = slot(d, call->args[k]);
    s->slots[s->nslots++] = from;
    if (exm_wide(call->arg_ty[k])) s->slots[s->nslots++] = from + 1;
    byval |= call->byval && call->byval[k];
  }
  for (uint32_t k = 0; k < call->nres; k++) s->res_slots += exm_wide(call->res_ty[k]) ? 2 : 1;
  if (!byval) s->sig = exm_signature(call->nargs, call->arg_ty, call->nres, call->res_ty);
  s->hook = in->op == FE_CALL ? hook_at(d) : NULL;
  enum exm_opcode op = EXM_CALLX;
  if (in->op == FE_ASM) {
    op = EXM_ASM;
  } else if (call->indirect) {
    op = EXM_CALLI;
    s->target = slot(d, call->target);
  } else {
    exm_code *callee = &d->m->code[call->func];
    s->callee = callee;
    if (callee->f->has_body && callee->sig && callee->sig == s->sig) op = EXM_CALL;
  }
  if (s->hook) op = EXM_CALLH;
  exm_ins *i = exm_emit(d, op);
  i->dst = slot(d, in->dst);
  i->p = s;
}

/* Memory other than load and store, varargs, calls, and what is left. */
static void emit_other(decoder *d, const fe_insn *in) {
  exm_ins *i;
  switch (in->op) {
  case FE_ALLOCA:
    i = exm_emit(d, in->a == FE_NONE ? EXM_ALLOCA : EXM_ALLOCAX);
    i->dst = slot(d, in->dst);
    i->a = slot(d, in->a);
    i->imm = in->imm;
    break;
  case FE_MEMCPY:
  case FE_MEMMOVE:
  case FE_MEMSET:
    i = exm_emit(d, in->op == FE_MEMCPY ? EXM_MEMCPY : in->op == FE_MEMMOVE ? EXM_MEMMOVE : EXM_MEMSET);
    i->a = slot(d, in->a);
    i->b = slot(d, in->b);
    i->dst = slot(d, in->c);
    break;
  case FE_STACKSAVE: emit3(d, EXM_STACKSAVE, in); break;
  case FE_STACKRESTORE: emit3(d, EXM_STACKRESTORE, in); break;
  case FE_BEGIN:
    i = exm_emit(d, EXM_BEGIN);
    i->dst = slot(d, in->a);
    i->imm = in->imm;
    break;
  case FE_END: emit3(d, EXM_END, in); break;
  case FE_VASTART: emit3(d, EXM_VASTART, in); break;
  case FE_VACOPY: emit3(d, EXM_VACOPY, in); break;
  case FE_VAEND: break;
  case FE_CALL:
  case FE_ASM: emit_call(d, in); break;
  case FE_TRAP: exm_emit(d, EXM_TRAP); break;
  case FE_NONDET: emit_gen(d, EXM_NONDET, in); break;
  default: emit_gen(d, EXM_GEN, in);
  }
}

uint32_t exm_emit_insn(decoder *d, uint32_t at, uint32_t last) {
  const fe_insn *in = &d->f->insns[at];
  d->at = at;
  switch (in->op) {
  case FE_MOV: emit3(d, exm_wide(in->ty) ? EXM_MOV2 : EXM_MOV, in); return 1;
  case FE_ICMP: {
    bool branch = at + 1 == last && in[1].op == FE_CBR && in[1].a == in->dst;
    uint32_t n = emit_icmp(d, in, branch);
    if (n) return n;
    break;
  }
  case FE_LOAD: emit_load(d, in, in->a, 0); return 1;
  case FE_STORE: emit_store(d, in, in->a, 0); return 1;
  case FE_PTRADD: return emit_ptradd(d, in, at + 1 < last ? in + 1 : NULL);
  case FE_FCMP:
    if (emit_fcmp(d, in)) return 1;
    break;
  case FE_SELECT:
    if (exm_wide(in->ty)) break;
    emit3(d, EXM_SELECT, in)->imm = slot(d, in->c);
    return 1;
  default:
    if (in->op >= FE_ADD && in->op <= FE_XOR && emit_arith(d, in)) return 1;
    if (in->op >= FE_FADD && in->op <= FE_FDIV && emit_float(d, in)) return 1;
    if (in->op >= FE_TRUNC && in->op <= FE_BITCAST && emit_cast(d, in)) return 1;
  }
  emit_other(d, in);
  return 1;
}
