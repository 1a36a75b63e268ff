/* Soundness of the slicer by experiment. A program runs in the machine; at one execution of one call, after the callee is
 * done, its result and the memory it wrote or may write are changed at random; the run goes on to the end of the calling
 * activation. If the activation's own decisions differ from those of the undisturbed run (before any error), the
 * verdict of that call must have been "reaches a decision", and the decision that turned must be in its list; so must every
 * decision that ran once in both runs and went another way, also after the paths parted.
 *
 * What a pointer in memory is turned to is null, what the same place held at another time of the undisturbed run, or, in
 * a variable, a variable or function that the alias sets let it lead to. The alias sets themselves are held against the
 * undisturbed run: a pointer that leads where they say it cannot is a violation too.
 *
 *   slicer_perturb [--count N] [--seed S] [--steps N] [--power] FILE.c... [-- CFLAGS]
 *
 * Every FILE is a program of its own with a main. N perturbations per file. Exit 1 when there is a violation.
 * --power tests the experiment itself: each part of the slicer (slice_part) is left out in turn, and it must find
 * violations then. Exit 1 when a part is not missed. */
#include "explorer/machine.h"
#include "slicer/slicer.h"

#include <stdlib.h>
#include <string.h>

typedef struct step { /* a decision of the unit */
  uint32_t act, insn, edge;
} step;

typedef struct visit { /* an execution of a call of the unit */
  uint32_t site, act;
} visit;

typedef struct answer { /* a pointer a call of the unit returned in the undisturbed run */
  uint32_t site;
  uint64_t value;
} answer;

typedef struct
    held { /* a pointer some place in memory held when a call of the unit returned in the undisturbed run */
  exm_addr at;
  uint64_t value;
} held;

typedef struct image { /* an object before the call */
  exm_addr base;
  uint64_t size;
  uint32_t global;
  uint8_t *bytes;
} image;

typedef struct hooked hooked;
typedef struct lab {
  const fe_program *p;
  slice_program *sp;
  exm_machine *m;
  uint32_t unit;
  uint64_t rng;
  /* the current run */
  uint32_t *stack, nstack, capstack, nacts;
  step *log;
  size_t nlog, caplog;
  visit *visits;
  size_t nvisits, capvisits;
  bool base;                            /* recording the undisturbed run */
  uint32_t want_site, want_exec, execs; /* perturbed run: which execution */
  uint32_t target;                      /* its activation, FE_NONE before */
  image *images;
  size_t nimages, capimages;
  bool done; /* the target activation ended */
  bool changed_something;
  answer *answers;
  size_t nanswers, capanswers;
  held *helds;
  size_t nhelds, caphelds;
  uint64_t returns;          /* of calls of the unit, in the undisturbed run */
  uint64_t pointers, astray; /* pointers held against the alias sets, and how many led elsewhere */
  const char *file;
  bool quiet;
  hooked *hooks;
  uint32_t nhooks;
} lab;

struct hooked {
  lab *l;
  bool enters;   /* calls the unit */
  uint32_t site; /* index among the unit's calls, FE_NONE */
  exm_call_hook hook;
  exm_site at;
};

static void *room(void *v, size_t n, size_t *cap, size_t size) {
  if (n < *cap) return v;
  *cap = *cap ? 2 * *cap : 64;
  v = realloc(v, *cap * size);
  if (!v) abort();
  return v;
}

static uint64_t rnd(lab *l) {
  l->rng ^= l->rng << 13;
  l->rng ^= l->rng >> 7;
  l->rng ^= l->rng << 17;
  return l->rng;
}
static uint64_t below(lab *l, uint64_t n) { return n ? rnd(l) % n : 0; }

/* ---- what the callee wrote ---- */

