/* The interpreter loop: one label per decoded opcode, each ending in its own indirect jump, so that the processor
 * predicts by opcode pair. Registers are 8-byte slots at fp; integers are kept zero-extended. Calls between functions of
 * the program push a frame and stay in the loop; only libc callbacks and hooked calls nest it. Steps are charged at
 * branches and returns, a block at a time. */
#include "explorer/machine_impl.h"

fe_val exm_get(const uint64_t *fp, uint32_t slot, fe_ty ty) {
  fe_val v = {0};
  v.lo = fp[slot];
  if (exm_wide(ty)) v.hi = fp[slot + 1];
  return v;
}

void exm_put(uint64_t *fp, uint32_t slot, fe_ty ty, fe_val v) {
  fp[slot] = v.lo;
  if (exm_wide(ty)) fp[slot + 1] = v.hi;
}

fe_val exm_clip(fe_val v, fe_ty ty) {
  uint32_t bits = ty.bits;
  if (ty.kind == FE_F80)
    v.hi &= 0xffff;
  else if (bits < 64)
    v.u &= ((uint64_t)1 << bits) - 1;
  else if (bits < 128)
    v.u &= ((unsigned __int128)1 << bits) - 1;
  return v;
}

static inline double as_f64(uint64_t u) {
  double d;
  memcpy(&d, &u, 8);
  return d;
}
static inline uint64_t of_f64(double d) {
  uint64_t u;
  memcpy(&u, &d, 8);
  return u;
}
static inline float as_f32(uint64_t u) {
  float f;
  uint32_t w = (uint32_t)u;
  memcpy(&f, &w, 4);
  return f;
}
static inline uint64_t of_f32(float f) {
  uint32_t w;
  memcpy(&w, &f, 4);
  return w;
}

/* What the processor's conversion gives: INT_MIN when the value does not fit. */
static inline uint64_t f64_to_s32(double d) {
  return d > -2147483649.0 && d < 2147483648.0 ? (uint32_t)(int32_t)d : 0x80000000u;
}

static bool uninitialised(exm_machine *m, uint32_t n) {
  exm_fail(m, EXM_E_UNINIT, "use of an uninitialised value of %u bytes", n);
  return false;
}

static bool run_gen(exm_machine *m, uint64_t *fp, const exm_gen *g) {
  fe_val v[3] = {{0}, {0}, {0}}, out[2] = {{0}, {0}};
  if (g->a != FE_NONE) v[0].lo = fp[g->a], v[0].hi = g->wa ? fp[g->a + 1] : 0;
  if (g->b != FE_NONE) v[1].lo = fp[g->b], v[1].hi = g->wb ? fp[g->b + 1] : 0;
  if (g->c != FE_NONE) v[2].lo = fp[g->c], v[2].hi = g->wc ? fp[g->c + 1] : 0;
  switch (fe_eval(g->in, v[0], v[1], v[2], out)) {
  case FE_DIV_ZERO: exm_fail(m, EXM_E_DIV_ZERO, "division by zero"); return false;
  case FE_DIV_OVERFLOW: exm_fail(m, EXM_E_DIV_OVERFLOW, "the quotient does not fit its type"); return false;
  case FE_SIGNED_OVERFLOW:
    if (!m->opt.check_overflow) break;
    exm_fail(m, EXM_E_OVERFLOW, "signed overflow in %s of %u bits", fe_op_name(g->in->op), g->in->ty.bits);
    return false;
  case FE_BAD_SHIFT:
    if (!m->opt.check_overflow) break;
    exm_fail(m, EXM_E_SHIFT, "shift of a %u-bit value by %llu", g->in->ty.bits, (unsigned long long)v[1].lo);
    return false;
  default: break;
  }
  fp[g->dst] = out[0].lo;
  if (g->wd) fp[g->dst + 1] = out[0].hi;
  if (g->dst2 != FE_NONE) fp[g->dst2] = out[1].lo; /* the overflow flag */
  return true;
}

static bool run_loadn(exm_machine *m, uint64_t *fp, const exm_gen *g, int32_t disp) {
  exm_addr a = fp[g->a] + (uint64_t)(int64_t)disp;
  exm_obj *o = exm_readable(m, a, g->bytes);
  if (!o) return exm_bad_access(m, a, g->bytes, false);
  uint32_t off = exm_off(a);
  fe_val v = {0};
  if (!g->asks || !m->opt.hooks.volatile_read(m->opt.hooks.self, a, g->bytes, &v)) {
    if (g->check && memchr(o->init + off, 0, g->bytes)) return uninitialised(m, g->bytes);
    memcpy(&v, o->mem + off, g->bytes);
  }
  exm_put(fp, g->dst, g->in->ty, exm_clip(v, g->in->ty));
  return true;
}

