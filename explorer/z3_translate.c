/* Translation, bottom-up with an explicit stack. Width 1 is Bool; where such a term meets bit-vectors it
 * becomes one bit. A float operator is kept both as a Z3 float and, where its bits are asked for, as a
 * bit-vector. What Z3 cannot express (C's fmod, 80-bit floats) is an unknown constant: unsat answers stay
 * right, and sat answers are checked by evaluation anyway. */
#include "explorer/z3_translate.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of one constraint, as gates: beyond this Z3 does not come back in useful time, because its resource limit does not count
 * while it turns arithmetic into bits. */
#define MAX_GATES 8000000u

struct z3_translation {
  term_ctx *tc;
  Z3_context ctx;
  Z3_ast *ast; /* per term, 0: not yet */
  Z3_ast *fp;  /* per term: its reading as a float */
  uint32_t cap;
  Z3_ast *atom; /* per atom id */
  uint32_t atom_cap;
  term *calls; /* the T_CALL terms seen */
  uint32_t ncall, call_cap;
  term *stack;
  uint32_t stack_cap;
  Z3_ast *held; /* parts of what is being built: Z3 frees what nobody holds */
  uint32_t nheld, held_cap;
  Z3_sort f32, f64, bv[129];            /* bv[1]: one bit, not Bool */
  Z3_ast rne, one, zero;                /* one and zero of one bit */
  uint32_t *seen, seen_cap, epoch;      /* per term: counted in the walk of this number */
  uint32_t *was_read, read_cap, nreads; /* per atom: noted from the model of this number */
};

static void *grown(void *p, uint32_t *cap, uint32_t need, size_t elem) {
  if (need <= *cap) return p;
  uint32_t c = *cap ? *cap : 64;
  while (c < need) c *= 2;
  p = realloc(p, c * elem);
  if (!p) {
    fputs("summ: out of memory\n", stderr);
    abort();
  }
  memset((char *)p + *cap * elem, 0, (c - *cap) * elem);
  *cap = c;
  return p;
}

static Z3_ast keep(z3_translation *tr, Z3_ast a) {
  if (a) Z3_inc_ref(tr->ctx, a);
  return a;
}

static Z3_ast hold(z3_translation *tr, Z3_ast a) {
  if (!a) return NULL;
  tr->held = grown(tr->held, &tr->held_cap, tr->nheld + 1, sizeof *tr->held);
  return tr->held[tr->nheld++] = keep(tr, a);
}
static void release(z3_translation *tr) {
  while (tr->nheld) Z3_dec_ref(tr->ctx, tr->held[--tr->nheld]);
}

static Z3_sort bv_sort(z3_translation *tr, unsigned width) {
  if (!tr->bv[width]) {
    tr->bv[width] = Z3_mk_bv_sort(tr->ctx, width);
    keep(tr, Z3_sort_to_ast(tr->ctx, tr->bv[width]));
  }
  return tr->bv[width];
}

z3_translation *z3_translation_new(term_ctx *tc, Z3_context ctx) {
  z3_translation *tr = calloc(1, sizeof *tr);
  if (!tr) {
    fputs("summ: out of memory\n", stderr);
    abort();
  }
  tr->tc = tc;
  tr->ctx = ctx;
  tr->f32 = Z3_mk_fpa_sort_single(ctx);
  keep(tr, Z3_sort_to_ast(ctx, tr->f32));
  tr->f64 = Z3_mk_fpa_sort_double(ctx);
  keep(tr, Z3_sort_to_ast(ctx, tr->f64));
  tr->one = keep(tr, Z3_mk_unsigned_int64(ctx, 1, bv_sort(tr, 1)));
  tr->zero = keep(tr, Z3_mk_unsigned_int64(ctx, 0, bv_sort(tr, 1)));
  tr->rne = keep(tr, Z3_mk_fpa_rne(ctx));
  return tr;
}

