/* Smaller parts of libc: the environment, which is empty until the program writes to it, searching, file names, and the rest of
 * time.h and stdio.h. */
#define _GNU_SOURCE
#include "explorer/libc_impl.h"

#include <errno.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- the environment: "NAME=value" texts of the program or of ours, in the array that environ points to ---- */

static exm_addr *variables(exm_machine *m) {
  exm_libc_state *s = m->libc;
  return (exm_addr *)(void *)exm_wr(m, s->environ_addr, 8 * (EXM_MAX_ENVIRON + 1));
}

/* The place of a name of n bytes, or of the end; -1 with the error set. */
static int find_variable(exm_machine *m, const char *name, size_t n) {
  const exm_addr *list = variables(m);
  int i = 0;
  for (; list[i]; i++) {
    const char *text = exm_str(m, list[i]);
    if (!text) return -1;
    if (!strncmp(text, name, n) && text[n] == '=') break;
  }
  return i;
}

static bool set_variable(exm_hostcall *c, const char *name, size_t n, exm_addr text) {
  int i = find_variable(c->m, name, n);
  if (i < 0) return false;
  if (i == EXM_MAX_ENVIRON) {
    exm_set_errno(c->m, ENOMEM);
    RET(-1);
  }
  variables(c->m)[i] = text;
  RET(0);
}

static bool good_name(exm_hostcall *c, const char *name) {
  if (*name && !strchr(name, '=')) return true;
  exm_set_errno(c->m, EINVAL);
  c->res[0].lo = (uint64_t)-1;
  return false;
}

LIBC(getenv) {
  const char *name = exm_str(c->m, ARG(0));
  int i = name ? find_variable(c->m, name, strlen(name)) : -1;
  if (i < 0) return false;
  exm_addr text = variables(c->m)[i];
  RET(text ? text + strlen(name) + 1 : 0);
}
LIBC(setenv) {
  const char *name = exm_str(c->m, ARG(0)), *value = name ? exm_str(c->m, ARG(1)) : NULL;
  if (!value) return false;
  if (!good_name(c, name)) return true;
  int i = find_variable(c->m, name, strlen(name));
  if (i < 0) return false;
  if (variables(c->m)[i] && !ARGI(2)) RET(0);
  char *text = NULL;
  int n = asprintf(&text, "%s=%s", name, value);
  exm_addr a = n < 0 ? 0 : exm_alloc(c->m, EXM_HOST, (uint64_t)n + 1, text);
  free(text);
  return set_variable(c, name, strlen(name), a);
}
LIBC(unsetenv) {
  const char *name = exm_str(c->m, ARG(0));
  if (!name) return false;
  if (!good_name(c, name)) return true;
  int i = find_variable(c->m, name, strlen(name));
  if (i < 0) return false;
  exm_addr *list = variables(c->m);
  for (; list[i]; i++) list[i] = list[i + 1];
  RET(0);
}
LIBC(putenv) {
  const char *text = exm_str(c->m, ARG(0)), *equals = text ? strchr(text, '=') : NULL;
  if (!text) return false;
  if (!equals) return f_unsetenv(c);
  return set_variable(c, text, (size_t)(equals - text), ARG(0));
}
LIBC(clearenv) {
  memset(variables(c->m), 0, 8 * (EXM_MAX_ENVIRON + 1));
  RET(0);
}

/* ---- search.h ---- */

/* lsearch puts what it does not find behind the last element. */
static bool linear_search(exm_hostcall *c, bool insert) {
  uint64_t n;
  const uint8_t *p = exm_rd(c->m, ARG(2), 8);
  if (!p) return false;
  memcpy(&n, p, 8);
  exm_addr at = ARG(1);
  for (uint64_t i = 0; i < n; i++, at += ARG(3)) {
    fe_val args[2] = {{.lo = ARG(0)}, {.lo = at}}, res;
    if (!exm_callback(c->m, ARG(4), args, 2, &res)) return false;
    if (!(uint32_t)res.lo) RET(at);
  }
  if (!insert) RET(0);
  uint8_t *q = exm_memcpy(c->m, at, ARG(0), ARG(3), true) ? exm_wr(c->m, ARG(2), 8) : NULL;
  if (!q) return false;
  n++;
  memcpy(q, &n, 8);
  RET(at);
}
LIBC(lfind) { return linear_search(c, false); }
LIBC(lsearch) { return linear_search(c, true); }

/* ---- strings ---- */

