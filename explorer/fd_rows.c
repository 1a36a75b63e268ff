/* Tables of all solutions. The rows of a path condition are a range of an array of row numbers; a further constraint
 * partitions the range in place, which leaves it the same set, and both sides of a branch get their part for one
 * evaluation of each row. Only when a range whose parts are in use must be split by another constraint is it copied.
 * So over a whole depth-first exploration each solution is evaluated about once per decision on its own path. */
#include "explorer/fd_search.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_BYTES ((size_t)64 << 20)

typedef struct fd_table {
  uint32_t refs, natoms, nrows;
  uint8_t *data; /* row by row: position of each atom's value */
  size_t cap;
  uint32_t atom[FD_ATOMS];
  uint64_t (*value)[FD_VALUES];
} fd_table;

typedef struct fd_order {
  uint32_t refs;
  uint32_t row[];
} fd_order;

struct fd_rows {
  uint32_t refs, parts; /* parts: ranges of this one in use */
  fd_table *table;
  fd_order *order;
  uint32_t first, n;
  term split, split_not; /* by which it is partitioned; 0: not */
  uint32_t yes;          /* rows for which split holds come first */
  fd_rows *whole;        /* this is a part of */
};

static void *checked(void *p) {
  if (!p) {
    fputs("summ: out of memory\n", stderr);
    abort();
  }
  return p;
}

fd_rows *fd_rows_ref(fd_rows *r) {
  if (r) r->refs++;
  return r;
}

static void table_unref(fd_table *t) {
  if (--t->refs) return;
  free(t->data);
  free(t->value);
  free(t);
}

void fd_rows_unref(fd_rows *r) {
  while (r && --r->refs == 0) {
    fd_rows *whole = r->whole;
    if (whole) whole->parts--;
    table_unref(r->table);
    if (--r->order->refs == 0) free(r->order);
    free(r);
    r = whole;
  }
}

uint32_t fd_rows_count(const fd_rows *r) { return r->n; }

/* ---- making ---- */

static bool add_row(fd_search *s) {
  fd_table *t = s->self;
  size_t used = (size_t)t->nrows * t->natoms;
  if (used + t->natoms > MAX_BYTES || t->nrows == UINT32_MAX) {
    s->exhausted = true;
    return false;
  }
  if (used + t->natoms > t->cap) {
    t->cap = t->cap * 2 + 4096;
    t->data = checked(realloc(t->data, t->cap));
  }
  for (uint32_t i = 0; i < t->natoms; i++) t->data[used + i] = (uint8_t)s->var[i].assigned;
  t->nrows++;
  return true;
}

fd_rows *fd_rows_enumerate(ex_fd *fd, const fd_problem *p, uint64_t limit, uint64_t *nodes) {
  *nodes = 0;
  if (!ex_fd_fits(fd, p)) return NULL;
  fd_table *t = checked(calloc(1, sizeof *t));
  t->refs = 1;
  t->natoms = p->natoms;
  fd_search s = {.fd = fd, .limit = limit, .on_solution = add_row, .self = t};
  fd_run(&s, p);
  *nodes = s.nodes;
  t->value = checked(malloc(p->natoms * sizeof *t->value));
  for (uint32_t i = 0; i < p->natoms; i++) {
    t->atom[i] = p->atoms[i];
    memcpy(t->value[i], s.var[i].value, sizeof t->value[i]);
  }
  bool complete = !s.exhausted;
  fd_done(&s);
  if (!complete) {
    table_unref(t);
    return NULL;
  }
  if (t->nrows) t->data = checked(realloc(t->data, (size_t)t->nrows * t->natoms));
  fd_rows *r = checked(calloc(1, sizeof *r));
  r->refs = 1;
  r->table = t;
  r->n = t->nrows;
  r->order = checked(malloc(sizeof *r->order + t->nrows * sizeof(uint32_t)));
  r->order->refs = 1;
  for (uint32_t i = 0; i < t->nrows; i++) r->order->row[i] = i;
  return r;
}

