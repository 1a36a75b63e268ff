/* string.h and strings.h. Reads stop where the C function stops reading: strncmp of an unterminated array is fine as
 * long as the difference comes first. */
#define _GNU_SOURCE
#include "explorer/libc_impl.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

int64_t exm_strnlen(exm_machine *m, exm_addr a, uint64_t max) {
  if (!max) return 0;
  exm_obj *o = exm_readable(m, a, 1);
  if (!o) return exm_bad_access(m, a, 1, false), -1;
  uint64_t room = o->size - exm_off(a), n = max < room ? max : room;
  const uint8_t *end = memchr(o->mem + exm_off(a), 0, n);
  if (end) return end - (o->mem + exm_off(a));
  if (max > room) return exm_bad_access(m, a, room + 1, false), -1;
  return (int64_t)max;
}

const char *exm_str(exm_machine *m, exm_addr a) {
  int64_t n = exm_strlen(m, a);
  return n < 0 ? NULL : (const char *)exm_rd(m, a, (uint64_t)n + 1);
}

/* Compares at most max bytes of two strings; fold maps each byte to lower case. */
static bool compare(exm_hostcall *c, uint64_t max, bool fold, bool stop_at_nul) {
  exm_machine *m = c->m;
  exm_addr a = ARG(0), b = ARG(1);
  if (!max) RET(0);
  const exm_obj *o = exm_readable(m, a, 1), *u = exm_readable(m, b, 1);
  if (!o) return exm_bad_access(m, a, 1, false);
  if (!u) return exm_bad_access(m, b, 1, false);
  const uint8_t *p = o->mem + exm_off(a), *q = u->mem + exm_off(b);
  uint64_t p_room = o->size - exm_off(a), q_room = u->size - exm_off(b);
  for (uint64_t i = 0; i < max; i++) {
    if (i >= p_room) return exm_bad_access(m, a, i + 1, false);
    if (i >= q_room) return exm_bad_access(m, b, i + 1, false);
    int x = fold ? tolower(p[i]) : p[i], y = fold ? tolower(q[i]) : q[i];
    if (x != y) RET(x < y ? -1 : 1);
    if (stop_at_nul && !x) break;
  }
  RET(0);
}

LIBC(strlen) {
  int64_t n = exm_strlen(c->m, ARG(0));
  if (n < 0) return false;
  RET(n);
}
LIBC(strnlen) {
  int64_t n = exm_strnlen(c->m, ARG(0), ARG(1));
  if (n < 0) return false;
  RET(n);
}
LIBC(memcpy) {
  if (!exm_memcpy(c->m, ARG(0), ARG(1), ARG(2), false)) return false;
  RET(ARG(0));
}
LIBC(mempcpy) {
  if (!exm_memcpy(c->m, ARG(0), ARG(1), ARG(2), false)) return false;
  RET(ARG(0) + ARG(2));
}
LIBC(memmove) {
  if (!exm_memcpy(c->m, ARG(0), ARG(1), ARG(2), true)) return false;
  RET(ARG(0));
}
LIBC(bcopy) { return exm_memcpy(c->m, ARG(1), ARG(0), ARG(2), true); }
LIBC(memset) {
  if (!exm_memset(c->m, ARG(0), ARGI(1) & 0xff, ARG(2))) return false;
  RET(ARG(0));
}
LIBC(bzero) { return exm_memset(c->m, ARG(0), 0, ARG(1)); }
LIBC(memcmp) {
  uint64_t n = ARG(2);
  if (n && (!exm_readable(c->m, ARG(0), n) || !exm_readable(c->m, ARG(1), n))) {
    return compare(c, n, false, false); /* a difference may come before the end of the shorter object */
  }
  const uint8_t *p = exm_rd(c->m, ARG(0), n), *q = exm_rd(c->m, ARG(1), n);
  int r = n ? memcmp(p, q, n) : 0;
  RET(r < 0 ? -1 : r > 0);
}
LIBC(memchr) {
  exm_addr a = ARG(0);
  uint64_t n = ARG(2);
  int want = ARGI(1) & 0xff;
  if (!n) RET(0);
  exm_obj *o = exm_readable(c->m, a, 1);
  if (!o) return exm_bad_access(c->m, a, 1, false);
  uint64_t room = o->size - exm_off(a), look = n < room ? n : room;
  const uint8_t *at = memchr(o->mem + exm_off(a), want, look);
  if (at) RET(a + (uint64_t)(at - (o->mem + exm_off(a))));
  if (n > room) return exm_bad_access(c->m, a, room + 1, false);
  RET(0);
}
LIBC(memrchr) {
  uint64_t n = ARG(2);
  const uint8_t *p = exm_rd(c->m, ARG(0), n);
  if (!p) return false;
  while (n-- > 0) {
    if (p[n] == (uint8_t)ARG(1)) RET(ARG(0) + n);
  }
  RET(0);
}
LIBC(memmem) {
  const uint8_t *p = exm_rd(c->m, ARG(0), ARG(1)), *q = p ? exm_rd(c->m, ARG(2), ARG(3)) : NULL;
  if (!q) return false;
  const uint8_t *at = memmem(p, ARG(1), q, ARG(3));
  RET(at ? ARG(0) + (uint64_t)(at - p) : 0);
}
LIBC(memccpy) {
  for (uint64_t i = 0; i < ARG(3); i++) {
    if (!exm_memcpy(c->m, ARG(0) + i, ARG(1) + i, 1, true)) return false;
    if (*exm_rd(c->m, ARG(1) + i, 1) == (uint8_t)ARG(2)) RET(ARG(0) + i + 1);
  }
  RET(0);
}