static void take_image(lab *l, exm_addr a) {
  exm_object o;
  if (l->nimages >= 400 || !exm_object_at(l->m, a, &o) || o.read_only || o.size == 0 || o.size > 1 << 16)
    return;
  for (size_t i = 0; i < l->nimages; i++)
    if (l->images[i].base == o.base) return;
  uint8_t *bytes = malloc(o.size);
  if (!bytes || !exm_peek(l->m, o.base, bytes, o.size)) {
    free(bytes);
    return;
  }
  l->images = room(l->images, l->nimages, &l->capimages, sizeof *l->images);
  l->images[l->nimages++] = (image){o.base, o.size, o.kind == EXM_GLOBAL ? o.global : FE_NONE, bytes};
}

static void drop_images(lab *l) {
  for (size_t i = 0; i < l->nimages; i++) free(l->images[i].bytes);
  l->nimages = 0;
}

/* Everything the callee can reach: globals, heap, and what pointers in them and in the arguments lead to. */
static void take_images(lab *l, const exm_hook_call *c) {
  drop_images(l);
  for (uint32_t i = 0; i < c->nargs; i++)
    if (c->arg_ty[i].kind == FE_PTR) take_image(l, c->args[i].lo);
  for (uint32_t g = 0; g < l->p->nglobals; g++)
    if (l->p->globals[g].has_init && !l->p->globals[g].is_const) take_image(l, exm_global_addr(l->m, g));
  exm_addr heap[128];
  size_t n = exm_heap_objects(l->m, heap, 128);
  for (size_t i = 0; i < n && i < 128; i++) take_image(l, heap[i]);
  for (size_t i = 0; i < l->nimages; i++)
    for (uint64_t k = 0; k + 8 <= l->images[i].size && k < 4096; k += 8) {
      uint64_t v;
      memcpy(&v, l->images[i].bytes + k, 8);
      if (v >> 32) take_image(l, v);
    }
}

/* ---- changing values ---- */

static uint64_t other_value(lab *l, uint64_t v, uint32_t bits) {
  uint64_t mask = bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1, r = v;
  switch (below(l, 8)) {
  case 0: r = 0; break;
  case 1: r = 1; break;
  case 2: r = UINT64_MAX; break;
  case 3: r = v + 1; break;
  case 4: r = v - 1; break;
  case 5: r = v ^ UINT64_C(1) << below(l, bits ? bits : 1); break;
  case 6: r = ~v; break;
  default: r = rnd(l);
  }
  return r & mask;
}

static bool target_of(const lab *l, uint64_t v, slice_target *t) {
  exm_object o;
  t->is_func = true;
  t->off = 0;
  t->index = exm_addr_func(l->m, v);
  if (t->index != FE_NONE) return v == exm_func_addr(l->m, t->index);
  if (!exm_object_at(l->m, v, &o) || o.kind != EXM_GLOBAL || v < o.base || v >= o.base + o.size) return false;
  *t = (slice_target){false, o.global, (int64_t)(v - o.base)};
  return true;
}

/* Another value for a pointer in memory, one it may really have; v itself when none is known. */
static uint64_t other_address(lab *l, exm_addr at, uint64_t v) {
  exm_object o;
  if (below(l, 4) == 0) return 0;
  if (below(l, 2) && exm_object_at(l->m, at, &o) && o.kind == EXM_GLOBAL) {
    for (int tries = 0; tries < 8; tries++) {
      slice_target t = {below(l, 8) == 0, 0, 0};
      uint64_t n = t.is_func ? l->p->nfuncs : l->p->nglobals;
      t.index = (uint32_t)below(l, n);
      if (!n || (!t.is_func && !l->p->globals[t.index].has_init)) continue;
      t.off = t.is_func ? 0 : (int64_t)(below(l, l->p->globals[t.index].size + 1) & ~UINT64_C(7));
      if (!slice_variable_may_lead(l->sp, o.global, at - o.base, &t)) continue;
      return t.is_func ? exm_func_addr(l->m, t.index) : exm_global_addr(l->m, t.index) + (uint64_t)t.off;
    }
  }
  size_t k = below(l, l->nhelds);
  for (size_t i = 0; i < l->nhelds; i++, k = (k + 1) % l->nhelds)
    if (l->helds[k].at == at && l->helds[k].value != v) return l->helds[k].value;
  return v;
}

