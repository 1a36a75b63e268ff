/* From bytes to a summary. The bytes may come from a damaged or hostile file: every number is checked before it is used,
 * every reference must point to something already read, and term widths are verified before a term is made, so that no
 * constructor's contract can be broken. Terms are restored as they were, without simplifying again, so that encoding the
 * result gives the same bytes. */
#include "summaries/codec.h"
#include "summaries/mem.h"
#include "summaries/term_internal.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct decoder {
  sum_summary *s;
  mp_reader in;
  const char **usrs;
  uint32_t nusrs;
  term *terms;      /* number to term; a table's number holds 0 */
  uint32_t *tables; /* number to table id; 0 when it is a term */
  uint32_t nterms;
  uint32_t *objs, *atoms; /* ids in the order of the content, for the labels */
  uint32_t nobjs, natoms;
} decoder;

static void *array(decoder *d, size_t n, size_t size) { return n ? sum_alloc_bytes(d->s, n * size) : NULL; }

static const char *text(decoder *d, mp_reader *r) {
  size_t n;
  const char *p = mp_get_str(r, &n);
  if (!n) return "";
  char *copy = sum_alloc_bytes(d->s, n + 1);
  memcpy(copy, p, n);
  return copy;
}

static uint32_t u32(decoder *d) { return (uint32_t)mp_get_uint(&d->in, UINT32_MAX); }
static void fail(decoder *d) { d->in = (mp_reader){d->in.end, d->in.end, true}; }

static const char **texts(decoder *d, mp_reader *r, uint32_t *n) {
  size_t count = mp_get_array(r);
  const char **items = array(d, count, sizeof *items);
  for (size_t i = 0; i < count; i++) items[i] = text(d, r);
  *n = (uint32_t)count;
  return items;
}

/* The number of groups of `size` in a flat array. */
static uint32_t groups(decoder *d, size_t size) {
  size_t n = mp_get_array(&d->in);
  if (n % size || n / size > UINT32_MAX) {
    fail(d);
    return 0;
  }
  return (uint32_t)(n / size);
}

static sum_place place(decoder *d) {
  uint32_t usr = u32(d), insn = u32(d);
  if (usr >= d->nusrs) {
    fail(d);
    return (sum_place){"", 0};
  }
  return (sum_place){d->usrs[usr], insn};
}

static uint32_t obj_id(decoder *d) {
  uint32_t id = u32(d);
  if (id >= 1 && id <= shape_obj_count(d->s->space) && shape_obj_get(d->s->space, id)->kind != SHAPE_GAP)
    return id;
  fail(d);
  return 0;
}

static uint32_t atom_id(decoder *d) {
  uint32_t id = u32(d);
  if (id >= 1 && id <= shape_atom_count(d->s->space) && shape_atom_get(d->s->space, id)->kind != SHAPE_GAP)
    return id;
  fail(d);
  return 0;
}

static uint32_t optional_atom(decoder *d) {
  uint32_t id = u32(d);
  if (!id || (id <= shape_atom_count(d->s->space) && shape_atom_get(d->s->space, id)->kind != SHAPE_GAP))
    return id;
  fail(d);
  return 0;
}

static uint32_t optional_object(decoder *d) {
  uint32_t id = u32(d);
  if (!id || (id <= shape_obj_count(d->s->space) && shape_obj_get(d->s->space, id)->kind != SHAPE_GAP))
    return id;
  fail(d);
  return 0;
}

static term term_ref(decoder *d) {
  uint32_t n = u32(d);
  if (n <= d->nterms && (!n || d->terms[n])) return d->terms[n];
  fail(d);
  return 0;
}

/* ---- head ---- */

static void read_bounds(decoder *d) {
  sum_summary *s = d->s;
  s->nbounds = (uint32_t)mp_get_array(&d->in);
  s->bounds = array(d, s->nbounds, sizeof *s->bounds);
  for (uint32_t i = 0; i < s->nbounds; i++) {
    mp_expect_array(&d->in, 4);
    s->bounds[i].kind = (uint8_t)mp_get_uint(&d->in, SUM_B_KIND_COUNT - 1);
    s->bounds[i].place = place(d);
    s->bounds[i].count = u32(d);
  }
  s->ninfeasible = groups(d, 2);
  s->infeasible = array(d, s->ninfeasible, sizeof *s->infeasible);
  for (uint32_t i = 0; i < s->ninfeasible; i++) {
    s->infeasible[i].insn = u32(d);
    s->infeasible[i].edge = u32(d);
  }
}

