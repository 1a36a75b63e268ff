/* From a summary to canonical bytes.
 *
 * The bytes have two parts. The content is what the summary says about behaviour; its BLAKE3 is the content hash. The
 * labels are what only people need (names, types, messages in words): renaming a variable changes labels and nothing else,
 * so it invalidates no caller.
 *
 * Canonical means: terms are numbered in the order a depth-first walk from the cases meets them, operands of commutative
 * operators are ordered by their lowest atom and structure, objects and atoms that nothing refers to are left out, and
 * those that stay are counted anew without gaps, in the order of their ids; in a witness's addresses too. So what only the
 * exploration looked at (a local that came and went, an input that nothing hangs on) leaves no mark. */
#include "summaries/codec.h"
#include "summaries/mem.h"
#include "summaries/term_internal.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct encoder {
  const sum_summary *s;
  mp_writer out;
  uint32_t nterms;  /* size of the context */
  bool *reached;    /* per term */
  uint64_t *hash;   /* per term: structure */
  uint32_t *lowest; /* per term: lowest atom id below, UINT32_MAX when none */
  uint32_t *number; /* per term: position in the output, from 1 */
  uint32_t *tables; /* per table id: position in the output */
  uint32_t ntables;
  bool *obj_used, *atom_used;
  uint32_t *obj_id, *atom_id; /* as they are written */
  const char **usrs;          /* functions that places name */
  uint32_t nusrs, cap_usrs;
  uint32_t next; /* last number given */
} encoder;

/* ---- what the cases refer to ---- */

static void reach(encoder *e, term t) {
  assert(t < e->nterms);
  if (t) e->reached[t] = true;
}

static void reach_roots(encoder *e) {
  const sum_summary *s = e->s;
  for (uint32_t i = 0; i < s->ncases; i++) {
    const sum_case *c = &s->cases[i];
    for (uint32_t k = 0; k < c->nconstraint; k++) reach(e, c->constraint[k]);
    for (uint32_t k = 0; k < c->nret; k++) reach(e, c->ret[k]);
    for (uint32_t k = 0; k < c->nwrites; k++) reach(e, c->writes[k].value);
    for (uint32_t k = 0; k < c->nallocs; k++) reach(e, c->allocs[k].size);
  }
}

/* The terms t is made of, tables and arguments of calls included. */
static const term *children(const term_ctx *tc, const term_node *n, term buf[3], uint32_t *count) {
  if (n->op == T_CALL) {
    uint32_t piece;
    const term *args;
    term_call_info(tc, n->aux, &piece, &args, count);
    return args;
  }
  *count = term_arity(n->op);
  buf[0] = n->a, buf[1] = n->b, buf[2] = n->c;
  return buf;
}

static void reach_all(encoder *e) {
  const term_ctx *tc = e->s->tc;
  reach_roots(e);
  for (term t = e->nterms - 1; t; t--) { /* children have smaller indices */
    if (!e->reached[t]) continue;
    const term_node *n = term_get(tc, t);
    term buf[3];
    uint32_t count;
    const term *child = children(tc, n, buf, &count);
    for (uint32_t i = 0; i < count; i++) reach(e, child[i]);
    if (n->op == T_READ) {
      child = term_table(tc, n->aux, &count);
      for (uint32_t i = 0; i < count; i++) reach(e, child[i]);
      if (n->aux >= e->ntables) e->ntables = n->aux + 1;
    }
    if (n->op == T_ATOM) e->atom_used[n->aux] = true;
    if (n->op == T_ADDR) e->obj_used[n->aux] = true;
  }
}

/* Is a number of a witness the address of an object? In an atom of any kind: a pointer may have been read as a number. */
static bool is_address(const encoder *e, uint64_t value, uint32_t *obj, int64_t *offset) {
  return term_addr_split(value, obj, offset) && *obj >= 1 && *obj <= shape_obj_count(e->s->space) &&
         shape_obj_get(e->s->space, *obj)->kind != SHAPE_GAP;
}