/* Another value for a returned pointer: null, near by, or what this call returned at other times. */
static uint64_t other_answer(lab *l, uint64_t v) {
  uint64_t k = below(l, 4);
  if (k == 0) return 0;
  if (k == 1) return v + 8;
  size_t at = below(l, l->nanswers);
  for (size_t i = 0; i < l->nanswers; i++, at = (at + 1) % l->nanswers)
    if (l->answers[at].site == l->want_site && l->answers[at].value != v) return l->answers[at].value;
  return 0;
}

static void poke(lab *l, exm_addr a, uint32_t size) {
  uint64_t v = 0;
  exm_object o;
  if (!exm_peek(l->m, a, &v, size)) return;
  if (size == 8 && (exm_object_at(l->m, v, &o) || exm_addr_func(l->m, v) != FE_NONE))
    v = other_address(l, a, v);
  else
    v = other_value(l, v, 8 * size);
  l->changed_something |= exm_poke(l->m, a, &v, size);
}

/* Is the 8-byte word with byte k a pointer? Such a one is changed as a whole: a byte of it makes one that cannot be. */
static bool in_pointer(const lab *l, const uint8_t *bytes, uint64_t size, uint64_t k) {
  uint64_t v, at = k & ~UINT64_C(7);
  exm_object o;
  if (at + 8 > size) return false;
  memcpy(&v, bytes + at, 8);
  return exm_object_at(l->m, v, &o) || exm_addr_func(l->m, v) != FE_NONE;
}

static void change_written(lab *l) {
  for (size_t i = 0; i < l->nimages; i++) {
    exm_object o;
    image *im = &l->images[i];
    if (!exm_object_at(l->m, im->base, &o) || o.base != im->base || o.size != im->size) continue;
    uint8_t *now = malloc(im->size);
    if (!now || !exm_peek(l->m, im->base, now, im->size)) {
      free(now);
      continue;
    }
    for (uint64_t k = 0; k < im->size; k++) {
      if (now[k] == im->bytes[k] || below(l, 2)) continue;
      if (in_pointer(l, now, im->size, k)) {
        poke(l, im->base + (k & ~UINT64_C(7)), 8);
        k |= 7;
        continue;
      }
      uint64_t width = UINT64_C(1) << below(l, 4), at = k & ~(width - 1);
      bool all = at + width <= im->size; /* stay within what was written, as far as bytes tell */
      for (uint64_t j = at; all && j < at + width; j++) all = now[j] != im->bytes[j];
      poke(l, im->base + (all ? at : k), all ? (uint32_t)width : 1);
    }
    free(now);
  }
}

static void change_allowed(lab *l, uint32_t call) {
  slice_piece pieces[256];
  size_t n = slice_may_write(l->sp, l->unit, call, pieces, 256);
  for (size_t i = 0; i < n && i < 256; i++) {
    const slice_piece *q = &pieces[i];
    if (!l->p->globals[q->global].has_init || below(l, 4)) continue;
    uint64_t off = q->off, size = q->size;
    if (q->step && q->end > off + size) off += q->step * below(l, (q->end - off - size) / q->step + 1);
    if (off + size <= l->p->globals[q->global].size && (size == 1 || size == 2 || size == 4 || size == 8))
      poke(l, exm_global_addr(l->m, q->global) + off, (uint32_t)size);
  }
}

static void change_result(lab *l, exm_hook_call *c) {
  for (uint32_t i = 0; i < c->nres; i++) {
    fe_ty t = c->res_ty[i];
    if (t.kind == FE_PTR)
      c->res[i].lo = other_answer(l, c->res[i].lo);
    else if (t.kind == FE_INT && t.bits <= 64)
      c->res[i].lo = other_value(l, c->res[i].lo, t.bits);
    else if (t.kind == FE_F64)
      c->res[i].d = c->res[i].d * 2 + 1;
    else if (t.kind == FE_F32)
      c->res[i].f = c->res[i].f * 2 + 1;
    else
      continue;
    l->changed_something = true;
  }
}

