/* The machine from outside: making one, starting runs, how they end, and looking at memory. */
#include "explorer/machine_impl.h"

#include <stdarg.h>
#include <stdio.h>

static uint64_t mix(uint64_t h, uint64_t v) { return (h ^ v) * 0x100000001b3u; }

static uint64_t mix_ty(uint64_t h, fe_ty ty) {
  uint32_t kind = ty.kind == FE_PTR ? FE_INT : ty.kind;
  return mix(h, kind << 8 | ty.bits);
}

uint64_t exm_signature(uint32_t nargs, const fe_ty *args, uint32_t nres, const fe_ty *res) {
  uint64_t h = mix(0xcbf29ce484222325u, nargs);
  for (uint32_t i = 0; i < nargs; i++) h = mix_ty(h, args[i]);
  h = mix(h, nres);
  for (uint32_t i = 0; i < nres; i++) h = mix_ty(h, res[i]);
  return h ? h : 1;
}

/* ---- making and ending ---- */

static void store_address(exm_obj *o, uint64_t offset, exm_addr a) {
  if (offset + 8 <= o->size) memcpy(o->mem + offset, &a, 8);
}

/* Globals take slots 1 … nglobals, so their addresses survive a reset. */
static void make_globals(exm_machine *m) {
  const fe_program *p = m->p;
  for (uint32_t i = 0; i < p->nglobals; i++) {
    const fe_global *g = &p->globals[i];
    exm_obj *o = exm_obj_new(m, EXM_GLOBAL, g->has_init && g->size <= EXM_MAX_SIZE ? g->size : 0);
    assert(o && (uint32_t)(o - m->objs) == i + 1);
    m->global_addr[i] = exm_base(o);
    if (g->has_init) {
      if (g->init) memcpy(o->mem, g->init, o->size);
      memset(o->init, 0xff, o->size);
    }
  }
  for (uint32_t i = 0; i < p->nglobals; i++) {
    const fe_global *g = &p->globals[i];
    exm_obj *o = &m->objs[i + 1];
    for (uint32_t k = 0; k < g->nrelocs && g->has_init; k++) {
      const fe_reloc *r = &g->relocs[k];
      exm_addr to = r->is_func ? exm_func_addr(m, r->index) : m->global_addr[r->index];
      store_address(o, r->offset, to + (uint64_t)r->addend);
    }
    if (g->is_const) o->wsize = 0;
  }
}

/* Variables that no file defines: libc's get their value, a weak one is at address 0, others have no storage. */
static void make_externs(exm_machine *m) {
  for (uint32_t i = 0; i < m->p->nglobals; i++) {
    const fe_global *g = &m->p->globals[i];
    if (g->has_init) continue;
    uint8_t value[64] = {0};
    uint64_t size = g->size && g->size <= sizeof value ? g->size : 8;
    if (!m->opt.no_libc && exm_libc_variable(m, g->name, value, size)) {
      exm_define_global(m, i, size, value);
      continue;
    }
    exm_obj *o = &m->objs[i + 1];
    free(o->mem);
    o->mem = o->init = NULL;
    if (g->is_weak) m->global_addr[i] = 0;
  }
}

exm_machine *exm_new(const fe_program *p, const exm_options *opt) {
  exm_machine *m = exm_xalloc(sizeof *m);
  memset(m, 0, sizeof *m);
  m->p = p;
  m->opt = *opt;
  if (!m->opt.max_depth) m->opt.max_depth = 200000;
  if (!m->opt.in) m->opt.in = stdin;
  if (!m->opt.out) m->opt.out = stdout;
  if (!m->opt.err) m->opt.err = stderr;
  m->code = exm_xalloc(p->nfuncs * sizeof *m->code);
  memset(m->code, 0, p->nfuncs * sizeof *m->code);
  for (uint32_t i = 0; i < p->nfuncs; i++) {
    const fe_func *f = &p->funcs[i];
    m->code[i].f = f;
    m->code[i].index = i;
    bool plain = !f->variadic;
    for (uint32_t k = 0; k < f->nparams && f->param_byval; k++) plain &= !f->param_byval[k];
    if (plain) m->code[i].sig = exm_signature(f->nparams, f->param_ty, f->ret_n, f->ret_ty);
  }
  m->global_addr = exm_xalloc(p->nglobals * sizeof *m->global_addr);
  exm_mem_init(m);
  make_globals(m);
  m->libc = exm_libc_new(m);
  make_externs(m);
  return m;
}

void exm_reset(exm_machine *m) {
  assert(!m->host_depth);
  exm_libc_free(m->libc);
  exm_mem_reset(m);
  m->frame = NULL;
  make_globals(m);
  m->libc = exm_libc_new(m);
  make_externs(m);
}

