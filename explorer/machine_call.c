/* Calls that the interpreter loop does not make itself: with by-value or variable arguments, with a signature other than
 * the callee's, to functions without a body, at hooked sites, and from the host.
 *
 * Variable arguments are laid out as the x86-64 System V ABI does it, because clang expands va_arg into loads: integer
 * and floating registers go to a 176-byte save area, everything else to an overflow area in order. Both are stack
 * objects of the callee's activation, so reading more arguments than were passed runs out of bounds. */
#include "explorer/machine_impl.h"

enum { GP_REGS = 6, FP_REGS = 8, SAVE_AREA = 176, MAX_HOST_DEPTH = 1000, FEW = 16 };

/* Where the next argument goes. */
typedef struct va_layout {
  uint32_t gp, fp;
  uint64_t rest;
} va_layout;

typedef enum va_class { VA_GP, VA_GP2, VA_FP, VA_MEMORY } va_class;

static va_class classify(va_layout *l, fe_ty ty, uint32_t byval, uint8_t place) {
  if (byval || ty.kind == FE_F80) return VA_MEMORY;
  if (place == FE_PLACE_SSE) return l->fp < FP_REGS ? VA_FP : VA_MEMORY;
  if (ty.kind == FE_F32 || ty.kind == FE_F64) return l->fp < FP_REGS ? VA_FP : VA_MEMORY;
  if (exm_wide(ty)) return l->gp + 2 <= GP_REGS ? VA_GP2 : VA_MEMORY;
  return l->gp < GP_REGS ? VA_GP : VA_MEMORY;
}

/* Takes the place of an argument: its offset in the save area or (*memory) in the overflow area. */
static uint64_t take_place(va_layout *l, fe_ty ty, uint32_t byval, uint8_t place, bool *memory) {
  *memory = false;
  switch (classify(l, ty, byval, place)) {
  case VA_GP: return 8 * l->gp++;
  case VA_GP2: l->gp += 2; return 8 * (l->gp - 2);
  case VA_FP: return 48 + 16 * l->fp++;
  default: break;
  }
  *memory = true;
  uint64_t size = byval ? byval : exm_wide(ty) ? 16 : 8;
  uint64_t align = byval ? (uint64_t)1 << place : exm_wide(ty) ? 16 : 8;
  l->rest = (l->rest + align - 1) & ~(align - 1);
  uint64_t at = l->rest;
  l->rest += (size + 7) & ~(uint64_t)7;
  return at;
}

static bool put_variable_args(exm_machine *m, exm_frame *fr, const fe_val *args, const fe_ty *ty,
                              const uint32_t *byval, const uint8_t *place, uint32_t nargs) {
  const fe_func *f = fr->code->f;
  va_layout named = {0};
  bool memory;
  for (uint32_t i = 0; i < f->nparams; i++) {
    take_place(&named, f->param_ty[i], f->param_byval ? f->param_byval[i] : 0, FE_PLACE_PLAIN, &memory);
  }
  named.rest = 0;
  va_layout l = named;
  for (uint32_t i = f->nparams; i < nargs; i++)
    take_place(&l, ty[i], byval ? byval[i] : 0, place ? place[i] : FE_PLACE_PLAIN, &memory);
  exm_obj *regs = exm_stack_new(m, SAVE_AREA);
  if (!regs) return false;
  fr->va_regs = exm_base(regs);
  exm_obj *rest = exm_stack_new(m, l.rest);
  if (!rest) return false;
  fr->va_rest = exm_base(rest);
  fr->va_gp = 8 * named.gp;
  fr->va_fp = 48 + 16 * named.fp;
  l = named;
  for (uint32_t i = f->nparams; i < nargs; i++) {
    uint32_t size = byval ? byval[i] : 0;
    uint64_t at = take_place(&l, ty[i], size, place ? place[i] : FE_PLACE_PLAIN, &memory);
    exm_addr to = (memory ? fr->va_rest : fr->va_regs) + at;
    if (size) {
      if (!exm_memcpy(m, to, args[i].lo, size, true)) return false;
    } else {
      fe_val v = exm_clip(args[i], ty[i]);
      uint64_t n = exm_wide(ty[i]) ? 16 : 8;
      memcpy(exm_wr(m, to, n), &v, n);
    }
  }
  return true;
}

