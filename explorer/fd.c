/* The search. Binary constraints become support bit sets and prune by forward checking (all-different falls out of
 * disequalities); every other constraint waits for the one unassigned atom that stopped its evaluation, and atoms that
 * constraints wait for are assigned first: nested reads are followed exactly as far as the constraints need.
 * The variable order is domain size over failures, ties by position, so the search is the same on every run. */
#include "explorer/fd_search.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_PAIRS 16384u /* of a binary constraint written out */

static void *checked(void *p) {
  if (!p) {
    fputs("summ: out of memory\n", stderr);
    abort();
  }
  return p;
}

static inline void bits_set(fd_bits *b, unsigned i) { b->w[i / 64] |= (uint64_t)1 << i % 64; }
static inline void bits_clear(fd_bits *b, unsigned i) { b->w[i / 64] &= ~((uint64_t)1 << i % 64); }
static inline bool bits_has(const fd_bits *b, unsigned i) { return b->w[i / 64] >> i % 64 & 1; }
static unsigned bits_count(const fd_bits *b) {
  return (unsigned)(__builtin_popcountll(b->w[0]) + __builtin_popcountll(b->w[1]) +
                    __builtin_popcountll(b->w[2]) + __builtin_popcountll(b->w[3]));
}
static unsigned bits_next(const fd_bits *b, unsigned from) { /* FD_VALUES: none */
  for (unsigned w = from / 64; w < 4; w++) {
    uint64_t v = b->w[w];
    if (w == from / 64) v &= ~(uint64_t)0 << from % 64;
    if (v) return w * 64 + (unsigned)__builtin_ctzll(v);
  }
  return FD_VALUES;
}

/* ---- setting up ---- */

static void assign(ex_fd *fd, const fd_var *v, unsigned i) {
  fd->value[v->atom] = v->value[i];
  fd->assigned[v->atom] = 1;
  fd_new_epoch(fd);
}
static void unassign(ex_fd *fd, const fd_var *v) {
  fd->assigned[v->atom] = 0;
  fd_new_epoch(fd);
}

static int var_of(const fd_search *s, uint32_t atom) {
  for (uint32_t i = 0; i < s->nvars; i++)
    if (s->var[i].atom == atom) return (int)i;
  return -1;
}

static void init_vars(fd_search *s, const fd_problem *p) {
  s->nvars = p->natoms;
  s->var = checked(calloc(p->natoms, sizeof *s->var));
  for (uint32_t i = 0; i < p->natoms; i++) {
    fd_var *v = &s->var[i];
    v->atom = p->atoms[i];
    v->assigned = -1;
    for (unsigned r = 0; r < p->domains[i].n; r++)
      for (uint64_t x = p->domains[i].r[r].lo;; x++) {
        assert(v->nvalues < FD_VALUES);
        bits_set(&v->dom, v->nvalues);
        v->value[v->nvalues++] = x;
        if (x == p->domains[i].r[r].hi) break;
      }
    v->count = v->nvalues;
  }
}

/* Is the limit reached? Writing out a constraint over large terms can be more work than the search. */
static bool over(fd_search *s) {
  s->exhausted |= s->nodes + (s->fd->work - s->work0) / FD_NODE_WORK > s->limit;
  return s->exhausted;
}

/* false: no value is left, or the limit is reached. */
static bool filter_unary(fd_search *s, uint32_t node, fd_var *v) {
  for (unsigned i = bits_next(&v->dom, 0); i < FD_VALUES; i = bits_next(&v->dom, i + 1)) {
    uint64_t truth;
    assign(s->fd, v, i);
    bool known = fd_eval(s->fd, node, &truth);
    assert(known);
    if (known && !truth) bits_clear(&v->dom, i);
    if (over(s)) break;
  }
  unassign(s->fd, v);
  v->count = bits_count(&v->dom);
  return v->count != 0 && !s->exhausted;
}

static void add_pair(fd_search *s, uint32_t node, uint32_t x, uint32_t y) {
  fd_var *vx = &s->var[x], *vy = &s->var[y];
  s->pair = checked(realloc(s->pair, (s->npairs + 1) * sizeof *s->pair));
  fd_pair *p = &s->pair[s->npairs++];
  p->x = x, p->y = y;
  p->of_x = checked(calloc(vx->nvalues + vy->nvalues, sizeof *p->of_x));
  p->of_y = p->of_x + vx->nvalues;
  for (unsigned i = bits_next(&vx->dom, 0); i < FD_VALUES && !over(s); i = bits_next(&vx->dom, i + 1)) {
    for (unsigned j = bits_next(&vy->dom, 0); j < FD_VALUES; j = bits_next(&vy->dom, j + 1)) {
      uint64_t truth;
      s->fd->value[vx->atom] = vx->value[i];
      s->fd->assigned[vx->atom] = 1;
      assign(s->fd, vy, j);
      if (fd_eval(s->fd, node, &truth) && truth) {
        bits_set(&p->of_x[i], j);
        bits_set(&p->of_y[j], i);
      }
    }
  }
  unassign(s->fd, vx);
  unassign(s->fd, vy);
}

