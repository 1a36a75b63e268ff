/* Forks. Each path runs under its witness: the side the witness takes costs nothing, the other side one query, whose model
 * becomes the witness of the fork (CAUT's path tree with the flip at the node instead of a new run). Only decisions of the
 * unit's own body are nodes of the tree; other forks (an address to follow, a callee's branch) go into the constraint only. */
#include "explorer/internal.h"

#include <stdlib.h>
#include <string.h>

void ex_add_constraint(ex_unit *u, ex_state *s, term c) {
  if (term_is_const(u->tc, c)) return;
  if (!u->no_calls && term_has_call(u->tc, c)) u->call_decides = u->stop = true;
  ex_pc *pc = ex_pc_push(u->solver, s->pc, c);
  if (s->pc) ex_pc_unref(u->solver, s->pc);
  s->pc = pc;
  s->changes++;
}

static bool holds(ex_unit *u, ex_state *s, term c) { return term_eval(u->tc, c, s->model->m) != 0; }

void ex_note_bound(ex_unit *u, const ex_state *s, sum_bound_kind kind) {
  const ex_frame *f = s->top;
  ex_note_bound_at(u, s, f ? u->p->funcs[f->func].usr : u->fn->usr, f ? f->insn : 0, kind);
}

void ex_note_bound_at(ex_unit *u, const ex_state *s, const char *usr, uint32_t insn, sum_bound_kind kind) {
  sum_summary *sum = u->sum;
  ex_lose(u, s);
  for (uint32_t i = 0; i < sum->nbounds; i++) {
    sum_bound *b = &sum->bounds[i];
    if (b->kind == kind && b->place.insn == insn && !strcmp(b->place.usr, usr)) {
      b->count++;
      return;
    }
  }
  if (sum->nbounds == u->bounds_cap) {
    u->bounds_cap = u->bounds_cap ? 2 * u->bounds_cap : 8;
    sum_bound *n = sum_alloc_bytes(sum, u->bounds_cap * sizeof *n);
    if (sum->nbounds) memcpy(n, sum->bounds, sum->nbounds * sizeof *n);
    sum->bounds = n;
  }
  sum->bounds[sum->nbounds++] = (sum_bound){(uint8_t)kind, {sum_strdup(sum, usr), insn}, 1};
}

/* Behaviour that C leaves undefined: nobody knows what the program does from there on. */
static bool is_undefined(sum_outcome kind) {
  return kind != SUM_ASSERT && kind != SUM_ABORT && kind != SUM_LEAK && kind != SUM_FLOAT_OVERFLOW;
}

void ex_error(ex_unit *u, ex_state *s, sum_outcome kind, const char *detail) {
  bool wanted = u->e->opt.checks & EX_CHECK(kind);
  if (!wanted && u->e->opt.whole_program && is_undefined(kind)) ex_note_bound(u, s, SUM_B_UNCHECKED);
  ex_finish(u, s, wanted ? kind : SUM_EXITED, 0, detail, NULL, NULL, 0);
  if (wanted && u->e->opt.whole_program) ex_enough(u);
}

void ex_cut(ex_unit *u, ex_state *s, sum_bound_kind kind) {
  ex_note_bound(u, s, kind);
  ex_finish(u, s, SUM_CUT, kind, "", NULL, NULL, 0);
}

/* ---- the worklist ---- */

void ex_push(ex_unit *u, ex_queue *q, ex_state *s) {
  (void)u;
  if (q->n == q->cap) {
    q->cap = q->cap ? 2 * q->cap : 64;
    q->state = ex_xrealloc(q->state, q->cap * sizeof *q->state);
  }
  q->state[q->n++] = s;
}

/* Waiting states may keep so many bytes alive. A path through a large array copies tables as large as that between forks. */
enum { MOST_HELD = 1 << 29 };

/* Queues the side of s where c holds. The fork stands at the same instruction; the caller of this may move it on. NULL: not
 * feasible. */