void z3_translation_free(z3_translation *tr) {
  if (!tr) return;
  for (uint32_t i = 0; i < tr->cap; i++) {
    if (tr->ast[i]) Z3_dec_ref(tr->ctx, tr->ast[i]);
    if (tr->fp[i]) Z3_dec_ref(tr->ctx, tr->fp[i]);
  }
  for (uint32_t i = 0; i < tr->atom_cap; i++)
    if (tr->atom[i]) Z3_dec_ref(tr->ctx, tr->atom[i]);
  Z3_dec_ref(tr->ctx, Z3_sort_to_ast(tr->ctx, tr->f32));
  Z3_dec_ref(tr->ctx, Z3_sort_to_ast(tr->ctx, tr->f64));
  for (unsigned w = 1; w <= 128; w++)
    if (tr->bv[w]) Z3_dec_ref(tr->ctx, Z3_sort_to_ast(tr->ctx, tr->bv[w]));
  Z3_dec_ref(tr->ctx, tr->rne);
  Z3_dec_ref(tr->ctx, tr->one);
  Z3_dec_ref(tr->ctx, tr->zero);
  free(tr->held);
  free(tr->was_read);
  free(tr->ast);
  free(tr->fp);
  free(tr->atom);
  free(tr->calls);
  free(tr->stack);
  free(tr->seen);
  free(tr);
}

/* ---- leaves ---- */

static Z3_sort sort_of(z3_translation *tr, unsigned width) {
  return width == 1 ? Z3_mk_bool_sort(tr->ctx) : bv_sort(tr, width);
}

static Z3_ast numeral(z3_translation *tr, unsigned width, term_u128 v) {
  if (width == 1) return v ? hold(tr, Z3_mk_true(tr->ctx)) : hold(tr, Z3_mk_false(tr->ctx));
  if (width <= 64) return hold(tr, Z3_mk_unsigned_int64(tr->ctx, (uint64_t)v, bv_sort(tr, width)));
  char buf[48], *p = buf + sizeof buf;
  *--p = 0;
  do *--p = (char)('0' + (int)(v % 10));
  while (v /= 10);
  return hold(tr, Z3_mk_numeral(tr->ctx, p, bv_sort(tr, width)));
}

static Z3_ast named(z3_translation *tr, char kind, uint32_t id, unsigned width) {
  char name[32];
  snprintf(name, sizeof name, "%c%u_%u", kind, (unsigned)id, width);
  return hold(tr, Z3_mk_const(tr->ctx, Z3_mk_string_symbol(tr->ctx, name), sort_of(tr, width)));
}

static Z3_ast atom_const(z3_translation *tr, uint32_t id, unsigned width) {
  tr->atom = grown(tr->atom, &tr->atom_cap, id + 1, sizeof *tr->atom);
  if (!tr->atom[id]) tr->atom[id] = keep(tr, named(tr, 'a', id, width));
  return tr->atom[id];
}

/* ---- views of translated terms ---- */

static unsigned width_of(const z3_translation *tr, term t) { return term_get(tr->tc, t)->width; }

static Z3_ast as_bits(z3_translation *tr, Z3_ast a, unsigned width) {
  if (width != 1) return a;
  return hold(tr, Z3_mk_ite(tr->ctx, a, tr->one, tr->zero));
}
static Z3_ast bits(z3_translation *tr, term t) { return as_bits(tr, tr->ast[t], width_of(tr, t)); }

/* One bit back to Bool. */
static Z3_ast of_bits(z3_translation *tr, Z3_ast a, unsigned width) {
  if (width != 1 || !a) return a;
  return hold(tr, Z3_mk_eq(tr->ctx, a, tr->one));
}

static Z3_sort float_sort(const z3_translation *tr, unsigned width) {
  return width == 32 ? tr->f32 : tr->f64;
}
static bool is_float_width(unsigned w) { return w == 32 || w == 64; }

bool z3_expressible(const term_ctx *tc, term t) {
  const term_node *n = term_get(tc, t);
  if (n->op < T_FADD) return true;
  bool from_int = n->op == T_STOF || n->op == T_UTOF;
  if (n->op == T_FREM || (n->op == T_FTOF && !is_float_width(n->width))) return false;
  return is_float_width(from_int ? n->width : term_get(tc, n->a)->width);
}

static Z3_ast as_float(z3_translation *tr, term t) {
  if (!tr->fp[t])
    tr->fp[t] = keep(tr, hold(tr, Z3_mk_fpa_to_fp_bv(tr->ctx, tr->ast[t], float_sort(tr, width_of(tr, t)))));
  return tr->fp[t];
}

/* ---- operators ---- */

static Z3_ast connective(z3_translation *tr, const term_node *n) {
  Z3_ast args[2] = {tr->ast[n->a], n->b ? tr->ast[n->b] : NULL};
  switch (n->op) {
  case T_AND: return hold(tr, Z3_mk_and(tr->ctx, 2, args));
  case T_OR: return hold(tr, Z3_mk_or(tr->ctx, 2, args));
  case T_XOR: return hold(tr, Z3_mk_xor(tr->ctx, args[0], args[1]));
  default: return hold(tr, Z3_mk_not(tr->ctx, args[0]));
  }
}