/* Sorts the constraints by kind; false: one of them can never hold, or the limit is reached. */
static bool init_constraints(fd_search *s, const fd_problem *p) {
  term_ctx *tc = s->fd->tc;
  for (int binary = 0; binary < 2; binary++) /* small domains first */
    for (size_t i = 0; i < p->n; i++) {
      uint32_t n, node = fd_compile(s->fd, p->constraints[i]);
      const uint32_t *ids = term_atoms(tc, p->constraints[i], &n);
      assert(node);
      if ((n < 2) == (binary == 1)) continue;
      uint64_t truth;
      if (n == 0 && fd_eval(s->fd, node, &truth) && !truth) return false;
      if (n == 0) continue;
      int x = var_of(s, ids[0]), y = n == 2 ? var_of(s, ids[1]) : -1;
      assert(x >= 0);
      if (n == 1 && !filter_unary(s, node, &s->var[x])) return false;
      if (n == 2 && s->var[x].count * s->var[y].count <= MAX_PAIRS) {
        add_pair(s, node, (uint32_t)x, (uint32_t)y);
      } else if (n >= 2) {
        s->wait = checked(realloc(s->wait, (s->nwaits + 1) * sizeof *s->wait));
        s->wait[s->nwaits++] = (fd_wait){.node = node, .var = -1};
      }
      if (s->exhausted) return false;
    }
  return true;
}

/* Values without support on the other side go; repeated until nothing changes. */
static bool arc_consistency(fd_search *s) {
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t k = 0; k < s->npairs; k++) {
      fd_pair *p = &s->pair[k];
      for (int side = 0; side < 2; side++) {
        fd_var *v = &s->var[side ? p->y : p->x];
        const fd_var *o = &s->var[side ? p->x : p->y];
        const fd_bits *support = side ? p->of_y : p->of_x;
        for (unsigned i = bits_next(&v->dom, 0); i < FD_VALUES; i = bits_next(&v->dom, i + 1)) {
          bool any = false;
          for (int w = 0; w < 4; w++) any |= (support[i].w[w] & o->dom.w[w]) != 0;
          if (any) continue;
          bits_clear(&v->dom, i);
          v->count--;
          changed = true;
        }
        if (!v->count) return false;
      }
    }
  }
  return true;
}

static void index_pairs(fd_search *s) {
  for (uint32_t k = 0; k < s->npairs; k++) {
    uint32_t ends[2] = {s->pair[k].x, s->pair[k].y};
    for (int e = 0; e < 2; e++) {
      fd_var *v = &s->var[ends[e]];
      v->pairs = checked(realloc(v->pairs, (v->npairs + 1) * sizeof *v->pairs));
      v->pairs[v->npairs++] = k;
    }
  }
}

/* ---- propagation with a trail ---- */

static void trail_push(fd_search *s, fd_trail t) {
  if (s->ntrail == s->trail_cap) {
    s->trail_cap = s->trail_cap * 2 + 64;
    s->trail = checked(realloc(s->trail, s->trail_cap * sizeof *s->trail));
  }
  s->trail[s->ntrail++] = t;
}

static void undo(fd_search *s, size_t mark) {
  while (s->ntrail > mark) {
    const fd_trail *t = &s->trail[--s->ntrail];
    if (t->is_domain) {
      s->var[t->index].dom = t->dom;
      s->var[t->index].count = t->count;
    } else {
      s->wait[t->index].var = t->var;
      s->wait[t->index].done = t->done;
    }
  }
}

/* Evaluates a waiting constraint; false: it fails. */
static bool revisit(fd_search *s, uint32_t k) {
  fd_wait *w = &s->wait[k];
  trail_push(s, (fd_trail){.index = k, .var = w->var, .done = w->done});
  uint64_t truth;
  if (fd_eval(s->fd, w->node, &truth)) {
    if (!truth) {
      if (w->var >= 0) s->var[w->var].failures++;
      return false;
    }
    w->done = true;
    return true;
  }
  w->var = var_of(s, s->fd->blocker);
  assert(w->var >= 0);
  return true;
}

static bool propagate(fd_search *s, uint32_t x, unsigned i) {
  fd_var *v = &s->var[x];
  for (uint32_t k = 0; k < v->npairs; k++) {
    const fd_pair *p = &s->pair[v->pairs[k]];
    uint32_t y = p->x == x ? p->y : p->x;
    const fd_bits *support = p->x == x ? &p->of_x[i] : &p->of_y[i];
    fd_var *o = &s->var[y];
    if (o->assigned >= 0) continue; /* was pruned when it was assigned */
    fd_bits d;
    bool less = false;
    for (int w = 0; w < 4; w++) {
      d.w[w] = o->dom.w[w] & support->w[w];
      less |= d.w[w] != o->dom.w[w];
    }
    if (!less) continue;
    trail_push(s, (fd_trail){.is_domain = true, .index = y, .dom = o->dom, .count = o->count});
    o->dom = d;
    o->count = bits_count(&d);
    if (!o->count) {
      o->failures++;
      return false;
    }
  }
  for (uint32_t k = 0; k < s->nwaits; k++)
    if (!s->wait[k].done && s->wait[k].var == (int)x && !revisit(s, k)) return false;
  return true;
}