static void use_pointer(encoder *e, uint64_t value) {
  uint32_t obj;
  int64_t offset;
  if (is_address(e, value, &obj, &offset)) e->obj_used[obj] = true;
}

static uint64_t witness_value(const encoder *e, uint64_t value) {
  uint32_t obj;
  int64_t offset;
  return is_address(e, value, &obj, &offset) ? term_addr_value(e->obj_id[obj], offset) : value;
}

static void use_case(encoder *e, const sum_case *c) {
  for (uint32_t k = 0; k < c->nneeds; k++) e->obj_used[c->needs[k].obj] = true;
  for (uint32_t k = 0; k < c->nwrites; k++) e->obj_used[c->writes[k].obj] = true;
  for (uint32_t k = 0; k < c->nallocs; k++) e->obj_used[c->allocs[k].obj] = true;
  for (uint32_t k = 0; k < c->nfrees; k++) e->obj_used[c->frees[k]] = true;
  for (uint32_t k = 0; k < c->nanswers; k++) /* [0] stands for none */
    e->atom_used[c->answers[k].via] = e->obj_used[c->answers[k].obj] = true;
  for (uint32_t k = 0; k < c->nclobbers; k++) e->obj_used[c->clobbers[k].obj] = true;
  for (uint32_t k = 0; k < c->nwitness; k++) {
    e->atom_used[c->witness[k].atom] = true;
    use_pointer(e, c->witness[k].lo);
  }
}

/* An input object needs its pointer's atom, a cell its object: repeat until nothing is added. */
static void use_all(encoder *e) {
  const sum_summary *s = e->s;
  for (uint32_t i = 0; i < s->ncases; i++) use_case(e, &s->cases[i]);
  for (uint32_t i = 0; i < s->nvariants; i++)
    for (uint32_t k = 0; k < s->variants[i].naliases; k++)
      e->atom_used[s->variants[i].aliases[k].p] = e->atom_used[s->variants[i].aliases[k].q] = true;
  for (bool more = true; more;) {
    more = false;
    for (uint32_t id = 1; id <= shape_obj_count(s->space); id++) {
      const shape_obj *o = shape_obj_get(s->space, id);
      if (!e->obj_used[id] || o->kind != SHAPE_INPUT || e->atom_used[o->via]) continue;
      e->atom_used[o->via] = more = true;
    }
    for (uint32_t id = 1; id <= shape_atom_count(s->space); id++) {
      const shape_atom *a = shape_atom_get(s->space, id);
      if (!e->atom_used[id] || !shape_atom_in_object(a) || e->obj_used[a->obj]) continue;
      e->obj_used[a->obj] = more = true;
    }
  }
}

static void number_all(encoder *e) {
  const shape_space *space = e->s->space;
  uint32_t next = 0;
  for (uint32_t id = 1; id <= shape_obj_count(space); id++)
    if (e->obj_used[id]) e->obj_id[id] = ++next;
  next = 0;
  for (uint32_t id = 1; id <= shape_atom_count(space); id++)
    if (e->atom_used[id]) e->atom_id[id] = ++next;
}

/* ---- canonical numbers ---- */

static uint64_t mix(uint64_t h, uint64_t x) {
  h = (h ^ x) * 0x9E3779B97F4A7C15u;
  return h ^ h >> 32;
}

static bool is_commutative(unsigned op) {
  switch (op) {
  case T_ADD:
  case T_MUL:
  case T_AND:
  case T_OR:
  case T_XOR:
  case T_EQ:
  case T_FADD:
  case T_FMUL:
  case T_FEQ: return true;
  default: return false;
  }
}

/* Children in the order they are written: operands of commutative operators sorted, constants staying on the right. */
static const term *ordered(const encoder *e, const term_node *n, term buf[3], uint32_t *count) {
  const term *child = children(e->s->tc, n, buf, count);
  if (!is_commutative(n->op) || term_is_const(e->s->tc, n->a) || term_is_const(e->s->tc, n->b)) return child;
  uint32_t la = e->lowest[n->a], lb = e->lowest[n->b];
  if (la > lb || (la == lb && e->hash[n->a] > e->hash[n->b])) buf[0] = n->b, buf[1] = n->a;
  return child;
}

