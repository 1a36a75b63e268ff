/* One function: blocks, edges and phis around the instructions of lower_insn.c.
 *
 * Blocks keep LLVM's order, which is the source's; those never reached are left out, as the compiler does. They are
 * lowered in reverse post-order, so that the scalars of a value are known before its uses, and put in place at the end.
 * A phi becomes one register per scalar; each edge into its block carries moves. The moves of an edge happen at once by
 * definition of phi and one after the other in the IR: they are ordered so that no source is overwritten before it is
 * read, and a cycle (two variables swapped in a loop) is cut with a temporary. */
#include "frontend/lower.h"

#include <assert.h>
#include <llvm-c/DebugInfo.h>
#include <string.h>

/* ---- blocks ---- */

static bool address_taken(LLVMBasicBlockRef bb) {
  for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(bb)); use; use = LLVMGetNextUse(use))
    if (LLVMIsABlockAddress(LLVMGetUser(use))) return true;
  return false;
}

/* Only the normal way out of an invoke: C code does not unwind. */
static unsigned successors(LLVMValueRef term) {
  return LLVMIsAInvokeInst(term) ? 1 : LLVMGetNumSuccessors(term);
}
static LLVMBasicBlockRef successor(LLVMValueRef term, unsigned i) {
  return LLVMIsAInvokeInst(term) ? LLVMGetNormalDest(term) : LLVMGetSuccessor(term, i);
}

typedef struct walk {
  uint32_t block;
  unsigned next;
} walk;
typedef FE_VEC(walk) walks;
typedef FE_VEC(uint32_t) numbers;

static void post_order(lw_fn *f, uint32_t root, walks *stack, numbers *order) {
  if (f->blocks.p[root].reached) return;
  f->blocks.p[root].reached = true;
  FE_PUSH(*stack, ((walk){root, 0}));
  while (stack->n) {
    walk *w = &stack->p[stack->n - 1];
    LLVMValueRef term = LLVMGetBasicBlockTerminator(f->blocks.p[w->block].bb);
    if (w->next == successors(term)) {
      FE_PUSH(*order, w->block);
      stack->n--;
      continue;
    }
    uint32_t s = fe_map_get(&f->block_map, FE_KEY(successor(term, w->next++)));
    if (f->blocks.p[s].reached) continue;
    f->blocks.p[s].reached = true;
    FE_PUSH(*stack, ((walk){s, 0}));
  }
}

static void reverse(uint32_t *p, uint32_t n) {
  for (uint32_t i = 0; i < n / 2; i++) {
    uint32_t t = p[i];
    p[i] = p[n - 1 - i];
    p[n - 1 - i] = t;
  }
}

/* Finds the reached blocks and numbers them; order gets their reverse post-order. A label whose address is taken keeps
 * its block even when nothing goes there. */
static void collect_blocks(lw_fn *f, numbers *order) {
  numbers labels = {0};
  for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f->fn); bb; bb = LLVMGetNextBasicBlock(bb)) {
    fe_map_put(&f->block_map, FE_KEY(bb), f->blocks.n);
    if (address_taken(bb)) FE_PUSH(labels, f->blocks.n);
    FE_PUSH(f->blocks, ((lw_block){.bb = bb}));
  }
  walks stack = {0};
  post_order(f, 0, &stack, order);
  uint32_t live = order->n;
  for (uint32_t i = 0; i < labels.n; i++) post_order(f, labels.p[i], &stack, order);
  free(stack.p);
  reverse(order->p, live);
  reverse(order->p + live, order->n - live);
  uint32_t n = 0;
  for (uint32_t i = 0; i < f->blocks.n; i++)
    if (f->blocks.p[i].reached) f->blocks.p[i].number = n++;
  for (uint32_t i = 0; i < labels.n; i++)
    fe_map_put(&f->u->labels, FE_KEY(f->blocks.p[labels.p[i]].bb), f->blocks.p[labels.p[i]].number);
  free(labels.p);
}

uint32_t lw_edge(lw_fn *f, LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
  lw_ends e = {fe_map_get(&f->block_map, FE_KEY(from)), fe_map_get(&f->block_map, FE_KEY(to))};
  FE_PUSH(f->edges, ((fe_edge){f->blocks.p[e.to].number, 0, 0}));
  FE_PUSH(f->edge_ends, e);
  return f->edges.n - 1;
}