/* dst = src, at most max bytes of it, then a terminator; the end of the copy in *end. */
static bool copy_string(exm_machine *m, exm_addr dst, exm_addr src, uint64_t max, exm_addr *end) {
  int64_t n = max == UINT64_MAX ? exm_strlen(m, src) : exm_strnlen(m, src, max);
  if (n < 0) return false;
  if (max == UINT64_MAX) {
    if (!exm_memcpy(m, dst, src, (uint64_t)n + 1, false)) return false;
  } else {
    if (!exm_memcpy(m, dst, src, (uint64_t)n, false)) return false;
    if (!exm_memset(m, dst + (uint64_t)n, 0, 1)) return false;
  }
  *end = dst + (uint64_t)n;
  return true;
}
LIBC(strcpy) {
  exm_addr end;
  if (!copy_string(c->m, ARG(0), ARG(1), UINT64_MAX, &end)) return false;
  RET(ARG(0));
}
LIBC(stpcpy) {
  exm_addr end;
  if (!copy_string(c->m, ARG(0), ARG(1), UINT64_MAX, &end)) return false;
  RET(end);
}
static bool padded_copy(exm_hostcall *c, int64_t *n) {
  *n = exm_strnlen(c->m, ARG(1), ARG(2));
  if (*n < 0 || !exm_memcpy(c->m, ARG(0), ARG(1), (uint64_t)*n, false)) return false;
  return exm_memset(c->m, ARG(0) + (uint64_t)*n, 0, ARG(2) - (uint64_t)*n);
}
LIBC(strncpy) {
  int64_t n;
  if (!padded_copy(c, &n)) return false;
  RET(ARG(0));
}
LIBC(stpncpy) {
  int64_t n;
  if (!padded_copy(c, &n)) return false;
  RET(ARG(0) + (uint64_t)n);
}
LIBC(strcat) {
  exm_addr end;
  int64_t n = exm_strlen(c->m, ARG(0));
  if (n < 0 || !copy_string(c->m, ARG(0) + (uint64_t)n, ARG(1), UINT64_MAX, &end)) return false;
  RET(ARG(0));
}
LIBC(strncat) {
  exm_addr end;
  int64_t n = exm_strlen(c->m, ARG(0));
  if (n < 0 ||
      !copy_string(c->m, ARG(0) + (uint64_t)n, ARG(1), ARG(2) == UINT64_MAX ? INT64_MAX : ARG(2), &end)) {
    return false;
  }
  RET(ARG(0));
}
LIBC(strcmp) { return compare(c, UINT64_MAX, false, true); }
LIBC(strncmp) { return compare(c, ARG(2), false, true); }
LIBC(strcasecmp) { return compare(c, UINT64_MAX, true, true); }
LIBC(strncasecmp) { return compare(c, ARG(2), true, true); }
LIBC(strxfrm) {
  int64_t n = exm_strlen(c->m, ARG(1));
  if (n < 0) return false;
  uint64_t fits = (uint64_t)n < ARG(2) ? (uint64_t)n + 1 : ARG(2);
  if (!exm_memcpy(c->m, ARG(0), ARG(1), fits, false)) return false;
  RET(n);
}