static ex_state *fork_side(ex_unit *u, ex_state *s, term c) {
  term_model *m = NULL;
  ex_sat r = ex_solve(u->solver, s->pc, c, s->model->m, &m);
  if (r == EX_UNKNOWN) ex_note_bound(u, s, SUM_B_SOLVER);
  u->last_unsat = r == EX_UNSAT;
  if (r != EX_SAT) return NULL;
  if (u->held > MOST_HELD) {
    ex_note_bound(u, s, SUM_B_MEMORY);
    term_model_free(m);
    return NULL;
  }
  ex_state *f = ex_state_fork(u, s);
  /* what s has copied since its last fork it will copy again: the fork keeps the copy alive */
  f->held = s->copied + s->npages * sizeof *s->pages + sizeof *s + sizeof(ex_chunk);
  f->copied = s->copied = 0;
  ex_add_constraint(u, f, c);
  ex_set_model(f, m);
  u->held += f->held;
  ex_push(u, &u->work, f);
  return f;
}

/* In search of branches sides wait, mostly unsolved (m NULL): few are ever needed. edge: the open one it would take, or
 * FE_NONE. Takes m. */
static ex_state *put_aside(ex_unit *u, const ex_state *s, term c, term_model *m, uint32_t edge) {
  ex_state *f = ex_state_fork(u, s);
  f->pending_edge = edge;
  if (m) {
    ex_add_constraint(u, f, c);
    ex_set_model(f, m);
  } else {
    f->pending = c;
  }
  ex_push(u, edge == FE_NONE ? &u->later : &u->opening, f);
  return f;
}

/* Was c just made part of the path condition? A state that was put aside executes its instruction again. */
static bool was_added(const ex_state *s, term c) {
  const ex_pc *pc = s->pc;
  for (int i = 0; pc && i < 8; i++, pc = ex_pc_parent(pc))
    if (ex_pc_term(pc) == c) return true;
  return false;
}

bool ex_solve_pending(ex_unit *u, ex_state *s) {
  if (!s->pending) return true;
  term_model *m = NULL;
  ex_sat r = ex_solve(u->solver, s->pc, s->pending, s->model->m, &m);
  if (r == EX_UNKNOWN) ex_note_bound(u, s, SUM_B_SOLVER);
  if (r != EX_SAT) return false;
  ex_add_constraint(u, s, s->pending);
  ex_set_model(s, m);
  s->pending = 0;
  s->pending_edge = FE_NONE;
  return true;
}

/* ---- forks that are no decisions ---- */

ex_state *ex_fork(ex_unit *u, ex_state *s, term cond) {
  u->last_unsat = term_is_const(u->tc, cond) && !term_const_value(u->tc, cond);
  if (u->last_unsat) return NULL;
  if (!u->e->opt.cover_branches) return fork_side(u, s, cond);
  if (ex_worthwhile(u, s)) return put_aside(u, s, cond, NULL, FE_NONE);
  u->dropped = true;
  return NULL;
}

bool ex_choose(ex_unit *u, ex_state *s, term cond) {
  if (term_is_const(u->tc, cond)) return term_const_value(u->tc, cond) != 0;
  bool v = holds(u, s, cond), other = true;
  term taken = v ? cond : term_not(u->tc, cond);
  if (u->e->opt.cover_branches && was_added(s, taken))
    other = false;
  else
    other = ex_fork(u, s, term_not(u->tc, taken)) || !u->last_unsat;
  if (other) ex_add_constraint(u, s, taken);
  return v;
}

bool ex_assume(ex_unit *u, ex_state *s, term cond) {
  if (term_is_const(u->tc, cond)) return term_const_value(u->tc, cond) != 0;
  if (!holds(u, s, cond)) {
    term_model *m = NULL;
    ex_sat r = ex_solve(u->solver, s->pc, cond, s->model->m, &m);
    if (r == EX_UNKNOWN) ex_note_bound(u, s, SUM_B_SOLVER);
    if (r != EX_SAT) return false;
    ex_add_constraint(u, s, cond);
    ex_set_model(s, m);
    return true;
  }
  ex_add_constraint(u, s, cond);
  return true;
}

bool ex_limit(ex_unit *u, ex_state *s, term beyond, sum_bound_kind kind) {
  term_model *m = NULL;
  ex_sat sat = ex_solve(u->solver, s->pc, beyond, s->model->m, &m);
  if (sat == EX_SAT) term_model_free(m);
  if (sat == EX_UNSAT) return true;
  ex_note_bound(u, s, kind);
  return ex_assume(u, s, term_not(u->tc, beyond));
}

