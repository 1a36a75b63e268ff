/* A summary with its places numbered in another way: the store names an instruction by what it is, the explorer by where it
 * stands (cli/places.c). */
#include "summaries/codec.h"

static bool renumber_objects(sum_summary *s, sum_number_fn *number, void *self) {
  bool fine = true;
  uint32_t n = shape_obj_count(s->space);
  for (uint32_t id = 1; id <= n; id++) {
    const shape_obj *o = shape_obj_get(s->space, id);
    uint32_t site = o->site;
    if (o->kind != SHAPE_LOCAL && o->kind != SHAPE_HEAP) continue;
    fine &= number(self, o->symbol, true, &site);
    shape_obj_set_site(s->space, id, site);
  }
  shape_index_objs(s->space);
  return fine;
}

bool sum_renumber(sum_summary *s, sum_number_fn *number, void *self) {
  bool fine = renumber_objects(s, number, self);
  for (uint32_t i = 0; i < s->nbounds; i++)
    fine &= number(self, s->bounds[i].place.usr, false, &s->bounds[i].place.insn);
  for (uint32_t i = 0; i < s->ninfeasible; i++) fine &= number(self, s->usr, false, &s->infeasible[i].insn);
  for (uint32_t i = 0; i < s->ncases; i++) {
    sum_case *c = &s->cases[i];
    for (uint32_t k = 0; k < c->ndecisions; k++) fine &= number(self, s->usr, false, &c->decisions[k].insn);
    for (uint32_t k = 0; k < c->nstack; k++) fine &= number(self, c->stack[k].usr, false, &c->stack[k].insn);
  }
  return fine;
}