LIBC(rawmemchr) {
  exm_obj *o = exm_readable(c->m, ARG(0), 1);
  if (!o) return exm_bad_access(c->m, ARG(0), 1, false);
  uint64_t room = o->size - exm_off(ARG(0));
  const uint8_t *p = o->mem + exm_off(ARG(0)), *at = memchr(p, ARGI(1) & 0xff, room);
  if (!at) return exm_bad_access(c->m, ARG(0), room + 1, false);
  RET(ARG(0) + (uint64_t)(at - p));
}
LIBC(strverscmp) {
  const char *s = exm_str(c->m, ARG(0)), *t = s ? exm_str(c->m, ARG(1)) : NULL;
  if (!t) return false;
  RET(strverscmp(s, t));
}
LIBC(swab) {
  for (int64_t i = 0; i + 1 < (int64_t)ARG(2); i += 2) {
    const uint8_t *from = exm_rd(c->m, ARG(0) + (uint64_t)i, 2);
    if (!from) return false;
    uint8_t two[2] = {from[1], from[0]}, *to = exm_wr(c->m, ARG(1) + (uint64_t)i, 2);
    if (!to) return false;
    memcpy(to, two, 2);
  }
  return true;
}
static bool put_text(exm_hostcall *c, exm_addr to, const char *text, uint64_t room) {
  uint64_t n = strlen(text);
  if (!room) return true;
  if (n >= room) n = room - 1;
  uint8_t *p = exm_wr(c->m, to, n + 1);
  if (!p) return false;
  memcpy(p, text, n);
  p[n] = 0;
  return true;
}
LIBC(strerror_r) { RET(exm_static_text(c->m, strerror(ARGI(0)))); }
LIBC(__xpg_strerror_r) {
  const char *text = strerror(ARGI(0));
  if (!put_text(c, ARG(1), text, ARG(2))) return false;
  RET(strlen(text) < ARG(2) ? 0 : ERANGE);
}
LIBC(basename) { /* string.h's: what stands behind the last slash */
  const char *s = exm_str(c->m, ARG(0)), *slash = s ? strrchr(s, '/') : NULL;
  if (!s) return false;
  RET(slash ? ARG(0) + (uint64_t)(slash - s) + 1 : ARG(0));
}
/* libgen.h's, which may write to the path; the answer lies in it or is a text of ours. */
static bool path_part(exm_hostcall *c, char *part(char *)) {
  const char *s = ARG(0) ? exm_str(c->m, ARG(0)) : "";
  if (!s) return false;
  size_t n = strlen(s) + 1;
  char *copy = strcpy(exm_xalloc(n), s), *r = part(copy);
  bool inside = r >= copy && r < copy + n, ok = true;
  if (inside && memcmp(copy, s, n)) {
    uint8_t *p = exm_wr(c->m, ARG(0), n);
    ok = p != NULL;
    if (ok) memcpy(p, copy, n);
  }
  c->res[0].lo = inside ? ARG(0) + (uint64_t)(r - copy) : exm_static_text(c->m, r);
  free(copy);
  return ok;
}
LIBC(__xpg_basename) { return path_part(c, __xpg_basename); }
LIBC(dirname) { return path_part(c, dirname); }

/* ---- time.h ---- */

LIBC(ctime) {
  const uint8_t *p = exm_rd(c->m, ARG(0), 8);
  if (!p) return false;
  time_t t;
  char buf[64];
  memcpy(&t, p, 8);
  RET(ctime_r(&t, buf) ? exm_static_text(c->m, buf) : 0);
}
LIBC(timespec_get) {
  struct timespec ts;
  int r = timespec_get(&ts, ARGI(1));
  uint8_t *p = exm_wr(c->m, ARG(0), sizeof ts);
  if (!p) return false;
  memcpy(p, &ts, sizeof ts);
  RET(r);
}
LIBC(nanosleep) { RET(0); }

/* ---- stdio.h ---- */

LIBC(rename) {
  const char *from = exm_str(c->m, ARG(0)), *to = from ? exm_str(c->m, ARG(1)) : NULL;
  if (!to) return false;
  int r;
  WITH_ERRNO(c->m, r = rename(from, to));
  RET(r);
}
LIBC(fgetpos) {
  FILE *f = exm_stream_file(c->m, ARG(0));
  int64_t at = f ? ftell(f) : 0;
  uint8_t *p = f ? exm_wr(c->m, ARG(1), sizeof(fpos_t)) : NULL;
  if (!p) return false;
  memset(p, 0, sizeof(fpos_t));
  memcpy(p, &at, sizeof at);
  RET(at < 0 ? -1 : 0);
}
LIBC(fsetpos) {
  FILE *f = exm_stream_file(c->m, ARG(0));
  const uint8_t *p = f ? exm_rd(c->m, ARG(1), sizeof(fpos_t)) : NULL;
  if (!p) return false;
  int64_t at;
  memcpy(&at, p, sizeof at);
  RET(fseek(f, at, SEEK_SET));
}

const exm_libc exm_libc_misc[] = {ENTRY(getenv, 1),
                                  ALIAS(secure_getenv, getenv, 1),
                                  ENTRY(setenv, 3),
                                  ENTRY(unsetenv, 1),
                                  ENTRY(putenv, 1),
                                  ENTRY(clearenv, 0),
                                  ENTRY(lfind, 5),
                                  ENTRY(lsearch, 5),
                                  ENTRY(rawmemchr, 2),
                                  ENTRY(strverscmp, 2),
                                  ENTRY(swab, 3),
                                  ENTRY(strerror_r, 3),
                                  ENTRY(__xpg_strerror_r, 3),
                                  ENTRY(basename, 1),
                                  ENTRY(__xpg_basename, 1),
                                  ENTRY(dirname, 1),
                                  ENTRY(ctime, 1),
                                  ENTRY(timespec_get, 2),
                                  ENTRY(nanosleep, 2),
                                  ENTRY(rename, 2),
                                  ENTRY(fgetpos, 2),
                                  ENTRY(fsetpos, 2),
                                  {NULL, NULL, 0}};