ex_state *ex_split(ex_unit *u, ex_state *s, term cond, bool *left) {
  *left = true;
  if (term_is_const(u->tc, cond)) {
    *left = !term_const_value(u->tc, cond);
    return *left ? NULL : ex_state_fork(u, s);
  }
  if (holds(u, s, cond)) {
    ex_state *f = ex_state_fork(u, s);
    ex_add_constraint(u, f, cond);
    *left = ex_assume(u, s, term_not(u->tc, cond));
    return f;
  }
  term_model *m = NULL;
  ex_sat r = ex_solve(u->solver, s->pc, cond, s->model->m, &m);
  if (r == EX_UNSAT) return NULL;
  if (r == EX_UNKNOWN) ex_note_bound(u, s, SUM_B_SOLVER);
  ex_state *f = NULL;
  if (r == EX_SAT) {
    f = ex_state_fork(u, s);
    ex_add_constraint(u, f, cond);
    ex_set_model(f, m);
  }
  ex_add_constraint(u, s, term_not(u->tc, cond));
  return f;
}

bool ex_end_if(ex_unit *u, ex_state *s, term cond, sum_outcome kind, const char *detail) {
  bool left;
  ex_state *f = ex_split(u, s, cond, &left);
  if (f) {
    ex_error(u, f, kind, detail);
    ex_state_free(u, f);
  }
  return left;
}

bool ex_guard(ex_unit *u, ex_state *s, term bad, sum_outcome kind, const char *detail) {
  if (u->e->opt.checks & EX_CHECK(kind)) return ex_end_if(u, s, bad, kind, detail);
  bool harmless = kind == SUM_BAD_SHIFT || kind == SUM_OVERFLOW || kind == SUM_UNINIT;
  if (harmless) return true;
  u->narrowed = true;
  if (u->e->opt.whole_program && is_undefined(kind)) return ex_limit(u, s, bad, SUM_B_UNCHECKED);
  return ex_assume(u, s, term_not(u->tc, bad));
}

/* ---- decisions ---- */

void ex_take_edge(ex_unit *u, ex_state *s, uint32_t edge) {
  ex_frame *f = ex_frame_own(s);
  const fe_func *fn = &u->p->funcs[f->func];
  const fe_edge *e = &fn->edges[edge];
  for (uint32_t i = 0; i < e->nmoves; i++) {
    const fe_move *m = &fn->moves[e->move0 + i];
    ex_val v = ex_get(u, s, m->src);
    ex_set(u, f, m->dst, v);
  }
  const ex_func_info *info = &u->info[f->func];
  s->came_round = info->header[e->block] && info->scc[e->block] == info->scc[info->block_of[f->insn]];
  f->insn = fn->blocks[e->block].first;
}

/* Does this edge leave the loop its block belongs to? */
static bool leaves_loop(ex_unit *u, const ex_frame *f, uint32_t edge) {
  const ex_func_info *info = ex_info(u, f->func);
  uint32_t from = info->scc[info->block_of[f->insn]];
  return from && info->scc[u->p->funcs[f->func].edges[edge].block] != from;
}

/* Rounds of a loop that a symbolic exit test let stay, per frame: stays[insn], and behind these one flag a loop that says
 * that a test on numbers alone could have ended it. Such a loop is bounded by itself, so its bound is wider. */
enum { NUMERIC_LOOP_FACTOR = 64 };

static uint16_t *loop_counts(ex_unit *u, ex_state *s) {
  ex_frame *f = ex_frame_own(s);
  if (!f->stays) {
    f->nstays = u->p->funcs[f->func].ninsns + u->info[f->func].nloops + 1;
    f->stays = ex_xrealloc(NULL, f->nstays * sizeof *f->stays);
    memset(f->stays, 0, f->nstays * sizeof *f->stays);
  }
  return f->stays;
}

static uint16_t *numeric_test(ex_unit *u, ex_state *s, uint32_t insn) {
  const ex_func_info *info = &u->info[s->top->func];
  return loop_counts(u, s) + u->p->funcs[s->top->func].ninsns + info->scc[info->block_of[insn]];
}

/* Is the condition a comparison of integers? That one of pointers, or a joined "a || b", is decided already says nothing about
 * how long the loop goes on. */
