/* Models and evaluation. A model is a vector of chunks of 16 values, shared copy-on-write between copies,
 * because the search makes one model per flip that differs from its parent in few atoms. Values of terms are
 * memoised in the context, in a few slots of stamped arrays: a slot belongs to one version of a model, and a
 * copy keeps the version until it is changed. Of an if-then-else or a read only the chosen side is evaluated.
 */
#include "summaries/term_internal.h"

#define CHUNK 16u

typedef struct chunk {
  uint32_t refs, has;
  u128 value[CHUNK];
} chunk;

typedef struct chunk_vec {
  chunk **at;
  uint32_t n;
} chunk_vec;

struct term_model {
  chunk_vec atoms, calls;
  uint64_t version; /* as the context that evaluated it last named it; 0: never, or changed since */
};

static void *checked(void *p) {
  if (!p) {
    fputs("summ: out of memory\n", stderr);
    abort();
  }
  return p;
}

static void vec_copy(chunk_vec *to, const chunk_vec *from) {
  to->n = from->n;
  to->at = from->n ? checked(malloc(from->n * sizeof *to->at)) : NULL;
  for (uint32_t i = 0; i < from->n; i++)
    if ((to->at[i] = from->at[i])) to->at[i]->refs++;
}
static void vec_free(chunk_vec *v) {
  for (uint32_t i = 0; i < v->n; i++)
    if (v->at[i] && --v->at[i]->refs == 0) free(v->at[i]);
  free(v->at);
}
static u128 vec_get(const chunk_vec *v, uint32_t id) {
  uint32_t c = id / CHUNK;
  return c < v->n && v->at[c] ? v->at[c]->value[id % CHUNK] : 0;
}
static void vec_set(chunk_vec *v, uint32_t id, u128 value) {
  uint32_t c = id / CHUNK;
  if (c >= v->n) {
    uint32_t n = c + 1 > v->n + v->n / 2 ? c + 1 : v->n + v->n / 2;
    v->at = checked(realloc(v->at, n * sizeof *v->at));
    memset(v->at + v->n, 0, (n - v->n) * sizeof *v->at);
    v->n = n;
  }
  chunk *k = v->at[c];
  if (!k || k->refs > 1) {
    chunk *own = checked(malloc(sizeof *own));
    if (k) {
      *own = *k;
      k->refs--;
    } else {
      memset(own, 0, sizeof *own);
    }
    own->refs = 1;
    v->at[c] = k = own;
  }
  k->value[id % CHUNK] = value;
  k->has |= 1u << id % CHUNK;
}

term_model *term_model_new(void) { return checked(calloc(1, sizeof(term_model))); }
term_model *term_model_copy(const term_model *m) {
  term_model *c = term_model_new();
  vec_copy(&c->atoms, &m->atoms);
  vec_copy(&c->calls, &m->calls);
  c->version = m->version;
  return c;
}
void term_model_free(term_model *m) {
  if (!m) return;
  vec_free(&m->atoms);
  vec_free(&m->calls);
  free(m);
}
u128 term_model_get(const term_model *m, uint32_t atom) { return vec_get(&m->atoms, atom); }
bool term_model_has(const term_model *m, uint32_t atom) {
  uint32_t c = atom / CHUNK;
  return c < m->atoms.n && m->atoms.at[c] && (m->atoms.at[c]->has >> atom % CHUNK & 1);
}
void term_model_set(term_model *m, uint32_t atom, u128 value) {
  if (term_model_has(m, atom) && term_model_get(m, atom) == value) return;
  if (vec_get(&m->atoms, atom) != value) m->version = 0;
  vec_set(&m->atoms, atom, value);
}
void term_model_set_call(term_model *m, uint32_t id, u128 value) {
  if (vec_get(&m->calls, id) != value) m->version = 0;
  vec_set(&m->calls, id, value);
}

/* ---- evaluation ---- */

