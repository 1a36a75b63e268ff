/* The unit's own branch edges: which are covered, which a part of the search could still open, which are infeasible.
 *
 * Where the search gives up (a bound, a budget, a branch not worth following) the block the unit stands in is remembered as
 * lost. An edge that is not covered at the end and that the flow graph reaches from no lost block is infeasible: every
 * feasible way there was followed. So branches can be decided although not all paths are known. */
#include "explorer/internal.h"

#include <stdlib.h>
#include <string.h>

static uint32_t edges_of(const fe_func *fn, const fe_insn *in) {
  return in->op == FE_CBR ? 2 : fn->switches[in->aux].ncases + (in->op == FE_SWITCH);
}

void ex_coverage_init(ex_unit *u) {
  const fe_func *fn = u->fn;
  u->edge0 = ex_arena_alloc(u->arena, (fn->ninsns + 1) * sizeof *u->edge0);
  for (uint32_t i = 0; i < fn->ninsns; i++) {
    const fe_insn *in = &fn->insns[i];
    u->edge0[i] = FE_NONE;
    if (!fe_is_decision(fn, in)) continue;
    u->edge0[i] = u->nedges;
    u->nedges += edges_of(fn, in);
  }
  u->edge_covered = ex_arena_alloc(u->arena, u->nedges + 1);
  u->edge_tried = ex_arena_alloc(u->arena, u->nedges + 1);
  u->lost = ex_arena_alloc(u->arena, fn->nblocks + 1);
  u->ahead = ex_arena_alloc(u->arena, (fn->nblocks + 1) * sizeof *u->ahead);
}

void ex_try_edge(ex_unit *u, uint32_t insn, uint32_t outcome) { u->edge_tried[u->edge0[insn] + outcome] = 1; }

bool ex_edge_tried(const ex_unit *u, uint32_t edge) { return u->edge_tried[edge]; }

void ex_cover_path(ex_unit *u, const ex_state *s) {
  for (const ex_node *n = s->path; n; n = n->next) {
    uint8_t *covered = &u->edge_covered[u->edge0[n->insn] + n->edge];
    u->ncovered += !*covered;
    *covered = 1;
  }
}

/* ---- what lies ahead ---- */

static uint32_t last_of(const fe_func *fn, uint32_t block) {
  return fn->blocks[block].first + fn->blocks[block].count - 1;
}

static uint32_t open_edge_of(const ex_unit *u, uint32_t block) { /* FE_NONE: none */
  const fe_insn *in = &u->fn->insns[last_of(u->fn, block)];
  uint32_t e0 = u->edge0[last_of(u->fn, block)];
  for (uint32_t k = 0; e0 != FE_NONE && k < edges_of(u->fn, in); k++)
    if (!u->edge_covered[e0 + k]) return e0 + k;
  return FE_NONE;
}

/* ahead: 0 not known, 1 none, else 2 + an edge that was open when it was asked. Edges never open again, so "none" stays true,
 * and the graph is searched anew only when the edge found last has been covered. */
bool ex_open_ahead(ex_unit *u, uint32_t block) {
  uint32_t *ahead = u->ahead;
  if (ahead[block] == 1) return false;
  if (ahead[block] && !u->edge_covered[ahead[block] - 2]) return true;
  const fe_func *fn = u->fn;
  uint32_t *stack = ex_xrealloc(NULL, fn->nblocks * sizeof *stack), top = 0, found = FE_NONE;
  uint8_t *seen = ex_xrealloc(NULL, fn->nblocks);
  memset(seen, 0, fn->nblocks);
  stack[top++] = block;
  seen[block] = 1;
  while (top && found == FE_NONE) {
    uint32_t b = stack[--top], e0, n;
    found = open_edge_of(u, b);
    ex_block_edges(fn, b, &e0, &n);
    for (uint32_t i = e0; i < e0 + n; i++) {
      uint32_t to = fn->edges[i].block;
      if (seen[to] || ahead[to] == 1) continue;
      seen[to] = 1;
      stack[top++] = to;
    }
  }
  for (uint32_t b = 0; b < fn->nblocks && found == FE_NONE; b++)
    if (seen[b]) ahead[b] = 1;
  if (found != FE_NONE) ahead[block] = 2 + found;
  free(stack), free(seen);
  return found != FE_NONE;
}

/* The block the unit's own activation stands in; FE_NONE: there is none (a precondition is being evaluated). */
static uint32_t own_block(ex_unit *u, const ex_state *s) {
  const ex_frame *f = s->top;
  while (f && f->depth) f = f->caller;
  return f && f->func == u->func ? ex_info(u, u->func)->block_of[f->insn] : FE_NONE;
}

bool ex_worthwhile(ex_unit *u, const ex_state *s) {
  uint32_t block = own_block(u, s);
  return block == FE_NONE || ex_open_ahead(u, block);
}

void ex_lose(ex_unit *u, const ex_state *s) {
  uint32_t block = own_block(u, s);
  u->lost[block == FE_NONE ? 0 : block] = 1;
}

void ex_lose_path(ex_unit *u, const ex_state *s) {
  ex_lose(u, s);
  for (ex_node *n = s->path; n && !n->lost; n = n->next) { /* paths share their beginnings */
    n->lost = true;
    u->lost[ex_info(u, u->func)->block_of[n->insn]] = 1;
  }
}

/* ---- the end ---- */

bool ex_branches_decided(const ex_unit *u) { return u->ncovered + u->sum->ninfeasible == u->nedges; }

void ex_coverage_done(ex_unit *u) {
  const fe_func *fn = u->fn;
  sum_summary *sum = u->sum;
  uint32_t *stack = ex_xrealloc(NULL, (fn->nblocks + 1) * sizeof *stack), top = 0;
  for (uint32_t b = 0; b < fn->nblocks; b++)
    if (u->lost[b]) stack[top++] = b;
  while (top) {
    uint32_t e0, n;
    ex_block_edges(fn, stack[--top], &e0, &n);
    for (uint32_t i = e0; i < e0 + n; i++) {
      uint32_t to = fn->edges[i].block;
      if (u->lost[to]) continue;
      u->lost[to] = 1;
      stack[top++] = to;
    }
  }
  free(stack);
  sum->nbranches = u->nedges;
  sum->ncovered = u->ncovered;
  sum->infeasible = sum_alloc_bytes(sum, u->nedges * sizeof *sum->infeasible);
  for (uint32_t b = 0; b < fn->nblocks; b++) {
    uint32_t insn = last_of(fn, b), e0 = u->edge0[insn];
    for (uint32_t k = 0; e0 != FE_NONE && !u->lost[b] && k < edges_of(fn, &fn->insns[insn]); k++)
      if (!u->edge_covered[e0 + k]) sum->infeasible[sum->ninfeasible++] = (sum_edge){insn, k};
  }
}
