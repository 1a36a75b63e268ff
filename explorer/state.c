/* States and frames. A fork shares everything with its origin through reference counts; what is written is copied first:
 * the top frame as a whole, memory by page, object and 64-byte chunk (memory.c). */
#include "explorer/internal.h"

#include <stdlib.h>
#include <string.h>

ex_state *ex_state_new(ex_unit *u) {
  (void)u;
  ex_state *s = ex_xrealloc(NULL, sizeof *s);
  memset(s, 0, sizeof *s);
  s->pending_edge = FE_NONE;
  s->model = ex_xrealloc(NULL, sizeof *s->model);
  *s->model = (ex_model){1, term_model_new()};
  return s;
}

ex_state *ex_state_fork(ex_unit *u, const ex_state *s) {
  u->e->stats.forks++;
  ex_state *n = ex_xrealloc(NULL, sizeof *n);
  *n = *s;
  if (n->top) n->top->refs++;
  n->pages = ex_xrealloc(NULL, s->npages * sizeof *n->pages);
  for (uint32_t i = 0; i < s->npages; i++) {
    n->pages[i] = s->pages[i];
    if (n->pages[i]) n->pages[i]->refs++;
  }
  if (n->pc) ex_pc_ref(n->pc);
  n->model->refs++;
  return n;
}

static void frame_unref(ex_frame *f) {
  while (f && --f->refs == 0) {
    ex_frame *caller = f->caller;
    free(f->regs);
    free(f->locals);
    free(f->stays);
    ex_round_free(f->round);
    free(f->varargs);
    free(f->vararg_ty);
    free(f->vararg_bytes);
    free(f->vararg_place);
    free(f);
    f = caller;
  }
}

void ex_state_free(ex_unit *u, ex_state *s) {
  frame_unref(s->top);
  ex_mem_release(s);
  if (s->pc) ex_pc_unref(u->solver, s->pc);
  if (--s->model->refs == 0) {
    term_model_free(s->model->m);
    free(s->model);
  }
  free(s);
}

void ex_set_model(ex_state *s, term_model *m) {
  s->changes++;
  if (--s->model->refs == 0) {
    term_model_free(s->model->m);
    free(s->model);
  }
  s->model = ex_xrealloc(NULL, sizeof *s->model);
  *s->model = (ex_model){1, m};
}

ex_frame *ex_frame_push(ex_unit *u, ex_state *s, uint32_t func) {
  const fe_func *fn = &u->p->funcs[func];
  ex_frame *f = ex_xrealloc(NULL, sizeof *f);
  memset(f, 0, sizeof *f);
  f->refs = 1;
  f->caller = s->top;
  f->func = func;
  f->born = s->nsymbolic;
  f->depth = s->top ? s->top->depth + 1 : 0;
  f->insn = fn->blocks[0].first;
  f->nregs = fn->nregs - fn->nconsts;
  f->regs = ex_xrealloc(NULL, f->nregs * sizeof *f->regs);
  memset(f->regs, 0, f->nregs * sizeof *f->regs);
  s->top = f;
  return f;
}

static void *dup_array(const void *p, size_t n) { return p ? memcpy(ex_xrealloc(NULL, n), p, n) : NULL; }

ex_frame *ex_frame_own(ex_state *s) {
  ex_frame *f = s->top;
  if (f->refs == 1) return f;
  assert(f->refs > 1);
  ex_frame *n = ex_xrealloc(NULL, sizeof *n);
  *n = *f;
  n->refs = 1;
  if (n->caller) n->caller->refs++;
  n->regs = dup_array(f->regs, f->nregs * sizeof *f->regs);
  n->locals = dup_array(f->locals, f->nlocals * sizeof *f->locals);
  ex_round_share(n->round);
  n->stays = dup_array(f->stays, f->nstays * sizeof *f->stays);
  n->varargs = dup_array(f->varargs, f->nvarargs * sizeof *f->varargs);
  n->vararg_ty = dup_array(f->vararg_ty, f->nvarargs * sizeof *f->vararg_ty);
  n->vararg_bytes = dup_array(f->vararg_bytes, f->nvarargs * sizeof *f->vararg_bytes);
  n->vararg_place = dup_array(f->vararg_place, f->nvarargs);
  f->refs--;
  s->top = n;
  return n;
}

void ex_frame_pop(ex_unit *u, ex_state *s) {
  (void)u;
  ex_frame *f = s->top;
  for (uint32_t i = 0; i < f->nlocals; i++) ex_obj_own(s, f->locals[i])->alive = false;
  s->top = f->caller;
  if (s->top) s->top->refs++;
  frame_unref(f);
}