static bool compares_integers(const ex_unit *u, const ex_frame *f, const fe_insn *in) {
  const fe_func *fn = &u->p->funcs[f->func];
  const fe_insn *first = &fn->insns[fn->blocks[u->info[f->func].block_of[f->insn]].first];
  for (const fe_insn *def = in; def-- > first;)
    if (def->dst == in->a) return def->op == FE_ICMP && def->ty2.kind != FE_PTR;
  return false;
}

/* A test of the loop that could have left it, or the first part of one (i < n && …). */
static bool numeric_exit(ex_unit *u, const ex_frame *f, const fe_insn *in) {
  const fe_func *fn = &u->p->funcs[f->func];
  const ex_func_info *info = &u->info[f->func];
  uint32_t block = info->block_of[f->insn], e0, n;
  if (!info->scc[block] || !fe_is_decision(fn, in) || !compares_integers(u, f, in)) return false;
  if (info->header[block]) return true;
  ex_block_edges(fn, block, &e0, &n);
  for (uint32_t i = 0; i < n && i < 2; i++)
    if (info->scc[fn->edges[e0 + i].block] != info->scc[block]) return true;
  return false;
}

/* false: the bound is reached and this state must not stay in the loop. */
static bool may_stay(ex_unit *u, ex_state *s, uint32_t insn, bool leaves) {
  uint16_t *numeric = numeric_test(u, s, insn), *stays = loop_counts(u, s) + insn;
  if (leaves) {
    *stays = 0;
    return true;
  }
  uint32_t limit = u->e->opt.loop_bound * (*numeric ? NUMERIC_LOOP_FACTOR : 1);
  return (*stays)++ < limit;
}

/* Is the decision at hand one of the chosen path, and does this edge go another way? */
static bool on_path(const ex_unit *u, const ex_state *s) {
  return !u->relation && (s->path ? s->path->length : 0) < u->e->opt.npath;
}
static bool leaves_path(ex_unit *u, const ex_state *s, uint32_t outcome) {
  if (!on_path(u, s) || u->e->opt.path[s->path ? s->path->length : 0].edge == outcome) return false;
  u->dropped = true;
  return true;
}

/* Moves s over one edge of the decision. outcome is the sum_decision edge; loops tells that some edge of the decision leaves
 * the loop. EX_FORKED: the state ended. */
static ex_go go_edge(ex_unit *u, ex_state *s, const fe_insn *in, uint32_t edge, uint32_t outcome,
                     bool symbolic, bool exits) {
  ex_frame *f = s->top;
  uint32_t insn = f->insn;
  if (!symbolic && numeric_exit(u, f, in)) *numeric_test(u, s, insn) = 1;
  f = s->top;
  if (symbolic && exits && !may_stay(u, s, insn, leaves_loop(u, f, edge))) {
    ex_cut(u, s, SUM_B_LOOP);
    return EX_FORKED;
  }
  if (s->top->depth == 0 && fe_is_decision(u->fn, in)) {
    if (leaves_path(u, s, outcome)) return EX_FORKED;
    ex_node *n = ex_arena_alloc(u->arena, sizeof *n);
    *n = (ex_node){
        .next = s->path, .insn = insn, .edge = outcome, .length = s->path ? s->path->length + 1 : 1};
    s->path = n;
    ex_try_edge(u, insn, outcome);
  }
  ex_take_edge(u, s, edge);
  return EX_GO;
}

typedef struct side {
  term cond;
  uint32_t edge, outcome;
} side;

/* Where the cases of a summary were left out, a test may be decided by that alone: the round counts as if it were open, or the
 * loop would go on for another bound behind those the summary has. */
static bool was_open(ex_unit *u, ex_state *s, term taken) {
  ex_pc *pc = s->pc;
  while (pc && ex_pc_depth(pc) >= s->top->rest) pc = ex_pc_parent(pc);
  term_model *m = NULL;
  ex_sat r = ex_solve(u->solver, pc, term_not(u->tc, taken), s->model->m, &m);
  if (r == EX_SAT) term_model_free(m);
  return r == EX_SAT;
}

