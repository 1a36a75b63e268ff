/* Summaries: what summ knows about one function, independent of where the function stands in its file.
 *
 * A summary is self-contained: its own terms, objects and atoms; other functions and globals appear by USR. Places are
 * (function, instruction) pairs; the store's function record maps them to lines at display time, so that moving code changes
 * no summary. In the explorer an instruction is its index in the body, in the store a number made from what it does
 * (sum_renumber). docs/summary-format.md is the reference of the stored form. */
#ifndef SUMMARIES_SUMMARY_H
#define SUMMARIES_SUMMARY_H

#include "summaries/shape.h"
#include "summaries/term.h"

#include <stddef.h>

typedef struct sum_place {
  const char *usr; /* function */
  uint32_t insn;   /* instruction in its body */
} sum_place;

typedef enum sum_outcome {
  SUM_RETURNED,
  SUM_EXITED, /* exit and friends; exit status in ret[0] */
  SUM_CUT,    /* a bound was hit; bound says which */
  /* errors */
  SUM_NULL_DEREF,
  SUM_DANGLING,
  SUM_OUT_OF_BOUNDS,
  SUM_DOUBLE_FREE,
  SUM_INVALID_FREE,
  SUM_DIV_ZERO,
  SUM_OVERFLOW,
  SUM_BAD_SHIFT,
  SUM_UNINIT,
  SUM_ASSERT,
  SUM_ABORT,
  SUM_UNREACHABLE,
  SUM_LEAK,
  SUM_READ_ONLY,
  SUM_BAD_CALL,
  SUM_FLOAT_OVERFLOW,
  /* no error: a loop comes back to where it was, so the path never ends */
  SUM_ENDLESS,
  SUM_OUTCOME_COUNT
} sum_outcome;
static inline bool sum_is_error(sum_outcome o) { return o >= SUM_NULL_DEREF && o < SUM_ENDLESS; }
const char *sum_outcome_name(sum_outcome o); /* "returned", "null dereference", … */

typedef enum sum_bound_kind {
  SUM_B_LOOP,
  SUM_B_RECURSION,
  SUM_B_STEPS,
  SUM_B_CASES,
  SUM_B_SOLVER /* Z3 gave up */,
  SUM_B_ARRAY /* input array limit */,
  SUM_B_INDEX /* symbolic index pinned */,
  SUM_B_FLOAT /* float pinned */,
  SUM_B_MEMORY,
  SUM_B_UNSUPPORTED,
  SUM_B_CALLEE /* a
  callee's summary was partial */
  ,
  SUM_B_THREADS /* one order of the threads only */,
  SUM_B_UNCHECKED /* undefined behaviour of a kind that is not searched for */,
  SUM_B_KIND_COUNT
} sum_bound_kind;
const char *sum_bound_name(sum_bound_kind k);
typedef struct sum_bound {
  uint8_t kind;
  sum_place place;
  uint32_t count; /* how often it was hit there */
} sum_bound;

typedef struct sum_decision {
  uint32_t insn; /* the decision: instruction of the unit */
  uint32_t edge; /* FE_CBR: 1 true, 0 false; FE_SWITCH: 0 default, 1 + i case i; FE_IBR: label number */
} sum_decision;

typedef struct sum_write {
  uint32_t obj;
  int64_t offset;
  uint32_t bytes; /* value's width is 8 * bytes */
  term value;
} sum_write;
typedef struct sum_alloc {
  uint32_t obj; /* SHAPE_HEAP, alive at exit */
  term size;
  bool zeroed; /* bytes that no write names are 0, else undefined */
} sum_alloc;
typedef struct sum_need {
  uint32_t obj;   /* input object this path touches … */
  int64_t lo, hi; /* … and the bytes [lo, hi) it must have */
} sum_need;
typedef struct sum_answers { /* how often the path asked a function without a body, or read volatile memory */
  const char *symbol;        /* "" for reads */
  uint32_t via;              /* the pointer atom it was called through (a callback); 0: called by name */
  uint32_t obj;              /* the object that was read; 0: a function */
  uint32_t count;
} sum_answers;
typedef struct
    sum_clobber { /* an object handed to a function without a body: what no write names is its doing */
  uint32_t obj;
  const char *symbol;
  uint32_t answer, arg; /* in its how-manieth call, through which argument */
} sum_clobber;
typedef struct sum_value {
  uint32_t atom;
  uint64_t lo, hi; /* the witness's value; pointers: term_addr_value of the object, or 0 */
} sum_value;

