/* stdlib.h, assert, signal: allocation, conversion, sorting with callbacks into the program, random numbers in glibc's
 * own sequences, and the ways a program ends. */
#define _GNU_SOURCE
#include "explorer/libc_impl.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

/* ---- allocation ---- */

LIBC(malloc) {
  exm_addr a = exm_malloc(c->m, ARG(0), false);
  if (!a) exm_set_errno(c->m, ENOMEM);
  RET(a);
}
LIBC(calloc) {
  uint64_t n;
  exm_addr a = __builtin_mul_overflow(ARG(0), ARG(1), &n) ? 0 : exm_malloc(c->m, n, true);
  if (!a) exm_set_errno(c->m, ENOMEM);
  RET(a);
}
LIBC(free) { return !ARG(0) || exm_heap_free(c->m, ARG(0), "free"); }

static bool resize(exm_hostcall *c, exm_addr old, uint64_t n) {
  if (!old) {
    exm_addr a = exm_malloc(c->m, n, false);
    RET(a);
  }
  exm_object o;
  if (!exm_object_at(c->m, old, &o) || o.kind != EXM_HEAP || o.base != old) {
    return exm_heap_free(c->m, old, "realloc"); /* fails, and says why */
  }
  if (!n) {
    exm_heap_free(c->m, old, "realloc");
    RET(0);
  }
  exm_addr a = exm_malloc(c->m, n, false);
  if (!a) {
    exm_set_errno(c->m, ENOMEM);
    RET(0);
  }
  exm_memcpy(c->m, a, old, o.size < n ? o.size : n, false);
  exm_heap_free(c->m, old, "realloc");
  RET(a);
}
LIBC(realloc) { return resize(c, ARG(0), ARG(1)); }
LIBC(reallocarray) {
  uint64_t n;
  if (__builtin_mul_overflow(ARG(1), ARG(2), &n)) {
    exm_set_errno(c->m, ENOMEM);
    RET(0);
  }
  return resize(c, ARG(0), n);
}
LIBC(aligned_alloc) { RET(exm_malloc(c->m, ARG(1), false)); }
LIBC(posix_memalign) {
  exm_addr a = exm_malloc(c->m, ARG(2), false);
  if (!a) RET(ENOMEM);
  uint8_t *p = exm_wr(c->m, ARG(0), 8);
  if (!p) return false;
  memcpy(p, &a, 8);
  RET(0);
}
LIBC(malloc_usable_size) {
  exm_object o;
  RET(ARG(0) && exm_object_at(c->m, ARG(0), &o) ? o.size : 0);
}

/* ---- numbers ---- */

static bool set_end(exm_hostcall *c, const char *s, const char *end) {
  if (!ARG(1)) return true;
  exm_addr a = ARG(0) + (uint64_t)(end - s);
  uint8_t *p = exm_wr(c->m, ARG(1), 8);
  if (p) memcpy(p, &a, 8);
  return p != NULL;
}
#define STRTO(name, call, field)                \
  LIBC(name) {                                  \
    const char *s = exm_str(c->m, ARG(0));      \
    char *end;                                  \
    if (!s) return false;                       \
    WITH_ERRNO(c->m, c->res[0].field = (call)); \
    return set_end(c, s, end);                  \
  }
