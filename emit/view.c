// Values, names and places of a summary's cases, for the three printers.
#define _GNU_SOURCE // asprintf
#include "emit/emit.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

uint32_t emit_errors(const sum_summary *s) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < s->ncases; i++) n += sum_is_error(s->cases[i].outcome);
  return n;
}

const char *emit_status_name(uint8_t status) {
  static const char *const names[] = {"complete", "partial", "failed", "covered"};
  return status < 4 ? names[status] : "unknown";
}

term_u128 emit_bits(const sum_case *c, uint32_t atom) {
  for (uint32_t i = 0; i < c->nwitness; i++)
    if (c->witness[i].atom == atom) return (term_u128)c->witness[i].hi << 64 | c->witness[i].lo;
  return 0;
}

bool emit_uses(const emit_view *v, const sum_case *c, uint32_t atom) {
  for (uint32_t i = 0; i < c->nneeds; i++) {
    const shape_obj *obj = shape_obj_get(v->summary->space, c->needs[i].obj);
    if (obj->kind == SHAPE_INPUT && obj->via == atom) return true;
  }
  for (uint32_t i = 0; i < c->nconstraint; i++) {
    uint32_t n;
    const uint32_t *atoms = term_atoms(v->summary->tc, c->constraint[i], &n);
    for (uint32_t k = 0; k < n; k++)
      if (atoms[k] == atom) return true;
  }
  return false;
}

uint32_t emit_target(const emit_view *v, const sum_case *c, uint32_t atom, int64_t *offset) {
  uint32_t obj;
  if (!shape_atom_get(v->summary->space, atom)->is_pointer) return SHAPE_NONE;
  if (!term_addr_split((uint64_t)emit_bits(c, atom), &obj, offset)) return SHAPE_NONE;
  return obj >= 1 && obj <= shape_obj_count(v->summary->space) ? obj : SHAPE_NONE;
}

static char *format_float(unsigned width, uint64_t bits) {
  char *text = NULL;
  double d;
  float f;
  uint32_t low = (uint32_t)bits;
  memcpy(&d, &bits, sizeof d);
  memcpy(&f, &low, sizeof f);
  if (asprintf(&text, width == 32 ? "%.9g" : "%.17g", width == 32 ? (double)f : d) < 0) abort();
  return text;
}

static char *format_integer(const shape_atom *a, term_u128 bits) {
  char digits[48], *p = digits + sizeof digits;
  bool minus = a->is_signed && a->width && bits >> (a->width - 1) & 1;
  if (minus) bits = -bits & (a->width < 128 ? ((term_u128)1 << a->width) - 1 : ~(term_u128)0);
  *--p = 0;
  do *--p = (char)('0' + (int)(bits % 10));
  while (bits /= 10);
  if (minus) *--p = '-';
  return strdup(p);
}

char *emit_value(const emit_view *v, const sum_case *c, uint32_t atom) {
  const shape_atom *a = shape_atom_get(v->summary->space, atom);
  term_u128 bits = emit_bits(c, atom);
  if (a->is_float && (a->width == 32 || a->width == 64)) return format_float(a->width, (uint64_t)bits);
  if (!a->is_pointer) return format_integer(a, bits);
  int64_t offset;
  uint32_t obj = emit_target(v, c, atom, &offset);
  char *text = NULL;
  int n;
  if (obj != SHAPE_NONE) {
    const char *name = shape_obj_get(v->summary->space, obj)->name;
    // The address of *p is p itself.
    n = offset ? asprintf(&text, "%s%s%+" PRId64, *name == '*' ? "" : "&", name + (*name == '*'), offset)
               : asprintf(&text, "%s%s", *name == '*' ? "" : "&", name + (*name == '*'));
  } else {
    n = bits ? asprintf(&text, "0x%" PRIx64, (uint64_t)bits) : asprintf(&text, "NULL");
  }
  if (n < 0) abort();
  return text;
}