static Z3_ast arithmetic(z3_translation *tr, const term_node *n) {
  Z3_context c = tr->ctx;
  Z3_ast a = bits(tr, n->a), b = n->op == T_NOT || n->op == T_NEG ? NULL : bits(tr, n->b);
  switch (n->op) {
  case T_ADD: return hold(tr, Z3_mk_bvadd(c, a, b));
  case T_SUB: return hold(tr, Z3_mk_bvsub(c, a, b));
  case T_MUL: return hold(tr, Z3_mk_bvmul(c, a, b));
  case T_UDIV: return hold(tr, Z3_mk_bvudiv(c, a, b));
  case T_SDIV: return hold(tr, Z3_mk_bvsdiv(c, a, b));
  case T_UREM: return hold(tr, Z3_mk_bvurem(c, a, b));
  case T_SREM: return hold(tr, Z3_mk_bvsrem(c, a, b));
  case T_SHL: return hold(tr, Z3_mk_bvshl(c, a, b));
  case T_LSHR: return hold(tr, Z3_mk_bvlshr(c, a, b));
  case T_ASHR: return hold(tr, Z3_mk_bvashr(c, a, b));
  case T_AND: return hold(tr, Z3_mk_bvand(c, a, b));
  case T_OR: return hold(tr, Z3_mk_bvor(c, a, b));
  case T_XOR: return hold(tr, Z3_mk_bvxor(c, a, b));
  case T_NOT: return hold(tr, Z3_mk_bvnot(c, a));
  case T_NEG: return hold(tr, Z3_mk_bvneg(c, a));
  case T_ULT: return hold(tr, Z3_mk_bvult(c, a, b));
  case T_ULE: return hold(tr, Z3_mk_bvule(c, a, b));
  case T_SLT: return hold(tr, Z3_mk_bvslt(c, a, b));
  case T_SLE: return hold(tr, Z3_mk_bvsle(c, a, b));
  default: return NULL;
  }
}

/* Short tables as a chain, long ones halved; past the end is the last cell. */
static Z3_ast read_cells(z3_translation *tr, Z3_ast index, unsigned wi, const term *cells, uint32_t first,
                         uint32_t n) {
  if (n <= 8) {
    Z3_ast r = tr->ast[cells[first + n - 1]];
    for (uint32_t i = n - 1; i-- > 0;)
      r = hold(tr, Z3_mk_ite(tr->ctx, hold(tr, Z3_mk_eq(tr->ctx, index, numeral(tr, wi, first + i))),
                             tr->ast[cells[first + i]], r));
    return r;
  }
  uint32_t half = n / 2;
  Z3_ast low = read_cells(tr, index, wi, cells, first, half);
  Z3_ast high = read_cells(tr, index, wi, cells, first + half, n - half);
  return hold(tr, Z3_mk_ite(tr->ctx, hold(tr, Z3_mk_bvult(tr->ctx, index, numeral(tr, wi, first + half))),
                            low, high));
}

static Z3_ast float_op(z3_translation *tr, const term_node *n) {
  Z3_context c = tr->ctx;
  Z3_ast x = as_float(tr, n->a), y = n->b ? as_float(tr, n->b) : NULL;
  switch (n->op) {
  case T_FADD: return hold(tr, Z3_mk_fpa_add(c, tr->rne, x, y));
  case T_FSUB: return hold(tr, Z3_mk_fpa_sub(c, tr->rne, x, y));
  case T_FMUL: return hold(tr, Z3_mk_fpa_mul(c, tr->rne, x, y));
  case T_FDIV: return hold(tr, Z3_mk_fpa_div(c, tr->rne, x, y));
  case T_FSQRT: return hold(tr, Z3_mk_fpa_sqrt(c, tr->rne, x));
  case T_FFMA: return hold(tr, Z3_mk_fpa_fma(c, tr->rne, x, y, as_float(tr, n->c)));
  case T_FMIN:
  case T_FMAX: { /* as term_apply.c has it: a NaN loses, of equals the first wins */
    Z3_ast better = n->op == T_FMIN ? hold(tr, Z3_mk_fpa_lt(c, y, x)) : hold(tr, Z3_mk_fpa_gt(c, y, x));
    Z3_ast usable[2] = {better, hold(tr, Z3_mk_not(c, hold(tr, Z3_mk_fpa_is_nan(c, y))))};
    Z3_ast second[2] = {hold(tr, Z3_mk_fpa_is_nan(c, x)), hold(tr, Z3_mk_and(c, 2, usable))};
    return hold(tr, Z3_mk_ite(c, hold(tr, Z3_mk_or(c, 2, second)), y, x));
  }
  case T_FRINT: {
    Z3_ast mode = n->aux == 0   ? tr->rne
                  : n->aux == 1 ? hold(tr, Z3_mk_fpa_rna(c))
                  : n->aux == 2 ? hold(tr, Z3_mk_fpa_rtp(c))
                  : n->aux == 3 ? hold(tr, Z3_mk_fpa_rtn(c))
                                : hold(tr, Z3_mk_fpa_rtz(c));
    return hold(tr, Z3_mk_fpa_round_to_integral(c, mode, x));
  }
  case T_FTOF: return hold(tr, Z3_mk_fpa_to_fp_float(c, tr->rne, x, float_sort(tr, n->width)));
  default: return NULL;
  }
}

