/* The solver: wave propagation (Pereira and Berlin, CGO 2009). Each wave collapses the cycles of the inclusion graph,
 * pushes what is new through it in topological order, then applies the waiting constraints to what arrived, which adds
 * edges for the next wave. A cycle that adds an offset (p = p + 8 in a loop, possibly through memory or calls) would
 * walk through an object for ever; such steps are turned into variable ones, which fold the object instead. */
#include "slicer/pointsto.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

uint32_t pt_find(pt_graph *g, uint32_t n) {
  while (g->rep[n] != n) {
    g->rep[n] = g->rep[g->rep[n]];
    n = g->rep[n];
  }
  return n;
}

void pt_unify(pt_graph *g, uint32_t a, uint32_t b) {
  a = pt_find(g, a);
  b = pt_find(g, b);
  if (a == b) return;
  g->rep[b] = a;
  g->pts[a] = slice_pool_union(&g->pool, g->pts[a], g->pts[b]);
  if (g->cons[b] != FE_NONE) {
    if (g->cons[a] == FE_NONE) {
      g->cons[a] = g->cons[b];
      g->done[a] = g->done[b];
    } else {
      g->con[g->cons_tail[a]].next = g->cons[b];
      if (g->done[a] != g->done[b]) g->done[a] = 0; /* applying a constraint twice does no harm */
    }
    g->cons_tail[a] = g->cons_tail[b];
  }
  slice_set_or(&g->succ[a], &g->succ[b]);
  g->dirty[a] = 3;
  slice_set_free(&g->succ[b]);
}

static void include(pt_graph *g, uint32_t node, uint32_t set) {
  uint32_t now = slice_pool_union(&g->pool, g->pts[node], set);
  if (now != g->pts[node]) {
    g->pts[node] = now;
    g->dirty[node] = 3;
  }
}

bool pt_edge(pt_graph *g, uint32_t from, uint32_t to) {
  from = pt_find(g, from);
  to = pt_find(g, to);
  if (from == to || !slice_set_add(&g->succ[from], to)) return false;
  g->nedges++;
  include(g, to, g->pts[from]);
  return true;
}

void pt_add(pt_graph *g, uint32_t node, uint32_t loc) {
  node = pt_find(g, node);
  if (!slice_set_has(&g->pool.sets[g->pts[node]], loc)) include(g, node, slice_pool_one(&g->pool, loc));
}

void pt_constrain(pt_graph *g, uint32_t node, pt_con c) {
  node = pt_find(g, node);
  SLICE_ROOM(g->con, g->ncons, g->capcons);
  c.next = FE_NONE;
  g->con[g->ncons] = c;
  if (g->cons[node] == FE_NONE)
    g->cons[node] = g->ncons;
  else
    g->con[g->cons_tail[node]].next = g->ncons;
  g->cons_tail[node] = g->ncons++;
  g->done[node] = 0; /* the new one has seen nothing yet */
  g->dirty[node] = 3;
}

/* ---- cycles ---- */

typedef struct tarjan {
  pt_graph *g;
  uint32_t n, next, nstack, ncall;
  uint32_t *index, *low, *stack;
  uint32_t *order, norder; /* representatives, successors first */
  bool geps;               /* follow pointer steps as edges too */
  struct frame {
    uint32_t node, i, con;
    uint64_t rest;
  } *call;
  uint32_t capcall;
  uint32_t *comp; /* geps: component of each node */
} tarjan;

static void enter(tarjan *t, uint32_t v) {
  t->index[v] = t->low[v] = ++t->next;
  t->stack[t->nstack++] = v;
  SLICE_ROOM(t->call, t->ncall, t->capcall);
  t->call[t->ncall++] = (struct frame){v, 0, t->g->cons[v], t->g->succ[v].n ? t->g->succ[v].v[0].bits : 0};
}

/* Next successor of the frame's node, FE_NONE at the end. */
static uint32_t successor(tarjan *t, struct frame *f) {
  const slice_set *s = &t->g->succ[f->node];
  while (f->i < s->n) {
    if (f->rest) {
      uint32_t x = s->v[f->i].word * 64 + (uint32_t)__builtin_ctzll(f->rest);
      f->rest &= f->rest - 1;
      return pt_find(t->g, x);
    }
    if (++f->i < s->n) f->rest = s->v[f->i].bits;
  }
  while (t->geps && f->con != FE_NONE) {
    const pt_con *c = &t->g->con[f->con];
    f->con = c->next;
    if (c->kind == PT_GEP) return pt_find(t->g, c->other);
  }
  return FE_NONE;
}

static void visit(tarjan *t, uint32_t root) {
  enter(t, root);
  while (t->ncall) {
    struct frame *f = &t->call[t->ncall - 1];
    uint32_t v = f->node, w = successor(t, f);
    if (w != FE_NONE) {
      if (!t->index[w])
        enter(t, w);
      else if (t->comp[w] == FE_NONE && t->index[w] < t->low[v])
        t->low[v] = t->index[w];
      continue;
    }
    t->ncall--;
    if (t->ncall && t->low[v] < t->low[t->call[t->ncall - 1].node])
      t->low[t->call[t->ncall - 1].node] = t->low[v];
    if (t->low[v] != t->index[v]) continue;
    uint32_t u;
    do {
      u = t->stack[--t->nstack];
      t->comp[u] = v;
    } while (u != v);
    t->order[t->norder++] = v;
  }
}