/* ---- splitting ---- */

static bool row_holds(ex_fd *fd, const fd_table *t, uint32_t row, uint32_t node) {
  const uint8_t *d = t->data + (size_t)row * t->natoms;
  for (uint32_t i = 0; i < t->natoms; i++) fd->value[t->atom[i]] = t->value[i][d[i]];
  fd_new_epoch(fd);
  uint64_t truth = 0;
  bool known = fd_eval(fd, node, &truth);
  assert(known);
  return known && truth;
}

static bool over_table(ex_fd *fd, const fd_table *t, term c) {
  uint32_t n;
  const uint32_t *ids = term_atoms(fd->tc, c, &n);
  for (uint32_t i = 0; i < n; i++) {
    bool found = false;
    for (uint32_t k = 0; k < t->natoms && !found; k++) found = t->atom[k] == ids[i];
    if (!found) return false;
  }
  return true;
}

static fd_rows *part_of(fd_rows *r, uint32_t first, uint32_t n) {
  if (n == r->n) return fd_rows_ref(r);
  fd_rows *p = checked(calloc(1, sizeof *p));
  p->refs = 1;
  p->table = r->table;
  p->table->refs++;
  p->order = r->order;
  p->order->refs++;
  p->first = first;
  p->n = n;
  p->whole = fd_rows_ref(r);
  r->parts++;
  return p;
}

static void partition(ex_fd *fd, fd_rows *r, uint32_t node) {
  uint32_t *row = r->order->row + r->first, i = 0, j = r->n;
  while (i < j) {
    if (row_holds(fd, r->table, row[i], node)) {
      i++;
    } else {
      uint32_t t = row[--j];
      row[j] = row[i];
      row[i] = t;
    }
  }
  r->yes = i;
}

/* The parts of r are in use: its order must stay, so the rows that hold are copied out. */
static fd_rows *copy_holding(ex_fd *fd, fd_rows *r, uint32_t node) {
  fd_order *order = checked(malloc(sizeof *order + r->n * sizeof(uint32_t)));
  order->refs = 1;
  uint32_t n = 0;
  for (uint32_t i = 0; i < r->n; i++)
    if (row_holds(fd, r->table, r->order->row[r->first + i], node))
      order->row[n++] = r->order->row[r->first + i];
  fd_rows *p = checked(calloc(1, sizeof *p));
  p->refs = 1;
  p->table = r->table;
  p->table->refs++;
  p->order = checked(realloc(order, sizeof *order + n * sizeof(uint32_t)));
  p->n = n;
  return p;
}

fd_rows *fd_rows_filter(ex_fd *fd, fd_rows *r, term c) {
  if (r->n == 0) return fd_rows_ref(r);
  if (!r->split || (r->split != c && r->split_not != c)) {
    uint32_t node = over_table(fd, r->table, c) ? fd_compile(fd, c) : 0;
    if (!node) return NULL;
    for (uint32_t i = 0; i < r->table->natoms; i++) fd->assigned[r->table->atom[i]] = 1;
    fd_rows *copy = NULL;
    if (r->parts) {
      copy = copy_holding(fd, r, node);
    } else {
      partition(fd, r, node);
      r->split = c;
      r->split_not = term_not(fd->tc, c);
    }
    for (uint32_t i = 0; i < r->table->natoms; i++) fd->assigned[r->table->atom[i]] = 0;
    fd_new_epoch(fd);
    if (copy) return copy;
  }
  return r->split == c ? part_of(r, r->first, r->yes) : part_of(r, r->first + r->yes, r->n - r->yes);
}

void fd_rows_model(const fd_rows *r, term_model *m) {
  assert(r->n);
  const fd_table *t = r->table;
  const uint8_t *d = t->data + (size_t)r->order->row[r->first] * t->natoms;
  for (uint32_t i = 0; i < t->natoms; i++) term_model_set(m, t->atom[i], t->value[i][d[i]]);
}
