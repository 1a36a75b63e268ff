/* Laying out a witness in the machine: objects first, then the cells in them (pointers become the machine's addresses), then the
 * parameters; functions without a body answer from the witness. */
#include "explorer/convention.h"
#include "explorer/replay_impl.h"

#include <stdlib.h>
#include <string.h>

static const sum_value *value_of(const replay *r, uint32_t atom) {
  for (uint32_t i = 0; i < r->c->nwitness; i++)
    if (r->c->witness[i].atom == atom) return &r->c->witness[i];
  return NULL;
}

/* ---- values ---- */

exm_addr ex_replay_object(replay *r, uint32_t obj) {
  if (!obj || obj > shape_obj_count(r->s->space)) return 0;
  const shape_obj *o = shape_obj_get(r->s->space, obj);
  if (r->addr[obj]) return r->addr[obj];
  if (o->kind == SHAPE_GLOBAL) {
    for (uint32_t g = 0; g < r->p->nglobals; g++) {
      const fe_global *gl = &r->p->globals[g];
      if (strcmp(gl->usr ? gl->usr : gl->name, o->symbol)) continue;
      if (!gl->has_init) {
        uint8_t *zero = calloc(1, gl->size + 4096);
        r->addr[obj] = exm_define_global(r->m, g, gl->size ? gl->size : 4096, zero);
        free(zero);
      } else {
        r->addr[obj] = exm_global_addr(r->m, g);
      }
      return r->addr[obj];
    }
  }
  if (o->kind == SHAPE_FUNC)
    for (uint32_t f = 0; f < r->p->nfuncs; f++)
      if (r->p->funcs[f].usr && !strcmp(r->p->funcs[f].usr, o->symbol))
        return r->addr[obj] = exm_func_addr(r->m, f);
  return 0;
}

static exm_addr machine_pointer(replay *r, uint64_t v) {
  uint32_t obj;
  int64_t off;
  if (!v) return 0;
  if (term_addr_split(v, &obj, &off)) {
    exm_addr base = ex_replay_object(r, obj);
    if (base) return base + (uint64_t)off;
  }
  for (uint32_t i = 0; i < r->ndummies; i++)
    if (r->dummies[i].value == v) return r->dummies[i].addr;
  static const uint8_t zero[64];
  r->dummies = realloc(r->dummies, (r->ndummies + 1) * sizeof *r->dummies);
  r->dummies[r->ndummies] = (dummy){v, exm_alloc(r->m, EXM_HEAP, sizeof zero, zero)};
  return r->dummies[r->ndummies++].addr;
}

fe_val ex_replay_value(replay *r, const shape_atom *a, const sum_value *v) {
  fe_val f;
  memset(&f, 0, sizeof f);
  if (!v) return f;
  uint32_t obj;
  int64_t off;
  f.lo = v->lo, f.hi = v->hi;
  if (a->width == 64 &&
      (a->is_pointer || (term_addr_split(v->lo, &obj, &off) && obj && obj <= shape_obj_count(r->s->space))))
    f.lo = machine_pointer(r, v->lo);
  return f;
}

/* ---- laying out ---- */

typedef struct item { /* something to allocate: an input object, or (obj 0) a stand-in */
  uint64_t address;   /* in terms */
  uint32_t obj;
  int64_t lo, hi;
} item;

static int by_address(const void *a, const void *b) {
  uint64_t x = ((const item *)a)->address, y = ((const item *)b)->address;
  return (x > y) - (x < y);
}

/* A cell may reach beyond what the path needs: its first bytes were read, and the atom is of the whole scalar. */
static void cover_cells(replay *r, item *items, uint32_t n) {
  for (uint32_t i = 0; i < r->c->nwitness; i++) {
    const shape_atom *a = shape_atom_get(r->s->space, r->c->witness[i].atom);
    for (uint32_t k = 0; a->kind == SHAPE_CELL && k < n; k++) {
      if (items[k].obj != a->obj) continue;
      if (a->offset < items[k].lo) items[k].lo = a->offset;
      if (a->offset + a->width / 8 > items[k].hi) items[k].hi = a->offset + a->width / 8;
    }
  }
}