/* ---- phis ---- */

static void bind_phis(lw_fn *f, LLVMBasicBlockRef bb) {
  for (LLVMValueRef in = LLVMGetFirstInstruction(bb); in && LLVMIsAPHINode(in);
       in = LLVMGetNextInstruction(in)) {
    lw_type t = *lw_type_of(f->u, LLVMTypeOf(in));
    if (t.why) lw_fail(f, "%s", t.why);
    uint32_t first = f->slots.n;
    for (uint32_t i = 0; i < t.n; i++) {
      fe_reg r = lw_reg(f, lw_leaves(f->u, &t)[i].ty);
      FE_PUSH(f->slots, r);
    }
    fe_map_put(&f->values, FE_KEY(in), first);
  }
}

/* A pending move; saved: its source is a temporary that nobody overwrites. */
typedef struct pending {
  fe_reg dst, src;
  bool saved, done;
} pending;
typedef FE_VEC(pending) pendings;

typedef struct mover {
  uint32_t *readers; /* per register: pending moves that read it; all zero between edges */
  fe_map writer;     /* register → the pending move that overwrites it */
  numbers ready;
} mover;

static void start_moves(mover *m, pending *v, uint32_t n) {
  fe_map_clear(&m->writer);
  for (uint32_t i = 0; i < n; i++) {
    v[i].saved = false;
    v[i].done = v[i].dst == v[i].src;
    if (v[i].done) continue;
    fe_map_put(&m->writer, v[i].dst, i);
    if (!(v[i].src & LW_CONST)) m->readers[v[i].src]++;
  }
  m->ready.n = 0;
  for (uint32_t i = n; i-- > 0;)
    if (!v[i].done && !m->readers[v[i].dst]) FE_PUSH(m->ready, i);
}

/* Appends the parallel moves v[0..n) to f->moves in an order that may be done one by one. */
static void sequence(lw_fn *f, mover *m, pending *v, uint32_t n) {
  start_moves(m, v, n);
  for (uint32_t scan = 0;;) {
    while (m->ready.n) {
      pending *p = &v[m->ready.p[--m->ready.n]];
      p->done = true;
      FE_PUSH(f->moves, ((fe_move){p->dst, p->src}));
      if (p->src & LW_CONST || p->saved || --m->readers[p->src]) continue;
      uint32_t w = fe_map_get(&m->writer, p->src);
      if (w != FE_NONE && !v[w].done) FE_PUSH(m->ready, w);
    }
    while (scan < n && v[scan].done) scan++;
    if (scan == n) return;
    /* Only cycles are left: every pending target has one pending reader, which gets a copy. */
    fe_reg target = v[scan].dst, temp = lw_reg(f, lw_reg_type(f, target));
    FE_PUSH(f->moves, ((fe_move){temp, target}));
    for (uint32_t i = scan; i < n; i++)
      if (!v[i].done && !v[i].saved && v[i].src == target) {
        v[i].src = temp;
        v[i].saved = true;
      }
    m->readers[target] = 0;
    FE_PUSH(m->ready, scan);
  }
}

static uint64_t edge_key(uint32_t from, uint32_t to) { return (uint64_t)from << 32 | to; }

/* Makes the moves of all edges into one block: a row of pending moves per predecessor. done maps the edge to an entry
 * of spans. */
