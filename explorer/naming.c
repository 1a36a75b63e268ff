/* From bytes back to C: which field or element lies at an offset, and what a person calls it. */
#include "explorer/internal.h"

#include <string.h>

static void append(char *name, size_t cap, const char *text) {
  size_t n = strlen(name);
  if (n + 1 < cap) snprintf(name + n, cap - n, "%s", text);
}

static bool is_scalar(const fe_ctype *t) {
  return t->kind == FE_T_BOOL || t->kind == FE_T_INT || t->kind == FE_T_FLOAT || t->kind == FE_T_ENUM ||
         t->kind == FE_T_PTR;
}

/* Descends from type to the scalar that holds [offset, offset + bytes); appends .f and [i]. */
static uint32_t descend(ex_unit *u, uint32_t type, int64_t offset, unsigned bytes, int64_t *cell_off,
                        unsigned *cell_bytes, char *name, size_t cap) {
  for (int depth = 0; depth < 32; depth++) {
    const fe_ctype *t = ex_type(u, type);
    char part[128];
    if (is_scalar(t)) {
      if (offset < 0 || (uint64_t)offset + bytes > t->size || t->size > 16) return FE_NONE;
      *cell_off = offset;
      *cell_bytes = (unsigned)t->size;
      return type;
    }
    if (t->kind == FE_T_ARRAY) {
      uint64_t size = u->p->types[t->to].size; /* of an element: part of the array's layout */
      if (!size) return FE_NONE;
      int64_t i = offset / (int64_t)size;
      snprintf(part, sizeof part, "[%lld]", (long long)i);
      append(name, cap, part);
      offset -= i * (int64_t)size;
      type = t->to;
      continue;
    }
    if (t->kind != FE_T_STRUCT && t->kind != FE_T_UNION) return FE_NONE;
    const fe_field *best = NULL;
    for (uint32_t i = 0; i < t->nfields && !best; i++) {
      const fe_field *f = &t->fields[i];
      if (f->bit_width) continue; /* bit-fields share their storage unit: no cell of their own */
      int64_t at = (int64_t)(f->bit_offset / 8);
      const fe_ctype *ft = &u->p->types[f->type];       /* of a member: part of the layout of t */
      bool open = ft->kind == FE_T_ARRAY && !ft->count; /* flexible array member */
      if (offset >= at && (open || (uint64_t)(offset - at) + bytes <= ft->size)) best = f;
    }
    if (!best) return FE_NONE;
    if (best->name[0]) {
      append(name, cap, ".");
      append(name, cap, best->name);
    }
    offset -= (int64_t)(best->bit_offset / 8);
    type = best->type;
  }
  return FE_NONE;
}

uint32_t ex_type_at(ex_unit *u, uint32_t ctype, int64_t offset, unsigned bytes, int64_t *cell_off,
                    unsigned *cell_bytes, char *name, size_t cap) {
  name[0] = 0;
  if (ctype == FE_NONE || !ex_type(u, ctype)->size) return FE_NONE;
  int64_t size = (int64_t)ex_type(u, ctype)->size;
  int64_t i = offset >= 0 ? offset / size : -((-offset + size - 1) / size), cell;
  snprintf(name, cap, "[%lld]", (long long)i);
  uint32_t type = descend(u, ctype, offset - i * size, bytes, &cell, cell_bytes, name, cap);
  /* descend answers relative to the innermost scalar; the access and the cell differ by cell bytes */
  if (type != FE_NONE) *cell_off = offset - cell;
  return type;
}

/* base is an expression: a pointer (INPUT) or an object (GLOBAL). path is what ex_type_at wrote: [i] and then fields. */
void ex_cell_name(const shape_obj *o, const char *base, const char *path, char *out, size_t cap) {
  const char *close = strchr(path, ']');
  bool first = strncmp(path, "[0]", 3) == 0;
  const char *rest = close ? close + 1 : "";
  bool paren = base[0] == '*' || strchr(base, ' ');
  if (o->kind == SHAPE_GLOBAL || o->kind == SHAPE_LOCAL) {
    snprintf(out, cap, "%s%s", base, first ? rest : path);
  } else if (first && rest[0] == '.') {
    snprintf(out, cap, paren ? "(%s)->%s" : "%s->%s", base, rest + 1);
  } else if (first && !rest[0] && !o->elem) {
    snprintf(out, cap, "*%s", base);
  } else {
    snprintf(out, cap, paren ? "(%s)%s" : "%s%s", base, path);
  }
}
