// A summary as JSON. Field names are documented in docs/cli-json.md.
#include "emit/emit.h"

#include <stdlib.h>
#include <string.h>

static void add_text(cJSON *object, const char *key, const char *text) {
  cJSON_AddStringToObject(object, key, text);
}

static void add_owned(cJSON *array, char *text) {
  cJSON_AddItemToArray(array, cJSON_CreateString(text));
  free(text);
}

static cJSON *place_json(const emit_view *v, const char *usr, uint32_t insn) {
  emit_place place;
  cJSON *o = cJSON_CreateObject();
  v->place(v->self, usr, insn, &place);
  add_text(o, "file", place.file);
  cJSON_AddNumberToObject(o, "line", place.line);
  cJSON_AddNumberToObject(o, "column", place.column);
  return o;
}

static void add_decisions(const emit_view *v, const sum_case *c, cJSON *o) {
  cJSON *list = cJSON_AddArrayToObject(o, "decisions");
  for (uint32_t i = 0; i < c->ndecisions; i++) {
    emit_place place;
    char edge[64];
    cJSON *d = place_json(v, v->summary->usr, c->decisions[i].insn);
    v->place(v->self, v->summary->usr, c->decisions[i].insn, &place);
    v->edge(v->self, &c->decisions[i], edge, sizeof edge);
    add_text(d, "condition", place.text);
    add_text(d, "edge", edge);
    cJSON_AddItemToArray(list, d);
  }
}

static void add_shape(const emit_view *v, const sum_case *c, cJSON *o) {
  cJSON *list = cJSON_AddArrayToObject(o, "shape");
  for (uint32_t i = 0; i < c->nneeds; i++) {
    const shape_obj *obj = shape_obj_get(v->summary->space, c->needs[i].obj);
    cJSON *s = cJSON_CreateObject();
    add_text(s, "object", obj->name);
    add_text(s, "type", obj->type);
    cJSON_AddNumberToObject(s, "from", (double)c->needs[i].lo);
    cJSON_AddNumberToObject(s, "to", (double)c->needs[i].hi);
    cJSON_AddItemToArray(list, s);
  }
}

// Numbers as JSON numbers of any size; pointers as the name of what they point to, or null.
static cJSON *value_json(const emit_view *v, const sum_case *c, uint32_t atom) {
  const shape_atom *a = shape_atom_get(v->summary->space, atom);
  if (a->is_pointer && emit_bits(c, atom) == 0) return cJSON_CreateNull();
  char *text = emit_value(v, c, atom);
  bool number = !a->is_pointer && strspn(text, "+-0123456789.e") == strlen(text);
  cJSON *value = number ? cJSON_CreateRaw(text) : cJSON_CreateString(text);
  free(text);
  return value;
}

static void add_witness(const emit_view *v, const sum_case *c, cJSON *o) {
  cJSON *list = cJSON_AddObjectToObject(o, "witness");
  const shape_space *space = v->summary->space;
  for (uint32_t i = 1; i <= shape_atom_count(space); i++) {
    const shape_atom *a = shape_atom_get(space, i);
    if (a->kind == SHAPE_PARAM || emit_uses(v, c, i))
      cJSON_AddItemToObject(list, a->name, value_json(v, c, i));
  }
}

static void add_effect(const emit_view *v, const sum_case *c, cJSON *o) {
  const shape_space *space = v->summary->space;
  cJSON *returns = cJSON_AddArrayToObject(o, "returns");
  for (uint32_t i = 0; i < c->nret; i++) add_owned(returns, emit_return(v, c, i));
  cJSON *writes = cJSON_AddArrayToObject(o, "writes");
  for (uint32_t i = 0; i < c->nwrites; i++) {
    const sum_write *w = &c->writes[i];
    cJSON *item = cJSON_CreateObject();
    char *cell = emit_cell(v, w->obj, w->offset, w->bytes), *value = emit_term(v, w->value);
    add_text(item, "where", cell);
    add_text(item, "value", value);
    cJSON_AddItemToArray(writes, item);
    free(cell), free(value);
  }
  cJSON *allocations = cJSON_AddArrayToObject(o, "allocates");
  for (uint32_t i = 0; i < c->nallocs; i++) {
    cJSON *item = cJSON_CreateObject();
    char *size = emit_term(v, c->allocs[i].size);
    add_text(item, "object", shape_obj_get(space, c->allocs[i].obj)->name);
    add_text(item, "size", size);
    cJSON_AddItemToArray(allocations, item);
    free(size);
  }
  cJSON *frees = cJSON_AddArrayToObject(o, "frees");
  for (uint32_t i = 0; i < c->nfrees; i++)
    cJSON_AddItemToArray(frees, cJSON_CreateString(shape_obj_get(space, c->frees[i])->name));
}

