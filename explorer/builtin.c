/* Functions the machine knows itself: allocation, the end of the program, assumptions and assertions in the conventions of
 * other tools. Everything else of libc is a model in C (models/) or a stub. */
#include "explorer/convention.h"
#include "explorer/internal.h"
#include "explorer/math_call.h"
#include "explorer/primitive.h"

#include <string.h>

typedef struct context {
  ex_unit *u;
  ex_state *s;
  const fe_insn *in;
  const fe_call *c;
  uint32_t func;
  const ex_val *args;
} context;

static ex_go give(const context *x, ex_val v) {
  ex_call_done(x->u, x->s, x->in, &v, 1);
  return EX_GO;
}

/* ---- allocation ---- */

static bool fails(const context *x) {
  ex_unit *u = x->u;
  if (!u->e->opt.alloc_fails) return false;
  char name[64];
  snprintf(name, sizeof name, "%s#%u fails", u->p->funcs[x->func].name, x->s->nallocs + 1);
  shape_atom a = {
      .kind = SHAPE_FAIL, .width = 1, .index = x->s->nallocs + 1, .name = name, .type = "", .is_bool = true};
  return ex_choose(u, x->s, term_atom(u->tc, 1, shape_atom_intern(u->space, &a)));
}

static ex_val new_heap(const context *x, ex_val size, ex_fill fill) {
  ex_unit *u = x->u;
  ex_state *s = x->s;
  const fe_func *fn = &u->p->funcs[s->top->func];
  char name[300];
  snprintf(name, sizeof name, "%s#%u", u->p->funcs[x->func].name, s->nallocs + 1);
  shape_obj so = {.kind = SHAPE_HEAP,
                  .symbol = fn->usr ? fn->usr : fn->name,
                  .site = s->top->insn,
                  .seq = ++s->nallocs,
                  .name = name,
                  .type = "",
                  .size = size.t ? 0 : size.c};
  uint32_t id = shape_obj_intern(u->space, &so);
  ex_obj *o = ex_obj_add(s, id, SHAPE_HEAP, fill, size);
  o->on_heap = true;
  return ex_num(term_addr_value(id, 0));
}

static ex_go no_memory(const context *x) {
  x->s->nallocs++;
  return give(x, ex_num(0));
}

/* too_large: no such object can exist, as with more than PTRDIFF_MAX bytes; the answer is NULL whether allocation may fail
 * otherwise or not. */
static ex_go do_alloc(const context *x, ex_val size, term too_large, ex_fill fill) {
  term_ctx *tc = x->u->tc;
  if (shape_obj_count(x->u->space) > EX_MAX_OBJECTS) {
    ex_cut(x->u, x->s, SUM_B_MEMORY);
    return EX_FORKED;
  }
  term most = term_const(tc, 64, (uint64_t)INT64_MAX);
  if (ex_choose(x->u, x->s, term_or(tc, too_large, term_bin(tc, T_ULT, most, ex_term(x->u, size, 64)))))
    return no_memory(x);
  return fails(x) ? no_memory(x) : give(x, new_heap(x, size, fill));
}

static ex_go do_malloc(const context *x) {
  return do_alloc(x, x->args[0], term_bool(x->u->tc, false), EX_FILL_UNINIT);
}

static ex_go do_calloc(const context *x) {
  term_ctx *tc = x->u->tc;
  term n = ex_term(x->u, x->args[0], 64), each = ex_term(x->u, x->args[1], 64),
       all = term_bin(tc, T_MUL, n, each);
  return do_alloc(x, ex_from_term(x->u, all), ex_overflows(x->u, T_MUL, false, n, each), EX_FILL_ZERO);
}

/* __CPROVER_allocate(size, zero) never fails. */
static ex_go do_allocate(const context *x) {
  bool zero = ex_fix(x->u, x->s, x->args[1], x->c->arg_ty[1].bits) != 0;
  return give(x, new_heap(x, x->args[0], zero ? EX_FILL_ZERO : EX_FILL_UNINIT));
}

static ex_go do_aligned_alloc(const context *x) {
  return do_alloc(x, x->args[1], term_bool(x->u->tc, false), EX_FILL_UNINIT);
}