/* ---- pointers of the undisturbed run ---- */

static void hold_against(lab *l, bool fits, uint32_t insn) {
  l->pointers++;
  if (fits) return;
  l->astray++;
  uint32_t loc = l->p->funcs[l->unit].insns[insn].loc;
  if (!l->quiet)
    printf("VIOLATION %s: %s: a pointer leads where the alias sets do not, after the call at line %u\n",
           l->file, l->p->funcs[l->unit].name,
           loc < l->p->funcs[l->unit].nlocs ? l->p->funcs[l->unit].locs[loc].line : 0);
}

/* Looks at what the call got and gave, and every now and then at all pointers in memory. */
static void note_pointers(lab *l, const exm_hook_call *c, uint32_t insn) {
  const fe_insn *in = &l->p->funcs[l->unit].insns[insn];
  const fe_call *call = &l->p->funcs[l->unit].calls[in->aux];
  slice_target t;
  exm_object o;
  for (uint32_t i = 0; i < c->nargs && i < call->nargs; i++)
    if (c->arg_ty[i].kind == FE_PTR && !call->byval[i] && target_of(l, c->args[i].lo, &t))
      hold_against(l, slice_value_may_lead(l->sp, l->unit, call->args[i], &t), insn);
  for (uint32_t i = 0; i < c->nres && in->dst != FE_NONE; i++)
    if (c->res_ty[i].kind == FE_PTR && target_of(l, c->res[i].lo, &t))
      hold_against(l, slice_value_may_lead(l->sp, l->unit, in->dst + i, &t), insn);
  if (l->returns++ >= 32 && l->returns & (l->returns - 1)) return; /* the first ones, then ever fewer */
  take_images(l, c);
  for (size_t i = 0; i < l->nimages; i++)
    for (uint64_t k = 0; k + 8 <= l->images[i].size && k < 4096; k += 8) {
      uint64_t v;
      memcpy(&v, l->images[i].bytes + k, 8);
      if (!exm_object_at(l->m, v, &o) && exm_addr_func(l->m, v) == FE_NONE) continue;
      if (l->images[i].global != FE_NONE && target_of(l, v, &t))
        hold_against(l, slice_variable_may_lead(l->sp, l->images[i].global, k, &t), insn);
      if (l->nhelds >= 65536) continue;
      l->helds = room(l->helds, l->nhelds, &l->caphelds, sizeof *l->helds);
      l->helds[l->nhelds++] = (held){l->images[i].base + k, v};
    }
}

/* ---- hooks ---- */

static uint32_t current(const lab *l) { return l->nstack ? l->stack[l->nstack - 1] : FE_NONE; }

static void push(lab *l) {
  size_t cap = l->capstack;
  l->stack = room(l->stack, l->nstack, &cap, sizeof *l->stack);
  l->capstack = (uint32_t)cap;
  l->stack[l->nstack++] = l->nacts++;
}

static void on_decision(void *self, exm_site site, uint32_t edge, uint32_t depth) {
  lab *l = self;
  (void)depth;
  if (!l->base && l->target != FE_NONE && current(l) != l->target) return;
  if (l->nlog > 4000000) return;
  l->log = room(l->log, l->nlog, &l->caplog, sizeof *l->log);
  l->log[l->nlog++] = (step){current(l), site.insn, edge};
}

static exm_hook_result on_before(void *self, exm_hook_call *c) {
  hooked *h = self;
  lab *l = h->l;
  if (h->site != FE_NONE && !l->base && h->site == l->want_site && l->target == FE_NONE &&
      l->execs == l->want_exec)
    take_images(l, c);
  if (h->site != FE_NONE && l->base && l->nvisits < 100000) {
    l->visits = room(l->visits, l->nvisits, &l->capvisits, sizeof *l->visits);
    l->visits[l->nvisits++] = (visit){h->site, current(l)};
  }
  if (h->site != FE_NONE && !l->base && h->site == l->want_site && l->target == FE_NONE) {
    /* a recursive execution inside this one must not take its number */
    if (l->execs++ == l->want_exec)
      l->target = FE_NONE - 1 - current(l); /* armed: perturb when this one returns */
  }
  if (h->enters) push(l);
  return EXM_HOOK_PASS;
}

