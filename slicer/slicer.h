/* slicer: which calls of a unit can reach one of the unit's decisions (CAUT, section 3).
 *
 *   slice_program *sp = slice_new(program, NULL);              points-to, call graph, mod/ref: once per program
 *   const slice_result *r = slice_func(sp, func);              verdict for every call site of one function, on demand
 *   … r->sites[i].verdict, .decisions, .reason …
 *   slice_free(sp);
 *
 * A verdict is a promise: when it is less than SLICE_DECISION, no change of what the call returns, and no change of what it
 * writes into memory its callee may write, changes the sequence of decisions of the unit before the first error.
 * Verdicts err on the side of "reaches": where that was forced (an unresolved pointer, inline assembly, a limit), reason says so.
 * docs/slicer.md has the algorithm, the assumptions and the measurements.
 *
 * Threads: slice_new uses the calling thread. After it every function here may be called from any thread; slice_func
 * computes a function's slice at most once and everything returned stays valid until slice_free. The fe_program must
 * outlive the slice_program. Results depend on the program and the options alone. */
#ifndef SLICER_SLICER_H
#define SLICER_SLICER_H

#include "frontend/frontend.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct slice_program slice_program;

/* Parts of the analysis that can be left out, to see whether an experiment notices (tests/slicer). Each makes verdicts wrong. */
typedef enum slice_part {
  SLICE_PART_RESULTS = 1,       /* what a call returns */
  SLICE_PART_WRITES = 2,        /* what a callee writes */
  SLICE_PART_PASSING = 4,       /* a call that reads what an earlier call wrote passes it on */
  SLICE_PART_NOT_RETURNING = 8, /* exit and the like inside callees */
  SLICE_PART_CONTROL = 16,      /* control dependence */
  SLICE_PART_ALIASES = 32,      /* all targets of a pointer but the first */
  SLICE_PART_WEAK = 64,    /* stores through a pointer with several targets leave the others as they were */
  SLICE_PART_ROUNDS = 128, /* the second and later rounds over loops */
  SLICE_PART_BLOCKS = 256, /* block copies */
  SLICE_PART_PARAMETERS = 512, /* what a callee touches through its parameters */
  SLICE_PART_TARGETS = 1024,   /* all targets of a call through a pointer but the first */
  SLICE_PART_AIMING = 2048,    /* what calls do to pointers kept in memory */
} slice_part;

typedef struct slice_options {
  bool
      naive; /* for comparison: no alias sets, a call affects everything that escapes and every heap or external cell */
  bool all; /* --no-slice: every call site reaches a decision */
  uint64_t
      effort; /* limit per function, in cell visits; beyond it every call of the function "may reach". 0: default */
  uint32_t leave_out; /* mask of slice_part: 0 but in tests of the tests */
} slice_options;

/* In order of strength: a site's verdict is the strongest that applies. */
typedef enum slice_verdict {
  SLICE_NOTHING,     /* nothing the call does is seen by the unit or left behind for its caller */
  SLICE_EXIT_ONLY,   /* only the result and the memory at exit (or whether the exit is reached) */
  SLICE_ERROR_CHECK, /* no decision, but an address, a divisor, an assertion or an allocation size */
  SLICE_DECISION     /* a branch predicate of the unit, or whether the unit goes on to one */
} slice_verdict;

typedef enum slice_check_kind {
  SLICE_ADDRESS,   /* an address that is read, written, freed or called through */
  SLICE_DIVISOR,   /* divisor of an integer division, shift amount */
  SLICE_ASSERTION, /* condition of a branch one side of which only fails (assert) */
  SLICE_ALLOC_SIZE /* size of an allocation, length of a block copy */
} slice_check_kind;

typedef struct slice_check {
  uint32_t insn; /* index in fe_func.insns */
  uint8_t kind;  /* slice_check_kind */
} slice_check;

typedef struct slice_site {
  uint32_t insn; /* the FE_CALL or FE_ASM, index in fe_func.insns */
  uint32_t call; /* index in fe_func.calls */
  slice_verdict verdict;
  uint32_t ndecisions;
  const uint32_t *decisions; /* decisions reached, as indices in fe_func.insns, ascending */
  uint32_t nchecks;
  const slice_check *checks; /* error checks reached, ascending; filled whatever the verdict */
  bool may_not_return;       /* exit, abort, longjmp, trap or an endless loop is possible inside */
  bool by_data;       /* some decision is reached by the result or by memory, not only by not returning */
  bool reaches_exit;  /* the result or changed memory is still there when the unit returns */
  const char *reason; /* why the verdict is a conservative one ("may reach"); NULL when it is not */
} slice_site;