static void read_variants(decoder *d) {
  sum_summary *s = d->s;
  s->nvariants = (uint32_t)mp_get_array(&d->in);
  s->variants = array(d, s->nvariants, sizeof *s->variants);
  for (uint32_t i = 0; i < s->nvariants; i++) {
    sum_variant *v = &s->variants[i];
    mp_expect_array(&d->in, 2);
    v->complete = mp_get_bool(&d->in);
    v->naliases = groups(d, 3);
    v->aliases = array(d, v->naliases, sizeof *v->aliases);
    for (uint32_t k = 0; k < v->naliases; k++) {
      v->aliases[k].q = u32(d);
      v->aliases[k].p = u32(d);
      v->aliases[k].offset = mp_get_int(&d->in);
    }
  }
}

/* Aliases name atoms, which come after them. */
static void check_aliases(decoder *d) {
  const shape_space *space = d->s->space;
  for (uint32_t i = 0; i < d->s->nvariants; i++)
    for (uint32_t k = 0; k < d->s->variants[i].naliases; k++) {
      const sum_alias *a = &d->s->variants[i].aliases[k];
      const uint32_t ids[2] = {a->p, a->q};
      for (int j = 0; j < 2; j++)
        if (ids[j] < 1 || ids[j] > shape_atom_count(space) ||
            shape_atom_get(space, ids[j])->kind == SHAPE_GAP)
          fail(d);
    }
}

/* ---- objects and atoms ---- */

static shape_obj read_obj(decoder *d, uint32_t *id) {
  shape_obj o = {0};
  mp_expect_array(&d->in, 8);
  *id = (uint32_t)mp_get_uint(&d->in, CODEC_MAX_OBJS);
  o.kind = (uint8_t)mp_get_uint(&d->in, SHAPE_HEAP);
  o.is_const = mp_get_bool(&d->in);
  o.via = u32(d);
  o.symbol = text(d, &d->in);
  o.site = u32(d);
  o.seq = u32(d);
  o.size = mp_get_uint(&d->in, UINT64_MAX);
  return o;
}

static shape_atom read_atom(decoder *d, uint32_t *id) {
  shape_atom a = {0};
  mp_expect_array(&d->in, 8);
  *id = (uint32_t)mp_get_uint(&d->in, CODEC_MAX_ATOMS);
  a.kind = (uint8_t)mp_get_uint(&d->in, SHAPE_VOLATILE);
  a.width = (uint8_t)mp_get_uint(&d->in, 128);
  a.obj = u32(d);
  a.offset = mp_get_int(&d->in);
  a.index = u32(d);
  a.piece = u32(d);
  a.symbol = text(d, &d->in);
  if (!a.width) fail(d);
  return a;
}

static void read_labels_of_space(decoder *d, mp_reader *labels, shape_obj *objs, shape_atom *atoms) {
  if (mp_get_array(labels) != d->nobjs) labels->failed = true;
  for (uint32_t i = 0; i < d->nobjs && !labels->failed; i++) {
    mp_expect_array(labels, 3);
    objs[i].name = text(d, labels);
    objs[i].type = text(d, labels);
    objs[i].elem = (uint32_t)mp_get_uint(labels, UINT32_MAX);
  }
  if (mp_get_array(labels) != d->natoms) labels->failed = true;
  for (uint32_t i = 0; i < d->natoms && !labels->failed; i++) {
    mp_expect_array(labels, 3);
    atoms[i].name = text(d, labels);
    atoms[i].type = text(d, labels);
    uint64_t flags = mp_get_uint(labels, 15);
    atoms[i].is_signed = flags & CODEC_SIGNED;
    atoms[i].is_pointer = flags & CODEC_POINTER;
    atoms[i].is_float = flags & CODEC_FLOAT;
    atoms[i].is_bool = flags & CODEC_BOOL;
  }
}

