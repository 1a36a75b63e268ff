/* solver: is a conjunction of width-1 terms satisfiable, and by which values of the atoms?
 *
 * The stack, cheapest first; each layer either decides or passes on, and counts what it did:
 *   1. simplification and substitution of equalities (atom == constant) by the term constructors
 *   2. independent groups: constraints that share no atoms are decided apart
 *   3. witness re-use: the current model, recent models, and small repairs of them (the atoms of the flipped constraint
 *      only) are tried by evaluation
 *   4. cache of decided groups (also a superset of an unsat group, a subset of a sat one)
 *   5. unsigned/signed interval propagation over the atoms
 *   6. finite-domain search (propagation + backtracking, T_READ as element constraints) when the domains are small
 *   7. Z3, incremental along the path, limited by rlimit
 * Deterministic: effort is counted in nodes and rlimit, never in seconds. */
#ifndef EXPLORER_SOLVER_H
#define EXPLORER_SOLVER_H

#include "summaries/term.h"

typedef struct ex_solver ex_solver;
typedef enum ex_sat { EX_UNSAT, EX_SAT, EX_UNKNOWN } ex_sat;

typedef struct ex_solver_options {
  uint32_t rlimit;   /* Z3 resource limit per query, 0: default */
  uint32_t fd_nodes; /* finite-domain search nodes per query, 0: default */
  uint64_t total;    /* ex_solver_effort that the caller will stop at, 0: none; a query goes little beyond */
  bool plain;        /* for comparison: straight into Z3, if-then-else chains, no other layer */
} ex_solver_options;

typedef struct ex_solver_stats {
  uint64_t queries, by_simplify, by_witness, by_cache, by_interval, by_fd, by_z3, by_transcript, sat, unsat,
      unknown, z3_rlimit, fd_nodes,
      fd_work; /* by_transcript: of by_z3, those that Z3 was not asked; fd_work: operators evaluated by the finite-domain search */
  uint64_t usec_fd, usec_z3; /* for people; never decides anything */
} ex_solver_stats;

ex_solver *ex_solver_new(term_ctx *tc, const ex_solver_options *opt);
void ex_solver_free(ex_solver *s);
/* Before the first query: keep a transcript of what Z3 is asked and says, and take its answers from an older one (bytes; NULL:
 * there is none) as long as it is asked the same. No result depends on it. */
void ex_solver_follow(ex_solver *s, const uint8_t *bytes, size_t len);
/* The transcript, malloc'ed; NULL when the older one still says all, or when it would be too large. */
uint8_t *ex_solver_transcript(const ex_solver *s, size_t *len);

/* A path condition: an immutable linked list of constraints, newest first; shared between states. The solver keeps
 * per-node caches (groups, intervals, Z3 scopes) behind it. */
typedef struct ex_pc ex_pc;
ex_pc *ex_pc_push(ex_solver *s, ex_pc *parent,
                  term constraint); /* parent NULL: empty; takes no reference away */
ex_pc *ex_pc_ref(ex_pc *pc);
void ex_pc_unref(ex_solver *s, ex_pc *pc);
term ex_pc_term(const ex_pc *pc);
ex_pc *ex_pc_parent(const ex_pc *pc);
size_t ex_pc_depth(const ex_pc *pc);

/* Is pc && extra satisfiable? witness satisfies pc (not necessarily extra). On EX_SAT *out is a new model of pc && extra
 * (atoms outside extra's group keep the witness's values). extra may be 0 (then pc alone; witness may be NULL). */
ex_sat ex_solve(ex_solver *s, ex_pc *pc, term extra, const term_model *witness, term_model **out);
/* The same without Z3 and with a short search only, for questions where EX_UNKNOWN does little harm. */
ex_sat ex_solve_quickly(ex_solver *s, ex_pc *pc, term extra, const term_model *witness, term_model **out);
void ex_solver_tire(ex_solver *s); /* from now on every query, and without search */
/* Does pc imply that t has this one value? Only the cheap layers and, when budget allows, one query. */
bool ex_must_be(ex_solver *s, ex_pc *pc, term t, const term_model *witness);
/* Unsigned bounds of t under pc, from intervals only (always sound, perhaps wide). */
void ex_bounds(ex_solver *s, ex_pc *pc, term t, term_u128 *lo, term_u128 *hi);

const ex_solver_stats *ex_solver_get_stats(const ex_solver *s);
/* What all queries took so far, in Z3's resource units; the other layers' operators are converted. */
uint64_t ex_solver_effort(const ex_solver *s);

#endif
