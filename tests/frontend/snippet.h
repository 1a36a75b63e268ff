/* Test helper: loads C given as text through fe_load, and runs lowered functions on real memory so that they can be
 * compared with the same code compiled by clang -O0. Header-only; tests include it once. */
#ifndef TESTS_FRONTEND_SNIPPET_H
#define TESTS_FRONTEND_SNIPPET_H

#include "frontend/frontend.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <unity.h>

typedef struct snippet {
  char dir[64];
  fe_program *p;
} snippet;

static inline void write_text(const char *dir, const char *name, const char *text) {
  char path[200];
  snprintf(path, sizeof path, "%s/%s", dir, name);
  FILE *out = fopen(path, "w");
  TEST_ASSERT_NOT_NULL(out);
  fputs(text, out);
  fclose(out);
}

/* Loads n files "0.c", "1.c", …; with their texts. The folder stays until snippet_free. */
static inline snippet snippet_load_flags(const char *const *texts, size_t n, const char *const *flags,
                                         size_t nflags) {
  snippet s = {.dir = "/tmp/summ-test-XXXXXX"};
  TEST_ASSERT_NOT_NULL(mkdtemp(s.dir));
  char paths[8][80];
  const char *list[8];
  TEST_ASSERT_TRUE(n <= 8);
  for (size_t i = 0; i < n; i++) {
    char name[32];
    snprintf(name, sizeof name, "%zu.c", i);
    write_text(s.dir, name, texts[i]);
    snprintf(paths[i], sizeof paths[i], "%s/%s", s.dir, name);
    list[i] = paths[i];
  }
  char *here = getcwd(NULL, 0); /* from the folder, so that USRs do not have its name */
  TEST_ASSERT_EQUAL_INT(0, chdir(s.dir));
  fe_sources *src = fe_sources_files(list, n, flags, nflags);
  s.p = fe_load(src, &(fe_options){.jobs = 1});
  fe_sources_free(src);
  TEST_ASSERT_EQUAL_INT(0, chdir(here));
  free(here);
  return s;
}

static inline snippet snippet_load(const char *text) {
  snippet s = snippet_load_flags(&text, 1, NULL, 0);
  if (s.p->nfailures) TEST_FAIL_MESSAGE(s.p->failures[0].message);
  return s;
}

static inline void snippet_free(snippet *s) {
  fe_program_free(s->p);
  char command[100];
  snprintf(command, sizeof command, "rm -rf %s", s->dir);
  TEST_ASSERT_EQUAL_INT(0, system(command));
}

static inline const fe_func *func_named(const fe_program *p, const char *name) {
  uint32_t i;
  if (fe_find_func(p, name, &i, 1) != 1) TEST_FAIL_MESSAGE(name);
  return &p->funcs[i];
}

static inline uint32_t count_op(const fe_func *f, fe_op op) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < f->ninsns; i++) n += f->insns[i].op == op;
  return n;
}

static inline uint32_t count_decisions(const fe_func *f) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < f->ninsns; i++) n += fe_is_decision(f, &f->insns[i]);
  return n;
}

/* ---- running ---- */

typedef struct runner {
  const fe_program *p;
  char **globals;   /* address of each global */
  char **functions; /* a range of addresses for each function, one per block */
} runner;

static inline char *must(size_t n) {
  char *p = calloc(n ? n : 1, 1);
  TEST_ASSERT_NOT_NULL(p);
  return p;
}

static inline runner runner_new(const fe_program *p) {
  runner r = {p, (char **)must(p->nglobals * sizeof(char *)), (char **)must(p->nfuncs * sizeof(char *))};
  for (uint32_t i = 0; i < p->nfuncs; i++) r.functions[i] = must(p->funcs[i].nblocks + 1);
  for (uint32_t i = 0; i < p->nglobals; i++) r.globals[i] = must(p->globals[i].size + 64);
  for (uint32_t i = 0; i < p->nglobals; i++) {
    const fe_global *g = &p->globals[i];
    if (g->init) memcpy(r.globals[i], g->init, g->size);
    for (uint32_t k = 0; k < g->nrelocs; k++) {
      const fe_reloc *l = &g->relocs[k];
      char *to = (l->is_func ? r.functions : r.globals)[l->index] + l->addend;
      memcpy(r.globals[i] + l->offset, &to, 8);
    }
  }
  return r;
}