static bool run_storen(exm_machine *m, const uint64_t *fp, const exm_gen *g, int32_t disp) {
  fe_val v = exm_get(fp, g->b, g->in->ty);
  uint8_t *to = exm_wr(m, fp[g->a] + (uint64_t)(int64_t)disp, g->bytes);
  if (to) memcpy(to, &v, g->bytes);
  return to != NULL;
}

static int32_t run_switch(const exm_switch *s, const uint64_t *fp, uint32_t a) {
  unsigned __int128 v = fp[a];
  if (s->ntable) {
    uint64_t k = fp[a] - s->lo;
    if (k >= s->ntable || s->table[k] == EXM_NO_TARGET) return s->otherwise;
    return s->table[k];
  }
  if (s->wide) v |= (unsigned __int128)fp[a + 1] << 64;
  uint32_t lo = 0, hi = s->ncases;
  while (lo < hi) {
    uint32_t mid = (lo + hi) / 2;
    if (s->values[mid] < v)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo < s->ncases && s->values[lo] == v ? s->to[lo] : s->otherwise;
}

static bool alloca_bytes(exm_machine *m, uint64_t count, uint64_t each, uint64_t *dst) {
  uint64_t n;
  if (__builtin_mul_overflow(count, each, &n)) n = UINT64_MAX;
  exm_obj *o = exm_stack_new(m, n);
  if (!o) return false;
  *dst = exm_base(o);
  return true;
}

static bool nondet(exm_machine *m, uint64_t *fp, const exm_gen *g) {
  fe_val v = {0};
  const exm_frame *fr = m->frame;
  exm_site site = {fr->code->index, fr->code->src[fr->ip - fr->code->ins]};
  if (m->opt.hooks.nondet) v = exm_clip(m->opt.hooks.nondet(m->opt.hooks.self, site, g->in->ty), g->in->ty);
  exm_put(fp, g->dst, g->in->ty, v);
  return true;
}

#define NEXT              \
  do {                    \
    ip++;                 \
    goto *labels[ip->op]; \
  } while (0)
#define JUMP(rel)                                               \
  do {                                                          \
    if (__builtin_expect(budget < ip->x, 0)) goto out_of_steps; \
    budget -= ip->x;                                            \
    ip += (rel);                                                \
    goto *labels[ip->op];                                       \
  } while (0)
#define A fp[ip->a]
#define B fp[ip->b]
#define D fp[ip->dst]
#define BIN(op, expr)  \
  L_##op : D = (expr); \
  NEXT;
#define CMP(op, expr)            \
  L_##op : D = (expr);           \
  NEXT;                          \
  L_B##op : {                    \
    bool taken = (expr);         \
    D = taken;                   \
    JUMP(taken ? ip->t : ip->f); \
  }
#define DIV(op, T, expr, overflow)                        \
  L_##op : {                                              \
    T x = (T)A, y = (T)B;                                 \
    (void)x;                                              \
    if (__builtin_expect(y == 0, 0)) goto div_zero;       \
    if (__builtin_expect(overflow, 0)) goto div_overflow; \
    D = (expr);                                           \
    NEXT;                                                 \
  }
#define LOAD(op, opc, T)                                      \
  L_##op : {                                                  \
    exm_addr at = A + (uint64_t)ip->imm;                      \
    const exm_obj *o = exm_readable(m, at, sizeof(T));        \
    if (__builtin_expect(!o, 0)) {                            \
      bad = at;                                               \
      bad_n = sizeof(T);                                      \
      goto bad_read;                                          \
    }                                                         \
    T v;                                                      \
    memcpy(&v, o->mem + exm_off(at), sizeof v);               \
    D = v;                                                    \
    NEXT;                                                     \
  }                                                           \
  L_##opc : {                                                 \
    exm_addr at = A + (uint64_t)ip->imm;                      \
    const exm_obj *o = exm_readable(m, at, sizeof(T));        \
    bad = at;                                                 \
    bad_n = sizeof(T);                                        \
    if (__builtin_expect(!o, 0)) goto bad_read;               \
    T v, flags;                                               \
    memcpy(&flags, o->init + exm_off(at), sizeof v);          \
    if (__builtin_expect(flags != (T) ~(T)0, 0)) goto uninit; \
    memcpy(&v, o->mem + exm_off(at), sizeof v);               \
    D = v;                                                    \
    NEXT;                                                     \
  }
