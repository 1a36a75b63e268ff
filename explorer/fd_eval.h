/* Terms compiled for quick evaluation under partial assignments; for fd.c and fd_rows.c. */
#ifndef EXPLORER_FD_EVAL_H
#define EXPLORER_FD_EVAL_H

#include "explorer/fd.h"

typedef struct fd_node {
  uint8_t op, width, wa; /* wa: of the operands */
  uint32_t aux;          /* T_ATOM: atom id; T_READ: number of cells; T_EXTRACT: lowest bit */
  uint32_t a, b, c;      /* nodes; T_READ: b is where its cells begin */
  uint32_t stamp;        /* value is that of this epoch */
  uint32_t stopped;      /* in this epoch it has none: value is the atom that stopped it */
  uint64_t value;        /* T_CONST: always */
} fd_node;

struct ex_fd {
  term_ctx *tc;
  fd_node *node; /* from 1 */
  uint32_t n, cap;
  uint32_t *cells, ncells, cells_cap;
  uint32_t *local; /* per term: node, 0: not compiled */
  uint32_t local_cap;
  uint32_t *depth; /* per node */
  uint32_t depth_cap;
  uint64_t *value;   /* per atom id */
  uint8_t *assigned; /* per atom id */
  uint32_t atom_cap;
  uint32_t epoch;
  uint64_t work;    /* operators evaluated so far: large terms make a search node dear */
  uint32_t blocker; /* the atom that stopped the last evaluation */
  term *stack;
  uint32_t stack_cap;
};

/* The node of a term; 0: too wide or too deep to be evaluated here. */
uint32_t fd_compile(ex_fd *fd, term t);
/* Forgets memoised values: to be called whenever an assignment changed. */
void fd_new_epoch(ex_fd *fd);
/* The value under the assigned atoms, or false with fd->blocker set. */
bool fd_eval(ex_fd *fd, uint32_t node, uint64_t *out);

#endif