// The size of a scalar C type, 0 for any other. Written cells that no path reads have no atom that could name them.
static uint32_t scalar_size(const char *type) {
  static const struct {
    const char *name;
    uint32_t size;
  } types[] = {
      {"char", 1},           {"signed char", 1}, {"unsigned char", 1},      {"_Bool", 1}, {"short", 2},
      {"unsigned short", 2}, {"int", 4},         {"unsigned int", 4},       {"float", 4}, {"long", 8},
      {"unsigned long", 8},  {"long long", 8},   {"unsigned long long", 8}, {"double", 8}};
  size_t n = strlen(type);
  if (n && type[n - 1] == '*') return 8;
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (!strcmp(types[i].name, type)) return types[i].size;
  return 0;
}

char *emit_cell(const emit_view *v, uint32_t obj, int64_t offset, uint32_t bytes) {
  const shape_space *space = v->summary->space;
  for (uint32_t i = 1; i <= shape_atom_count(space); i++) {
    const shape_atom *a = shape_atom_get(space, i);
    bool named = a->kind == SHAPE_CELL || a->kind == SHAPE_VOLATILE;
    if (named && a->obj == obj && a->offset == offset && a->width == 8 * bytes && *a->name)
      return strndup(a->name, a->kind == SHAPE_CELL ? strlen(a->name) : strcspn(a->name, "#"));
  }
  const shape_obj *o = shape_obj_get(space, obj);
  char *text = NULL;
  int n;
  if (scalar_size(o->type) == bytes && offset % (int64_t)bytes == 0) {
    // An element: *x, x[2], a[2]. The object behind x is called *x.
    bool behind = *o->name == '*' && o->kind == SHAPE_INPUT;
    int64_t index = offset / (int64_t)bytes;
    bool alone = !index && (behind ? !o->elem : o->kind != SHAPE_GLOBAL || o->size == bytes);
    n = alone ? asprintf(&text, "%s%s", o->kind == SHAPE_HEAP ? "*" : "", o->name)
              : asprintf(&text, strchr(o->name, ' ') ? "(%s)[%" PRId64 "]" : "%s[%" PRId64 "]",
                         o->name + behind, index);
  } else {
    n = asprintf(&text, "%s[%" PRId64 "..%" PRId64 "]", o->name, offset, offset + bytes - 1);
  }
  if (n < 0) abort();
  return text;
}

char *emit_term(const emit_view *v, term t) {
  term_names names = sum_names(v->summary);
  names.lets = v->lets, names.defined = v->defined;
  return term_to_string(v->summary->tc, t, &names, v->full ? 0 : 400);
}

// The source's type is known as text only. Anything not marked unsigned, and no pointer, is read as signed.
static bool returns_signed(const emit_view *v) {
  size_t n = strcspn(v->signature, "(");
  static const char *const marks[] = {"unsigned", "uint", "size_t", "_Bool", "bool", "*"};
  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
    const char *found = strstr(v->signature, marks[i]);
    if (found && found < v->signature + n && !(found > v->signature && !strncmp(found - 1, "ssize_t", 7)))
      return false;
  }
  return true;
}

char *emit_return(const emit_view *v, const sum_case *c, uint32_t i) {
  unsigned width = term_get(v->summary->tc, c->ret[i])->width;
  if (!term_is_const(v->summary->tc, c->ret[i]) || !returns_signed(v)) return emit_term(v, c->ret[i]);
  shape_atom as = {.width = (uint8_t)width, .is_signed = true};
  return format_integer(&as, term_const_value(v->summary->tc, c->ret[i]));
}

bool emit_hides(const emit_view *v, const sum_case *c, uint32_t i) {
  for (uint32_t k = 0; k < i; k++)
    if (c->constraint[k] == c->constraint[i]) return true;
  const term_node *eq = term_get(v->summary->tc, c->constraint[i]);
  if (eq->op != T_EQ) return false;
  const term_node *a = term_get(v->summary->tc, eq->a), *b = term_get(v->summary->tc, eq->b);
  if (a->op == T_ADDR) {
    const term_node *swap = a;
    a = b, b = swap;
  }
  if (a->op != T_ATOM || b->op != T_ADDR || b->value) return false;
  const shape_obj *obj = shape_obj_get(v->summary->space, b->aux);
  return obj->kind == SHAPE_INPUT && obj->via == a->aux;
}