/* The object to free or resize; *obj 0 for NULL. */
static ex_go heap_object(const context *x, ex_val p, uint32_t *obj) {
  ex_val off;
  if (ex_resolve(x->u, x->s, p, obj, &off) == EX_FORKED) return EX_FORKED;
  if (!*obj && !off.t && off.c == 0) return EX_GO;
  const ex_obj *o = *obj ? ex_find_obj(x->u, x->s, *obj) : NULL;
  const char *what = *obj ? shape_obj_get(x->u->space, *obj)->name : "an address";
  char detail[320];
  if (o && (o->kind == SHAPE_HEAP || o->kind == SHAPE_INPUT) && !off.t && off.c == 0) {
    if (o->alive) return EX_GO;
    snprintf(detail, sizeof detail, "%s was freed before", what);
    ex_error(x->u, x->s, SUM_DOUBLE_FREE, detail);
    return EX_FORKED;
  }
  snprintf(detail, sizeof detail, "%s was not allocated, or the pointer is not to its start", what);
  ex_error(x->u, x->s, SUM_INVALID_FREE, detail);
  return EX_FORKED;
}

static void kill_object(ex_state *s, uint32_t obj) {
  ex_obj *o = ex_obj_own(s, obj);
  o->alive = false;
  o->dirty = true;
}

static ex_go do_free(const context *x) {
  uint32_t obj;
  if (heap_object(x, x->args[0], &obj) == EX_FORKED) return EX_FORKED;
  if (obj) kill_object(x->s, obj);
  return give(x, ex_num(0));
}

/* realloc(p, 0) frees and gives NULL, as glibc does. Bytes behind a smaller new size are copied and out of reach. */
static ex_go do_realloc(const context *x) {
  uint32_t obj;
  term_ctx *tc = x->u->tc;
  if (heap_object(x, x->args[0], &obj) == EX_FORKED) return EX_FORKED;
  if (!obj) return do_alloc(x, x->args[1], term_bool(tc, false), EX_FILL_UNINIT);
  term size = ex_term(x->u, x->args[1], 64);
  if (ex_choose(x->u, x->s, term_eq(tc, size, term_const(tc, 64, 0)))) {
    kill_object(x->s, obj);
    return no_memory(x);
  }
  if (ex_choose(x->u, x->s, term_bin(tc, T_ULT, term_const(tc, 64, (uint64_t)INT64_MAX), size)) || fails(x))
    return no_memory(x);
  const ex_obj *o = ex_obj_at(x->s, obj);
  uint64_t old_size = o->growable ? (uint64_t)o->hi : ex_fix(x->u, x->s, o->size, 64);
  if (!x->args[1].t && x->args[1].c < old_size) old_size = x->args[1].c;
  ex_val p = new_heap(x, x->args[1], EX_FILL_UNINIT);
  uint32_t id;
  int64_t off;
  term_addr_split(p.c, &id, &off);
  ex_mem_copy(x->u, x->s, id, 0, obj, 0, old_size);
  kill_object(x->s, obj);
  return give(x, p);
}

/* ---- the end ---- */

static ex_go end(const context *x) {
  fe_ty ty = {FE_INT, 32};
  ex_finish(x->u, x->s, SUM_EXITED, 0, x->u->p->funcs[x->func].name, x->args, &ty, x->c->nargs ? 1 : 0);
  return EX_FORKED;
}
static ex_go do_exit(const context *x) {
  if (x->u->e->opt.whole_program) {
    if (ex_run_handler(x->u, x->s)) return EX_GO;
    if (ex_leaks(x->u, x->s, NULL, 0)) return EX_FORKED;
  }
  return end(x);
}
static ex_go do_atexit(const context *x) {
  uint32_t func;
  const char *name;
  if (ex_find_callee(x->u, x->s, x->args[0], &func, &name) == EX_FORKED) return EX_FORKED;
  if (func == FE_NONE || !x->u->p->funcs[func].has_body) {
    ex_note_bound(x->u, x->s, SUM_B_UNSUPPORTED);
  } else {
    ex_handler *h = ex_arena_alloc(x->u->arena, sizeof *h);
    *h = (ex_handler){x->s->handlers, func};
    x->s->handlers = h;
  }
  return give(x, ex_num(0));
}
/* The machine has no setjmp to go back to: what the program does from here on is not known. */
static ex_go do_longjmp(const context *x) {
  ex_cut(x->u, x->s, SUM_B_UNSUPPORTED);
  return EX_FORKED;
}
static ex_go do_abort(const context *x) {
  ex_error(x->u, x->s, SUM_ABORT, "abort is called");
  return EX_FORKED;
}
static ex_go do_fail(const context *x) {
  const char *name = x->u->p->funcs[x->func].name;
  ex_error(x->u, x->s, SUM_ASSERT, !strncmp(name, "__assert", 8) ? "the assertion fails" : name);
  return EX_FORKED;
}

/* ---- threads ---- */