static void moves_into(lw_fn *f, uint32_t block, mover *m, pendings *rows, fe_map *done, walks *spans) {
  LLVMBasicBlockRef bb = f->blocks.p[block].bb;
  uint32_t width = 0, nrows = 0, at = 0;
  LLVMValueRef in;
  for (in = LLVMGetFirstInstruction(bb); in && LLVMIsAPHINode(in); in = LLVMGetNextInstruction(in))
    width += lw_type_of(f->u, LLVMTypeOf(in))->n;
  if (!width) return;
  rows->n = 0;
  numbers preds = {0};
  fe_map row_of = {0};
  for (in = LLVMGetFirstInstruction(bb); in && LLVMIsAPHINode(in); in = LLVMGetNextInstruction(in)) {
    uint32_t n = lw_type_of(f->u, LLVMTypeOf(in))->n, dst = fe_map_get(&f->values, FE_KEY(in));
    for (unsigned i = 0, k = LLVMCountIncoming(in); i < k; i++) {
      uint32_t from = fe_map_get(&f->block_map, FE_KEY(LLVMGetIncomingBlock(in, i)));
      if (!f->blocks.p[from].reached) continue;
      uint32_t row = fe_map_get(&row_of, from);
      if (row == FE_NONE) {
        fe_map_put(&row_of, from, row = nrows++);
        FE_PUSH(preds, from);
        FE_RESERVE(*rows, width);
        memset(rows->p + rows->n, 0, width * sizeof *rows->p);
        rows->n += width;
      }
      uint32_t src = lw_use(f, LLVMGetIncomingValue(in, i));
      for (uint32_t j = 0; j < n; j++)
        rows->p[row * width + at + j] = (pending){.dst = f->slots.p[dst + j], .src = f->slots.p[src + j]};
    }
    at += n;
  }
  for (uint32_t i = 0; i < nrows; i++) {
    uint32_t first = f->moves.n;
    sequence(f, m, rows->p + i * width, width);
    fe_map_put(done, edge_key(preds.p[i], block), spans->n);
    FE_PUSH(*spans, ((walk){first, f->moves.n - first}));
  }
  fe_map_free(&row_of);
  free(preds.p);
}

static void make_moves(lw_fn *f) {
  mover m = {.readers = calloc(f->reg_ty.n + 1, sizeof *m.readers)};
  if (!m.readers) abort();
  pendings rows = {0};
  fe_map done = {0};
  walks spans = {0};
  for (uint32_t i = 0; i < f->blocks.n; i++)
    if (f->blocks.p[i].reached) moves_into(f, i, &m, &rows, &done, &spans);
  for (uint32_t i = 0; i < f->edges.n; i++) {
    uint32_t k = fe_map_get(&done, edge_key(f->edge_ends.p[i].from, f->edge_ends.p[i].to));
    if (k == FE_NONE) continue;
    f->edges.p[i].move0 = spans.p[k].block;
    f->edges.p[i].nmoves = spans.p[k].next;
  }
  free(m.readers);
  fe_map_free(&m.writer);
  free(m.ready.p);
  free(rows.p);
  fe_map_free(&done);
  free(spans.p);
}

/* ---- putting the function together ---- */

static fe_reg renumber(const lw_fn *f, fe_reg r) {
  if (r == FE_NONE) return r;
  return r & LW_CONST ? r & ~LW_CONST : r + f->consts.n;
}

static fe_insn *place(const lw_fn *f, fe_insn *to, const fe_insn *from, uint32_t n) {
  for (uint32_t i = 0; i < n; i++, to++) {
    *to = from[i];
    to->dst = renumber(f, to->dst);
    to->a = renumber(f, to->a);
    if (to->op != FE_RET) to->b = renumber(f, to->b);
    to->c = renumber(f, to->c);
  }
  return to;
}

static void finish_code(lw_fn *f, fe_func *out) {
  fe_arena *a = f->u->arena;
  uint32_t nblocks = 0;
  for (uint32_t i = 0; i < f->blocks.n; i++) nblocks += f->blocks.p[i].reached;
  out->nblocks = nblocks;
  out->blocks = fe_alloc(a, nblocks * sizeof *out->blocks);
  out->insns = fe_alloc(a, (f->code.n + f->prologue.n) * sizeof *out->insns);
  fe_insn *to = out->insns;
  for (uint32_t i = 0, k = 0; i < f->blocks.n; i++) {
    const lw_block *b = &f->blocks.p[i];
    if (!b->reached) continue;
    out->blocks[k].first = (uint32_t)(to - out->insns);
    if (k == 0) to = place(f, to, f->prologue.p, f->prologue.n);
    to = place(f, to, f->code.p + b->first, b->count);
    out->blocks[k].count = (uint32_t)(to - out->insns) - out->blocks[k].first;
    k++;
  }
  out->ninsns = (uint32_t)(to - out->insns);
}