static exm_hook_result on_after(void *self, exm_hook_call *c) {
  hooked *h = self;
  lab *l = h->l;
  if (l->base && h->site != FE_NONE && c->nres == 1 && c->res_ty[0].kind == FE_PTR && l->nanswers < 4096) {
    l->answers = room(l->answers, l->nanswers, &l->capanswers, sizeof *l->answers);
    l->answers[l->nanswers++] = (answer){h->site, c->res[0].lo};
  }
  if (l->base && h->site != FE_NONE) note_pointers(l, c, h->at.insn);
  if (h->enters) {
    uint32_t ended = l->stack[--l->nstack];
    if (!l->base && ended == l->target) {
      l->done = true;
      exm_fail(l->m, EXM_E_ABORT, "the activation ended");
      return EXM_HOOK_STOP;
    }
  }
  if (!l->base && h->site == l->want_site && l->target != FE_NONE && l->target == FE_NONE - 1 - current(l)) {
    l->target = current(l);
    uint32_t call = l->p->funcs[l->unit].insns[h->at.insn].aux;
    uint64_t mode = below(l, 8);
    if (mode != 0) change_result(l, c);
    if (mode != 1) change_written(l);
    if (mode > 3) change_allowed(l, call);
  }
  return EXM_HOOK_PASS;
}

/* ---- one unit ---- */

static const exm_outcome *run(lab *l, uint32_t main_func) {
  exm_reset(l->m);
  l->nstack = l->nacts = l->execs = 0;
  l->nlog = 0;
  l->target = FE_NONE;
  l->done = l->changed_something = false;
  if (l->unit == main_func) push(l);
  char *argv[] = {"program", NULL};
  return exm_run_main(l->m, main_func, 1, argv);
}

/* Can the unit be called through a pointer at all? */
static bool address_taken(const fe_program *p, uint32_t func) {
  for (uint32_t f = 0; f < p->nfuncs; f++)
    for (uint32_t c = 0; p->funcs[f].has_body && c < p->funcs[f].nconsts; c++)
      if (p->funcs[f].consts[c].kind == FE_C_FUNC && p->funcs[f].consts[c].index == func) return true;
  for (uint32_t g = 0; g < p->nglobals; g++)
    for (uint32_t r = 0; r < p->globals[g].nrelocs; r++)
      if (p->globals[g].relocs[r].is_func && p->globals[g].relocs[r].index == func) return true;
  return false;
}

/* Hooks the unit's calls and the calls of the unit; false when some call of it cannot be seen. */
static bool install(lab *l, const slice_result *r) {
  uint32_t n = 0;
  bool taken = address_taken(l->p, l->unit);
  for (uint32_t f = 0; f < l->p->nfuncs; f++) n += l->p->funcs[f].ncalls;
  l->hooks = calloc(n + 1, sizeof *l->hooks);
  if (!l->hooks) abort();
  for (uint32_t f = 0; f < l->p->nfuncs; f++) {
    const fe_func *fn = &l->p->funcs[f];
    for (uint32_t i = 0; fn->has_body && i < fn->ninsns; i++) {
      if (fn->insns[i].op != FE_CALL) continue;
      uint32_t nt;
      bool complete, enters = false;
      const uint32_t *t = slice_targets(l->sp, f, fn->insns[i].aux, &nt, &complete);
      for (uint32_t k = 0; k < nt; k++) enters |= t[k] == l->unit;
      if (fn->calls[fn->insns[i].aux].indirect && taken && (enters || !complete)) return false;
      const slice_site *s = f == l->unit ? slice_site_at(r, i) : NULL;
      if (!enters && !s) continue;
      hooked *h = &l->hooks[l->nhooks++];
      *h = (hooked){.l = l, .enters = enters, .site = s ? (uint32_t)(s - r->sites) : FE_NONE, .at = {f, i}};
      h->hook = (exm_call_hook){h, on_before, on_after};
    }
  }
  for (uint32_t i = 0; i < l->nhooks; i++) exm_hook_call_site(l->m, l->hooks[i].at, &l->hooks[i].hook);
  exm_observe(l->m, l->unit, on_decision, l);
  return true;
}

