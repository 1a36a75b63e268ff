/* time.h and locale.h: the host's clock and calendar; struct tm is laid out as the host's. */
#define _GNU_SOURCE
#include "explorer/libc_impl.h"

#include <errno.h>
#include <locale.h>
#include <time.h>
#include <unistd.h>

LIBC(time) {
  time_t t = time(NULL);
  if (ARG(0)) {
    uint8_t *p = exm_wr(c->m, ARG(0), 8);
    if (!p) return false;
    memcpy(p, &t, 8);
  }
  RET(t);
}
LIBC(clock) { RET(clock()); }
LIBC(clock_gettime) {
  struct timespec ts;
  int r = clock_gettime(ARGI(0), &ts);
  uint8_t *p = exm_wr(c->m, ARG(1), sizeof ts);
  if (!p) return false;
  memcpy(p, &ts, sizeof ts);
  RET(r);
}
LIBC(gettimeofday) {
  struct timespec ts;
  clock_gettime(CLOCK_REALTIME, &ts);
  int64_t tv[2] = {ts.tv_sec, ts.tv_nsec / 1000};
  uint8_t *p = exm_wr(c->m, ARG(0), sizeof tv);
  if (!p) return false;
  memcpy(p, tv, sizeof tv);
  RET(0);
}
LIBC(difftime) {
  c->res[0].d = difftime((time_t)ARG(0), (time_t)ARG(1));
  return true;
}

/* Writes tm at a (0: a static object) without the host's zone pointer. */
static bool put_tm(exm_hostcall *c, struct tm tm, exm_addr a) {
  exm_libc_state *s = c->m->libc;
  if (!a) {
    if (!s->static_tm) s->static_tm = exm_alloc(c->m, EXM_HOST, sizeof tm, NULL);
    a = s->static_tm;
  }
  tm.tm_zone = NULL;
  uint8_t *p = exm_wr(c->m, a, sizeof tm);
  if (!p) return false;
  memcpy(p, &tm, sizeof tm);
  RET(a);
}
static bool break_down(exm_hostcall *c, bool local, exm_addr to) {
  const uint8_t *p = exm_rd(c->m, ARG(0), 8);
  if (!p) return false;
  time_t t;
  struct tm tm;
  memcpy(&t, p, 8);
  bool fits; /* the year, in an int */
  WITH_ERRNO(c->m, fits = (local ? localtime_r(&t, &tm) : gmtime_r(&t, &tm)) != NULL);
  if (!fits) RET(0);
  return put_tm(c, tm, to);
}
LIBC(gmtime) { return break_down(c, false, 0); }
LIBC(localtime) { return break_down(c, true, 0); }
LIBC(gmtime_r) { return break_down(c, false, ARG(1)); }
LIBC(localtime_r) { return break_down(c, true, ARG(1)); }
static bool get_tm(exm_hostcall *c, uint32_t arg, struct tm *tm) {
  const uint8_t *p = exm_rd(c->m, ARG(arg), sizeof *tm);
  if (!p) return false;
  memcpy(tm, p, sizeof *tm);
  tm->tm_zone = "UTC";
  return true;
}
LIBC(mktime) {
  struct tm tm;
  if (!get_tm(c, 0, &tm)) return false;
  time_t t = mktime(&tm);
  if (!put_tm(c, tm, ARG(0))) return false;
  RET(t);
}
LIBC(timegm) {
  struct tm tm;
  if (!get_tm(c, 0, &tm)) return false;
  time_t t = timegm(&tm);
  if (!put_tm(c, tm, ARG(0))) return false;
  RET(t);
}
LIBC(strftime) {
  struct tm tm;
  const char *fmt = exm_str(c->m, ARG(2));
  if (!fmt || !get_tm(c, 3, &tm)) return false;
  char buf[4096];
  size_t n = strftime(buf, ARG(1) < sizeof buf ? ARG(1) : sizeof buf, fmt, &tm);
  if (!n) RET(0);
  uint8_t *p = exm_wr(c->m, ARG(0), n + 1);
  if (!p) return false;
  memcpy(p, buf, n + 1);
  RET(n);
}
LIBC(asctime) {
  struct tm tm;
  char buf[64];
  if (!get_tm(c, 0, &tm)) return false;
  RET(exm_static_text(c->m, asctime_r(&tm, buf) ? buf : ""));
}
LIBC(sleep) { RET(0); }

/* Only the C locale exists; asking for the user's gives it too. */
LIBC(setlocale) {
  if (ARG(1)) {
    const char *s = exm_str(c->m, ARG(1));
    if (!s) return false;
    if (*s && strcmp(s, "C") && strcmp(s, "POSIX")) RET(0);
  }
  RET(exm_static_text(c->m, "C"));
}

const exm_libc exm_libc_time[] = {ENTRY(time, 1),         ENTRY(clock, 0),    ENTRY(clock_gettime, 2),
                                  ENTRY(gettimeofday, 2), ENTRY(difftime, 2), ENTRY(gmtime, 1),
                                  ENTRY(localtime, 1),    ENTRY(gmtime_r, 2), ENTRY(localtime_r, 2),
                                  ENTRY(mktime, 1),       ENTRY(timegm, 1),   ENTRY(strftime, 4),
                                  ENTRY(asctime, 1),      ENTRY(sleep, 1),    ALIAS(usleep, sleep, 1),
                                  ENTRY(setlocale, 2),    {NULL, NULL, 0}};
