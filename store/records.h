/* Private to store/: the payloads of functions, names and states as msgpack (docs/summary-format.md). */
#ifndef STORE_RECORDS_H
#define STORE_RECORDS_H

#include "store/internal.h"

/* A block of memory that starts with the record it holds: freed with record_free(&record). */
typedef struct record {
  mem_arena *arena;
} record;
void *record_new(size_t size, mem_arena **arena); /* zeroed, after a hidden head */
void record_free(void *p);                        /* NULL is fine */

const char *record_text(mem_arena *a, mp_reader *r);
const char **record_texts(mem_arena *a, mp_reader *r, uint32_t *n);

/* Puts what the writer holds. */
int record_put(store *st, db_table t, key k, mp_writer *w, store_error *err);

/* What an entry of the table `states` holds. */
typedef struct state {
  const char *usr, *engine;
  uint8_t body[32], options[32], summary[32], relation[32];
  store_dep *deps;
  uint32_t ndeps;
  const char **callees;
  uint32_t ncallees;
} state;

void function_encode(mp_writer *w, const store_function *f);
bool function_decode(mem_arena *a, const uint8_t *data, size_t len, store_function *f); /* the display part */
void brief_encode(mp_writer *w, const store_function *f);
bool brief_decode(mem_arena *a, const uint8_t *data, size_t len, store_brief *b);
void state_encode(mp_writer *w, const store_function *f);
bool state_decode(mem_arena *a, const uint8_t *data, size_t len, state *s);

/* The state of a function; STORE_NOT_FOUND, or STORE_CORRUPT when there is only a part of it. */
int state_get(store *st, mem_arena *a, const char *usr, state *s, store_error *err);

/* What lists and displays need of it, of the tables `functions` and `names`; likewise. */
int display_get(store *st, mem_arena *a, const char *usr, store_function *f, store_error *err);

/* The trace, in states and variants. */
void deps_encode(mp_writer *w, const store_dep *deps, uint32_t n);
bool deps_decode(mem_arena *a, mp_reader *r, store_dep **deps, uint32_t *n);

/* Compares what a record was made from with what there is now; everything of the verdict is filled in. */
void state_compare(store *st, mem_arena *a, const state *s, const uint8_t body[32], const uint8_t options[32],
                   const char *engine, const store_lookup *lookup, store_verdict *v);

key transcript_key(const store_transcript *t);
/* The bytes lie inside data. */
bool transcript_decode(mem_arena *a, const uint8_t *data, size_t len, store_transcript *t);

void variant_encode(mp_writer *w, const store_variant *v);
bool variant_decode(mem_arena *a, const uint8_t *data, size_t len, store_variant *v);

#endif