/* An input object names an atom that exists, a cell or size an object that exists. */
static void check_space(decoder *d) {
  const shape_space *space = d->s->space;
  for (uint32_t i = 0; i < d->nobjs; i++) {
    const shape_obj *o = shape_obj_get(space, d->objs[i]);
    if (o->kind != SHAPE_INPUT) continue;
    if (o->via < 1 || o->via > shape_atom_count(space) || shape_atom_get(space, o->via)->kind == SHAPE_GAP)
      fail(d);
  }
  for (uint32_t i = 0; i < d->natoms; i++) {
    const shape_atom *a = shape_atom_get(space, d->atoms[i]);
    if (!shape_atom_in_object(a)) continue;
    if (a->obj < 1 || a->obj > shape_obj_count(space) || shape_obj_get(space, a->obj)->kind == SHAPE_GAP)
      fail(d);
  }
}

/* Ids are counted from 1, without gaps. */
static void read_space(decoder *d, mp_reader *labels) {
  d->nobjs = (uint32_t)mp_get_array(&d->in);
  d->objs = array(d, d->nobjs, sizeof *d->objs);
  shape_obj *objs = array(d, d->nobjs, sizeof *objs);
  for (uint32_t i = 0; i < d->nobjs; i++) {
    objs[i] = read_obj(d, &d->objs[i]);
    if (d->objs[i] != i + 1) fail(d);
  }
  d->natoms = (uint32_t)mp_get_array(&d->in);
  d->atoms = array(d, d->natoms, sizeof *d->atoms);
  shape_atom *atoms = array(d, d->natoms, sizeof *atoms);
  for (uint32_t i = 0; i < d->natoms; i++) {
    atoms[i] = read_atom(d, &d->atoms[i]);
    if (d->atoms[i] != i + 1) fail(d);
  }
  read_labels_of_space(d, labels, objs, atoms);
  if (d->in.failed || labels->failed) return;
  shape_reserve(d->s->space, d->nobjs, d->natoms);
  for (uint32_t i = 0; i < d->nobjs; i++)
    if (!shape_obj_restore(d->s->space, d->objs[i], &objs[i])) fail(d);
  for (uint32_t i = 0; i < d->natoms && !d->in.failed; i++)
    if (!shape_atom_restore(d->s->space, d->atoms[i], &atoms[i])) fail(d);
  if (!d->in.failed) check_space(d);
}

/* ---- terms ---- */

static bool is_float_width(unsigned w) { return w == 32 || w == 64; }

/* May a node have this operator and width over operands of widths wa, wb, wc? */
static bool widths_fit(unsigned op, unsigned w, uint32_t aux, unsigned wa, unsigned wb, unsigned wc) {
  switch (op) {
  case T_NOT:
  case T_NEG: return wa == w;
  case T_EQ:
  case T_ULT:
  case T_ULE:
  case T_SLT:
  case T_SLE: return w == 1 && wa == wb;
  case T_ITE: return wa == 1 && wb == w && wc == w;
  case T_ZEXT:
  case T_SEXT: return wa < w;
  case T_EXTRACT: return wa <= 128 && aux < wa && w <= wa - aux;
  case T_CONCAT: return wa + wb == w;
  case T_FADD:
  case T_FSUB:
  case T_FMUL:
  case T_FDIV:
  case T_FREM:
  case T_FMIN:
  case T_FMAX: return is_float_width(w) && wa == w && wb == w;
  case T_FSQRT: return is_float_width(w) && wa == w;
  case T_FRINT: return is_float_width(w) && wa == w && aux <= 4;
  case T_FFMA: return is_float_width(w) && wa == w && wb == w && wc == w;
  case T_FEQ:
  case T_FLT:
  case T_FLE: return w == 1 && is_float_width(wa) && wa == wb;
  case T_FISNAN: return w == 1 && (is_float_width(wa) || wa == 80);
  case T_FTOF: return (is_float_width(w) || w == 80) && (is_float_width(wa) || wa == 80) && wa != w;
  case T_FTOS:
  case T_FTOU: return is_float_width(wa) || wa == 80;
  case T_STOF:
  case T_UTOF: return is_float_width(w) || w == 80;
  default: return op >= T_ADD && op <= T_XOR && wa == w && wb == w;
  }
}

static unsigned width_of(const decoder *d, term t) { return t ? term_get(d->s->tc, t)->width : 0; }

