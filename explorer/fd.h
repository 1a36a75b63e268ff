/* Finite-domain search: atoms with at most 256 values each. For the solver only.
 *
 * Two ways to an answer. Search assigns atoms one by one, follows binary constraints by support bit sets, and evaluates
 * the others as far as the assigned atoms allow: a read with a known index is its cell, whatever the other cells are. A
 * table lists all solutions of a group of constraints once; each further constraint splits the list. */
#ifndef EXPLORER_FD_H
#define EXPLORER_FD_H

#include "explorer/interval.h"
#include "explorer/solver.h"

#define FD_VALUES 256u
#define FD_ATOMS 64u

typedef struct ex_fd ex_fd;
typedef struct fd_rows fd_rows;

typedef struct fd_problem {
  const term *constraints;
  size_t n;
  const uint32_t *atoms; /* all the constraints have; at most FD_ATOMS */
  const iv_set *domains; /* of each atom; at most FD_VALUES values, except for ex_fd_brute */
  uint32_t natoms;
} fd_problem;

ex_fd *ex_fd_new(term_ctx *tc);
void ex_fd_free(ex_fd *fd);

/* Can it be searched at all (widths, depth of the terms)? */
bool ex_fd_fits(ex_fd *fd, const fd_problem *p);
/* Gives up (EX_UNKNOWN) after limit nodes; *nodes is what it took. On EX_SAT the atoms are set in m, whose old values are
 * tried first. */
ex_sat ex_fd_search(ex_fd *fd, const fd_problem *p, uint64_t limit, uint64_t *nodes, term_model *m);

/* Operators evaluated so far: large terms make a search node dear, so this many count as one. */
enum { FD_NODE_WORK = 128 };
uint64_t ex_fd_work(const ex_fd *fd);

/* The same by trying everything, for domains of any size: worth it when their product is small. */
ex_sat ex_fd_brute(ex_fd *fd, const fd_problem *p, uint64_t limit, uint64_t *nodes, term_model *m);

/* All solutions; NULL when there are more than the table may hold or the limit of nodes was reached. */
fd_rows *fd_rows_enumerate(ex_fd *fd, const fd_problem *p, uint64_t limit, uint64_t *nodes);
fd_rows *fd_rows_ref(fd_rows *r);
void fd_rows_unref(fd_rows *r);
uint32_t fd_rows_count(const fd_rows *r);
/* Those rows of r for which the constraint (over atoms of the table) holds; a new reference. The rows for the negation cost
 * nothing more. NULL: the constraint cannot be evaluated on the table. */
fd_rows *fd_rows_filter(ex_fd *fd, fd_rows *r, term constraint);
/* Sets the atoms in m to the values of the first row. */
void fd_rows_model(const fd_rows *r, term_model *m);

#endif
