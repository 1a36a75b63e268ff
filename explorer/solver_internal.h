/* What the files of the solver share: the path condition with its groups and domains. */
#ifndef EXPLORER_SOLVER_INTERNAL_H
#define EXPLORER_SOLVER_INTERNAL_H

#include "explorer/fd.h"
#include "explorer/interval.h"
#include "explorer/pmap.h"
#include "explorer/solver.h"
#include "explorer/solver_cache.h"
#include "explorer/z3_backend.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The unknowns of a constraint are numbered: atoms by their id, calls kept as terms above them. */
#define KEY_CALL 0x80000000u

typedef struct key_list { /* shared by the versions of a group that have the same */
  uint32_t refs, n;
  uint64_t effort;                /* search nodes spent on groups with these */
  bool heavy;                     /* asking the table costs more than another solver would */
  uint64_t row_work, row_queries; /* operators evaluated for the table, questions answered by it */
  uint64_t next_table;            /* the effort at which listing all solutions is tried (again) */
  uint32_t id[];                  /* ascending */
} key_list;

/* Constraints that hang together by shared unknowns, newest first. Immutable, shared between path conditions; the
 * version before the newest constraint is prev, and groups which that constraint joined are in merged. */
typedef struct group {
  pmap_value head;
  term constraint;
  uint32_t count;   /* of constraints */
  uint32_t clauses; /* of those that are disjunctions over several unknowns */
  uint32_t nmerged; /* besides prev */
  bool exact;       /* one atom, and its domain says all */
  size_t seq;       /* depth of the path condition that added the constraint */
  uint64_t sig[2];  /* of the set of constraints */
  key_list *keys;
  struct group *prev, **merged;
  fd_rows *rows; /* all solutions, where they were enumerated */
} group;

typedef struct domain { /* of an atom */
  pmap_value head;
  iv_set set; /* allocated only as far as used */
} domain;

typedef struct key_rep { /* of a key: the representative of its group, when it is another */
  pmap_value head;
  uint32_t rep;
} key_rep;

struct ex_pc {
  ex_pc *parent;
  term constraint;
  uint32_t refs;
  bool contradictory;
  size_t depth;
  pmap reps, groups, domains; /* key -> key_rep; representative -> group; atom -> domain */
};

struct ex_solver {
  uint64_t wasted; /* search nodes spent on tables of solutions in vain */
  term_ctx *tc;
  ex_solver_options opt;
  bool quick; /* within ex_solve_quickly */
  bool tired; /* ex_solver_tire */
  ex_solver_stats stats;
  ex_z3 *z3;       /* made when first needed */
  transcript *log; /* of what it says; NULL: none is kept */
  ex_fd *fd;
  solver_cache cache;
  term *list; /* of constraints */
  size_t list_cap;
  uint32_t *keys; /* of the constraint at hand */
  uint32_t keys_cap;
};

void *ex_checked(void *p); /* out of memory is fatal */

/* solver_pc.c */
uint32_t ex_keys_of(ex_solver *s, term t, uint32_t **keys); /* owned by the solver until the next call */
group *ex_group_of(const ex_pc *pc, uint32_t key);          /* NULL: unconstrained */
iv_set ex_domain_of(ex_solver *s, const ex_pc *pc, uint32_t atom);
/* The values in from for which c is possible, by the domains of the other atoms. */
iv_set ex_narrow(ex_solver *s, const ex_pc *pc, term c, uint32_t atom, const iv_set *from);
/* Do the domains alone exclude c? */
bool ex_never(ex_solver *s, const ex_pc *pc, term c);
void ex_sig_add(uint64_t sig[2], term t);
/* The parts of a conjunction (of itself when it is none), malloc'ed. */
size_t ex_conjuncts(ex_solver *s, term t, term **parts);
bool ex_is_conjunction(const ex_solver *s, term t);
void ex_group_unref(group *g);
/* The constraints of these groups, oldest first, into s->list from position at; gives the number. */
size_t ex_group_list(ex_solver *s, group *const *groups, size_t n, size_t at);

/* One query while it runs. */
typedef struct query {
  ex_pc *pc;
  term extra;
  const term_model *witness;
  group **groups; /* that extra touches */
  size_t ngroups;
  uint32_t *keys; /* of extra */
  uint32_t nkeys;
  uint64_t work0; /* term_eval_work when it began */
} query;

/* solver_sum.c: a comparison over a sum of choices among constants. The witness does not satisfy extra. */
ex_sat ex_sum(ex_solver *s, ex_pc *pc, term extra, const term_model *witness, term_model **out);

/* solver_order.c: comparisons between atoms. */
ex_sat ex_order(ex_solver *s, const query *q, term_model **out);

#endif