static void hash_term(encoder *e, term t) {
  const term_ctx *tc = e->s->tc;
  const term_node *n = term_get(tc, t);
  term buf[3];
  uint32_t count, lowest = n->op == T_ATOM ? e->atom_id[n->aux] : UINT32_MAX;
  const term *child = ordered(e, n, buf, &count);
  uint32_t aux = n->op == T_READ || n->op == T_CALL ? 0
                 : n->op == T_ATOM                  ? e->atom_id[n->aux]
                 : n->op == T_ADDR                  ? e->obj_id[n->aux]
                                                    : n->aux;
  uint64_t h = mix(mix(n->op, n->width), aux);
  if (n->op == T_CONST)
    h = mix(mix(h, (uint64_t)term_const_value(tc, t)), (uint64_t)(term_const_value(tc, t) >> 64));
  if (n->op == T_ADDR) h = mix(h, n->value);
  if (n->op == T_CALL) {
    uint32_t piece, nargs;
    const term *args;
    for (const char *p = term_call_info(tc, n->aux, &piece, &args, &nargs); *p; p++)
      h = mix(h, (unsigned char)*p);
    h = mix(h, piece);
  }
  for (int cells = 0; cells <= (n->op == T_READ); cells++) {
    if (cells) child = term_table(tc, n->aux, &count);
    for (uint32_t i = 0; i < count; i++) {
      h = mix(h, e->hash[child[i]]);
      if (e->lowest[child[i]] < lowest) lowest = e->lowest[child[i]];
    }
  }
  e->hash[t] = h;
  e->lowest[t] = lowest;
}

typedef struct frame {
  term t;
  uint32_t next;
} frame;
typedef struct walk {
  frame *items;
  size_t n, cap;
} walk;

static void push(walk *w, term t) {
  if (w->n == w->cap) {
    w->cap = w->cap ? 2 * w->cap : 64;
    w->items = mem_realloc(w->items, w->cap * sizeof *w->items);
  }
  w->items[w->n++] = (frame){t, 0};
}

static void write_node(encoder *e, term t);
static void write_table(encoder *e, uint32_t id);

/* Writes t after everything it is made of; iterative, since terms may be millions of nodes deep. */
static void write_term(encoder *e, walk *w, term root) {
  const term_ctx *tc = e->s->tc;
  if (!root || e->number[root]) return;
  push(w, root);
  while (w->n) {
    frame *f = &w->items[w->n - 1];
    const term_node *n = term_get(tc, f->t);
    term buf[3];
    uint32_t count, cells = 0;
    const term *child = ordered(e, n, buf, &count), *cell = NULL;
    if (n->op == T_READ && !e->tables[n->aux]) cell = term_table(tc, n->aux, &cells);
    uint32_t i = f->next++;
    if (i < count + cells) {
      term next = i < count ? child[i] : cell[i - count];
      if (!e->number[next]) push(w, next);
      continue;
    }
    if (cell) write_table(e, n->aux);
    if (!e->number[f->t]) write_node(e, f->t);
    w->n--;
  }
}

static void write_table(encoder *e, uint32_t id) {
  uint32_t n;
  const term *cells = term_table(e->s->tc, id, &n);
  e->tables[id] = ++e->next;
  mp_array(&e->out, (size_t)n + 1);
  mp_uint(&e->out, T_NONE);
  for (uint32_t i = 0; i < n; i++) mp_uint(&e->out, e->next - e->number[cells[i]]);
}

static void write_value(mp_writer *w, term_u128 v) {
  if (v <= UINT64_MAX) {
    mp_uint(w, (uint64_t)v);
    return;
  }
  uint8_t bytes[16];
  for (int i = 0; i < 16; i++) bytes[i] = (uint8_t)(v >> 8 * i);
  mp_bin(w, bytes, sizeof bytes);
}

