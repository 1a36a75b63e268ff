/* Private to store/: the handle, tables of bytes, values. */
#ifndef STORE_INTERNAL_H
#define STORE_INTERNAL_H

#include "store/store.h"
#include "summaries/mem.h"
#include "summaries/mp.h"

#include <lmdb.h>
#include <pthread.h>

/* ---- errors (error.c) ---- */

/* Fills err (may be NULL) and returns code. */
int store_fail(store_error *err, int code, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* The same for an error of LMDB or the operating system; what: "cannot write", path: which file. */
int store_fail_sys(store_error *err, int rc, const char *what, const char *path);

/* ---- the folder and its locks (folder.c) ---- */

/* Refuses network file systems. */
int folder_check(const char *path, store_error *err);
int folder_create(const char *path, store_error *err); /* with the folders above it */
/* Takes the writer's lock, *fd keeps it until closed. */
int folder_lock(const char *path, bool wait, int *fd, store_error *err);
char *folder_file(const char *path, const char *name); /* path/name, malloc'ed */

/* ---- the file's structure (pages.c) ---- */

/* Is this a file LMDB can safely open? STORE_ABSENT for a missing or empty one. */
int pages_check_header(const char *file, store_error *err);
/* Walks all trees of the snapshot with this transaction number. deep: also the heads of overflow pages. On STORE_BUSY the
 * snapshot's root was overwritten meanwhile: renew the transaction and try again. */
int pages_check_trees(const char *file, int fd, uint64_t txnid, bool deep, uint64_t *free_pages,
                      store_error *err);

/* For readers, who touch few pages: the list of tables is verified at once, the pages on the way to a key, or to those with a
 * prefix, when they are looked up, and a whole table before it is walked. The map stays until closed. */
typedef struct pages pages;

/* ---- tables of bytes (db.c) ---- */

typedef enum db_table {
  DB_META,
  DB_FUNCTIONS,
  DB_NAMES,
  DB_STATES,
  DB_SUMMARIES,
  DB_VARIANTS,
  DB_MODULES,
  DB_GROUPS,
  DB_FINDINGS,
  DB_RUNS,
  DB_MAPS,
  DB_TABLES
} db_table;
extern const char *const db_table_names[DB_TABLES];

int pages_open(const char *file, int fd, uint64_t txnid, pages **out, store_error *err);
void pages_close(pages *g);
int pages_check_key(pages *g, db_table t, const void *key, size_t nkey, store_error *err);
int pages_check_prefix(pages *g, db_table t, const void *prefix, size_t n, store_error *err); /* 0: all */

typedef struct pending {
  uint8_t table;
  bool erase;
  void *key, *value; /* value: with envelope */
  size_t nkey, nvalue;
} pending;

struct store {
  char *path, *file;
  bool writing;
  int lock_fd; /* writer's lock, -1 for readers */
  MDB_env *env;
  MDB_dbi dbi[DB_TABLES];
  MDB_txn *snapshot;     /* readers: open as long as the handle */
  pages *verified;       /* readers: what of the snapshot has been verified */
  pthread_mutex_t mutex; /* recursive; everything below */
  pending *queue;
  size_t nqueue, cap_queue, queue_bytes;
  uint32_t *index; /* open addressing: position + 1 */
  size_t nindex;
  int64_t oldest; /* monotonic msec of the oldest pending entry */
  int iterating;  /* callbacks of db_each are running */
  int together;   /* store_together: what is put is not to be written yet */
  bool ticking, stop;
  pthread_t ticker;
  pthread_cond_t wake;
  store_error failed;  /* of the background batch; code 0: none */
  uint64_t run;        /* current run, 0 none */
  uint8_t (*used)[32]; /* modules used since the last run ended: sources are read before a run begins */
  uint32_t nused, cap_used;
};

void db_lock(store *st);
void db_unlock(store *st);
/* All of these are called with the lock held. Values are payloads; the envelope is added and checked inside. */
int db_get(store *st, db_table t, const void *key, size_t nkey, uint8_t **data, size_t *len,
           store_error *err);
int db_has(store *st, db_table t, const void *key, size_t nkey, bool *has, store_error *err);
/* Pending until the batch. Writes nothing if the stored value is the same already. */
int db_put(store *st, db_table t, const void *key, size_t nkey, const uint8_t *data, size_t len,
           store_error *err);
/* Does the table take more bytes on disk? What is pending does not count. */
int db_is_larger(store *st, db_table t, uint64_t bytes, bool *larger, store_error *err);
int db_erase(store *st, db_table t, const void *key, size_t nkey, store_error *err);
/* Starts the clock of the batch, or makes it durable when it is due; call after the puts of one operation. */
int db_due(store *st, store_error *err);
int db_flush(store *st, store_error *err);
/* Calls fn for every entry whose key begins with prefix (n 0: every entry) in order, until it returns non-zero, which is returned.
 * A damaged entry comes with data NULL. fn may read but not put. */
typedef int db_each_fn(void *self, const uint8_t *key, size_t nkey, const uint8_t *data, size_t len,
                       store_error *err);
int db_each(store *st, db_table t, const void *prefix, size_t n, db_each_fn *fn, void *self,
            store_error *err);
/* What is pending is forgotten. */
void db_queue_clear(store *st);
/* Notes the transaction's number in it. Returns LMDB's code. */
int db_put_commit_number(store *st, MDB_txn *txn);
/* A write that was cut short comes back as EIO; on a full disk ENOSPC is what it means. */
int db_explain(const store *st, int rc);
/* An entry of the table is damaged, or of another schema. */
int db_damaged(const store *st, db_table t, store_error *err, uint64_t schema);

/* ---- the environment (env.c) ---- */

/* After a failed write LMDB may refuse to go on with its environment: a new one starts from what is on disk. */
int db_reopen(store *st, store_error *err);
/* Writes the compacted copy and puts it in the file's place. */
int db_compact(store *st, store_error *err);

/* ---- older schemas (migrate.c) ---- */

/* Brings every table into this schema's form, within the transaction, and opens the tables. Returns LMDB's code. */
int store_migrate(store *st, MDB_txn *txn);

/* ---- values (value.c) ---- */

/* The envelope: [schema, crc32(table name, 0, key, payload), payload]. */
uint32_t value_crc(db_table t, const void *key, size_t nkey, const uint8_t *payload, size_t len);
void *value_wrap(db_table t, const void *key, size_t nkey, const uint8_t *payload, size_t len, size_t *out);
/* NULL when damaged; *schema says which version wrote it. The payload lies inside. */
const uint8_t *value_unwrap(db_table t, const void *key, size_t nkey, const uint8_t *value, size_t len,
                            size_t *out, uint64_t *schema);

/* The key of a USR: itself, or when longer than 240 bytes its first 200 and "~" and 16 hex digits of FNV-1a. */
#define KEY_MAX 511
typedef struct key {
  size_t n;
  char bytes[KEY_MAX];
} key;
key key_usr(const char *usr);
key key_name(const char *name, const char *usr); /* name (at most 200 bytes), NUL, key_usr */
key key_number(uint64_t n);                      /* eight bytes, big end first */

#endif
