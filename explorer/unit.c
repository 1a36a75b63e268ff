/* One exploration: depth-first over the path tree (LA's AP algorithm with the flip at the node), until the worklist is
 * empty, the wanted coverage is reached, or a budget is spent. What was left open is in the summary's bounds. */
#include "explorer/internal.h"

#include <stdlib.h>
#include <string.h>

enum { WHOLE_PROGRAM_FACTOR = 16 };
enum { FIRST_TURN = 20000, NEXT_TURN = 8 }; /* instructions; how many times as long the next turn is */

ex_options ex_options_default(void) {
  return (ex_options){.checks = EX_CHECK_DEFAULT,
                      .loop_bound = 8,
                      .recursion_bound = 2,
                      .step_bound = 2000000,
                      .total_steps = 5000000,
                      .total_effort = 20000000,
                      .case_bound = 20000,
                      .array_bound = 16,
                      .object_bound = 12,
                      .solver = {.rlimit = 3000000}};
}

ex_engine *ex_new(const fe_program *p, slice_program *slices, const ex_options *opt,
                  const ex_provider *provider) {
  ex_engine *e = ex_xrealloc(NULL, sizeof *e);
  memset(e, 0, sizeof *e);
  e->p = p;
  e->slices = slices;
  e->opt = opt ? *opt : ex_options_default();
  if (provider) e->provider = *provider;
  if (e->opt.whole_program) { /* no caller is left to explore the rest */
    e->opt.loop_bound *= WHOLE_PROGRAM_FACTOR;
    e->opt.recursion_bound *= WHOLE_PROGRAM_FACTOR;
    e->opt.object_bound *= WHOLE_PROGRAM_FACTOR;
    e->opt.total_effort *= WHOLE_PROGRAM_FACTOR;
    e->opt.step_bound *= WHOLE_PROGRAM_FACTOR;
    e->opt.total_steps *= WHOLE_PROGRAM_FACTOR;
    e->opt.solver.rlimit *= WHOLE_PROGRAM_FACTOR / 2;
  }
  if (!e->provider.facts) e->own_facts = ex_facts_new(p);
  e->facts = e->own_facts ? e->own_facts : e->provider.facts;
  e->extending = ex_xrealloc(NULL, p->nfuncs + 1);
  memset(e->extending, 0, p->nfuncs + 1);
  return e;
}

void ex_free(ex_engine *e) {
  ex_facts_free(e->own_facts);
  free(e->extending);
  free(e);
}

ex_stats ex_get_stats(const ex_engine *e) { return e->stats; }

/* ---- set-up ---- */

static void unit_init(ex_unit *u, ex_engine *e, uint32_t func) {
  memset(u, 0, sizeof *u);
  u->e = e;
  u->p = e->p;
  u->func = func;
  u->fn = &e->p->funcs[func];
  u->sum = sum_new(u->fn->usr ? u->fn->usr : u->fn->name, u->fn->name);
  u->space = u->sum->space;
  u->tc = u->sum->tc;
  ex_solver_options so = e->opt.solver;
  so.total = e->opt.total_effort;
  u->solver = ex_solver_new(u->tc, &so);
  u->arena = ex_arena_new();
  u->turn = e->opt.whole_program ? FIRST_TURN : UINT64_MAX;
  u->most_steps = e->opt.total_steps;
  u->most_effort = e->opt.total_effort;
  u->most_paths = e->opt.case_bound;
  u->info = ex_arena_alloc(u->arena, e->p->nfuncs * sizeof *u->info);
  u->global_obj = ex_arena_alloc(u->arena, (e->p->nglobals + 1) * sizeof *u->global_obj);
  u->func_obj = ex_arena_alloc(u->arena, (e->p->nfuncs + 1) * sizeof *u->func_obj);
  u->param_atom = ex_arena_alloc(u->arena, (u->fn->nparams + 1) * sizeof *u->param_atom);
  u->compares_pointers = ex_compares_pointers(e->facts, func);
  ex_consult(u, EX_FACT_COMPARES, func);
  ex_consult(u, EX_FACT_INTERFACE, func);
  if (u->fn->has_body) ex_coverage_init(u);
}

