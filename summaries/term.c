/* The context: nodes in one growing array, found again by an open-addressing index over their contents, with
 * side arrays for what is derived from a node when it is made (range and known bits, set of atoms). Tables of
 * T_READ and calls are interned likewise. Atom sets are interned too, so most terms of a program share a few
 * of them and a union is usually one look into a small cache; a set of more than ATOMSET_MAX is not kept per
 * node but found by walking. */
#include "summaries/term_internal.h"

#define ATOMSET_MAX 64u
#define UNION_CACHE 4096u

static void *xrealloc(void *p, size_t size) {
  void *q = realloc(p, size ? size : 1);
  if (!q) {
    fputs("summ: out of memory\n", stderr);
    abort();
  }
  return q;
}

void *term_grow(void *p, uint32_t *cap, uint32_t need, size_t elem) {
  if (need <= *cap) return p;
  uint32_t c = *cap ? *cap : 16;
  while (c < need) c += c / 2 + 1;
  *cap = c;
  return xrealloc(p, (size_t)c * elem);
}

void *term_arena(arena *mem, size_t size) {
  size = (size + 15) & ~(size_t)15;
  if ((size_t)(mem->end - mem->cur) < size) {
    size_t chunk = size > 65536 ? size : 65536;
    if (mem->nchunk == mem->chunk_cap) {
      mem->chunk_cap = mem->chunk_cap * 2 + 8;
      mem->chunk = xrealloc(mem->chunk, mem->chunk_cap * sizeof *mem->chunk);
    }
    mem->cur = xrealloc(NULL, chunk);
    mem->end = mem->cur + chunk;
    mem->chunk[mem->nchunk++] = mem->cur;
  }
  void *p = mem->cur;
  mem->cur += size;
  return p;
}

static inline uint64_t mix(uint64_t h, uint64_t v) {
  h = (h ^ v) * 0x9E3779B97F4A7C15u;
  return h ^ h >> 29;
}
static uint64_t hash_words(uint64_t h, const uint32_t *w, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) h = mix(h, w[i]);
  return h;
}

/* ---- indices ---- */

typedef uint64_t hash_fn(const term_ctx *tc, uint32_t id);

static void index_insert(hash_index *ix, uint64_t hash, uint32_t id) {
  uint32_t i = (uint32_t)hash & (ix->cap - 1);
  while (ix->slot[i]) i = (i + 1) & (ix->cap - 1);
  ix->slot[i] = id;
  ix->used++;
}

static void index_add(term_ctx *tc, hash_index *ix, hash_fn *hash, uint32_t id) {
  if (ix->used * 4 >= ix->cap * 3) {
    hash_index old = *ix;
    ix->cap = old.cap ? old.cap * 2 : 64;
    ix->slot = xrealloc(NULL, ix->cap * sizeof *ix->slot);
    memset(ix->slot, 0, ix->cap * sizeof *ix->slot);
    ix->used = 0;
    for (uint32_t i = 0; i < old.cap; i++)
      if (old.slot[i]) index_insert(ix, hash(tc, old.slot[i]), old.slot[i]);
    free(old.slot);
  }
  index_insert(ix, hash(tc, id), id);
}

static uint64_t node_hash(const term_node *n) {
  uint64_t h = mix((uint64_t)n->op << 40 | (uint64_t)n->width << 32 | n->aux, (uint64_t)n->a << 32 | n->b);
  return mix(mix(h, n->c), n->value);
}
static uint64_t node_hash_id(const term_ctx *tc, uint32_t id) { return node_hash(&tc->node[id]); }
static uint64_t table_hash(const term_ctx *tc, uint32_t id) {
  return hash_words(1, tc->tables[id].cells, tc->tables[id].n);
}
static uint64_t call_hash_of(const call *c) {
  uint64_t h = mix(2, c->piece);
  for (const char *p = c->name; *p; p++) h = mix(h, (unsigned char)*p);
  return hash_words(h, c->args, c->nargs);
}
static uint64_t call_hash(const term_ctx *tc, uint32_t id) { return call_hash_of(&tc->calls[id]); }
static uint64_t set_hash(const term_ctx *tc, uint32_t id) {
  return hash_words(3, tc->sets[id].ids, tc->sets[id].n);
}

/* ---- atom sets ---- */