/* Everything pointers lead to, in the order of the addresses in terms: code may compare them. */
static void make_objects(replay *r) {
  const sum_case *c = r->c;
  item *items = calloc(c->nneeds + c->nwitness + 1, sizeof *items);
  uint32_t n = 0, obj;
  int64_t off;
  for (uint32_t i = 0; i < c->nneeds; i++)
    if (shape_obj_get(r->s->space, c->needs[i].obj)->kind == SHAPE_INPUT)
      items[n++] = (item){term_addr_value(c->needs[i].obj, 0), c->needs[i].obj, c->needs[i].lo,
                          c->needs[i].hi};
  for (uint32_t i = 0; i < c->nwitness; i++)
    if (shape_atom_get(r->s->space, c->witness[i].atom)->is_pointer && c->witness[i].lo &&
        !(term_addr_split(c->witness[i].lo, &obj, &off) && obj && obj <= shape_obj_count(r->s->space)))
      items[n++] = (item){.address = c->witness[i].lo};
  qsort(items, n, sizeof *items, by_address);
  cover_cells(r, items, n);
  for (uint32_t i = 0; i < n; i++) {
    if (!items[i].obj) {
      machine_pointer(r, items[i].address);
      continue;
    }
    uint64_t size = (uint64_t)(items[i].hi - items[i].lo);
    uint8_t *zero = calloc(1, size + 1);
    r->addr[items[i].obj] = exm_alloc(r->m, EXM_HEAP, size ? size : 1, zero) + (uint64_t)-items[i].lo;
    free(zero);
  }
  free(items);
}

/* What the effect mentions and the witness does not list is 0, whatever the initialiser says. */
static void clear_mentioned(replay *r, term t) {
  static const uint8_t zero[16];
  uint32_t n;
  const uint32_t *atoms = term_atoms(r->s->tc, t, &n);
  for (uint32_t i = 0; i < n; i++) {
    const shape_atom *a = shape_atom_get(r->s->space, atoms[i]);
    exm_addr base = a->kind == SHAPE_CELL ? ex_replay_object(r, a->obj) : 0;
    if (base) exm_poke(r->m, base + (uint64_t)a->offset, zero, a->width / 8);
  }
}

static void fill_cells(replay *r) {
  for (uint32_t i = 0; i < r->c->nret; i++) clear_mentioned(r, r->c->ret[i]);
  for (uint32_t i = 0; i < r->c->nwrites; i++) clear_mentioned(r, r->c->writes[i].value);
  for (uint32_t i = 0; i < r->c->nwitness; i++) {
    const shape_atom *a = shape_atom_get(r->s->space, r->c->witness[i].atom);
    if (a->kind == SHAPE_STUB && !strcmp(a->symbol, "uninit")) r->unplayable = true;
    if (a->kind != SHAPE_CELL) continue;
    exm_addr base = ex_replay_object(r, a->obj);
    fe_val v = ex_replay_value(r, a, &r->c->witness[i]);
    if (base) exm_poke(r->m, base + (uint64_t)a->offset, &v, a->width / 8);
  }
}

static void fill_params(replay *r, fe_val *args) {
  const fe_func *fn = &r->p->funcs[r->func];
  for (uint32_t i = 0; i < r->c->nwitness; i++) {
    const shape_atom *a = shape_atom_get(r->s->space, r->c->witness[i].atom);
    if (a->kind == SHAPE_PARAM && a->index < fn->nparams)
      args[a->index] = ex_replay_value(r, a, &r->c->witness[i]);
  }
  /* structs passed in memory, and the place for a result */
  for (uint32_t i = 0; i < r->c->nneeds; i++) {
    const shape_obj *o = shape_obj_get(r->s->space, r->c->needs[i].obj);
    if (o->kind != SHAPE_INPUT) continue;
    const shape_atom *via = shape_atom_get(r->s->space, o->via);
    if (via->kind == SHAPE_PARAM && via->index < fn->nparams && !value_of(r, o->via))
      args[via->index].lo = r->addr[r->c->needs[i].obj];
  }
}

/* ---- hooks ---- */

static bool is_allocation(const char *name) {
  return !strcmp(name, "malloc") || !strcmp(name, "calloc") || !strcmp(name, "realloc") ||
         !strcmp(name, "aligned_alloc");
}