static cJSON *case_json(const emit_view *v, const sum_case *c) {
  cJSON *o = cJSON_CreateObject();
  add_text(o, "outcome", sum_outcome_name(c->outcome));
  cJSON_AddBoolToObject(o, "error", sum_is_error(c->outcome));
  if (c->outcome == SUM_CUT) add_text(o, "bound", sum_bound_name(c->bound));
  if (c->detail && *c->detail) add_text(o, "detail", c->detail);
  if (c->nstack) {
    cJSON *stack = cJSON_AddArrayToObject(o, "stack");
    for (uint32_t i = 0; i < c->nstack; i++)
      cJSON_AddItemToArray(stack, place_json(v, c->stack[i].usr, c->stack[i].insn));
  }
  add_decisions(v, c, o);
  cJSON *constraint = cJSON_AddArrayToObject(o, "constraint");
  for (uint32_t i = 0; i < c->nconstraint; i++)
    if (!emit_hides(v, c, i)) add_owned(constraint, emit_term(v, c->constraint[i]));
  add_shape(v, c, o);
  add_witness(v, c, o);
  add_effect(v, c, o);
  return o;
}

static void add_strings(cJSON *o, const char *key, const char *const *items, uint32_t n) {
  cJSON *list = cJSON_AddArrayToObject(o, key);
  for (uint32_t i = 0; i < n; i++) cJSON_AddItemToArray(list, cJSON_CreateString(items[i]));
}

cJSON *emit_bounds_json(const emit_view *v) {
  const sum_summary *s = v->summary;
  cJSON *bounds = cJSON_CreateArray();
  for (uint32_t i = 0; i < s->nbounds; i++) {
    cJSON *item = place_json(v, s->bounds[i].place.usr, s->bounds[i].place.insn);
    add_text(item, "bound", sum_bound_name(s->bounds[i].kind));
    cJSON_AddNumberToObject(item, "times", s->bounds[i].count);
    cJSON_AddItemToArray(bounds, item);
  }
  return bounds;
}

cJSON *emit_json(const emit_view *v) {
  const sum_summary *s = v->summary;
  cJSON *o = cJSON_CreateObject();
  add_text(o, "name", s->name);
  add_text(o, "usr", s->usr);
  add_text(o, "file", v->file);
  cJSON_AddNumberToObject(o, "line", v->line);
  add_text(o, "signature", v->signature);
  add_text(o, "status", emit_status_name(s->status));
  if (s->status == SUM_FAILED && s->reason) add_text(o, "reason", s->reason);
  cJSON_AddNumberToObject(o, "branches", s->nbranches);
  cJSON_AddNumberToObject(o, "covered", s->ncovered);
  cJSON *infeasible = cJSON_AddArrayToObject(o, "infeasible");
  for (uint32_t i = 0; i < s->ninfeasible; i++) {
    char edge[64];
    sum_decision d = {s->infeasible[i].insn, s->infeasible[i].edge};
    cJSON *item = place_json(v, s->usr, d.insn);
    v->edge(v->self, &d, edge, sizeof edge);
    add_text(item, "edge", edge);
    cJSON_AddItemToArray(infeasible, item);
  }
  cJSON_AddItemToObject(o, "bounds", emit_bounds_json(v));
  add_strings(o, "stubs", (const char *const *)s->stubs, s->nstubs);
  add_strings(o, "assumptions", (const char *const *)s->assumptions, s->nassumptions);
  cJSON *cases = cJSON_AddArrayToObject(o, "cases");
  for (uint32_t i = 0; i < s->ncases; i++) cJSON_AddItemToArray(cases, case_json(v, &s->cases[i]));
  return o;
}

cJSON *emit_finding_json(const emit_view *v, uint32_t ncase) {
  cJSON *o = case_json(v, &v->summary->cases[ncase]);
  add_text(o, "function", v->summary->name);
  cJSON_AddNumberToObject(o, "case", ncase + 1);
  return o;
}