static uint32_t set_intern(term_ctx *tc, const uint32_t *ids, uint32_t n) {
  if (n == 0) return ATOMSET_EMPTY;
  if (n > ATOMSET_MAX) return ATOMSET_BIG;
  hash_index *ix = &tc->by_set;
  if (ix->cap)
    for (uint32_t i = (uint32_t)hash_words(3, ids, n) & (ix->cap - 1); ix->slot[i];
         i = (i + 1) & (ix->cap - 1)) {
      const atomset *s = &tc->sets[ix->slot[i]];
      if (s->n == n && !memcmp(s->ids, ids, n * sizeof *ids)) return ix->slot[i];
    }
  uint32_t *copy = term_arena(&tc->mem, n * sizeof *ids);
  memcpy(copy, ids, n * sizeof *ids);
  tc->sets = term_grow(tc->sets, &tc->set_cap, tc->nset + 1, sizeof *tc->sets);
  uint32_t id = tc->nset++;
  tc->sets[id] = (atomset){.ids = copy, .n = n};
  index_add(tc, ix, set_hash, id);
  return id;
}

static uint32_t set_union(term_ctx *tc, uint32_t a, uint32_t b) {
  if (a == b || b == ATOMSET_EMPTY) return a;
  if (a == ATOMSET_EMPTY) return b;
  if (a == ATOMSET_BIG || b == ATOMSET_BIG) return ATOMSET_BIG;
  if (a > b) {
    uint32_t t = a;
    a = b, b = t;
  }
  uint32_t slot = (uint32_t)mix(a, b) & (UNION_CACHE - 1);
  if (tc->union_cache[slot].a == a && tc->union_cache[slot].b == b) return tc->union_cache[slot].result;
  uint32_t out[2 * ATOMSET_MAX], n = 0, i = 0, j = 0;
  atomset sa = tc->sets[a], sb = tc->sets[b];
  while (i < sa.n || j < sb.n) {
    uint32_t x = i < sa.n ? sa.ids[i] : UINT32_MAX, y = j < sb.n ? sb.ids[j] : UINT32_MAX;
    out[n++] = x < y ? x : y;
    i += x <= y;
    j += y <= x;
  }
  uint32_t result = set_intern(tc, out, n);
  tc->union_cache[slot].a = a, tc->union_cache[slot].b = b, tc->union_cache[slot].result = result;
  return result;
}