bool exm_va_start(exm_machine *m, exm_addr list) {
  const exm_frame *fr = m->frame;
  uint8_t *to = exm_wr(m, list, 24);
  if (!to) return false;
  memcpy(to, &fr->va_gp, 4);
  memcpy(to + 4, &fr->va_fp, 4);
  memcpy(to + 8, &fr->va_rest, 8);
  memcpy(to + 16, &fr->va_regs, 8);
  return true;
}

bool exm_enter(exm_machine *m, exm_code *code, const fe_val *args, const fe_ty *ty, const uint32_t *byval,
               const uint8_t *place, uint32_t nargs) {
  const fe_func *f = code->f;
  exm_frame *fr = m->frame;
  if (!code->decoded) exm_decode(m, code);
  uint64_t *fp = fr->fp + (fr->code ? fr->code->nslots : 2 * EXM_MAX_RET);
  if (fp + code->nslots > m->regs_end || fr + 1 >= m->frames_end) {
    exm_fail(m, EXM_E_STACK, "the stack is full: calls nested too deeply");
    return false;
  }
  exm_frame *to = fr + 1;
  *to = (exm_frame){.code = code, .ip = code->ins, .fp = fp, .nstack = m->nstack};
  for (uint32_t i = 0, slot = 0; i < f->nparams; i++) {
    fe_val v = {0};
    if (i < nargs) v = exm_clip(args[i], f->param_ty[i]);
    uint32_t size = i < nargs && byval ? byval[i] : 0;
    if (size) {
      exm_obj *copy = exm_stack_new(m, size);
      if (!copy) return false;
      exm_addr at = exm_base(copy);
      if (!exm_memcpy(m, at, v.lo, size, true)) return false;
      v.lo = at;
    }
    exm_put(fp, slot, f->param_ty[i], v);
    slot += exm_wide(f->param_ty[i]) ? 2 : 1;
  }
  memcpy(fp + code->nparam_slots, code->consts, code->nconst_slots * sizeof *fp);
  if (f->variadic && !put_variable_args(m, to, args, ty, byval, place, nargs)) return false;
  m->frame = to;
  return true;
}

bool exm_invoke(exm_machine *m, exm_code *code, const fe_val *args, const fe_ty *ty, const uint32_t *byval,
                const uint8_t *place, uint32_t nargs, fe_val *res) {
  static const exm_ins halt[2] = {{.op = EXM_NOP}, {.op = EXM_HALT}};
  exm_frame *below = m->frame;
  uint64_t *fp = below ? below->fp + (below->code ? below->code->nslots : 2 * EXM_MAX_RET) : m->regs;
  exm_frame *host = below ? below + 1 : m->frames;
  if (m->host_depth == MAX_HOST_DEPTH || host + 1 >= m->frames_end || fp + 2 * EXM_MAX_RET > m->regs_end) {
    exm_fail(m, EXM_E_STACK, "the stack is full: calls nested too deeply");
    return false;
  }
  *host = (exm_frame){.code = NULL, .ip = halt, .fp = fp, .nstack = m->nstack};
  m->frame = host;
  if (!exm_enter(m, code, args, ty, byval, place, nargs)) return false;
  m->host_depth++;
  bool ok = exm_run(m);
  m->host_depth--;
  if (!ok) return false;
  assert(m->frame == host);
  uint32_t slot = 0;
  for (uint32_t i = 0; i < code->f->ret_n && i < EXM_MAX_RET; i++) {
    if (res) res[i] = exm_get(fp, slot, code->f->ret_ty[i]);
    slot += exm_wide(code->f->ret_ty[i]) ? 2 : 1;
  }
  m->frame = below;
  return true;
}

