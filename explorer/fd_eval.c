/* Evaluation under partial assignments. Each term is compiled once into a compact node; values are memoised by epoch, and so
 * is that there is none: terms are graphs, and what is shared would else be visited once per way to it. Of a
 * selection or a read only the chosen side is looked at, and a truth value that is settled by one operand does not
 * wait for the other: so an evaluation stops at an atom only when the value really needs it, and tells which. */
#include "explorer/fd_eval.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_DEPTH 4000u

static void *grown(void *p, uint32_t *cap, uint32_t need, size_t elem) {
  if (need <= *cap) return p;
  uint32_t c = *cap ? *cap : 64;
  while (c < need) c *= 2;
  p = realloc(p, c * elem);
  if (!p) {
    fputs("summ: out of memory\n", stderr);
    abort();
  }
  memset((char *)p + *cap * elem, 0, (c - *cap) * elem);
  *cap = c;
  return p;
}

ex_fd *ex_fd_new(term_ctx *tc) {
  ex_fd *fd = calloc(1, sizeof *fd);
  if (!fd) return NULL;
  fd->tc = tc;
  fd->n = 1;
  fd->epoch = 1;
  return fd;
}

void ex_fd_free(ex_fd *fd) {
  if (!fd) return;
  free(fd->node);
  free(fd->cells);
  free(fd->local);
  free(fd->depth);
  free(fd->value);
  free(fd->assigned);
  free(fd->stack);
  free(fd);
}

/* ---- compiling ---- */

static uint64_t mask_of(unsigned width) { return width >= 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1; }

static bool want(ex_fd *fd, uint32_t *top, term t) {
  if (fd->local[t]) return false;
  fd->stack = grown(fd->stack, &fd->stack_cap, *top + 1, sizeof *fd->stack);
  fd->stack[(*top)++] = t;
  return true;
}

static bool compile_node(ex_fd *fd, term t, const term_node *n, const term *list, uint32_t len) {
  fd->node = grown(fd->node, &fd->cap, fd->n + 1, sizeof *fd->node);
  fd->depth = grown(fd->depth, &fd->depth_cap, fd->n + 1, sizeof *fd->depth);
  fd_node f = {.op = n->op, .width = n->width, .aux = n->aux};
  uint32_t depth = 0;
  if (n->width > 64 || n->op == T_CALL) return false;
  switch (n->op) {
  case T_CONST: f.value = n->value; break;
  case T_ADDR:
    f.op = T_CONST;
    f.value = term_addr_value(n->aux, (int64_t)n->value);
    break;
  case T_ATOM: {
    uint32_t cap = fd->atom_cap;
    fd->value = grown(fd->value, &cap, n->aux + 1, sizeof *fd->value);
    fd->assigned = grown(fd->assigned, &fd->atom_cap, n->aux + 1, sizeof *fd->assigned);
    break;
  }
  default: {
    term child[3] = {n->a, n->b, n->c};
    uint32_t local[3] = {0, 0, 0};
    f.wa = term_get(fd->tc, n->a)->width;
    if (f.wa > 64) return false;
    for (int i = 0; i < 3; i++)
      if (child[i]) {
        local[i] = fd->local[child[i]];
        if (fd->depth[local[i]] + 1 > depth) depth = fd->depth[local[i]] + 1;
      }
    f.a = local[0], f.b = local[1], f.c = local[2];
    break;
  }
  }
  if (n->op == T_READ) {
    f.aux = len;
    f.b = fd->ncells;
    fd->cells = grown(fd->cells, &fd->cells_cap, fd->ncells + len, sizeof *fd->cells);
    for (uint32_t i = 0; i < len; i++) {
      uint32_t cell = fd->local[list[i]];
      fd->cells[fd->ncells++] = cell;
      if (fd->depth[cell] + 1 > depth) depth = fd->depth[cell] + 1;
    }
  }
  if (depth > MAX_DEPTH) return false;
  fd->node[fd->n] = f;
  fd->depth[fd->n] = depth;
  fd->local[t] = fd->n++;
  return true;
}

uint32_t fd_compile(ex_fd *fd, term root) {
  fd->local = grown(fd->local, &fd->local_cap, term_count(fd->tc), sizeof *fd->local);
  uint32_t top = 0;
  want(fd, &top, root);
  while (top) {
    term t = fd->stack[top - 1];
    if (fd->local[t]) {
      top--;
      continue;
    }
    const term_node n = *term_get(fd->tc, t);
    const term *list = NULL;
    uint32_t len = 0;
    bool waiting = false;
    if (n.op == T_READ) list = term_table(fd->tc, n.aux, &len);
    if (n.op != T_CONST && n.op != T_ATOM && n.op != T_ADDR && n.op != T_CALL) {
      if (n.a) waiting |= want(fd, &top, n.a);
      if (n.b) waiting |= want(fd, &top, n.b);
      if (n.c) waiting |= want(fd, &top, n.c);
      for (uint32_t i = 0; i < len; i++) waiting |= want(fd, &top, list[i]);
    }
    if (waiting) continue;
    if (!compile_node(fd, t, &n, list, len)) return 0;
    top--;
  }
  return fd->local[root];
}

