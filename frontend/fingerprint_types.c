/* What a function's interface adds to its fingerprint. The engine reads more than bodies: parameters declared nonnull or with
 * a bound, constness behind the pointers that a function without a body receives, and, to tell input objects apart into
 * cells, the layouts of what pointers lead to. None of it need show in the IR.
 *
 * Types are walked breadth first from those of the parameters, the result, the globals the body names and the functions it
 * calls, through as many pointers as the body can follow (one for each load of a pointer, and one), at most MAX_LEVELS.
 * Of a record only the members count that lie within reach: up to the largest offset in the body's address computations, all
 * when one has a variable part. So a new member at the end of a struct, or in a struct that the function cannot get to,
 * keeps the fingerprint. Names of types and members do not count. */
#include "frontend/lower.h"

#include <llvm-c/blake3.h>
#include <string.h>

enum { MAX_LEVELS = 4 };

typedef struct layout {
  bool known;
  uint8_t digest[32];
} layout;

typedef struct walker {
  const fe_program *p;
  layout *layouts;       /* per type, without a limit */
  uint32_t *seen, round; /* per type: the round it was met in */
  FE_VEC(uint32_t) queue;
  uint64_t limit; /* bits; members from there on do not count */
  llvm_blake3_hasher h;
} walker;

static void put_u64(llvm_blake3_hasher *h, uint64_t v) { llvm_blake3_hasher_update(h, &v, sizeof v); }

/* One object of type t that lies at bit `at`; what its pointers lead to left out. */
static void put_layout(walker *w, llvm_blake3_hasher *h, uint32_t t, uint64_t at, uint64_t limit) {
  if (t == FE_NONE) return;
  const fe_ctype *c = &w->p->types[t];
  bool record = c->kind == FE_T_STRUCT || c->kind == FE_T_UNION;
  put_u64(h, c->kind);
  put_u64(h, c->is_signed);
  put_u64(h, c->is_const);
  put_u64(h, record || c->kind == FE_T_ARRAY ? c->count : c->size);
  if (c->kind == FE_T_ARRAY) put_layout(w, h, c->to, at, limit);
  for (uint32_t i = 0; i < c->nfields; i++) {
    uint64_t here = at + c->fields[i].bit_offset;
    if (here >= limit) continue;
    put_u64(h, here);
    put_u64(h, c->fields[i].bit_width);
    put_layout(w, h, c->fields[i].type, here, limit);
  }
}

static void put_type(walker *w, uint32_t t) {
  if (w->limit != UINT64_MAX) {
    put_layout(w, &w->h, t, 0, w->limit);
    return;
  }
  layout *l = &w->layouts[t];
  if (!l->known) {
    llvm_blake3_hasher h;
    llvm_blake3_hasher_init(&h);
    put_layout(w, &h, t, 0, UINT64_MAX);
    llvm_blake3_hasher_finalize(&h, l->digest, 32);
    l->known = true;
  }
  llvm_blake3_hasher_update(&w->h, l->digest, 32);
}

/* Meets a type: it counts, and is put in the queue when it is new and may hold pointers. */
static void meet(walker *w, uint32_t t) {
  put_u64(&w->h, t == FE_NONE);
  if (t == FE_NONE) return;
  put_type(w, t);
  uint8_t kind = w->p->types[t].kind;
  bool holds = kind == FE_T_PTR || kind == FE_T_ARRAY || kind == FE_T_STRUCT || kind == FE_T_UNION;
  if (!holds || w->seen[t] == w->round) return;
  w->seen[t] = w->round;
  FE_PUSH(w->queue, t);
}

/* Meets what the pointers in an object of type t lead to, in the order of the members. */
static void follow(walker *w, uint32_t t, uint64_t at) {
  if (t == FE_NONE) return;
  const fe_ctype *c = &w->p->types[t];
  if (c->kind == FE_T_PTR)
    meet(w, c->to);
  else if (c->kind == FE_T_ARRAY)
    follow(w, c->to, at);
  for (uint32_t i = 0; i < c->nfields; i++)
    if (at + c->fields[i].bit_offset < w->limit) follow(w, c->fields[i].type, at + c->fields[i].bit_offset);
}