static inline void runner_free(runner *r) {
  for (uint32_t i = 0; i < r->p->nfuncs; i++) free(r->functions[i]);
  for (uint32_t i = 0; i < r->p->nglobals; i++) free(r->globals[i]);
  free(r->globals);
  free(r->functions);
}

static inline uint32_t function_at(const runner *r, uint64_t address) {
  for (uint32_t i = 0; i < r->p->nfuncs; i++)
    if ((uint64_t)(uintptr_t)r->functions[i] == address) return i;
  TEST_FAIL_MESSAGE("call of no function");
  return 0;
}

static inline fe_val run(runner *r, uint32_t func, const fe_val *args, fe_val *results);

static inline void run_call(runner *r, const fe_func *f, const fe_insn *in, fe_val *v) {
  const fe_call *c = &f->calls[in->aux];
  fe_val args[64] = {0}, results[64] = {0};
  char *copies[64] = {0};
  TEST_ASSERT_TRUE(c->nargs <= 64 && c->nres <= 64 && in->op == FE_CALL);
  for (uint32_t i = 0; i < c->nargs; i++) {
    args[i] = v[c->args[i]];
    if (!c->byval[i]) continue;
    copies[i] = must(c->byval[i]);
    memcpy(copies[i], (void *)(uintptr_t)args[i].lo, c->byval[i]);
    args[i].lo = (uint64_t)(uintptr_t)copies[i];
  }
  run(r, c->indirect ? function_at(r, v[c->target].lo) : c->func, args, results);
  for (uint32_t i = 0; i < c->nres; i++) v[in->dst + i] = results[i];
  for (uint32_t i = 0; i < c->nargs; i++) free(copies[i]);
}

static inline int64_t signed_of(fe_val v, unsigned bits) {
  return bits >= 64 ? (int64_t)v.lo : (int64_t)(v.lo << (64 - bits)) >> (64 - bits);
}

static inline void run_insn(runner *r, const fe_func *f, const fe_insn *in, fe_val *v, char **stack,
                            uint32_t *objects) {
  fe_val a = in->a == FE_NONE ? (fe_val){0} : v[in->a], b = in->b == FE_NONE ? (fe_val){0} : v[in->b];
  fe_val c = in->c == FE_NONE ? (fe_val){0} : v[in->c], out[2] = {{0}, {0}};
  char *pa = (char *)(uintptr_t)a.lo;
  switch ((fe_op)in->op) {
  case FE_ALLOCA:
    TEST_ASSERT_TRUE(*objects < 1000);
    stack[*objects] = must((size_t)in->imm * (in->a == FE_NONE ? 1 : a.lo) + 64);
    v[in->dst] = (fe_val){.lo = (uint64_t)(uintptr_t)stack[(*objects)++]};
    return;
  case FE_LOAD:
    memcpy(&out[0], pa, fe_ty_size(in->ty));
    v[in->dst] = out[0];
    return;
  case FE_STORE: memcpy(pa, &b, fe_ty_size(in->ty)); return;
  case FE_PTRADD:
    v[in->dst] = (fe_val){.lo = a.lo +
                                (in->b == FE_NONE ? 0 : (uint64_t)signed_of(b, in->ty2.bits) * in->aux) +
                                (uint64_t)in->imm};
    return;
  case FE_MEMCPY:
  case FE_MEMMOVE: memmove(pa, (void *)(uintptr_t)b.lo, c.lo); return;
  case FE_MEMSET: memset(pa, (int)b.lo, c.lo); return;
  case FE_STACKSAVE:
  case FE_NONDET: v[in->dst] = (fe_val){0}; return;
  case FE_STACKRESTORE:
  case FE_END: return;
  case FE_BEGIN: memset(pa, 0xa5, (size_t)in->imm); return; /* whatever it held is gone */
  case FE_CALL: run_call(r, f, in, v); return;
  default:
    TEST_ASSERT_TRUE_MESSAGE(in->op <= FE_FMATH, fe_op_name((fe_op)in->op));
    fe_eval(in, a, b, c, out);
    v[in->dst] = out[0];
    if (in->op >= FE_SADD_OVF && in->op <= FE_UMUL_OVF) v[in->dst + 1] = out[1];
  }
}