static void unit_free(ex_unit *u) {
  ex_queue *queues[] = {&u->work, &u->waiting, &u->opening, &u->later};
  for (size_t k = 0; k < sizeof queues / sizeof *queues; k++) {
    for (uint32_t i = queues[k]->next; i < queues[k]->n; i++) ex_state_free(u, queues[k]->state[i]);
    free(queues[k]->state);
  }
  free(u->obj_ctype), free(u->atom_ctype), free(u->obj_global), free(u->obj_func), free(u->uninit),
      free(u->fixed);
  ex_solver_free(u->solver);
  ex_arena_free(u->arena);
}

/* A struct passed in memory, or the place for a result: an object the caller provides, never NULL. */
static ex_val memory_param(ex_unit *u, ex_state *s, uint32_t index, const fe_param *pa, bool result,
                           uint64_t size) {
  char name[260];
  snprintf(name, sizeof name, "%s%s", result ? "&result" : "&", result ? "" : pa ? pa->name : "arg");
  shape_atom a = {
      .kind = SHAPE_PARAM, .width = 64, .index = index, .name = name, .type = "", .is_pointer = true};
  uint32_t atom = shape_atom_intern(u->space, &a);
  shape_obj so = {.kind = SHAPE_INPUT,
                  .via = atom,
                  .name = result ? "result"
                          : pa   ? pa->name
                                 : "arg",
                  .symbol = "",
                  .size = size,
                  .type = pa && pa->ctype != FE_NONE ? ex_type(u, pa->ctype)->name : ""};
  uint32_t id = shape_obj_intern(u->space, &so);
  if (pa) ex_set_ctype(u, id, pa->ctype);
  ex_obj *o = ex_obj_add(s, id, SHAPE_INPUT, result ? EX_FILL_UNINIT : EX_FILL_INPUT, ex_num(size));
  o->hi = (int64_t)size;
  o->ctype = pa ? pa->ctype : FE_NONE;
  ex_need_node *n = ex_arena_alloc(u->arena, sizeof *n);
  *n = (ex_need_node){s->needs, id};
  s->needs = n;
  return ex_num(term_addr_value(id, 0));
}

static ex_val param_value(ex_unit *u, ex_state *s, uint32_t index) {
  const fe_func *fn = u->fn;
  const fe_iface *iface = fn->iface;
  if (iface && iface->result.abi == FE_ABI_SRET && iface->result.npieces &&
      iface->result.pieces[0].index == index)
    return memory_param(u, s, index, &iface->result, true, ex_type(u, iface->result.ctype)->size);
  if (fn->param_byval[index]) {
    const fe_param *pa = NULL;
    for (uint32_t i = 0; iface && i < iface->nparams; i++)
      if (iface->params[i].npieces && iface->params[i].pieces[0].index == index) pa = &iface->params[i];
    return memory_param(u, s, index, pa, false, fn->param_byval[index]);
  }
  u->param_atom[index] = ex_param_atom(u, index);
  return (ex_val){0, term_atom(u->tc, fn->param_ty[index].bits, u->param_atom[index])};
}

/* What main is promised: argc arguments, none of them NULL, and a NULL behind them (memory.c, fill). Linux limits all
 * arguments together to less than 8 MB, pointers included. */
