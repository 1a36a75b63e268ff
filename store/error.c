/* Errors in words: every message names the thing and, where there is one, the next step. */
#include "store/internal.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char *const names[STORE_ERRORS] = {
    [STORE_OK] = "fine",
    [STORE_NOT_FOUND] = "no such entry",
    [STORE_ABSENT] = "no store here",
    [STORE_BUSY] = "another process is writing",
    [STORE_DENIED] = "no permission",
    [STORE_FULL] = "disk full",
    [STORE_IO] = "input/output error",
    [STORE_NETWORK] = "on a network file system",
    [STORE_VERSION] = "made by another version of summ",
    [STORE_CORRUPT] = "damaged",
};

const char *store_strerror(int code) {
  return code >= 0 && code < STORE_ERRORS ? names[code] : "unknown error";
}

int store_fail(store_error *err, int code, const char *format, ...) {
  if (!err) return code;
  va_list args;
  va_start(args, format);
  vsnprintf(err->detail, sizeof err->detail, format, args);
  va_end(args);
  err->code = code;
  return code;
}

static int code_of(int rc) {
  switch (rc) {
  case ENOSPC:
  case EDQUOT:
  case EFBIG: return STORE_FULL;
  case EACCES:
  case EPERM:
  case EROFS: return STORE_DENIED;
  case ENOENT: return STORE_ABSENT;
  case MDB_INVALID:
  case MDB_CORRUPTED:
  case MDB_PAGE_NOTFOUND: return STORE_CORRUPT;
  case MDB_VERSION_MISMATCH: return STORE_VERSION;
  default: return STORE_IO;
  }
}

int store_fail_sys(store_error *err, int rc, const char *what, const char *path) {
  static const char *const next[STORE_ERRORS] = {
      [STORE_FULL] = ": free some space and run again; nothing stored so far is lost",
      [STORE_DENIED] = ": make it writable or choose another folder with --store",
      [STORE_CORRUPT] = ": run summ check, or remove it and run again",
      [STORE_VERSION] = ": use the version of summ that made it, or another folder with --store",
  };
  int code = code_of(rc);
  return store_fail(err, code, "%s %s: %s%s", what, path, mdb_strerror(rc), next[code] ? next[code] : "");
}