/* Z3 leaves the conversion open out of range; term_apply.c does not. */
static Z3_ast float_to_int(z3_translation *tr, const term_node *n) {
  Z3_context c = tr->ctx;
  bool is_signed = n->op == T_FTOS;
  Z3_sort sort = float_sort(tr, width_of(tr, n->a));
  Z3_ast rtz = hold(tr, Z3_mk_fpa_rtz(c)), x = as_float(tr, n->a);
  Z3_ast whole = hold(tr, Z3_mk_fpa_round_to_integral(c, rtz, x));
  double limit = ldexp(1, n->width - (is_signed ? 1 : 0));
  Z3_ast high = hold(tr, Z3_mk_fpa_numeral_double(c, limit, sort));
  Z3_ast low = hold(tr, Z3_mk_fpa_numeral_double(c, is_signed ? -limit : 0, sort));
  Z3_ast inside[2] = {hold(tr, Z3_mk_fpa_leq(c, low, whole)), hold(tr, Z3_mk_fpa_lt(c, whole, high))};
  Z3_ast converted = is_signed ? hold(tr, Z3_mk_fpa_to_sbv(c, rtz, x, n->width))
                               : hold(tr, Z3_mk_fpa_to_ubv(c, rtz, x, n->width));
  Z3_ast outside = as_bits(tr, numeral(tr, n->width, (term_u128)1 << (n->width - 1)), n->width);
  return of_bits(tr, hold(tr, Z3_mk_ite(c, hold(tr, Z3_mk_and(c, 2, inside)), converted, outside)), n->width);
}

static Z3_ast float_term(z3_translation *tr, term t, const term_node *n) {
  Z3_context c = tr->ctx;
  if (!z3_expressible(tr->tc, t)) return named(tr, 'u', t, n->width);
  switch (n->op) {
  case T_FEQ: return hold(tr, Z3_mk_fpa_eq(c, as_float(tr, n->a), as_float(tr, n->b)));
  case T_FLT: return hold(tr, Z3_mk_fpa_lt(c, as_float(tr, n->a), as_float(tr, n->b)));
  case T_FLE: return hold(tr, Z3_mk_fpa_leq(c, as_float(tr, n->a), as_float(tr, n->b)));
  case T_FISNAN: return hold(tr, Z3_mk_fpa_is_nan(c, as_float(tr, n->a)));
  case T_FTOS:
  case T_FTOU: return float_to_int(tr, n);
  case T_STOF:
    tr->fp[t] = keep(tr,
                     hold(tr, Z3_mk_fpa_to_fp_signed(c, tr->rne, bits(tr, n->a), float_sort(tr, n->width))));
    break;
  case T_UTOF:
    tr->fp[t] =
        keep(tr, hold(tr, Z3_mk_fpa_to_fp_unsigned(c, tr->rne, bits(tr, n->a), float_sort(tr, n->width))));
    break;
  default: tr->fp[t] = keep(tr, float_op(tr, n)); break;
  }
  return tr->fp[t] ? hold(tr, Z3_mk_fpa_to_ieee_bv(c, tr->fp[t])) : NULL;
}