static void finish(lw_fn *f, fe_func *out) {
  fe_arena *a = f->u->arena;
  finish_code(f, out);
  out->nconsts = f->consts.n;
  out->nregs = f->consts.n + f->reg_ty.n;
  out->reg_ty = fe_alloc(a, out->nregs * sizeof *out->reg_ty);
  for (uint32_t i = 0; i < f->consts.n; i++) out->reg_ty[i] = f->consts.p[i].ty;
  if (f->reg_ty.n) memcpy(out->reg_ty + f->consts.n, f->reg_ty.p, f->reg_ty.n * sizeof *out->reg_ty);
  for (uint32_t i = 0; i < f->moves.n; i++)
    f->moves.p[i] = (fe_move){renumber(f, f->moves.p[i].dst), renumber(f, f->moves.p[i].src)};
  for (uint32_t i = 0; i < f->lists.n; i++) f->lists.p[i] = renumber(f, f->lists.p[i]);
  for (uint32_t i = 0; i < f->names.n; i++) f->names.p[i].reg = renumber(f, f->names.p[i].reg);
  for (uint32_t i = 0; i < f->calls.n; i++) {
    fe_call *c = &f->calls.p[i];
    c->target = renumber(f, c->target);
    for (uint32_t k = 0; k < c->nargs; k++) c->args[k] = renumber(f, c->args[k]);
  }
#define KEEP(what) \
  (out->n##what = f->what.n, out->what = fe_copy(a, f->what.p, f->what.n * sizeof *f->what.p))
  KEEP(edges);
  KEEP(moves);
  KEEP(switches);
  KEEP(calls);
  KEEP(lists);
  KEEP(locs);
  KEEP(names);
  out->consts = fe_copy(a, f->consts.p, f->consts.n * sizeof *f->consts.p);
#undef KEEP
  out->has_body = true;
}

static void reset(lw_fn *f, LLVMValueRef fn) {
  f->fn = fn;
  f->bad = NULL;
  f->in_prologue = false;
  f->loc = FE_NONE;
  f->code.n = f->prologue.n = f->blocks.n = f->consts.n = f->slots.n = f->reg_ty.n = f->edges.n = 0;
  f->edge_ends.n = f->moves.n = f->switches.n = f->calls.n = f->lists.n = f->locs.n = f->names.n = 0;
  f->declares.n = 0;
  fe_map_clear(&f->block_map);
  fe_map_clear(&f->const_map);
  fe_map_clear(&f->values);
  fe_map_clear(&f->loc_map);
}

static void bind_params(lw_fn *f) {
  for (unsigned i = 0, n = LLVMCountParams(f->fn); i < n; i++) {
    LLVMValueRef p = LLVMGetParam(f->fn, i);
    lw_type t = *lw_type_of(f->u, LLVMTypeOf(p));
    if (t.why) lw_fail(f, "%s", t.why);
    uint32_t first = f->slots.n;
    for (uint32_t k = 0; k < t.n; k++) {
      fe_reg r = lw_reg(f, lw_leaves(f->u, &t)[k].ty);
      FE_PUSH(f->slots, r);
    }
    fe_map_put(&f->values, FE_KEY(p), first);
  }
}

void lw_function(lw_fn *f, LLVMValueRef fn, fe_func *out) {
  reset(f, fn);
  numbers order = {0};
  collect_blocks(f, &order);
  bind_params(f);
  for (uint32_t i = 0; i < order.n && !f->bad; i++) {
    lw_block *b = &f->blocks.p[order.p[i]];
    b->first = f->code.n;
    bind_phis(f, b->bb);
    for (LLVMValueRef in = LLVMGetFirstInstruction(b->bb); in && !f->bad; in = LLVMGetNextInstruction(in)) {
      if (LLVMIsAPHINode(in)) continue;
      f->loc = lw_loc(f, in);
      lw_insn(f, in);
    }
    b->count = f->code.n - b->first;
  }
  free(order.p);
  f->loc = FE_NONE;
  if (!f->bad) make_moves(f);
  if (!f->bad) lw_names(f);
  if (f->bad)
    out->unsupported = f->bad;
  else
    finish(f, out);
}

void lw_fn_free(lw_fn *f) {
  free(f->code.p), free(f->prologue.p), free(f->blocks.p), free(f->consts.p), free(f->slots.p),
      free(f->reg_ty.p);
  free(f->edges.p), free(f->edge_ends.p), free(f->moves.p), free(f->switches.p), free(f->calls.p),
      free(f->lists.p);
  free(f->locs.p), free(f->names.p), free(f->declares.p);
  fe_map_free(&f->block_map);
  fe_map_free(&f->const_map);
  fe_map_free(&f->values);
  fe_map_free(&f->loc_map);
}
