/* Body fingerprints: BLAKE3 over a canonical byte stream of a function's IR and of what outside it decides its behaviour.
 *
 * In: types, opcodes, operands, constants, edges and moves, callees and functions by USR, globals by USR, size,
 * attributes and initialiser, and through the initialiser's addresses the globals behind them. Out: positions, names of
 * locals, the order of functions and globals in the file, and the numbering of literals (".str.3"), which count by
 * content. Layouts and macros are in, as the offsets and constants they became.
 *
 * Globals may refer to each other in circles. Each has an own digest (name, bytes, function addresses); Tarjan's
 * algorithm finds the strongly connected groups, callees first, and a group's digest covers its members' own digests in
 * a canonical order and the digests of the groups it leads to. So all is linear in the size of the program. */
#define _GNU_SOURCE
#include "frontend/lower.h"

#include <llvm-c/blake3.h>
#include <string.h>

typedef lw_digest digest;

typedef struct sink {
  llvm_blake3_hasher h;
  size_t n;
  uint8_t buf[4096];
} sink;

static void begin(sink *s) {
  llvm_blake3_hasher_init(&s->h);
  s->n = 0;
}

static void put(sink *s, const void *p, size_t n) {
  if (n > sizeof s->buf - s->n) {
    llvm_blake3_hasher_update(&s->h, s->buf, s->n);
    s->n = 0;
    if (n > sizeof s->buf) {
      llvm_blake3_hasher_update(&s->h, p, n);
      return;
    }
  }
  if (n) memcpy(s->buf + s->n, p, n);
  s->n += n;
}

static void end(sink *s, uint8_t out[32]) {
  llvm_blake3_hasher_update(&s->h, s->buf, s->n);
  llvm_blake3_hasher_finalize(&s->h, out, 32);
}

static void put_u32(sink *s, uint32_t v) { put(s, &v, sizeof v); }
static void put_u64(sink *s, uint64_t v) { put(s, &v, sizeof v); }
static void put_ty(sink *s, fe_ty ty) { put(s, (uint8_t[]){ty.kind, ty.bits}, 2); }
static void put_text(sink *s, const char *t) { put(s, t, strlen(t) + 1); }

static void put_func_name(sink *s, const fe_program *p, uint32_t f) {
  put_u32(s, p->funcs[f].is_static);
  put_text(s, p->funcs[f].usr); /* two files may have statics of one name */
}

/* ---- globals ---- */

static void own_digest(const fe_program *p, const fe_global *g, sink *s, digest *out) {
  begin(s);
  put_text(s, g->is_literal ? "" : g->usr);
  put_u64(s, g->size);
  put(s, (uint8_t[]){g->is_const, g->is_static, g->is_thread_local, g->is_weak, g->has_init, g->init != NULL},
      6);
  put_u32(s, g->align);
  if (g->init) put(s, g->init, g->size);
  put_u32(s, g->nrelocs);
  for (uint32_t i = 0; i < g->nrelocs; i++) {
    const fe_reloc *r = &g->relocs[i];
    put_u64(s, r->offset);
    put_u64(s, (uint64_t)r->addend);
    put_u32(s, r->is_func);
    if (r->is_func) put_func_name(s, p, r->index);
  }
  end(s, out->b);
}

typedef struct scc {
  const fe_program *p;
  digest *own, *full;
  uint32_t *index, *low, *next; /* next: the relocation to look at */
  uint32_t *group;              /* number of the closed group, 0 while open */
  FE_VEC(uint32_t) path, stack;
  uint32_t count, groups;
  sink s;
} scc;

static int by_digest(const void *a, const void *b, void *own) {
  const digest *d = own;
  return memcmp(&d[*(const uint32_t *)a], &d[*(const uint32_t *)b], sizeof(digest));
}