static Z3_ast build(z3_translation *tr, term t) {
  const term_node n = *term_get(tr->tc, t);
  Z3_context c = tr->ctx;
  uint32_t len;
  const term *cells;
  switch (n.op) {
  case T_CONST: return numeral(tr, n.width, term_const_value(tr->tc, t));
  case T_ATOM: return atom_const(tr, n.aux, n.width);
  case T_ADDR: return numeral(tr, 64, term_addr_value(n.aux, (int64_t)n.value));
  case T_CALL:
    tr->calls = grown(tr->calls, &tr->call_cap, tr->ncall + 1, sizeof *tr->calls);
    tr->calls[tr->ncall++] = t;
    return named(tr, 'c', n.aux, n.width);
  case T_EQ: return hold(tr, Z3_mk_eq(c, tr->ast[n.a], tr->ast[n.b]));
  case T_ITE: return hold(tr, Z3_mk_ite(c, tr->ast[n.a], tr->ast[n.b], tr->ast[n.c]));
  case T_ZEXT: return hold(tr, Z3_mk_zero_ext(c, n.width - width_of(tr, n.a), bits(tr, n.a)));
  case T_SEXT: return hold(tr, Z3_mk_sign_ext(c, n.width - width_of(tr, n.a), bits(tr, n.a)));
  case T_EXTRACT:
    return of_bits(tr, hold(tr, Z3_mk_extract(c, n.aux + n.width - 1, n.aux, tr->ast[n.a])), n.width);
  case T_CONCAT: return hold(tr, Z3_mk_concat(c, bits(tr, n.a), bits(tr, n.b)));
  case T_READ:
    cells = term_table(tr->tc, n.aux, &len);
    return read_cells(tr, tr->ast[n.a], width_of(tr, n.a), cells, 0, len);
  default: break;
  }
  if (n.op >= T_FADD) return float_term(tr, t, &n);
  if (n.width == 1 && (n.op == T_AND || n.op == T_OR || n.op == T_XOR || n.op == T_NOT))
    return connective(tr, &n);
  Z3_ast r = arithmetic(tr, &n);
  return n.op >= T_EQ ? r : of_bits(tr, r, n.width);
}

/* ---- the walk ---- */

static unsigned children(const term_ctx *tc, const term_node *n, term out[3], const term **list,
                         uint32_t *len) {
  unsigned k = 0;
  *len = 0;
  if (n->op == T_READ) *list = term_table(tc, n->aux, len);
  if (n->op == T_CONST || n->op == T_ATOM || n->op == T_ADDR || n->op == T_CALL) return 0;
  if (n->a) out[k++] = n->a;
  if (n->b) out[k++] = n->b;
  if (n->c) out[k++] = n->c;
  return k;
}

static bool want(z3_translation *tr, uint32_t *top, term t) {
  if (tr->ast[t]) return false;
  tr->stack = grown(tr->stack, &tr->stack_cap, *top + 1, sizeof *tr->stack);
  tr->stack[(*top)++] = t;
  return true;
}

/* Of a bit of a multiplication, in gates of the others: 80 multiplications of 64 bits in one another took Z3 over 3 GB. */
#define ADDER 100u

/* What a multiplication adds up: with a constant, its digits in signed binary. */
static uint64_t addends(const term_ctx *tc, const term_node *n) {
  term k = term_is_const(tc, n->a) ? n->a : n->b;
  if (!term_is_const(tc, k)) return n->width;
  term_u128 v = term_const_value(tc, k), digits = v ^ 3 * v;
  return (uint64_t)(__builtin_popcountll((uint64_t)digits) + __builtin_popcountll((uint64_t)(digits >> 64)));
}

/* A rough number of gates. */
static uint64_t gates(const z3_translation *tr, const term_node *n, uint32_t cells) {
  uint64_t w = n->width;
  switch (n->op) {
  case T_CONST:
  case T_ATOM:
  case T_ADDR:
  case T_CALL:
  case T_ZEXT:
  case T_SEXT:
  case T_EXTRACT:
  case T_CONCAT: return 1;
  case T_MUL: return ADDER * w * addends(tr->tc, n);
  case T_UDIV:
  case T_SDIV:
  case T_UREM:
  case T_SREM: return 30 * w * w;
  case T_SHL:
  case T_LSHR:
  case T_ASHR: return term_is_const(tr->tc, n->b) ? 1 : 7 * w;
  case T_READ: return cells * w;
  default: return n->op >= T_FADD ? 60 * w : w;
  }
}