ex_val ex_const_val(ex_unit *u, uint32_t func, const fe_const *c) {
  switch (c->kind) {
  case FE_C_INT:
  case FE_C_FLOAT:
    if (c->ty.bits <= 64) return ex_num(c->val.lo);
    return (ex_val){0, term_const(u->tc, c->ty.bits,
                                  c->ty.kind == FE_F80 ? c->val.u & (((term_u128)1 << 80) - 1) : c->val.u)};
  case FE_C_GLOBAL: return ex_address(u, ex_global_id(u, c->index), c->addend);
  case FE_C_FUNC: return ex_num(term_addr_value(ex_func_object(u, c->index), 0));
  /* a block's address is an offset in its function's object: never accessed, only compared and jumped to */
  case FE_C_BLOCK: return ex_num(term_addr_value(ex_func_object(u, func), (int64_t)c->index));
  case FE_C_NULL: return ex_num(0);
  default: return (ex_val){0, EX_UNDEF};
  }
}

/* Strongly connected components of the flow graph (Tarjan, iterative); blocks in no cycle get 0. */
static uint32_t *loop_numbers(ex_unit *u, const fe_func *fn, uint32_t *nloops) {
  uint32_t n = fn->nblocks, *scc = ex_arena_alloc(u->arena, n * sizeof *scc);
  uint32_t *index = ex_xrealloc(NULL, n * sizeof *index), *low = ex_xrealloc(NULL, n * sizeof *low);
  uint32_t *stack = ex_xrealloc(NULL, n * sizeof *stack), *todo = ex_xrealloc(NULL, n * sizeof *todo);
  uint32_t *next = ex_xrealloc(NULL, n * sizeof *next);
  bool *on = ex_xrealloc(NULL, n);
  memset(index, 0, n * sizeof *index);
  memset(on, 0, n);
  uint32_t counter = 0, loops = 0, sp = 0;
  for (uint32_t root = 0; root < n; root++) {
    if (index[root]) continue;
    uint32_t tp = 0;
    todo[tp++] = root;
    index[root] = low[root] = ++counter;
    next[root] = 0;
    stack[sp++] = root;
    on[root] = true;
    while (tp) {
      uint32_t b = todo[tp - 1], e0, ne;
      ex_block_edges(fn, b, &e0, &ne);
      if (next[b] < ne) {
        uint32_t t = fn->edges[e0 + next[b]++].block;
        if (!index[t]) {
          index[t] = low[t] = ++counter;
          next[t] = 0;
          stack[sp++] = t;
          on[t] = true;
          todo[tp++] = t;
        } else if (on[t] && index[t] < low[b]) {
          low[b] = index[t];
        }
        continue;
      }
      tp--;
      if (tp && low[b] < low[todo[tp - 1]]) low[todo[tp - 1]] = low[b];
      if (low[b] != index[b]) continue;
      bool cycle = stack[sp - 1] != b;
      for (uint32_t i = 0; i < ne && !cycle; i++) cycle = fn->edges[e0 + i].block == b;
      if (cycle) loops++;
      for (uint32_t t = n; t != b;) {
        t = stack[--sp];
        on[t] = false;
        scc[t] = cycle ? loops : 0;
      }
    }
  }
  free(index), free(low), free(stack), free(todo), free(next), free(on);
  *nloops = loops;
  return scc;
}

ex_func_info *ex_info(ex_unit *u, uint32_t func) {
  ex_func_info *info = &u->info[func];
  if (info->consts) return info;
  const fe_func *fn = &u->p->funcs[func];
  info->consts = ex_arena_alloc(u->arena, (fn->nconsts + 1) * sizeof *info->consts);
  for (uint32_t i = 0; i < fn->nconsts; i++) info->consts[i] = ex_const_val(u, func, &fn->consts[i]);
  info->scc = loop_numbers(u, fn, &info->nloops);
  info->header = ex_arena_alloc(u->arena, fn->nblocks);
  for (uint32_t b = 0; b < fn->nblocks; b++) {
    uint32_t e0, n;
    ex_block_edges(fn, b, &e0, &n);
    for (uint32_t i = e0; i < e0 + n; i++) {
      uint32_t to = fn->edges[i].block;
      if (info->scc[to] && info->scc[to] != info->scc[b]) info->header[to] = 1;
    }
  }
  info->block_of = ex_arena_alloc(u->arena, fn->ninsns * sizeof *info->block_of);
  for (uint32_t b = 0; b < fn->nblocks; b++)
    for (uint32_t i = 0; i < fn->blocks[b].count; i++) info->block_of[fn->blocks[b].first + i] = b;
  return info;
}

void ex_block_edges(const fe_func *fn, uint32_t b, uint32_t *e0, uint32_t *n) {
  const fe_insn *in = &fn->insns[fn->blocks[b].first + fn->blocks[b].count - 1];
  *e0 = in->aux;
  switch (in->op) {
  case FE_BR: *n = 1; break;
  case FE_CBR: *n = 2; break;
  case FE_SWITCH: *e0 = fn->switches[in->aux].edge0, *n = fn->switches[in->aux].ncases + 1; break;
  case FE_IBR: *e0 = fn->switches[in->aux].edge0, *n = fn->switches[in->aux].ncases; break;
  default: *e0 = *n = 0;
  }
}