static bool program_arguments(ex_unit *u, ex_state *s) {
  const fe_func *fn = u->fn;
  if (!u->e->opt.whole_program || strcmp(fn->name, "main") || fn->nparams < 2 || fn->param_ty[0].bits != 32 ||
      fn->param_ty[1].kind != FE_PTR)
    return true;
  term_ctx *tc = u->tc;
  term argc = term_atom(tc, 32, u->param_atom[0]), argv = term_atom(tc, 64, u->param_atom[1]);
  if (!ex_assume(u, s, term_bin(tc, T_SLE, term_const(tc, 32, 1), argc)) ||
      !ex_assume(u, s, term_bin(tc, T_SLT, argc, term_const(tc, 32, 1 << 20))) ||
      !ex_assume(u, s, term_not(tc, term_eq(tc, argv, term_const(tc, 64, 0)))))
    return false;
  u->argv = ex_materialise(u, s, u->param_atom[1]);
  if (!u->argv) return false;
  ex_obj *o = ex_obj_own(s, u->argv);
  o->growable = false;
  o->size.t = term_bin(tc, T_MUL, term_bin(tc, T_ADD, term_zext(tc, 64, argc), term_const(tc, 64, 1)),
                       term_const(tc, 64, 8));
  return true;
}

static ex_state *entry_state(ex_unit *u) {
  ex_state *s = ex_state_new(u);
  ex_info(u, u->func);
  ex_frame *f = ex_frame_push(u, s, u->func);
  for (uint32_t i = 0; i < u->fn->nparams; i++) ex_set(u, f, u->fn->nconsts + i, param_value(u, s, i));
  return s;
}

/* ---- the search ---- */

static ex_state *next_of(ex_queue *q) { return q->next < q->n ? q->state[q->next++] : NULL; }

/* Newest first goes deep: it leaves few states behind it. But a whole program may spend all its budgets on the orders in which
 * one late loop can go, and never come back to what was left near its start: so every other one is the oldest, as long as
 * there is room for what these leave behind. */
enum { MOST_OPEN = 4096 };
static ex_state *take_work(ex_unit *u) {
  ex_queue *q = &u->work;
  bool oldest = u->e->opt.whole_program && q->n - q->next < MOST_OPEN && u->ntaken++ % 2;
  ex_state *s = oldest ? q->state[q->next++] : q->state[--q->n];
  if (q->next == q->n) q->next = q->n = 0;
  u->held -= s->held;
  s->held = 0;
  return s;
}

/* The next state to run. In search of branches, those whose edge was taken meanwhile wait behind the others, and those with
 * nothing to gain any more are dropped. */
static ex_state *take(ex_unit *u) {
  ex_state *s;
  if (!u->work.n && u->waiting.n) {
    ex_queue q = u->work;
    u->work = u->waiting;
    u->waiting = q;
    u->turn *= NEXT_TURN;
  }
  if (u->work.n) return take_work(u);
  while ((s = next_of(&u->opening))) {
    if (!ex_edge_tried(u, s->pending_edge)) return s;
    ex_push(u, &u->later, s);
  }
  while ((s = next_of(&u->later))) {
    if (ex_worthwhile(u, s)) return s;
    u->dropped = true;
    ex_state_free(u, s);
  }
  return NULL;
}

/* The verdict on a whole program stands with its first error. As much again is spent on others that may be close, and a
 * little more; the rest of the budgets is not. */
static uint64_t as_much_again(uint64_t most, uint64_t spent, uint64_t part) {
  return spent < most / 2 && 2 * spent + most / part < most ? 2 * spent + most / part : most;
}
void ex_enough(ex_unit *u) {
  if (u->has_error) return;
  u->has_error = true;
  u->most_steps = as_much_again(u->most_steps, u->steps, 64);
  u->most_effort = as_much_again(u->most_effort, ex_solver_effort(u->solver), 64);
  u->most_paths = as_much_again(u->most_paths, u->npaths, 4);
}

static void search(ex_unit *u) {
  ex_state *s;
  while (!u->stop && (s = take(u))) {
    if (ex_solve_pending(u, s))
      ex_run(u, s);
    else
      ex_state_free(u, s);
  }
}

/* NAME_precond with the same parameters (PathCrawler's convention): evaluated on the entry state, all its paths together are
 * one constraint. false: no input is allowed. */