static exm_hook_result answer(void *self, exm_hook_call *c) {
  replay *r = self;
  if (c->func == FE_NONE) return EXM_HOOK_PASS;
  const char *name = r->p->funcs[c->func].name;
  if (is_allocation(name)) {
    r->nallocs++;
    for (uint32_t i = 0; i < r->c->nwitness; i++) {
      const shape_atom *a = shape_atom_get(r->s->space, r->c->witness[i].atom);
      if (a->kind == SHAPE_FAIL && a->index == r->nallocs && r->c->witness[i].lo) {
        memset(c->res, 0, sizeof c->res);
        return EXM_HOOK_DONE;
      }
    }
    return EXM_HOOK_PASS;
  }
  bool known = false;
  for (uint32_t i = 0; i < r->s->nstubs && !known; i++) known = !strcmp(r->s->stubs[i], name);
  bool even_with_body;
  ex_convention means = ex_convention_of(name, &even_with_body);
  if (known || (r->p->funcs[c->func].has_body && !even_with_body)) means = EX_NO_CONVENTION;
  bool holds = !c->nargs || c->args[0].u;
  if (means == EX_FAILS || (means == EX_ASSERTS && !holds)) {
    exm_fail(r->m, EXM_E_ASSERT, "%s", name);
    return EXM_HOOK_STOP;
  }
  if (means) {
    if (!holds) r->allowed = false;
    return EXM_HOOK_DONE;
  }
  if (!known) return EXM_HOOK_PASS;
  ex_replay_stub(r, c, name, ++r->answers[c->func]);
  return EXM_HOOK_DONE;
}

static void decided(void *self, exm_site site, uint32_t edge, uint32_t depth) {
  replay *r = self;
  if (depth != 1 || r->diverged) return;
  const fe_func *fn = &r->p->funcs[r->func];
  const fe_insn *in = &fn->insns[site.insn];
  uint32_t outcome = in->op == FE_CBR ? edge == in->aux : edge - fn->switches[in->aux].edge0;
  if (r->ndecisions >= r->c->ndecisions) {
    /* the machine goes on where the processor does */
    if (r->c->outcome == SUM_CUT || r->c->outcome == SUM_ENDLESS || r->c->outcome == SUM_UNINIT ||
        r->c->outcome == SUM_BAD_SHIFT || r->c->outcome == SUM_OVERFLOW)
      return;
    snprintf(r->why, r->cap, "goes on after %u decisions", r->c->ndecisions);
    r->diverged = true;
    return;
  }
  const sum_decision *d = &r->c->decisions[r->ndecisions++];
  if (d->insn == site.insn && d->edge == outcome) return;
  snprintf(r->why, r->cap, "decision %u: predicted %u:%u, taken %u:%u", r->ndecisions, d->insn, d->edge,
           site.insn, outcome);
  r->diverged = true;
}

/* ---- comparing ---- */

static term_model *witness_model(const replay *r) {
  term_model *m = term_model_new();
  for (uint32_t i = 0; i < r->c->nwitness; i++)
    term_model_set(m, r->c->witness[i].atom, (term_u128)r->c->witness[i].hi << 64 | r->c->witness[i].lo);
  return m;
}

/* The predicted value as the machine should have it; false when it is no plain number there (an address of something new). */
static bool predicted(replay *r, term t, term_model *m, fe_val *v) {
  uint32_t obj;
  int64_t off;
  memset(v, 0, sizeof *v);
  v->u = term_eval(r->s->tc, t, m);
  if (term_get(r->s->tc, t)->width != 64 || !term_addr_split(v->lo, &obj, &off))
    return !term_has_call(r->s->tc, t);
  if (!obj || obj > shape_obj_count(r->s->space)) return true;
  exm_addr base = ex_replay_object(r, obj);
  v->lo = base + (uint64_t)off;
  return base != 0 && !term_has_call(r->s->tc, t);
}

static bool mentions_uninit(const replay *r, term t) {
  uint32_t n;
  const uint32_t *atoms = term_atoms(r->s->tc, t, &n);
  for (uint32_t i = 0; i < n; i++) {
    const shape_atom *a = shape_atom_get(r->s->space, atoms[i]);
    if (a->kind == SHAPE_STUB && !strcmp(a->symbol, "uninit")) return true;
  }
  return false;
}

static bool is_nan(fe_val v, unsigned width) {
  double d;
  float f;
  memcpy(&d, &v, sizeof d), memcpy(&f, &v, sizeof f);
  return width == 64 ? d != d : width == 32 && f != f;
}

/* Of two NaNs either may come out of arithmetic: compilers swap operands. */
static bool same_nan(const replay *r, term t, fe_val a, fe_val b) {
  const term_node *n = term_get(r->s->tc, t);
  while (n->op == T_ITE) n = term_get(r->s->tc, n->b);
  bool arithmetic = (n->op >= T_FADD && n->op <= T_FRINT) || n->op == T_FTOF;
  return arithmetic && is_nan(a, n->width) && is_nan(b, n->width);
}