/* ---- evaluating ---- */

void fd_new_epoch(ex_fd *fd) {
  if (++fd->epoch) return;
  for (uint32_t i = 0; i < fd->n; i++) fd->node[i].stamp = fd->node[i].stopped = 0;
  fd->epoch = 1;
}

static int64_t as_signed(uint64_t v, unsigned w) { return (int64_t)(v << (64 - w)) >> (64 - w); }

/* Truth values: false settles a conjunction, true a disjunction, whatever the other side is. */
static bool eval_connective(ex_fd *fd, const fd_node *n, uint64_t *out) {
  uint64_t settles = n->op == T_OR, v;
  bool have = fd_eval(fd, n->a, &v);
  if (have && v == settles) {
    *out = v;
    return true;
  }
  uint32_t blocker = fd->blocker;
  if (!fd_eval(fd, n->b, &v)) {
    if (!have) fd->blocker = blocker;
    return false;
  }
  *out = v;
  if (v == settles || have) return true;
  fd->blocker = blocker;
  return false;
}

static bool eval_operator(ex_fd *fd, const fd_node *n, uint64_t *out) {
  uint64_t a, b = 0, c = 0;
  if (!fd_eval(fd, n->a, &a)) return false;
  if (n->b && !fd_eval(fd, n->b, &b)) return false;
  switch (n->op) {
  case T_EQ: *out = a == b; return true;
  case T_ULT: *out = a < b; return true;
  case T_ULE: *out = a <= b; return true;
  case T_SLT: *out = as_signed(a, n->wa) < as_signed(b, n->wa); return true;
  case T_SLE: *out = as_signed(a, n->wa) <= as_signed(b, n->wa); return true;
  case T_NOT: *out = ~a & mask_of(n->width); return true;
  case T_ADD: *out = (a + b) & mask_of(n->width); return true;
  case T_SUB: *out = (a - b) & mask_of(n->width); return true;
  case T_MUL: *out = (a * b) & mask_of(n->width); return true;
  case T_ZEXT: *out = a; return true;
  case T_SEXT: *out = (uint64_t)as_signed(a, n->wa) & mask_of(n->width); return true;
  case T_EXTRACT: *out = a >> n->aux & mask_of(n->width); return true;
  default: break;
  }
  if (n->c && !fd_eval(fd, n->c, &c)) return false;
  *out = (uint64_t)term_apply(n->op, n->width, n->aux, n->wa, a, b, c);
  return true;
}

/* Follows selections and reads to the node that gives the value; 0: stopped at fd->blocker. */
static uint32_t chosen(ex_fd *fd, uint32_t i) {
  for (;;) {
    const fd_node *n = &fd->node[i];
    if ((n->op != T_READ && n->op != T_ITE) || n->stamp == fd->epoch) return i;
    const fd_node *index = &fd->node[n->a];
    uint64_t k;
    if (index->op == T_ATOM && fd->assigned[index->aux])
      k = fd->value[index->aux];
    else if (!fd_eval(fd, n->a, &k))
      return 0;
    i = n->op == T_ITE ? (k ? n->b : n->c) : fd->cells[n->b + (k < n->aux ? k : n->aux - 1)];
  }
}

bool fd_eval(ex_fd *fd, uint32_t i, uint64_t *out) {
  fd_node *n = &fd->node[i];
  if (n->op == T_CONST || n->stamp == fd->epoch) {
    *out = n->value;
    return true;
  }
  if (n->stopped == fd->epoch) {
    fd->blocker = (uint32_t)n->value;
    return false;
  }
  bool ok;
  fd->work++;
  switch (n->op) {
  case T_ATOM:
    fd->blocker = n->aux;
    *out = fd->value[n->aux];
    return fd->assigned[n->aux];
  case T_ITE:
  case T_READ: {
    uint32_t last = chosen(fd, i);
    ok = last && fd_eval(fd, last, out);
    break;
  }
  case T_AND:
  case T_OR: ok = n->width == 1 ? eval_connective(fd, n, out) : eval_operator(fd, n, out); break;
  default: ok = eval_operator(fd, n, out); break;
  }
  if (ok) {
    n->stamp = fd->epoch;
    n->value = *out;
  } else {
    n->stopped = fd->epoch;
    n->value = fd->blocker;
  }
  return ok;
}
