/* What the files of the term library share; nobody else includes this. */
#ifndef SUMMARIES_TERM_INTERNAL_H
#define SUMMARIES_TERM_INTERNAL_H

#include "summaries/term.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef term_u128 u128;
typedef __int128 i128;

/* term_node.flags: the low byte is the number of constant leaves of an ite tree whose leaves are all
 * constants (0: not such a tree, or a longer one). */
#define TF_LEAVES 0x00FFu
#define TF_ADDR 0x0100u /* an address is below: the value must not be folded to a number */
#define TF_CALL 0x0200u /* a T_CALL is below */

/* What holds for every value of the atoms. zero/one: bits known to be 0/1. */
typedef struct facts {
  u128 lo, hi, zero, one;
  i128 slo, shi; /* read as a signed number */
} facts;

typedef struct facts64 {
  uint64_t lo, hi, zero, one; /* wider than 64 bits: lo is an index into wide_facts */
  int64_t slo, shi;
} facts64;

typedef struct table {
  const term *cells;
  uint32_t n, natoms, atomset, flags;
} table;

typedef struct call {
  const char *name;
  const term *args;
  uint32_t nargs, piece, atomset;
} call;

typedef struct atomset {
  const uint32_t *ids;
  uint32_t n;
} atomset;
#define ATOMSET_EMPTY 0u
#define ATOMSET_BIG UINT32_MAX /* too large to keep per node: walked on demand */

typedef struct hash_index { /* open addressing over ids; 0 is empty */
  uint32_t *slot;
  uint32_t cap, used;
} hash_index;

typedef struct eval_slot { /* the values of the terms under one model */
  uint64_t owner;          /* term_model.version; 0: free */
  uint64_t last_use;
  uint32_t *stamp;
  uint64_t *value; /* wider than 64 bits: index into wide */
  uint32_t cap, epoch;
  u128 *wide;
  uint32_t nwide, wide_cap;
} eval_slot;
#define EVAL_SLOTS 4

typedef struct arena {
  char *cur, *end;
  void **chunk;
  size_t nchunk, chunk_cap;
} arena;

struct term_ctx {
  term_node *node;
  facts64 *fact;
  uint32_t *atoms; /* per node: atom set id */
  uint32_t n, cap;
  hash_index by_node;
  uint8_t *atom_width; /* per atom id */
  uint32_t atom_width_cap;
  facts *wide_facts;
  uint32_t nwide, wide_cap;
  table *tables;
  uint32_t ntable, table_cap;
  hash_index by_table;
  call *calls;
  uint32_t ncall, call_cap;
  hash_index by_call;
  atomset *sets;
  uint32_t nset, set_cap;
  hash_index by_set;
  struct {
    uint32_t a, b, result;
  } *union_cache;
  struct {
    term t;
    atomset set;
  } *big_cache; /* the atoms of terms with many, found by walking */
  uint32_t nbig, big_cap;
  arena mem;
  eval_slot eval[EVAL_SLOTS];
  uint64_t next_version, eval_clock, eval_work;
  term *stack; /* of iterative walks */
  uint32_t stack_cap;
  unsigned depth; /* of constructors calling constructors */
};

static inline u128 mask_of(unsigned width) { return width >= 128 ? ~(u128)0 : ((u128)1 << width) - 1; }
static inline u128 sign_bit(unsigned width) { return (u128)1 << (width - 1); }
static inline i128 as_signed(u128 v, unsigned width) {
  return width >= 128 ? (i128)v : (i128)(v << (128 - width)) >> (128 - width);
}

void *term_grow(void *p, uint32_t *cap, uint32_t need, size_t elem);
void *term_arena(arena *mem, size_t size);

/* Makes the node, or finds it; folds it when the facts leave one value. value is for leaves. */
term term_intern(term_ctx *tc, term_op op, unsigned width, uint32_t aux, term a, term b, term c,
                 uint64_t value);
uint32_t term_table_intern(term_ctx *tc, const term *cells, uint32_t n);

facts term_facts(const term_ctx *tc, term t);
/* The facts of a node that is not yet part of the context. */
facts term_facts_compute(const term_ctx *tc, const term_node *n);
/* Does a predicate over these two hold always (1), never (0), or is it open (-1)? */
int term_decide(term_op op, unsigned width, const facts *a, const facts *b);

static inline unsigned term_arity(unsigned op) {
  switch (op) {
  case T_NONE:
  case T_CONST:
  case T_ATOM:
  case T_ADDR:
  case T_CALL: return 0;
  case T_NOT:
  case T_NEG:
  case T_ZEXT:
  case T_SEXT:
  case T_EXTRACT:
  case T_READ:
  case T_FSQRT:
  case T_FRINT:
  case T_FISNAN:
  case T_FTOF:
  case T_FTOS:
  case T_FTOU:
  case T_STOF:
  case T_UTOF: return 1;
  case T_ITE:
  case T_FFMA: return 3;
  default: return 2;
  }
}
static inline bool term_is_predicate(unsigned op) {
  return (op >= T_EQ && op <= T_SLE) || (op >= T_FEQ && op <= T_FISNAN);
}

#endif