/* Equal, or the stand-in for a pointer nobody followed. */
static bool agrees(const replay *r, term t, fe_val predicted_value, fe_val got) {
  if (predicted_value.u == got.u || same_nan(r, t, predicted_value, got)) return true;
  for (uint32_t i = 0; i < r->ndummies; i++)
    if (r->dummies[i].value == predicted_value.lo && r->dummies[i].addr == got.lo) return true;
  return false;
}

static bool same_results(replay *r, const exm_outcome *o) {
  term_model *m = witness_model(r);
  const sum_case *c = r->c;
  bool same = true;
  fe_val v;
  for (uint32_t i = 0; same && i < c->nret && i < o->nret; i++) {
    if (mentions_uninit(r, c->ret[i]) || !predicted(r, c->ret[i], m, &v) ||
        agrees(r, c->ret[i], v, o->ret[i]))
      continue;
    snprintf(r->why, r->cap, "returned value %u: predicted %llx, got %llx", i, (unsigned long long)v.lo,
             (unsigned long long)o->ret[i].lo);
    same = false;
  }
  for (uint32_t i = 0; same && i < c->nwrites; i++) {
    const sum_write *w = &c->writes[i];
    const shape_obj *so = shape_obj_get(r->s->space, w->obj);
    if (so->kind == SHAPE_HEAP || w->bytes > 16 || mentions_uninit(r, w->value) ||
        !predicted(r, w->value, m, &v))
      continue;
    fe_val got;
    memset(&got, 0, sizeof got);
    exm_addr base = ex_replay_object(r, w->obj);
    if (!base || !exm_peek(r->m, base + (uint64_t)w->offset, &got, w->bytes) || agrees(r, w->value, v, got))
      continue;
    snprintf(r->why, r->cap, "%s+%lld: predicted %llx, got %llx", so->name, (long long)w->offset,
             (unsigned long long)v.lo, (unsigned long long)got.lo);
    same = false;
  }
  term_model_free(m);
  return same;
}

static ex_replay_result judge(replay *r, const exm_outcome *o) {
  const sum_case *c = r->c;
  if (o->stop == EXM_ERROR &&
      (o->error == EXM_E_NO_BODY || o->error == EXM_E_UNSUPPORTED || o->error == EXM_E_BAD_CALL)) {
    snprintf(r->why, r->cap, "the machine cannot play it: %s", o->message);
    return EX_REPLAY_SKIPPED;
  }
  if (r->diverged) return EX_REPLAY_DIFFERENT;
  if (c->outcome == SUM_ENDLESS && o->stop == EXM_STEPS) return EX_REPLAY_SAME;
  if (o->stop == EXM_STEPS || (o->stop == EXM_ERROR && o->error == EXM_E_STACK)) {
    snprintf(r->why, r->cap, "takes longer or nests deeper than the machine goes along");
    return EX_REPLAY_SKIPPED;
  }
  if (c->outcome == SUM_CUT) return EX_REPLAY_SAME;
  if (r->ndecisions < c->ndecisions) {
    snprintf(r->why, r->cap, "stops after %u of %u decisions: %s", r->ndecisions, c->ndecisions, o->message);
    return EX_REPLAY_DIFFERENT;
  }
  if (c->outcome == SUM_UNINIT || c->outcome == SUM_LEAK)
    return EX_REPLAY_SAME; /* the machine may not see it */
  bool error = o->stop == EXM_ERROR;
  bool expected = c->outcome == SUM_RETURNED ? o->stop == EXM_RETURNED
                  : c->outcome == SUM_EXITED ? o->stop == EXM_EXITED || error
                                             : error && c->outcome != SUM_ENDLESS;
  /* what the machine calls no error: overflow that wraps, shifts that the processor masks */
  if (c->outcome == SUM_OVERFLOW || c->outcome == SUM_BAD_SHIFT) expected = true;
  if (!expected) {
    snprintf(r->why, r->cap, "predicted \"%s\" (%s), but it %s %s", sum_outcome_name((sum_outcome)c->outcome),
             c->detail, error ? "fails:" : "ends without:", o->message);
    return EX_REPLAY_DIFFERENT;
  }
  if (c->outcome == SUM_RETURNED && !same_results(r, o)) return EX_REPLAY_DIFFERENT;
  return EX_REPLAY_SAME;
}