/* A function without a body: the stub hook, then libc. */
static bool call_bodyless(exm_machine *m, exm_hook_call *c, uint32_t nfixed) {
  const fe_func *f = &m->p->funcs[c->func];
  if (m->opt.hooks.stub) {
    switch (m->opt.hooks.stub(m->opt.hooks.self, c)) {
    case EXM_HOOK_DONE: return true;
    case EXM_HOOK_STOP: assert(m->stopped); return false;
    default: break;
    }
  }
  if (f->unsupported) {
    exm_fail(m, EXM_E_UNSUPPORTED, "call of %.100s, which could not be read: %.150s", f->name,
             f->unsupported);
    return false;
  }
  exm_code *code = &m->code[c->func];
  if (!code->host_known) {
    code->host = m->opt.no_libc ? NULL : exm_libc_find(f->name);
    code->host_known = true;
  }
  const exm_libc *host = code->host;
  if (!host) {
    exm_fail(m, EXM_E_NO_BODY, "call of %.200s, which the program does not define", f->name);
    return false;
  }
  if (c->nargs < host->min_args) {
    exm_fail(m, EXM_E_BAD_CALL, "call of %.100s with %u arguments, it takes %u", f->name, c->nargs,
             host->min_args);
    return false;
  }
  exm_hostcall hc = {
      .m = m, .name = host->name, .nargs = c->nargs, .nfixed = nfixed, .args = c->args, .arg_ty = c->arg_ty};
  if (!host->fn(&hc)) {
    assert(m->stopped);
    return false;
  }
  c->res[0] = hc.res[0];
  c->res[1] = hc.res[1];
  return true;
}

bool exm_call_any(exm_machine *m, exm_hook_call *c, const uint32_t *byval, const uint8_t *place,
                  uint32_t nfixed) {
  exm_code *code = &m->code[c->func];
  if (!code->f->has_body) return call_bodyless(m, c, nfixed);
  return exm_invoke(m, code, c->args, c->arg_ty, byval, place, c->nargs, c->res);
}

static bool no_function(exm_machine *m, exm_addr a) {
  if (a == 0)
    exm_fail(m, EXM_E_NULL, "call through a null function pointer");
  else
    exm_fail(m, EXM_E_BAD_CALL, "call through 0x%llx, which is no function", (unsigned long long)a);
  return false;
}

/* The call at ip with its arguments read; args has room for them. */
static exm_hook_call make_call(exm_machine *m, const exm_ins *ip, const exm_callsite *s, uint32_t func,
                               fe_val *args) {
  const exm_frame *fr = m->frame;
  const fe_call *call = s->call;
  for (uint32_t i = 0; i < call->nargs; i++) args[i] = exm_get(fr->fp, s->arg_slot[i], call->arg_ty[i]);
  return (exm_hook_call){.m = m,
                         .func = func,
                         .site = {fr->code->index, fr->code->src[ip - fr->code->ins]},
                         .nargs = call->nargs,
                         .args = args,
                         .arg_ty = call->arg_ty,
                         .nres = call->nres,
                         .res_ty = call->res_ty};
}

static void put_results(exm_machine *m, const exm_ins *ip, const exm_hook_call *c) {
  uint32_t slot = ip->dst;
  for (uint32_t i = 0; i < c->nres && i < EXM_MAX_RET; i++) {
    exm_put(m->frame->fp, slot, c->res_ty[i], exm_clip(c->res[i], c->res_ty[i]));
    slot += exm_wide(c->res_ty[i]) ? 2 : 1;
  }
}

/* Would returning from f write just the registers that the call expects? */
static bool same_results(const fe_func *f, const fe_call *call) {
  if (f->ret_n != call->nres) return false;
  for (uint32_t i = 0; i < f->ret_n; i++) {
    fe_ty a = f->ret_ty[i], b = call->res_ty[i];
    if (a.bits != b.bits || exm_wide(a) != exm_wide(b)) return false;
  }
  return true;
}