static void uninstall(lab *l) {
  for (uint32_t i = 0; i < l->nhooks; i++) exm_hook_call_site(l->m, l->hooks[i].at, NULL);
  exm_observe(l->m, l->unit, NULL, NULL);
  free(l->hooks);
  l->hooks = NULL;
  l->nhooks = 0;
}

typedef struct tally {
  uint64_t perturbations, changed, violations, by_verdict[4], changed_by_verdict[4];
  uint64_t pointers; /* held against the alias sets */
  bool quiet;        /* count, do not print */
} tally;

/* First difference between the activation's decisions; FE_NONE when none. *turned: the decision that took another edge. */
static bool differs(const lab *l, const step *base, size_t nbase, bool cut, uint32_t *turned) {
  size_t i = 0, j = 0;
  *turned = FE_NONE;
  for (;; i++, j++) {
    while (i < nbase && base[i].act != l->target) i++;
    while (j < l->nlog && l->log[j].act != l->target) j++;
    if (j == l->nlog) return i < nbase && !cut;
    if (i == nbase) return true;
    if (base[i].insn != l->log[j].insn) return true;
    if (base[i].edge != l->log[j].edge) {
      *turned = base[i].insn;
      return true;
    }
  }
}

/* The edge a decision took in the activation: FE_NONE when it did not run, FE_NONE - 1 when more than once. */
static uint32_t only_edge(const lab *l, const step *log, size_t n, uint32_t insn) {
  uint32_t edge = FE_NONE;
  for (size_t i = 0; i < n; i++)
    if (log[i].act == l->target && log[i].insn == insn) edge = edge == FE_NONE ? log[i].edge : FE_NONE - 1;
  return edge;
}

static bool listed(const slice_site *s, uint32_t insn) {
  for (uint32_t i = 0; i < s->ndecisions; i++)
    if (s->decisions[i] == insn) return true;
  return false;
}

/* A decision that ran once in both runs, went another way, and is not in the site's list; FE_NONE when there is none. */
static uint32_t turned_unlisted(const lab *l, const slice_site *s, const step *base, size_t nbase) {
  for (size_t i = 0; i < nbase; i++) {
    if (base[i].act != l->target || listed(s, base[i].insn)) continue;
    uint32_t was = only_edge(l, base, nbase, base[i].insn), now = only_edge(l, l->log, l->nlog, base[i].insn);
    if (was < FE_NONE - 1 && now < FE_NONE - 1 && was != now) return base[i].insn;
  }
  return FE_NONE;
}

/* Did the run contradict the verdict? *turned: the decision that went another way, where that is known. */
static bool contradicts(const lab *l, const slice_site *s, const step *base, size_t nbase, bool cut,
                        bool *changed, uint32_t *turned) {
  *changed = differs(l, base, nbase, cut, turned);
  if (!*changed) return false;
  if (s->verdict != SLICE_DECISION || (*turned != FE_NONE && !listed(s, *turned))) return true;
  *turned = turned_unlisted(l, s, base, nbase);
  return *turned != FE_NONE;
}

static void print_violation(const lab *l, const char *file, const slice_site *s, uint32_t turned) {
  const fe_func *f = &l->p->funcs[l->unit];
  uint32_t loc = f->insns[s->insn].loc, at = turned == FE_NONE ? FE_NONE : f->insns[turned].loc;
  printf("VIOLATION %s: %s: call at line %u (%s) turned the decision at line %u\n", file, f->name,
         loc < f->nlocs ? f->locs[loc].line : 0, slice_verdict_name(s->verdict),
         at < f->nlocs ? f->locs[at].line : 0);
}

