/* Volatile reads as inputs. A register of a device, or a flag that a signal handler sets, may have another value at each look: the
 * k-th volatile read of an object is an input atom of its own (SHAPE_VOLATILE), like the k-th answer of a function without
 * a body. That holds for memory that somebody else can see: globals, and what input pointers lead to. A volatile local, and
 * what the path allocated, stay memory, as do whole structs that are copied. Writes are writes: what was written last is
 * the effect. */
#include "explorer/internal.h"

#include <stdlib.h>
#include <string.h>

/* The library's models mean no more by volatile than that the compiler keeps the access. */
bool ex_reads_input(const ex_unit *u, const ex_state *s, const fe_insn *in) {
  return (in->flags & FE_F_VOLATILE) && u->e->opt.volatile_inputs && !u->relation &&
         !u->p->funcs[s->top->func].is_model;
}

bool ex_is_outside(const ex_unit *u, const ex_obj *o) {
  return (o->kind == SHAPE_GLOBAL || o->kind == SHAPE_INPUT) && !ex_is_own_copy(u, o);
}

uint32_t ex_volatile_reads(const ex_state *s, uint32_t obj) {
  for (const ex_count *c = s->answers; c; c = c->next)
    if (c->func == EX_VOLATILE && c->obj == obj) return c->count;
  return 0;
}

void ex_volatile_advance(ex_unit *u, ex_state *s, uint32_t obj, uint32_t n) {
  ex_count *c = ex_arena_alloc(u->arena, sizeof *c);
  *c = (ex_count){
      .next = s->answers, .func = EX_VOLATILE, .obj = obj, .count = ex_volatile_reads(s, obj) + n, .step = n};
  s->answers = c;
}

term ex_volatile_atom(ex_unit *u, const ex_obj *o, int64_t off, unsigned bytes, uint32_t index) {
  char cell[400], name[440];
  uint32_t type = ex_describe_cell(u, o, off, bytes, cell, sizeof cell);
  snprintf(name, sizeof name, "%s#%u", cell, index);
  shape_atom a = {.kind = SHAPE_VOLATILE,
                  .width = (uint8_t)(8 * bytes),
                  .obj = o->id,
                  .offset = off,
                  .index = index,
                  .name = name};
  return term_atom(u->tc, 8 * bytes, ex_typed_atom(u, &a, type));
}
