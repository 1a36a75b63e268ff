/* What the files that apply summaries share: one application of one summary at one call.
 *
 *   context.c   where the callee's objects lie in the caller, and its terms over the caller's values (SGEN 5.2.1)
 *   apply.c     the cases that fit, merged into one relation (SGEN 5.2.3, 5.2.4); what they leave over
 *   effect.c    what a relation does to the caller's state
 *   variant.c   re-analysis under a caller's aliasing (SGEN 5.2.2) */
#ifndef EXPLORER_APPLY_H
#define EXPLORER_APPLY_H

#include "explorer/internal.h"

typedef struct ex_spot { /* where an object of the callee lies in the caller */
  bool known;
  uint32_t obj;
  int64_t off;
} ex_spot;

typedef struct ex_application {
  ex_unit *u;
  ex_state *s;
  const sum_summary *sum;
  const fe_insn *in;
  const fe_call *c;
  uint32_t callee;
  const ex_val *args;
  bool keep_calls;  /* no decision of the unit sees this call: call terms may stay in its effect */
  ex_spot *spots;   /* per callee object */
  uint32_t *placed; /* the callee objects that have a spot */
  uint32_t nplaced;
  term *atoms; /* per callee atom: its value in the caller, 0 not asked yet */
  term_subst *subst;
  uint32_t missing; /* a translation failed: this callee object has no spot yet */
  bool hopeless;    /* a translation failed for good */
  ex_decline why;   /* what made it hopeless, or the case unfit */
  sum_alias clash;  /* two input objects of the callee that are one here: q 0 for none */
} ex_application;

void ex_application_open(ex_application *a);
void ex_application_close(ex_application *a);

typedef enum ex_found {
  EX_FOUND,
  EX_NOT_THIS_CASE,
  EX_GIVE_UP, /* the summary does not cover this: a->why, a->clash */
  EX_ENDED,   /* the state forked or ended on the way */
  EX_AGAIN    /* with another witness */
} ex_found;

/* A term of the summary over the caller's values; 0 when an object has no spot yet (a->missing) or for good (a->hopeless). */
term ex_translate(ex_application *a, term t);
/* Gives an object of the callee its spot, following the caller's pointers; may fork. */
ex_found ex_find_object(ex_application *a, uint32_t obj);
/* The caller's pointer atom for a callback's of the callee; 0 when the caller knows more (a->hopeless) or less (a->missing). */
uint32_t ex_callback_here(ex_application *a, uint32_t via);
/* The value here of the pointer that leads to an input object of the callee; 0 when it is not known yet. */
term ex_pointer_here(ex_application *a, uint32_t obj);
/* Is it a struct the callee got by value: its own copy, that no pointer of the caller leads to? */
bool ex_is_copy(const ex_application *a, uint32_t obj);

/* One case of the summary that may hold here. */
typedef struct ex_member {
  const sum_case *c;
  term guard;
  term *ret, *values, *sizes;
} ex_member;

/* The caller's state after the call, given that one of the members holds. EX_FORKED: nothing is left of it. */
ex_go ex_apply_members(ex_application *a, const ex_member *ms, uint32_t n);

/* The callee's summary under the pattern that a->sum assumes and the clash it met here; NULL when there is none to be had. */
const sum_summary *ex_variant(ex_application *a);

#endif
