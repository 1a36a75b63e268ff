/* What Z3 was asked and what it said during one exploration, kept so that the next exploration of the same unit need not ask
 * again as long as it asks the same. For z3_backend.c only; the bytes travel through ex_provider.
 *
 * Z3 is asked incrementally: answer, model and effort of a query hang on all queries before it. So a query is known by a
 * hash of the whole sequence up to it (constraints by their content, which of them were asserted already), and what is
 * noted is only believed from the first query on without a gap. What Z3 said to any query is then what it would say. */
#ifndef EXPLORER_TRANSCRIPT_H
#define EXPLORER_TRANSCRIPT_H

#include "explorer/solver.h"

typedef struct z3_value { /* of an atom, or of a call kept as a term */
  uint32_t id;
  bool call;
  term_u128 value;
} z3_value;

/* One of at most two attempts at a query. */
enum { Z3_ATTEMPTS = 2 };
typedef struct z3_attempt {
  ex_sat said;
  z3_value *values; /* of its model, when it said EX_SAT */
  uint32_t nvalues, cap;
} z3_attempt;

typedef struct z3_reply {
  uint32_t asserted; /* constraints on Z3's stack afterwards; fewer than asked: the next one is too large */
  uint32_t nattempts;
  z3_attempt attempt[Z3_ATTEMPTS];
  uint64_t effort; /* of the session so far */
} z3_reply;
void z3_reply_free(z3_reply *r);
void z3_attempt_add(z3_attempt *a, uint32_t id, bool call, term_u128 value);

typedef struct transcript transcript;
/* bytes: an older transcript of the same unit, or NULL; copied. limit: what Z3 is set to. */
transcript *transcript_new(term_ctx *tc, uint32_t limit, const uint8_t *bytes, size_t len);
void transcript_free(transcript *t);
/* The next query: the first `same` constraints of the last one, and n more. */
void transcript_ask(transcript *t, size_t same, const term *fresh, size_t n);
/* What was said to it, if the old transcript knows. After the first false it is false for ever. */
bool transcript_reply(transcript *t, z3_reply *r);
/* What Z3 says now, after transcript_reply was false. */
void transcript_note(transcript *t, const z3_reply *r);
/* All of it, malloc'ed. NULL when it is no other than the old one, or too large to be worth keeping. */
uint8_t *transcript_bytes(const transcript *t, size_t *len);

#endif