void exm_free(exm_machine *m) {
  if (!m) return;
  exm_libc_free(m->libc);
  for (uint32_t i = 0; i < m->p->nfuncs; i++) exm_undecode(&m->code[i]);
  exm_mem_free(m);
  free(m->code);
  free(m->global_addr);
  free(m->hooked);
  free(m);
}

const fe_program *exm_program(const exm_machine *m) { return m->p; }

void exm_observe(exm_machine *m, uint32_t func, exm_decision_fn *fn, void *self) {
  assert(!m->host_depth);
  exm_undecode(&m->code[func]);
  m->code[func].observer = fn;
  m->code[func].observer_self = self;
}

void exm_hook_call_site(exm_machine *m, exm_site site, const exm_call_hook *hook) {
  assert(!m->host_depth);
  uint32_t k = 0;
  while (k < m->nhooked && (m->hooked[k].site.func != site.func || m->hooked[k].site.insn != site.insn)) k++;
  if (hook && k == m->nhooked) {
    m->hooked = exm_xrealloc(m->hooked, ++m->nhooked * sizeof *m->hooked);
    /* the table may have moved and call sites point into it */
    for (uint32_t i = 0; i + 1 < m->nhooked; i++) exm_undecode(&m->code[m->hooked[i].site.func]);
  }
  if (hook)
    m->hooked[k] = (exm_hooked_site){site, *hook};
  else if (k < m->nhooked)
    m->hooked[k] = m->hooked[--m->nhooked];
  for (uint32_t i = 0; i < m->nhooked; i++) exm_undecode(&m->code[m->hooked[i].site.func]);
  exm_undecode(&m->code[site.func]);
}

/* ---- how a run ends ---- */

const char *exm_error_name(exm_error e) {
  static const char *const names[EXM_E_COUNT] = {
      [EXM_E_NONE] = "none",
      [EXM_E_NULL] = "null-dereference",
      [EXM_E_WILD] = "wild-pointer",
      [EXM_E_DANGLING] = "dangling-pointer",
      [EXM_E_BOUNDS] = "out-of-bounds",
      [EXM_E_READONLY] = "write-to-constant",
      [EXM_E_FREE] = "invalid-free",
      [EXM_E_DOUBLE_FREE] = "double-free",
      [EXM_E_UNINIT] = "uninitialised",
      [EXM_E_DIV_ZERO] = "division-by-zero",
      [EXM_E_DIV_OVERFLOW] = "division-overflow",
      [EXM_E_OVERFLOW] = "signed-overflow",
      [EXM_E_SHIFT] = "bad-shift",
      [EXM_E_UNREACHABLE] = "unreachable",
      [EXM_E_TRAP] = "trap",
      [EXM_E_ASSERT] = "assertion-failed",
      [EXM_E_ABORT] = "abort",
      [EXM_E_OVERLAP] = "overlapping-copy",
      [EXM_E_STACK] = "stack-overflow",
      [EXM_E_BAD_CALL] = "bad-call",
      [EXM_E_NO_BODY] = "undefined-symbol",
      [EXM_E_UNSUPPORTED] = "unsupported",
  };
  assert(e < EXM_E_COUNT);
  return names[e];
}

static void note_stack(exm_machine *m) {
  m->out.depth = m->out.nstack = 0;
  if (!m->frame) return;
  for (const exm_frame *fr = m->frame; fr >= m->frames; fr--) {
    if (!fr->code) continue;
    m->out.depth++;
    if (m->out.nstack == EXM_MAX_STACK) continue;
    uint32_t at = (uint32_t)(fr->ip - fr->code->ins);
    m->out.stack[m->out.nstack++] = (exm_site){fr->code->index, fr->code->src[at]};
  }
}

void exm_fail(exm_machine *m, exm_error e, const char *fmt, ...) {
  if (m->stopped) return;
  m->stopped = true;
  m->out.stop = EXM_ERROR;
  m->out.error = e;
  va_list ap;
  va_start(ap, fmt);
  vsnprintf(m->out.message, sizeof m->out.message, fmt, ap);
  for (char *c = m->out.message; *c; c++) /* one line, whatever the text quoted in it */
    if ((unsigned char)*c < ' ') *c = ' ';
  va_end(ap);
  note_stack(m);
}

void exm_end(exm_machine *m, exm_stop stop, int exit_code) {
  if (m->stopped) return;
  m->stopped = true;
  m->out.stop = stop;
  m->out.exit_code = exit_code;
  note_stack(m);
}