/* The new thread runs to its end at once: one of the orders that are possible, and the summary says that it is only one. */
static ex_go do_thread(const context *x) {
  uint32_t func, handle;
  ex_val off;
  const char *name;
  if (ex_resolve(x->u, x->s, x->args[0], &handle, &off) == EX_FORKED) return EX_FORKED;
  if (ex_find_callee(x->u, x->s, x->args[2], &func, &name) == EX_FORKED) return EX_FORKED;
  ex_note_bound(x->u, x->s, SUM_B_THREADS);
  if (handle && ex_find_obj(x->u, x->s, handle)) {
    ex_stub_count(x->u, x->s, x->func);
    ex_mem_forget(x->u, x->s, handle, x->func, 0);
  }
  if (func == FE_NONE || !x->u->p->funcs[func].has_body) return give(x, ex_num(0));
  return ex_enter(x->u, x->s, func, x->args + 3, 1, EX_THREAD);
}
static ex_go do_thread_exit(const context *x) {
  ex_cut(x->u, x->s, SUM_B_THREADS);
  return EX_FORKED;
}

/* ---- what functions without a body leave behind ---- */

/* Rounding is to nearest everywhere in the machine. */
static ex_go do_round(const context *x) {
  term_ctx *tc = x->u->tc;
  term other = term_not(tc, term_eq(tc, ex_term(x->u, x->args[0], 32), term_const(tc, 32, 0)));
  if (!ex_choose(x->u, x->s, other)) return give(x, ex_num(0));
  ex_cut(x->u, x->s, SUM_B_UNSUPPORTED);
  return EX_FORKED;
}

/* errno is a variable of the models. Any function without a body that was called meanwhile may have set it. */
static ex_go do_errno(const context *x) {
  uint32_t global = fe_find_global(x->u->p, "errno");
  if (global == FE_NONE)
    return ex_stub(x->u, x->s, x->in, x->c, x->func, x->u->p->funcs[x->func].name, x->args);
  uint32_t id = ex_global_id(x->u, global);
  ex_find_obj(x->u, x->s, id);
  if (x->s->errno_seen != x->s->nstubbed) {
    ex_stub_count(x->u, x->s, x->func);
    ex_mem_forget(x->u, x->s, id, x->func, 0);
    ex_obj_own(x->s, id)->stub_count = ex_stub_answers(x->s, x->func);
  }
  x->s->errno_seen = x->s->nstubbed;
  return give(x, ex_num(term_addr_value(id, 0)));
}

/* ---- assumptions and assertions ---- */

static term truth(const context *x) {
  unsigned w = x->c->arg_ty[0].bits;
  return term_not(x->u->tc, term_eq(x->u->tc, ex_term(x->u, x->args[0], w), term_const(x->u->tc, w, 0)));
}
static ex_go do_assume(const context *x) {
  if (!x->c->nargs) return give(x, ex_num(0));
  x->u->narrowed = true;
  if (!ex_assume(x->u, x->s, truth(x))) return EX_FORKED;
  return give(x, ex_num(0));
}
static ex_go do_assert(const context *x) {
  if (!x->c->nargs) return give(x, ex_num(0));
  if (!ex_guard(x->u, x->s, term_not(x->u->tc, truth(x)), SUM_ASSERT, "the assertion fails"))
    return EX_FORKED;
  return give(x, ex_num(0));
}

/* ---- blocks ---- */

static ex_go copy_block(const context *x, bool apart) {
  ex_block b = {.dst = x->args[0], .src = x->args[1], .length = x->args[2], .copies = true, .apart = apart};
  if (ex_block_op(x->u, x->s, &b) == EX_FORKED) return EX_FORKED;
  return give(x, x->args[0]);
}
static ex_go do_memcpy(const context *x) { return copy_block(x, true); }
static ex_go do_memmove(const context *x) { return copy_block(x, false); }
static ex_go do_memset(const context *x) {
  ex_block b = {.dst = x->args[0], .length = x->args[2]};
  b.byte = x->args[1].t ? ex_from_term(x->u, term_extract(x->u->tc, 0, 8, x->args[1].t))
                        : ex_num(x->args[1].c & 0xff);
  if (ex_block_op(x->u, x->s, &b) == EX_FORKED) return EX_FORKED;
  return give(x, x->args[0]);
}
/* Bytes that may be anything: an object as a whole, or a part of it in cells of up to eight bytes. */
static ex_go make_symbolic(const context *x) {
  ex_unit *u = x->u;
  uint64_t n = ex_fix(u, x->s, x->args[1], 64);
  uint32_t obj;
  int64_t off;
  if (!n) return give(x, ex_num(0));
  if (ex_access(u, x->s, x->args[0], n, true, &obj, &off) == EX_FORKED) return EX_FORKED;
  const ex_obj *o = ex_obj_at(x->s, obj);
  if (!o->growable && !o->size.t && off == 0 && n == o->size.c) {
    ex_stub_count(u, x->s, x->func);
    ex_mem_forget(u, x->s, obj, x->func, 0);
    return give(x, ex_num(0));
  }
  for (uint64_t at = 0; at < n;) {
    unsigned bytes = 8;
    while (bytes > n - at) bytes /= 2;
    fe_ty ty = {FE_INT, (uint8_t)(8 * bytes)};
    uint32_t atom = ex_stub_atom(u, x->s, x->func, u->p->funcs[x->func].name, 0, ty, FE_NONE);
    ex_mem_write(u, x->s, obj, off + (int64_t)at, bytes, (ex_val){0, term_atom(u->tc, 8 * bytes, atom)},
                 true);
    at += bytes;
  }
  return give(x, ex_num(0));
}