static void find_components(tarjan *t, pt_graph *g, bool geps) {
  *t = (tarjan){.g = g, .n = g->nnodes, .geps = geps};
  t->index = slice_alloc(t->n, sizeof *t->index);
  t->low = slice_alloc(t->n, sizeof *t->low);
  t->stack = slice_alloc(t->n, sizeof *t->stack);
  t->order = slice_alloc(t->n, sizeof *t->order);
  t->comp = slice_grow(NULL, t->n ? t->n : 1, sizeof *t->comp);
  memset(t->comp, 0xff, t->n * sizeof *t->comp);
  for (uint32_t v = 0; v < t->n; v++)
    if (g->rep[v] == v && !t->index[v] && (g->succ[v].n || g->cons[v] != FE_NONE)) visit(t, v);
}

static void tarjan_free(tarjan *t) {
  free(t->index);
  free(t->low);
  free(t->stack);
  free(t->order);
  free(t->comp);
  free(t->call);
}

/* Pointer steps inside a cycle become variable steps. */
static void fold_stepping_cycles(pt_graph *g) {
  tarjan t;
  find_components(&t, g, true);
  for (uint32_t v = 0; v < t.n; v++) {
    if (g->rep[v] != v) continue;
    bool changed = false;
    for (uint32_t c = g->cons[v]; c != FE_NONE; c = g->con[c].next) {
      pt_con *k = &g->con[c];
      if (k->kind != PT_GEP || k->off == 0 || t.comp[v] == FE_NONE) continue;
      uint32_t w = pt_find(g, k->other);
      if (t.comp[w] != t.comp[v]) continue;
      uint64_t a = k->stride, b = k->off < 0 ? -(uint64_t)k->off : (uint64_t)k->off;
      while (b) {
        uint64_t r = a % b;
        a = b;
        b = r;
      }
      k->stride = a;
      k->off = 0;
      changed = true;
    }
    if (changed) {
      g->done[v] = 0;
      g->dirty[v] = 3;
    }
  }
  tarjan_free(&t);
}

/* ---- constraints ---- */

typedef struct pt_stepped {
  uint32_t set, to;
  int64_t off;
  uint64_t stride;
} pt_stepped;
enum { STEPPED = 1 << 16 };

/* All locations of a set moved by a pointer step, as a set. */
static uint32_t step_set(pt_graph *g, uint32_t set, int64_t off, uint64_t stride) {
  if (set == 0) return 0;
  uint64_t k = set * UINT64_C(0x9e3779b97f4a7c15) ^ (uint64_t)off * UINT64_C(0xff51afd7ed558ccd) ^
               stride << 7;
  pt_stepped *m = &g->stepped[(k ^ k >> 31) % STEPPED];
  if (m->set == set && m->off == off && m->stride == stride) return m->to;
  slice_set in = {0}, out = {0};
  slice_set_copy(&in, &g->pool.sets[set]); /* stepping makes new locations and may move the pool */
  for (slice_iter it = {0}; slice_set_next(&in, &it);) slice_set_add(&out, pt_loc_step(g, it.x, off, stride));
  uint32_t to = slice_pool_id(&g->pool, &out);
  slice_set_free(&in);
  slice_set_free(&out);
  *m = (pt_stepped){set, to, off, stride};
  return to;
}

static void room_for_sets(pt_graph *g) {
  if (g->capreads >= g->pool.n) return;
  uint32_t n = 2 * g->pool.n;
  g->reads = slice_grow(g->reads, n, sizeof *g->reads);
  g->writes = slice_grow(g->writes, n, sizeof *g->writes);
  for (uint32_t i = g->capreads; i < n; i++) g->reads[i] = g->writes[i] = FE_NONE;
  g->capreads = n;
}

/* One node between all loads through equal sets and the contents of the set: without it every load would have an edge from
 * each of hundreds of locations. */
static uint32_t contents(pt_graph *g, uint32_t set, bool write) {
  room_for_sets(g);
  uint32_t *slot = write ? &g->writes[set] : &g->reads[set];
  if (*slot != FE_NONE) return *slot;
  uint32_t node = *slot = pt_new_node(g);
  for (slice_iter it = {0}; slice_set_next(&g->pool.sets[set], &it);) {
    uint32_t l = pt_loc_find(g, it.x);
    const pt_obj *o = &g->objs[g->locs[l].obj];
    if (o->kind == PT_FUNC || o->kind == PT_UNKFN || (write && o->is_const)) continue;
    if (write)
      slice_set_add(&g->succ[node], pt_find(g, l == g->u ? g->out : g->locs[l].node));
    else
      pt_edge(g, g->locs[l].node, node);
  }
  return node;
}