STRTO(strtol, (uint64_t)strtol(s, &end, ARGI(2)), lo)
STRTO(strtoul, strtoul(s, &end, ARGI(2)), lo)
STRTO(strtod, strtod(s, &end), d)
STRTO(strtof, strtof(s, &end), f)
STRTO(strtold, strtold(s, &end), ld)
LIBC(atoi) {
  const char *s = exm_str(c->m, ARG(0));
  if (!s) return false;
  RET((int)strtol(s, NULL, 10));
}
LIBC(atol) {
  const char *s = exm_str(c->m, ARG(0));
  if (!s) return false;
  RET(strtol(s, NULL, 10));
}
LIBC(atof) {
  const char *s = exm_str(c->m, ARG(0));
  if (!s) return false;
  c->res[0].d = strtod(s, NULL);
  return true;
}
LIBC(abs) { RET(ARGI(0) < 0 ? 0u - (uint32_t)ARGI(0) : (uint32_t)ARGI(0)); }
LIBC(labs) { RET((int64_t)ARG(0) < 0 ? 0 - ARG(0) : ARG(0)); }
LIBC(div) { /* {int, int} travels in one register */
  int32_t a = ARGI(0), b = ARGI(1);
  if (!b) return exm_fail(c->m, EXM_E_DIV_ZERO, "division by zero in div"), false;
  if (a == INT32_MIN && b == -1)
    return exm_fail(c->m, EXM_E_DIV_OVERFLOW, "div: the quotient does not fit"), false;
  RET((uint64_t)(uint32_t)(a % b) << 32 | (uint32_t)(a / b));
}
LIBC(ldiv) {
  int64_t a = (int64_t)ARG(0), b = (int64_t)ARG(1);
  if (!b) return exm_fail(c->m, EXM_E_DIV_ZERO, "division by zero in ldiv"), false;
  if (a == INT64_MIN && b == -1)
    return exm_fail(c->m, EXM_E_DIV_OVERFLOW, "ldiv: the quotient does not fit"), false;
  c->res[1].lo = (uint64_t)(a % b);
  RET(a / b);
}

/* ---- random numbers, private to the machine ---- */

struct exm_random {
  struct random_data data;
  char state[128];
  struct drand48_data d48;
};

static struct exm_random *random_state(exm_machine *m) {
  if (!m->libc->random) {
    struct exm_random *r = m->libc->random = exm_xalloc(sizeof *r);
    memset(r, 0, sizeof *r);
    initstate_r(1, r->state, sizeof r->state, &r->data);
    srand48_r(0, &r->d48);
  }
  return m->libc->random;
}
LIBC(rand) {
  int32_t v = 0;
  random_r(&random_state(c->m)->data, &v);
  RET(v);
}
LIBC(srand) {
  srandom_r((unsigned)ARG(0), &random_state(c->m)->data);
  return true;
}
LIBC(rand_r) {
  uint8_t *p = exm_wr(c->m, ARG(0), 4);
  if (!p) return false;
  unsigned seed;
  memcpy(&seed, p, 4);
  int v = rand_r(&seed);
  memcpy(p, &seed, 4);
  RET(v);
}
LIBC(srand48) {
  srand48_r((long)ARG(0), &random_state(c->m)->d48);
  return true;
}
LIBC(drand48) {
  drand48_r(&random_state(c->m)->d48, &c->res[0].d);
  return true;
}
LIBC(lrand48) {
  long v = 0;
  lrand48_r(&random_state(c->m)->d48, &v);
  RET(v);
}
LIBC(mrand48) {
  long v = 0;
  mrand48_r(&random_state(c->m)->d48, &v);
  RET(v);
}

/* ---- searching and sorting ---- */

typedef struct order {
  exm_machine *m;
  exm_addr cmp, extra; /* qsort_r's third argument */
  bool has_extra;
} order;

static bool compare(const order *o, exm_addr a, exm_addr b, int32_t *out) {
  fe_val args[3] = {{.lo = a}, {.lo = b}, {.lo = o->extra}}, res;
  if (!exm_callback(o->m, o->cmp, args, o->has_extra ? 3 : 2, &res)) return false;
  *out = (int32_t)(uint32_t)res.lo;
  return true;
}

/* Merge sort with glibc's sequence of comparisons, so that a comparison function with side effects, or one that calls
 * different elements equal, shows the same. tmp is an object of the same size. */