/* The term that lies `distance` before number self. */
static term operand(decoder *d, uint32_t self) {
  uint32_t distance = u32(d);
  if (distance >= 1 && distance < self && d->terms[self - distance]) return d->terms[self - distance];
  fail(d);
  return 0;
}

static term read_const(decoder *d, unsigned width) {
  term_u128 v = 0;
  if (d->in.at < d->in.end && *d->in.at >= 0xc4 && *d->in.at <= 0xc6) {
    size_t n;
    const uint8_t *bytes = mp_get_bin(&d->in, &n);
    if (n != 16) fail(d);
    for (size_t i = 0; i < 16 && n == 16; i++) v |= (term_u128)bytes[i] << 8 * i;
    if (v <= UINT64_MAX) fail(d); /* not the shortest form */
  } else {
    v = mp_get_uint(&d->in, UINT64_MAX);
  }
  if (d->in.failed || (v & ~mask_of(width))) {
    fail(d);
    return 0;
  }
  return term_const(d->s->tc, width, v);
}

static void read_table(decoder *d, uint32_t self, size_t n) {
  term *cells = mem_realloc(NULL, n * sizeof *cells);
  for (size_t i = 0; i < n; i++) {
    cells[i] = operand(d, self);
    if (width_of(d, cells[i]) != width_of(d, cells[0])) fail(d);
  }
  if (!n) fail(d);
  if (!d->in.failed) d->tables[self] = term_table_intern(d->s->tc, cells, (uint32_t)n);
  free(cells);
}

static term read_read(decoder *d, uint32_t self, unsigned width) {
  uint32_t distance = u32(d), n = 0;
  uint32_t id = distance >= 1 && distance < self ? d->tables[self - distance] : 0;
  term index = operand(d, self);
  if (id && !d->in.failed) {
    const term *cells = term_table(d->s->tc, id, &n);
    if (width_of(d, cells[0]) == width && (width_of(d, index) >= 32 || n - 1 <= mask_of(width_of(d, index))))
      return term_intern(d->s->tc, T_READ, width, id, index, 0, 0, 0);
  }
  fail(d);
  return 0;
}

static term read_call(decoder *d, uint32_t self, unsigned width, size_t nargs) {
  const char *name = text(d, &d->in);
  uint32_t piece = u32(d);
  term *args = mem_realloc(NULL, nargs * sizeof *args);
  for (size_t i = 0; i < nargs; i++) args[i] = operand(d, self);
  term t = d->in.failed ? 0 : term_call(d->s->tc, width, name, piece, args, (uint32_t)nargs);
  free(args);
  return t;
}

static term read_addr(decoder *d) {
  uint32_t obj = obj_id(d);
  int64_t offset = mp_get_int(&d->in), back;
  uint32_t same;
  if (d->in.failed || !term_addr_split(term_addr_value(obj, offset), &same, &back) || same != obj ||
      back != offset) {
    fail(d);
    return 0;
  }
  return term_addr(d->s->tc, obj, offset);
}

static void read_node(decoder *d, uint32_t self) {
  size_t n = mp_get_array(&d->in);
  unsigned op = (unsigned)mp_get_uint(&d->in, T_OP_COUNT - 1);
  if (!n || d->in.failed) {
    fail(d);
    return;
  }
  if (op == T_NONE) {
    read_table(d, self, n - 1);
    return;
  }
  if (op == T_ADDR) {
    if (n != 3) fail(d);
    d->terms[self] = read_addr(d);
    return;
  }
  unsigned width = (unsigned)mp_get_uint(&d->in, 128);
  if (!width || n < 3) fail(d);
  if (d->in.failed) return;
  if (op == T_CONST || op == T_ATOM || op == T_READ) {
    if (n != (op == T_READ ? 4 : 3)) fail(d);
    term t = op == T_CONST ? read_const(d, width) : op == T_READ ? read_read(d, self, width) : 0;
    uint32_t atom = op == T_ATOM ? atom_id(d) : 0;
    if (atom) t = term_atom(d->s->tc, width, atom);
    d->terms[self] = t;
    return;
  }
  if (op == T_CALL) {
    if (n < 4) fail(d);
    if (!d->in.failed) d->terms[self] = read_call(d, self, width, n - 4);
    return;
  }
  uint32_t aux = u32(d), arity = term_arity(op);
  if (n != 3 + (size_t)arity) fail(d);
  term child[3] = {0};
  for (uint32_t i = 0; i < arity && !d->in.failed; i++) child[i] = operand(d, self);
  if (d->in.failed ||
      !widths_fit(op, width, aux, width_of(d, child[0]), width_of(d, child[1]), width_of(d, child[2]))) {
    fail(d);
    return;
  }
  d->terms[self] = term_intern(d->s->tc, (term_op)op, width, aux, child[0], child[1], child[2], 0);
}

