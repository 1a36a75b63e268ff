/* The state of one search; for fd.c and fd_rows.c. */
#ifndef EXPLORER_FD_SEARCH_H
#define EXPLORER_FD_SEARCH_H

#include "explorer/fd_eval.h"

typedef struct fd_bits {
  uint64_t w[FD_VALUES / 64];
} fd_bits;

typedef struct fd_var {
  uint32_t atom;
  unsigned nvalues, count; /* count: still in dom */
  uint64_t value[FD_VALUES];
  fd_bits dom;             /* over positions in value */
  int assigned, preferred; /* position; -1: none */
  uint32_t failures;
  uint32_t *pairs, npairs;
} fd_var;

typedef struct fd_pair { /* a binary constraint written out */
  uint32_t x, y;
  fd_bits *of_x, *of_y; /* per value of x: the values of y that go with it; and back */
} fd_pair;

typedef struct fd_wait { /* any other constraint */
  uint32_t node;
  int var; /* it waits for */
  bool done;
} fd_wait;

typedef struct fd_trail {
  bool is_domain, done;
  uint32_t index;
  int var;
  unsigned count;
  fd_bits dom;
} fd_trail;

typedef struct fd_search fd_search;
struct fd_search {
  ex_fd *fd;
  fd_var *var;
  uint32_t nvars;
  fd_pair *pair;
  uint32_t npairs;
  fd_wait *wait;
  uint32_t nwaits;
  fd_trail *trail;
  size_t ntrail, trail_cap;
  uint64_t nodes, limit, solutions;
  uint64_t work0; /* fd->work at the start */
  bool exhausted;
  const term_model *prefer;
  bool (*on_solution)(fd_search *s); /* false: stop */
  term_model *model;
  void *self;
};

/* Runs the search; EX_SAT when a solution was found. fd_done frees what it made. */
ex_sat fd_run(fd_search *s, const fd_problem *p);
void fd_done(fd_search *s);

#endif