/* All paths: the witness's side goes on in s, the others are queued behind their edge. false: it has no other side. */
static bool queue_others(ex_unit *u, ex_state *s, const fe_insn *in, const side *sides, uint32_t n,
                         uint32_t taken, bool exits) {
  bool other = false;
  /* the queue is a stack: queue the last first, so that sides are explored in order */
  for (uint32_t i = n; i-- > 0;) {
    if (i == taken) continue;
    ex_state *f = fork_side(u, s, sides[i].cond);
    other |= f || !u->last_unsat;
    if (!f) continue;
    f->nsymbolic++;
    if (go_edge(u, f, in, sides[i].edge, sides[i].outcome, true, exits) == EX_FORKED) {
      assert(u->work.n && u->work.state[u->work.n - 1] == f);
      u->work.n--;
      ex_state_free(u, f);
    }
  }
  return other;
}

static void wait_for(ex_unit *u, const ex_state *s, const side *d, term_model *m, uint32_t edge) {
  ex_state *f = put_aside(u, s, d->cond, m, edge);
  f->resumed = true;
  f->nsymbolic++;
}

/* Branches: s goes where nobody was yet if it can, so that one path opens as much as possible; the other sides are put aside.
 * Of a loop's test they are solved at once: rounds count only where the loop could end. */
static bool put_others_aside(ex_unit *u, ex_state *s, const fe_insn *in, const side *sides, uint32_t n,
                             uint32_t *taken, bool exits) {
  bool own = s->top->depth == 0 && fe_is_decision(u->fn, in), other = s->resumed;
  uint32_t edge0 = own ? u->edge0[s->top->insn] : 0;
  for (uint32_t i = 0; i < n && !s->resumed; i++) {
    if (i == *taken) continue;
    bool opens = own && !ex_edge_tried(u, edge0 + sides[i].outcome);
    bool worth = opens || (own ? ex_open_ahead(u, u->fn->edges[sides[i].edge].block) : ex_worthwhile(u, s));
    bool turn = opens && ex_edge_tried(u, edge0 + sides[*taken].outcome);
    term_model *m = NULL;
    if (exits || turn) {
      ex_sat r = ex_solve(u->solver, s->pc, sides[i].cond, s->model->m, &m);
      if (r == EX_UNSAT) continue;
      if (r == EX_UNKNOWN) ex_note_bound(u, s, SUM_B_SOLVER);
      turn &= r == EX_SAT;
      worth &= r == EX_SAT;
    }
    other = true;
    if (turn) {
      worth = ex_open_ahead(u, u->fn->edges[sides[*taken].edge].block);
      if (worth) wait_for(u, s, &sides[*taken], NULL, FE_NONE);
      ex_set_model(s, m);
      *taken = i;
    } else if (worth) {
      wait_for(u, s, &sides[i], m, opens ? edge0 + sides[i].outcome : FE_NONE);
    } else {
      term_model_free(m);
    }
    u->dropped |= !worth;
  }
  s->resumed = false;
  return other;
}

/* The side the chosen path takes here; n: it does not say. */
static uint32_t chosen(const ex_unit *u, const ex_state *s, const fe_insn *in, const side *sides,
                       uint32_t n) {
  uint32_t i = 0;
  if (s->top->depth || !fe_is_decision(u->fn, in) || !on_path(u, s)) return n;
  while (i < n && sides[i].outcome != u->e->opt.path[s->path ? s->path->length : 0].edge) i++;
  return i;
}

static ex_go decide(ex_unit *u, ex_state *s, const fe_insn *in, const side *sides, uint32_t n,
                    uint32_t taken) {
  bool exits = false;
  for (uint32_t i = 0; i < n; i++) exits |= leaves_loop(u, s->top, sides[i].edge);
  /* the first test of "a || b" leaves nothing and yet decides every round */
  exits |= u->info[s->top->func].header[u->info[s->top->func].block_of[s->top->insn]];
  uint32_t only = chosen(u, s, in, sides, n);
  if (only < n) {
    u->dropped = true;
    if (!ex_assume(u, s, sides[only].cond)) return EX_FORKED;
    s->nsymbolic++;
    return go_edge(u, s, in, sides[only].edge, sides[only].outcome, true, exits);
  }
  bool other = u->e->opt.cover_branches ? put_others_aside(u, s, in, sides, n, &taken, exits)
                                        : queue_others(u, s, in, sides, n, taken, exits);
  if (other) {
    s->nsymbolic++;
    ex_add_constraint(u, s, sides[taken].cond);
  }
  bool open = other || (exits && s->top->rest && was_open(u, s, sides[taken].cond));
  return go_edge(u, s, in, sides[taken].edge, sides[taken].outcome, open, exits);
}