static void read_terms(decoder *d) {
  d->nterms = (uint32_t)mp_get_array(&d->in);
  d->terms = memset(mem_realloc(NULL, ((size_t)d->nterms + 1) * sizeof *d->terms), 0,
                    ((size_t)d->nterms + 1) * sizeof *d->terms);
  d->tables = memset(mem_realloc(NULL, ((size_t)d->nterms + 1) * sizeof *d->tables), 0,
                     ((size_t)d->nterms + 1) * sizeof *d->tables);
  for (uint32_t i = 1; i <= d->nterms && !d->in.failed; i++) read_node(d, i);
}

/* ---- cases ---- */

static term bool_ref(decoder *d) {
  term t = term_ref(d);
  if (width_of(d, t) != 1) fail(d);
  return t;
}

static void read_effects(decoder *d, sum_case *c) {
  c->nwrites = groups(d, 4);
  c->writes = array(d, c->nwrites, sizeof *c->writes);
  for (uint32_t k = 0; k < c->nwrites; k++) {
    sum_write *w = &c->writes[k];
    w->obj = obj_id(d);
    w->offset = mp_get_int(&d->in);
    w->bytes = (uint32_t)mp_get_uint(&d->in, 16);
    w->value = term_ref(d);
    if (width_of(d, w->value) != 8 * w->bytes) fail(d);
  }
  c->nallocs = groups(d, 3);
  c->allocs = array(d, c->nallocs, sizeof *c->allocs);
  for (uint32_t k = 0; k < c->nallocs; k++) {
    c->allocs[k].obj = obj_id(d);
    c->allocs[k].size = term_ref(d);
    c->allocs[k].zeroed = mp_get_uint(&d->in, 1);
  }
  c->nfrees = (uint32_t)mp_get_array(&d->in);
  c->frees = array(d, c->nfrees, sizeof *c->frees);
  for (uint32_t k = 0; k < c->nfrees; k++) c->frees[k] = obj_id(d);
}

static void read_stub_use(decoder *d, sum_case *c) {
  c->nanswers = groups(d, 4);
  c->answers = array(d, c->nanswers, sizeof *c->answers);
  for (uint32_t k = 0; k < c->nanswers; k++) {
    c->answers[k].symbol = text(d, &d->in);
    c->answers[k].via = optional_atom(d);
    c->answers[k].obj = optional_object(d);
    c->answers[k].count = u32(d);
  }
  c->ntries = u32(d);
  c->nclobbers = groups(d, 4);
  c->clobbers = array(d, c->nclobbers, sizeof *c->clobbers);
  for (uint32_t k = 0; k < c->nclobbers; k++) {
    c->clobbers[k].obj = obj_id(d);
    c->clobbers[k].symbol = text(d, &d->in);
    c->clobbers[k].answer = u32(d);
    c->clobbers[k].arg = u32(d);
  }
}