/* ---- choosing and searching ---- */

static int choose(const fd_search *s) {
  uint32_t waiting[FD_ATOMS] = {0};
  bool any = false;
  for (uint32_t k = 0; k < s->nwaits; k++)
    if (!s->wait[k].done) waiting[s->wait[k].var]++, any = true;
  int best = -1;
  uint64_t best_size = 0, best_weight = 1;
  for (uint32_t i = 0; i < s->nvars; i++) {
    const fd_var *v = &s->var[i];
    if (v->assigned >= 0) continue;
    if (v->count == 1) return (int)i;
    if (any && !waiting[i]) continue;
    uint64_t weight = 1 + waiting[i] + v->failures;
    if (best < 0 || v->count * best_weight < best_size * weight)
      best = (int)i, best_size = v->count, best_weight = weight;
  }
  return best;
}

/* False: stop everything (a solution was enough, or the limit). */
static bool descend(fd_search *s) {
  int x = choose(s);
  if (x < 0) {
    s->solutions++;
    return s->on_solution(s);
  }
  fd_var *v = &s->var[x];
  fd_bits left = v->dom; /* the domain of an assigned variable does not change */
  bool first = v->preferred >= 0 && bits_has(&left, (unsigned)v->preferred);
  for (unsigned i = first ? (unsigned)v->preferred : bits_next(&left, 0); i < FD_VALUES;
       i = bits_next(&left, 0)) {
    bits_clear(&left, i);
    s->nodes++;
    if (over(s)) return false;
    size_t mark = s->ntrail;
    v->assigned = (int)i;
    assign(s->fd, v, i);
    bool go_on = !propagate(s, (uint32_t)x, i) || descend(s);
    undo(s, mark);
    v->assigned = -1;
    unassign(s->fd, v);
    if (!go_on) return false;
  }
  return true;
}

ex_sat fd_run(fd_search *s, const fd_problem *p) {
  s->work0 = s->fd->work;
  init_vars(s, p);
  for (uint32_t i = 0; i < s->nvars; i++) s->var[i].preferred = -1;
  bool possible = true;
  for (size_t i = 0; i < p->n; i++) /* compile everything first: it sizes the assignment */
    if (!fd_compile(s->fd, p->constraints[i])) return EX_UNKNOWN;
  for (uint32_t i = 0; i < s->nvars; i++) {
    if (!s->var[i].count) possible = false;
    if (s->prefer)
      for (unsigned k = 0; k < s->var[i].nvalues; k++)
        if (s->var[i].value[k] == term_model_get(s->prefer, s->var[i].atom)) s->var[i].preferred = (int)k;
  }
  possible = possible && init_constraints(s, p) && arc_consistency(s);
  if (possible) index_pairs(s);
  for (uint32_t k = 0; possible && k < s->nwaits; k++) possible = revisit(s, k);
  if (possible) descend(s);
  s->nodes += (s->fd->work - s->work0) / FD_NODE_WORK;
  return s->solutions ? EX_SAT : s->exhausted ? EX_UNKNOWN : EX_UNSAT;
}

void fd_done(fd_search *s) {
  for (uint32_t i = 0; i < s->nvars; i++) free(s->var[i].pairs);
  for (uint32_t k = 0; k < s->npairs; k++) free(s->pair[k].of_x);
  free(s->var);
  free(s->pair);
  free(s->wait);
  free(s->trail);
}

uint64_t ex_fd_work(const ex_fd *fd) { return fd->work; }

bool ex_fd_fits(ex_fd *fd, const fd_problem *p) {
  if (p->natoms > FD_ATOMS) return false;
  for (size_t i = 0; i < p->n; i++)
    if (!fd_compile(fd, p->constraints[i])) return false;
  return true;
}

static bool take_first(fd_search *s) {
  for (uint32_t i = 0; i < s->nvars; i++) {
    const fd_var *v = &s->var[i];
    term_model_set(s->model, v->atom, v->value[v->assigned]);
  }
  return false;
}

ex_sat ex_fd_search(ex_fd *fd, const fd_problem *p, uint64_t limit, uint64_t *nodes, term_model *m) {
  fd_search s = {.fd = fd, .limit = limit, .on_solution = take_first, .model = m, .prefer = m};
  ex_sat r = fd_run(&s, p);
  *nodes = s.nodes;
  fd_done(&s);
  return r;
}
