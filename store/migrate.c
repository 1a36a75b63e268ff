/* From an older schema to this one, in one transaction: a kill leaves the old store.
 *
 * Schema 1 had no facts about the program in its traces and no table of variants. All its values keep their form but the
 * states: their traces say too little to tell whether a summary still holds, so they are emptied and marked as another
 * engine's, and the next run explores those functions again. The history of runs and its summaries stay. */
#include "store/records.h"

#include <stdlib.h>
#include <string.h>

typedef struct rewritten {
  MDB_val key, value; /* malloc'ed */
  struct rewritten *next;
} rewritten;

/* The state of schema 1 without its trace; NULL when it is damaged (then the function is explored again anyway). */
static uint8_t *strip_state(const uint8_t *data, size_t len, size_t *out) {
  mem_arena *a = mem_arena_new();
  mp_reader r = mp_read(data, len);
  store_function f = {.engine = "schema 1"};
  mp_expect_array(&r, 8);
  f.usr = record_text(a, &r);
  mp_get_hash(&r, f.body), mp_get_hash(&r, f.options);
  record_text(a, &r);
  mp_get_hash(&r, f.summary);
  uint32_t nvariants = (uint32_t)mp_get_array(&r);
  uint8_t(*variants)[32] = mem_alloc(a, nvariants * sizeof *variants);
  for (uint32_t i = 0; i < nvariants && !r.failed; i++) mp_get_hash(&r, variants[i]);
  for (size_t i = mp_get_array(&r); i && !r.failed; i--) {
    size_t n;
    mp_expect_array(&r, 4);
    mp_get_uint(&r, UINT32_MAX), mp_get_uint(&r, UINT32_MAX), mp_get_str(&r, &n), mp_get_bin(&r, &n);
  }
  f.callees = record_texts(a, &r, &f.ncallees);
  uint8_t *stripped = NULL;
  if (mp_done(&r)) {
    mp_writer w;
    mp_init(&w);
    state_encode(&w, &f, (const uint8_t(*)[32])variants, nvariants);
    stripped = mp_take(&w, out);
  }
  mem_arena_free(a);
  return stripped;
}

static MDB_val copy_of(const void *data, size_t len) {
  return (MDB_val){len, memcpy(mem_realloc(NULL, len), data, len)};
}

/* Values are collected first: LMDB moves them while others are written. Damaged ones are left for summ check to name. */
static int rewrite_table(MDB_txn *txn, MDB_dbi dbi, db_table t) {
  MDB_cursor *cursor;
  MDB_val k, v;
  rewritten *list = NULL;
  int rc = mdb_cursor_open(txn, dbi, &cursor);
  if (rc) return rc;
  while (!(rc = mdb_cursor_get(cursor, &k, &v, MDB_NEXT))) {
    size_t len, nvalue;
    uint64_t schema;
    const uint8_t *payload = value_unwrap(t, k.mv_data, k.mv_size, v.mv_data, v.mv_size, &len, &schema);
    uint8_t *stripped = payload && t == DB_STATES ? strip_state(payload, len, &len) : NULL;
    if (!payload || (t == DB_STATES && !stripped)) continue;
    rewritten *r = mem_realloc(NULL, sizeof *r);
    void *value = value_wrap(t, k.mv_data, k.mv_size, stripped ? stripped : payload, len, &nvalue);
    *r = (rewritten){copy_of(k.mv_data, k.mv_size), {nvalue, value}, list};
    list = r;
    free(stripped);
  }
  mdb_cursor_close(cursor);
  if (rc == MDB_NOTFOUND) rc = 0;
  while (list) {
    rewritten *r = list;
    list = r->next;
    if (!rc) rc = mdb_put(txn, dbi, &r->key, &r->value, 0);
    free(r->key.mv_data), free(r->value.mv_data), free(r);
  }
  return rc;
}

int store_migrate(store *st, MDB_txn *txn) {
  int rc = 0;
  for (db_table t = 0; t < DB_TABLES && !rc; t++) {
    rc = mdb_dbi_open(txn, db_table_names[t], MDB_CREATE, &st->dbi[t]);
    if (!rc) rc = rewrite_table(txn, st->dbi[t], t);
  }
  return rc;
}