typedef struct builtin {
  const char *name;
  ex_go (*fn)(const context *);
  uint32_t nargs;
  bool even_with_body; /* the name decides, also when the program defines it */
  uint32_t wide;       /* bit i: argument i has 64 bits, whatever the program's own declaration says */
} builtin;

/* sorted by name */
static const builtin table[] = {
    {"_Exit", end, 1, false, 0},
    {"__CPROVER_allocate", do_allocate, 2, false, 1},
    {"__errno_location", do_errno, 0, true, 0},
    {"_exit", end, 1, false, 0},
    {"_longjmp", do_longjmp, 0, false, 0},
    {"abort", do_abort, 0, false, 0},
    {"aligned_alloc", do_aligned_alloc, 2, false, 3},
    {"atexit", do_atexit, 1, false, 1},
    {"calloc", do_calloc, 2, false, 3},
    {"exit", do_exit, 1, false, 0},
    {"fesetround", do_round, 1, false, 0},
    {"free", do_free, 1, false, 1},
    {"klee_make_symbolic", make_symbolic, 2, false, 3},
    {"longjmp", do_longjmp, 0, false, 0},
    {"malloc", do_malloc, 1, false, 1},
    {"memcpy", do_memcpy, 3, false, 7},
    {"memmove", do_memmove, 3, false, 7},
    {"memset", do_memset, 3, false, 5},
    {"pthread_create", do_thread, 4, false, 15},
    {"pthread_exit", do_thread_exit, 1, false, 0},
    {"quick_exit", end, 1, false, 0},
    {"realloc", do_realloc, 2, false, 3},
    {"siglongjmp", do_longjmp, 0, false, 0},
    {"summ_make_any", make_symbolic, 2, false, 3},
};

static const builtin *by_convention(const char *name) {
  static const builtin assume[] = {{"assume", do_assume, 1, false, 0}, {"assume", do_assume, 1, true, 0}},
                       check[] = {{"assert", do_assert, 1, false, 0}, {"assert", do_assert, 1, true, 0}},
                       fail[] = {{"fail", do_fail, 0, false, 0}, {"fail", do_fail, 0, true, 0}};
  bool even_with_body;
  switch (ex_convention_of(name, &even_with_body)) {
  case EX_ASSUMES: return &assume[even_with_body];
  case EX_ASSERTS: return &check[even_with_body];
  case EX_FAILS: return &fail[even_with_body];
  default: return NULL;
  }
}

static const builtin *find(const char *name) {
  size_t lo = 0, hi = sizeof table / sizeof *table;
  while (lo < hi) {
    size_t mid = (lo + hi) / 2;
    int d = strcmp(table[mid].name, name);
    if (d == 0) return &table[mid];
    if (d < 0)
      lo = mid + 1;
    else
      hi = mid;
  }
  return by_convention(name);
}

bool ex_builtin(ex_unit *u, ex_state *s, const fe_insn *in, const fe_call *c, uint32_t func,
                const ex_val *args, ex_go *go) {
  const fe_func *fn = &u->p->funcs[func];
  ex_val value;
  if (!fn->has_body && ex_primitive(u, s, in, c, fn->name, args, go)) return true;
  if (!fn->has_body && ex_math_call(fn->name, c, args, &value)) {
    ex_call_done(u, s, in, &value, 1);
    *go = EX_GO;
    return true;
  }
  const builtin *b = find(fn->name);
  if (!b || (fn->has_body && !b->even_with_body) || c->nargs < b->nargs) return false;
  ex_val fitted[64];
  for (uint32_t i = 0; i < c->nargs; i++)
    fitted[i] = i < 32 && b->wide >> i & 1 ? ex_fit(u, args[i], c->arg_ty[i].bits, 64) : args[i];
  context x = {u, s, in, c, func, fitted};
  *go = b->fn(&x);
  return true;
}