static void read_case(decoder *d, sum_case *c) {
  mp_expect_array(&d->in, 15);
  c->detail = "";
  c->ndecisions = groups(d, 2);
  c->decisions = array(d, c->ndecisions, sizeof *c->decisions);
  for (uint32_t k = 0; k < c->ndecisions; k++) {
    c->decisions[k].insn = u32(d);
    c->decisions[k].edge = u32(d);
  }
  c->nconstraint = (uint32_t)mp_get_array(&d->in);
  c->constraint = array(d, c->nconstraint, sizeof *c->constraint);
  for (uint32_t k = 0; k < c->nconstraint; k++) c->constraint[k] = bool_ref(d);
  c->nneeds = groups(d, 3);
  c->needs = array(d, c->nneeds, sizeof *c->needs);
  for (uint32_t k = 0; k < c->nneeds; k++) {
    c->needs[k].obj = obj_id(d);
    c->needs[k].lo = mp_get_int(&d->in);
    c->needs[k].hi = mp_get_int(&d->in);
  }
  c->outcome = (uint8_t)mp_get_uint(&d->in, SUM_OUTCOME_COUNT - 1);
  c->bound = (uint8_t)mp_get_uint(&d->in, SUM_B_KIND_COUNT - 1);
  c->nstack = groups(d, 2);
  c->stack = array(d, c->nstack, sizeof *c->stack);
  for (uint32_t k = 0; k < c->nstack; k++) c->stack[k] = place(d);
  c->nret = (uint32_t)mp_get_array(&d->in);
  c->ret = array(d, c->nret, sizeof *c->ret);
  for (uint32_t k = 0; k < c->nret; k++) c->ret[k] = term_ref(d);
  read_effects(d, c);
  read_stub_use(d, c);
  c->nwitness = groups(d, 3);
  c->witness = array(d, c->nwitness, sizeof *c->witness);
  for (uint32_t k = 0; k < c->nwitness; k++) {
    c->witness[k].atom = atom_id(d);
    c->witness[k].lo = mp_get_uint(&d->in, UINT64_MAX);
    c->witness[k].hi = mp_get_uint(&d->in, UINT64_MAX);
  }
  c->variant = u32(d);
  if (c->variant >= d->s->nvariants && c->variant) fail(d);
}

/* ---- whole ---- */

static void read_content(decoder *d, mp_reader *labels) {
  sum_summary *s = d->s;
  mp_expect_array(&d->in, 13);
  s->usr = text(d, &d->in);
  s->status = (uint8_t)mp_get_uint(&d->in, SUM_COVERED);
  s->nbranches = u32(d);
  s->ncovered = u32(d);
  d->usrs = texts(d, &d->in, &d->nusrs);
  read_bounds(d);
  s->stubs = texts(d, &d->in, &s->nstubs);
  read_variants(d);
  mp_expect_array(labels, 6);
  s->name = text(d, labels);
  s->reason = text(d, labels);
  s->assumptions = texts(d, labels, &s->nassumptions);
  read_space(d, labels);
  if (d->in.failed || labels->failed) return;
  check_aliases(d);
  read_terms(d);
  s->ncases = (uint32_t)mp_get_array(&d->in);
  s->cases = array(d, s->ncases, sizeof *s->cases);
  for (uint32_t i = 0; i < s->ncases && !d->in.failed; i++) read_case(d, &s->cases[i]);
  if (mp_get_array(labels) != s->ncases) labels->failed = true;
  for (uint32_t i = 0; i < s->ncases && !labels->failed; i++) s->cases[i].detail = text(d, labels);
}

bool sum_is_readable(const uint8_t *encoded, size_t len) {
  mp_reader r = mp_read(encoded, len);
  mp_expect_array(&r, 3);
  return mp_get_uint(&r, UINT64_MAX) == SUM_FORMAT && !r.failed;
}

sum_summary *sum_decode(const uint8_t *data, size_t len, const char **err) {
  const char *ignored;
  if (!err) err = &ignored;
  mp_reader whole = mp_read(data, len);
  size_t ncontent, nlabels;
  mp_expect_array(&whole, 3);
  uint64_t format = mp_get_uint(&whole, UINT64_MAX);
  const uint8_t *content = mp_get_bin(&whole, &ncontent), *labels = mp_get_bin(&whole, &nlabels);
  if (!mp_done(&whole)) {
    *err = "not an encoded summary";
    return NULL;
  }
  if (format != SUM_FORMAT) {
    *err = "a summary of another format version";
    return NULL;
  }
  decoder d = {.s = sum_new("", ""), .in = mp_read(content, ncontent)};
  mp_reader label_reader = mp_read(labels, nlabels);
  read_content(&d, &label_reader);
  free(d.terms), free(d.tables);
  if (mp_done(&d.in) && mp_done(&label_reader)) return d.s;
  *err = mp_done(&d.in) ? "the labels of the summary are damaged" : "the content of the summary is damaged";
  sum_free(d.s);
  return NULL;
}