/* The host's answer about a string, as an address in it. */
#define WHERE(expr)                      \
  const char *s = exm_str(c->m, ARG(0)); \
  if (!s) return false;                  \
  const char *at = (expr);               \
  RET(at ? ARG(0) + (uint64_t)(at - s) : 0)
LIBC(strchr) { /* stops at the first hit, which may come before a missing terminator */
  exm_obj *o = exm_readable(c->m, ARG(0), 1);
  if (o) {
    uint32_t off = exm_off(ARG(0));
    for (uint32_t i = off; i < o->size; i++) {
      if (o->mem[i] == (uint8_t)ARG(1)) RET(ARG(0) + (i - off));
      if (!o->mem[i]) RET(0);
    }
  }
  return exm_strlen(c->m, ARG(0)) >= 0;
}
LIBC(strrchr) { WHERE(strrchr(s, ARGI(1))); }
LIBC(strchrnul) { WHERE(strchrnul(s, ARGI(1))); }
#define WITH_SECOND                      \
  const char *t = exm_str(c->m, ARG(1)); \
  if (!t) return false;
LIBC(strstr) { WITH_SECOND WHERE(strstr(s, t)); }
LIBC(strcasestr) { WITH_SECOND WHERE(strcasestr(s, t)); }
LIBC(strpbrk) { WITH_SECOND WHERE(strpbrk(s, t)); }
LIBC(strspn) {
  WITH_SECOND
  const char *s = exm_str(c->m, ARG(0));
  if (!s) return false;
  RET(strspn(s, t));
}
LIBC(strcspn) {
  WITH_SECOND
  const char *s = exm_str(c->m, ARG(0));
  if (!s) return false;
  RET(strcspn(s, t));
}