bool exm_site_loc(const fe_program *p, exm_site site, fe_loc *loc) {
  const fe_func *f = &p->funcs[site.func];
  if (!f->has_body || site.insn >= f->ninsns) return false;
  uint32_t at = FE_NONE;
  for (uint32_t i = site.insn + 1; i-- > 0 && at == FE_NONE;) at = f->insns[i].loc;
  for (uint32_t i = site.insn; i < f->ninsns && at == FE_NONE; i++) at = f->insns[i].loc;
  if (at == FE_NONE) return false;
  *loc = f->locs[at];
  return true;
}

static void print_place(FILE *out, const fe_program *p, exm_site site) {
  fe_loc loc;
  if (exm_site_loc(p, site, &loc))
    fprintf(out, "%s:%u:%u", p->files[loc.file].path, loc.line, loc.col);
  else
    fputs("?:0:0", out);
}

void exm_print_error(FILE *out, const fe_program *p, const exm_outcome *o) {
  if (o->nstack) {
    print_place(out, p, o->stack[0]);
    fputs(": ", out);
  }
  if (o->stop == EXM_STEPS)
    fputs("error: the step limit was reached\n", out);
  else
    fprintf(out, "error: %s [%s]\n", o->message, exm_error_name(o->error));
  for (uint32_t i = 0; i < o->nstack; i++) {
    fprintf(out, "  in %s at ", p->funcs[o->stack[i].func].name);
    print_place(out, p, o->stack[i]);
    fputc('\n', out);
  }
  if (o->depth > o->nstack) fprintf(out, "  … %u more\n", o->depth - o->nstack);
}

/* ---- runs ---- */

static void begin(exm_machine *m) {
  assert(!m->host_depth && !m->frame);
  memset(&m->out, 0, sizeof m->out);
  m->stopped = false;
  m->budget = m->opt.max_steps ? m->opt.max_steps : UINT64_MAX;
}

static const exm_outcome *finish(exm_machine *m) {
  m->out.steps = (m->opt.max_steps ? m->opt.max_steps : UINT64_MAX) - m->budget;
  exm_stack_release(m, 0);
  m->frame = NULL;
  exm_libc_flush(m);
  return &m->out;
}

static bool run_function(exm_machine *m, uint32_t func, const fe_val *args, uint32_t nargs,
                         const fe_ty *extra_ty) {
  const fe_func *f = &m->p->funcs[func];
  fe_ty *ty = exm_xalloc((nargs + 1) * sizeof *ty);
  uint32_t *byval = exm_xalloc((nargs + 1) * sizeof *byval);
  for (uint32_t i = 0; i < nargs; i++) {
    bool named = i < f->nparams;
    ty[i] = named ? f->param_ty[i] : extra_ty ? extra_ty[i - f->nparams] : (fe_ty){FE_INT, 64};
    byval[i] = named && f->param_byval ? f->param_byval[i] : 0;
  }
  bool ok = false;
  if (!f->has_body) {
    exm_fail(m, f->unsupported ? EXM_E_UNSUPPORTED : EXM_E_NO_BODY, "%.100s has no body: %.150s", f->name,
             f->unsupported ? f->unsupported : "the program does not define it");
  } else {
    ok = exm_invoke(m, &m->code[func], args, ty, byval, NULL, nargs, m->out.ret);
  }
  if (ok) m->out.nret = f->ret_n < EXM_MAX_RET ? f->ret_n : EXM_MAX_RET;
  free(ty);
  free(byval);
  return ok;
}

const exm_outcome *exm_call_variadic(exm_machine *m, uint32_t func, const fe_val *args, uint32_t nargs,
                                     const fe_ty *extra_ty) {
  assert(func < m->p->nfuncs);
  begin(m);
  run_function(m, func, args, nargs, extra_ty);
  return finish(m);
}

const exm_outcome *exm_call(exm_machine *m, uint32_t func, const fe_val *args, uint32_t nargs) {
  return exm_call_variadic(m, func, args, nargs, NULL);
}