/* One feasible sequence of the unit's own decisions. Equal decisions with different shapes or outcomes are separate cases. */
typedef struct sum_case {
  sum_decision *decisions;
  uint32_t ndecisions;
  term *constraint; /* conjuncts over the atoms: the exact entry condition */
  uint32_t nconstraint;
  sum_need *needs; /* entry shape: the input objects in use, in order of first use */
  uint32_t nneeds;
  uint8_t outcome;  /* sum_outcome */
  uint8_t bound;    /* SUM_CUT: sum_bound_kind */
  sum_place *stack; /* errors and cuts: innermost place first, up to the unit's own */
  uint32_t nstack;
  const char *detail; /* errors: one line in words; else "" */
  term *ret;          /* returned scalars */
  uint32_t nret;
  sum_write
      *writes; /* exit effect: final contents of cells that differ from entry; sorted by object and offset */
  uint32_t nwrites;
  sum_alloc *allocs;
  uint32_t nallocs;
  uint32_t *frees; /* objects freed on the path */
  uint32_t nfrees;
  /* what a caller has to count on: answers taken, sorted by symbol, via and object; allocations tried, failed and freed ones
   * included; objects left to stubs, sorted by object */
  sum_answers *answers;
  uint32_t nanswers;
  uint32_t ntries;
  sum_clobber *clobbers;
  uint32_t nclobbers;
  sum_value *witness; /* sorted by atom; atoms not listed are 0 */
  uint32_t nwitness;
  uint32_t variant; /* index into sum_summary.variants */
} sum_case;

/* The alias pattern the cases of a variant assume: pointer atom q equals atom p plus offset. Variant 0 has none: input
 * objects are distinct (SGEN's assumption); others come from re-analysis for a caller's context (SGEN 5.2.2). */
typedef struct sum_alias {
  uint32_t q, p;
  int64_t offset;
} sum_alias;
typedef struct sum_variant {
  sum_alias *aliases;
  uint32_t naliases;
  bool complete;
} sum_variant;

typedef struct sum_edge {
  uint32_t insn, edge;
} sum_edge;

typedef enum sum_status {
  SUM_COMPLETE,
  SUM_PARTIAL,
  SUM_FAILED, /* not explored: reason says why */
  SUM_COVERED /* every own branch edge is taken by some case or infeasible; there may be more paths than cases */
} sum_status;

typedef struct sum_summary {
  const char *usr, *name;
  shape_space *space;
  term_ctx *tc;
  sum_case *cases;
  uint32_t ncases;
  sum_variant *variants;
  uint32_t nvariants;
  uint8_t status;
  const char *reason; /* SUM_FAILED */
  sum_bound *bounds;  /* every bound hit, with its place; empty if complete */
  uint32_t nbounds;
  sum_edge *infeasible; /* own branch edges shown infeasible */
  uint32_t ninfeasible;
  uint32_t nbranches, ncovered; /* own branch edges in all, and covered by some case */
  const char **stubs;           /* functions without a body whose answers are inputs */
  uint32_t nstubs;
  const char **assumptions; /* in words: "distinct: *x, *z", "pinned float at …" */
  uint32_t nassumptions;
  void *arena; /* owns every array and string above */
} sum_summary;

/* An empty summary with its own space, terms and arena. */
sum_summary *sum_new(const char *usr, const char *name);
void sum_free(sum_summary *s);
void *sum_alloc_bytes(sum_summary *s, size_t n); /* zeroed, from the arena */
const char *sum_strdup(sum_summary *s, const char *text);

/* Do the two paths take as many answers from stubs, ask for as many allocations, and leave the same objects to stubs? */
bool sum_same_stub_use(const sum_case *a, const sum_case *b);

/* ---- places ---- */

/* Gives another number to the instruction *insn of function usr; of an object's site exactly, else of the place nearest to it.
 * false: cannot. */
typedef bool sum_number_fn(void *self, const char *usr, bool object, uint32_t *insn);
/* Numbers every place of the summary anew; false when some number could not be had. */
bool sum_renumber(sum_summary *s, sum_number_fn *number, void *self);

/* ---- msgpack ---- */

/* Canonical bytes: equal summaries give equal bytes, whatever order their terms were made in. malloc'ed. They have two parts:
 * the content, and the labels (names, types, signs, texts in words), which do not count for the content hash: renaming a
 * parameter changes no hash. Applying a summary just explored and applying it decoded must not differ: always apply the
 * decoded one, since the codec may order operands anew, drops objects and atoms that no case refers to and counts the others
 * anew, in witnesses too. */
uint8_t *sum_encode(const sum_summary *s, size_t *len);
/* NULL and *err (static text) when the bytes are no summary of this schema version. Never crashes, whatever the bytes. */
sum_summary *sum_decode(const uint8_t *data, size_t len, const char **err);
/* The same without what no caller may rely on: the unit's own decisions, branches and witnesses. What is left is the relation
 * between entry and exit, with objects and atoms counted anew. */
uint8_t *sum_encode_relation(const sum_summary *s, size_t *len);
bool sum_is_readable(const uint8_t *encoded,
                     size_t len); /* of this schema version? Looks at the head only. */
void sum_content_hash(const uint8_t *encoded, size_t len, uint8_t out[32]); /* BLAKE3 of the content */
/* Content hash of the relation: what a caller depends on. */
void sum_relation_hash(const sum_summary *s, uint8_t out[32]);

/* ---- for people ---- */

/* Names of atoms and addresses for term_to_string, from the summary's space. */
term_names sum_names(const sum_summary *s);

#endif