static int compare_ids(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

typedef struct walk {
  uint32_t *ids, n, cap, top;
  unsigned char *seen;
} walk;

static void walk_push(term_ctx *tc, walk *w, term t) {
  if (w->seen[t]) return;
  w->seen[t] = 1;
  if (tc->atoms[t] != ATOMSET_BIG) {
    const atomset *s = &tc->sets[tc->atoms[t]];
    w->ids = term_grow(w->ids, &w->cap, w->n + s->n, sizeof *w->ids);
    if (s->n) memcpy(w->ids + w->n, s->ids, s->n * sizeof *w->ids);
    w->n += s->n;
    return;
  }
  tc->stack = term_grow(tc->stack, &tc->stack_cap, w->top + 1, sizeof *tc->stack);
  tc->stack[w->top++] = t;
}

/* A term with many atoms: walk down to the nodes that have few. */
static atomset set_by_walking(term_ctx *tc, term root) {
  walk w = {.seen = calloc(root + 1, 1)};
  if (!w.seen) w.seen = memset(xrealloc(NULL, root + 1), 0, root + 1);
  walk_push(tc, &w, root);
  while (w.top) {
    term t = tc->stack[--w.top];
    term_node n = tc->node[t];
    unsigned arity = term_arity(n.op);
    if (arity > 0) walk_push(tc, &w, n.a);
    if (arity > 1) walk_push(tc, &w, n.b);
    if (arity > 2) walk_push(tc, &w, n.c);
    if (n.op == T_READ)
      for (uint32_t i = 0; i < tc->tables[n.aux].n; i++) walk_push(tc, &w, tc->tables[n.aux].cells[i]);
    if (n.op == T_CALL)
      for (uint32_t i = 0; i < tc->calls[n.aux].nargs; i++) walk_push(tc, &w, tc->calls[n.aux].args[i]);
  }
  qsort(w.ids, w.n, sizeof *w.ids, compare_ids);
  uint32_t n = 0;
  for (uint32_t i = 0; i < w.n; i++)
    if (!n || w.ids[n - 1] != w.ids[i]) w.ids[n++] = w.ids[i];
  uint32_t *copy = term_arena(&tc->mem, n * sizeof *copy);
  memcpy(copy, w.ids, n * sizeof *copy);
  free(w.ids);
  free(w.seen);
  return (atomset){.ids = copy, .n = n};
}

const uint32_t *term_atoms(term_ctx *tc, term t, uint32_t *n) {
  atomset s;
  if (tc->atoms[t] != ATOMSET_BIG) {
    s = tc->sets[tc->atoms[t]];
  } else { /* sorted by term: asked for in about this order */
    uint32_t lo = 0, hi = tc->nbig;
    while (lo < hi) {
      uint32_t mid = lo + (hi - lo) / 2;
      if (tc->big_cache[mid].t < t)
        lo = mid + 1;
      else
        hi = mid;
    }
    if (lo == tc->nbig || tc->big_cache[lo].t != t) {
      s = set_by_walking(tc, t);
      tc->big_cache = term_grow(tc->big_cache, &tc->big_cap, tc->nbig + 1, sizeof *tc->big_cache);
      memmove(tc->big_cache + lo + 1, tc->big_cache + lo, (tc->nbig - lo) * sizeof *tc->big_cache);
      tc->nbig++;
      tc->big_cache[lo].t = t;
      tc->big_cache[lo].set = s;
    }
    s = tc->big_cache[lo].set;
  }
  *n = s.n;
  return s.ids;
}

/* ---- nodes ---- */

static uint32_t sat_add(uint32_t a, uint32_t b) { return a + b < a ? UINT32_MAX : a + b; }

static void node_derive(term_ctx *tc, term_node *n, uint32_t *set) {
  unsigned arity = term_arity(n->op);
  uint32_t flags = n->op == T_ADDR ? TF_ADDR : 0, natoms = 0, s = ATOMSET_EMPTY;
  term child[3] = {n->a, n->b, n->c};
  for (unsigned i = 0; i < arity; i++) {
    flags |= tc->node[child[i]].flags & (TF_ADDR | TF_CALL);
    natoms = sat_add(natoms, tc->node[child[i]].natoms);
    s = set_union(tc, s, tc->atoms[child[i]]);
  }
  if (n->op == T_ATOM) {
    natoms = 1;
    s = set_intern(tc, &n->aux, 1);
  } else if (n->op == T_READ) {
    const table *t = &tc->tables[n->aux];
    flags |= t->flags;
    natoms = sat_add(natoms, t->natoms);
    s = set_union(tc, s, t->atomset);
  } else if (n->op == T_CALL) {
    flags |= TF_CALL;
    natoms = 1;
    s = tc->calls[n->aux].atomset;
  } else if (n->op == T_CONST) {
    flags |= 1;
  } else if (n->op == T_ITE) {
    uint32_t l = tc->node[n->b].flags & TF_LEAVES, r = tc->node[n->c].flags & TF_LEAVES;
    if (l && r && l + r <= TF_LEAVES) flags |= l + r;
  }
  if (n->width == 1 && term_is_predicate(n->op)) flags &= ~TF_ADDR;
  n->flags = (uint16_t)flags;
  n->natoms = natoms;
  *set = s;
}

static term node_append(term_ctx *tc, const term_node *n, const facts *f, uint32_t set) {
  if (tc->n == tc->cap) {
    uint32_t cap = tc->cap, cap2 = tc->cap, cap3 = tc->cap;
    tc->node = term_grow(tc->node, &cap, tc->n + 1, sizeof *tc->node);
    tc->fact = term_grow(tc->fact, &cap2, tc->n + 1, sizeof *tc->fact);
    tc->atoms = term_grow(tc->atoms, &cap3, tc->n + 1, sizeof *tc->atoms);
    tc->cap = cap;
  }
  term t = tc->n++;
  tc->node[t] = *n;
  tc->atoms[t] = set;
  if (n->width <= 64) {
    tc->fact[t] = (facts64){(uint64_t)f->lo,  (uint64_t)f->hi, (uint64_t)f->zero,
                            (uint64_t)f->one, (int64_t)f->slo, (int64_t)f->shi};
  } else {
    tc->wide_facts = term_grow(tc->wide_facts, &tc->wide_cap, tc->nwide + 1, sizeof *tc->wide_facts);
    tc->wide_facts[tc->nwide] = *f;
    tc->fact[t].lo = tc->nwide++;
  }
  index_add(tc, &tc->by_node, node_hash_id, t);
  return t;
}

term term_intern(term_ctx *tc, term_op op, unsigned width, uint32_t aux, term a, term b, term c,
                 uint64_t value) {
  assert(width >= 1 && width <= 128);
  term_node n = {
      .op = (uint8_t)op, .width = (uint8_t)width, .aux = aux, .a = a, .b = b, .c = c, .value = value};
  const hash_index *ix = &tc->by_node;
  for (uint32_t i = (uint32_t)node_hash(&n) & (ix->cap - 1); ix->slot[i]; i = (i + 1) & (ix->cap - 1)) {
    const term_node *m = &tc->node[ix->slot[i]];
    if (m->op == op && m->width == width && m->aux == aux && m->a == a && m->b == b && m->c == c &&
        m->value == value)
      return ix->slot[i];
  }
  uint32_t set;
  node_derive(tc, &n, &set);
  facts f = term_facts_compute(tc, &n);
  if (f.lo == f.hi && op != T_CONST && op != T_ADDR && (width == 1 || !(n.flags & TF_ADDR)))
    return term_const(tc, width, f.lo);
  return node_append(tc, &n, &f, set);
}

term_ctx *term_ctx_new(void) {
  term_ctx *tc = memset(xrealloc(NULL, sizeof *tc), 0, sizeof *tc);
  tc->by_node.cap = 1024;
  tc->by_node.slot = memset(xrealloc(NULL, 1024 * sizeof(uint32_t)), 0, 1024 * sizeof(uint32_t));
  size_t cache = UNION_CACHE * sizeof *tc->union_cache;
  tc->union_cache = memset(xrealloc(NULL, cache), 0, cache);
  static const term_node none = {0};
  tc->sets = term_grow(tc->sets, &tc->set_cap, 1, sizeof *tc->sets);
  tc->sets[tc->nset++] = (atomset){0};
  /* id 0 is nothing in every index */
  tc->tables = term_grow(tc->tables, &tc->table_cap, 1, sizeof *tc->tables);
  tc->tables[tc->ntable++] = (table){0};
  tc->calls = term_grow(tc->calls, &tc->call_cap, 1, sizeof *tc->calls);
  tc->calls[tc->ncall++] = (call){.name = ""};
  uint32_t cap = 0, cap2 = 0, cap3 = 0;
  tc->node = term_grow(tc->node, &cap, 256, sizeof *tc->node);
  tc->fact = term_grow(tc->fact, &cap2, 256, sizeof *tc->fact);
  tc->atoms = term_grow(tc->atoms, &cap3, 256, sizeof *tc->atoms);
  tc->cap = cap;
  tc->node[0] = none;
  tc->fact[0] = (facts64){0};
  tc->atoms[0] = ATOMSET_EMPTY;
  tc->n = 1;
  tc->next_version = 1;
  return tc;
}

void term_ctx_free(term_ctx *tc) {
  if (!tc) return;
  for (size_t i = 0; i < tc->mem.nchunk; i++) free(tc->mem.chunk[i]);
  for (unsigned i = 0; i < EVAL_SLOTS; i++) {
    free(tc->eval[i].stamp);
    free(tc->eval[i].value);
    free(tc->eval[i].wide);
  }
  void *all[] = {tc->node,         tc->fact,      tc->atoms,         tc->wide_facts,
                 tc->tables,       tc->calls,     tc->sets,          tc->stack,
                 tc->by_node.slot, tc->mem.chunk, tc->by_table.slot, tc->by_call.slot,
                 tc->by_set.slot,  tc->big_cache, tc->atom_width,    tc->union_cache};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]);
  free(tc);
}