/* A node refers to others by distance: its own number minus theirs. */
static void write_node(encoder *e, term t) {
  const term_ctx *tc = e->s->tc;
  const term_node *n = term_get(tc, t);
  term buf[3];
  uint32_t count;
  const term *child = ordered(e, n, buf, &count);
  uint32_t self = e->number[t] = ++e->next;
  mp_writer *w = &e->out;
  switch (n->op) {
  case T_CONST:
    mp_array(w, 3), mp_uint(w, n->op), mp_uint(w, n->width);
    write_value(w, term_const_value(tc, t));
    return;
  case T_ATOM:
    mp_array(w, 3), mp_uint(w, n->op), mp_uint(w, n->width), mp_uint(w, e->atom_id[n->aux]);
    return;
  case T_ADDR:
    mp_array(w, 3), mp_uint(w, n->op), mp_uint(w, e->obj_id[n->aux]), mp_int(w, (int64_t)n->value);
    return;
  case T_CALL: {
    uint32_t piece, nargs;
    const term *args;
    const char *name = term_call_info(tc, n->aux, &piece, &args, &nargs);
    mp_array(w, 4 + (size_t)count), mp_uint(w, n->op), mp_uint(w, n->width), mp_str(w, name),
        mp_uint(w, piece);
    break;
  }
  case T_READ:
    mp_array(w, 4), mp_uint(w, n->op), mp_uint(w, n->width), mp_uint(w, self - e->tables[n->aux]);
    break;
  default: mp_array(w, 3 + (size_t)count), mp_uint(w, n->op), mp_uint(w, n->width), mp_uint(w, n->aux);
  }
  for (uint32_t i = 0; i < count; i++) mp_uint(w, self - e->number[child[i]]);
}

/* The terms' array needs its length first, so they are written apart and copied in. */
static void write_terms(encoder *e) {
  mp_writer outer = e->out;
  walk w = {0};
  mp_init(&e->out);
  e->out.packer.data = &e->out.buffer;
  for (uint32_t i = 0; i < e->s->ncases; i++) {
    const sum_case *c = &e->s->cases[i];
    for (uint32_t k = 0; k < c->nconstraint; k++) write_term(e, &w, c->constraint[k]);
    for (uint32_t k = 0; k < c->nret; k++) write_term(e, &w, c->ret[k]);
    for (uint32_t k = 0; k < c->nwrites; k++) write_term(e, &w, c->writes[k].value);
    for (uint32_t k = 0; k < c->nallocs; k++) write_term(e, &w, c->allocs[k].size);
  }
  free(w.items);
  mp_writer inner = e->out;
  e->out = outer;
  e->out.packer.data = &e->out.buffer;
  mp_array(&e->out, e->next);
  if (inner.buffer.size) msgpack_sbuffer_write(&e->out.buffer, inner.buffer.data, inner.buffer.size);
  msgpack_sbuffer_destroy(&inner.buffer);
}

/* ---- the rest of the content ---- */

static uint32_t usr_index(encoder *e, const char *usr) {
  for (uint32_t i = 0; i < e->nusrs; i++)
    if (!strcmp(e->usrs[i], usr)) return i;
  if (e->nusrs == e->cap_usrs) {
    e->cap_usrs = e->cap_usrs ? 2 * e->cap_usrs : 16;
    e->usrs = mem_realloc(e->usrs, e->cap_usrs * sizeof *e->usrs);
  }
  e->usrs[e->nusrs] = usr;
  return e->nusrs++;
}

static void write_strings(mp_writer *w, const char *const *items, uint32_t n) {
  mp_array(w, n);
  for (uint32_t i = 0; i < n; i++) mp_str(w, items[i]);
}

static void write_usrs(encoder *e) {
  const sum_summary *s = e->s;
  for (uint32_t i = 0; i < s->nbounds; i++) usr_index(e, s->bounds[i].place.usr);
  for (uint32_t i = 0; i < s->ncases; i++)
    for (uint32_t k = 0; k < s->cases[i].nstack; k++) usr_index(e, s->cases[i].stack[k].usr);
  write_strings(&e->out, e->usrs, e->nusrs);
}

