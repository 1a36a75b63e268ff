/* Control flow of one body: reverse postorder for the data flow, and control dependence (Ferrante, Ottenstein and Warren)
 * from postdominators (Cooper, Harvey and Kennedy's iteration on the reversed graph). */
#include "slicer/impl.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_CONTROL = 1 << 22 };

uint32_t slice_out_edges(const fe_func *f, const fe_block *b, uint32_t *first) {
  const fe_insn *t = &f->insns[b->first + b->count - 1];
  *first = t->aux;
  if (t->op == FE_BR) return 1;
  if (t->op == FE_CBR) return 2;
  if (t->op != FE_SWITCH && t->op != FE_IBR) return 0;
  *first = f->switches[t->aux].edge0;
  return f->switches[t->aux].ncases + (t->op == FE_SWITCH);
}

static void reverse_postorder(slice_cfg *c, const fe_func *f) {
  uint32_t n = c->nblocks, top = 0, out = n;
  uint8_t *seen = slice_alloc(n, 1);
  uint32_t *stack = slice_alloc(n, sizeof *stack), *at = slice_alloc(n, sizeof *at),
           *order = slice_alloc(n, sizeof *order);
  stack[top++] = 0;
  seen[0] = 1;
  while (top) {
    uint32_t b = stack[top - 1];
    if (at[b] < c->nedges[b]) {
      uint32_t t = f->edges[c->edge0[b] + at[b]++].block;
      if (!seen[t]) {
        seen[t] = 1;
        stack[top++] = t;
      }
      continue;
    }
    order[--out] = b;
    top--;
  }
  c->norder = n - out;
  memmove(order, order + out, c->norder * sizeof *order);
  c->order = order;
  free(seen);
  free(stack);
  free(at);
}

/* Postdominator tree over the reachable blocks; block n is the exit. pd[b] == n for those that end or never end. */
typedef struct postdom {
  uint32_t n;
  uint32_t *pd, *rank; /* rank: position in a postorder of the reversed graph, the exit highest */
} postdom;

static uint32_t meet(const postdom *p, uint32_t a, uint32_t b) {
  while (a != b) {
    while (p->rank[a] < p->rank[b]) a = p->pd[a];
    while (p->rank[b] < p->rank[a]) b = p->pd[b];
  }
  return a;
}

/* Blocks in postorder of the reversed graph. Loops without an exit are given one at their last block. */
static uint32_t reversed_postorder(const slice_cfg *c, const fe_func *f, uint32_t *post, bool *to_exit) {
  uint32_t n = c->nblocks, *pred0 = slice_alloc(n + 2, sizeof *pred0), *pred, *stack, *at, top = 0, out = 0;
  for (uint32_t i = 0; i < c->norder; i++)
    for (uint32_t e = 0; e < c->nedges[c->order[i]]; e++)
      pred0[f->edges[c->edge0[c->order[i]] + e].block + 1]++;
  for (uint32_t b = 0; b < n; b++) pred0[b + 1] += pred0[b];
  pred = slice_alloc(pred0[n], sizeof *pred);
  uint32_t *fill = slice_alloc(n, sizeof *fill);
  for (uint32_t i = 0; i < c->norder; i++)
    for (uint32_t e = 0; e < c->nedges[c->order[i]]; e++) {
      uint32_t t = f->edges[c->edge0[c->order[i]] + e].block;
      pred[pred0[t] + fill[t]++] = c->order[i];
    }
  uint8_t *seen = slice_alloc(n, 1);
  stack = slice_alloc(n, sizeof *stack);
  at = slice_alloc(n, sizeof *at);
  for (int phase = 0; phase < 2; phase++)
    for (uint32_t i = c->norder; i-- > 0;) {
      uint32_t r = c->order[i];
      if (seen[r] || (phase == 0 && c->nedges[r] != 0)) continue;
      to_exit[r] = true;
      seen[r] = 1;
      stack[top++] = r;
      while (top) {
        uint32_t b = stack[top - 1];
        if (pred0[b] + at[b] < pred0[b + 1]) {
          uint32_t q = pred[pred0[b] + at[b]++];
          if (!seen[q]) {
            seen[q] = 1;
            stack[top++] = q;
          }
          continue;
        }
        post[out++] = b;
        top--;
      }
    }
  free(pred0);
  free(pred);
  free(fill);
  free(seen);
  free(stack);
  free(at);
  return out;
}