static bool assume_precondition(ex_unit *u, ex_state *s) {
  uint32_t found = ex_precondition(u->p, u->func);
  ex_consult(u, EX_FACT_PRECONDITION, u->func);
  if (found == FE_NONE) return true;
  const fe_func *pre = &u->p->funcs[found];
  u->narrowed = true;
  ex_relation relation = {0};
  u->relation = &relation;
  ex_state *r = ex_state_fork(u, s);
  ex_frame_pop(u, r);
  ex_info(u, found);
  ex_frame *f = ex_frame_push(u, r, found);
  for (uint32_t i = 0; i < pre->nparams; i++) ex_set(u, f, pre->nconsts + i, s->top->regs[i]);
  /* inside, the precondition's decisions are nobody's: a frame below keeps them from counting as the unit's */
  f->depth = 1;
  ex_push(u, &u->work, r);
  search(u);
  u->relation = NULL;
  term any = term_bool(u->tc, false);
  ex_leaf *only = NULL;
  uint32_t nleaves = 0;
  for (ex_leaf *l = relation.leaves; l; l = l->next) {
    if (term_is_const(u->tc, l->allowed) && !term_const_value(u->tc, l->allowed)) continue;
    term all = l->allowed;
    for (ex_pc *pc = l->pc; pc; pc = ex_pc_parent(pc)) all = term_and(u->tc, all, ex_pc_term(pc));
    any = term_or(u->tc, any, all);
    only = l;
    nleaves++;
  }
  if (nleaves == 1) { /* one way to be allowed: its conjuncts stay apart, which solvers like better */
    uint32_t n = (uint32_t)ex_pc_depth(only->pc);
    term *conj = ex_arena_alloc(u->arena, (n + 1) * sizeof *conj);
    uint32_t i = n;
    for (ex_pc *pc = only->pc; pc; pc = ex_pc_parent(pc)) conj[--i] = ex_pc_term(pc);
    for (i = 0; i < n; i++) ex_add_constraint(u, s, conj[i]);
    if (!term_is_const(u->tc, only->allowed)) ex_add_constraint(u, s, only->allowed);
  } else if (!term_is_const(u->tc, any)) {
    ex_add_constraint(u, s, any);
  } else if (!term_const_value(u->tc, any)) {
    return false;
  }
  for (ex_leaf *l = relation.leaves; l; l = l->next)
    if (l->pc) ex_pc_unref(u->solver, l->pc);
  ex_fix_cells(u, s->pc);
  term_model *m = NULL;
  ex_sat sat = ex_solve(u->solver, s->pc, 0, NULL, &m);
  if (sat == EX_UNKNOWN) ex_note_bound(u, s, SUM_B_SOLVER);
  if (sat != EX_SAT) return false;
  ex_set_model(s, m);
  return true;
}

void ex_assumed(ex_unit *u, const char *text) {
  sum_summary *sum = u->sum;
  for (uint32_t i = 0; i < sum->nassumptions; i++)
    if (!strcmp(sum->assumptions[i], text)) return;
  const char **n = sum_alloc_bytes(sum, (sum->nassumptions + 1) * sizeof *n);
  if (sum->nassumptions) memcpy(n, sum->assumptions, sum->nassumptions * sizeof *n);
  n[sum->nassumptions++] = sum_strdup(sum, text);
  sum->assumptions = n;
}

static void conclude(ex_unit *u) {
  sum_summary *sum = u->sum;
  bool left = false;
  const ex_queue *queues[] = {&u->work, &u->waiting, &u->opening, &u->later};
  for (size_t k = 0; k < sizeof queues / sizeof *queues; k++)
    for (uint32_t i = queues[k]->next; i < queues[k]->n; i++, left = true)
      ex_lose_path(u, queues[k]->state[i]);
  ex_cases_done(u);
  ex_coverage_done(u);
  if (!sum->nbounds && !left && !u->dropped)
    sum->status = SUM_COMPLETE;
  else
    sum->status = u->e->opt.cover_branches && ex_branches_decided(u) ? SUM_COVERED : SUM_PARTIAL;
  if (!sum->nvariants) {
    sum->variants = sum_alloc_bytes(sum, sizeof *sum->variants);
    sum->nvariants = 1;
  }
  sum->variants[0].complete = sum->status == SUM_COMPLETE && !u->narrowed;
  sum->variants[0].naliases = u->naliases;
  sum->variants[0].aliases = sum_alloc_bytes(sum, (u->naliases + 1) * sizeof *sum->variants[0].aliases);
  if (u->naliases) memcpy(sum->variants[0].aliases, u->aliases, u->naliases * sizeof *u->aliases);
}