static void put_param(walker *w, const fe_param *a) {
  const fe_ctype *t = a->ctype == FE_NONE ? NULL : &w->p->types[a->ctype];
  put_u64(&w->h, a->bound);
  if (a->bound && t && t->kind == FE_T_PTR && t->to != FE_NONE) put_u64(&w->h, w->p->types[t->to].size);
  put_u64(&w->h, a->nonnull);
  put_u64(&w->h, a->abi);
  put_u64(&w->h, a->npieces);
  for (uint32_t i = 0; i < a->npieces; i++)
    put_u64(&w->h, (uint64_t)a->pieces[i].index << 32 | a->pieces[i].offset);
  meet(w, a->ctype);
}

static void put_interface(walker *w, const fe_iface *i) {
  put_u64(&w->h, i ? i->nparams : UINT64_MAX);
  if (!i) return;
  for (uint32_t k = 0; k < i->nparams; k++) put_param(w, &i->params[k]);
  put_param(w, &i->result);
}

/* How far the body's accesses reach into an object, in bits, and through how many pointers it can go. */
static void measure(const fe_func *f, uint64_t *limit, uint32_t *levels) {
  uint64_t far = 0;
  bool variable = false;
  *levels = 1;
  for (uint32_t i = 0; i < f->ninsns; i++) {
    const fe_insn *in = &f->insns[i];
    *levels += in->op == FE_LOAD && in->ty.kind == FE_PTR;
    if (in->op == FE_PTRADD && in->b != FE_NONE) variable = true;
    if (in->op == FE_PTRADD && in->imm > 0 && (uint64_t)in->imm > far) far = (uint64_t)in->imm;
    if (in->op == FE_MEMCPY || in->op == FE_MEMMOVE || in->op == FE_MEMSET) {
      bool number = in->c < f->nconsts && f->consts[in->c].kind == FE_C_INT;
      uint64_t n = number ? f->consts[in->c].val.lo : 0;
      variable |= !number;
      if (n > far) far = n;
    }
  }
  uint32_t widest = 0;
  for (uint32_t i = 0; i < f->ninsns; i++) {
    const fe_insn *in = &f->insns[i];
    if ((in->op == FE_LOAD || in->op == FE_STORE) && fe_ty_size(in->ty) > widest) widest = fe_ty_size(in->ty);
  }
  *limit = variable || far > UINT32_MAX ? UINT64_MAX : 8 * (far + widest);
  if (*levels > MAX_LEVELS) *levels = MAX_LEVELS;
}

static void extend(walker *w, fe_func *f) {
  const fe_program *p = w->p;
  uint32_t levels, done = 0;
  measure(f, &w->limit, &levels);
  llvm_blake3_hasher_init(&w->h);
  llvm_blake3_hasher_update(&w->h, f->fingerprint, 32);
  w->round++;
  w->queue.n = 0;
  put_interface(w, f->iface);
  for (uint32_t i = 0; i < f->nconsts; i++)
    if (f->consts[i].kind == FE_C_GLOBAL) meet(w, p->globals[f->consts[i].index].ctype);
  for (uint32_t i = 0; i < f->ncalls; i++)
    if (!f->calls[i].indirect && f->calls[i].func != FE_NONE)
      put_interface(w, p->funcs[f->calls[i].func].iface);
  for (uint32_t level = 0; level < levels && done < w->queue.n; level++)
    for (uint32_t end = w->queue.n; done < end; done++) follow(w, w->queue.p[done], 0);
  llvm_blake3_hasher_finalize(&w->h, f->fingerprint, 32);
}

void fe_fingerprint_interfaces(fe_program *p) {
  walker w = {.p = p};
  size_t n = (size_t)p->ntypes + 1;
  w.layouts = memset(fe_grow(NULL, n * sizeof *w.layouts), 0, n * sizeof *w.layouts);
  w.seen = memset(fe_grow(NULL, n * sizeof *w.seen), 0, n * sizeof *w.seen);
  for (uint32_t i = 0; i < p->nfuncs; i++)
    if (p->funcs[i].has_body) extend(&w, &p->funcs[i]);
  free(w.layouts);
  free(w.seen);
  free(w.queue.p);
}