const exm_outcome *exm_run_main(exm_machine *m, uint32_t func, int argc, char *const *argv) {
  assert(func < m->p->nfuncs && argc >= 0);
  begin(m);
  size_t n = (size_t)argc;
  exm_addr *list = exm_xalloc((n + 1) * sizeof *list), none = 0;
  for (size_t i = 0; i < n; i++) list[i] = exm_alloc(m, EXM_INPUT, strlen(argv[i]) + 1, argv[i]);
  list[n] = 0;
  fe_val args[3] = {{.lo = (uint32_t)argc},
                    {.lo = exm_alloc(m, EXM_INPUT, (n + 1) * 8, list)},
                    {.lo = exm_alloc(m, EXM_INPUT, 8, &none)}};
  free(list);
  uint32_t nparams = m->p->funcs[func].nparams;
  bool ok = true;
  for (uint32_t i = 0; i < m->p->nctors && ok; i++) ok = run_function(m, m->p->ctors[i], args, 0, NULL);
  if (ok && run_function(m, func, args, nparams < 3 ? nparams : 3, NULL)) {
    int code = m->out.nret ? (int)(m->out.ret[0].lo & 0xff) : 0;
    if (exm_libc_run_atexit(m)) exm_end(m, EXM_EXITED, code);
  }
  return finish(m);
}

/* ---- memory from outside ---- */

exm_addr exm_alloc(exm_machine *m, exm_kind kind, uint64_t size, const void *bytes) {
  assert(kind == EXM_HEAP || kind == EXM_INPUT || kind == EXM_HOST);
  exm_obj *o = exm_obj_new(m, kind, size);
  if (!o) return 0;
  if (bytes) {
    memcpy(o->mem, bytes, size);
    memset(o->init, 0xff, size);
  }
  return exm_base(o);
}

exm_addr exm_global_addr(const exm_machine *m, uint32_t global) { return m->global_addr[global]; }

exm_addr exm_func_addr(const exm_machine *m, uint32_t func) {
  assert(func < m->p->nfuncs);
  const fe_func *f = &m->p->funcs[func];
  if (f->is_weak && !f->has_body && !f->unsupported && !exm_libc_find(f->name)) return 0;
  return exm_block_addr(func, 0);
}

uint32_t exm_addr_func(const exm_machine *m, exm_addr a) {
  if (a >> 56 != EXM_TAG_FUNC || (uint32_t)a) return FE_NONE;
  uint32_t func = exm_id(a) & ((1u << EXM_SLOT_BITS) - 1);
  return func < m->p->nfuncs ? func : FE_NONE;
}

exm_addr exm_block_addr(uint32_t func, uint32_t block) {
  return (uint64_t)EXM_TAG_FUNC << 56 | (uint64_t)func << 32 | block;
}

bool exm_object_at(const exm_machine *m, exm_addr a, exm_object *out) {
  const exm_obj *o = &m->objs[exm_id(a) & m->mask];
  uint32_t slot = (uint32_t)(o - m->objs);
  if (!slot || o->id != exm_id(a) || !o->live) return false;
  *out = (exm_object){.base = exm_base(o),
                      .size = o->size,
                      .kind = o->kind,
                      .read_only = o->wsize < o->size,
                      .global = o->kind == EXM_GLOBAL ? slot - 1 : FE_NONE};
  return true;
}

bool exm_peek(const exm_machine *m, exm_addr a, void *buf, uint64_t n) {
  const exm_obj *o = exm_readable(m, a, n);
  if (!o) return false;
  memcpy(buf, o->mem + exm_off(a), n);
  return true;
}

bool exm_poke(exm_machine *m, exm_addr a, const void *buf, uint64_t n) {
  exm_obj *o = exm_readable(m, a, n);
  if (!o) return false;
  memcpy(o->mem + exm_off(a), buf, n);
  memset(o->init + exm_off(a), 0xff, n);
  return true;
}

bool exm_forget(exm_machine *m, exm_addr a, uint64_t n) {
  exm_obj *o = exm_readable(m, a, n);
  if (!o) return false;
  memset(o->init + exm_off(a), 0, n);
  return true;
}

exm_addr exm_define_global(exm_machine *m, uint32_t global, uint64_t size, const void *bytes) {
  assert(!m->p->globals[global].has_init && size <= EXM_MAX_SIZE);
  exm_obj *o = &m->objs[global + 1];
  free(o->mem);
  exm_obj_storage(o, size);
  if (bytes) {
    memcpy(o->mem, bytes, size);
    memset(o->init, 0xff, size);
  }
  if (m->global_addr[global] != exm_base(o)) { /* a weak one: code decoded before holds a null address */
    m->global_addr[global] = exm_base(o);
    for (uint32_t i = 0; i < m->p->nfuncs && !m->host_depth; i++) exm_undecode(&m->code[i]);
  }
  return exm_base(o);
}

size_t exm_heap_objects(const exm_machine *m, exm_addr *out, size_t cap) {
  size_t n = 0;
  for (uint32_t i = 1; i < m->nobjs; i++) {
    const exm_obj *o = &m->objs[i];
    if (!o->live || o->kind != EXM_HEAP) continue;
    if (n < cap) out[n] = exm_base(o);
    n++;
  }
  return n;
}
