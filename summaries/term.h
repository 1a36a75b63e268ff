/* Terms: hash-consed bit-vector expressions over input atoms, 1 to 128 bits wide.
 *
 * A term is an index into its context; equal expressions have equal indices, and a child's index is always smaller than
 * its parent's. Constructors simplify (constants, known bits, unsigned ranges, algebraic identities, ite pruning), so
 * the term that comes back may have another operator than the one asked for. Booleans are terms of width 1. Floats are
 * terms of width 32 or 64 holding the IEEE bits; the T_F… operators interpret them (round to nearest even), 80-bit
 * floats exist only as constants.
 *
 * Addresses: T_ADDR(object, offset) is the address of byte offset of an object of the unit (shape.h). It is a leaf with
 * a known numeric value (term_addr_value), so comparisons of addresses fold, and yet it can be renamed when a summary is
 * applied in a caller. Integer constants never stand for addresses.
 *
 * Everything is freed with the context. A context is used by one thread at a time. */
#ifndef SUMMARIES_TERM_H
#define SUMMARIES_TERM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef uint32_t term; /* 0 is no term */
typedef unsigned __int128 term_u128;
typedef struct term_ctx term_ctx;

typedef enum term_op {
  T_NONE,
  /* leaves */
  T_CONST, /* value */
  T_ATOM,  /* aux = atom id (shape.h); any width */
  T_ADDR,  /* aux = object id, offset in value; width 64 */
  /* bit-vector arithmetic, both operands and the result of one width; division by zero as in SMT-LIB */
  T_ADD,
  T_SUB,
  T_MUL,
  T_UDIV,
  T_SDIV,
  T_UREM,
  T_SREM,
  T_SHL,
  T_LSHR,
  T_ASHR,
  T_AND,
  T_OR,
  T_XOR,
  T_NOT,
  T_NEG,
  /* predicates, width 1 */
  T_EQ,
  T_ULT,
  T_ULE,
  T_SLT,
  T_SLE,
  T_ITE, /* a: width 1 */
  T_ZEXT,
  T_SEXT,
  T_EXTRACT, /* aux = lowest bit; width bits from there */
  T_CONCAT,  /* a is the high part */
  T_READ, /* cells[a]: aux = table id (term_table), a = index. The index is known to be below the table's length
                wherever the value matters (the explorer constrains it): a late alias */
  T_CALL, /* the result of a call that was not expanded: aux = call id (term_call_info) */
  /* floats on IEEE bits */
  T_FADD,
  T_FSUB,
  T_FMUL,
  T_FDIV,
  T_FREM,
  T_FSQRT,
  T_FFMA,
  T_FMIN,
  T_FMAX,
  T_FRINT /* aux: 0 nearest even, 1 away, 2 up, 3 down, 4 zero */,
  T_FEQ,
  T_FLT,
  T_FLE,
  T_FISNAN, /* width 1 */
  T_FTOF,   /* float to float of another width */
  T_FTOS,
  T_FTOU, /* float to integer, toward zero; out of range: the constructor's caller excludes it */
  T_STOF,
  T_UTOF, /* integer to float */
  T_OP_COUNT
} term_op;

typedef struct term_node {
  uint8_t op;
  uint8_t width;
  uint16_t flags;
  uint32_t aux;
  term a, b, c;
  uint32_t natoms; /* saturating estimate of the number of atom occurrences: 0 means ground */
  uint64_t value;  /* T_CONST: low 64 bits (term_const_value gives all); T_ADDR: offset (int64) */
} term_node;

term_ctx *term_ctx_new(void);
void term_ctx_free(term_ctx *tc);
const term_node *term_get(const term_ctx *tc, term t); /* valid until the next term is made */
uint32_t term_count(const term_ctx *tc);

/* ---- leaves ---- */
term term_const(term_ctx *tc, unsigned width, term_u128 value); /* value is cut to width */
term term_bool(term_ctx *tc, bool b);
term term_atom(term_ctx *tc, unsigned width, uint32_t atom);
unsigned term_atom_width(const term_ctx *tc,
                         uint32_t atom); /* as last made by term_atom; 0: never made here */
term term_addr(term_ctx *tc, uint32_t obj, int64_t offset);
bool term_is_const(const term_ctx *tc, term t);
term_u128 term_const_value(const term_ctx *tc, term t);
/* The number an address stands for: TERM_ADDR_TAG in the top 12 bits, 20 bits of object id, 32 bits of offset + 2^30. */
#define TERM_ADDR_TAG 0xA5Cu
uint64_t term_addr_value(uint32_t obj, int64_t offset);
/* The reverse: true when value lies in an object's address range. */
bool term_addr_split(uint64_t value, uint32_t *obj, int64_t *offset);

/* ---- constructors; widths must agree (asserted) ---- */
term term_bin(term_ctx *tc, term_op op, term a, term b); /* arithmetic, predicates, float binary operators */
term term_not(term_ctx *tc, term a);
term term_neg(term_ctx *tc, term a);
term term_and(term_ctx *tc, term a, term b); /* width 1 shorthand for T_AND, T_OR, and equality */
term term_or(term_ctx *tc, term a, term b);
term term_eq(term_ctx *tc, term a, term b);
term term_ite(term_ctx *tc, term c, term a, term b);
term term_zext(term_ctx *tc, unsigned width, term a); /* width >= a's; equal: a itself */
term term_sext(term_ctx *tc, unsigned width, term a);
term term_extract(term_ctx *tc, unsigned lowest, unsigned width, term a);
term term_concat(term_ctx *tc, term high, term low);
/* cells are copied and hash-consed; all of one width. A constant index, a table of equal cells, … fold. */
term term_read(term_ctx *tc, const term *cells, uint32_t n, term index);
term term_funary(term_ctx *tc, term_op op, unsigned width, unsigned aux,
                 term a); /* FSQRT, FRINT, FISNAN, FTOF … UTOF */