static bool merge_sort(const order *o, exm_addr base, uint64_t n, uint64_t size, exm_addr tmp) {
  if (n <= 1) return true;
  uint64_t n1 = n / 2, n2 = n - n1;
  exm_addr b1 = base, b2 = base + n1 * size, to = tmp;
  if (!merge_sort(o, b1, n1, size, tmp) || !merge_sort(o, b2, n2, size, tmp)) return false;
  while (n1 && n2) {
    int32_t r;
    if (!compare(o, b1, b2, &r)) return false;
    exm_addr *from = r <= 0 ? &b1 : &b2;
    if (!exm_memcpy(o->m, to, *from, size, false)) return false;
    *from += size;
    to += size;
    if (r <= 0)
      n1--;
    else
      n2--;
  }
  if (n1 && !exm_memcpy(o->m, to, b1, n1 * size, false)) return false;
  return exm_memcpy(o->m, base, tmp, (n - n2) * size, false);
}

static bool sort(exm_hostcall *c, bool has_extra) {
  exm_machine *m = c->m;
  uint64_t n = ARG(1), size = ARG(2), bytes;
  if (n <= 1 || !size) return true;
  if (__builtin_mul_overflow(n, size, &bytes)) bytes = UINT64_MAX;
  if (!exm_writable(m, ARG(0), bytes)) return exm_bad_access(m, ARG(0), bytes, true);
  exm_addr tmp = exm_alloc(m, EXM_HOST, bytes, NULL);
  order o = {.m = m, .cmp = ARG(3), .extra = has_extra ? ARG(4) : 0, .has_extra = has_extra};
  bool ok = merge_sort(&o, ARG(0), n, size, tmp);
  exm_obj_free(m, &m->objs[exm_id(tmp) & m->mask]);
  return ok;
}
LIBC(qsort) { return sort(c, false); }
LIBC(qsort_r) { return sort(c, true); }
LIBC(bsearch) {
  order o = {.m = c->m, .cmp = ARG(4)};
  uint64_t lo = 0, hi = ARG(2), size = ARG(3);
  while (lo < hi) {
    uint64_t mid = (lo + hi) / 2;
    exm_addr at = ARG(1) + mid * size;
    int32_t r;
    if (!compare(&o, ARG(0), at, &r)) return false;
    if (r < 0)
      hi = mid;
    else if (r > 0)
      lo = mid + 1;
    else
      RET(at);
  }
  RET(0);
}

/* ---- the end ---- */

bool exm_libc_run_atexit(exm_machine *m) {
  exm_libc_state *s = m->libc;
  while (s->natexit) {
    if (!exm_callback(m, s->atexit[--s->natexit], NULL, 0, NULL)) return false;
  }
  while (s->ndtors < m->p->ndtors) {
    if (!exm_callback(m, exm_func_addr(m, m->p->dtors[s->ndtors++]), NULL, 0, NULL)) return false;
  }
  return true;
}
LIBC(atexit) {
  exm_libc_state *s = c->m->libc;
  if (s->natexit == EXM_MAX_ATEXIT) RET(-1);
  s->atexit[s->natexit++] = ARG(0);
  RET(0);
}
LIBC(exit) {
  int code = ARGI(0) & 0xff;
  if (exm_libc_run_atexit(c->m)) exm_end(c->m, EXM_EXITED, code);
  return false;
}
LIBC(_Exit) {
  exm_end(c->m, EXM_EXITED, ARGI(0) & 0xff);
  return false;
}
LIBC(abort) {
  exm_fail(c->m, EXM_E_ABORT, "the program called abort");
  return false;
}
LIBC(__assert_fail) {
  const char *what = exm_str(c->m, ARG(0)), *file = what ? exm_str(c->m, ARG(1)) : NULL;
  const char *func = !file ? NULL : ARG(3) ? exm_str(c->m, ARG(3)) : "?";
  if (!func) return false;
  fflush(c->m->opt.out);
  fprintf(c->m->opt.err, "%s: %s:%u: %s: Assertion `%s' failed.\n", "program", file, (unsigned)ARG(2), func,
          what);
  exm_fail(c->m, EXM_E_ASSERT, "assertion '%.200s' failed", what);
  return false;
}
/* A handler runs when the program raises its signal; without one, the signal ends the program as a shell shows it. */
LIBC(signal) {
  int n = ARGI(0);
  if (n <= 0 || n >= EXM_MAX_SIGNALS || n == SIGKILL || n == SIGSTOP) {
    exm_set_errno(c->m, EINVAL);
    RET(-1);
  }
  exm_addr old = c->m->libc->handlers[n];
  c->m->libc->handlers[n] = ARG(1);
  RET(old);
}
LIBC(raise) {
  int n = ARGI(0);
  if (n <= 0 || n >= EXM_MAX_SIGNALS) RET(-1);
  exm_addr handler = c->m->libc->handlers[n];
  if (handler == (exm_addr)(uintptr_t)SIG_IGN || (handler == 0 && n == SIGCHLD)) RET(0);
  if (handler) {
    fe_val arg = {.lo = (uint32_t)n};
    if (!exm_callback(c->m, handler, &arg, 1, NULL)) return false;
    RET(0);
  }
  if (n == SIGABRT) return f_abort(c);
  exm_end(c->m, EXM_EXITED, 128 + n);
  return false;
}
LIBC(__errno_location) { RET(c->m->libc->errno_addr); }
LIBC(getpid) { RET(getpid()); }
LIBC(__stack_chk_fail) {
  exm_fail(c->m, EXM_E_TRAP, "the stack protector found an overrun");
  return false;
}

