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
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

#define FIRST_MAP ((size_t)64 << 20)
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

/* After a failed write LMDB may refuse to go on with its environment: a new one starts from what is on disk. */
static int reopen_env(store *st, store_error *err);

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

static void queue_clear(store *st) {
  for (size_t i = 0; i < st->nqueue; i++) free(st->queue[i].key), free(st->queue[i].value);
  st->nqueue = st->queue_bytes = 0;
  if (st->nindex) memset(st->index, 0, st->nindex * sizeof *st->index);
}

/* ---- transactions ---- */

static int put_commit_number(store *st, MDB_txn *txn) {
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
  if (!rc) rc = put_commit_number(st, txn);
  if (rc) {
    mdb_txn_abort(txn);
    return rc;
  }
  return mdb_txn_commit(txn);
}

/* A write that was cut short comes back as EIO; on a full disk that is what it means. */
static int explain(const store *st, int rc) {
  struct statvfs fs;
  if (rc == EIO && !statvfs(st->path, &fs) && fs.f_bavail < 16) return ENOSPC;
  return rc;
}

int db_flush(store *st, store_error *err) {
  if (!st->nqueue) return STORE_OK;
  assert(!st->iterating);
  int rc = st->env ? STORE_OK : reopen_env(st, err);
  if (rc) return rc;
  while ((rc = write_queue(st)) == MDB_MAP_FULL) {
    MDB_envinfo info;
    mdb_env_info(st->env, &info);
    rc = mdb_env_set_mapsize(st->env, 2 * info.me_mapsize);
    if (rc) break;
  }
  if (rc == MDB_PANIC || rc == MDB_BAD_TXN) {
    int status = reopen_env(st, err);
    if (status) return status;
    rc = write_queue(st);
  }
  if (rc) return store_fail_sys(err, explain(st, rc), "cannot write", st->file);
  queue_clear(st);
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
  if (!st->nqueue) return STORE_OK;
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

static int damaged(const store *st, db_table t, store_error *err, uint64_t schema) {
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
  int status = st->env ? STORE_OK : reopen_env(st, err);
  if (status) return status;
  int rc = mdb_txn_begin(st->env, NULL, MDB_RDONLY, txn);
  return rc ? store_fail_sys(err, rc, "cannot read", st->file) : STORE_OK;
}

static void end_read(store *st, MDB_txn *txn) {
  if (txn != st->snapshot) mdb_txn_abort(txn);
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
      status = damaged(st, t, err, schema);
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

int db_each(store *st, db_table t, const void *from, size_t nfrom, db_each_fn *fn, void *self,
            store_error *err) {
  MDB_txn *txn;
  MDB_cursor *cursor;
  int status = st->iterating ? STORE_OK : db_flush(st, err);
  if (!status) status = begin_read(st, &txn, err);
  if (!status && st->verified) status = pages_check_table(st->verified, t, err);
  if (status) return status;
  st->iterating++;
  MDB_val k = {nfrom, (void *)from}, v;
  int rc = mdb_cursor_open(txn, st->dbi[t], &cursor);
  if (!rc) {
    for (rc = mdb_cursor_get(cursor, &k, &v, from ? MDB_SET_RANGE : MDB_FIRST); !rc && !status;
         rc = status ? 0 : mdb_cursor_get(cursor, &k, &v, MDB_NEXT)) {
      size_t len = 0;
      uint64_t schema;
      const uint8_t *data = value_unwrap(t, k.mv_data, k.mv_size, v.mv_data, v.mv_size, &len, &schema);
      if (schema != STORE_SCHEMA) data = NULL;
      status = fn(self, k.mv_data, k.mv_size, data, len, err);
    }
    mdb_cursor_close(cursor);
  }
  if (rc && rc != MDB_NOTFOUND) status = store_fail_sys(err, rc, "cannot read", st->file);
  st->iterating--;
  end_read(st, txn);
  return status;
}

/* ---- opening ---- */

/* Opens or makes the tables. */
static int open_tables(store *st, MDB_txn *txn, bool create) {
  for (int t = 0; t < DB_TABLES; t++) {
    int rc = mdb_dbi_open(txn, db_table_names[t], create ? MDB_CREATE : 0, &st->dbi[t]);
    if (rc) return rc;
  }
  return 0;
}

static int check_commit_number(store *st, MDB_txn *txn, store_error *err) {
  MDB_val k = {6, (void *)"commit"}, v;
  int status = st->verified ? pages_check_key(st->verified, DB_META, k.mv_data, k.mv_size, err) : STORE_OK;
  if (status) return status;
  int rc = mdb_get(txn, st->dbi[DB_META], &k, &v);
  if (rc == MDB_NOTFOUND)
    return store_fail(err, STORE_CORRUPT,
                      "%s is damaged (its commit number is gone): remove it and run again", st->file);
  if (rc) return store_fail_sys(err, rc, "cannot read", st->file);
  size_t len;
  uint64_t schema;
  const uint8_t *data = value_unwrap(DB_META, "commit", 6, v.mv_data, v.mv_size, &len, &schema);
  if (!data || schema != STORE_SCHEMA) return damaged(st, DB_META, err, schema);
  mp_reader r = mp_read(data, len);
  uint64_t number = mp_get_uint(&r, UINT64_MAX);
  if (number != mdb_txn_id(txn))
    return store_fail(err, STORE_CORRUPT,
                      "%s is damaged (a header points to an old state): remove it and run again; everything "
                      "but the history "
                      "of runs is made anew",
                      st->file);
  return STORE_OK;
}

static int make_env(store *st, store_error *err) {
  struct stat s;
  int rc = mdb_env_create(&st->env);
  if (!rc) rc = mdb_env_set_maxdbs(st->env, DB_TABLES);
  size_t size = FIRST_MAP;
  while (!stat(st->file, &s) && size < 2 * (size_t)s.st_size) size *= 2;
  if (!rc && st->writing) rc = mdb_env_set_mapsize(st->env, size);
  if (!rc) rc = mdb_env_open(st->env, st->path, MDB_NOTLS | (st->writing ? 0 : MDB_RDONLY), 0666);
  if (rc == EACCES &&
      !st->writing) { /* no right to make the lock file: then nobody else here writes either */
    mdb_env_close(st->env);
    rc = mdb_env_create(&st->env);
    if (!rc) rc = mdb_env_set_maxdbs(st->env, DB_TABLES);
    if (!rc) rc = mdb_env_open(st->env, st->path, MDB_NOTLS | MDB_RDONLY | MDB_NOLOCK, 0666);
  }
  if (rc) {
    if (st->env) mdb_env_close(st->env);
    st->env = NULL;
    return store_fail_sys(err, rc, "cannot open", st->file);
  }
  int dead;
  mdb_reader_check(st->env, &dead);
  return STORE_OK;
}

/* Takes a snapshot and verifies it; a writer that commits twice meanwhile makes us try again. */
static int verified_snapshot(store *st, MDB_txn **txn, store_error *err) {
  mdb_filehandle_t fd;
  mdb_env_get_fd(st->env, &fd);
  int status = STORE_BUSY;
  for (int tries = 0; status == STORE_BUSY && tries < 20; tries++) {
    int rc = mdb_txn_begin(st->env, NULL, MDB_RDONLY, txn);
    if (rc == MDB_MAP_RESIZED && !(rc = mdb_env_set_mapsize(st->env, 0))) continue;
    if (rc) return store_fail_sys(err, rc, "cannot read", st->file);
    status = st->writing ? pages_check_trees(st->file, fd, mdb_txn_id(*txn), true, NULL, err)
                         : pages_open(st->file, fd, mdb_txn_id(*txn), &st->verified, err);
    if (status) mdb_txn_abort(*txn);
    if (status == STORE_CORRUPT && !st->writing && tries < 3)
      status = STORE_BUSY; /* a header half written? */
  }
  return status;
}

static int create_tables(store *st, store_error *err) {
  MDB_txn *txn;
  int rc = mdb_txn_begin(st->env, NULL, 0, &txn);
  if (rc) return store_fail_sys(err, rc, "cannot write", st->file);
  rc = open_tables(st, txn, true);
  if (!rc) rc = put_commit_number(st, txn);
  if (rc)
    mdb_txn_abort(txn);
  else
    rc = mdb_txn_commit(txn);
  return rc ? store_fail_sys(err, explain(st, rc), "cannot write", st->file) : STORE_OK;
}

/* The schema of the newest transaction; 0 when that cannot be told. */
static uint64_t schema_of(MDB_txn *txn) {
  MDB_dbi dbi;
  MDB_val k = {6, (void *)"commit"}, v;
  size_t len;
  uint64_t schema;
  if (mdb_dbi_open(txn, db_table_names[DB_META], 0, &dbi) || mdb_get(txn, dbi, &k, &v)) return 0;
  return value_unwrap(DB_META, k.mv_data, k.mv_size, v.mv_data, v.mv_size, &len, &schema) ? schema : 0;
}

static int migrate(store *st, store_error *err) {
  for (;;) {
    MDB_txn *txn;
    MDB_envinfo info;
    int rc = mdb_txn_begin(st->env, NULL, 0, &txn);
    if (!rc && !(rc = store_migrate(st, txn))) rc = put_commit_number(st, txn);
    if (!rc)
      rc = mdb_txn_commit(txn);
    else
      mdb_txn_abort(txn);
    if (!rc) return STORE_OK;
    if (rc != MDB_MAP_FULL) return store_fail_sys(err, explain(st, rc), "cannot bring up to date", st->file);
    mdb_env_info(st->env, &info);
    rc = mdb_env_set_mapsize(st->env, 2 * info.me_mapsize);
    if (rc) return store_fail_sys(err, rc, "cannot bring up to date", st->file);
  }
}

/* After this st->dbi is filled, and st->snapshot set for a reader. */
static int open_env_or_part(store *st, store_error *err) {
  MDB_txn *txn;
  int status = pages_check_header(st->file, err);
  if (!status) status = make_env(st, err);
  if (!status) status = verified_snapshot(st, &txn, err);
  if (status) return status;
  uint64_t schema = st->verified ? STORE_SCHEMA : schema_of(txn);
  if (schema && schema < STORE_SCHEMA) {
    mdb_txn_abort(txn);
    status = migrate(st, err);
    if (!status) status = verified_snapshot(st, &txn, err);
    if (status) return status;
  }
  int rc = open_tables(st, txn, false);
  if (rc == MDB_NOTFOUND)
    status = store_fail(
        err, STORE_VERSION,
        "the store %s was made by another version of summ: the next summ run brings it up to date", st->path);
  else if (rc)
    status = store_fail_sys(err, rc, "cannot open", st->file);
  else
    status = check_commit_number(st, txn, err);
  if (status || st->writing) {
    rc = mdb_txn_commit(txn); /* keeps the table handles */
    return status ? status : rc ? store_fail_sys(err, rc, "cannot open", st->file) : STORE_OK;
  }
  st->snapshot = txn;
  return STORE_OK;
}

static int open_env(store *st, store_error *err) {
  int status = open_env_or_part(st, err);
  if (status && st->env) {
    mdb_env_close(st->env);
    st->env = NULL;
  }
  return status;
}

static int reopen_env(store *st, store_error *err) {
  if (st->env) mdb_env_close(st->env);
  st->env = NULL;
  return open_env(st, err);
}

/* ---- new files: made complete in a folder of their own, then renamed into place ---- */

static void remove_half(const store *st) {
  char *half = folder_file(st->path, "compact");
  char *data = folder_file(half, "data.mdb"), *lock = folder_file(half, "lock.mdb");
  unlink(data), unlink(lock), rmdir(half);
  free(half), free(data), free(lock);
}

/* Gives the file in the folder its tables and a commit number of its own: a compacted copy counts its transactions anew. */
static int stamp(const char *folder, store_error *err) {
  store copy = {
      .path = (char *)folder, .file = folder_file(folder, "data.mdb"), .writing = true, .lock_fd = -1};
  int status = make_env(&copy, err);
  if (!status) status = create_tables(&copy, err);
  if (copy.env) mdb_env_close(copy.env);
  free(copy.file);
  return status;
}

static int fsync_folder(const char *path) {
  int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return errno;
  int rc = fsync(fd) ? errno : 0;
  close(fd);
  return rc;
}

/* Makes a new file, a copy without holes if there is an environment to copy, and puts it in place of the old one. */
static int renew_file(store *st, store_error *err) {
  char *half = folder_file(st->path, "compact");
  char *data = folder_file(half, "data.mdb");
  int status = STORE_OK, rc = 0;
  remove_half(st);
  if (mkdir(half, 0777)) rc = errno;
  if (!rc && st->env) rc = mdb_env_copy2(st->env, half, MDB_CP_COMPACT);
  if (rc) status = store_fail_sys(err, explain(st, rc), "cannot write", data);
  if (!status) status = stamp(half, err);
  if (!status) {
    if (st->env) mdb_env_close(st->env);
    st->env = NULL;
    rc = rename(data, st->file) ? errno : fsync_folder(st->path);
    if (rc) status = store_fail_sys(err, explain(st, rc), "cannot replace", st->file);
  }
  remove_half(st);
  free(half), free(data);
  return status;
}

int db_compact(store *st, store_error *err) {
  int status = db_flush(st, err);
  if (!status) status = renew_file(st, err);
  if (st->env) return status;
  int opened = open_env(st, status ? NULL : err);
  return status ? status : opened;
}

static void init_locks(store *st) {
  pthread_mutexattr_t attr;
  pthread_condattr_t cond;
  pthread_mutexattr_init(&attr);
  pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&st->mutex, &attr);
  pthread_mutexattr_destroy(&attr);
  pthread_condattr_init(&cond);
  pthread_condattr_setclock(&cond, CLOCK_MONOTONIC);
  pthread_cond_init(&st->wake, &cond);
  pthread_condattr_destroy(&cond);
}

static void release(store *st) {
  if (st->snapshot) mdb_txn_abort(st->snapshot);
  pages_close(st->verified);
  if (st->env) mdb_env_close(st->env);
  if (st->lock_fd >= 0) {
    if (ftruncate(st->lock_fd, 0)) { /* the text is only for people */
    }
    close(st->lock_fd);
  }
  queue_clear(st);
  pthread_mutex_destroy(&st->mutex);
  pthread_cond_destroy(&st->wake);
  free(st->queue), free(st->index), free(st->used);
  free(st->path), free(st->file);
  free(st);
}

int store_open(const char *path, unsigned flags, store **out, store_error *err) {
  bool create = flags & STORE_CREATE && flags & STORE_WRITE;
  int status = create ? folder_create(path, err) : STORE_OK;
  if (!status) status = folder_check(path, err);
  if (status) return status;
  store *st = mem_realloc(NULL, sizeof *st);
  *st = (store){.writing = flags & STORE_WRITE, .lock_fd = -1};
  st->path = strcpy(mem_realloc(NULL, strlen(path) + 1), path);
  st->file = folder_file(path, "data.mdb");
  init_locks(st);
  struct stat about;
  bool empty = stat(st->file, &about) || !about.st_size;
  if (empty && !create)
    status = store_fail(err, STORE_ABSENT, "no store at %s: summ run makes one, --store DIR names another",
                        path);
  if (!status && st->writing) status = folder_lock(path, flags & STORE_WAIT, &st->lock_fd, err);
  if (!status && st->writing) remove_half(st);      /* left by one that was killed */
  empty = stat(st->file, &about) || !about.st_size; /* another one may have made it while we waited */
  if (!status && empty && create) status = renew_file(st, err);
  if (!status) status = open_env(st, err);
  if (!status)
    *out = st;
  else
    release(st);
  return status;
}

int store_sync(store *st, store_error *err) {
  db_lock(st);
  int status = db_flush(st, err);
  db_unlock(st);
  return status;
}

int store_close(store *st, store_error *err) {
  if (!st) return STORE_OK;
  int status = STORE_OK;
  if (st->writing) {
    db_lock(st);
    status = db_flush(st, err);
    st->stop = true;
    pthread_cond_signal(&st->wake);
    db_unlock(st);
    if (st->ticking) pthread_join(st->ticker, NULL);
  }
  release(st);
  return status;
}
