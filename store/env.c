/* The environment: opening it, verified first; making it, or a compacted copy, complete in a folder of its own and then putting it
 * in place; closing. */
#define _GNU_SOURCE
#include "store/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FIRST_MAP ((size_t)64 << 20)

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
  if (!data || schema != STORE_SCHEMA) return db_damaged(st, DB_META, err, schema);
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
  if (!rc) rc = db_put_commit_number(st, txn);
  if (rc)
    mdb_txn_abort(txn);
  else
    rc = mdb_txn_commit(txn);
  return rc ? store_fail_sys(err, db_explain(st, rc), "cannot write", st->file) : STORE_OK;
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
    if (!rc && !(rc = store_migrate(st, txn))) rc = db_put_commit_number(st, txn);
    if (!rc)
      rc = mdb_txn_commit(txn);
    else
      mdb_txn_abort(txn);
    if (!rc) return STORE_OK;
    if (rc != MDB_MAP_FULL)
      return store_fail_sys(err, db_explain(st, rc), "cannot bring up to date", st->file);
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

int db_reopen(store *st, store_error *err) {
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
  if (rc) status = store_fail_sys(err, db_explain(st, rc), "cannot write", data);
  if (!status) status = stamp(half, err);
  if (!status) {
    if (st->env) mdb_env_close(st->env);
    st->env = NULL;
    rc = rename(data, st->file) ? errno : fsync_folder(st->path);
    if (rc) status = store_fail_sys(err, db_explain(st, rc), "cannot replace", st->file);
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
  db_queue_clear(st);
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

/* The lock is held meanwhile, so that no other thread and no ticker writes a part. */
void store_together(store *st) {
  db_lock(st);
  st->together++;
}

int store_together_end(store *st, store_error *err) {
  st->together--;
  int status = db_due(st, err);
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
