/* What the files of the replayer share. */
#ifndef EXPLORER_REPLAY_IMPL_H
#define EXPLORER_REPLAY_IMPL_H

#include "explorer/replay.h"

typedef struct dummy { /* a pointer input nobody followed: any object will do, equal values staying equal */
  uint64_t value;
  exm_addr addr;
} dummy;

struct ex_replayer {
  const fe_program *p;
  uint32_t func;
  const sum_summary *s;
  const sum_case *c;
  exm_machine *m;      /* one of the two */
  exm_machine *plain;  /* wraps addresses as the processor does */
  exm_machine *strict; /* does not; made when first needed */
  exm_addr *addr;      /* per object: machine address of offset 0, 0 none */
  dummy *dummies;
  uint32_t ndummies;
  uint32_t *answers; /* per function: answers given */
  uint32_t *reads;   /* per entry of the case's answers: volatile reads so far */
  uint32_t nallocs;
  uint32_t ndecisions; /* seen so far */
  bool diverged;
  bool unplayable;
  bool allowed; /* the precondition holds, no assumption failed */
  char *why;
  size_t cap;
  FILE *null;
};
typedef struct ex_replayer replay;

exm_addr ex_replay_object(replay *r, uint32_t obj); /* of offset 0; 0: the machine has none */
/* The atom's value as the machine has it: pointers become the machine's addresses. */
fe_val ex_replay_value(replay *r, const shape_atom *a, const sum_value *v);

/* ---- replay_outside.c ---- */
/* A function without a body gives its index-th answer: what it returns, and what it writes. */
void ex_replay_stub(replay *r, exm_hook_call *c, const char *name, uint32_t index);
/* What the outside put at a, where the case read it as volatile. */
bool ex_replay_volatile(void *self, exm_addr a, uint32_t n, fe_val *v);
typedef struct unnamed { /* malloc'ed */
  uint32_t n;
  fe_val *value;
  fe_ty *ty;
} unnamed;
unnamed ex_replay_unnamed(replay *r); /* the unit's unnamed arguments; its named ones are elsewhere */

#endif