static void perturb(lab *l, const char *file, uint32_t main_func, const slice_site *s, const step *base,
                    size_t nbase, tally *t) {
  const exm_outcome *o = run(l, main_func);
  bool reached = l->target != FE_NONE && l->target < FE_NONE / 2, changed;
  uint32_t turned;
  if (!reached || !l->changed_something) return;
  bool cut = !l->done && (o->stop == EXM_ERROR || o->stop == EXM_STEPS);
  bool wrong = contradicts(l, s, base, nbase, cut, &changed, &turned);
  t->perturbations++;
  t->by_verdict[s->verdict]++;
  t->changed += changed;
  t->changed_by_verdict[s->verdict] += changed;
  if (!wrong) return;
  t->violations++;
  if (!t->quiet) print_violation(l, file, s, turned);
}

static void experiment(lab *l, const char *file, uint32_t main_func, uint64_t count, tally *t) {
  const slice_result *r = slice_func(l->sp, l->unit);
  if (!install(l, r)) {
    uninstall(l);
    return;
  }
  l->base = true;
  l->nvisits = l->nanswers = l->nhelds = l->returns = 0;
  const exm_outcome *o = run(l, main_func);
  bool usable = (o->stop == EXM_RETURNED || o->stop == EXM_EXITED) && l->nlog && l->nvisits;
  step *base = malloc((l->nlog + 1) * sizeof *base);
  size_t nbase = l->nlog, nvisits = l->nvisits;
  if (!base) abort();
  if (nbase) memcpy(base, l->log, nbase * sizeof *base);
  visit *visits = l->visits;
  l->base = false;
  uint64_t before = t->perturbations;
  for (uint64_t tries = 0; usable && t->perturbations - before < count && tries < 8 * count; tries++) {
    size_t v = below(l,
                     nvisits); /* a call site first, whatever loops make of it, then one of its executions */
    uint32_t site = (uint32_t)below(l, r->nsites);
    for (size_t k = 0; k < nvisits && visits[v].site != site; k++) v = (v + 1) % nvisits;
    const slice_site *s = &r->sites[visits[v].site];
    if (s->verdict == SLICE_DECISION && below(l, 3)) /* the others are what is at stake */
      continue;
    l->want_site = visits[v].site;
    l->want_exec = 0;
    for (size_t k = 0; k < v; k++) l->want_exec += visits[k].site == visits[v].site;
    perturb(l, file, main_func, s, base, nbase, t);
  }
  free(base);
  uninstall(l);
}

/* ---- one program ---- */

typedef struct request {
  const char *const *flags;
  size_t nflags;
  uint64_t count, seed, steps;
  bool power;
} request;

static const struct part {
  slice_part part;
  const char *name;
} parts[] = {{SLICE_PART_RESULTS, "results of calls"},
             {SLICE_PART_WRITES, "what callees write"},
             {SLICE_PART_PASSING, "calls that pass effects on"},
             {SLICE_PART_NOT_RETURNING, "calls that may not return"},
             {SLICE_PART_CONTROL, "control dependence"},
             {SLICE_PART_ALIASES, "all targets of a pointer"},
             {SLICE_PART_WEAK, "stores that may miss"},
             {SLICE_PART_ROUNDS, "the fixed point of loops"},
             {SLICE_PART_BLOCKS, "block copies"},
             {SLICE_PART_PARAMETERS, "writes through parameters"},
             {SLICE_PART_TARGETS, "all functions a pointer leads to"},
             {SLICE_PART_AIMING, "what calls do to pointers"}};
enum { NPARTS = sizeof parts / sizeof *parts };