static ex_go branch_bool(ex_unit *u, ex_state *s, const fe_insn *in, ex_val a) {
  side sides[2] = {{ex_term(u, a, 1), in->aux, 1}, {0, in->aux + 1, 0}};
  sides[1].cond = term_not(u->tc, sides[0].cond);
  return decide(u, s, in, sides, 2, holds(u, s, sides[0].cond) ? 0 : 1);
}

static ex_go branch_switch(ex_unit *u, ex_state *s, const fe_insn *in, ex_val a) {
  const fe_func *fn = &u->p->funcs[s->top->func];
  const fe_switch *sw = &fn->switches[in->aux];
  unsigned w = in->ty2.bits;
  term t = ex_term(u, a, w), none = term_bool(u->tc, true);
  side *sides = ex_xrealloc(NULL, (sw->ncases + 1) * sizeof *sides);
  term_u128 value = term_eval(u->tc, t, s->model->m);
  uint32_t taken = 0;
  for (uint32_t i = 0; i < sw->ncases; i++) {
    sides[i + 1] = (side){term_eq(u->tc, t, term_const(u->tc, w, sw->values[i].u)), sw->edge0 + 1 + i, i + 1};
    none = term_and(u->tc, none, term_not(u->tc, sides[i + 1].cond));
    if (sw->values[i].u == value) taken = i + 1;
  }
  sides[0] = (side){none, sw->edge0, 0};
  ex_go go = decide(u, s, in, sides, sw->ncases + 1, taken);
  free(sides);
  return go;
}

static ex_go branch_label(ex_unit *u, ex_state *s, const fe_insn *in, ex_val a) {
  const fe_switch *sw = &u->p->funcs[s->top->func].switches[in->aux];
  side *sides = ex_xrealloc(NULL, (sw->ncases + 1) * sizeof *sides);
  term t = ex_term(u, a, 64), none = term_bool(u->tc, true);
  uint32_t func = ex_func_object(u, s->top->func), taken = 0;
  for (uint32_t i = 0; i < sw->ncases; i++) {
    term addr = term_addr(u->tc, func, (int64_t)sw->values[i].lo);
    sides[i] = (side){term_eq(u->tc, t, addr), sw->edge0 + i, i};
    none = term_and(u->tc, none, term_not(u->tc, sides[i].cond));
  }
  ex_go go = EX_FORKED;
  if (ex_guard(u, s, none, SUM_BAD_CALL, "computed goto to something that is no label of the function")) {
    while (!holds(u, s, sides[taken].cond)) taken++;
    go = decide(u, s, in, sides, sw->ncases, taken);
  }
  free(sides);
  return go;
}

ex_go ex_branch(ex_unit *u, ex_state *s, const fe_insn *in) {
  ex_val a = ex_get(u, s, in->a);
  if (a.t && ex_depends_on_uninit(u, s, a.t) &&
      !ex_guard(u, s, term_bool(u->tc, true), SUM_UNINIT, "the branch depends on an uninitialised value"))
    return EX_FORKED;
  if (a.t) {
    switch (in->op) {
    case FE_CBR: return branch_bool(u, s, in, a);
    case FE_SWITCH: return branch_switch(u, s, in, a);
    default: return branch_label(u, s, in, a);
    }
  }
  if (in->op == FE_CBR) return go_edge(u, s, in, a.c & 1 ? in->aux : in->aux + 1, a.c & 1, false, false);
  const fe_switch *sw = &u->p->funcs[s->top->func].switches[in->aux];
  if (in->op == FE_IBR) return branch_label(u, s, in, a);
  for (uint32_t i = 0; i < sw->ncases; i++)
    if (sw->values[i].lo == a.c) return go_edge(u, s, in, sw->edge0 + 1 + i, i + 1, false, false);
  return go_edge(u, s, in, sw->edge0, 0, false, false);
}