exm_flow exm_call_slow(exm_machine *m, const exm_ins *ip, const exm_callsite *s, uint32_t func) {
  const fe_call *call = s->call;
  if (func == FE_NONE) return no_function(m, m->frame->fp[s->target]), EXM_FLOW_STOP;
  fe_val few[FEW], *args = call->nargs > FEW ? exm_xalloc(call->nargs * sizeof *args) : few;
  exm_hook_call c = make_call(m, ip, s, func, args);
  exm_code *code = &m->code[func];
  exm_flow flow;
  if (code->f->has_body && same_results(code->f, call)) {
    flow = exm_enter(m, code, args, call->arg_ty, call->byval, call->place, call->nargs) ? EXM_FLOW_ENTERED
                                                                                         : EXM_FLOW_STOP;
  } else {
    flow = exm_call_any(m, &c, call->byval, call->place, call->variadic ? call->nfixed : call->nargs)
               ? EXM_FLOW_NEXT
               : EXM_FLOW_STOP;
    if (flow == EXM_FLOW_NEXT) put_results(m, ip, &c);
  }
  if (args != few) free(args);
  return flow;
}

exm_flow exm_call_hooked(exm_machine *m, const exm_ins *ip, const exm_callsite *s, uint32_t func) {
  const fe_call *call = s->call;
  const exm_call_hook *h = s->hook;
  fe_val few[FEW], *args = call->nargs > FEW ? exm_xalloc(call->nargs * sizeof *args) : few;
  exm_hook_call c = make_call(m, ip, s, func, args);
  exm_hook_result r = h->before ? h->before(h->self, &c) : EXM_HOOK_PASS;
  bool ok = r != EXM_HOOK_STOP;
  if (r == EXM_HOOK_PASS) {
    if (func == FE_NONE)
      ok = no_function(m, m->frame->fp[s->target]);
    else
      ok = exm_call_any(m, &c, call->byval, call->place, call->variadic ? call->nfixed : call->nargs);
    if (ok && h->after) ok = h->after(h->self, &c) != EXM_HOOK_STOP;
  }
  if (ok) put_results(m, ip, &c);
  if (args != few) free(args);
  assert(ok || m->stopped);
  return ok ? EXM_FLOW_NEXT : EXM_FLOW_STOP;
}

/* Empty assembly is a barrier, or with "+r" operands the identity; anything else cannot be run. */
exm_flow exm_call_asm(exm_machine *m, const exm_ins *ip, const exm_callsite *s) {
  const fe_call *call = s->call;
  const char *text = call->asm_text ? call->asm_text : "";
  bool empty = text[strspn(text, " \t\n;")] == 0;
  if (!empty || (call->nres && call->nres != call->nargs)) {
    exm_fail(m, EXM_E_UNSUPPORTED, "inline assembly \"%.100s\"", text);
    return EXM_FLOW_STOP;
  }
  if (call->nres) {
    fe_val few[FEW];
    if (call->nargs > FEW)
      return exm_fail(m, EXM_E_UNSUPPORTED, "inline assembly with many operands"), EXM_FLOW_STOP;
    exm_hook_call c = make_call(m, ip, s, FE_NONE, few);
    memcpy(c.res, few, call->nargs * sizeof *few);
    put_results(m, ip, &c);
  }
  return EXM_FLOW_NEXT;
}

bool exm_callback(exm_machine *m, exm_addr func, const fe_val *args, uint32_t nargs, fe_val *res) {
  enum { MOST = 8 };
  assert(nargs <= MOST);
  uint32_t index = exm_addr_func(m, func);
  if (index == FE_NONE) return no_function(m, func);
  const fe_func *f = &m->p->funcs[index];
  fe_val mine[MOST];
  fe_ty ty[MOST];
  for (uint32_t i = 0; i < nargs; i++) {
    mine[i] = args[i];
    ty[i] = i < f->nparams ? f->param_ty[i] : (fe_ty){FE_INT, 64};
  }
  exm_hook_call c = {.m = m,
                     .func = index,
                     .site = {FE_NONE, FE_NONE},
                     .nargs = nargs,
                     .args = mine,
                     .arg_ty = ty,
                     .nres = f->ret_n,
                     .res_ty = f->ret_ty};
  if (!exm_call_any(m, &c, NULL, NULL, nargs)) return false;
  if (res) *res = f->ret_n ? exm_clip(c.res[0], f->ret_ty[0]) : (fe_val){0};
  return true;
}
