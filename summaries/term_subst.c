/* Rebuilding a term elsewhere: bottom-up with an explicit stack and a memo indexed by the source term, so
 * that shared parts are rebuilt once per application and the constructors of the destination simplify again.
 */
#include "summaries/term_internal.h"

struct term_subst {
  term_ctx *dst;
  const term_ctx *src;
  term_subst_fns fns;
  term *memo;
  uint32_t cap;
  term *stack, *args;
  uint32_t stack_cap, args_cap;
};

term_subst *term_subst_new(term_ctx *dst, const term_ctx *src, const term_subst_fns *fns) {
  term_subst *s = calloc(1, sizeof *s);
  if (!s) {
    fputs("summ: out of memory\n", stderr);
    abort();
  }
  s->dst = dst;
  s->src = src;
  s->fns = *fns;
  return s;
}

void term_subst_free(term_subst *s) {
  if (!s) return;
  free(s->memo);
  free(s->stack);
  free(s->args);
  free(s);
}

static bool want(term_subst *s, uint32_t *top, term t) {
  if (s->memo[t]) return false;
  s->stack = term_grow(s->stack, &s->stack_cap, *top + 1, sizeof *s->stack);
  s->stack[(*top)++] = t;
  return true;
}

static term leaf(term_subst *s, const term_node *n, term t) {
  term r = 0;
  switch (n->op) {
  case T_CONST: return term_const(s->dst, n->width, term_const_value(s->src, t));
  case T_ATOM:
    if (s->fns.atom) r = s->fns.atom(s->fns.self, n->aux, n->width);
    if (!r) r = term_atom(s->dst, n->width, n->aux);
    break;
  default:
    if (s->fns.addr) r = s->fns.addr(s->fns.self, n->aux, (int64_t)n->value);
    if (!r) r = term_addr(s->dst, n->aux, (int64_t)n->value);
    break;
  }
  assert(term_get(s->dst, r)->width == n->width);
  return r;
}

static term rebuild(term_subst *s, const term_node *n, const term *list, uint32_t len) {
  term_ctx *d = s->dst;
  term a = s->memo[n->a];
  if (n->op == T_READ || n->op == T_CALL) {
    s->args = term_grow(s->args, &s->args_cap, len, sizeof *s->args);
    for (uint32_t i = 0; i < len; i++) s->args[i] = s->memo[list[i]];
    if (n->op == T_READ) return term_read(d, s->args, len, a);
    const call *c = &s->src->calls[n->aux];
    term r = s->fns.call ? s->fns.call(s->fns.self, n->width, c->name, c->piece, s->args, len) : 0;
    if (r) return r;
    c = &s->src->calls[n->aux]; /* src may be dst, and have moved */
    return term_call(d, n->width, c->name, c->piece, s->args, len);
  }
  switch (n->op) {
  case T_NOT: return term_not(d, a);
  case T_NEG: return term_neg(d, a);
  case T_ITE: return term_ite(d, a, s->memo[n->b], s->memo[n->c]);
  case T_ZEXT: return term_zext(d, n->width, a);
  case T_SEXT: return term_sext(d, n->width, a);
  case T_EXTRACT: return term_extract(d, n->aux, n->width, a);
  case T_CONCAT: return term_concat(d, a, s->memo[n->b]);
  case T_FFMA: return term_ffma(d, a, s->memo[n->b], s->memo[n->c]);
  case T_FSQRT:
  case T_FRINT:
  case T_FISNAN:
  case T_FTOF:
  case T_FTOS:
  case T_FTOU:
  case T_STOF:
  case T_UTOF: return term_funary(d, n->op, n->width, n->aux, a);
  default: return term_bin(d, n->op, a, s->memo[n->b]);
  }
}

term term_subst_apply(term_subst *s, term root) {
  if (s->cap <= root) {
    uint32_t old = s->cap;
    s->memo = term_grow(s->memo, &s->cap, s->src->n, sizeof *s->memo);
    memset(s->memo + old, 0, (s->cap - old) * sizeof *s->memo);
  }
  uint32_t top = 0;
  want(s, &top, root);
  while (top) {
    term t = s->stack[top - 1];
    term_node n = s->src->node[t]; /* a copy: making terms may move the array when src is dst */
    if (s->memo[t]) {
      top--;
      continue;
    }
    if (n.op == T_CONST || n.op == T_ATOM || n.op == T_ADDR) {
      s->memo[t] = leaf(s, &n, t);
      top--;
      continue;
    }
    const term *list = NULL;
    uint32_t len = 0;
    if (n.op == T_READ) list = s->src->tables[n.aux].cells, len = s->src->tables[n.aux].n;
    if (n.op == T_CALL) list = s->src->calls[n.aux].args, len = s->src->calls[n.aux].nargs;
    unsigned arity = term_arity(n.op);
    bool waiting = false;
    if (arity > 0) waiting |= want(s, &top, n.a);
    if (arity > 1) waiting |= want(s, &top, n.b);
    if (arity > 2) waiting |= want(s, &top, n.c);
    for (uint32_t i = 0; i < len; i++) waiting |= want(s, &top, list[i]);
    if (waiting) continue;
    s->memo[t] = rebuild(s, &n, list, len);
    top--;
  }
  return s->memo[root];
}