static bool is_too_large(z3_translation *tr, term root) {
  tr->seen = grown(tr->seen, &tr->seen_cap, term_count(tr->tc), sizeof *tr->seen);
  tr->epoch++;
  uint64_t sum = 0;
  uint32_t top = 0;
  tr->stack = grown(tr->stack, &tr->stack_cap, 1, sizeof *tr->stack);
  tr->stack[top++] = root;
  while (top && sum <= MAX_GATES) {
    term t = tr->stack[--top];
    if (tr->seen[t] == tr->epoch) continue;
    tr->seen[t] = tr->epoch;
    const term_node *n = term_get(tr->tc, t);
    term child[3];
    const term *list = NULL;
    uint32_t len;
    unsigned k = children(tr->tc, n, child, &list, &len);
    sum += gates(tr, n, len);
    tr->stack = grown(tr->stack, &tr->stack_cap, top + k + len, sizeof *tr->stack);
    for (unsigned i = 0; i < k; i++) tr->stack[top++] = child[i];
    for (uint32_t i = 0; i < len; i++) tr->stack[top++] = list[i];
  }
  return sum > MAX_GATES;
}

Z3_ast z3_translate(z3_translation *tr, term root) {
  uint32_t cap = tr->cap;
  tr->ast = grown(tr->ast, &cap, term_count(tr->tc), sizeof *tr->ast);
  tr->fp = grown(tr->fp, &tr->cap, term_count(tr->tc), sizeof *tr->fp);
  uint32_t top = 0;
  if (tr->ast[root]) return tr->ast[root];
  if (is_too_large(tr, root)) return NULL;
  want(tr, &top, root);
  while (top) {
    term t = tr->stack[top - 1];
    if (tr->ast[t]) {
      top--;
      continue;
    }
    const term_node n = *term_get(tr->tc, t);
    term child[3];
    const term *list = NULL;
    uint32_t len;
    unsigned k = children(tr->tc, &n, child, &list, &len);
    bool waiting = false;
    for (unsigned i = 0; i < k; i++) waiting |= want(tr, &top, child[i]);
    for (uint32_t i = 0; i < len; i++) waiting |= want(tr, &top, list[i]);
    if (waiting) continue;
    Z3_ast a = keep(tr, build(tr, t));
    release(tr);
    tr->ast[t] = a;
    if (!a || Z3_get_error_code(tr->ctx) != Z3_OK) return NULL;
    top--;
  }
  return tr->ast[root];
}

/* ---- models ---- */

static bool number_of(z3_translation *tr, Z3_model zm, Z3_ast a, term_u128 *out) {
  Z3_ast v = NULL;
  if (!Z3_model_eval(tr->ctx, zm, a, true, &v) || !v) return false;
  Z3_inc_ref(tr->ctx, v);
  bool ok = true;
  Z3_lbool truth = Z3_get_bool_value(tr->ctx, v);
  if (truth != Z3_L_UNDEF) {
    *out = truth == Z3_L_TRUE;
  } else if (Z3_is_numeral_ast(tr->ctx, v)) {
    term_u128 n = 0;
    for (const char *p = Z3_get_numeral_string(tr->ctx, v); *p >= '0' && *p <= '9'; p++)
      n = n * 10 + (term_u128)(*p - '0');
    *out = n;
  } else {
    ok = false;
  }
  Z3_dec_ref(tr->ctx, v);
  return ok;
}

void z3_model_read(z3_translation *tr, Z3_model zm, const term *constraints, size_t n, z3_attempt *a) {
  term_u128 v;
  bool calls = false;
  tr->was_read = grown(tr->was_read, &tr->read_cap, tr->atom_cap, sizeof *tr->was_read);
  tr->nreads++;
  for (size_t k = 0; k < n; k++) {
    uint32_t natoms;
    const uint32_t *ids = term_atoms(tr->tc, constraints[k], &natoms);
    calls |= term_has_call(tr->tc, constraints[k]);
    for (uint32_t i = 0; i < natoms; i++) {
      if (ids[i] >= tr->atom_cap || !tr->atom[ids[i]] || tr->was_read[ids[i]] == tr->nreads) continue;
      tr->was_read[ids[i]] = tr->nreads;
      if (number_of(tr, zm, tr->atom[ids[i]], &v)) z3_attempt_add(a, ids[i], false, v);
    }
  }
  for (uint32_t i = 0; calls && i < tr->ncall; i++)
    if (number_of(tr, zm, tr->ast[tr->calls[i]], &v))
      z3_attempt_add(a, term_get(tr->tc, tr->calls[i])->aux, true, v);
}