term term_ffma(term_ctx *tc, term a, term b, term c);

/* A table of T_READ. */
const term *term_table(const term_ctx *tc, uint32_t table, uint32_t *n);

/* A call kept as a term. name is copied; piece is which of several result scalars. */
term term_call(term_ctx *tc, unsigned width, const char *name, uint32_t piece, const term *args,
               uint32_t nargs);
const char *term_call_info(const term_ctx *tc, uint32_t call, uint32_t *piece, const term **args,
                           uint32_t *nargs);

/* ---- facts that hold for every value of the atoms ---- */
void term_range(const term_ctx *tc, term t, term_u128 *lo, term_u128 *hi); /* unsigned */
/* The same when the atoms are known to lie within bounds: the callback narrows the unsigned range [*lo, *hi] and the signed
 * one [*slo, *shi]. Sound; gives up early on large terms. */
typedef void term_bounds_fn(void *self, uint32_t atom, unsigned width, term_u128 *lo, term_u128 *hi,
                            __int128 *slo, __int128 *shi);
void term_range_under(const term_ctx *tc, term t, term_bounds_fn *bounds, void *self, term_u128 *lo,
                      term_u128 *hi);
void term_signed_range(const term_ctx *tc, term t, __int128 *lo, __int128 *hi);
term_u128 term_known_zero(const term_ctx *tc, term t); /* bits known to be 0 */
term_u128 term_known_one(const term_ctx *tc, term t);
/* The atoms (ids, ascending, each once) t depends on, T_READ tables included. The array is owned by the context and
 * cached per term. */
const uint32_t *term_atoms(term_ctx *tc, term t, uint32_t *n);
bool term_has_call(const term_ctx *tc, term t);

/* ---- evaluation under a model ---- */
/* A model gives every atom a value; an atom it does not name is 0. */
typedef struct term_model term_model;
term_model *term_model_new(void);
term_model *term_model_copy(const term_model *m);
void term_model_free(term_model *m);
void term_model_set(term_model *m, uint32_t atom, term_u128 value);
term_u128 term_model_get(const term_model *m, uint32_t atom);
bool term_model_has(const term_model *m, uint32_t atom);
/* Memoised: cheap to ask again for the same (unchanged) model. T_CALL evaluates to 0 unless set by term_model_set_call. */
term_u128 term_eval(term_ctx *tc, term t, term_model *m);
/* How many operators evaluation has computed so far: an effort to bound guessing by, the same on every machine. */
uint64_t term_eval_work(const term_ctx *tc);
void term_model_set_call(term_model *m, uint32_t call, term_u128 value);

/* One operator on values, as evaluation does it; wa is the width of the operands. Not T_READ, T_CALL, leaves. */
term_u128 term_apply(term_op op, unsigned width, uint32_t aux, unsigned wa, term_u128 a, term_u128 b,
                     term_u128 c);

/* ---- moving terms between contexts ---- */
/* Rebuilds src's term t in dst, replacing leaves: atom(self, id, width) and addr(self, obj, offset) give the term in dst to
 * stand there (0: keep a leaf with the same id). memo is created by term_subst_new and shared by one application. */
typedef struct term_subst term_subst;
typedef struct term_subst_fns {
  void *self;
  term (*atom)(void *self, uint32_t atom, unsigned width);
  term (*addr)(void *self, uint32_t obj, int64_t offset);
  /* A call kept as a term, its arguments already in dst: what to put for it, 0 to keep it. May be NULL. */
  term (*call)(void *self, unsigned width, const char *name, uint32_t piece, const term *args, uint32_t n);
} term_subst_fns;
term_subst *term_subst_new(term_ctx *dst, const term_ctx *src, const term_subst_fns *fns);
term term_subst_apply(term_subst *s, term t);
void term_subst_free(term_subst *s);

/* ---- printing ---- */
/* Parts of terms that get a name where they are long or used more than once, chosen for a set of terms. */
typedef struct term_lets term_lets;
term_lets *term_lets_new(term_ctx *tc); /* no terms are made while it lives */
void term_lets_free(term_lets *l);
void term_lets_choose(term_lets *l, const term *roots, uint32_t n); /* and forget the former ones */
/* The number t is printed by, from 1 on in the order of asking; 0: it is printed as it is. */
uint32_t term_lets_number(term_lets *l, term t);
/* The next one that was asked for, to be defined; 0: all are. */
term term_lets_next(term_lets *l, uint32_t *number);
uint32_t term_lets_left(const term_lets *l);

typedef struct term_names {
  void *self;
  /* Writes the source name of an atom / of an address into buf; may be NULL for "a12", "&o3+8". */
  void (*atom)(void *self, uint32_t atom, char *buf, size_t cap);
  void (*addr)(void *self, uint32_t obj, int64_t offset, char *buf, size_t cap);
  bool (*is_signed)(void *self, uint32_t atom); /* choose signed notation for constants compared with it */
  term_lets *lets; /* parts of the term that are printed as $1, $2, …; may be NULL */
  term defined;    /* the part that is printed as it is all the same */
} term_names;
/* C-like infix with as few parentheses as C needs: root->left->key < key, a[i] + 1, (c ? x : y). Long terms are cut with …
 * after max characters (0: never). malloc'ed. */
char *term_to_string(term_ctx *tc, term t, const term_names *names, size_t max);

#endif
