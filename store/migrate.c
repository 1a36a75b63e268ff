/* From an older schema to this one, in one transaction: a kill leaves the old store.
 *
 * Summaries, runs, their maps and compiled modules have kept their form in all schemas, so that the history stays. What says
 * which summary is a function's, and what it rests on, has not: schema 1 traced no facts about the program, schema 2 named
 * instructions by their position and depended on more of a callee than callers see. Those tables are emptied, and the next
 * run explores the functions again. */
#include "store/internal.h"

#include <stdlib.h>
#include <string.h>

typedef struct rewritten {
  MDB_val key, value; /* malloc'ed */
  struct rewritten *next;
} rewritten;

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
    if (!payload) continue;
    rewritten *r = mem_realloc(NULL, sizeof *r);
    void *value = value_wrap(t, k.mv_data, k.mv_size, payload, len, &nvalue);
    *r = (rewritten){copy_of(k.mv_data, k.mv_size), {nvalue, value}, list};
    list = r;
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

static bool keeps_its_form(db_table t) {
  return t == DB_SUMMARIES || t == DB_RUNS || t == DB_MAPS || t == DB_MODULES;
}

int store_migrate(store *st, MDB_txn *txn) {
  int rc = 0;
  for (db_table t = 0; t < DB_TABLES && !rc; t++) {
    rc = mdb_dbi_open(txn, db_table_names[t], MDB_CREATE, &st->dbi[t]);
    if (!rc) rc = keeps_its_form(t) ? rewrite_table(txn, st->dbi[t], t) : mdb_drop(txn, st->dbi[t], 0);
  }
  return rc;
}