#define STORE(op, T)                                 \
  L_##op : {                                         \
    exm_addr at = A + (uint64_t)ip->imm;             \
    exm_obj *o = exm_writable(m, at, sizeof(T));     \
    if (__builtin_expect(!o, 0)) {                   \
      bad = at;                                      \
      bad_n = sizeof(T);                             \
      goto bad_write;                                \
    }                                                \
    T v = (T)B, flags = (T) ~(T)0;                   \
    memcpy(o->mem + exm_off(at), &v, sizeof v);      \
    memcpy(o->init + exm_off(at), &flags, sizeof v); \
    NEXT;                                            \
  }
/* Anything that may fail, look at the call stack, or run other code. */
#define CAREFUL(op, expr)                      \
  L_##op : fr->ip = ip;                        \
  if (__builtin_expect(!(expr), 0)) goto stop; \
  NEXT;
#define S32(v) ((int32_t)(v))
#define S64(v) ((int64_t)(v))

bool exm_run(exm_machine *m) {
  static const void *const labels[] = {
#define X(op) &&L_##op,
      EXM_OPS(X)
#undef X
  };
  exm_frame *fr = m->frame;
  uint64_t *fp = fr->fp;
  const exm_ins *ip = fr->code->ins;
  uint64_t budget = m->budget;
  exm_addr bad;
  uint32_t bad_n;
  uint32_t func;
  goto *labels[ip->op];

  // clang-format off
  BIN(MOV, A)
L_MOV2:
  D = A;
  fp[ip->dst + 1] = fp[ip->a + 1];
  NEXT;
  BIN(ADD32, (uint32_t)(A + B)) BIN(ADD64, A + B) BIN(ADDN, (A + B) & (uint64_t)ip->imm)
  BIN(SUB32, (uint32_t)(A - B)) BIN(SUB64, A - B) BIN(SUBN, (A - B) & (uint64_t)ip->imm)
  BIN(MUL32, (uint32_t)(A * B)) BIN(MUL64, A *B) BIN(MULN, (A * B) & (uint64_t)ip->imm)
  BIN(AND, A &B) BIN(OR, A | B) BIN(XOR, A ^ B)
  BIN(SHL32, (uint32_t)A << (B & 31)) BIN(SHL64, A << (B & 63))
  BIN(LSHR32, (uint32_t)A >> (B & 31)) BIN(LSHR64, A >> (B & 63))
  BIN(ASHR32, (uint32_t)(S32(A) >> (B & 31))) BIN(ASHR64, (uint64_t)(S64(A) >> (B & 63)))
  DIV(UDIV32, uint32_t, x / y, false) DIV(UDIV64, uint64_t, x / y, false)
  DIV(UREM32, uint32_t, x % y, false) DIV(UREM64, uint64_t, x % y, false)
  DIV(SDIV32, int32_t, (uint32_t)(x / y), x == INT32_MIN && y == -1)
  DIV(SDIV64, int64_t, (uint64_t)(x / y), x == INT64_MIN && y == -1)
  DIV(SREM32, int32_t, (uint32_t)(x % y), x == INT32_MIN && y == -1)
  DIV(SREM64, int64_t, (uint64_t)(x % y), x == INT64_MIN && y == -1)
  CMP(EQ, A == B) CMP(NE, A != B) CMP(ULT, A < B) CMP(ULE, A <= B)
  CMP(SLT32, S32(A) < S32(B)) CMP(SLE32, S32(A) <= S32(B)) CMP(SLT64, S64(A) < S64(B)) CMP(SLE64, S64(A) <= S64(B))
  BIN(SLTN, S64(A << ip->x) < S64(B << ip->x)) BIN(SLEN, S64(A << ip->x) <= S64(B << ip->x))
  BIN(MASK, A &(uint64_t)ip->imm) BIN(SEXT, (uint64_t)(S64(A << ip->x) >> ip->x) & (uint64_t)ip->imm)
  BIN(SEXT3264, (uint64_t)(int64_t)S32(A)) BIN(SELECT, A & 1 ? B : fp[ip->imm])
  BIN(FADD32, of_f32(as_f32(A) + as_f32(B))) BIN(FSUB32, of_f32(as_f32(A) - as_f32(B)))
  BIN(FMUL32, of_f32(as_f32(A) * as_f32(B))) BIN(FDIV32, of_f32(as_f32(A) / as_f32(B)))
  BIN(FADD64, of_f64(as_f64(A) + as_f64(B))) BIN(FSUB64, of_f64(as_f64(A) - as_f64(B)))
  BIN(FMUL64, of_f64(as_f64(A) * as_f64(B))) BIN(FDIV64, of_f64(as_f64(A) / as_f64(B)))
  BIN(FOEQ64, as_f64(A) == as_f64(B)) BIN(FUNE64, as_f64(A) != as_f64(B))
  BIN(FOLT64, as_f64(A) < as_f64(B)) BIN(FOLE64, as_f64(A) <= as_f64(B))
  BIN(FOLT32, as_f32(A) < as_f32(B)) BIN(FOLE32, as_f32(A) <= as_f32(B))
  BIN(S32F64, of_f64((double)S32(A))) BIN(S64F64, of_f64((double)S64(A))) BIN(F64S32, f64_to_s32(as_f64(A)))
  BIN(F32F64, of_f64((double)as_f32(A))) BIN(F64F32, of_f32((float)as_f64(A)))
  CAREFUL(GEN, run_gen(m, fp, ip->p))

  LOAD(LOAD8, LOADC8, uint8_t) LOAD(LOAD16, LOADC16, uint16_t) LOAD(LOAD32, LOADC32, uint32_t)
  LOAD(LOAD64, LOADC64, uint64_t)
  STORE(STORE8, uint8_t) STORE(STORE16, uint16_t) STORE(STORE32, uint32_t) STORE(STORE64, uint64_t)
  CAREFUL(LOADN, run_loadn(m, fp, ip->p, (int32_t)ip->a)) CAREFUL(STOREN, run_storen(m, fp, ip->p, (int32_t)ip->a))
  BIN(PADDI, A + (uint64_t)ip->imm) BIN(PADDIS, exm_strict_sum(A, ip->imm))
  BIN(PADDX, A + (uint64_t)(S64(B << ip->x) >> ip->x) * ip->scale + (uint64_t)(int64_t)ip->disp)
  BIN(PADDX64, A + B * ip->scale + (uint64_t)(int64_t)ip->disp)
  BIN(PADDXS, exm_strict_sum(A, (__int128)(S64(B << ip->x) >> ip->x) * ip->scale + ip->disp))

  CAREFUL(ALLOCA, alloca_bytes(m, 1, (uint64_t)ip->imm, &D))
  CAREFUL(ALLOCAX, alloca_bytes(m, A, (uint64_t)ip->imm, &D))
  CAREFUL(MEMCPY, exm_memcpy(m, A, B, D, false)) CAREFUL(MEMMOVE, exm_memcpy(m, A, B, D, true))
  CAREFUL(MEMSET, exm_memset(m, A, (int)(B & 0xff), D))
  BIN(STACKSAVE, m->nstack)
L_STACKRESTORE:
  if (A >= fr->nstack) exm_stack_release(m, (uint32_t)A);
  NEXT;
L_BEGIN: { /* the register is the alloca's, so the slot is right whatever life it is in */
  exm_obj *o = &m->objs[exm_id(D) & m->mask];
  exm_stack_begin(o, (uint64_t)ip->imm);
  D = exm_base(o);
  NEXT;
}
L_END:
  exm_stack_end(&m->objs[exm_id(A) & m->mask]);
  NEXT;
  CAREFUL(VASTART, exm_va_start(m, A)) CAREFUL(VACOPY, exm_memcpy(m, A, B, 24, true))
  CAREFUL(NONDET, nondet(m, fp, ip->p))
L_NOP:
  NEXT;
  // clang-format on

L_CALL: {
  const exm_callsite *s = ip->p;
  exm_code *callee = s->callee;
  func = callee->index;
  if (__builtin_expect(!callee->decoded, 0)) exm_decode(m, callee);
direct:
  fr->ip = ip;
  uint64_t *nfp = fp + fr->code->nslots;
  if (__builtin_expect(nfp + callee->nslots > m->regs_end || fr + 1 >= m->frames_end, 0)) goto too_deep;
  for (uint32_t k = 0; k < s->nslots; k++) nfp[k] = fp[s->slots[k]];
  memcpy(nfp + callee->nparam_slots, callee->consts, callee->nconst_slots * sizeof *nfp);
  fr++;
  fr->code = callee;
  fr->fp = fp = nfp;
  fr->nstack = m->nstack;
  m->frame = fr;
  ip = callee->ins;
  goto *labels[ip->op];

L_CALLI:
  s = ip->p;
  func = exm_addr_func(m, fp[s->target]);
  if (func != FE_NONE) {
    callee = &m->code[func];
    if (s->sig && callee->sig == s->sig && callee->f->has_body) {
      if (!callee->decoded) exm_decode(m, callee);
      goto direct;
    }
  }
  goto slow_call;
L_CALLX:
  s = ip->p;
  func = s->callee->index;
slow_call:
  fr->ip = ip;
  m->budget = budget;
  exm_flow flow = exm_call_slow(m, ip, s, func);
after_call:
  budget = m->budget;
  if (__builtin_expect(flow == EXM_FLOW_STOP, 0)) goto stop;
  if (flow == EXM_FLOW_NEXT) NEXT;
  fr = m->frame;
  fp = fr->fp;
  ip = fr->code->ins;
  goto *labels[ip->op];
L_CALLH:
  s = ip->p;
  func = s->call->indirect ? exm_addr_func(m, fp[s->target]) : s->callee->index;
  fr->ip = ip;
  m->budget = budget;
  flow = exm_call_hooked(m, ip, s, func);
  goto after_call;
L_ASM:
  s = ip->p;
  fr->ip = ip;
  flow = exm_call_asm(m, ip, s);
  goto after_call;
}

L_BR:
  JUMP(ip->t);
L_CBR:
  JUMP(A & 1 ? ip->t : ip->f);
L_SWITCH:
  JUMP(run_switch(ip->p, fp, ip->a));
L_IBR: {
  const exm_switch *s = ip->p;
  uint64_t k = A - exm_block_addr(fr->code->index, 0);
  if (k >= s->ntable || s->table[k] == EXM_NO_TARGET) {
    fr->ip = ip;
    exm_fail(m, EXM_E_BAD_CALL, "computed goto to 0x%llx, which is no label of it", (unsigned long long)A);
    goto stop;
  }
  JUMP(s->table[k]);
}
L_OBSERVE: {
  exm_site site = {fr->code->index, ip->a};
  fr->ip = ip;
  fr->code->observer(fr->code->observer_self, site, ip->b, (uint32_t)(fr - m->frames));
  NEXT;
}
#define CHARGE                                                \
  if (__builtin_expect(budget < ip->x, 0)) goto out_of_steps; \
  budget -= ip->x;
L_RET0:
  CHARGE
  if (m->nstack != fr->nstack) exm_stack_release(m, fr->nstack);
  m->frame = --fr;
  ip = fr->ip;
  fp = fr->fp;
  NEXT;
L_RET1: {
  CHARGE
  uint64_t v = A;
  if (m->nstack != fr->nstack) exm_stack_release(m, fr->nstack);
  m->frame = --fr;
  ip = fr->ip;
  fp = fr->fp;
  D = v;
  NEXT;
}
L_RETN: {
  CHARGE
  const uint32_t *from = ip->p;
  uint32_t n = fr->code->ret_slots;
  uint64_t *ofp = fp;
  if (m->nstack != fr->nstack) exm_stack_release(m, fr->nstack);
  m->frame = --fr;
  ip = fr->ip;
  fp = fr->fp;
  for (uint32_t k = 0; k < n; k++) fp[ip->dst + k] = ofp[from[k]];
  NEXT;
}
L_HALT:
  m->budget = budget;
  return true;

L_TRAP:
  fr->ip = ip;
  exm_fail(m, EXM_E_TRAP, "a trap instruction was reached");
  goto stop;
L_UNREACHABLE:
  fr->ip = ip;
  exm_fail(m, EXM_E_UNREACHABLE, "code that cannot be reached was reached");
  goto stop;
L_UNINIT:
  fr->ip = ip;
  exm_fail(m, EXM_E_UNINIT, "a branch depends on an uninitialised variable");
  goto stop;
bad_read:
  fr->ip = ip;
  exm_bad_access(m, bad, bad_n, false);
  goto stop;
bad_write:
  fr->ip = ip;
  exm_bad_access(m, bad, bad_n, true);
  goto stop;
uninit:
  fr->ip = ip;
  uninitialised(m, bad_n);
  goto stop;
div_zero:
  fr->ip = ip;
  exm_fail(m, EXM_E_DIV_ZERO, "division by zero");
  goto stop;
div_overflow:
  fr->ip = ip;
  exm_fail(m, EXM_E_DIV_OVERFLOW, "the quotient does not fit its type");
  goto stop;
too_deep:
  exm_fail(m, EXM_E_STACK, "the stack is full: calls nested too deeply");
  goto stop;
out_of_steps:
  fr->ip = ip;
  budget = 0;
  m->budget = 0;
  exm_end(m, EXM_STEPS, 0);
stop:
  m->budget = budget;
  return false;
}