const term_node *term_get(const term_ctx *tc, term t) {
  assert(t && t < tc->n);
  return &tc->node[t];
}
uint32_t term_count(const term_ctx *tc) { return tc->n; }
bool term_has_call(const term_ctx *tc, term t) { return (tc->node[t].flags & TF_CALL) != 0; }

/* ---- leaves ---- */

term term_const(term_ctx *tc, unsigned width, u128 v) {
  v &= mask_of(width);
  return term_intern(tc, T_CONST, width, 0, 0, (term)(v >> 64), (term)(v >> 96), (uint64_t)v);
}
term term_bool(term_ctx *tc, bool b) { return term_const(tc, 1, b); }
term term_atom(term_ctx *tc, unsigned width, uint32_t atom) {
  if (atom >= tc->atom_width_cap) {
    uint32_t old = tc->atom_width_cap;
    tc->atom_width = term_grow(tc->atom_width, &tc->atom_width_cap, atom + 1, 1);
    memset(tc->atom_width + old, 0, tc->atom_width_cap - old);
  }
  tc->atom_width[atom] = (uint8_t)width;
  return term_intern(tc, T_ATOM, width, atom, 0, 0, 0, 0);
}
unsigned term_atom_width(const term_ctx *tc, uint32_t atom) {
  return atom < tc->atom_width_cap ? tc->atom_width[atom] : 0;
}

#define ADDR_BIAS ((int64_t)1 << 30)