static void add_stats(ex_unit *u) {
  ex_stats *t = &u->e->stats;
  const ex_solver_stats *s = ex_solver_get_stats(u->solver);
  t->steps += u->steps;
  t->terms += term_count(u->tc);
  uint64_t *to = (uint64_t *)&t->solver;
  const uint64_t *from = (const uint64_t *)s;
  for (size_t i = 0; i < sizeof *s / sizeof *to; i++) to[i] += from[i];
}

/* The pattern's atoms are those of space. */
static void assume_aliases(ex_unit *u, const shape_space *space, const sum_alias *aliases, uint32_t n) {
  sum_alias *mine = ex_arena_alloc(u->arena, (n + 1) * sizeof *mine);
  for (uint32_t i = 0; i < n; i++)
    mine[i] = (sum_alias){ex_import_atom(u->space, space, aliases[i].q),
                          ex_import_atom(u->space, space, aliases[i].p), aliases[i].offset};
  u->aliases = mine;
  u->naliases = n;
}

static void explore(ex_unit *u) {
  ex_state *s = entry_state(u);
  if (program_arguments(u, s) && assume_precondition(u, s)) {
    ex_push(u, &u->work, s);
    search(u);
  } else {
    ex_assumed(u, "the precondition allows no input");
    ex_state_free(u, s);
  }
  conclude(u);
}

static void follow_transcript(ex_unit *u, const char *part) {
  const ex_provider *from = &u->e->provider;
  if (!from->recall) return;
  size_t len = 0;
  uint8_t *bytes = from->recall(from->self, u->func, part, &len);
  ex_solver_follow(u->solver, bytes, len);
  free(bytes);
}

static void keep_transcript(ex_unit *u, const char *part) {
  const ex_provider *to = &u->e->provider;
  size_t len;
  uint8_t *bytes = ex_solver_transcript(u->solver, &len);
  if (bytes && to->record) to->record(to->self, u->func, part, bytes, len);
  free(bytes);
}

sum_summary *ex_explore(ex_engine *e, uint32_t func) {
  return ex_explore_aliased(e, func, "", NULL, NULL, 0);
}

/* ---- rounds ---- */

typedef struct aliasing { /* that is assumed; n 0: none */
  const char *pattern;
  const shape_space *space;
  const sum_alias *list;
  uint32_t n;
} aliasing;

typedef struct outcome {
  sum_summary *sum;
  bool call_decides; /* a call that was left standing as a term should not have been */
  bool met;          /* the unit calls itself, deeper than it was followed */
  bool out;          /* a budget ran out */
  ex_budget spent;   /* in all rounds so far */
} outcome;

enum { TRIAL_PART = 4 };

static uint64_t at_most(uint64_t most, uint64_t limit) { return most && most < limit ? most : limit; }

void ex_meet_own(ex_unit *u) {
  const ex_options *opt = &u->e->opt;
  if (u->own.met) return;
  u->own.met = true;
  if (!u->own.trial) return;
  u->most_steps = at_most(u->most_steps, opt->total_steps / TRIAL_PART);
  u->most_paths = at_most(u->most_paths, opt->case_bound / TRIAL_PART);
  if (opt->total_effort) u->most_effort = at_most(u->most_effort, opt->total_effort / TRIAL_PART);
}

static uint64_t what_is_left(uint64_t most, uint64_t spent) { return most > spent ? most - spent : 1; }