static eval_slot *slot_of(term_ctx *tc, term_model *m) {
  eval_slot *oldest = &tc->eval[0];
  tc->eval_clock++;
  for (unsigned i = 0; i < EVAL_SLOTS; i++) {
    eval_slot *s = &tc->eval[i];
    if (m->version && s->owner == m->version) {
      s->last_use = tc->eval_clock;
      return s;
    }
    if (s->last_use < oldest->last_use) oldest = s;
  }
  if (!m->version) m->version = tc->next_version++;
  oldest->owner = m->version;
  oldest->last_use = tc->eval_clock;
  oldest->nwide = 0;
  if (++oldest->epoch == 0) {
    memset(oldest->stamp, 0, oldest->cap * sizeof *oldest->stamp);
    oldest->epoch = 1;
  }
  return oldest;
}

static void slot_grow(eval_slot *s, uint32_t need) {
  uint32_t old = s->cap, cap = s->cap, cap2 = s->cap;
  s->stamp = term_grow(s->stamp, &cap, need, sizeof *s->stamp);
  s->value = term_grow(s->value, &cap2, need, sizeof *s->value);
  memset(s->stamp + old, 0, (cap - old) * sizeof *s->stamp);
  s->cap = cap;
}

/* The value of a leaf or a memoised term; false when it must be computed first. */
static inline bool known_value(const term_ctx *tc, const eval_slot *s, const term_model *m, term t,
                               u128 *out) {
  const term_node *n = &tc->node[t];
  switch (n->op) {
  case T_CONST: *out = term_const_value(tc, t); return true;
  case T_ATOM: *out = vec_get(&m->atoms, n->aux) & mask_of(n->width); return true;
  case T_ADDR: *out = term_addr_value(n->aux, (int64_t)n->value); return true;
  case T_CALL: *out = vec_get(&m->calls, n->aux) & mask_of(n->width); return true;
  default:
    if (s->stamp[t] != s->epoch) return false;
    *out = n->width > 64 ? s->wide[s->value[t]] : s->value[t];
    return true;
  }
}

static void remember(term_ctx *tc, eval_slot *s, term t, u128 v) {
  s->stamp[t] = s->epoch;
  if (tc->node[t].width <= 64) {
    s->value[t] = (uint64_t)v;
    return;
  }
  s->wide = term_grow(s->wide, &s->wide_cap, s->nwide + 1, sizeof *s->wide);
  s->value[t] = s->nwide;
  s->wide[s->nwide++] = v;
}

/* Computes t when what it needs is known; else gives a term to compute first. */
static term step(term_ctx *tc, eval_slot *s, const term_model *m, term t) {
  const term_node *n = &tc->node[t];
  u128 a, b = 0, c = 0;
  if (!known_value(tc, s, m, n->a, &a)) return n->a;
  if (n->op == T_ITE || n->op == T_READ) {
    const table *tab = &tc->tables[n->aux];
    term chosen = n->op == T_ITE ? (a ? n->b : n->c) : tab->cells[a < tab->n ? (uint32_t)a : tab->n - 1];
    if (!known_value(tc, s, m, chosen, &a)) return chosen;
    remember(tc, s, t, a);
    return 0;
  }
  unsigned arity = term_arity(n->op);
  if (arity > 1 && !known_value(tc, s, m, n->b, &b)) return n->b;
  if (arity > 2 && !known_value(tc, s, m, n->c, &c)) return n->c;
  remember(tc, s, t, term_apply(n->op, n->width, n->aux, tc->node[n->a].width, a, b, c));
  return 0;
}

u128 term_eval(term_ctx *tc, term t, term_model *m) {
  assert(t && t < tc->n);
  const term_node *n = &tc->node[t];
  u128 v = 0;
  if (n->op <= T_ADDR || n->op == T_CALL) {
    known_value(tc, NULL, m, t, &v);
    return v;
  }
  eval_slot *s = slot_of(tc, m);
  if (s->cap <= t) slot_grow(s, tc->n);
  if (known_value(tc, s, m, t, &v)) return v;
  uint32_t top = 0;
  tc->stack = term_grow(tc->stack, &tc->stack_cap, 1, sizeof *tc->stack);
  tc->stack[top++] = t;
  while (top) {
    term need = step(tc, s, m, tc->stack[top - 1]);
    if (!need) {
      top--;
      tc->eval_work++;
      continue;
    }
    tc->stack = term_grow(tc->stack, &tc->stack_cap, top + 1, sizeof *tc->stack);
    tc->stack[top++] = need;
  }
  known_value(tc, s, m, t, &v);
  return v;
}

uint64_t term_eval_work(const term_ctx *tc) { return tc->eval_work; }