static void postdominators(postdom *p, const slice_cfg *c, const fe_func *f) {
  uint32_t n = c->nblocks, *post = slice_alloc(n, sizeof *post);
  bool *to_exit = slice_alloc(n, sizeof *to_exit);
  p->n = n;
  p->pd = slice_grow(NULL, n + 1, sizeof *p->pd);
  p->rank = slice_alloc(n + 1, sizeof *p->rank);
  memset(p->pd, 0xff, (n + 1) * sizeof *p->pd);
  uint32_t np = reversed_postorder(c, f, post, to_exit);
  for (uint32_t i = 0; i < np; i++) p->rank[post[i]] = i;
  p->rank[n] = np;
  p->pd[n] = n;
  for (bool again = true; again;) {
    again = false;
    for (uint32_t i = np; i-- > 0;) {
      uint32_t b = post[i], now = to_exit[b] ? n : FE_NONE;
      for (uint32_t e = 0; e < c->nedges[b]; e++) {
        uint32_t t = f->edges[c->edge0[b] + e].block;
        if (p->pd[t] != FE_NONE) now = now == FE_NONE ? t : meet(p, now, t);
      }
      again |= now != p->pd[b];
      p->pd[b] = now;
    }
  }
  free(post);
  free(to_exit);
}

static void control_dependence(slice_cfg *c, const fe_func *f) {
  postdom p;
  postdominators(&p, c, f);
  uint32_t n = c->nblocks, npairs = 0, cap = 0;
  struct pair {
    uint32_t block, by;
  } *pairs = NULL;
  for (uint32_t i = 0; i < c->norder && npairs < MAX_CONTROL; i++) {
    uint32_t a = c->order[i];
    for (uint32_t e = 0; c->nedges[a] > 1 && e < c->nedges[a]; e++)
      for (uint32_t b = f->edges[c->edge0[a] + e].block; b != n && b != p.pd[a] && p.pd[b] != FE_NONE;
           b = p.pd[b]) {
        SLICE_ROOM(pairs, npairs, cap);
        pairs[npairs++] = (struct pair){b, a};
        if (b == p.pd[b]) break;
      }
  }
  c->ctl_all = npairs >= MAX_CONTROL;
  c->ctl0 = slice_alloc(n + 2, sizeof *c->ctl0);
  if (c->ctl_all) npairs = 0;
  c->ctl = slice_alloc(npairs, sizeof *c->ctl);
  for (uint32_t i = 0; i < npairs; i++) c->ctl0[pairs[i].block + 1]++;
  for (uint32_t b = 0; b < n; b++) c->ctl0[b + 1] += c->ctl0[b];
  uint32_t *fill = slice_alloc(n, sizeof *fill);
  for (uint32_t i = 0; i < npairs; i++)
    c->ctl[c->ctl0[pairs[i].block] + fill[pairs[i].block]++] = pairs[i].by;
  free(fill);
  free(pairs);
  free(p.pd);
  free(p.rank);
}

void slice_cfg_build(slice_cfg *c, const fe_func *f) {
  *c = (slice_cfg){.nblocks = f->nblocks};
  c->edge0 = slice_alloc(f->nblocks, sizeof *c->edge0);
  c->nedges = slice_alloc(f->nblocks, sizeof *c->nedges);
  for (uint32_t b = 0; b < f->nblocks; b++) c->nedges[b] = slice_out_edges(f, &f->blocks[b], &c->edge0[b]);
  reverse_postorder(c, f);
  control_dependence(c, f);
}

void slice_cfg_free(slice_cfg *c) {
  free(c->order);
  free(c->edge0);
  free(c->nedges);
  free(c->ctl0);
  free(c->ctl);
}