/* strtok_r on a string at start (0: go on at *next). */
static bool tokenise(exm_hostcall *c, exm_addr start, exm_addr delims, exm_addr *next) {
  exm_machine *m = c->m;
  if (!start) start = *next;
  if (!start) RET(0);
  const char *d = exm_str(m, delims), *s = d ? exm_str(m, start) : NULL;
  if (!s) return false;
  size_t skip = strspn(s, d), len = strcspn(s + skip, d);
  if (!len) {
    *next = 0;
    RET(0);
  }
  exm_addr token = start + skip, end = token + len;
  if (s[skip + len]) {
    if (!exm_memset(m, end, 0, 1)) return false;
    *next = end + 1;
  } else {
    *next = end;
  }
  RET(token);
}
LIBC(strtok) { return tokenise(c, ARG(0), ARG(1), &c->m->libc->strtok_next); }
LIBC(strtok_r) {
  exm_addr next = 0;
  if (!ARG(0)) {
    uint8_t *p = exm_rd(c->m, ARG(2), 8);
    if (!p) return false;
    memcpy(&next, p, 8);
  }
  if (!tokenise(c, ARG(0), ARG(1), &next)) return false;
  uint8_t *p = exm_wr(c->m, ARG(2), 8);
  if (!p) return false;
  memcpy(p, &next, 8);
  return true;
}
LIBC(strsep) {
  exm_addr start = 0, next = 0;
  uint8_t *p = exm_rd(c->m, ARG(0), 8);
  if (!p) return false;
  memcpy(&start, p, 8);
  if (!start) RET(0);
  const char *d = exm_str(c->m, ARG(1)), *s = d ? exm_str(c->m, start) : NULL;
  if (!s) return false;
  size_t len = strcspn(s, d);
  if (s[len]) {
    if (!exm_memset(c->m, start + len, 0, 1)) return false;
    next = start + len + 1;
  }
  p = exm_wr(c->m, ARG(0), 8);
  if (!p) return false;
  memcpy(p, &next, 8);
  RET(start);
}
static bool duplicate(exm_hostcall *c, int64_t n) {
  if (n < 0) return false;
  exm_addr a = exm_malloc(c->m, (uint64_t)n + 1, false);
  if (!a) RET(0);
  if (!exm_memcpy(c->m, a, ARG(0), (uint64_t)n, false) || !exm_memset(c->m, a + (uint64_t)n, 0, 1))
    return false;
  RET(a);
}
LIBC(strdup) { return duplicate(c, exm_strlen(c->m, ARG(0))); }
LIBC(strndup) { return duplicate(c, exm_strnlen(c->m, ARG(0), ARG(1))); }
LIBC(strerror) { RET(exm_static_text(c->m, strerror(ARGI(0)))); }
LIBC(strsignal) { RET(exm_static_text(c->m, strsignal(ARGI(0)))); }
LIBC(ffs) { RET(ffs(ARGI(0))); }
LIBC(ffsl) { RET(ffsl((long)ARG(0))); }

const exm_libc exm_libc_string[] = {ENTRY(strlen, 1),
                                    ENTRY(strnlen, 2),
                                    ENTRY(memcpy, 3),
                                    ENTRY(mempcpy, 3),
                                    ENTRY(memmove, 3),
                                    ENTRY(bcopy, 3),
                                    ENTRY(memset, 3),
                                    ENTRY(bzero, 2),
                                    ENTRY(memcmp, 3),
                                    ALIAS(bcmp, memcmp, 3),
                                    ENTRY(memchr, 3),
                                    ALIAS(__memcmp, memcmp, 3),
                                    ENTRY(memrchr, 3),
                                    ENTRY(memmem, 4),
                                    ENTRY(memccpy, 4),
                                    ENTRY(strcpy, 2),
                                    ENTRY(stpcpy, 2),
                                    ENTRY(strncpy, 3),
                                    ENTRY(stpncpy, 3),
                                    ENTRY(strcat, 2),
                                    ENTRY(strncat, 3),
                                    ENTRY(strcmp, 2),
                                    ENTRY(strncmp, 3),
                                    ENTRY(strcasecmp, 2),
                                    ENTRY(strncasecmp, 3),
                                    ALIAS(strcoll, strcmp, 2),
                                    ENTRY(strxfrm, 3),
                                    ENTRY(strchr, 2),
                                    ALIAS(index, strchr, 2),
                                    ENTRY(strrchr, 2),
                                    ALIAS(rindex, strrchr, 2),
                                    ENTRY(strchrnul, 2),
                                    ENTRY(strstr, 2),
                                    ENTRY(strcasestr, 2),
                                    ENTRY(strpbrk, 2),
                                    ENTRY(strspn, 2),
                                    ENTRY(strcspn, 2),
                                    ENTRY(strtok, 2),
                                    ENTRY(strtok_r, 3),
                                    ALIAS(__strtok_r, strtok_r, 3),
                                    ENTRY(strsep, 2),
                                    ENTRY(strdup, 1),
                                    ALIAS(__strdup, strdup, 1),
                                    ENTRY(strndup, 2),
                                    ENTRY(strerror, 1),
                                    ENTRY(strsignal, 1),
                                    ENTRY(ffs, 1),
                                    ENTRY(ffsl, 1),
                                    ALIAS(ffsll, ffsl, 1),
                                    ALIAS(explicit_bzero, bzero, 2),
                                    {NULL, NULL, 0}};