static void apply_each(pt_graph *g, pt_con c, uint32_t loc) {
  uint32_t l = pt_loc_find(g, loc), obj = g->locs[l].obj;
  const pt_obj *o = &g->objs[obj];
  switch ((pt_con_kind)c.kind) {
  case PT_COPY_SRC:
    if (slice_set_add(&g->objs[c.other].copied_from, l))
      pt_link_add(g, obj, (pt_link){c.other, g->locs[l].off, 0, c.stride});
    break;
  case PT_COPY_DST:
    if (o->kind != PT_FUNC && !o->is_const && slice_set_add(&g->objs[c.other].copied_to, l))
      pt_link_add(g, c.other, (pt_link){obj, 0, g->locs[l].off, c.stride});
    break;
  case PT_CALL:
    if (o->kind == PT_FUNC)
      pt_offer(g, c.other, o->a);
    else if (o->kind == PT_UNKNOWN)
      pt_bind_unknown(g, c.other);
    else
      g->sites[c.other].unknown = true;
    break;
  case PT_ESCAPE: pt_escape(g, obj); break;
  case PT_LOAD:
  case PT_STORE:
  case PT_GEP: break;
  }
}

static void apply(pt_graph *g, uint32_t node, uint32_t set, const slice_set *fresh) {
  for (uint32_t ci = g->cons[node]; ci != FE_NONE;) {
    pt_con c = g->con[ci]; /* more may be appended meanwhile: then done is cleared and they run next time */
    ci = c.next;
    if (c.kind == PT_GEP) {
      uint32_t to = step_set(g, set, c.off, c.stride);
      include(g, pt_find(g, c.other), to);
    } else if (c.kind == PT_LOAD) {
      pt_edge(g, contents(g, set, false), c.other);
    } else if (c.kind == PT_STORE) {
      pt_edge(g, c.other, contents(g, set, true));
    } else {
      for (slice_iter it = {0}; slice_set_next(fresh, &it);) apply_each(g, c, it.x);
    }
  }
}

/* ---- waves ---- */

/* Collapses cycles and finds a new order, unless too little was added since for that to pay. */
static void reorder(pt_graph *g) {
  if (g->order && g->nedges - g->edges_then < 512) {
    g->order = slice_grow(g->order, g->norder + (g->nnodes - g->nodes_then) + 1, sizeof *g->order);
    while (g->nodes_then < g->nnodes) g->order[g->norder++] = g->nodes_then++;
    return;
  }
  tarjan t;
  find_components(&t, g, false);
  for (uint32_t v = 0; v < t.n; v++)
    if (t.comp[v] != FE_NONE && t.comp[v] != v) pt_unify(g, t.comp[v], v);
  free(g->order);
  g->order = t.order;
  g->norder = t.norder;
  g->nodes_then = g->nnodes;
  g->edges_then = g->nedges;
  t.order = NULL;
  tarjan_free(&t);
}

static bool wave(pt_graph *g) {
  reorder(g);
  for (uint32_t i = g->norder; i-- > 0;) { /* predecessors first */
    uint32_t v = g->order[i];
    if (!(g->dirty[v] & 1) || g->rep[v] != v) continue;
    g->dirty[v] &= 2;
    for (slice_iter it = {0}; slice_set_next(&g->succ[v], &it);) {
      uint32_t w = pt_find(g, it.x);
      if (w != v) include(g, w, g->pts[v]);
    }
  }
  bool changed = false;
  slice_set fresh = {0};
  for (uint32_t i = g->norder; i-- > 0;) {
    uint32_t v = pt_find(g, g->order[i]);
    if (!(g->dirty[v] & 2)) continue;
    g->dirty[v] &= 1;
    uint32_t set = g->pts[v];
    if (g->cons[v] == FE_NONE || set == g->done[v]) continue;
    slice_set_minus(&fresh, &g->pool.sets[set], &g->pool.sets[g->done[v]]);
    g->done[v] = set;
    changed = true;
    apply(g, v, slice_pool_id(&g->pool, &fresh), &fresh); /* what was there before has been seen to */
    pt_drain(g);
  }
  slice_set_free(&fresh);
  return changed;
}

/* The contract of the solution: every node's contents reached its successors and its constraints. */
static bool settled(pt_graph *g) {
  for (uint32_t v = 0; v < g->nnodes; v++)
    if (g->rep[v] == v &&
        ((g->dirty[v] & 1 && g->succ[v].n) || (g->cons[v] != FE_NONE && g->pts[v] != g->done[v])))
      return false;
  return true;
}

void pt_solve(pt_graph *g) {
  if (!g->stepped) g->stepped = slice_alloc(STEPPED, sizeof *g->stepped);
  pt_drain(g);
  for (uint32_t round = 0;; round++) {
    if ((round & (round - 1)) == 0) fold_stepping_cycles(g);
    if (wave(g)) continue;
    if (settled(g)) break;
    free(g->order); /* a node the order does not have got its first edge */
    g->order = NULL;
  }
}