static outcome explore_once(ex_engine *e, uint32_t func, const aliasing *as, ex_own own, uint32_t round,
                            bool no_calls) {
  ex_unit u;
  unit_init(&u, e, func);
  u.no_calls = no_calls;
  u.own = own;
  u.most_steps = what_is_left(u.most_steps, own.spent.steps);
  u.most_paths = what_is_left(u.most_paths, own.spent.paths);
  if (u.most_effort) u.most_effort = what_is_left(u.most_effort, own.spent.effort);
  assume_aliases(&u, as->space, as->list, as->n);
  if (u.fn->has_body) {
    char mark[16] = "";
    if (round) snprintf(mark, sizeof mark, "^%u", round);
    const char *part = ex_arena_printf(u.arena, "%s%s%s", as->pattern, mark, no_calls ? "!" : "");
    follow_transcript(&u, part);
    explore(&u);
    keep_transcript(&u, part);
  } else {
    u.sum->status = SUM_FAILED;
    u.sum->reason = sum_strdup(u.sum, u.fn->unsupported ? u.fn->unsupported : "no body");
  }
  add_stats(&u);
  ex_budget spent = {own.spent.effort + ex_solver_effort(u.solver), own.spent.steps + u.steps,
                     own.spent.paths + u.npaths};
  outcome o = {u.sum, u.call_decides, u.own.met, u.stop, spent};
  unit_free(&u);
  return o;
}

/* The same once more, should a call that was left standing as a term turn out to be seen by a decision. */
static outcome explore_round(ex_engine *e, uint32_t func, const aliasing *as, ex_own own, uint32_t round,
                             bool *no_calls) {
  outcome o = explore_once(e, func, as, own, round, *no_calls);
  if (!o.call_decides || *no_calls) return o;
  *no_calls = true;
  sum_free(o.sum);
  return explore_once(e, func, as, own, round, true);
}

static sum_summary *better(sum_summary *now, sum_summary *before) {
  bool keep = now->ncovered >= before->ncovered;
  sum_free(keep ? before : now);
  return keep ? now : before;
}

/* The rounds of a unit that was too much with its calls of itself executed. The first one cuts these calls, each later one
 * answers them by the cases of the round before: round k knows the paths with k activations within each other, and takes no
 * path of its own for each way through them. What the cases leave over is cut, and recorded; up to the bound on recursion the
 * next round knows more of it. If the first round runs out of its share of a budget, and in search of branches, where rounds end
 * early, there is just one more, which executes what the cases leave over. */
static sum_summary *explore_rounds(ex_engine *e, uint32_t func, const aliasing *as, ex_budget spent,
                                   bool no_calls) {
  ex_own own = {.none = true, .trial = true, .spent = spent};
  sum_summary *before = NULL;
  for (uint32_t round = 1;; round++) {
    outcome o = explore_round(e, func, as, own, round, &no_calls);
    if (before && o.out) return better(o.sum, before);
    bool decided = e->opt.cover_branches && o.sum->status != SUM_PARTIAL, last = before && !own.rest_cut;
    sum_free(before);
    if (!o.met || decided || last || round > e->opt.recursion_bound) return o.sum;
    before = o.sum;
    own = (ex_own){.sum = before, .rest_cut = !o.out && !e->opt.cover_branches, .spent = o.spent};
  }
}

/* A call whose result no decision of the unit sees is first left standing as a term. When a callee's decision turns out to see
 * it, which the slicer does not say, the witnesses are worth nothing: once more, without such terms. */
sum_summary *ex_explore_aliased(ex_engine *e, uint32_t func, const char *pattern, const shape_space *space,
                                const sum_alias *aliases, uint32_t n) {
  const aliasing as = {pattern, space, aliases, n};
  bool no_calls = false, rounds = !e->opt.no_summaries && !e->opt.whole_program && !n;
  outcome o = explore_round(e, func, &as, (ex_own){.trial = rounds}, 0, &no_calls);
  if (!rounds || !o.out || !o.met) return o.sum;
  return better(explore_rounds(e, func, &as, o.spent, no_calls), o.sum);
}