static inline uint32_t run_branch(const runner *r, const fe_func *f, const fe_insn *in, const fe_val *v) {
  if (in->op == FE_BR) return in->aux;
  if (in->op == FE_CBR) return in->aux + !(v[in->a].lo & 1);
  const fe_switch *s = &f->switches[in->aux];
  if (in->op == FE_SWITCH) {
    for (uint32_t i = 0; i < s->ncases; i++)
      if (s->values[i].u == v[in->a].u) return s->edge0 + 1 + i;
    return s->edge0;
  }
  uint64_t block = v[in->a].lo - (uint64_t)(uintptr_t)r->functions[f - r->p->funcs];
  for (uint32_t i = 0; i < s->ncases; i++)
    if (s->values[i].u == block) return s->edge0 + i;
  TEST_FAIL_MESSAGE("computed goto to nowhere");
  return 0;
}

static inline void run_constants(const runner *r, const fe_func *f, uint32_t func, fe_val *v) {
  for (uint32_t i = 0; i < f->nconsts; i++) {
    const fe_const *c = &f->consts[i];
    switch ((fe_const_kind)c->kind) {
    case FE_C_GLOBAL: v[i].lo = (uint64_t)(uintptr_t)(r->globals[c->index] + c->addend); break;
    case FE_C_FUNC: v[i].lo = (uint64_t)(uintptr_t)r->functions[c->index]; break;
    case FE_C_BLOCK: v[i].lo = (uint64_t)(uintptr_t)(r->functions[func] + c->index); break;
    default: v[i] = c->val; break;
    }
  }
}

/* Runs a function to its end and gives its first result. */
static inline fe_val run(runner *r, uint32_t func, const fe_val *args, fe_val *results) {
  const fe_func *f = &r->p->funcs[func];
  if (!f->has_body) TEST_FAIL_MESSAGE(f->unsupported ? f->unsupported : f->name);
  fe_val *v = (fe_val *)must(f->nregs * sizeof *v), first = {0};
  char *stack[1000];
  uint32_t objects = 0;
  run_constants(r, f, func, v);
  for (uint32_t i = 0; i < f->nparams; i++) v[f->nconsts + i] = args[i];
  for (uint32_t block = 0, done = 0; !done;) {
    const fe_insn *in = f->insns + f->blocks[block].first, *last = in + f->blocks[block].count - 1;
    for (; in < last; in++) run_insn(r, f, in, v, stack, &objects);
    if (last->op == FE_RET) {
      for (uint32_t i = 0; i < last->b; i++) {
        if (results) results[i] = v[f->lists[last->aux + i]];
        if (!i) first = v[f->lists[last->aux]];
      }
      done = 1;
    } else {
      TEST_ASSERT_TRUE_MESSAGE(last->op != FE_UNREACHABLE, f->name);
      const fe_edge *e = &f->edges[run_branch(r, f, last, v)];
      for (uint32_t i = 0; i < e->nmoves; i++) v[f->moves[e->move0 + i].dst] = v[f->moves[e->move0 + i].src];
      block = e->block;
    }
  }
  while (objects) free(stack[--objects]);
  free(v);
  return first;
}

/* ---- comparing with native code ---- */

/* Splitmix: the same inputs every time. */
static inline uint64_t next_random(uint64_t *state) {
  uint64_t z = (*state += 0x9e3779b97f4a7c15u);
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

/* Fills n bytes with a mixture of noise, small numbers, extremes and float specials. */
static inline void random_input(uint64_t *state, unsigned char *p, size_t n) {
  static const uint64_t special[] = {0,
                                     1,
                                     2,
                                     31,
                                     32,
                                     63,
                                     64,
                                     127,
                                     128,
                                     255,
                                     0x7fffffff,
                                     0x80000000,
                                     0xffffffff,
                                     0x7fffffffffffffff,
                                     0x8000000000000000,
                                     ~0ull,
                                     0x3ff0000000000000,
                                     0x7ff0000000000000,
                                     0x7ff8000000000000,
                                     0xfff0000000000000,
                                     0x43e0000000000000,
                                     0x41e0000000000000,
                                     0xc1e0000000200000,
                                     0x43f0000000000000,
                                     0x5f0000003f800000,
                                     0x7f800000ff800000,
                                     0x4f0000004f800000,
                                     0x0000000000000003,
                                     0x4024000000000000};
  for (size_t i = 0; i < n; i += 8) {
    uint64_t w = next_random(state), k = w % 4;
    if (k == 0)
      w = special[next_random(state) % (sizeof special / sizeof *special)];
    else if (k == 1)
      w = next_random(state) % 300;
    else if (k == 2)
      w = 0 - next_random(state) % 300;
    else
      w = next_random(state);
    memcpy(p + i, &w, n - i < 8 ? n - i : 8);
  }
}

typedef void native_fn(const unsigned char *in, unsigned char *out);

#endif
