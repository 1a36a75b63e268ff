/* What the files that apply summaries share: one application of one summary at one call.
 *
 *   context.c   where the callee's objects lie in the caller, and its terms over the caller's values (SGEN 5.2.1)
 *   apply.c     the case the witness falls into; forks for the others and for what they leave over
 *   members.c   the cases that fit, and which of them become one relation (SGEN 5.2.3, 5.2.4)
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

/* ---- apply.c ---- */
bool ex_is_usable(const sum_case *c);
/* Is there room for what the case touches? *cond is what has to hold where the caller's sizes are symbolic. */
bool ex_case_fits(ex_application *a, const sum_case *c, term *cond);
/* The condition under which a NULL dereference at test is a real one, given what is declared not to be NULL. */
term ex_declared(ex_application *a, term test);

/* ---- members.c ---- */
/* One case of the summary that may hold here. */
typedef struct ex_member {
  const sum_case *c;
  term guard;
  term *ret, *values, *sizes;
} ex_member;

typedef struct ex_class { /* members that are applied together */
  ex_member *ms;
  uint32_t n;
  term any; /* one of them holds */
} ex_class;

typedef struct ex_members {
  ex_class *classes;
  uint32_t nclasses;
  term any;      /* some case holds that can be said here, also one that s is known to be outside of */
  bool all;      /* one of them always does */
  bool only_cut; /* if none does, the callee was cut short there: no other case is left */
} ex_members;

/* The cases that can be said at this call, but for those the state is known to be outside of. The first class is that of chosen,
 * with all that do not return; chosen may be NULL. false: chosen cannot be said here. */
bool ex_members_find(ex_application *a, const sum_case *chosen, ex_members *ms);
void ex_members_free(ex_members *ms);
/* Must be asked before the call's effect: can what the case asked stubs for be said here? */
bool ex_stubs_fit(ex_application *a, const sum_case *c);

struct ex_left_out { /* a state at a call is outside of these cases; newest first */
  const ex_left_out *next;
  const sum_summary *sum; /* of the callee, or of it under a pattern */
  term outside;           /* in its path condition */
  const sum_case **cases;
  uint32_t n;
};
const ex_left_out *ex_leave_out(const ex_application *a, const ex_members *ms, term outside);

struct ex_pick { /* a state at a call is inside this class */
  const sum_summary *sum;
  uint32_t callee;
  ex_member *ms;
  uint32_t n;
  ex_spot *spots;
  uint32_t *placed, nplaced;
};
/* like: another one of the same application, or NULL. */
const ex_pick *ex_pick_new(const ex_application *a, const ex_class *c, const ex_pick *like);
void ex_pick_restore(ex_application *a, const ex_pick *p);

/* The caller's state after the call, given that one of the members holds. EX_FORKED: nothing is left of it. */
ex_go ex_apply_members(ex_application *a, const ex_member *ms, uint32_t n);

/* The callee's summary under the pattern that a->sum assumes and the clash it met here; NULL when there is none to be had. */
const sum_summary *ex_variant(ex_application *a);

#endif
