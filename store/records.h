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

/* What an entry of the table `states` holds. */
typedef struct state {
  const char *usr, *engine;
  uint8_t body[32], options[32], summary[32];
  uint8_t (*variants)[32];
  uint32_t nvariants;
  store_dep *deps;
  uint32_t ndeps;
  const char **callees;
  uint32_t ncallees;
} state;

void function_encode(mp_writer *w, const store_function *f);
bool function_decode(mem_arena *a, const uint8_t *data, size_t len, store_function *f); /* the display part */
void brief_encode(mp_writer *w, const store_function *f);
bool brief_decode(mem_arena *a, const uint8_t *data, size_t len, store_brief *b);
void state_encode(mp_writer *w, const store_function *f, const uint8_t (*variants)[32], uint32_t nvariants);
bool state_decode(mem_arena *a, const uint8_t *data, size_t len, state *s);

#endif