/* A precondition looks and changes nothing, so the unit can be called afterwards. */
static bool meets_precondition(replay *r, const fe_val *args) {
  const fe_func *fn = &r->p->funcs[r->func];
  char name[512];
  uint32_t found;
  snprintf(name, sizeof name, "%s_precond", fn->name);
  if (fe_find_func(r->p, name, &found, 1) != 1 || !r->p->funcs[found].has_body) return true;
  const exm_outcome *o = exm_call(r->m, found, args, fn->nparams);
  return o->stop == EXM_RETURNED && o->nret && o->ret[0].u;
}

bool ex_replay_allowed(const ex_replayer *r) { return r->allowed; }

static exm_machine *new_machine(replay *r, bool strict) {
  exm_options opt = {.max_steps = 20000000,
                     .strict_pointers = strict,
                     .in = r->null,
                     .out = r->null,
                     .err = r->null,
                     .hooks = {r, answer, NULL, ex_replay_volatile}};
  return exm_new(r->p, &opt);
}

ex_replayer *ex_replayer_new(const fe_program *p) {
  replay *r = calloc(1, sizeof *r);
  r->p = p;
  r->null = fopen("/dev/null", "r+");
  r->plain = new_machine(r, false);
  r->answers = calloc(p->nfuncs + 1, sizeof *r->answers);
  return r;
}

void ex_replayer_free(ex_replayer *r) {
  exm_free(r->plain);
  if (r->strict) exm_free(r->strict);
  if (r->null) fclose(r->null);
  free(r->answers);
  free(r);
}

/* The machine runs library functions itself where the summary takes them for stubs (explorer/models.h). */
static bool answered_otherwise(const replay *r) {
  for (uint32_t i = 0; i < r->c->nanswers; i++)
    for (uint32_t f = 0; f < r->p->nfuncs; f++)
      if (r->p->funcs[f].has_body && !strcmp(r->p->funcs[f].name, r->c->answers[i].symbol)) return true;
  return false;
}

static ex_replay_result play_on(replay *r, exm_machine *m) {
  const fe_func *fn = &r->p->funcs[r->func];
  r->m = m;
  exm_reset(m);
  r->dummies = NULL, r->ndummies = r->nallocs = r->ndecisions = 0;
  r->diverged = r->unplayable = false;
  memset(r->answers, 0, r->p->nfuncs * sizeof *r->answers);
  r->reads = calloc(r->c->nanswers + 1, sizeof *r->reads);
  r->addr = calloc(shape_obj_count(r->s->space) + 1, sizeof *r->addr);
  r->why[0] = 0;
  fe_val *args = calloc(fn->nparams + 1, sizeof *args);
  make_objects(r);
  fill_cells(r);
  fill_params(r, args);
  unnamed more = ex_replay_unnamed(r);
  args = realloc(args, (fn->nparams + more.n + 1) * sizeof *args);
  for (uint32_t i = 0; i < more.n; i++) args[fn->nparams + i] = more.value[i];
  ex_replay_result result = EX_REPLAY_SKIPPED;
  if (r->unplayable) {
    snprintf(r->why, r->cap, "depends on an uninitialised value");
  } else if (answered_otherwise(r)) {
    snprintf(r->why, r->cap, "depends on what a library function does");
  } else {
    r->allowed = meets_precondition(r, args);
    exm_observe(m, r->func, decided, r);
    result = judge(r, exm_call_variadic(m, r->func, args, fn->nparams + more.n, more.ty));
  }
  free(more.value), free(more.ty);
  free(args), free(r->addr), free(r->dummies), free(r->reads);
  return result;
}

/* An index that is far out of bounds may wrap around into some object on the plain machine, as it may on the processor: then
 * the predicted error must show on the strict one. */
ex_replay_result ex_replay(ex_replayer *r, uint32_t func, const sum_summary *s, const sum_case *c, char *why,
                           size_t cap) {
  r->func = func, r->s = s, r->c = c, r->why = why, r->cap = cap;
  ex_replay_result result = play_on(r, r->plain);
  if (result != EX_REPLAY_DIFFERENT || (c->outcome != SUM_OUT_OF_BOUNDS && c->outcome != SUM_DANGLING))
    return result;
  if (!r->strict) r->strict = new_machine(r, true);
  return play_on(r, r->strict);
}
