/* Which objects a value leads to: those whose address it may be, and on through what they hold. Two ask: the search for leaks
 * (what does the unit leave behind?) and a call of a function without a body (what may it have written?). A pointer whose
 * object the path has not looked at yet leads nowhere here; the set says that there was one. */
#include "explorer/internal.h"

#include <stdlib.h>
#include <string.h>

static void add_object(ex_reach *r, uint32_t obj) {
  if (!obj || obj > shape_obj_count(r->u->space)) return;
  for (uint32_t i = 0; i < r->n; i++)
    if (r->obj[i] == obj) return;
  if (r->n == r->cap) {
    r->cap = r->cap ? 2 * r->cap : 16;
    r->obj = ex_xrealloc(r->obj, r->cap * sizeof *r->obj);
  }
  r->obj[r->n++] = obj;
}

static bool first_visit(ex_reach *r, term t) {
  if (2 * (r->nterms + 1) > r->terms_cap) {
    uint32_t old_cap = r->terms_cap;
    term *old = r->terms;
    r->terms_cap = old_cap ? 2 * old_cap : 64;
    r->terms = ex_xrealloc(NULL, r->terms_cap * sizeof *r->terms);
    memset(r->terms, 0, r->terms_cap * sizeof *r->terms);
    r->nterms = 0;
    for (uint32_t i = 0; i < old_cap; i++)
      if (old[i]) first_visit(r, old[i]);
    free(old);
  }
  uint32_t i = (t * 2654435761u) & (r->terms_cap - 1);
  while (r->terms[i] && r->terms[i] != t) i = (i + 1) & (r->terms_cap - 1);
  if (r->terms[i]) return false;
  r->terms[i] = t;
  r->nterms++;
  return true;
}

/* Follows only operators that can hand an address on: conditions and comparisons do not. */
static void add_term(ex_reach *r, const ex_state *s, term root) {
  term *todo = ex_xrealloc(NULL, sizeof *todo);
  uint32_t n = 0, cap = 1;
  todo[n++] = root;
  while (n) {
    term t = todo[--n];
    if (!first_visit(r, t)) continue;
    term_node node = *term_get(r->u->tc, t);
    uint32_t cells = 0, obj;
    int64_t off;
    const term *table = node.op == T_READ ? term_table(r->u->tc, node.aux, &cells) : NULL;
    if (n + cells + 2 > cap) {
      cap = 2 * (n + cells + 2);
      todo = ex_xrealloc(todo, cap * sizeof *todo);
    }
    switch (node.op) {
    case T_ADDR: add_object(r, node.aux); break;
    case T_ATOM:
      if (ex_bound(s, node.aux, &obj, &off))
        add_object(r, obj);
      else
        r->open |= shape_atom_get(r->u->space, node.aux)->is_pointer;
      break;
    case T_READ:
      for (uint32_t i = 0; i < cells; i++) todo[n++] = table[i];
      break;
    case T_ITE: todo[n++] = node.b, todo[n++] = node.c; break;
    case T_ADD:
    case T_SUB:
    case T_AND:
    case T_OR:
    case T_XOR:
    case T_CONCAT: todo[n++] = node.a, todo[n++] = node.b; break;
    case T_ZEXT:
    case T_EXTRACT: todo[n++] = node.a; break;
    default: break;
    }
  }
  free(todo);
}

void ex_reach_value(ex_reach *r, const ex_state *s, ex_val v) {
  uint32_t obj;
  int64_t off;
  if (v.t)
    add_term(r, s, v.t);
  else if (term_addr_split(v.c, &obj, &off))
    add_object(r, obj);
}

static void add_contents(ex_reach *r, const ex_state *s, const ex_obj *o) {
  for (uint32_t i = 0; i < o->nchunks; i++)
    for (int64_t at = o->index[i] * EX_CHUNK, end = at + EX_CHUNK; at < end; at++) {
      ex_cell c = ex_mem_cell(o, at);
      if (c.state == EX_TERM && c.k == 0) {
        add_term(r, s, c.t);
      } else if (c.state == EX_BYTE) {
        uint64_t value = 0;
        unsigned k = 0;
        for (; k < 8; k++) {
          ex_cell d = ex_mem_cell(o, at + k);
          if (d.state != EX_BYTE) break;
          value |= (uint64_t)d.byte << (8 * k);
        }
        if (k == 8) ex_reach_value(r, s, ex_num(value));
      }
    }
}

void ex_reach_close(ex_reach *r, ex_state *s) {
  for (; r->closed < r->n; r->closed++) {
    const ex_obj *o = ex_find_obj(r->u, s, r->obj[r->closed]);
    if (!o || !o->alive) continue;
    if (o->fill == EX_FILL_IMAGE &&
        o->global != FE_NONE) { /* the image's own pointers, where nothing was written */
      const fe_global *g = &r->u->p->globals[o->global];
      for (uint32_t i = 0; i < g->nrelocs; i++)
        if (!g->relocs[i].is_func && ex_mem_cell(o, (int64_t)g->relocs[i].offset).state == EX_UNSET)
          add_object(r, ex_global_id(r->u, g->relocs[i].index));
    }
    add_contents(r, s, o);
  }
}

bool ex_reached(const ex_reach *r, uint32_t obj) {
  for (uint32_t i = 0; i < r->n; i++)
    if (r->obj[i] == obj) return true;
  return false;
}

void ex_reach_free(ex_reach *r) {
  free(r->obj);
  free(r->terms);
}