static void experiments(const fe_program *p, uint32_t main_func, const char *file, const request *q,
                        uint32_t leave_out, tally *t) {
  FILE *null = fopen("/dev/null", "r+");
  if (!null) abort();
  lab l = {.p = p, .file = file, .quiet = t->quiet, .rng = q->seed * UINT64_C(0x9e3779b97f4a7c15) + 1};
  l.sp = slice_new(p, &(slice_options){.leave_out = leave_out});
  l.m = exm_new(p, &(exm_options){.max_steps = q->steps, .in = null, .out = null, .err = null});
  uint32_t units = 0;
  for (uint32_t i = 0; i < p->nfuncs; i++) units += p->funcs[i].has_body && p->funcs[i].ncalls > 0;
  for (uint32_t i = 0; i < p->nfuncs && units; i++) {
    l.unit = i;
    if (p->funcs[i].has_body && p->funcs[i].ncalls > 0)
      experiment(&l, file, main_func, (q->count + units - 1) / units, t);
  }
  t->pointers += l.pointers;
  t->violations += l.astray;
  exm_free(l.m);
  slice_free(l.sp);
  drop_images(&l);
  free(l.helds);
  free(l.images);
  free(l.stack);
  free(l.log);
  free(l.visits);
  free(l.answers);
  fclose(null);
}

/* With --power, tallies[k] counts what leaving out part k brought; a part once missed is not tried again. */
static void program(const char *file, const request *q, tally *tallies) {
  fe_sources *src = fe_sources_files(&file, 1, q->flags, q->nflags);
  fe_program *p = fe_load(src, &(fe_options){.jobs = 1});
  uint32_t main_func;
  if (p->nfailures == 0 && fe_find_func(p, "main", &main_func, 1) == 1 && p->funcs[main_func].has_body) {
    if (!q->power) experiments(p, main_func, file, q, 0, tallies);
    for (int k = 0; q->power && k < NPARTS; k++)
      if (!tallies[k].violations) experiments(p, main_func, file, q, parts[k].part, &tallies[k]);
  } else {
    fprintf(stderr, "%s: left out (%s)\n", file, p->nfailures ? p->failures[0].message : "no main");
  }
  fe_program_free(p);
  fe_sources_free(src);
}

static int report_power(const tally *t) {
  int status = 0;
  for (int k = 0; k < NPARTS; k++) {
    printf("without %-32s %s (%llu perturbations)\n", parts[k].name,
           t[k].violations ? "caught" : "NOT CAUGHT", (unsigned long long)t[k].perturbations);
    if (!t[k].violations) status = 1;
  }
  return status;
}

static int report(const tally *t) {
  printf("%llu perturbations, %llu changed a decision, %llu violations\n",
         (unsigned long long)t->perturbations, (unsigned long long)t->changed,
         (unsigned long long)t->violations);
  printf("  %llu pointers held against the alias sets\n", (unsigned long long)t->pointers);
  for (int v = SLICE_NOTHING; v <= SLICE_DECISION; v++)
    printf("  %-11s %llu perturbed, %llu changed\n", slice_verdict_name((slice_verdict)v),
           (unsigned long long)t->by_verdict[v], (unsigned long long)t->changed_by_verdict[v]);
  return t->violations ? 1 : 0;
}

int main(int argc, char **argv) {
  request q = {.count = 100, .seed = 1, .steps = 3000000};
  const char **files = calloc((size_t)argc, sizeof *files);
  size_t nfiles = 0;
  int flags = argc;
  if (!files) return 2;
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "--") == 0) {
      flags = i + 1;
      break;
    }
    if (i + 1 < argc && strcmp(argv[i], "--count") == 0)
      q.count = strtoull(argv[++i], NULL, 10);
    else if (i + 1 < argc && strcmp(argv[i], "--seed") == 0)
      q.seed = strtoull(argv[++i], NULL, 10);
    else if (i + 1 < argc && strcmp(argv[i], "--steps") == 0)
      q.steps = strtoull(argv[++i], NULL, 10);
    else if (strcmp(argv[i], "--power") == 0)
      q.power = true;
    else
      files[nfiles++] = argv[i];
  }
  q.flags = (const char *const *)argv + flags;
  q.nflags = (size_t)(argc - flags);
  tally t[NPARTS] = {0};
  for (int k = 0; k < NPARTS; k++) t[k].quiet = q.power;
  for (size_t i = 0; i < nfiles; i++, q.seed++) program(files[i], &q, t);
  free(files);
  return q.power ? report_power(t) : report(t);
}