typedef struct slice_result {
  uint32_t func;
  uint32_t nsites;
  const slice_site *sites; /* in order of position */
  uint32_t nrelevant;      /* sites with SLICE_DECISION */
  bool gave_up;            /* the effort limit was hit */
} slice_result;

/* ---- whole program ---- */

/* opt may be NULL. Never fails; out of memory is fatal. */
slice_program *slice_new(const fe_program *p, const slice_options *opt);
void slice_free(slice_program *sp);

/* Strongly connected components of the call graph, callees before callers; indirect calls included as far as resolved.
 * Every function of the program is in exactly one, also those without a body. */
typedef struct slice_scc {
  uint32_t n;
  const uint32_t *funcs; /* ascending */
  bool recursive;        /* more than one function, or one that may call itself */
} slice_scc;
uint32_t slice_nsccs(const slice_program *sp);
slice_scc slice_scc_at(const slice_program *sp, uint32_t i);
uint32_t slice_scc_of(const slice_program *sp, uint32_t func);

/* The functions a call may enter, ascending. *complete is false when it may also enter code the program does not have
 * (an unknown pointer): then a stub is possible too. A direct call has one target. FE_ASM has none and is incomplete. */
const uint32_t *slice_targets(const slice_program *sp, uint32_t func, uint32_t call, uint32_t *n,
                              bool *complete);

/* exit, abort, longjmp, a trap or an endless loop is possible inside. */
bool slice_may_not_return(const slice_program *sp, uint32_t func);

/* ---- one function ---- */

const slice_result *slice_func(slice_program *sp, uint32_t func);
/* The site of an instruction, NULL when it is no call. */
const slice_site *slice_site_at(const slice_result *r, uint32_t insn);
const char *slice_verdict_name(slice_verdict v);  /* "decision", "error check", "exit only", "nothing" */
const char *slice_check_name(slice_check_kind k); /* "address", "divisor", "assertion", "allocation size" */

/* A hash of everything above that a summary of the function may rest on: for each of its call sites the verdict, the decisions
 * and checks reached and the possible callees (by USR), and which functions it is recursive with. Equal hashes and equal
 * bodies mean that the slicer says the same. It is independent of line numbers, of the order of files and of functions that
 * have nothing to do with this one; it does change when an edit elsewhere changes a verdict (a callee begins to write what the
 * unit decides on, a pointer gets a new target, a callee may now exit). Of a function without a body: of its name only. */
void slice_fingerprint(slice_program *sp, uint32_t func, uint8_t out[32]);

/* Variables of the program that the callees of a call may write: bytes [off, off + size) of a global, and when step is not 0
 * also those step, 2 * step, … further on, below end. Fills out[0..cap), returns how many there are. Other memory a call
 * may write (locals, heap, inputs) has no name and is not listed. */
typedef struct slice_piece {
  uint32_t global;
  uint64_t off, size, step, end;
} slice_piece;
size_t slice_may_write(const slice_program *sp, uint32_t func, uint32_t call, slice_piece *out, size_t cap);

/* Where pointers may lead, as far as that is to byte off of a variable (from 0 to its size) or to a function: the value of
 * a register, and what is kept at a byte of a variable. For tests: a pointer of a real run that leads elsewhere refutes the
 * alias sets. */
typedef struct slice_target {
  bool is_func;
  uint32_t index; /* global or function */
  int64_t off;
} slice_target;
bool slice_value_may_lead(const slice_program *sp, uint32_t func, fe_reg r, const slice_target *t);
bool slice_variable_may_lead(const slice_program *sp, uint32_t global, uint64_t off, const slice_target *t);

/* ---- for people: one row per statement, as CAUT's Table 3 ---- */

typedef struct slice_row {
  uint32_t insn; /* the first of the line */
  uint32_t file, line;
  char *place, *stmt, *ref, *def, *psa, *active; /* active: "cell@line of the call", comma separated */
  char *affected; /* "@line,@line": the calls that reach this statement's ref */
} slice_row;
typedef struct slice_table {
  uint32_t nrows;
  slice_row *rows;
} slice_table;
slice_table *slice_table_new(slice_program *sp, uint32_t func);
void slice_table_free(slice_table *t);

/* ---- figures ---- */

typedef struct slice_stats {
  uint64_t usec_pointsto, usec_modref, usec_slices;     /* CPU; slices: sum over slice_func calls so far */
  uint64_t nodes, constraints, objects, cells, targets; /* targets: sum of the sizes of all points-to sets */
  uint64_t indirect_calls, unresolved_calls;
} slice_stats;
slice_stats slice_get_stats(const slice_program *sp);

#endif