static void write_bounds(encoder *e) {
  const sum_summary *s = e->s;
  mp_array(&e->out, s->nbounds);
  for (uint32_t i = 0; i < s->nbounds; i++) {
    mp_array(&e->out, 4);
    mp_uint(&e->out, s->bounds[i].kind);
    mp_uint(&e->out, usr_index(e, s->bounds[i].place.usr));
    mp_uint(&e->out, s->bounds[i].place.insn);
    mp_uint(&e->out, s->bounds[i].count);
  }
  mp_array(&e->out, 2 * (size_t)s->ninfeasible);
  for (uint32_t i = 0; i < s->ninfeasible; i++) {
    mp_uint(&e->out, s->infeasible[i].insn);
    mp_uint(&e->out, s->infeasible[i].edge);
  }
}

static void write_variants(encoder *e) {
  const sum_summary *s = e->s;
  mp_array(&e->out, s->nvariants);
  for (uint32_t i = 0; i < s->nvariants; i++) {
    const sum_variant *v = &s->variants[i];
    mp_array(&e->out, 2);
    mp_bool(&e->out, v->complete);
    mp_array(&e->out, 3 * (size_t)v->naliases);
    for (uint32_t k = 0; k < v->naliases; k++) {
      mp_uint(&e->out, e->atom_id[v->aliases[k].q]);
      mp_uint(&e->out, e->atom_id[v->aliases[k].p]);
      mp_int(&e->out, v->aliases[k].offset);
    }
  }
}

static uint32_t count_used(const bool *used, uint32_t n) {
  uint32_t count = 0;
  for (uint32_t id = 1; id <= n; id++) count += used[id];
  return count;
}

/* Fields without a meaning for the kind are written as 0, whatever they held. */
static void write_space(encoder *e) {
  mp_writer *w = &e->out;
  const shape_space *space = e->s->space;
  mp_array(w, count_used(e->obj_used, shape_obj_count(space)));
  for (uint32_t id = 1; id <= shape_obj_count(space); id++) {
    if (!e->obj_used[id]) continue;
    const shape_obj *o = shape_obj_get(space, id);
    bool made = o->kind == SHAPE_LOCAL || o->kind == SHAPE_HEAP;
    mp_array(w, 8);
    mp_uint(w, e->obj_id[id]), mp_uint(w, o->kind), mp_bool(w, o->is_const);
    mp_uint(w, o->kind == SHAPE_INPUT ? e->atom_id[o->via] : 0);
    mp_str(w, o->kind == SHAPE_INPUT ? "" : o->symbol);
    mp_uint(w, made ? o->site : 0), mp_uint(w, made ? o->seq : 0), mp_uint(w, o->size);
  }
  mp_array(w, count_used(e->atom_used, shape_atom_count(space)));
  for (uint32_t id = 1; id <= shape_atom_count(space); id++) {
    if (!e->atom_used[id]) continue;
    const shape_atom *a = shape_atom_get(space, id);
    bool placed = a->kind == SHAPE_CELL || a->kind == SHAPE_VOLATILE,
         counted = a->kind == SHAPE_PARAM || a->kind >= SHAPE_STUB;
    mp_array(w, 8);
    mp_uint(w, e->atom_id[id]), mp_uint(w, a->kind), mp_uint(w, a->width);
    mp_uint(w, shape_atom_in_object(a) ? e->obj_id[a->obj] : 0), mp_int(w, placed ? a->offset : 0);
    mp_uint(w, counted ? a->index : 0), mp_uint(w, a->kind == SHAPE_STUB ? a->piece : 0);
    mp_str(w, a->kind == SHAPE_STUB ? a->symbol : "");
  }
}

