/* Trying everything: one or two atoms with thousands of values each (a year, a byte pair) whose constraints are arithmetic
 * that nothing else follows. Atoms are assigned in the order of their domain sizes; a constraint that is false under the
 * atoms assigned so far cuts the rest. */
#include "explorer/fd_eval.h"

#include <stdlib.h>

typedef struct brute {
  ex_fd *fd;
  const fd_problem *p;
  uint32_t order[FD_ATOMS];
  uint64_t nodes, limit, work0;
  bool exhausted;
} brute;

/* 1: all hold; 0: one fails; -1: open. The one that failed last is asked first. */
static int check(brute *b, uint32_t *node) {
  int all = 1;
  for (size_t i = 0; i < b->p->n; i++) {
    uint64_t truth;
    if (!fd_eval(b->fd, node[i], &truth)) {
      all = -1;
    } else if (!truth) {
      uint32_t failed = node[i];
      node[i] = node[0];
      node[0] = failed;
      return 0;
    }
  }
  return all;
}

static bool descend(brute *b, uint32_t *node, uint32_t depth) {
  if (depth == b->p->natoms) return true;
  uint32_t k = b->order[depth], atom = b->p->atoms[k];
  const iv_set *d = &b->p->domains[k];
  for (unsigned r = 0; r < d->n; r++)
    for (uint64_t v = d->r[r].lo;; v++) {
      if (++b->nodes + (b->fd->work - b->work0) / FD_NODE_WORK > b->limit) {
        b->exhausted = true;
        return false;
      }
      b->fd->value[atom] = v;
      b->fd->assigned[atom] = 1;
      fd_new_epoch(b->fd);
      if (check(b, node) && descend(b, node, depth + 1)) return true;
      if (b->exhausted) return false;
      if (v == d->r[r].hi) break;
    }
  b->fd->assigned[atom] = 0;
  fd_new_epoch(b->fd);
  return false;
}

ex_sat ex_fd_brute(ex_fd *fd, const fd_problem *p, uint64_t limit, uint64_t *nodes, term_model *m) {
  *nodes = 0;
  uint32_t *node = malloc(p->n * sizeof *node);
  if (!node || !ex_fd_fits(fd, p)) {
    free(node);
    return EX_UNKNOWN;
  }
  for (size_t i = 0; i < p->n; i++) node[i] = fd_compile(fd, p->constraints[i]);
  brute b = {.fd = fd, .p = p, .limit = limit, .work0 = fd->work};
  for (uint32_t i = 0; i < p->natoms; i++) { /* insertion sort by size */
    uint32_t k = i;
    for (; k > 0 && iv_count(&p->domains[b.order[k - 1]]) > iv_count(&p->domains[i]); k--)
      b.order[k] = b.order[k - 1];
    b.order[k] = i;
  }
  bool found = descend(&b, node, 0);
  for (uint32_t i = 0; i < p->natoms; i++) {
    if (found) term_model_set(m, p->atoms[i], fd->value[p->atoms[i]]);
    fd->assigned[p->atoms[i]] = 0;
  }
  fd_new_epoch(fd);
  free(node);
  *nodes = b.nodes + (fd->work - b.work0) / FD_NODE_WORK;
  return found ? EX_SAT : b.exhausted ? EX_UNKNOWN : EX_UNSAT;
}
