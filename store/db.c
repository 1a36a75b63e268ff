/* Tables of bytes over LMDB.
 *
 * LMDB binds a write transaction to one thread and keeps everybody else's writes waiting while it is open, so none is kept
 * open: what is put goes into a queue in memory, in which a later put of the same key replaces the earlier one, and a batch
 * writes the whole queue in one transaction. A small thread sees to it that nothing waits longer than STORE_BATCH_MSEC, even
 * if the caller is busy exploring. Reads look into the queue first.
 *
 * Each transaction notes its own number under the key "commit": a header that points to another snapshot than it says is
 * thereby found out. */
#define _GNU_SOURCE
#include "store/internal.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <time.h>

#define QUEUE_BYTES ((size_t)32 << 20) /* a longer queue is written at once */

const char *const db_table_names[DB_TABLES] = {"meta",      "functions", "names",   "states",
                                               "summaries", "variants",  "modules", "groups",
                                               "findings",  "runs",      "maps"};

void db_lock(store *st) { pthread_mutex_lock(&st->mutex); }
void db_unlock(store *st) { pthread_mutex_unlock(&st->mutex); }

static int64_t now_msec(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* ---- the queue ---- */

static size_t slot_of(const store *st, db_table t, const void *k, size_t nkey) {
  uint64_t h = 0xcbf29ce484222325u ^ (uint64_t)t;
  for (size_t i = 0; i < nkey; i++) h = (h ^ ((const uint8_t *)k)[i]) * 0x100000001b3u;
  return (h ^ h >> 32) & (st->nindex - 1);
}

static pending *queue_find(const store *st, db_table t, const void *k, size_t nkey) {
  if (!st->nindex) return NULL;
  for (size_t i = slot_of(st, t, k, nkey); st->index[i]; i = (i + 1) & (st->nindex - 1)) {
    pending *p = &st->queue[st->index[i] - 1];
    if (p->table == t && p->nkey == nkey && !memcmp(p->key, k, nkey)) return p;
  }
  return NULL;
}

static void queue_index(store *st, size_t position) {
  const pending *p = &st->queue[position];
  size_t i = slot_of(st, p->table, p->key, p->nkey);
  while (st->index[i]) i = (i + 1) & (st->nindex - 1);
  st->index[i] = (uint32_t)position + 1;
}

static void queue_add(store *st, db_table t, const void *k, size_t nkey, void *value, size_t nvalue) {
  pending *p = queue_find(st, t, k, nkey);
  st->queue_bytes += nkey + nvalue;
  if (p) {
    st->queue_bytes -= p->nkey + p->nvalue;
    free(p->value);
    p->value = value, p->nvalue = nvalue, p->erase = !value;
    return;
  }
  if (st->nqueue == st->cap_queue) {
    st->cap_queue = st->cap_queue ? 2 * st->cap_queue : 64;
    st->queue = mem_realloc(st->queue, st->cap_queue * sizeof *st->queue);
  }
  if (2 * (st->nqueue + 1) > st->nindex) {
    st->nindex = st->nindex ? 2 * st->nindex : 256;
    st->index = mem_realloc(st->index, st->nindex * sizeof *st->index);
    memset(st->index, 0, st->nindex * sizeof *st->index);
    for (size_t i = 0; i < st->nqueue; i++) queue_index(st, i);
  }
  if (!st->nqueue) st->oldest = now_msec();
  p = &st->queue[st->nqueue++];
  *p = (pending){.table = (uint8_t)t, .erase = !value, .nkey = nkey, .value = value, .nvalue = nvalue};
  p->key = memcpy(mem_realloc(NULL, nkey), k, nkey);
  queue_index(st, st->nqueue - 1);
}

void db_queue_clear(store *st) {
  for (size_t i = 0; i < st->nqueue; i++) free(st->queue[i].key), free(st->queue[i].value);
  st->nqueue = st->queue_bytes = 0;
  if (st->nindex) memset(st->index, 0, st->nindex * sizeof *st->index);
}

/* ---- transactions ---- */

int db_put_commit_number(store *st, MDB_txn *txn) {
  size_t len, nvalue;
  mp_writer w;
  mp_init(&w);
  mp_uint(&w, mdb_txn_id(txn));
  uint8_t *data = mp_take(&w, &len);
  void *value = value_wrap(DB_META, "commit", 6, data, len, &nvalue);
  MDB_val k = {6, (void *)"commit"}, v = {nvalue, value};
  int rc = mdb_put(txn, st->dbi[DB_META], &k, &v, 0);
  free(data), free(value);
  return rc;
}

static int write_queue(store *st) {
  MDB_txn *txn;
  int rc = mdb_txn_begin(st->env, NULL, 0, &txn);
  if (rc) return rc;
  for (size_t i = 0; !rc && i < st->nqueue; i++) {
    const pending *p = &st->queue[i];
    MDB_val k = {p->nkey, p->key}, v = {p->nvalue, p->value};
    rc = p->erase ? mdb_del(txn, st->dbi[p->table], &k, NULL) : mdb_put(txn, st->dbi[p->table], &k, &v, 0);
    if (p->erase && rc == MDB_NOTFOUND) rc = 0;
  }
  if (!rc) rc = db_put_commit_number(st, txn);
  if (rc) {
    mdb_txn_abort(txn);
    return rc;
  }
  return mdb_txn_commit(txn);
}

int db_explain(const store *st, int rc) {
  struct statvfs fs;
  if (rc == EIO && !statvfs(st->path, &fs) && fs.f_bavail < 16) return ENOSPC;
  return rc;
}

int db_flush(store *st, store_error *err) {
  if (!st->nqueue) return STORE_OK;
  assert(!st->iterating && !st->together);
  int rc = st->env ? STORE_OK : db_reopen(st, err);
  if (rc) return rc;
  while ((rc = write_queue(st)) == MDB_MAP_FULL) {
    MDB_envinfo info;
    mdb_env_info(st->env, &info);
    rc = mdb_env_set_mapsize(st->env, 2 * info.me_mapsize);
    if (rc) break;
  }
  if (rc == MDB_PANIC || rc == MDB_BAD_TXN) {
    int status = db_reopen(st, err);
    if (status) return status;
    rc = write_queue(st);
  }
  if (rc) return store_fail_sys(err, db_explain(st, rc), "cannot write", st->file);
  db_queue_clear(st);
  st->failed.code = STORE_OK;
  return STORE_OK;
}

/* ---- the ticker ---- */

static void *tick(void *self) {
  store *st = self;
  db_lock(st);
  while (!st->stop) {
    if (!st->nqueue || st->failed.code) {
      pthread_cond_wait(&st->wake, &st->mutex);
      continue;
    }
    int64_t due = st->oldest + STORE_BATCH_MSEC;
    if (now_msec() >= due && !st->iterating) {
      db_flush(st, &st->failed);
      continue;
    }
    if (now_msec() >= due) due = now_msec() + 10;
    struct timespec until = {(time_t)(due / 1000), (long)(due % 1000) * 1000000};
    pthread_cond_timedwait(&st->wake, &st->mutex, &until);
  }
  db_unlock(st);
  return NULL;
}

int db_due(store *st, store_error *err) {
  if (!st->nqueue || st->together) return STORE_OK;
  if (st->failed.code) { /* the background batch failed: try again now, so that the caller hears of it */
    int status = db_flush(st, err);
    if (status) return status;
  }
  if (st->queue_bytes > QUEUE_BYTES) return db_flush(st, err);
  if (!st->ticking) {
    st->ticking = !pthread_create(&st->ticker, NULL, tick, st);
    if (!st->ticking) return db_flush(st, err);
  }
  pthread_cond_signal(&st->wake);
  return STORE_OK;
}

/* ---- reading ---- */

int db_damaged(const store *st, db_table t, store_error *err, uint64_t schema) {
  if (schema && schema < STORE_SCHEMA)
    return store_fail(err, STORE_VERSION,
                      "%s was made by an older summ (schema %" PRIu64
                      ", now %d): the next summ run brings it up to date",
                      st->file, schema, STORE_SCHEMA);
  if (schema > STORE_SCHEMA && schema < 1000)
    return store_fail(err, STORE_VERSION,
                      "%s has entries of schema %" PRIu64 ", this summ reads %d: use a newer summ", st->file,
                      schema, STORE_SCHEMA);
  return store_fail(err, STORE_CORRUPT,
                    "%s: an entry of table '%s' is damaged: run summ check, then summ run to make it anew",
                    st->file, db_table_names[t]);
}

/* A reading transaction: the handle's own for readers, a new one for the writer. */
static int begin_read(store *st, MDB_txn **txn, store_error *err) {
  if (st->snapshot) {
    *txn = st->snapshot;
    return STORE_OK;
  }
  int status = st->env ? STORE_OK : db_reopen(st, err);
  if (status) return status;
  int rc = mdb_txn_begin(st->env, NULL, MDB_RDONLY, txn);
  return rc ? store_fail_sys(err, rc, "cannot read", st->file) : STORE_OK;
}

static void end_read(store *st, MDB_txn *txn) {
  if (txn != st->snapshot) mdb_txn_abort(txn);
}

int db_is_larger(store *st, db_table t, uint64_t bytes, bool *larger, store_error *err) {
  MDB_txn *txn;
  MDB_stat s;
  int status = begin_read(st, &txn, err);
  if (status) return status;
  int rc = mdb_stat(txn, st->dbi[t], &s);
  end_read(st, txn);
  if (rc) return store_fail_sys(err, rc, "cannot read", st->file);
  *larger = (s.ms_branch_pages + s.ms_leaf_pages + s.ms_overflow_pages) * (uint64_t)s.ms_psize > bytes;
  return STORE_OK;
}

int db_get(store *st, db_table t, const void *k, size_t nkey, uint8_t **data, size_t *len, store_error *err) {
  const pending *p = queue_find(st, t, k, nkey);
  MDB_txn *txn = NULL;
  MDB_val mk = {nkey, (void *)k}, v;
  int rc = 0, status = STORE_OK;
  if (p && !p->erase) {
    v = (MDB_val){p->nvalue, p->value};
  } else if (p) {
    rc = MDB_NOTFOUND;
  } else {
    status = begin_read(st, &txn, err);
    if (!status && st->verified) status = pages_check_key(st->verified, t, k, nkey, err);
    if (status) return status;
    rc = mdb_get(txn, st->dbi[t], &mk, &v);
  }
  if (rc == MDB_NOTFOUND) {
    status = store_fail(err, STORE_NOT_FOUND, "%s has no such entry in table '%s'", st->file,
                        db_table_names[t]);
  } else if (rc) {
    status = store_fail_sys(err, rc, "cannot read", st->file);
  } else {
    uint64_t schema;
    const uint8_t *payload = value_unwrap(t, k, nkey, v.mv_data, v.mv_size, len, &schema);
    if (!payload || schema != STORE_SCHEMA)
      status = db_damaged(st, t, err, schema);
    else
      *data = memcpy(mem_realloc(NULL, *len), payload, *len);
  }
  if (txn) end_read(st, txn);
  return status;
}

int db_has(store *st, db_table t, const void *k, size_t nkey, bool *has, store_error *err) {
  const pending *p = queue_find(st, t, k, nkey);
  if (p) {
    *has = !p->erase;
    return STORE_OK;
  }
  MDB_txn *txn;
  MDB_val mk = {nkey, (void *)k}, v;
  int status = begin_read(st, &txn, err);
  if (!status && st->verified) status = pages_check_key(st->verified, t, k, nkey, err);
  if (status) return status;
  int rc = mdb_get(txn, st->dbi[t], &mk, &v);
  *has = rc == 0;
  if (rc && rc != MDB_NOTFOUND) status = store_fail_sys(err, rc, "cannot read", st->file);
  end_read(st, txn);
  return status;
}

static int check_writing(const store *st, store_error *err) {
  if (st->writing) return STORE_OK;
  return store_fail(err, STORE_DENIED, "the store %s was opened for reading only", st->path);
}

int db_put(store *st, db_table t, const void *k, size_t nkey, const uint8_t *data, size_t len,
           store_error *err) {
  uint8_t *old;
  size_t nold, nvalue;
  int status = check_writing(st, err);
  if (status) return status;
  if (db_get(st, t, k, nkey, &old, &nold, NULL) == STORE_OK) {
    bool same = nold == len && !memcmp(old, data, len);
    free(old);
    if (same) return STORE_OK;
  }
  void *value = value_wrap(t, k, nkey, data, len, &nvalue);
  queue_add(st, t, k, nkey, value, nvalue);
  return STORE_OK;
}

int db_erase(store *st, db_table t, const void *k, size_t nkey, store_error *err) {
  int status = check_writing(st, err);
  if (!status) queue_add(st, t, k, nkey, NULL, 0);
  return status;
}

int db_each(store *st, db_table t, const void *prefix, size_t n, db_each_fn *fn, void *self,
            store_error *err) {
  MDB_txn *txn;
  MDB_cursor *cursor;
  int status = st->iterating ? STORE_OK : db_flush(st, err);
  if (!status) status = begin_read(st, &txn, err);
  if (!status && st->verified) status = pages_check_prefix(st->verified, t, prefix, n, err);
  if (status) return status;
  st->iterating++;
  MDB_val k = {n, (void *)prefix}, v;
  int rc = mdb_cursor_open(txn, st->dbi[t], &cursor);
  if (!rc) {
    rc = mdb_cursor_get(cursor, &k, &v, n ? MDB_SET_RANGE : MDB_FIRST);
    while (!rc && !status && k.mv_size >= n && (!n || !memcmp(k.mv_data, prefix, n))) {
      size_t len = 0;
      uint64_t schema;
      const uint8_t *data = value_unwrap(t, k.mv_data, k.mv_size, v.mv_data, v.mv_size, &len, &schema);
      if (schema != STORE_SCHEMA) data = NULL;
      status = fn(self, k.mv_data, k.mv_size, data, len, err);
      if (!status) rc = mdb_cursor_get(cursor, &k, &v, MDB_NEXT);
    }
    mdb_cursor_close(cursor);
  }
  if (rc && rc != MDB_NOTFOUND) status = store_fail_sys(err, rc, "cannot read", st->file);
  st->iterating--;
  end_read(st, txn);
  return status;
}