static void write_case(encoder *e, const sum_case *c) {
  mp_writer *w = &e->out;
  mp_array(w, 15);
  mp_array(w, 2 * (size_t)c->ndecisions);
  for (uint32_t k = 0; k < c->ndecisions; k++)
    mp_uint(w, c->decisions[k].insn), mp_uint(w, c->decisions[k].edge);
  mp_array(w, c->nconstraint);
  for (uint32_t k = 0; k < c->nconstraint; k++) mp_uint(w, e->number[c->constraint[k]]);
  mp_array(w, 3 * (size_t)c->nneeds);
  for (uint32_t k = 0; k < c->nneeds; k++)
    mp_uint(w, e->obj_id[c->needs[k].obj]), mp_int(w, c->needs[k].lo), mp_int(w, c->needs[k].hi);
  mp_uint(w, c->outcome);
  mp_uint(w, c->outcome == SUM_CUT ? c->bound : 0);
  mp_array(w, 2 * (size_t)c->nstack);
  for (uint32_t k = 0; k < c->nstack; k++)
    mp_uint(w, usr_index(e, c->stack[k].usr)), mp_uint(w, c->stack[k].insn);
  mp_array(w, c->nret);
  for (uint32_t k = 0; k < c->nret; k++) mp_uint(w, e->number[c->ret[k]]);
  mp_array(w, 4 * (size_t)c->nwrites);
  for (uint32_t k = 0; k < c->nwrites; k++) {
    mp_uint(w, e->obj_id[c->writes[k].obj]), mp_int(w, c->writes[k].offset);
    mp_uint(w, c->writes[k].bytes), mp_uint(w, e->number[c->writes[k].value]);
  }
  mp_array(w, 3 * (size_t)c->nallocs);
  for (uint32_t k = 0; k < c->nallocs; k++)
    mp_uint(w, e->obj_id[c->allocs[k].obj]), mp_uint(w, e->number[c->allocs[k].size]),
        mp_uint(w, c->allocs[k].zeroed);
  mp_array(w, c->nfrees);
  for (uint32_t k = 0; k < c->nfrees; k++) mp_uint(w, e->obj_id[c->frees[k]]);
  mp_array(w, 4 * (size_t)c->nanswers);
  for (uint32_t k = 0; k < c->nanswers; k++)
    mp_str(w, c->answers[k].symbol), mp_uint(w, e->atom_id[c->answers[k].via]),
        mp_uint(w, e->obj_id[c->answers[k].obj]), mp_uint(w, c->answers[k].count);
  mp_uint(w, c->ntries);
  mp_array(w, 4 * (size_t)c->nclobbers);
  for (uint32_t k = 0; k < c->nclobbers; k++) {
    mp_uint(w, e->obj_id[c->clobbers[k].obj]), mp_str(w, c->clobbers[k].symbol);
    mp_uint(w, c->clobbers[k].answer), mp_uint(w, c->clobbers[k].arg);
  }
  mp_array(w, 3 * (size_t)c->nwitness);
  for (uint32_t k = 0; k < c->nwitness; k++)
    mp_uint(w, e->atom_id[c->witness[k].atom]), mp_uint(w, witness_value(e, c->witness[k].lo)),
        mp_uint(w, c->witness[k].hi);
  mp_uint(w, c->variant);
}

static void write_content(encoder *e) {
  const sum_summary *s = e->s;
  mp_array(&e->out, 13);
  mp_str(&e->out, s->usr);
  mp_uint(&e->out, s->status);
  mp_uint(&e->out, s->nbranches);
  mp_uint(&e->out, s->ncovered);
  write_usrs(e);
  write_bounds(e);
  write_strings(&e->out, s->stubs, s->nstubs);
  write_variants(e);
  write_space(e);
  write_terms(e);
  mp_array(&e->out, s->ncases);
  for (uint32_t i = 0; i < s->ncases; i++) write_case(e, &s->cases[i]);
}