const exm_libc exm_libc_stdlib[] = {ENTRY(malloc, 1),
                                    ENTRY(calloc, 2),
                                    ENTRY(free, 1),
                                    ENTRY(realloc, 2),
                                    ENTRY(reallocarray, 3),
                                    ENTRY(aligned_alloc, 2),
                                    ALIAS(valloc, malloc, 1),
                                    ALIAS(memalign, aligned_alloc, 2),
                                    ENTRY(posix_memalign, 3),
                                    ENTRY(malloc_usable_size, 1),
                                    ALIAS(cfree, free, 1),
                                    ENTRY(strtol, 3),
                                    ALIAS(strtoll, strtol, 3),
                                    ALIAS(strtoimax, strtol, 3),
                                    ENTRY(strtoul, 3),
                                    ALIAS(strtoull, strtoul, 3),
                                    ALIAS(strtoumax, strtoul, 3),
                                    ENTRY(strtod, 2),
                                    ENTRY(strtof, 2),
                                    ENTRY(strtold, 2),
                                    ENTRY(atoi, 1),
                                    ENTRY(atol, 1),
                                    ALIAS(atoll, atol, 1),
                                    ENTRY(atof, 1),
                                    ENTRY(abs, 1),
                                    ENTRY(labs, 1),
                                    ALIAS(llabs, labs, 1),
                                    ALIAS(imaxabs, labs, 1),
                                    ENTRY(div, 2),
                                    ENTRY(ldiv, 2),
                                    ALIAS(lldiv, ldiv, 2),
                                    ALIAS(imaxdiv, ldiv, 2),
                                    ENTRY(rand, 0),
                                    ALIAS(random, rand, 0),
                                    ENTRY(srand, 1),
                                    ALIAS(srandom, srand, 1),
                                    ENTRY(rand_r, 1),
                                    ENTRY(srand48, 1),
                                    ENTRY(drand48, 0),
                                    ENTRY(lrand48, 0),
                                    ENTRY(mrand48, 0),
                                    ENTRY(qsort, 4),
                                    ENTRY(qsort_r, 5),
                                    ENTRY(bsearch, 5),
                                    ENTRY(atexit, 1),
                                    ENTRY(exit, 1),
                                    ENTRY(_Exit, 1),
                                    ALIAS(_exit, _Exit, 1),
                                    ALIAS(quick_exit, _Exit, 1),
                                    ENTRY(abort, 0),
                                    ENTRY(__assert_fail, 4),
                                    ENTRY(signal, 2),
                                    ENTRY(raise, 1),
                                    ENTRY(__errno_location, 0),
                                    ENTRY(getpid, 0),
                                    ENTRY(__stack_chk_fail, 0),
                                    {NULL, NULL, 0}};