term term_addr(term_ctx *tc, uint32_t obj, int64_t offset) {
  assert(obj < 1u << 20 && offset >= -ADDR_BIAS && offset < 3 * ADDR_BIAS);
  return term_intern(tc, T_ADDR, 64, obj, 0, 0, 0, (uint64_t)offset);
}
uint64_t term_addr_value(uint32_t obj, int64_t offset) {
  return (uint64_t)TERM_ADDR_TAG << 52 | (uint64_t)(obj & 0xFFFFFu) << 32 | (uint32_t)(offset + ADDR_BIAS);
}
bool term_addr_split(uint64_t value, uint32_t *obj, int64_t *offset) {
  if (value >> 52 != TERM_ADDR_TAG) return false;
  *obj = (uint32_t)(value >> 32) & 0xFFFFFu;
  *offset = (int64_t)(uint32_t)value - ADDR_BIAS;
  return true;
}
bool term_is_const(const term_ctx *tc, term t) { return tc->node[t].op == T_CONST; }
u128 term_const_value(const term_ctx *tc, term t) {
  const term_node *n = &tc->node[t];
  return (u128)n->c << 96 | (u128)n->b << 64 | n->value;
}

/* ---- tables and calls ---- */

uint32_t term_table_intern(term_ctx *tc, const term *cells, uint32_t n) {
  hash_index *ix = &tc->by_table;
  if (ix->cap)
    for (uint32_t i = (uint32_t)hash_words(1, cells, n) & (ix->cap - 1); ix->slot[i];
         i = (i + 1) & (ix->cap - 1)) {
      const table *t = &tc->tables[ix->slot[i]];
      if (t->n == n && !memcmp(t->cells, cells, n * sizeof *cells)) return ix->slot[i];
    }
  term *copy = term_arena(&tc->mem, n * sizeof *cells);
  memcpy(copy, cells, n * sizeof *cells);
  table t = {.cells = copy, .n = n};
  for (uint32_t i = 0; i < n; i++) {
    t.natoms = sat_add(t.natoms, tc->node[cells[i]].natoms);
    t.flags |= tc->node[cells[i]].flags & (TF_ADDR | TF_CALL);
    t.atomset = set_union(tc, t.atomset, tc->atoms[cells[i]]);
  }
  tc->tables = term_grow(tc->tables, &tc->table_cap, tc->ntable + 1, sizeof *tc->tables);
  uint32_t id = tc->ntable++;
  tc->tables[id] = t;
  index_add(tc, ix, table_hash, id);
  return id;
}

const term *term_table(const term_ctx *tc, uint32_t id, uint32_t *n) {
  assert(id && id < tc->ntable);
  *n = tc->tables[id].n;
  return tc->tables[id].cells;
}

term term_call(term_ctx *tc, unsigned width, const char *name, uint32_t piece, const term *args,
               uint32_t nargs) {
  call c = {.name = name, .args = args, .nargs = nargs, .piece = piece};
  hash_index *ix = &tc->by_call;
  if (ix->cap)
    for (uint32_t i = (uint32_t)call_hash_of(&c) & (ix->cap - 1); ix->slot[i]; i = (i + 1) & (ix->cap - 1)) {
      const call *d = &tc->calls[ix->slot[i]];
      if (d->piece == piece && d->nargs == nargs && !strcmp(d->name, name) &&
          (!nargs || !memcmp(d->args, args, nargs * sizeof *args)))
        return term_intern(tc, T_CALL, width, ix->slot[i], 0, 0, 0, 0);
    }
  size_t len = strlen(name) + 1;
  c.name = memcpy(term_arena(&tc->mem, len), name, len);
  term *copy = term_arena(&tc->mem, nargs * sizeof *args);
  if (nargs) memcpy(copy, args, nargs * sizeof *args);
  c.args = copy;
  for (uint32_t i = 0; i < nargs; i++) c.atomset = set_union(tc, c.atomset, tc->atoms[args[i]]);
  tc->calls = term_grow(tc->calls, &tc->call_cap, tc->ncall + 1, sizeof *tc->calls);
  uint32_t id = tc->ncall++;
  tc->calls[id] = c;
  index_add(tc, ix, call_hash, id);
  return term_intern(tc, T_CALL, width, id, 0, 0, 0, 0);
}

const char *term_call_info(const term_ctx *tc, uint32_t id, uint32_t *piece, const term **args,
                           uint32_t *nargs) {
  assert(id && id < tc->ncall);
  const call *c = &tc->calls[id];
  *piece = c->piece;
  *args = c->args;
  *nargs = c->nargs;
  return c->name;
}