static void write_labels(encoder *e, mp_writer *w) {
  const sum_summary *s = e->s;
  mp_array(w, 6);
  mp_str(w, s->name);
  mp_str(w, s->reason);
  write_strings(w, s->assumptions, s->nassumptions);
  mp_array(w, count_used(e->obj_used, shape_obj_count(s->space)));
  for (uint32_t id = 1; id <= shape_obj_count(s->space); id++) {
    if (!e->obj_used[id]) continue;
    const shape_obj *o = shape_obj_get(s->space, id);
    mp_array(w, 3), mp_str(w, o->name), mp_str(w, o->type), mp_uint(w, o->elem);
  }
  mp_array(w, count_used(e->atom_used, shape_atom_count(s->space)));
  for (uint32_t id = 1; id <= shape_atom_count(s->space); id++) {
    if (!e->atom_used[id]) continue;
    const shape_atom *a = shape_atom_get(s->space, id);
    unsigned flags = (a->is_signed ? CODEC_SIGNED : 0u) | (a->is_pointer ? CODEC_POINTER : 0u) |
                     (a->is_float ? CODEC_FLOAT : 0u) | (a->is_bool ? CODEC_BOOL : 0u);
    mp_array(w, 3), mp_str(w, a->name), mp_str(w, a->type), mp_uint(w, flags);
  }
  mp_array(w, s->ncases);
  for (uint32_t i = 0; i < s->ncases; i++) mp_str(w, s->cases[i].detail);
}

/* ---- whole ---- */

static void *zeroed(size_t n, size_t size) { return memset(mem_realloc(NULL, n * size), 0, n * size); }

static void encoder_start(encoder *e, const sum_summary *s) {
  *e = (encoder){.s = s, .nterms = term_count(s->tc)};
  if (!e->nterms) e->nterms = 1;
  mp_init(&e->out);
  e->reached = zeroed(e->nterms, sizeof *e->reached);
  e->hash = zeroed(e->nterms, sizeof *e->hash);
  e->lowest = zeroed(e->nterms, sizeof *e->lowest);
  e->number = zeroed(e->nterms, sizeof *e->number);
  e->obj_used = zeroed((size_t)shape_obj_count(s->space) + 1, sizeof *e->obj_used);
  e->atom_used = zeroed((size_t)shape_atom_count(s->space) + 1, sizeof *e->atom_used);
  e->obj_id = zeroed((size_t)shape_obj_count(s->space) + 1, sizeof *e->obj_id);
  e->atom_id = zeroed((size_t)shape_atom_count(s->space) + 1, sizeof *e->atom_id);
  reach_all(e);
  use_all(e);
  number_all(e);
  e->tables = zeroed((size_t)e->ntables + 1, sizeof *e->tables);
  for (term t = 1; t < e->nterms; t++)
    if (e->reached[t]) hash_term(e, t);
  write_content(e);
}

static void encoder_end(encoder *e) {
  mp_free(&e->out);
  free(e->reached), free(e->hash), free(e->lowest), free(e->number), free(e->tables);
  free(e->obj_used), free(e->atom_used), free(e->obj_id), free(e->atom_id), free(e->usrs);
}

uint8_t *sum_encode(const sum_summary *s, size_t *len) {
  encoder e;
  mp_writer labels, whole;
  encoder_start(&e, s);
  mp_init(&labels);
  write_labels(&e, &labels);
  mp_init(&whole);
  mp_array(&whole, 3);
  mp_uint(&whole, SUM_FORMAT);
  mp_bin(&whole, e.out.buffer.data, e.out.buffer.size);
  mp_bin(&whole, labels.buffer.data, labels.buffer.size);
  mp_free(&labels);
  encoder_end(&e);
  return mp_take(&whole, len);
}

uint8_t *sum_encode_relation(const sum_summary *s, size_t *len) {
  sum_summary relation = *s;
  relation.nbranches = relation.ncovered = relation.ninfeasible = 0;
  relation.cases = mem_realloc(NULL, s->ncases * sizeof *s->cases);
  if (s->ncases) memcpy(relation.cases, s->cases, s->ncases * sizeof *s->cases);
  for (uint32_t i = 0; i < s->ncases; i++) relation.cases[i].ndecisions = relation.cases[i].nwitness = 0;
  uint8_t *bytes = sum_encode(&relation, len);
  free(relation.cases);
  return bytes;
}