/* The members stack[from..) form a group; what they lead to outside is closed already. */
static void close_group(scc *c, uint32_t from) {
  uint32_t *m = c->stack.p + from, n = c->stack.n - from, id = ++c->groups;
  qsort_r(m, n, sizeof *m, by_digest, c->own);
  for (uint32_t i = 0; i < n; i++) c->group[m[i]] = id;
  digest d;
  begin(&c->s);
  for (uint32_t i = 0; i < n; i++) {
    const fe_global *g = &c->p->globals[m[i]];
    put(&c->s, &c->own[m[i]], sizeof(digest));
    for (uint32_t k = 0; k < g->nrelocs; k++) {
      uint32_t t = g->relocs[k].index;
      if (!g->relocs[k].is_func) put(&c->s, c->group[t] == id ? &c->own[t] : &c->full[t], sizeof(digest));
    }
  }
  end(&c->s, d.b);
  for (uint32_t i = 0; i < n; i++) {
    begin(&c->s);
    put(&c->s, &d, sizeof d);
    put(&c->s, &c->own[m[i]], sizeof(digest));
    end(&c->s, c->full[m[i]].b);
  }
  c->stack.n = from;
}

static void visit(scc *c, uint32_t g) {
  c->index[g] = c->low[g] = ++c->count;
  FE_PUSH(c->stack, g);
  FE_PUSH(c->path, g);
}

static void connect(scc *c, uint32_t root) {
  visit(c, root);
  while (c->path.n) {
    uint32_t v = c->path.p[c->path.n - 1];
    const fe_global *g = &c->p->globals[v];
    if (c->next[v] < g->nrelocs) {
      const fe_reloc *r = &g->relocs[c->next[v]++];
      if (r->is_func) continue;
      if (!c->index[r->index])
        visit(c, r->index);
      else if (!c->group[r->index] && c->index[r->index] < c->low[v])
        c->low[v] = c->index[r->index];
      continue;
    }
    c->path.n--;
    if (c->path.n) {
      uint32_t up = c->path.p[c->path.n - 1];
      if (c->low[v] < c->low[up]) c->low[up] = c->low[v];
    }
    if (c->low[v] != c->index[v]) continue;
    uint32_t from = c->stack.n;
    while (c->stack.p[--from] != v) {}
    close_group(c, from);
  }
}

static void *zeroed(size_t n, size_t size) {
  void *p = fe_grow(NULL, n * size + 1);
  return memset(p, 0, n * size);
}

digest *fe_global_digests(const fe_program *p) {
  uint32_t n = p->nglobals;
  scc *c = zeroed(1, sizeof *c);
  c->p = p;
  c->own = zeroed(n, sizeof *c->own);
  c->full = zeroed(n, sizeof *c->full);
  c->index = zeroed(n, sizeof *c->index);
  c->low = zeroed(n, sizeof *c->low);
  c->next = zeroed(n, sizeof *c->next);
  c->group = zeroed(n, sizeof *c->group);
  for (uint32_t i = 0; i < n; i++) own_digest(p, &p->globals[i], &c->s, &c->own[i]);
  for (uint32_t i = 0; i < n; i++)
    if (!c->index[i]) connect(c, i);
  digest *full = c->full;
  free(c->own), free(c->index), free(c->low), free(c->next), free(c->group), free(c->path.p),
      free(c->stack.p);
  free(c);
  return full;
}

/* ---- functions ---- */

static void put_consts(sink *s, const fe_program *p, const fe_func *f, const digest *globals) {
  put_u32(s, f->nconsts);
  for (uint32_t i = 0; i < f->nconsts; i++) {
    const fe_const *c = &f->consts[i];
    put_u32(s, c->kind);
    put_ty(s, c->ty);
    switch ((fe_const_kind)c->kind) {
    case FE_C_INT:
    case FE_C_FLOAT: put(s, &c->val.u, fe_ty_size(c->ty)); break;
    case FE_C_GLOBAL:
      put(s, &globals[c->index], sizeof(digest));
      put_u64(s, (uint64_t)c->addend);
      break;
    case FE_C_FUNC: put_func_name(s, p, c->index); break;
    case FE_C_BLOCK: put_u32(s, c->index); break;
    case FE_C_NULL:
    case FE_C_UNDEF: break;
    }
  }
}

static void put_edge(sink *s, const fe_func *f, uint32_t e) {
  put_u32(s, f->edges[e].block);
  put_u32(s, f->edges[e].nmoves);
  put(s, f->moves + f->edges[e].move0, f->edges[e].nmoves * sizeof *f->moves);
}

static void put_call(sink *s, const fe_program *p, const fe_call *c) {
  put(s, (uint8_t[]){c->indirect, c->variadic, c->noreturn, c->asm_text != NULL}, 4);
  if (c->asm_text)
    put_text(s, c->asm_text);
  else if (!c->indirect)
    put_func_name(s, p, c->func);
  put_u32(s, c->target);
  put_u32(s, c->nfixed);
  put_u32(s, c->nargs);
  put_u32(s, c->nres);
  put(s, c->args, c->nargs * sizeof *c->args);
  put(s, c->byval, c->nargs * sizeof *c->byval);
  put_u32(s, c->place != NULL);
  if (c->place) put(s, c->place, c->nargs);
  for (uint32_t i = 0; i < c->nargs; i++) put_ty(s, c->arg_ty[i]);
  for (uint32_t i = 0; i < c->nres; i++) put_ty(s, c->res_ty[i]);
}

static void put_insn(sink *s, const fe_program *p, const fe_func *f, const fe_insn *in) {
  put(s, (uint8_t[]){in->op, in->sub, in->flags, in->ty.kind, in->ty.bits, in->ty2.kind, in->ty2.bits}, 7);
  put(s, (uint32_t[]){in->dst, in->a, in->b, in->c}, 16);
  put_u64(s, (uint64_t)in->imm);
  switch ((fe_op)in->op) {
  case FE_CALL:
  case FE_ASM: put_call(s, p, &f->calls[in->aux]); return;
  case FE_CBR: put_edge(s, f, in->aux + 1); /* fallthrough */
  case FE_BR: put_edge(s, f, in->aux); return;
  case FE_SWITCH:
  case FE_IBR: {
    const fe_switch *w = &f->switches[in->aux];
    put_u32(s, w->ncases);
    for (uint32_t i = 0; i < w->ncases; i++) put(s, &w->values[i].u, 16);
    for (uint32_t i = 0; i < w->ncases + (in->op == FE_SWITCH); i++) put_edge(s, f, w->edge0 + i);
    return;
  }
  case FE_RET: put(s, f->lists + in->aux, in->b * sizeof *f->lists); return;
  default: put_u32(s, in->aux); return;
  }
}

static void func_digest(const fe_program *p, fe_func *f, const digest *globals, sink *s) {
  begin(s);
  put_u32(s, f->ret_n);
  put_u32(s, f->nparams);
  put_u32(s, f->variadic);
  for (uint32_t i = 0; i < f->ret_n; i++) put_ty(s, f->ret_ty[i]);
  for (uint32_t i = 0; i < f->nparams; i++) {
    put_ty(s, f->param_ty[i]);
    put_u32(s, f->param_byval[i]);
  }
  put_consts(s, p, f, globals);
  put_u32(s, f->nblocks);
  for (uint32_t b = 0; b < f->nblocks; b++) {
    put_u32(s, f->blocks[b].count);
    for (uint32_t i = 0; i < f->blocks[b].count; i++) put_insn(s, p, f, &f->insns[f->blocks[b].first + i]);
  }
  end(s, f->fingerprint);
}

void fe_fingerprint_all(fe_program *p, const digest *globals) {
  sink *s = zeroed(1, sizeof *s);
  for (uint32_t i = 0; i < p->nfuncs; i++)
    if (p->funcs[i].has_body) func_digest(p, &p->funcs[i], globals, s);
  free(s);
}
